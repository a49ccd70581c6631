//! Bought rounds: whether the licence of whoever plays allows them, and what a round is wagered with.

use croupier_games::{Game, PlayError, StakeLimits};

use super::model::{RoundRequest, play_error};
use super::sessions::Session;
use crate::app::App;
use crate::auth::Visitor;
use crate::error::ApiResult;
use crate::player;

/// Whether rounds of `game` may be bought in this game session: under the licence the player signed up with, or
/// the one that serves a demo's visitor.
pub async fn is_allowed(app: &App, session: &Session, visitor: &Visitor, game: &Game) -> ApiResult<bool> {
    if !game.sells_rounds() {
        return Ok(false);
    }
    let licences = &app.house.licences;
    Ok(match &session.player {
        Some(player) => licences.named(&player::get(app, player.id).await?.licence).bonus_buy,
        None => licences.serving(visitor.country()).bonus_buy,
    })
}

/// What a round is wagered with, in subunits: its stake, or the price of a bought one.
pub async fn wagered(
    app: &App,
    session: &Session,
    visitor: &Visitor,
    game: &Game,
    request: &RoundRequest,
    limits: StakeLimits,
) -> ApiResult<i64> {
    let wagered = if !request.buy {
        game.stake_of(request.stake_cents, &request.bets, limits)
    } else if request.bets.is_empty() {
        let allowed = is_allowed(app, session, visitor, game).await?;
        game.price_of(request.stake_cents, limits, allowed)
    } else {
        Err(PlayError::BetCount { min: 0, max: 0 })
    };
    wagered.map_err(|error| play_error(&error))
}
