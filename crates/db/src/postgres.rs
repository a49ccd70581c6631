//! PostgreSQL: a pool, prepared statements, and values encoded for the column they go to.
//!
//! Nothing waits forever for a database that is gone, frozen or behind a line that swallows. The limits
//! nest, so that the innermost ends first: a transaction whose server fell silent is ended by PostgreSQL
//! before those who wait for its locks give up, and they give up before the answer is no longer awaited.

mod limits;
pub(crate) mod tls;

use std::error::Error as StdError;
use std::time::Duration;

use bytes::BytesMut;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, QueueMode, RecyclingMethod, Runtime};
use futures_util::future::{OptionFuture, try_join_all};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio_postgres::Config;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::background::gives_way;
use crate::error::with_causes;
use crate::wake::CommitNotifier;
use crate::{Error, POSTGRES_LANES, Result, Row, Value};

/// Connections of a pool whose size nobody has chosen.
pub(crate) const POOL_SIZE: usize = 24;

/// Reads that give way take at most one of so many connections: players never wait until staff's reports are through.
const BACKGROUND_SHARE: usize = 3;

/// How long one host may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// How long each answer is awaited. A batch of the money pipe takes some milliseconds; a database that has
/// been silent for this long is taken for lost, and the outcome of what it was asked for as unknown.
pub(crate) const ANSWER_MAX: Duration = Duration::from_secs(10);

/// How long a session of ours may wait for the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timeouts {
    /// As the calls of players need it.
    Serving,
    /// As long as it takes; for migrations and checks.
    Endless,
}

impl Timeouts {
    const fn limit(self) -> Option<Duration> {
        match self {
            Self::Serving => Some(ANSWER_MAX),
            Self::Endless => None,
        }
    }
}

pub(crate) struct Postgres {
    pub(crate) pool: Pool,
    pub(crate) config: Box<Config>,
    /// How connections are encrypted.
    pub(crate) tls: MakeRustlsConnect,
    pub(crate) commit_notifier: CommitNotifier,
    /// How many lanes this installation has.
    pub(crate) lanes: u8,
    timeouts: Timeouts,
    /// What reads that give way may take of the pool at once.
    background: Semaphore,
}

impl Postgres {
    pub(crate) async fn open(url: &str, timeouts: Timeouts, connections: usize) -> Result<Self> {
        let (config, tls) = tls::read(url)?;
        let config = limits::add(config, timeouts);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config.clone(), tls.clone(), recycling);
        let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(1).max(1);
        let pool = Pool::builder(manager)
            .max_size(connections)
            // The connection that was last used has its plans and caches at hand; the others rest.
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .wait_timeout(timeouts.limit())
            .create_timeout(Some(CONNECT_MAX * (hosts + 1)))
            .build();
        let pool = pool.map_err(|e| Error::Engine(e.to_string()))?;
        let (lanes, commit_notifier) = (POSTGRES_LANES, CommitNotifier::new());
        let background = Semaphore::new((connections / BACKGROUND_SHARE).max(1));
        let mut postgres =
            Self { pool, config: Box::new(config), tls, commit_notifier, lanes, timeouts, background };
        postgres.refuse_lost_commits().await?;
        postgres.lanes = postgres.lanes_made().await?.unwrap_or(lanes);
        Ok(postgres)
    }

    /// Refuses a database whose commits are answered before they are on its disk: money that players were shown
    /// would be gone after a power cut.
    async fn refuse_lost_commits(&self) -> Result<()> {
        let rows = self.read("SELECT current_setting('synchronous_commit') = 'off'", Vec::new()).await?;
        if rows.first().map_or(Ok(false), |row| row.get(0))? {
            let why = "synchronous_commit is off: PostgreSQL would answer commits that it can still lose; set it to on";
            return Err(Error::Engine(why.to_owned()));
        }
        Ok(())
    }

    /// Whether migrations have made the tables.
    pub(crate) async fn has_tables(&self) -> Result<bool> {
        Ok(self.lanes_made().await?.is_some())
    }

    /// How many lanes the installation was made with; `None` when its tables are not there yet.
    async fn lanes_made(&self) -> Result<Option<u8>> {
        let made = self.read("SELECT to_regclass('lane') IS NOT NULL", Vec::new()).await?;
        if !made.first().map_or(Ok(false), |row| row.get(0))? {
            return Ok(None);
        }
        let rows = self.read("SELECT count(*) FROM lane", Vec::new()).await?;
        let count: i64 = rows.first().map_or(Ok(0), |row| row.get(0))?;
        Ok(u8::try_from(count).ok().filter(|lanes| *lanes > 0))
    }

    pub(crate) async fn client(&self) -> Result<Object> {
        self.pool.get().await.map_err(|e| Error::Unavailable(with_causes(&e)))
    }

    pub(crate) async fn begin(&self, timeouts: Timeouts) -> Result<PostgresTx> {
        self.begin_with(
            match timeouts {
                Timeouts::Serving => "BEGIN",
                Timeouts::Endless => "BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0",
            },
            timeouts,
        )
        .await
    }

    pub(crate) async fn begin_derived(&self) -> Result<PostgresTx> {
        self.begin_with("BEGIN; SET LOCAL synchronous_commit = off", Timeouts::Serving).await
    }

    async fn begin_with(&self, begin: &str, timeouts: Timeouts) -> Result<PostgresTx> {
        // Made before it has begun: whoever drops this on the way leaves no open transaction in the pool.
        let tx = self.unopened(timeouts).await?;
        let client = tx.client()?;
        in_time(timeouts, async { Ok(client.batch_execute(begin).await?) }).await?;
        Ok(tx)
    }

    /// A connection for a transaction that the caller opens.
    pub(crate) async fn unopened(&self, timeouts: Timeouts) -> Result<PostgresTx> {
        Ok(PostgresTx { client: Some(self.client().await?), timeouts })
    }

    pub(crate) async fn read(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let permit = gives_way().then(|| self.background.acquire());
        let _permit =
            OptionFuture::from(permit).await.transpose().map_err(|e| Error::Unavailable(e.to_string()))?;
        let mut asked = Statement { client: Some(self.client().await?), timeouts: self.timeouts };
        let rows = asked.query(sql, &params).await;
        // No question is on its way any more.
        if let Some(client) = asked.client.take()
            && matches!(rows, Err(Error::Unavailable(_)))
        {
            give_up(client);
        }
        rows
    }
}

