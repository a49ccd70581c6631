//! The embedded engine: one writer thread with a fair queue, and a few readers.

mod background;
mod tx;

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use tokio::sync::{Mutex as FairMutex, Semaphore, oneshot};

pub(crate) use self::tx::SqliteTx;
use crate::background::gives_way;
use crate::backup::FILE;
use crate::direction::{Direction, Trip};
use crate::error::panicked;
use crate::wake::CommitNotifier;
use crate::{Error, Result, Row, Value};

/// Reads run beside the writer on this many connections, and those that give way on as many of their own.
const READERS: usize = 4;

/// How many statements a connection keeps prepared.
const PREPARED: usize = 256;

/// Work for the writer thread, given the connection or the reason why there is none; answers what to think of
/// the connection afterwards.
pub(crate) type Job = Box<dyn FnOnce(Result<&mut Connection>) -> Trust + Send>;

/// What to think of a connection after some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It is as it was.
    Kept,
    /// The disk has failed it, or its work has panicked in the midst of a transaction. What it holds in memory may not be what the file holds, and after a failed fsync
    /// the next one proves nothing about the bytes before: it is opened anew.
    Lost,
}

impl Trust {
    fn after<T>(done: &Result<T>) -> Self {
        let lost = matches!(done, Err(Error::Unavailable(_) | Error::Corrupt(_) | Error::Panicked(_)));
        if lost { Self::Lost } else { Self::Kept }
    }
}

/// Every commit waits for the disk unless its transaction says otherwise.
const SYNC: &str = "PRAGMA synchronous = FULL";

/// No commit waits for the disk.
pub(crate) const UNSYNCED: &str = "PRAGMA synchronous = OFF";

/// Ends a transaction without its changes.
const ROLLBACK: &str = "ROLLBACK; PRAGMA synchronous = FULL";

pub(crate) struct Sqlite {
    writer: Arc<FairMutex<Writer>>,
    readers: Arc<Mutex<Vec<Connection>>>,
    /// The queue to the readers that give way, which are started by the first read for them.
    background: OnceLock<Writer>,
    background_permits: Arc<Semaphore>,
    file: PathBuf,
    permits: Arc<Semaphore>,
    pub(crate) commit_notifier: CommitNotifier,
    direction: Direction,
    /// All work is done where it is asked for.
    here: bool,
    /// Held for as long as the process lives; the operating system lets go of it at any end.
    _lock: Option<File>,
}

/// The way to the connection that writes. Whoever holds the guard has the connection to himself.
pub(crate) enum Writer {
    /// The queue into the writer thread.
    Thread(std::sync::mpsc::Sender<Job>),
    /// Work is done where it is asked for.
    Here(Arc<Mutex<Connection>>),
}

impl Sqlite {
    pub(crate) fn open(folder: &Path, exclusive: bool) -> Result<Self> {
        std::fs::create_dir_all(folder)
            .map_err(|e| Error::Unavailable(format!("{}: {e}", folder.display())))?;
        let lock = exclusive.then(|| take_lock(folder)).transpose()?;
        let file = folder.join(FILE);
        let connection = connect(&file)?;
        let readers = (0..READERS).map(|_| connect(&file)).collect::<Result<Vec<_>>>()?;
        let (jobs, queue) = std::sync::mpsc::channel::<Job>();
        let path = file.clone();
        spawn("sqlite-writer", move || serve(connection, &path, queue))?;
        Ok(Self {
            writer: Arc::new(FairMutex::new(Writer::Thread(jobs))),
            readers: Arc::new(Mutex::new(readers)),
            background: OnceLock::new(),
            background_permits: Arc::new(Semaphore::new(READERS)),
            permits: Arc::new(Semaphore::new(READERS)),
            file,
            commit_notifier: CommitNotifier::new(),
            direction: Direction::default(),
            here: false,
            _lock: lock,
        })
    }

