//! Bought rounds: whether the licence of whoever plays allows them, and what a round is wagered with.

use croupier_games::{PlayError, StakeLimits};

use super::controls;
use super::model::{RoundRequest, play_error};
use super::sessions::Session;
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::ApiResult;

/// Whether rounds may be bought in this game session: under the licence the player signed up with, or
/// the one that serves a demo's visitor.
pub fn is_allowed(app: &App, session: &Session, visitor: &Visitor) -> bool {
    session.rules.sells_rounds() && controls::licence(app, session, visitor).bonus_buy
}

/// What a round is wagered with, in subunits: its stake, or the price of a bought one.
pub fn wagered(
    app: &App,
    session: &Session,
    visitor: &Visitor,
    request: &RoundRequest,
    limits: StakeLimits,
) -> ApiResult<i64> {
    let game = &session.rules;
    let wagered = if !request.buy {
        game.stake_of(request.stake_cents, &request.bets, limits)
    } else if request.bets.is_empty() {
        game.price_of(request.stake_cents, limits, is_allowed(app, session, visitor))
    } else {
        Err(PlayError::BetCount { min: 0, max: 0 })
    };
    wagered.map_err(|error| play_error(&error))
}
