//! What a player wants: the bonus of the next deposit, and bonuses at all.

use croupier_ledger::PlayerId;

use super::coupons::{count_try, forgive_try, is_for, typed};
use super::deposits::{chosen, earlier_deposits};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

const FIELD: &str = "deposit_bonus_code";

/// Chooses the bonus of the next deposit by the code of an offer or a promo code.
pub(super) async fn choose(app: &App, player: PlayerId, visitor: &Visitor, code: &str) -> ApiResult<()> {
    let code = typed(FIELD, code)?;
    count_try(app, player, visitor)?;
    let found = fits_next_deposit(app, player, code).await;
    if found.as_ref().err().is_none_or(|error| error.status().is_server_error()) {
        forgive_try(app, player, visitor);
    }
    found?;
    player::choose_deposit_bonus(&app.db, player, Some(code)).await
}

/// Refuses a code that brings no bonus for the next deposit.
async fn fits_next_deposit(app: &App, player: PlayerId, code: &str) -> ApiResult<()> {
    let offers = app.bonuses.offers();
    let unknown =
        || ApiError::field(FIELD, "deposit_bonus_code_invalid", "There is no bonus with this code.");
    let Some((offer, coupon)) = chosen(app, &offers, player, code).await? else {
        return Err(unknown());
    };
    let currency = player::get(app, player).await?.currency;
    let number = earlier_deposits(app, player).await? + 1;
    let fits = offer.is_for_deposit(number)
        && offers.can_begin(offer, app.clock.now())
        && is_for(app, player, currency, offer, coupon.as_ref()).await?;
    if !fits {
        let message = "This bonus is not for your next deposit.";
        return Err(ApiError::field(FIELD, "deposit_bonus_code_restricted", message));
    }
    Ok(())
}

/// Chooses none.
pub(super) async fn clear_choice(app: &App, player: PlayerId) -> ApiResult<()> {
    player::choose_deposit_bonus(&app.db, player, None).await
}

/// Switches bonuses on or off.
pub(super) async fn switch(app: &App, player: PlayerId, can_issue: bool) -> ApiResult<()> {
    player::switch_bonuses(&app.db, player, can_issue).await
}