    /// A handle on the store in `file`, which a simulation directs.
    pub(crate) fn staged(
        file: PathBuf,
        writer: Arc<FairMutex<Writer>>,
        readers: Arc<Mutex<Vec<Connection>>>,
        commit_notifier: CommitNotifier,
        direction: Direction,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(1));
        let background = OnceLock::new();
        Self {
            writer,
            readers,
            background,
            background_permits: permits.clone(),
            file,
            permits,
            commit_notifier,
            direction,
            here: true,
            _lock: None,
        }
    }

    pub(crate) async fn begin(&self) -> Result<SqliteTx> {
        SqliteTx::begin(self.writer.clone(), self.direction.clone()).await
    }

    pub(crate) fn begin_derived(&self) -> SqliteTx {
        SqliteTx::derived(self.writer.clone(), self.direction.clone())
    }

    /// Gives `work` the writer connection in one trip, in its fair turn; `work` manages its transaction.
    pub(crate) async fn with_writer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let writer = self.writer.clone().lock_owned().await;
        self.direction.around(Trip::Batch, writer.run(work)).await
    }

    pub(crate) async fn read(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        if gives_way() && !self.here {
            // Whoever goes away while waiting here asks nothing.
            let permit = self.background_permits.clone().acquire_owned().await;
            let permit = permit.map_err(|e| Error::Unavailable(e.to_string()))?;
            let text = sql.to_owned();
            let work = move |connection: &mut Connection| {
                let _permit = permit;
                query(connection, &text, &params)
            };
            return self.background()?.run(work).await;
        }
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|e| Error::Unavailable(e.to_string()))?;
        let (readers, file, text) = (self.readers.clone(), self.file.clone(), sql.to_owned());
        let work = move || {
            let _permit = permit;
            let connection = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            // One is missing when the disk has failed it.
            let connection = connection.map_or_else(|| connect(&file), Ok)?;
            let rows = query(&connection, &text, &params);
            if Trust::after(&rows) == Trust::Kept {
                readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            }
            rows
        };
        self.direction.around(Trip::Read(sql), self.elsewhere(work)).await
    }

    /// Does what would hold up the caller's thread on another one.
    async fn elsewhere<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if self.here {
            return work();
        }
        tokio::task::spawn_blocking(work).await.map_err(|e| Error::Engine(e.to_string()))?
    }
}

impl Writer {
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, wait) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let work = |connection: &mut Connection| {
                catch_unwind(AssertUnwindSafe(|| work(connection)))
                    .unwrap_or_else(|panic| Err(panicked(&*panic)))
            };
            let done = connection.and_then(work);
            let trust = Trust::after(&done);
            // The caller may have gone away; the work is done all the same.
            let _ = answer.send(done);
            trust
        });
        self.send(job)?;
        wait.await.map_err(|_| Error::Unavailable("the writer has ended".to_owned()))?
    }

    fn roll_back(&self) {
        let job: Job = Box::new(|connection| {
            // A connection that could not be opened has nothing to roll back.
            let Ok(connection) = connection else { return Trust::Kept };
            let end = if connection.is_autocommit() { SYNC } else { ROLLBACK };
            let rolled_back = connection.execute_batch(end).map_err(Error::from);
            if let Err(error) = &rolled_back {
                tracing::error!(%error, "rollback failed");
            }
            Trust::after(&rolled_back)
        });
        // Without a writer thread there is no transaction left to roll back.
        let _ = self.send(job);
    }

    fn send(&self, job: Job) -> Result<()> {
        match self {
            Self::Thread(jobs) => {
                jobs.send(job).map_err(|_| Error::Unavailable("the writer has ended".to_owned()))
            }
            Self::Here(connection) => {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                // A connection that is opened anew has lost its transaction.
                if job(Ok(&mut connection)) == Trust::Lost && !connection.is_autocommit() {
                    connection.execute_batch("ROLLBACK")?;
                }
                // The end of a transaction asks for the disk again, of which a simulation proves nothing.
                if connection.is_autocommit() {
                    connection.execute_batch(UNSYNCED)?;
                }
                Ok(())
            }
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<()> {
    let thread = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    thread.map(drop).map_err(|e| Error::Unavailable(e.to_string()))
}

/// Does the work of one connection until its queue is closed.
fn serve(connection: Connection, file: &Path, queue: impl IntoIterator<Item = Job>) {
    let mut connection = Some(connection);
    for job in queue {
        if connection.is_none() {
            connection = match connect(file) {
                Ok(fresh) => {
                    tracing::warn!("the database was opened anew");
                    Some(fresh)
                }
                Err(error) => {
                    job(Err(error));
                    continue;
                }
            };
        }
        let Some(open) = &mut connection else { continue };
        // The work itself is caught where it is answered; a panic beside it must not end the only writer either.
        let trust = catch_unwind(AssertUnwindSafe(|| job(Ok(open)))).unwrap_or(Trust::Lost);
        if trust == Trust::Lost {
            tracing::error!("the disk has failed, or the work has panicked; the database is opened anew");
            connection = None;
        }
    }
}

/// Runs one statement on a connection; answers how many rows it touched.
pub(crate) fn execute(connection: &Connection, sql: &str, params: &[Value]) -> Result<u64> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    Ok(statement.execute(rusqlite::params_from_iter(params))? as u64)
}

/// Runs one statement on a connection for each of `rows`; it is looked up once.
fn execute_each(connection: &Connection, sql: &str, rows: &[Vec<Value>]) -> Result<()> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    rows.iter().try_for_each(|row| Ok(statement.execute(rusqlite::params_from_iter(row)).map(drop)?))
}

