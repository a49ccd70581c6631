//! What bonuses do with the log: they count what is wagered, what free spins have won, and what cashback is for.
//!
//! A bet counts for the award that was active at its place in the log. Which one that was, the facts of the same log tell:
//! an award counts from the fact that it became active to the fact that it ended, however late this reader is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use croupier_db::log::{LogRow, TransferRow};
use croupier_db::{Result, Tx};
use croupier_ledger::{Played, PlayedKind, PlayerId, RoundStatus, StopReason};
use croupier_promo::{BonusStage, Terms};
use serde::Deserialize;

use super::cashback;
use super::due;
use super::model::{BONUS_CHANGED, Due};
use super::progress_store::{self, Counted, FreeSum};
use crate::app::App;
use crate::identity::published_stop;
use crate::platform::readers::{After, Reader};

/// The name under which the reader keeps its place.
pub(super) const PROGRESS: &str = "bonus_progress";

/// The reader under its name. What becomes due by it is done right after its commit.
pub fn progress(app: Arc<App>) -> Reader {
    Reader::new(PROGRESS, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            if !read(&app, tx, rows).await? {
                return Ok(After::nothing());
            }
            Ok(After::then(async move {
                if let Err(error) = due::carry_out(&app).await {
                    tracing::warn!(?error, "what is due of bonuses has to wait");
                }
            }))
        })
    })
}

/// The parts of the fact of a bonus that matter here.
#[derive(Deserialize)]
struct Changed {
    id: String,
    stage: BonusStage,
    currency: String,
}

/// Awards that count, by player and currency.
type Active = BTreeMap<(PlayerId, String), Counted>;

async fn read(app: &App, tx: &mut Tx, rows: &[LogRow]) -> Result<bool> {
    let players: BTreeSet<PlayerId> = rows.iter().filter(|row| matters(row)).map(LogRow::player).collect();
    if players.is_empty() {
        return Ok(false);
    }
    let players: Vec<_> = players.into_iter().collect();
    cashback::count(app, tx, rows).await?;
    let mut active: Active = Active::new();
    for counted in progress_store::counted(tx, &players).await? {
        active.insert((counted.player, counted.currency.clone()), counted);
    }
    let mut free: BTreeMap<i64, FreeSum> = BTreeMap::new();
    let mut is_due = false;
    for row in rows {
        match row {
            LogRow::Transfer(row) => is_due |= transfer(app, &mut active, &mut free, row),
            LogRow::Event { kind, body, .. } if kind == BONUS_CHANGED => {
                is_due |= changed(tx, &mut active, row, body).await?;
            }
            LogRow::Event { kind, player, .. } if kind == "player.email_confirmed" => {
                progress_store::note_newly_confirmed(tx, *player).await?;
                is_due = true;
            }
            LogRow::Event { .. } => {
                let due = match published_stop(row) {
                    Some((player, StopReason::Exclusion | StopReason::Register)) => {
                        Some((player, Due::Excluded))
                    }
                    Some((player, StopReason::Closed)) => Some((player, Due::Closed)),
                    _ => None,
                };
                if let Some((player, due)) = due {
                    progress_store::end_all(tx, player, due).await?;
                    is_due = true;
                }
            }
        }
    }
    let changed = active.values().filter(|counted| counted.is_changed);
    progress_store::put_counted(tx, changed.map(|counted| (counted, None))).await?;
    is_due |= free.values().any(|sum| sum.ended > 0);
    progress_store::add_won(tx, free).await?;
    Ok(is_due)
}

fn matters(row: &LogRow) -> bool {
    match row {
        LogRow::Transfer(row) => row.transfer.round.is_some(),
        LogRow::Event { kind, .. } => {
            kind == BONUS_CHANGED || kind == "player.email_confirmed" || kind == "player.stopped"
        }
    }
}

/// Brings what counts to what a fact says of a bonus.
async fn changed(tx: &mut Tx, active: &mut Active, row: &LogRow, body: &str) -> Result<bool> {
    let Ok(changed) = serde_json::from_str::<Changed>(body) else { return Ok(false) };
    let Ok(id) = changed.id.parse::<i64>() else { return Ok(false) };
    let key = (row.player(), changed.currency);
    if changed.stage == BonusStage::HandleBets {
        progress_store::begin_counting(tx, id, row.lsn().0).await?;
        if let Some(counted) = progress_store::counted_one(tx, id).await? {
            active.insert(key, counted);
        }
        return Ok(false);
    }
    let is_over = !changed.stage.is_current();
    let is_counted = active.get(&key).is_some_and(|counted| counted.id == id);
    if is_over
        && is_counted
        && let Some(counted) = active.remove(&key)
    {
        progress_store::put_counted(tx, std::iter::once((&counted, Some(row.lsn().0)))).await?;
    }
    // A fresh one may have to be activated.
    Ok(changed.stage == BonusStage::Issued)
}

/// Counts a row of money; whether something has become due by it.
fn transfer(app: &App, active: &mut Active, free: &mut BTreeMap<i64, FreeSum>, row: &TransferRow) -> bool {
    let Some(played) = row.transfer.played() else { return false };
    if let Some(grant) = played.grant {
        count_free(free.entry(grant).or_default(), row, &played);
    }
    let Some(counted) = active.get_mut(&(row.player, row.currency.clone())) else { return false };
    let stake = played.real + played.bonus;
    match played.kind {
        PlayedKind::Bet if stake > 0 => {
            counted.wagered = counted.wagered.with(stake, percent(app, &counted.terms, played.game));
        }
        PlayedKind::BetRollback if row.transfer.reverses.is_some_and(|leg| leg.0 >= counted.from) => {
            counted.wagered = counted.wagered.without(stake, percent(app, &counted.terms, played.game));
        }
        _ => {}
    }
    counted.is_changed = true;
    counted.is_empty = counted.terms.is_lost(row.transfer.cash_after, row.transfer.bonus_after);
    counted.is_due()
}

fn count_free(sum: &mut FreeSum, row: &TransferRow, played: &Played) {
    match played.kind {
        PlayedKind::Win => sum.won += row.transfer.amount,
        PlayedKind::WinRollback => sum.won -= row.transfer.amount,
        _ => {}
    }
    sum.ended += i64::from(played.ends == Some(RoundStatus::Closed));
}

/// What of a stake on a game counts. A game that has left the catalogue counts as any other.
fn percent(app: &App, terms: &Terms, game: i64) -> i64 {
    match app.catalogue.game_by_id(game) {
        Some(game) => terms.contribution(&game.identifier, &game.categories),
        None => terms.contribution("", &[]),
    }
}
