//! Storage on two engines behind one [`Db`] and one [`Tx`].
//!
//! Contexts write portable SQL with `$1` parameters and never ask which engine runs. What an engine
//! must do in its own way lives here under one named function with both forms side by side:
//! [`log::LaneWriter`] (the money pipe), [`wake`] (who hears of new log rows) and [`migrate`].
//!
//! On SQLite one writer connection with a fair queue serves every write; reads have their own
//! connections. On PostgreSQL connections come from a pool.

mod background;
mod backup;
mod direction;
mod error;
mod migrate;
mod postgres;
mod sqlite;
mod value;

pub mod log;
pub mod readers;
pub mod wake;

use std::path::PathBuf;
use std::sync::Arc;

use self::postgres::Timeouts;
pub use background::giving_way;
pub use backup::backup;
pub use direction::{Director, Stage, Trip};
pub use error::Error;
pub use migrate::{MIGRATIONS, Migration};
pub use value::{FromValue, Row, Value, placeholders};

/// What this crate answers.
pub type Result<T> = std::result::Result<T, Error>;

/// Where the data is.
#[derive(Debug, Clone)]
pub enum Target {
    /// A folder for the embedded engine; created when missing.
    Sqlite(PathBuf),
    /// A PostgreSQL connection string.
    Postgres(String),
}

/// A handle on the storage; cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Arc<Engine>,
}

enum Engine {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Engine {
    fn commit_notifier(&self) -> &wake::CommitNotifier {
        match self {
            Self::Sqlite(engine) => &engine.commit_notifier,
            Self::Postgres(engine) => &engine.commit_notifier,
        }
    }
}

/// How many lanes a fresh PostgreSQL installation has; it keeps them for good, because a player's lane is his number
/// modulo that. SQLite has one.
pub const POSTGRES_LANES: u8 = 2;

impl Db {
    /// Opens the storage without touching its tables.
    ///
    /// On SQLite this takes the lock that keeps a second server off the file, and fails with
    /// [`Error::Locked`] when another holds it.
    pub async fn open(target: &Target) -> Result<Self> {
        Self::open_with(target, postgres::POOL_SIZE).await
    }

    /// Like [`Db::open`], with as many connections in the pool of PostgreSQL.
    pub async fn open_with(target: &Target, connections: usize) -> Result<Self> {
        let engine = match target {
            Target::Sqlite(folder) => Engine::Sqlite(sqlite::Sqlite::open(folder, true)?),
            Target::Postgres(url) => {
                Engine::Postgres(postgres::Postgres::open(url, Timeouts::Serving, connections).await?)
            }
        };
        Ok(Self { engine: Arc::new(engine) })
    }

    /// Opens the storage beside a running server, for a tool: on SQLite without taking the server's lock, on
    /// PostgreSQL without the limits of a server that players wait for. A store without tables is
    /// [`Error::Empty`], and is left as it is.
    pub async fn open_beside(target: &Target) -> Result<Self> {
        let engine = match target {
            Target::Sqlite(folder) => {
                if !folder.join(backup::FILE).exists() {
                    return Err(Error::Empty(folder.display().to_string()));
                }
                Engine::Sqlite(sqlite::Sqlite::open(folder, false)?)
            }
            Target::Postgres(url) => {
                let postgres = postgres::Postgres::open(url, Timeouts::Endless, postgres::POOL_SIZE).await?;
                if !postgres.has_tables().await? {
                    return Err(Error::Empty("the database".to_owned()));
                }
                Engine::Postgres(postgres)
            }
        };
        Ok(Self { engine: Arc::new(engine) })
    }

    /// Brings the tables up to date; safe to call from several servers at once. Returns how many
    /// migrations ran.
    pub async fn migrate(&self) -> Result<usize> {
        migrate::run(self, MIGRATIONS).await
    }

    /// How many lanes the log has.
    pub fn lanes(&self) -> u8 {
        match &*self.engine {
            Engine::Sqlite(_) => 1,
            Engine::Postgres(engine) => engine.lanes,
        }
    }

    fn sqlite(&self) -> Result<&sqlite::Sqlite> {
        match &*self.engine {
            Engine::Sqlite(engine) => Ok(engine),
            Engine::Postgres(_) => Err(Error::Engine("this store is PostgreSQL".to_owned())),
        }
    }

    fn postgres(&self) -> Result<&postgres::Postgres> {
        match &*self.engine {
            Engine::Postgres(engine) => Ok(engine),
            Engine::Sqlite(_) => Err(Error::Engine("this store is SQLite".to_owned())),
        }
    }