/// Runs one query on a connection.
pub(crate) fn query(connection: &Connection, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    let columns = statement.column_count();
    let mut cursor = statement.query(rusqlite::params_from_iter(params))?;
    let mut rows = Vec::new();
    while let Some(row) = cursor.next()? {
        rows.push(Row((0..columns).map(|i| row.get_ref(i).map(value)).collect::<rusqlite::Result<_>>()?));
    }
    Ok(rows)
}

/// SQLite binds `$2` by order of appearance and `?2` by number: only the second is what is meant.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn value(column: ValueRef<'_>) -> Value {
    match column {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(v) => Value::Int(v),
        // No column is declared as a real; one that turns up is read as text and refused by its reader.
        ValueRef::Real(v) => Value::Text(v.to_string()),
        ValueRef::Text(v) => Value::Text(String::from_utf8_lossy(v).into_owned()),
        ValueRef::Blob(v) => Value::Bytes(v.to_vec()),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(v) => ValueRef::Integer(*v),
            Self::Bool(v) => ValueRef::Integer(i64::from(*v)),
            Self::Text(v) => ValueRef::Text(v.as_bytes()),
            Self::Bytes(v) => ValueRef::Blob(v),
            Self::Uuid(v) => ValueRef::Blob(v.as_bytes()),
        }))
    }
}

pub(crate) fn connect(file: &Path) -> Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.execute_batch(
        "PRAGMA busy_timeout = 5000;
         PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA wal_autocheckpoint = 32768;
         PRAGMA journal_size_limit = 268435456;
         PRAGMA cache_size = -32768;
         PRAGMA temp_store = MEMORY;",
    )?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    Ok(connection)
}

fn take_lock(folder: &Path) -> Result<File> {
    let path = folder.join("server.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|e| Error::Unavailable(format!("{}: {e}", path.display())))?;
    file.try_lock().map_err(|_| Error::Locked(folder.display().to_string()))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_writer_survives_work_that_panics() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Sqlite::open(folder.path(), true).unwrap();
        engine.with_writer(|c| Ok(c.execute_batch("CREATE TABLE t (v bigint)")?)).await.unwrap();
        let panics = |c: &mut Connection| -> Result<()> {
            c.execute_batch("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")?;
            panic!("as the test wants it");
        };
        let failed = engine.with_writer(panics).await.unwrap_err();
        assert!(matches!(&failed, Error::Panicked(why) if why == "as the test wants it"), "{failed:?}");
        // A caller that has gone away takes no answer; what it left behind panics where it is dropped.
        let left = engine.writer.clone().lock_owned().await;
        left.send(Box::new(|_| panic!("as the test wants it"))).unwrap();
        drop(left);
        let mut tx = engine.begin().await.unwrap();
        tx.execute("INSERT INTO t VALUES ($1)", vec![Value::Int(2)]).await.unwrap();
        tx.commit(None).await.unwrap();
        let rows = engine.read("SELECT v FROM t", Vec::new()).await.unwrap();
        let rows: Vec<i64> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        assert_eq!(rows, [2], "what a panic has left behind is rolled back");
    }

    #[tokio::test]
    async fn a_transaction_that_panics_on_its_way_is_lost_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Sqlite::open(folder.path(), true).unwrap();
        engine.with_writer(|c| Ok(c.execute_batch("CREATE TABLE t (v bigint)")?)).await.unwrap();
        let mut tx = engine.begin().await.unwrap();
        tx.execute("INSERT INTO t VALUES (1)", Vec::new()).await.unwrap();
        tx.panic_on_the_way().await.unwrap_err();
        // Were it executed now, it would be committed by itself.
        assert!(tx.execute("INSERT INTO t VALUES (2)", Vec::new()).await.is_err());
        assert!(tx.commit(None).await.is_err());
        assert!(engine.read("SELECT v FROM t", Vec::new()).await.unwrap().is_empty());
    }
}
