//! Runs the readers of the log.
//!
//! A [`Reader`] is a name and a function from a batch of rows to effects. Each lane of each reader is one
//! task: it holds a fenced lease, reads on from its place, and commits effects and the new place in one
//! transaction, so each row counts exactly once however often a server dies. That commit does not wait for
//! the disk: when the power fails, effects and place are lost together and worked out again. With several
//! servers any of them may hold a lease; when its holder is gone, another takes over when the lease is over.

mod effects;
mod recent;

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use croupier_db::log::LogRow;
use croupier_db::readers::{Lease, advance, claim};
use croupier_db::{Db, Result};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use tokio::sync::watch;
use tokio::time::Instant;

use self::effects::at_work;
pub use self::effects::{Effects, Payment, SubAccountCode, is_reader_at_work};
use self::recent::{FULL, Recent};
use crate::platform::clock::Clock;
use crate::platform::supervise::Health;

/// How long rows may gather after a wake-up and after a batch, so that readers commit a few dozen times a
/// second under load and not once more for every batch of the money pipe.
const GATHER: Duration = Duration::from_millis(20);

/// A reader rests so many times as long as its batch took, so that all of them together leave the store to
/// the money when it is busy; between [`GATHER`] and [`REST_MAX`].
const REST: u32 = 9;

/// The longest that a reader rests while rows wait.
const REST_MAX: Duration = Duration::from_millis(250);

/// A reader of the log. Its function sees every row of a lane once, in order; what it writes within the
/// transaction counts exactly once.
#[derive(Clone)]
pub struct Reader {
    name: &'static str,
    handle: Arc<Handle>,
}

type Handle = dyn for<'a> Fn(&'a mut Effects, &'a [LogRow]) -> BoxFuture<'a, Result<After>> + Send + Sync;

