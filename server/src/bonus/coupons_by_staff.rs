//! Coupons that members of staff make and end in the back office.
//!
//! A coupon brings what the offers of the content hold, which two members have published; it only says who may come to it
//! by which code. Codes are made under the lock under which content is published, so that none of them becomes a code of an
//! offer too.

use croupier_db::{Db, Statement, Tx, log};
use croupier_ledger::{Fact, Refusal};
use serde_json::{Value, json};
use uuid::Uuid;

use super::coupon_store::{self, Coupon, CouponEnd, Decided};
use super::offers::{Offer, Offers, Trigger};
use super::staff::{NewCoupon, is_code};
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;
use crate::staff::{self, Actor, BrandScope, NO_PLAYER, Permission};

/// A coupon that a member wants made.
#[derive(Debug)]
pub struct CouponByStaff<'a> {
    /// What is to be made; its offer is one of [`offers`].
    pub new: NewCoupon,
    /// Names the decision: the same one makes one.
    pub reference: &'a str,
    /// What tells it from another coupon under the same reference: all that was asked for.
    pub fingerprint: &'a str,
    /// Who makes it.
    pub member: Uuid,
    /// Why.
    pub reason: &'a str,
}

impl CouponByStaff<'_> {
    /// Refuses what could never be used, or used at once.
    fn check(&self, now: i64) -> ApiResult<()> {
        let refused = |rule: Rule, field: &str| Err(ApiError::fields(vec![rule.on(field)]));
        if self.new.code.is_empty() {
            return refused(Rule::Required, "code");
        }
        if !is_code(&self.new.code) {
            return refused(Rule::Invalid, "code");
        }
        if self.new.valid_until <= now.max(self.new.valid_from) {
            return refused(Rule::Invalid, "valid_until");
        }
        if self.new.uses_max.is_some_and(|most| most < 1) {
            return refused(Rule::Invalid, "uses_max");
        }
        Ok(())
    }
}

/// The offers that coupons bring, at `now` or later: those of deposits, and those that are made for coupons. Others come in
/// another way.
pub fn offers(offers: &Offers, now: i64) -> impl Iterator<Item = &Offer> {
    offers.all().filter(move |offer| {
        let is_over = offer.withdrawn || offer.until.is_some_and(|until| until.0 <= now);
        let comes_by_code = matches!(offer.trigger, Trigger::Deposit | Trigger::Coupon);
        comes_by_code && !is_over && !offers.is_disabled(&offer.group_key)
    })
}

/// At most `limit` of the coupons that can be used now or later, or else of all others, the newest first, after the one with
/// the code `after`. A coupon is for the brands of its offer: a member who is bound to brands sees those that can be used there.
pub async fn page(
    app: &App,
    scope: &BrandScope,
    is_current: bool,
    after: Option<&str>,
    limit: i64,
) -> croupier_db::Result<Vec<Coupon>> {
    let offers = app.bonuses.offers();
    let seen = scope.is_bound().then(|| {
        let touched = offers.all().filter(|offer| scope.touches(&offer.audience.brands));
        touched.map(|offer| offer.code.clone()).collect::<Vec<_>>()
    });
    coupon_store::page(&app.db, (is_current, app.clock.now()), seen.as_deref(), after, limit).await
}

/// Whether a member who works for `scope` makes and ends coupons of the offer `code`: it is for none but their brands.
pub fn is_changeable(offers: &Offers, code: &str, scope: &BrandScope) -> bool {
    match offers.find(code) {
        Some(offer) => scope.covers(&offer.audience.brands),
        None => !scope.is_bound(),
    }
}

/// Holds the caller's transaction to the member working for all brands of the offer `code`.
async fn require_brands(app: &App, tx: &mut Tx, member: Uuid, code: &str) -> ApiResult<()> {
    let offers = app.bonuses.offers();
    let brands: Vec<String> =
        offers.find(code).into_iter().flat_map(|offer| offer.audience.brands.clone()).collect();
    staff::require_brands_in(tx, member, &brands).await
}

/// At most `limit` of the coupons that can be used at least in part within `span` (UTC milliseconds), in the order in which they
/// begin.
pub async fn between(db: &Db, span: (i64, i64), limit: i64) -> croupier_db::Result<Vec<Coupon>> {
    coupon_store::between(db, span, limit).await
}

