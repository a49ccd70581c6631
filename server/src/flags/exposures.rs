//! Who was shown which variant of an A/B test, once for each run of it.
//!
//! Calls only note it in memory; a job writes what came within a second in one commit. What a server has not written when it
//! dies is lost: a test counts visitors, and leaves one out rather than hold a page up. Beyond [`WAITING_MAX`] nothing more is
//! noted until the next commit, so a flood fills neither memory nor the store faster than that.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_ledger::PlayerId;
use hmac::Mac as _;

use super::{exposure_store as store, key_of_player};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::secrets::hmac_sha256;

/// How long the visitor of an exposure is known, in milliseconds. Then only the counts stay.
pub const VISITORS_KEPT_MS: i64 = 90 * DAY_MS;

/// How often what was noted is written.
const WRITE_EVERY: Duration = Duration::from_secs(1);

/// How often visitors are forgotten.
const FORGET_EVERY: Duration = Duration::from_hours(1);

/// Exposures that wait to be written.
const WAITING_MAX: usize = 10_000;

/// What the key of visitors is for.
const PURPOSE: &str = "visitors of tests";

/// Somebody who was shown a variant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestVisitor {
    /// Names the visitor and nobody else.
    key: String,
    player: Option<PlayerId>,
}

impl TestVisitor {
    /// A player.
    pub fn player(id: PlayerId) -> Self {
        Self { key: key_of_player(id), player: Some(id) }
    }

    /// The browser that keeps `installation`, which is 32 hex digits.
    pub fn browser(app: &App, installation: &str) -> Self {
        Self { key: browser_of_tests(app, installation), player: None }
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    pub(super) const fn player_id(&self) -> Option<PlayerId> {
        self.player
    }
}

/// What exposures and the log know a browser by that keeps `installation`: a hash with a key of its own, so that neither tells
/// what the cookie holds.
pub fn browser_of_tests(app: &App, installation: &str) -> String {
    let mut mac = hmac_sha256(&app.secrets.key_for(PURPOSE));
    mac.update(installation.as_bytes());
    let hash = mac.finalize().into_bytes();
    format!("visitor:{}", hex::encode(hash.iter().take(16).copied().collect::<Vec<_>>()))
}

/// A run of a test.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RunKey {
    /// The name of the test.
    pub(super) name: String,
    /// The version that it began with.
    pub(super) run: i64,
}

/// What was shown to a visitor of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) variant: String,
    /// UTC milliseconds.
    pub(super) at: i64,
}

/// What is still to be written.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    noted: Mutex<BTreeMap<(RunKey, TestVisitor), Shown>>,
}

impl Waiting {
    /// Notes what `visitor` was shown; the first of several counts. `false` when there is no room.
    pub(super) fn note(&self, run: RunKey, visitor: TestVisitor, shown: Shown) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = noted.len() >= WAITING_MAX;
        match noted.entry((run, visitor)) {
            Entry::Occupied(_) => true,
            Entry::Vacant(_) if is_full => false,
            Entry::Vacant(free) => {
                free.insert(shown);
                true
            }
        }
    }

    fn take(&self) -> BTreeMap<(RunKey, TestVisitor), Shown> {
        take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes what was noted, every second until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("exposures", WRITE_EVERY, |app| async move { write(&app).await }).await;
}

/// Writes what was noted. What the store refuses is noted again, as far as there is room.
pub async fn write(app: &App) -> croupier_db::Result<()> {
    let noted = app.flags.waiting.take();
    if noted.is_empty() {
        return Ok(());
    }
    let rows =
        noted.iter().map(|((run, visitor), shown)| (app.entropy.uuid(&app.clock), run, visitor, shown));
    let rows: Vec<_> = rows.collect();
    let written = async {
        let mut tx = app.db.begin().await?;
        store::add(&mut tx, &rows).await?;
        tx.commit().await
    };
    let written = written.await;
    if written.is_err() {
        for ((run, visitor), shown) in noted {
            app.flags.waiting.note(run, visitor, shown);
        }
    }
    written
}

/// Forgets visitors whose time is over, every hour until the server stops.
pub async fn run_forgetting(app: Arc<App>) {
    app.every("sweep of exposures", FORGET_EVERY, |app| async move {
        let rows = forget_old(&app).await?;
        if rows > 0 {
            tracing::info!(rows, "visitors of tests are forgotten");
        }
        croupier_db::Result::Ok(())
    })
    .await;
}

/// Forgets every visitor whose time is over; answers how many there were.
pub async fn forget_old(app: &App) -> croupier_db::Result<u64> {
    let mut tx = app.db.begin().await?;
    let rows = store::forget(&mut tx, app.clock.now() - VISITORS_KEPT_MS).await?;
    tx.commit().await?;
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str) -> RunKey {
        RunKey { name: name.to_owned(), run: 1 }
    }

    fn shown(variant: &str) -> Shown {
        Shown { variant: variant.to_owned(), at: 0 }
    }

    #[test]
    fn the_first_variant_counts_and_a_flood_finds_no_room() {
        let waiting = Waiting::default();
        assert!(waiting.note(run("form"), TestVisitor::player(1), shown("a")));
        assert!(waiting.note(run("form"), TestVisitor::player(1), shown("b")));
        assert!(waiting.note(run("menu"), TestVisitor::player(1), shown("b")));
        for id in 2..10_000 {
            assert!(waiting.note(run("form"), TestVisitor::player(id), shown("a")));
        }
        assert!(!waiting.note(run("form"), TestVisitor::player(10_000), shown("a")));
        assert!(
            waiting.note(run("form"), TestVisitor::player(9_999), shown("a")),
            "who is known needs no room"
        );
        let noted = waiting.take();
        assert_eq!(noted.len(), WAITING_MAX);
        assert_eq!(noted[&(run("form"), TestVisitor::player(1))], shown("a"));
        assert!(waiting.take().is_empty());
    }
}