/// What is left to do once a batch is committed; it is lost when the server dies before that.
#[derive(Default)]
pub struct After(Option<BoxFuture<'static, ()>>);

impl After {
    /// Nothing.
    pub fn nothing() -> Self {
        Self(None)
    }

    /// Runs `work` before the next batch.
    pub fn then(work: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl Reader {
    /// A reader that keeps its place under `name`.
    pub fn new(
        name: &'static str,
        handle: impl for<'a> Fn(&'a mut Effects, &'a [LogRow]) -> BoxFuture<'a, Result<After>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self { name, handle: Arc::new(handle) }
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader({})", self.name)
    }
}

/// Runs `readers` on every lane for `owner`, who is nobody else, until `stop` turns true or is dropped. A batch under way is finished, and
/// the leases, which last `lease_ms` milliseconds, are given back. A reader that fails or panics is tried again with a
/// growing pause, and holds up no other one.
pub async fn run(
    db: &Db,
    clock: &Clock,
    owner: &str,
    health: &Health,
    readers: &[Reader],
    lease_ms: i64,
    stop: &watch::Receiver<bool>,
) {
    let lanes: Vec<(u8, Recent)> = (0..db.lanes()).map(|lane| (lane, Recent::default())).collect();
    let tasks = readers.iter().flat_map(|reader| lanes.iter().map(move |lane| (reader, lane)));
    join_all(tasks.map(|(reader, (lane, recent))| {
        let (lane, stop) = (*lane, stop.clone());
        Worker { db, clock, health, owner, reader, lane, recent, lease_ms, stop }.work()
    }))
    .await;
}

/// One reader on one lane.
struct Worker<'a> {
    db: &'a Db,
    clock: &'a Clock,
    health: &'a Health,
    owner: &'a str,
    reader: &'a Reader,
    lane: u8,
    recent: &'a Recent,
    lease_ms: i64,
    stop: watch::Receiver<bool>,
}

/// Why a worker stops reading under a lease.
enum Pause {
    /// The server stops.
    Stopped,
    /// The lease has to be renewed.
    Renew,
    /// Another server holds the lease.
    Fenced,
}

impl Worker<'_> {
    async fn work(mut self) {
        loop {
            // What a panic leaves behind is a transaction that rolls back and rows that are read again.
            let pause = match AssertUnwindSafe(self.under_lease()).catch_unwind().await {
                Ok(Ok(Pause::Stopped)) => break,
                Ok(Ok(Pause::Renew)) => continue,
                Ok(Ok(Pause::Fenced)) => {
                    self.health.works(&self.job());
                    self.idle()
                }
                Ok(Err(error)) => {
                    let (reader, lane) = (self.reader.name, self.lane);
                    tracing::error!(reader, lane, %error, "the reader could not go on");
                    self.health.failed(&self.job()).min(self.idle())
                }
                Err(panic) => self.health.panicked(&self.job(), &*panic).min(self.idle()),
            };
            if self.stopped_within(pause).await {
                break;
            }
        }
        self.give_back().await;
    }

    /// The name under which it is told how it does.
    fn job(&self) -> String {
        format!("reader {} of lane {}", self.reader.name, self.lane)
    }

    /// How long a holder waits for rows before it renews its lease, and others before they ask for it.
    fn idle(&self) -> Duration {
        Duration::from_millis(self.lease_ms.unsigned_abs() / 3)
    }

    /// Claims the lease and reads until it has to be renewed.
    async fn under_lease(&mut self) -> Result<Pause> {
        let now = self.clock.now();
        let lease = claim(self.db, self.reader.name, self.lane, self.owner, now, self.lease_ms).await?;
        let Some(mut lease) = lease else { return Ok(Pause::Fenced) };
        self.recent.forget().await;
        let renew_at = Instant::now() + self.idle();
        let mut commit_notifier = self.db.commit_notifier();
        loop {
            if is_stopped(&self.stop) {
                return Ok(Pause::Stopped);
            }
            commit_notifier.mark_unchanged();
            let began = Instant::now();
            let rows = self.recent.rows_after(self.db, self.lane, lease.position).await?;
            if !rows.is_empty() {
                if !self.handle(&mut lease, &rows).await? {
                    return Ok(Pause::Fenced);
                }
                self.health.works(&self.job());
                if Instant::now() >= renew_at {
                    return Ok(Pause::Renew);
                }
                let rest = (began.elapsed() * REST).clamp(GATHER, REST_MAX);
                // A full batch means that this one lags behind.
                if rows.len() < FULL && self.stopped_within(rest).await {
                    return Ok(Pause::Stopped);
                }
                continue;
            }
            self.health.works(&self.job());
            let rung = async {
                let rung = commit_notifier.changed().await;
                tokio::time::sleep(GATHER).await;
                rung
            };
            tokio::select! {
                biased;
                rung = rung => if rung.is_err() { return Ok(Pause::Stopped) },
                () = tokio::time::sleep_until(renew_at) => return Ok(Pause::Renew),
                // A dropped sender means the same as a stop.
                _ = self.stop.wait_for(|stopped| *stopped) => return Ok(Pause::Stopped),
            }
        }
    }

    /// Handles one batch; `false` when the lease has changed hands and nothing was done.
    async fn handle(&self, lease: &mut Lease, rows: &[LogRow]) -> Result<bool> {
        let Some(last) = rows.last() else { return Ok(true) };
        let mut effects = Effects::new(self.db.begin_derived().await?, self.reader.name);
        let after = at_work((self.reader.handle)(&mut effects, rows)).await?;
        if !advance(effects.into_tx(), lease, last.lsn().seq()).await? {
            return Ok(false);
        }
        lease.position = last.lsn().seq();
        if let Some(work) = after.0 {
            work.await;
        }
        Ok(true)
    }

    /// Waits; `true` when the server is to stop.
    async fn stopped_within(&mut self, wait: Duration) -> bool {
        tokio::time::timeout(wait, self.stop.wait_for(|stopped| *stopped)).await.is_ok()
    }

    /// Lets the next server in at once instead of after the lease.
    async fn give_back(&self) {
        let now = self.clock.now();
        if let Err(error) = claim(self.db, self.reader.name, self.lane, self.owner, now, 0).await {
            tracing::warn!(reader = self.reader.name, %error, "the lease could not be given back");
        }
    }
}

/// Whether the server is to stop; a dropped sender means the same.
fn is_stopped(stop: &watch::Receiver<bool>) -> bool {
    *stop.borrow() || stop.has_changed().is_err()
}