    /// The name of the engine, for logs and metrics.
    pub fn engine_name(&self) -> &'static str {
        match &*self.engine {
            Engine::Sqlite(_) => "sqlite",
            Engine::Postgres(_) => "postgresql",
        }
    }

    /// What stands behind a text that is compared by its bytes, so that those which begin alike stand together.
    pub fn bytewise(&self) -> &'static str {
        match &*self.engine {
            Engine::Sqlite(_) => "",
            Engine::Postgres(_) => " COLLATE \"C\"",
        }
    }

    /// Asks the storage for a sign of life.
    pub async fn ping(&self) -> Result<()> {
        self.query_one("SELECT 1", Vec::new()).await.map(drop)
    }

    /// Starts a write transaction. On SQLite it waits its turn for the one writer and holds it until
    /// commit, so nothing slow may happen in between. Dropping the [`Tx`] rolls back.
    pub async fn begin(&self) -> Result<Tx> {
        self.begin_with(Timeouts::Serving).await
    }

    pub(crate) async fn begin_with(&self, timeouts: Timeouts) -> Result<Tx> {
        Ok(Tx {
            notifier: None,
            spoiled: false,
            inner: match &*self.engine {
                Engine::Sqlite(sqlite) => TxInner::Sqlite(sqlite.begin().await?),
                Engine::Postgres(postgres) => TxInner::Postgres(Box::new(postgres.begin(timeouts).await?)),
            },
        })
    }

    /// Starts a write transaction like [`Db::begin`] whose commit does not wait for the disk. It may be lost
    /// when the power fails, whole and together with all that came after it, and is durable with the next
    /// commit that waits. For what is worked out from the log and worked out again when it is lost.
    pub async fn begin_derived(&self) -> Result<Tx> {
        Ok(Tx {
            notifier: None,
            spoiled: false,
            inner: match &*self.engine {
                Engine::Sqlite(sqlite) => TxInner::Sqlite(sqlite.begin_derived()),
                Engine::Postgres(postgres) => TxInner::Postgres(Box::new(postgres.begin_derived().await?)),
            },
        })
    }

    /// Reads rows outside any transaction.
    pub async fn query(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.read(sql, params).await,
            Engine::Postgres(postgres) => postgres.read(sql, params).await,
        }
    }

    /// Reads at most one row; more than one is an error.
    pub async fn query_opt(&self, sql: &str, params: Vec<Value>) -> Result<Option<Row>> {
        at_most_one(self.query(sql, params).await?)
    }

    /// Reads exactly one row.
    pub async fn query_one(&self, sql: &str, params: Vec<Value>) -> Result<Row> {
        self.query_opt(sql, params).await?.ok_or(Error::NoRow)
    }
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Db({})", self.engine_name())
    }
}

/// One write transaction. The outermost use case opens it and commits it; nobody below does.
#[derive(Debug)]
pub struct Tx {
    inner: TxInner,
    /// Set when rows were appended to the log: the commit wakes those who read it.
    notifier: Option<Db>,
    /// Set when a statement has failed: then nothing of the transaction may be committed. PostgreSQL would
    /// answer a COMMIT with success and roll back; SQLite may have rolled back already, or would keep the rest.
    spoiled: bool,
}

#[derive(Debug)]
enum TxInner {
    Sqlite(sqlite::SqliteTx),
    Postgres(Box<postgres::PostgresTx>),
}

impl Tx {
    /// Runs a statement; answers how many rows it touched.
    pub async fn execute(&mut self, sql: &str, params: Vec<Value>) -> Result<u64> {
        self.refuse_spoiled()?;
        let done = match &mut self.inner {
            TxInner::Sqlite(tx) => tx.execute(sql, params).await,
            TxInner::Postgres(tx) => tx.execute(sql, params).await,
        };
        self.spoiled = done.is_err();
        done
    }

