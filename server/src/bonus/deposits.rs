//! The bonus that comes with a deposit. It is written down in the commit that credits the deposit, and activated right
//! after.

use croupier_db::Statement;
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;

use super::coupon_store::{self, Coupon};
use super::coupons::is_for;
use super::issue::{Wanted, gift_number};
use super::offers::{Offer, Offers, Trigger};
use super::store;
use crate::app::App;
use crate::identity;
use crate::platform::error::ApiResult;
use crate::player;

/// A deposit that is about to be credited.
#[derive(Debug, Clone)]
pub struct Deposit {
    /// The payment.
    pub payment: String,
    /// Whose.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// In subunits.
    pub amount: i64,
    /// How many deposits of the player have succeeded before.
    pub earlier: i64,
}

/// What goes with the commit of a deposit; empty when it brings no bonus.
#[derive(Debug, Clone, Default)]
pub struct WithDeposit {
    /// Told with it.
    pub facts: Vec<Fact>,
    /// Run with it. When one of them misses its row, the deposit is looked at anew.
    pub statements: Vec<Statement>,
}

/// How many deposits of the player have succeeded, as far as their sums were brought up to date.
pub(super) async fn earlier_deposits(app: &App, player: PlayerId) -> ApiResult<i64> {
    Ok(app.wallet.stats(player).await?.iter().map(|stat| stat.deposits_count).sum())
}

/// The deposit offer that a code stands for, with the promo code that names it; `None` when there is none, or the player
/// has had it.
pub(super) async fn chosen<'a>(
    app: &App,
    offers: &'a Offers,
    player: PlayerId,
    code: &str,
) -> ApiResult<Option<(&'a Offer, Option<Coupon>)>> {
    let coupon = coupon_store::coupon(&app.db, code).await?.filter(|coupon| coupon.is_open(app.clock.now()));
    let offer = offers.find(coupon.as_ref().map_or(code, |coupon| &coupon.offer));
    let Some(offer) = offer.filter(|offer| offer.trigger == Trigger::Deposit) else { return Ok(None) };
    let once = source_of(offer, coupon.as_ref(), "");
    let had = !once.is_empty() && store::has_source(&app.db, player, &once).await?;
    Ok((!had).then_some((offer, coupon)))
}

/// What an award is made by: a promo code and the offer for a certain deposit count once, every other one by its payment.
fn source_of(offer: &Offer, coupon: Option<&Coupon>, payment: &str) -> String {
    match (coupon, offer.deposit_number) {
        (Some(coupon), _) => format!("coupon:{}", coupon.code),
        (None, Some(_)) => format!("offer:{}", offer.code),
        (None, None) if payment.is_empty() => String::new(),
        (None, None) => format!("deposit:{payment}"),
    }
}

/// The bonus that a deposit brings: that which the player has chosen, when the deposit fits.
pub async fn with_deposit(app: &App, deposit: &Deposit) -> ApiResult<WithDeposit> {
    let (player, currency, now) = (deposit.player, deposit.currency, app.clock.now());
    let profile = player::get(app, player).await?;
    let Some(code) = profile.deposit_bonus_code.filter(|_| profile.can_issue_bonuses) else {
        return Ok(WithDeposit::default());
    };
    let offers = app.bonuses.offers();
    let Some((offer, coupon)) = chosen(app, &offers, player, &code).await? else {
        return Ok(WithDeposit::default());
    };
    let fits = offer.is_for_deposit(deposit.earlier + 1)
        && offers.can_begin(offer, now)
        && is_for(app, player, currency, offer, coupon.as_ref()).await?
        && identity::stops_of(&app.db, player).await?.in_force(now, |_| true).is_none();
    if !fits {
        return Ok(WithDeposit::default());
    }
    let source = source_of(offer, coupon.as_ref(), &deposit.payment);
    let wanted =
        Wanted { player, currency, offer, source, deposit: deposit.amount, amount: None, activates: true };
    let gift = wanted.gift(gift_number(&app.db).await?, now);
    if gift.is_nothing() {
        return Ok(WithDeposit::default());
    }
    let mut statements = vec![player::use_deposit_bonus(player, &code, now)];
    statements.extend(coupon.iter().map(|coupon| coupon_store::use_coupon(&coupon.code, now)));
    statements.extend(gift.statements()?);
    Ok(WithDeposit { facts: gift.facts(&offers, &profile.locale, now)?, statements })
}
