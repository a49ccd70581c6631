//! Wins of partners' rounds that everybody is told of, by the rule of built-in games.
//!
//! A round is told of once: by the call that brings its sum over the bar. A partner says what it has won after it has said
//! what was staked, and not always that it has ended, so the end of a round is nothing to wait for.

use croupier_db::log;
use croupier_ledger::Receipt;

use super::PartnerSession;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::platform::masking::mask;
use crate::play::rounds::{is_public_win, public_win};
use crate::player;

/// Shown where a player has no nickname.
const NAMELESS: &str = "Player";

/// Tells everybody of the round of a call that was carried out and has won `won`, where that makes it worth telling. The
/// money has moved by then: what cannot be told is only logged.
pub(super) async fn announce(app: &App, session: &PartnerSession, won: i64, receipts: &[&Receipt]) {
    let Some(round) = receipts.iter().rev().find_map(|receipt| receipt.round.as_ref()) else { return };
    let is_public = |win| is_public_win(round.stake, win, session.currency);
    if won > 0
        && is_public(round.win)
        && !is_public(round.win.saturating_sub(won))
        && let Err(error) = tell(app, session, round.win).await
    {
        tracing::warn!(?error, round = round.id, "a win at a partner cannot be told");
    }
}

async fn tell(app: &App, session: &PartnerSession, win: i64) -> ApiResult<()> {
    let Some(game) = app.catalogue.game_by_id(session.game_id) else { return Ok(()) };
    let winner = player::get(app, session.player).await?;
    let (name, now) = (mask(winner.nickname.as_deref().unwrap_or(NAMELESS)), app.clock.now());
    let fact = public_win(&game, &name, (win, session.currency), now);
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, session.player, now, &[fact]).await?;
    Ok(tx.commit().await?)
}
