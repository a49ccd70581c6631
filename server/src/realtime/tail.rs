//! Follows the log and publishes what was committed: every server to its own clients, from the end of the
//! log at its start, woken by the commit notifier. Only rows of the log are published, so nothing is published
//! before its commit.

use std::time::Duration;

use croupier_db::{Result, log};
use futures_util::future::join_all;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Hub;
use super::disconnect::Disconnect;
use super::frames::{effects, with_readers};

/// How many rows are read at once.
const BATCH: i64 = 512;

/// How long a failed read waits before it is tried again.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// How long the log is left alone when nothing wakes this server: what a command of the operator commits beside it on
/// SQLite wakes nobody.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// After a look at the log the next is so many times as long away as this one took, so that under load the log is
/// not read once more for every batch of the money pipe; between [`REST_MIN`] and [`REST_MAX`]. What comes after
/// a quiet moment is published at once.
const REST: u32 = 4;

/// See [`REST`].
const REST_MIN: Duration = Duration::from_millis(5);

/// See [`REST`]; nobody sees a frame come later by this.
const REST_MAX: Duration = Duration::from_millis(50);

/// Follows every lane until `stop` turns true or is dropped; then disconnects everybody.
pub(super) async fn follow(hub: &Hub, mut stop: watch::Receiver<bool>) {
    let lanes = join_all((0..hub.db().lanes()).map(|lane| follow_lane(hub, lane)));
    tokio::select! {
        // A dropped sender means the same as a stop.
        _ = stop.wait_for(|stopped| *stopped) => {}
        _ = lanes => {}
    }
    hub.registry().disconnect_all(Disconnect::Shutdown);
}

async fn follow_lane(hub: &Hub, lane: u8) {
    let mut commit_notifier = hub.db().commit_notifier();
    loop {
        commit_notifier.mark_unchanged();
        let began = Instant::now();
        match read_on(hub, lane).await {
            Ok(()) => {
                tokio::time::sleep((began.elapsed() * REST).clamp(REST_MIN, REST_MAX)).await;
                if let Ok(Err(_)) = tokio::time::timeout(LOOK_EVERY, commit_notifier.changed()).await {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(lane, %error, "the log could not be followed");
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }
}

async fn read_on(hub: &Hub, lane: u8) -> Result<()> {
    loop {
        let after = hub.registry().published_to(lane);
        let rows = log::rows_after(hub.db(), lane, after, BATCH).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        let connected = || hub.registry().connected_players();
        let effects = with_readers(hub.db(), effects(hub.sources(), &rows), connected, hub.now_ms()).await?;
        hub.pass_on_endings(&effects);
        hub.registry().publish(lane, last.lsn().seq(), &effects, hub.now_ms());
    }
}
