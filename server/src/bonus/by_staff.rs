//! Gifts that members of staff give and end in the back office.

use croupier_db::{Error, Statement, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde_json::json;

use super::issue::{Issued, Uses, Wanted, issue as issue_gift};
use super::offers::{Offer, Offers, Trigger};
use super::staff::{ENDED, ISSUED};
use super::{due, store};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::rules::Rule;
use crate::staff::Actor;

/// How often an end is tried when others write to the same lane.
const TRIES: u32 = 5;

/// A gift that a member gives.
#[derive(Debug, Clone)]
pub struct GiftByStaff<'a> {
    /// To whom.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// One of [`offers`].
    pub offer: &'a Offer,
    /// In subunits; what the offer says when absent.
    pub amount: Option<i64>,
    /// Names the decision: the same one gives once.
    pub reference: &'a str,
    /// Why.
    pub reason: &'a str,
}

impl GiftByStaff<'_> {
    /// What it can cost, in subunits of its wallet, before anything is wagered: the bonus and the stakes of the spins.
    pub fn worth(&self) -> i64 {
        let bonus = self.amount.or_else(|| Some(self.offer.amounts.get(&self.currency)?.amount)).unwrap_or(0);
        let spins = self.offer.freespins.as_ref();
        let stakes =
            spins.and_then(|spins| Some(spins.stakes.get(&self.currency)?.saturating_mul(spins.count)));
        bonus.saturating_add(stakes.unwrap_or(0))
    }
}

/// The offers that staff gives; those of hidden groups could not be activated.
pub fn offers(offers: &Offers) -> impl Iterator<Item = &Offer> {
    offers.all().filter(|offer| offer.trigger == Trigger::Staff && !offers.is_disabled(&offer.group_key))
}

/// Issues a gift, which its player activates, together with its fact; once for its reference. `may` has to hit its row.
pub async fn issue(app: &App, gift: &GiftByStaff<'_>, by: &Actor, may: Statement) -> ApiResult<()> {
    let wanted = Wanted {
        player: gift.player,
        currency: gift.currency,
        offer: gift.offer,
        source: format!("staff:{}", gift.reference),
        deposit: 0,
        amount: gift.amount,
        activates: false,
    };
    let told = json!({
        "offer": gift.offer.code,
        "currency": gift.currency.code(),
        "amount_cents": gift.amount,
        "reason": gift.reason,
    });
    let fact = Fact { kind: ISSUED, body: by.signing(told).to_string() };
    match issue_gift(app, &wanted, &Uses { statements: vec![may], facts: vec![fact] }).await? {
        Issued::Done(_) | Issued::Already => Ok(()),
        Issued::Stopped(_) => {
            Err(ApiError::conflict("player_stopped", "The player is stopped and gets no gifts."))
        }
        Issued::UsedUp => Err(ApiError::forbidden("forbidden", "Your role does not allow this.")),
        Issued::Nothing | Issued::InBrowser => Err(ApiError::fields(vec![Rule::NotAllowed.on("currency")])),
    }
}

/// Ends a gift of the player, together with its fact; `may` has to hit its row. With an open round it ends once that is over.
pub async fn cancel(
    app: &App,
    (player, id): (PlayerId, i64),
    reason: &str,
    by: &Actor,
    may: &Statement,
) -> ApiResult<()> {
    if store::owner(&app.db, id).await? != Some(player) {
        return Err(ApiError::not_found());
    }
    let body = by.signing(json!({ "ends": id.to_string(), "reason": reason })).to_string();
    let fact = Fact { kind: ENDED, body };
    let mut tries = 0;
    loop {
        match try_cancel(app, player, id, &fact, may).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            Ok(true) => break,
            Ok(false) => {
                return Err(ApiError::conflict("gift_ended", "This gift has ended, or is about to."));
            }
            Err(other) => return Err(other.into()),
        }
    }
    // What cannot end yet, the worker ends later.
    if let Err(error) = due::end_now(app, player, id).await {
        tracing::debug!(gift = id, ?error, "a gift that staff ends has to wait");
    }
    Ok(())
}

async fn try_cancel(
    app: &App,
    player: PlayerId,
    id: i64,
    fact: &Fact,
    may: &Statement,
) -> croupier_db::Result<bool> {
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, player, app.clock.now(), std::slice::from_ref(fact)).await?;
    if !store::run(&mut tx, may.clone()).await? || !store::end_by_staff(&mut tx, id).await? {
        return Ok(false);
    }
    tx.commit().await?;
    app.db.ring();
    Ok(true)
}
