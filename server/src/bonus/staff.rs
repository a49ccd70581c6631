//! What staff does beside the running server: looks at gifts, gives and ends them, and makes coupons. The server does the
//! rest within a second.

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde_json::json;

use super::coupon_store::{self, Coupon};
use super::issue::Wanted;
use super::offers::{Offers, Trigger};
use super::view::{BonusView, FreespinsView};
use super::{grant_store, store};
use crate::identity;
use crate::staff::NO_PLAYER;

/// The fact that staff has given a gift; it names who and why.
pub(super) const ISSUED: &str = "bonus.issued_by_staff";

/// The fact that staff ends a gift.
pub(super) const ENDED: &str = "bonus.ended_by_staff";

/// The counter of awards and grants.
const COUNTER: &str = "gift";

/// The language in which staff reads gifts.
const LOCALE: &str = "en";

/// The gifts of a player as they are at `now` (UTC milliseconds), the newest first.
pub async fn gifts_of(
    db: &Db,
    offers: &Offers,
    player: PlayerId,
    now: i64,
) -> Result<(Vec<BonusView>, Vec<FreespinsView>)> {
    let awards = store::awards_of(db, player).await?;
    let grants = grant_store::grants_of(db, player).await?;
    Ok((
        awards.iter().map(|award| award.view(offers, LOCALE, now)).collect(),
        grants.iter().map(|grant| grant.view(offers, LOCALE, now)).collect(),
    ))
}

/// What staff gives.
#[derive(Debug, Clone)]
pub struct StaffGift<'a> {
    /// To whom.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The code of the offer.
    pub offer: &'a str,
    /// In subunits, when the offer does not say.
    pub amount: Option<i64>,
    /// Names the decision: the same one gives once.
    pub reference: &'a str,
    /// Who gives.
    pub by: &'a str,
    /// Why.
    pub why: &'a str,
}

/// What became of a gift of staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// It was issued.
    Done,
    /// This decision has given before.
    Already,
    /// The player is stopped, and gets no gifts.
    Stopped,
}

/// Issues a gift; its player activates it. The fact names who has given it and why.
pub async fn give(db: &Db, offers: &Offers, gift: &StaffGift<'_>, now: i64) -> Result<Given> {
    let offer = offers.find(gift.offer).with_context(|| format!("there is no offer {:?}", gift.offer))?;
    ensure!(offer.trigger != Trigger::Deposit, "a deposit bonus comes with a deposit");
    ensure!(gift.amount.is_none_or(|amount| amount > 0), "the amount has to be above zero");
    ensure!(!gift.by.is_empty() && !gift.why.is_empty(), "who gives and why has to be named");
    let wanted = Wanted {
        player: gift.player,
        currency: gift.currency,
        offer,
        source: format!("staff:{}", gift.reference),
        deposit: 0,
        amount: gift.amount,
        activates: false,
    };
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, gift.player).await?;
    if identity::stops_in(&mut tx, gift.player).await?.in_force(now, |_| true).is_some() {
        return Ok(Given::Stopped);
    }
    let made = wanted.gift(log::take_numbers(&mut tx, COUNTER, 2).await?, now);
    ensure!(!made.is_nothing(), "the offer is not made in {}", gift.currency);
    for statement in made.statements()? {
        if !store::run(&mut tx, statement).await? {
            return Ok(Given::Already);
        }
    }
    let mut facts = made.facts(offers, LOCALE, now)?;
    let reported = json!({ "offer": gift.offer, "by": gift.by, "why": gift.why });
    facts.push(Fact { kind: ISSUED, body: reported.to_string() });
    log::append(db, &mut tx, gift.player, now, &facts).await?;
    tx.commit().await?;
    Ok(Given::Done)
}

/// Lets the server end the gift `id`; `false` when it has ended. The fact names who ends it and why.
pub async fn end(db: &Db, id: i64, by: &str, why: &str, now: i64) -> Result<bool> {
    ensure!(!by.is_empty() && !why.is_empty(), "who ends it and why has to be named");
    let Some(player) = store::owner(db, id).await? else { return Ok(false) };
    let mut tx = db.begin().await?;
    let fact =
        Fact { kind: ENDED, body: json!({ "ends": id.to_string(), "by": by, "why": why }).to_string() };
    log::append(db, &mut tx, player, now, &[fact]).await?;
    if !store::end_by_staff(&mut tx, id).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// A coupon that staff makes.
#[derive(Debug, Clone)]
pub struct NewCoupon {
    /// What players type.
    pub code: String,
    /// The code of the offer.
    pub offer: String,
    /// From when on it can be used, UTC milliseconds.
    pub valid_from: i64,
    /// Until when.
    pub valid_until: i64,
    /// How many players may use it.
    pub uses_max: Option<i64>,
    /// Members of one of these groups may use it; everybody when there is none.
    pub groups: Vec<i64>,
}

impl NewCoupon {
    /// The coupon as it is once `by` has made it at `now`. It can be used from then on at the earliest: what its code has
    /// brought before came from an offer that had the code.
    pub(super) fn made(self, by: &str, why: Option<&str>, now: i64) -> Coupon {
        let Self { code, offer, valid_from, valid_until, uses_max, groups } = self;
        let (made_by, made_why) = (by.to_owned(), why.map(str::to_owned));
        Coupon {
            code,
            offer,
            valid_from: valid_from.max(now),
            valid_until,
            uses_max,
            uses: 0,
            groups,
            made_by,
            made_at: now,
            made_why,
            ended: None,
        }
    }
}

/// Whether `code` can be that of a coupon. Dots alone are a step between folders: no address leads to such a coupon.
pub(super) fn is_code(code: &str) -> bool {
    (1..=64).contains(&code.chars().count())
        && code.trim() == code
        && !code.chars().any(char::is_control)
        && !matches!(code, "." | "..")
}

/// Makes a coupon; `false` when the code is taken.
pub async fn make_coupon(db: &Db, offers: &Offers, new: NewCoupon, by: &str, now: i64) -> Result<bool> {
    ensure!(is_code(&new.code), "a code has 1 to 64 characters without spaces around it");
    ensure!(offers.find(&new.offer).is_some(), "there is no offer {:?}", new.offer);
    ensure!(new.valid_from < new.valid_until, "the coupon could never be used");
    ensure!(new.uses_max.is_none_or(|most| most > 0), "the number of uses has to be above zero");
    ensure!(!by.is_empty(), "who makes it has to be named");
    if offers.has_code(&new.code) {
        return Ok(false);
    }
    let mut tx = db.begin().await?;
    // What is published holds the same lock.
    log::lock_lane(db, &mut tx, NO_PLAYER).await?;
    let made = coupon_store::add_coupon(&mut tx, &new.made(by, None, now), None).await?;
    tx.commit().await?;
    Ok(made)
}

/// Every coupon, a line each.
pub async fn coupons(db: &Db) -> Result<Vec<String>> {
    let line = |coupon: &Coupon| {
        let most = coupon.uses_max.map_or_else(|| "any".to_owned(), |most| most.to_string());
        let until = crate::platform::calendar::rfc3339(
            coupon.ended.as_ref().map_or(coupon.valid_until, |end| end.at),
        );
        format!("{} brings {}, used {} of {most}, until {until}", coupon.code, coupon.offer, coupon.uses)
    };
    Ok(coupon_store::coupons(db).await?.iter().map(line).collect())
}
