//! Limits on sessions: how long their player plays for money.
//!
//! Play time is the time between rounds that follow each other within [`PAUSE_MS`], as the log has them; a longer pause
//! counts nothing. A reader of the log keeps the sum of each window, so that it can be counted again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx, log};
use croupier_ledger::{PlayerId, TransferKind};

use super::store::{self, LimitRow};
use super::view::{LimitAccount, window_end};
use crate::app::App;
use crate::identity;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};

/// Rounds further apart than this, in milliseconds, belong to different stretches of play.
const PAUSE_MS: i64 = 5 * 60_000;

const MINUTE_MS: i64 = 60_000;

/// For how long a look into the store counts, in milliseconds.
const LEASE_MS: i64 = 5_000;

/// Players remembered at most.
const REMEMBERED_MAX: usize = 100_000;

/// Players in one question to the store.
const AT_ONCE: usize = 100;

/// What this server knows of limits on sessions, so that not every round asks the store.
#[derive(Debug, Default)]
pub struct SessionLimits {
    known: Mutex<HashMap<PlayerId, CachedLimit>>,
}

/// A look into the store.
#[derive(Debug, Clone, Copy)]
struct CachedLimit {
    looked_at: i64,
    /// When the limit that is reached counts anew, UTC milliseconds.
    reached_until: Option<i64>,
}

impl SessionLimits {
    fn recent(&self, player: PlayerId, now: i64) -> Option<CachedLimit> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&player).filter(|look| (0..LEASE_MS).contains(&(now - look.looked_at))).copied()
    }

    fn note(&self, player: PlayerId, reached_until: Option<i64>, now: i64) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.insert(player, CachedLimit { looked_at: now, reached_until });
    }
}

/// Refuses a round of a player whose play time is used up, and signs the player out.
pub async fn refuse_over(app: &App, player: PlayerId) -> ApiResult<()> {
    let now = app.clock.now();
    let reached_until = if let Some(known) = app.session_limits.recent(player, now) {
        known.reached_until
    } else {
        let limits = store::session_limits(&app.db, player).await?;
        let until = limits.iter().filter_map(|limit| reached_until(limit, now)).max();
        app.session_limits.note(player, until, now);
        until
    };
    let Some(until) = reached_until else { return Ok(()) };
    sign_out(app, player, now).await?;
    let refusal =
        ApiError::forbidden("session_limit_reached", "You have used up the play time that you have set.");
    Err(refusal.until(rfc3339(until)))
}

/// Ends the player's sessions, and with them games and sockets on every server.
async fn sign_out(app: &App, player: PlayerId, now: i64) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let facts = identity::end_sessions(&mut tx, player).await?;
    log::append(&app.db, &mut tx, player, now, &facts).await?;
    Ok(tx.commit().await?)
}

/// The play time of the window that `now` lies in, in milliseconds, and the end of that window.
fn counted(limit: &LimitRow, now: i64) -> (i64, i64) {
    match limit.window_until {
        Some(until) if now < until => (limit.played_ms, until),
        _ => (0, window_end(limit.period, limit.created_at, now)),
    }
}

fn reached_until(limit: &LimitRow, now: i64) -> Option<i64> {
    let (played_ms, until) = counted(limit, now);
    limit.minutes.filter(|minutes| played_ms >= minutes.saturating_mul(MINUTE_MS)).map(|_| until)
}

/// What a limit on sessions has counted; `None` for any other.
pub(super) fn account(limit: &LimitRow, now: i64) -> Option<LimitAccount> {
    let (played_ms, until) = counted(limit, now);
    limit.minutes.map(|minutes| LimitAccount {
        currency: None,
        amount_cents: None,
        current_value_amount_cents: None,
        amount_minutes: Some(minutes),
        current_value_minutes: Some(played_ms / MINUTE_MS),
        resets_at: rfc3339(until),
    })
}

/// Counts the rounds of `rows` as play time.
pub(super) async fn count(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let mut rounds: BTreeMap<PlayerId, Vec<i64>> = BTreeMap::new();
    for row in rows {
        if let LogRow::Transfer(row) = row
            && matches!(row.transfer.kind, TransferKind::Bet | TransferKind::Settle)
        {
            rounds.entry(row.player).or_default().push(row.transfer.at);
        }
    }
    let players: Vec<_> = rounds.keys().copied().collect();
    for players in players.chunks(AT_ONCE) {
        for mut limit in store::session_limits_in(tx, players).await? {
            for at in rounds.get(&limit.player).into_iter().flatten() {
                play(&mut limit, *at);
            }
            store::put_played(tx, &limit).await?;
        }
    }
    Ok(())
}

/// Counts a round at `at` (UTC milliseconds).
fn play(limit: &mut LimitRow, at: i64) {
    if at < limit.created_at {
        return;
    }
    if limit.window_until.is_none_or(|until| at >= until) {
        limit.window_until = Some(window_end(limit.period, limit.created_at, at));
        limit.played_ms = 0;
    }
    let pause = at - limit.last_round.unwrap_or(at);
    if (0..=PAUSE_MS).contains(&pause) {
        limit.played_ms += pause;
    }
    // A clock that was set back does not make the next pause longer.
    limit.last_round = Some(at);
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::super::model::{LimitType, Period};
    use super::*;
    use crate::platform::calendar::DAY_MS;

    fn limit(minutes: i64) -> LimitRow {
        LimitRow {
            id: Uuid::nil(),
            player: 1,
            kind: LimitType::Session,
            period: Period::Day,
            created_at: 0,
            active_until: None,
            minutes: Some(minutes),
            played_ms: 0,
            window_until: None,
            last_round: None,
        }
    }

    #[test]
    fn rounds_close_together_count_and_pauses_do_not() {
        let mut limit = limit(10);
        for minute in [1, 3, 5, 20, 22, 22] {
            play(&mut limit, minute * MINUTE_MS);
        }
        assert_eq!(counted(&limit, 23 * MINUTE_MS), (6 * MINUTE_MS, DAY_MS));
        assert_eq!(reached_until(&limit, 23 * MINUTE_MS), None);
        play(&mut limit, 27 * MINUTE_MS);
        assert_eq!(reached_until(&limit, 27 * MINUTE_MS), Some(DAY_MS));
        assert_eq!(reached_until(&limit, DAY_MS), None, "the next window counts anew");
    }

    #[test]
    fn a_clock_that_was_set_back_counts_nothing() {
        let mut limit = limit(1);
        for at in [4 * MINUTE_MS, 0, MINUTE_MS / 2] {
            play(&mut limit, at);
        }
        assert_eq!(limit.played_ms, MINUTE_MS / 2);
    }

    #[test]
    fn a_look_counts_for_a_while() {
        let limits = SessionLimits::default();
        assert!(limits.recent(1, 0).is_none());
        limits.note(1, Some(9), 0);
        assert_eq!(limits.recent(1, LEASE_MS - 1).unwrap().reached_until, Some(9));
        assert!(limits.recent(1, LEASE_MS).is_none());
        assert!(limits.recent(2, 0).is_none());
    }
}