/// Makes a coupon, together with its fact; once for its reference. 422 where the code is taken, by a coupon or by an offer.
pub async fn make(app: &App, wanted: &CouponByStaff<'_>, by: &Actor) -> ApiResult<Coupon> {
    let now = app.clock.now();
    let coupon = wanted.new.clone().made(&by.name, Some(wanted.reason), now);
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, wanted.member, Permission::CouponsManage).await?;
    require_brands(app, &mut tx, wanted.member, &wanted.new.offer).await?;
    if let Some((code, asked)) = coupon_store::made_by_decision(&mut tx, wanted.reference).await? {
        if asked != wanted.fingerprint {
            return Err(Refusal::KeyConflict.into());
        }
        return coupon_store::coupon_in(&mut tx, &code).await?.ok_or_else(ApiError::not_found);
    }
    wanted.check(now)?;
    if !app.editions.are_newest(&mut tx).await? {
        let message = "The offers are changing. Try again in a moment.";
        return Err(ApiError::conflict("content_changed", message));
    }
    let decided = Decided { reference: wanted.reference, fingerprint: wanted.fingerprint };
    if app.bonuses.offers().has_code(&coupon.code)
        || !coupon_store::add_coupon(&mut tx, &coupon, Some(decided)).await?
    {
        return Err(ApiError::fields(vec![Rule::Taken.on("code")]));
    }
    let log_body = json!({
        "subject": coupon.code,
        "before": Value::Null,
        "after": log_body(&coupon),
        "reason": wanted.reason,
    });
    let fact = Fact { kind: "coupon.made", body: by.signing(log_body).to_string() };
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[fact]).await?;
    tx.commit().await?;
    Ok(coupon)
}

/// Ends a coupon before its time, together with its fact; once for its reference. What it has brought stays.
pub async fn end(
    app: &App,
    code: &str,
    (member, reference): (Uuid, &str),
    reason: &str,
    by: &Actor,
) -> ApiResult<Coupon> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, member, Permission::CouponsManage).await?;
    let before = coupon_store::coupon_in(&mut tx, code).await?.ok_or_else(ApiError::not_found)?;
    require_brands(app, &mut tx, member, &before.offer).await?;
    if coupon_store::was_ended_by(&mut tx, code, reference).await? {
        return Ok(before);
    }
    let end = CouponEnd { at: now, by: by.name.clone(), why: reason.to_owned() };
    if !coupon_store::end_coupon(&mut tx, code, &end, reference).await? {
        return Err(ApiError::conflict("coupon_ended", "This coupon is over, or somebody has ended it."));
    }
    // Its row is held now, so that nobody uses it between this reading and the commit.
    let after = coupon_store::coupon_in(&mut tx, code).await?.ok_or_else(ApiError::not_found)?;
    let log_body = json!({
        "subject": code,
        "before": log_body(&Coupon { uses: after.uses, ..before }),
        "after": log_body(&after),
        "reason": reason,
    });
    let fact = Fact { kind: "coupon.ended", body: by.signing(log_body).to_string() };
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[fact]).await?;
    tx.commit().await?;
    Ok(after)
}

/// A coupon as facts tell it.
fn log_body(coupon: &Coupon) -> Value {
    json!({
        "offer": coupon.offer,
        "valid_from": rfc3339(coupon.valid_from),
        "valid_until": rfc3339(coupon.valid_until),
        "uses_max": coupon.uses_max,
        "uses": coupon.uses,
        "group_ids": coupon.groups,
        "ended_at": coupon.ended.as_ref().map(|end| rfc3339(end.at)),
    })
}

/// Which of the codes of `offers` a coupon has, one that is over among them: what it has brought is kept under its code.
pub async fn clashing(db: &Db, offers: &Offers) -> croupier_db::Result<Vec<String>> {
    let coupons = coupon_store::coupons(db).await?;
    Ok(coupons.into_iter().map(|coupon| coupon.code).filter(|code| offers.has_code(code)).collect())
}

/// Statements of which one touches a row where a coupon has one of the codes of `offers`.
pub fn coupon_clashes(offers: &Offers) -> Vec<Statement> {
    offers.codes().map(coupon_store::touch_coupon).collect()
}