    /// Runs a statement once for each row of parameters, in order and before what comes next; on SQLite in the
    /// same trip to the engine, so that a failure may be reported by a later statement or by the commit. Readers of
    /// the log write whole batches with it, so that they hold the transaction as shortly as they can.
    pub async fn execute_each(&mut self, sql: &str, rows: Vec<Vec<Value>>) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.refuse_spoiled()?;
        let done = match &mut self.inner {
            TxInner::Sqlite(tx) => {
                tx.execute_each(sql, rows);
                Ok(())
            }
            TxInner::Postgres(tx) => tx.execute_each(sql, &rows).await,
        };
        self.spoiled = done.is_err();
        done
    }

    /// Inserts rows of numbers into the named columns of a table, in order; on PostgreSQL as one set, where a
    /// statement for each would cost more than all else that a reader of the log does.
    pub async fn insert_numbers<const N: usize>(
        &mut self,
        table: &str,
        columns: [&str; N],
        rows: Vec<[i64; N]>,
    ) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.refuse_spoiled()?;
        let names = columns.join(", ");
        let done = match &mut self.inner {
            TxInner::Sqlite(tx) => {
                let values = placeholders(1, N);
                let rows = rows.into_iter().map(|row| row.map(Value::Int).into()).collect();
                tx.execute_each(&format!("INSERT INTO {table} ({names}) VALUES ({values})"), rows);
                Ok(())
            }
            TxInner::Postgres(tx) => {
                let arrays = (1..=N).map(|n| format!("${n}::bigint[]")).collect::<Vec<_>>().join(", ");
                let sql = format!("INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays})");
                let sets = columns_of(&rows);
                tx.execute_sets(&sql, &sets).await
            }
        };
        self.spoiled = done.is_err();
        done
    }

    /// Runs a query, or a statement with `RETURNING`.
    pub async fn query(&mut self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        self.refuse_spoiled()?;
        let rows = match &mut self.inner {
            TxInner::Sqlite(tx) => tx.query(sql, params).await,
            TxInner::Postgres(tx) => tx.query(sql, params).await,
        };
        self.spoiled = rows.is_err();
        rows
    }

    fn refuse_spoiled(&self) -> Result<()> {
        let error = || Error::Engine("a statement of the transaction has failed before".to_owned());
        if self.spoiled { Err(error()) } else { Ok(()) }
    }

    /// Like [`Tx::query`], for at most one row.
    pub async fn query_opt(&mut self, sql: &str, params: Vec<Value>) -> Result<Option<Row>> {
        at_most_one(self.query(sql, params).await?)
    }

    /// Like [`Tx::query`], for exactly one row.
    pub async fn query_one(&mut self, sql: &str, params: Vec<Value>) -> Result<Row> {
        self.query_opt(sql, params).await?.ok_or(Error::NoRow)
    }

    /// Commits. After an [`Error::Unknown`] it is not known whether it did. Refused when a statement has failed.
    /// Once it has begun it goes on, and wakes the readers, whether or not the caller stays to hear of it.
    pub async fn commit(self) -> Result<()> {
        self.refuse_spoiled()?;
        let commit_notifier = self.notifier.map(|db| db.engine.commit_notifier().clone());
        match self.inner {
            TxInner::Sqlite(tx) => tx.commit(commit_notifier).await,
            TxInner::Postgres(tx) => tx.commit(commit_notifier).await,
        }
    }

    /// Runs a last statement and commits like [`Tx::commit`] when it touches one row; otherwise nothing stays, and
    /// the answer is `false`. On SQLite both are one trip, so that the writer is held no longer than they take.
    pub async fn commit_if_one(self, sql: &str, params: Vec<Value>) -> Result<bool> {
        self.refuse_spoiled()?;
        let commit_notifier = self.notifier.map(|db| db.engine.commit_notifier().clone());
        match self.inner {
            TxInner::Sqlite(tx) => tx.commit_if_one(sql, params, commit_notifier).await,
            TxInner::Postgres(mut tx) => {
                let one = tx.execute(sql, params).await? == 1;
                if one {
                    tx.commit(commit_notifier).await?;
                }
                Ok(one)
            }
        }
    }
}

/// A statement to be run later, within somebody else's transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Portable SQL.
    pub sql: &'static str,
    /// Its parameters.
    pub params: Vec<Value>,
    /// When set, the statement has to touch exactly one row, or the command it came with is refused.
    pub expect_one_row: bool,
}

/// The rows as one array a column.
fn columns_of<const N: usize>(rows: &[[i64; N]]) -> [Vec<i64>; N] {
    std::array::from_fn(|column| rows.iter().map(|row| row[column]).collect())
}

fn at_most_one(mut rows: Vec<Row>) -> Result<Option<Row>> {
    match rows.len() {
        0 | 1 => Ok(rows.pop()),
        n => Err(Error::Corrupt(format!("{n} rows where one was expected"))),
    }
}

/// Builds a parameter list: `params![id, "text", None::<i64>]`.
#[macro_export]
macro_rules! params {
    () => { ::std::vec::Vec::<$crate::Value>::new() };
    ($($value:expr),+ $(,)?) => { vec![$($crate::Value::from($value)),+] };
}
