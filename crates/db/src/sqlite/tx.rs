//! A transaction of the embedded engine.

use std::mem::take;
use std::sync::Arc;

use rusqlite::Connection;
use tokio::sync::{Mutex as FairMutex, OwnedMutexGuard};

use super::{Writer, execute, execute_each, query};
use crate::direction::{Direction, Trip};
use crate::wake::CommitNotifier;
use crate::{Error, Result, Row, Value};

/// Ends a transaction whose commit waits for the disk.
const COMMIT: &str = "COMMIT";

/// Begins a transaction whose commit does not wait for the disk.
///
/// Commits follow each other in the WAL, so one that does not sync is lost with what came after it, and never
/// leaves a hole.
const BEGIN_DERIVED: &str = "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE";

/// See [`BEGIN_DERIVED`].
const COMMIT_DERIVED: &str = "COMMIT; PRAGMA synchronous = FULL";

/// A transaction. Nobody else writes while it has its turn, so a statement that answers nothing is not waited for: such
/// statements make their trip to the writer thread together with the next that is.
pub(crate) struct SqliteTx {
    writer: Arc<FairMutex<Writer>>,
    /// The turn; from the first trip until the end.
    writer_guard: Option<OwnedMutexGuard<Writer>>,
    /// How it begins, until it has.
    begin: Option<&'static str>,
    /// Statements that have not made their trip yet, each with its rows.
    due: Vec<(String, Vec<Vec<Value>>)>,
    /// How it is committed.
    commit: &'static str,
    direction: Direction,
}

impl SqliteTx {
    /// Waits for its turn and begins.
    pub(super) async fn begin(writer: Arc<FairMutex<Writer>>, direction: Direction) -> Result<Self> {
        let (begin, commit) = (Some("BEGIN IMMEDIATE"), COMMIT);
        let mut tx = Self { writer, writer_guard: None, begin, due: Vec::new(), commit, direction };
        tx.trip(Trip::Begin, |_| Ok(())).await?;
        Ok(tx)
    }

    /// One that waits for its turn when it makes its first trip, and whose commit does not wait for the disk.
    pub(super) fn derived(writer: Arc<FairMutex<Writer>>, direction: Direction) -> Self {
        let (begin, commit) = (Some(BEGIN_DERIVED), COMMIT_DERIVED);
        Self { writer, writer_guard: None, begin, due: Vec::new(), commit, direction }
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: Vec<Value>) -> Result<u64> {
        let text = sql.to_owned();
        self.trip(Trip::Statement(sql), move |c| execute(c, &text, &params)).await
    }

    /// Runs a statement for each row, some time before the commit.
    pub(crate) fn execute_each(&mut self, sql: &str, rows: Vec<Vec<Value>>) {
        self.due.push((sql.to_owned(), rows));
    }

    pub(crate) async fn query(&mut self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let text = sql.to_owned();
        self.trip(Trip::Statement(sql), move |c| query(c, &text, &params)).await
    }

    /// Commits and rings `commit_notifier`, both on the writer's thread: the caller may be gone by then.
    pub(crate) async fn commit(self, commit_notifier: Option<CommitNotifier>) -> Result<()> {
        self.commit_if(|_| Ok(true), commit_notifier).await.map(drop)
    }

    /// Like [`Self::commit`] when a last statement touches one row; otherwise nothing stays, and the answer is
    /// `false`.
    pub(crate) async fn commit_if_one(
        self,
        sql: &str,
        params: Vec<Value>,
        commit_notifier: Option<CommitNotifier>,
    ) -> Result<bool> {
        let text = sql.to_owned();
        self.commit_if(move |c| Ok(execute(c, &text, &params)? == 1), commit_notifier).await
    }

    async fn commit_if(
        mut self,
        last: impl FnOnce(&Connection) -> Result<bool> + Send + 'static,
        commit_notifier: Option<CommitNotifier>,
    ) -> Result<bool> {
        let commit = self.commit;
        let work = move |c: &Connection| {
            let keep = last(c)?;
            if keep {
                let committed = c.execute_batch(commit);
                // Whether it failed or not: it may be there all the same.
                if let Some(commit_notifier) = commit_notifier {
                    commit_notifier.notify_all();
                }
                committed?;
            }
            Ok(keep)
        };
        let committed = self.trip(Trip::Commit, work).await?;
        if committed {
            self.writer_guard = None;
        }
        Ok(committed)
    }

    #[cfg(test)]
    pub(super) async fn panic_on_the_way(&mut self) -> Result<()> {
        self.trip(Trip::Statement(""), |_| panic!("as the test wants it")).await
    }

    /// Does `work` on the writer's thread, after what has to come before it.
    async fn trip<T: Send + 'static>(
        &mut self,
        trip: Trip<'_>,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let writer_guard = match &mut self.writer_guard {
            Some(writer_guard) => writer_guard,
            // Taken before it begins: whoever drops this on the way leaves no open transaction behind.
            none => none.insert(self.writer.clone().lock_owned().await),
        };
        let (begin, due) = (self.begin.take(), take(&mut self.due));
        let work = writer_guard.run(move |c| {
            if let Some(begin) = begin {
                c.execute_batch(begin)?;
            }
            within(c, |c| {
                due.iter().try_for_each(|(sql, rows)| execute_each(c, sql, rows))?;
                work(c)
            })
        });
        self.direction.around(trip, work).await
    }
}

/// A statement within a transaction. SQLite rolls some back by itself when the disk fails; then, and on a
/// connection that was opened anew, a statement would be committed by itself.
fn within<T>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    if connection.is_autocommit() {
        return Err(Error::Unavailable("the transaction was lost".to_owned()));
    }
    work(connection)
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        if let Some(writer_guard) = self.writer_guard.take() {
            writer_guard.roll_back();
        }
    }
}

impl std::fmt::Debug for SqliteTx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SqliteTx")
    }
}
