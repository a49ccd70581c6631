//! The embedded engine: one writer thread with a fair queue, and a few readers.

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use tokio::sync::{Mutex as FairMutex, OwnedMutexGuard, Semaphore, oneshot};

use crate::wake::Bell;
use crate::{Error, Result, Row, Value};

/// Reads run beside the writer on this many connections.
const READERS: usize = 4;

/// How many statements a connection keeps prepared.
const PREPARED: usize = 256;

/// Work for the writer thread.
type Job = Box<dyn FnOnce(&mut Connection) + Send>;

pub(crate) struct Sqlite {
    writer: Arc<FairMutex<Writer>>,
    readers: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
    pub(crate) bell: Bell,
    /// Held for as long as the process lives; the operating system lets go of it at any end.
    _lock: Option<File>,
}

/// The queue into the writer thread. Whoever holds the guard has the connection to himself.
pub(crate) struct Writer {
    jobs: std::sync::mpsc::Sender<Job>,
}

impl Sqlite {
    pub(crate) fn open(folder: &Path, exclusive: bool) -> Result<Self> {
        std::fs::create_dir_all(folder)
            .map_err(|e| Error::Unavailable(format!("{}: {e}", folder.display())))?;
        let lock = exclusive.then(|| take_lock(folder)).transpose()?;
        let file = folder.join("croupier.db");
        let mut connection = connect(&file)?;
        let readers = (0..READERS).map(|_| connect(&file)).collect::<Result<Vec<_>>>()?;
        let (jobs, queue) = std::sync::mpsc::channel::<Job>();
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || {
                for job in queue {
                    job(&mut connection);
                }
            })
            .map_err(|e| Error::Unavailable(e.to_string()))?;
        Ok(Self {
            writer: Arc::new(FairMutex::new(Writer { jobs })),
            readers: Arc::new(Mutex::new(readers)),
            permits: Arc::new(Semaphore::new(READERS)),
            bell: Bell::new(),
            _lock: lock,
        })
    }

    pub(crate) async fn begin(&self) -> Result<SqliteTx> {
        let writer = self.writer.clone().lock_owned().await;
        writer.run(|c| Ok(c.execute_batch("BEGIN IMMEDIATE")?)).await?;
        Ok(SqliteTx { writer: Some(writer) })
    }

    /// Gives `work` the writer connection in one trip, in its fair turn; `work` manages its transaction.
    pub(crate) async fn with_writer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let writer = self.writer.clone().lock_owned().await;
        writer.run(work).await
    }

    pub(crate) async fn read(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|e| Error::Unavailable(e.to_string()))?;
        let (readers, sql) = (self.readers.clone(), sql.to_owned());
        let work = move || {
            let _permit = permit;
            let connection = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(connection) = connection else {
                return Err(Error::Unavailable("no reader is free".to_owned()));
            };
            let rows = query(&connection, &sql, &params);
            readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            rows
        };
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
            // The caller may have gone away; the work is done all the same.
            let _ = answer.send(work(connection));
        });
        self.jobs.send(job).map_err(|_| Error::Unavailable("the writer has ended".to_owned()))?;
        wait.await.map_err(|_| Error::Unavailable("the writer has ended".to_owned()))?
    }

    fn roll_back(&self) {
        let job: Job = Box::new(|connection| {
            if !connection.is_autocommit()
                && let Err(error) = connection.execute_batch("ROLLBACK")
            {
                tracing::error!(%error, "rollback failed");
            }
        });
        // Without a writer thread there is no transaction left to roll back.
        let _ = self.jobs.send(job);
    }
}

pub(crate) struct SqliteTx {
    writer: Option<OwnedMutexGuard<Writer>>,
}

impl SqliteTx {
    fn writer(&self) -> Result<&Writer> {
        self.writer.as_deref().ok_or_else(|| Error::Engine("the transaction is over".to_owned()))
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: Vec<Value>) -> Result<u64> {
        let sql = sql.to_owned();
        self.writer()?.run(move |c| execute(c, &sql, &params)).await
    }

    pub(crate) async fn execute_each(&mut self, sql: &str, rows: Vec<Vec<Value>>) -> Result<()> {
        let sql = sql.to_owned();
        let all = move |c: &mut Connection| rows.iter().try_for_each(|row| execute(c, &sql, row).map(drop));
        self.writer()?.run(all).await
    }

    pub(crate) async fn query(&mut self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let sql = sql.to_owned();
        self.writer()?.run(move |c| query(c, &sql, &params)).await
    }

    pub(crate) async fn commit(mut self) -> Result<()> {
        self.writer()?.run(|c| Ok(c.execute_batch("COMMIT")?)).await?;
        self.writer = None;
        Ok(())
    }
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.roll_back();
        }
    }
}

impl std::fmt::Debug for SqliteTx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SqliteTx")
    }
}

/// Runs one statement on a connection; answers how many rows it touched.
pub(crate) fn execute(connection: &Connection, sql: &str, params: &[Value]) -> Result<u64> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    Ok(statement.execute(rusqlite::params_from_iter(params))? as u64)
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
        // No column is declared as a real; one that turns up is told as text and refused by its reader.
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

fn connect(file: &Path) -> Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.execute_batch(
        "PRAGMA busy_timeout = 5000;
         PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA wal_autocheckpoint = 8192;
         PRAGMA journal_size_limit = 67108864;
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
