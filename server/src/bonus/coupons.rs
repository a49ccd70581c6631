//! Coupons and promo codes.

use croupier_db::Statement;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use croupier_promo::Kind;

use super::coupon_store::{self, Coupon};
use super::issue::{Issued, Uses, Wanted, issue};
use super::offers::{Offer, Trigger};
use super::store;
use super::view::{CouponAnswer, CouponStatus};
use super::{additional, audience};
use crate::app::App;
use crate::auth::Visitor;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::player;

/// The longest code.
const CODE_MAX: usize = 64;

/// Where a code is typed: the codes of free bets are those of the sports pages, and all others those of the casino.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Area {
    Casino,
    Sport,
}

impl Area {
    fn has(self, offer: &Offer) -> bool {
        offer.trigger != Trigger::Deposit && (self == Self::Sport) == (offer.kind == Some(Kind::Freebet))
    }
}

/// A code as it was typed, without spaces around it; 422 when it cannot be one.
pub(super) fn typed<'a>(field: &str, code: &'a str) -> ApiResult<&'a str> {
    let code = code.trim();
    let field_name = field.to_uppercase();
    if code.is_empty() {
        let rule = format!("VALIDATION.{field_name}.REQUIRED");
        return Err(ApiError::field(field, &rule, "Please enter a code."));
    }
    if code.chars().count() > CODE_MAX || code.chars().any(char::is_control) {
        let rule = format!("VALIDATION.{field_name}.INVALID");
        return Err(ApiError::field(field, &rule, "This is no code."));
    }
    Ok(code)
}

/// Counts a try at a code: a player and an address have so many. It is counted before the code is looked up, so that a
/// hundred at once are no more than one after the other.
pub(super) fn count_try(app: &App, player: PlayerId, visitor: &Visitor) -> ApiResult<()> {
    app.limits.wrong_codes.take(LimitKey::player(player))?;
    app.limits.wrong_codes_of_address.take(visitor.limit_key())
}

/// Takes a try back that was at a code which is theirs to use, or that no answer came to.
pub(super) fn forgive_try(app: &App, player: PlayerId, visitor: &Visitor) {
    app.limits.wrong_codes.give_back(LimitKey::player(player));
    app.limits.wrong_codes_of_address.give_back(visitor.limit_key());
}

/// Redeems a coupon of `area`, typed into `field`, for the player's active wallet.
pub(super) async fn redeem(
    app: &App,
    player: PlayerId,
    visitor: &Visitor,
    field: &str,
    code: &str,
    area: Area,
) -> ApiResult<CouponAnswer> {
    let code = typed(field, code)?;
    count_try(app, player, visitor)?;
    let answer = redeemed(app, player, code, area).await;
    // That a code exists which is not theirs is worth a try too.
    let is_forgiven = match &answer {
        Ok(answer) => matches!(answer.status, CouponStatus::Activated | CouponStatus::AlreadyUsed),
        Err(error) => error.status().is_server_error(),
    };
    if is_forgiven {
        forgive_try(app, player, visitor);
    }
    answer
}

const fn only(status: CouponStatus) -> CouponAnswer {
    CouponAnswer { status, bonus: None, freespins: None }
}

async fn redeemed(app: &App, player: PlayerId, code: &str, area: Area) -> ApiResult<CouponAnswer> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let coupon = coupon_store::coupon(&app.db, code).await?;
    let named = coupon.as_ref().map(|coupon| coupon.offer.as_str());
    let offer = match named {
        Some(offer) => offers.find(offer),
        None => offers.standing_coupon(code),
    };
    // A code whose time is still to come has not expired: whoever is early may come again.
    let is_early = coupon.as_ref().is_some_and(|coupon| now < coupon.valid_from);
    let Some(offer) = offer.filter(|offer| area.has(offer) && !is_early) else {
        return Ok(only(CouponStatus::NotFound));
    };
    let source = format!("coupon:{code}");
    if store::has_source(&app.db, player, &source).await? {
        return Ok(only(CouponStatus::AlreadyUsed));
    }
    if coupon.as_ref().is_some_and(|coupon| !coupon.is_open(now)) {
        return Ok(only(CouponStatus::Expired));
    }
    let profile = player::get(app, player).await?;
    let is_for = is_for(app, player, profile.currency, offer, coupon.as_ref()).await?;
    if !is_for || !offers.can_begin(offer, now) {
        return Ok(only(CouponStatus::Restricted));
    }
    let uses: Vec<Statement> =
        coupon.iter().map(|coupon| coupon_store::use_coupon(&coupon.code, now)).collect();
    let currency = profile.currency;
    let wanted = Wanted { player, currency, offer, source, deposit: 0, amount: None, activates: false };
    Ok(match issue(app, &wanted, &Uses { statements: uses, ..Uses::default() }).await? {
        Issued::Done(gift) => CouponAnswer {
            status: CouponStatus::Activated,
            bonus: gift.award.map(|award| award.view(&offers, &profile.locale, now)),
            freespins: gift.grant.map(|grant| grant.view(&offers, &profile.locale, now)),
        },
        Issued::Already => only(CouponStatus::AlreadyUsed),
        Issued::UsedUp => only(CouponStatus::Expired),
        Issued::Stopped(_) | Issued::InBrowser | Issued::Nothing => only(CouponStatus::Restricted),
    })
}

/// Whether a code is for this player: the offer is made in the currency, the player is of its audience, and in a group of the
/// coupon. Nothing is for who has still to tell where they live: country, licence and wallet are those of the visit until then.
pub(super) async fn is_for(
    app: &App,
    player: PlayerId,
    currency: Currency,
    offer: &Offer,
    coupon: Option<&Coupon>,
) -> ApiResult<bool> {
    if identity::awaits_country(app, player).await? == Some(true)
        || !additional::may_have(app, player, &offer.code).await?
        || !audience::is_for_player(app, player, offer).await?
    {
        return Ok(false);
    }
    let Some(coupon) = coupon.filter(|coupon| !coupon.groups.is_empty()) else {
        return Ok(offer.is_in(currency));
    };
    let groups = player::groups_of(app, player).await?;
    Ok(offer.is_in(currency) && coupon.groups.iter().any(|group| groups.contains(group)))
}
