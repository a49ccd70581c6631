//! The servers of the installation: each writes a heartbeat every [`BEAT`], with its state.
//!
//! A server that has been silent for [`GONE_AFTER_MS`] is gone; its row stays for a while, so that staff sees it go.

mod store;

use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Db, readers};

use crate::app::App;
use crate::platform::clock::{Clock, Entropy};

/// How often a server says that it is there.
const BEAT: Duration = Duration::from_secs(2);

/// How long a server may be silent, in milliseconds.
const GONE_AFTER_MS: i64 = 10_000;

/// How long a server that is gone is still told of, in milliseconds.
const TOLD_FOR_MS: i64 = 60 * 60 * 1000;

/// Who this server is among the servers of the operator.
#[derive(Debug)]
pub struct Identity {
    /// What it holds leases under.
    pub id: String,
}

impl Identity {
    /// A server that starts.
    pub fn new(entropy: Entropy, clock: &Clock) -> Self {
        Self { id: entropy.uuid(clock).to_string() }
    }
}

/// A server as staff sees it. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// What it holds leases under.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Where it listens.
    pub listen: String,
    /// When it started.
    pub since: i64,
    /// When it last said that it is there.
    pub seen_at: i64,
    /// Whether it has been silent for too long.
    pub is_gone: bool,
    /// Browsers that are connected to it.
    pub sockets: i64,
    /// Bytes; `None` where the system does not say.
    pub memory: Option<i64>,
    /// Jobs that fail.
    pub failing: Vec<String>,
    /// Lanes of readers that it works on now.
    pub leases: i64,
    /// Rows of the log that those readers have not dealt with.
    pub behind: i64,
}

/// Says that this server is there until it stops, and forgets servers that have been gone for long.
pub async fn run(app: Arc<App>) {
    app.every("servers", BEAT, |app| async move { beat(&app).await }).await;
    if let Err(error) = leave(&app).await {
        tracing::warn!(%error, "the row of this server stays until it is swept");
    }
}

async fn beat(app: &App) -> croupier_db::Result<()> {
    let memory = memory().await;
    let mut tx = app.db.begin().await?;
    let now = readers::clock_of_leases(&app.db, &mut tx, app.clock.now()).await?;
    let own = Server {
        id: app.identity.id.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        listen: app.config.listen.to_string(),
        since: now,
        seen_at: now,
        is_gone: false,
        sockets: i64::try_from(app.realtime.connections()).unwrap_or(i64::MAX),
        memory,
        failing: app.health.degraded(),
        leases: 0,
        behind: 0,
    };
    store::keep(&mut tx, &own).await?;
    store::sweep(&mut tx, now - TOLD_FOR_MS).await?;
    tx.commit().await
}

async fn leave(app: &App) -> croupier_db::Result<()> {
    let mut tx = app.db.begin().await?;
    store::forget(&mut tx, &app.identity.id).await?;
    tx.commit().await
}

/// Every server that is there or has gone a short while ago, the oldest first; `now` is this server's clock.
pub async fn list(db: &Db, now: i64) -> croupier_db::Result<Vec<Server>> {
    let mut tx = db.begin().await?;
    let now = readers::clock_of_leases(db, &mut tx, now).await?;
    tx.commit().await?;
    store::all(db, now, now - GONE_AFTER_MS).await
}

/// What this process has in memory, in bytes; `None` where the system does not say.
async fn memory() -> Option<i64> {
    let status = tokio::fs::read_to_string("/proc/self/status").await.ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
