//! The seam for simulations: every trip to the embedded engine passes here.
//!
//! A [`Direction`] of the server has no [`Director`], and a trip is its work. A simulation opens its store as a [`Stage`],
//! which is the only way to a director: he decides when a trip goes on and whether it fails, before or after its work is
//! done. The connections of a stage are worked on in the task of whoever asks, so that one thread and one seed decide
//! everything.
//!
//! The seam is no feature of the crate: what is built together with the simulation would have it too, and the checks
//! would try another server than the one that ships. A stage is opened by the simulation alone, which a test holds.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use rusqlite::Connection;
use tokio::sync::Mutex as FairMutex;

use crate::backup::FILE;
use crate::sqlite::{Sqlite, UNSYNCED, Writer, connect};
use crate::wake::CommitNotifier;
use crate::{Db, Engine, Result};

/// A trip to the store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trip<'a> {
    /// A transaction begins.
    Begin,
    /// A statement within a transaction.
    Statement(&'a str),
    /// A transaction commits.
    Commit,
    /// A batch of the money pipe, from its begin to its commit.
    Batch,
    /// A query outside of any transaction.
    Read(&'a str),
}

/// Decides when trips go on, and what becomes of them.
pub trait Director: Send + Sync {
    /// Waited for before a trip; an error fails it before anything is done.
    fn before(&self, trip: &Trip<'_>) -> BoxFuture<'static, Result<()>>;

    /// Waited for after a trip; an error takes the place of its answer, though its work is done.
    fn after(&self, trip: &Trip<'_>, done: bool) -> BoxFuture<'static, Result<()>>;
}

#[derive(Clone, Default)]
pub(crate) struct Direction(Option<Arc<dyn Director>>);

impl Direction {
    pub(crate) async fn around<T>(&self, trip: Trip<'_>, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(director) = &self.0 else { return work.await };
        director.before(&trip).await?;
        let done = work.await;
        director.after(&trip, done.is_ok()).await?;
        done
    }
}

/// A store for several simulated servers: the embedded engine on files that are never synced, with one
/// connection to write and one to read.
#[derive(Clone)]
pub struct Stage {
    file: PathBuf,
    connection: Arc<Mutex<Connection>>,
    writer: Arc<FairMutex<Writer>>,
    reader: Arc<Mutex<Vec<Connection>>>,
    commit_notifier: CommitNotifier,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stage")
    }
}

impl Stage {
    /// Opens a store in `folder`.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = folder.join(FILE);
        let (writer, reader) = (connect(&file)?, connect(&file)?);
        writer.execute_batch(UNSYNCED)?;
        // A log of 4 MiB is written over again before the disk hears of it.
        writer.execute_batch("PRAGMA wal_autocheckpoint = 1024")?;
        let connection = Arc::new(Mutex::new(writer));
        let writer = Arc::new(FairMutex::new(Writer::Here(connection.clone())));
        Ok(Self {
            file,
            connection,
            writer,
            reader: Arc::new(Mutex::new(vec![reader])),
            commit_notifier: CommitNotifier::new(),
        })
    }

    /// A handle on the store; without a director nothing ever waits or fails. All handles share one commit notifier.
    pub fn db(&self, director: Option<Arc<dyn Director>>) -> Db {
        let direction = Direction(director);
        let engine = Sqlite::staged(
            self.file.clone(),
            self.writer.clone(),
            self.reader.clone(),
            self.commit_notifier.clone(),
            direction,
        );
        Db { engine: Arc::new(Engine::Sqlite(engine)) }
    }

    /// Lets the writer fail in the midst of its work, at the engine's stop number `steps` from
    /// now on, of which every statement has a few; `None` lets it work.
    pub fn interrupt(&self, steps: Option<i32>) -> Result<()> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        match steps {
            Some(mut left) => {
                // Counted here: the engine counts from where a kept statement stood. It fails once, so
                // that what cleans up afterwards is not disturbed.
                let fails = move || {
                    left -= 1;
                    left == 0
                };
                connection.progress_handler(1, Some(fails))?;
            }
            None => connection.progress_handler(0, None::<fn() -> bool>)?,
        }
        Ok(())
    }
}
