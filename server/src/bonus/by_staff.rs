//! Gifts that members of staff give and end in the back office.

use croupier_db::{Error, Statement, log};
use croupier_ledger::{Fact, PlayerId, Refusal};
use croupier_money::Currency;
use serde_json::json;
use uuid::Uuid;

use super::issue::{Issued, Uses, Wanted, issue as issue_gift};
use super::offers::{Offer, Offers, Trigger};
use super::staff::{ENDED, ISSUED};
use super::staff_gift_store::{self, Bounds, StaffGift};
use super::{due, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;
use crate::staff::Actor;

/// How many times as much as to one player a member may give to everybody within a day.
pub const TO_EVERYBODY: i64 = 10;

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
    /// Who gives it.
    pub member: Uuid,
    /// What it can cost, in euro cents; see [`GiftByStaff::worth`].
    pub euro_cents: i64,
    /// Why.
    pub reason: &'a str,
}

impl GiftByStaff<'_> {
    /// The bonus, in subunits; `None` of free spins alone.
    fn bonus(&self) -> Option<i64> {
        self.offer.kind?;
        self.amount.or_else(|| Some(self.offer.amounts.get(&self.currency)?.amount))
    }

    /// What tells it from another gift under the same reference.
    fn fingerprint(&self) -> String {
        let said = json!([self.player, self.currency.code(), self.offer.code, self.amount, self.reason]);
        said.to_string()
    }

    /// What it can cost, in subunits of its wallet, before anything is wagered: the bonus and the stakes of the spins.
    pub fn worth(&self) -> i64 {
        let bonus = self.bonus().unwrap_or(0);
        let spins = self.offer.freespins.as_ref();
        let stakes =
            spins.and_then(|spins| Some(spins.stakes.get(&self.currency)?.saturating_mul(spins.count)));
        bonus.saturating_add(stakes.unwrap_or(0))
    }
}

/// The refusal of a gift that is more than one member may give.
pub fn too_large() -> ApiError {
    let message = "This is more than one member alone gives, or more than may be given within a day.";
    ApiError::conflict("gift_too_large", message)
}

/// The offers that staff gives at `now`; those of hidden groups could not be activated.
pub fn offers(offers: &Offers, now: i64) -> impl Iterator<Item = &Offer> {
    offers.all().filter(move |offer| offer.trigger == Trigger::Staff && offers.can_begin(offer, now))
}

/// Issues a gift, which its player activates, together with its fact; once for its reference. `may` has to hit its row, which
/// is the member's. What was given within a day bounds it: `most` euro cents to a player, [`TO_EVERYBODY`] times that by a
/// member.
pub async fn issue(
    app: &App,
    gift: &GiftByStaff<'_>,
    by: &Actor,
    may: Statement,
    most: i64,
) -> ApiResult<()> {
    let fingerprint = gift.fingerprint();
    let at = app.clock.now();
    let kept = StaffGift {
        reference: gift.reference,
        fingerprint: &fingerprint,
        member: gift.member,
        player: gift.player,
        worth: gift.euro_cents,
        at,
    };
    let by_member = most.saturating_mul(TO_EVERYBODY);
    let bounds = Bounds { since: at - DAY_MS, to_player: most, by_member };
    let wanted = Wanted {
        player: gift.player,
        currency: gift.currency,
        offer: gift.offer,
        source: format!("staff:{}", gift.reference),
        deposit: 0,
        amount: gift.amount,
        activates: false,
    };
    let reported = json!({
        "offer": gift.offer.code,
        "currency": gift.currency.code(),
        "amount_cents": gift.bonus(),
        "freespins": gift.offer.freespins.as_ref().map(|spins| spins.count),
        "reason": gift.reason,
    });
    let fact = Fact { kind: ISSUED, body: by.signing(reported).to_string() };
    let statements = vec![may, staff_gift_store::keep(&kept, bounds)];
    match issue_gift(app, &wanted, &Uses { statements, facts: vec![fact] }).await? {
        Issued::Done(_) => Ok(()),
        Issued::Already => match staff_gift_store::fingerprint(&app.db, gift.reference).await? {
            Some(asked) if asked != fingerprint => Err(Refusal::KeyConflict.into()),
            _ => Ok(()),
        },
        Issued::UsedUp if staff_gift_store::is_too_much(&app.db, &kept, bounds).await? => Err(too_large()),
        Issued::Stopped(_) => {
            Err(ApiError::conflict("player_stopped", "The player is stopped and gets no gifts."))
        }
        Issued::UsedUp => Err(ApiError::role_forbids()),
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
    app.db.notify_all();
    Ok(true)
}