/// Waits for the database as long as `timeouts` allows.
pub(crate) async fn in_time<T>(timeouts: Timeouts, work: impl Future<Output = Result<T>>) -> Result<T> {
    let Some(limit) = timeouts.limit() else { return work.await };
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => Err(Error::Unavailable(format!("PostgreSQL gave no answer in {limit:?}"))),
    }
}

/// Closes a connection that fell silent or broke, and those that wait in the pool: whatever happened to it,
/// a restart, a failover or a lost line, has happened to them.
pub(crate) fn give_up(client: Object) {
    if let Some(pool) = Object::pool(&client) {
        pool.retain(|_, _| false);
    }
    drop(Object::take(client));
}

/// A connection of the pool with a question on its way.
struct Statement {
    client: Option<Object>,
    timeouts: Timeouts,
}

impl Statement {
    async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        let client =
            self.client.as_ref().ok_or_else(|| Error::Engine("the connection is gone".to_owned()))?;
        in_time(self.timeouts, query(client, sql, params)).await
    }
}

impl Drop for Statement {
    fn drop(&mut self) {
        // Whoever asked went away before the answer came, as a caller does who hangs up. The next to be given
        // this connection would wait for that answer first, which on a line that swallows never comes. PostgreSQL
        // answers in order, so an answer to nothing is one to all that came before.
        let Some(client) = self.client.take() else { return };
        let timeouts = self.timeouts;
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(run(client, timeouts, ""))),
            Err(_) => drop(Object::take(client)),
        }
    }
}

/// Runs statements on a connection that nobody waits for afterwards: back to the pool with it, unless they fail.
pub(crate) async fn run(client: Object, timeouts: Timeouts, sql: &str) -> Result<()> {
    let reported = in_time(timeouts, async { Ok(client.batch_execute(sql).await?) }).await;
    if reported.is_err() {
        give_up(client);
    }
    reported
}

pub(crate) struct PostgresTx {
    client: Option<Object>,
    timeouts: Timeouts,
}

impl PostgresTx {
    pub(crate) fn client(&self) -> Result<&Object> {
        self.client.as_ref().ok_or_else(|| Error::Engine("the transaction is over".to_owned()))
    }

    /// The connection with the open transaction, which is the caller's to end.
    pub(crate) fn into_client(mut self) -> Result<Object> {
        self.client.take().ok_or_else(|| Error::Engine("the transaction is over".to_owned()))
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: Vec<Value>) -> Result<u64> {
        in_time(self.timeouts, execute(self.client()?, sql, &params)).await
    }

    pub(crate) async fn execute_each(&mut self, sql: &str, rows: &[Vec<Value>]) -> Result<()> {
        let client = self.client()?;
        let all = async {
            let statement = client.prepare_cached(sql).await?;
            let parameters: Vec<_> = rows.iter().map(|row| borrowed(row)).collect();
            // What is joined is sent in order, and nobody waits for an answer before the next is sent.
            try_join_all(parameters.iter().map(|row| client.execute(&statement, row))).await?;
            Ok(())
        };
        in_time(self.timeouts, all).await
    }

    /// Runs a statement that takes one set of numbers a parameter.
    pub(crate) async fn execute_sets(&mut self, sql: &str, sets: &[Vec<i64>]) -> Result<()> {
        let client = self.client()?;
        let all = async {
            let statement = client.prepare_cached(sql).await?;
            let sets: Vec<_> = sets.iter().map(|set| set as &(dyn ToSql + Sync)).collect();
            client.execute(&statement, &sets).await?;
            Ok(())
        };
        in_time(self.timeouts, all).await
    }

    pub(crate) async fn query(&mut self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        in_time(self.timeouts, query(self.client()?, sql, &params)).await
    }

    /// Commits and rings `commit_notifier` in a task of its own: the caller may be gone by then.
    pub(crate) async fn commit(mut self, commit_notifier: Option<CommitNotifier>) -> Result<()> {
        let Some(client) = self.client.take() else { return Ok(()) };
        let timeouts = self.timeouts;
        let work = tokio::spawn(async move {
            let committed = match in_time(timeouts, commit(&client)).await {
                // Whether a commit that was not answered has happened is not known.
                Err(Error::Unavailable(why)) => Err(Error::Unknown(why)),
                reported => reported,
            };
            if committed.is_err() {
                give_up(client);
            }
            if let Some(commit_notifier) = commit_notifier {
                commit_notifier.notify_all();
            }
            committed
        });
        work.await.map_err(|error| Error::Unknown(error.to_string()))?
    }
}

impl Drop for PostgresTx {
    fn drop(&mut self) {
        // Closing the connection is what rolls back without waiting; the pool opens another.
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

impl std::fmt::Debug for PostgresTx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PostgresTx")
    }
}

/// Commits; a connection lost on the way leaves the outcome unknown, and so does a database that ends while it
/// commits: it may say so after the commit is on its disk.
pub(crate) async fn commit(client: &Object) -> Result<()> {
    client.batch_execute("COMMIT").await.map_err(|error| match Error::from(error) {
        Error::Unavailable(why) => Error::Unknown(why),
        refused => refused,
    })
}

pub(crate) async fn execute(client: &Object, sql: &str, params: &[Value]) -> Result<u64> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, &borrowed(params)).await?)
}

pub(crate) async fn query(client: &Object, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &borrowed(params)).await?;
    rows.iter().map(read_row).collect()
}

fn borrowed(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

pub(crate) fn read_row(row: &tokio_postgres::Row) -> Result<Row> {
    let columns =
        (0..row.len()).map(|i| row.try_get::<_, Option<Value>>(i).map(|v| v.unwrap_or(Value::Null)));
    Ok(Row(columns.collect::<std::result::Result<_, _>>()?))
}

type Boxed = Box<dyn StdError + Sync + Send>;

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> std::result::Result<Self, Boxed> {
        Ok(match *kind {
            Type::INT2 => Self::Int(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Self::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Self::Int(i64::from_sql(kind, raw)?),
            Type::BOOL => Self::Bool(bool::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?),
            Type::UUID => Self::Uuid(uuid::Uuid::from_sql(kind, raw)?),
            // Sums of bigint are numeric; they are cast in the query, and reported here when they are not.
            Type::NUMERIC => return Err("cast the sum to bigint or text".into()),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    accepts!(INT2, INT4, INT8, BOOL, BYTEA, UUID, TEXT, VARCHAR, NAME, BPCHAR, NUMERIC);
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> std::result::Result<IsNull, Boxed> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(v) if *kind == Type::INT4 => i32::try_from(*v)?.to_sql(kind, out),
            Self::Int(v) if *kind == Type::INT2 => i16::try_from(*v)?.to_sql(kind, out),
            Self::Int(v) if *kind == Type::INT8 => v.to_sql(kind, out),
            Self::Bool(v) if *kind == Type::BOOL => v.to_sql(kind, out),
            Self::Text(v) if <&str as ToSql>::accepts(kind) => v.as_str().to_sql(kind, out),
            Self::Bytes(v) if *kind == Type::BYTEA => v.to_sql(kind, out),
            Self::Uuid(v) if *kind == Type::UUID => v.to_sql(kind, out),
            other => Err(format!("{other:?} does not go into {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
