//! Staff divides a cashout that is held into several, to the same destination or to cards and accounts that money came in by.
//!
//! What stays is the cashout itself, with less; each other part is a payment of its own that waits for its own decision. The
//! money stays set aside as it is. All of it happens in one commit under the lock of the player's lane, for the amount that staff
//! has seen: a recall that comes between finds another amount than it has read, and looks again.

use croupier_db::{Error, log};
use croupier_ledger::Fact;
use croupier_money::Currency;
use serde_json::json;
use uuid::Uuid;

use super::closed_loop::{Part, Seeker, Way, keeps_order};
use super::closed_loop_store as flows;
use super::kind::Kind;
use super::model::{Payment, Review};
use super::range::{Limits, OutOfRange};
use super::reviews_store::{Held, PaymentLine};
use super::state::State;
use super::{receipts_store, splits_store, store, switches};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult, FirstTo};
use crate::player;
use crate::staff::{Actor, Permission};

/// How often a division is tried when payments of the player come in between.
const TRIES: u32 = 5;

/// Into how many parts a cashout may be divided at once.
const PARTS: std::ops::RangeInclusive<usize> = 2..=10;

/// A part of a cashout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitPart {
    /// Subunits.
    pub amount: i64,
    /// The kept card or account that it goes to; `None` for where the whole would go.
    pub profile: Option<Uuid>,
}

/// How a cashout is divided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// What it comes to, as who divides it has seen, in subunits.
    pub seen: i64,
    /// The first one stays the cashout itself.
    pub parts: Vec<SplitPart>,
    /// Who divides it.
    pub by: Actor,
    /// Why.
    pub reason: String,
}

/// A card or account that a part may go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitWay {
    /// The kept card or account.
    pub profile: Uuid,
    /// Whose sign it carries.
    pub brand: String,
    /// As far as it may be shown.
    pub masked: String,
    /// What has to go back there before money goes elsewhere, in subunits, with the cashout itself left out of account.
    pub room: i64,
}

/// The cards and accounts that parts of `held` may go to.
pub async fn split_ways(app: &App, held: &Held) -> ApiResult<Vec<SplitWay>> {
    let Some(payment) = store::get(&app.db, held.id).await? else { return Ok(Vec::new()) };
    let ways = ways_of(app, &payment).await?.0;
    let to = |way: Way| {
        let card = way.card?;
        Some(SplitWay { profile: card.id, brand: card.brand, masked: card.masked, room: way.room })
    };
    Ok(ways.into_iter().filter_map(to).collect())
}

/// The parts of the cashout that `held` belongs to, itself among them; none when it was never divided.
pub async fn split_parts(app: &App, held: &Held) -> ApiResult<Vec<PaymentLine>> {
    Ok(splits_store::parts(&app.db, held.split_of.unwrap_or(held.id)).await?)
}

/// The ways out that `payment` may be divided to, and how many turns the player's payments had taken before.
async fn ways_of(app: &App, payment: &Payment) -> ApiResult<(Vec<Way>, i64)> {
    let (player, groups) =
        (player::get(app, payment.player).await?, player::groups_of(app, payment.player).await?);
    let off = switches::off(app).await?;
    let seeker = Seeker { player: &player, groups: &groups, off: &off, currency: payment.currency };
    let turns = flows::turns(&app.db, payment.player, payment.currency).await?;
    let returned = payment.instrument.as_deref().map(|instrument| (instrument, payment.amount));
    let mut ways = seeker.ways(app, returned.as_slice()).await?;
    // Of a transfer nothing but its own IBAN is known.
    ways.retain(|way| way.card.is_some() || payment.kind == Kind::Bank);
    Ok((ways, turns))
}

/// Divides the cashout `id`.
pub async fn split(app: &App, id: Uuid, payment_request: &Split) -> ApiResult<()> {
    refuse_sums(payment_request)?;
    for _ in 0..TRIES {
        if Box::pin(try_to_split(app, id, payment_request)).await? {
            return Ok(());
        }
    }
    Err(ApiError::unavailable(&format!("the payments around cashout {id} keep changing")))
}

/// Refuses parts that do not make up the whole.
fn refuse_sums(payment_request: &Split) -> ApiResult<()> {
    let refuse = |code: &str, message: &str| Err(ApiError::field("parts", code, message));
    let sum: i128 = payment_request.parts.iter().map(|part| i128::from(part.amount)).sum();
    if !PARTS.contains(&payment_request.parts.len()) {
        return refuse("VALIDATION.PARTS.COUNT", "A payout is divided into two to ten parts.");
    }
    if payment_request.parts.iter().any(|part| part.amount <= 0) {
        return refuse("VALIDATION.PARTS.AMOUNT", "A part is more than nothing.");
    }
    if sum != i128::from(payment_request.seen) {
        return refuse("VALIDATION.PARTS.SUM", "The parts have to make up the whole.");
    }
    if payment_request.parts.first().is_some_and(|part| part.profile.is_some()) {
        return refuse("VALIDATION.PARTS.FIRST", "The first part stays where the payout goes.");
    }
    Ok(())
}

/// Divides the cashout as it is now; `false` when payments came in between.
async fn try_to_split(app: &App, id: Uuid, payment_request: &Split) -> ApiResult<bool> {
    let payment = store::get(&app.db, id).await?.filter(|payment| payment.review.is_some());
    let payment = payment.ok_or_else(ApiError::not_found)?;
    let conflict = |code: &str, message: &str| Err(ApiError::conflict(code, message));
    if payment.review != Some(Review::Waiting) {
        return conflict("payout_decided", "Somebody has decided about this cashout meanwhile.");
    }
    if payment.state != State::Reserved {
        return conflict("payout_gone", "This cashout waits no more: its player may have taken it back.");
    }
    if payment.amount != payment_request.seen {
        return conflict("amount_changed", "Somebody has divided this cashout meanwhile. Please look again.");
    }
    let (ways, turns) = ways_of(app, &payment).await?;
    let parts = parts_of(app, &payment, payment_request, &ways)?;
    let out: Vec<_> = parts
        .iter()
        .map(|part| Part { instrument: part.instrument.as_deref(), amount: part.amount })
        .collect();
    let sources: Vec<_> = ways.iter().map(Way::source).collect();
    if !keeps_order(&sources, &out) {
        return Err(out_of_order(ways));
    }
    let facts = facts_of(&payment, payment_request, &parts)?;
    match write(app, payment_request, &parts, turns, &facts).await {
        Ok(Written::Done) => Ok(true),
        Ok(Written::Conflict) | Err(Error::Retry(_)) => Ok(false),
        Ok(Written::Forbidden) => Err(ApiError::role_forbids()),
        Err(error) => Err(error.into()),
    }
}

fn out_of_order(ways: Vec<Way>) -> ApiError {
    let first = ways.into_iter().filter(|way| way.room > 0).map(|way| FirstTo {
        payment_method_id: way.method_id,
        brand: way.brand,
        masked: way.card.map(|card| card.masked),
        cents: way.room,
    });
    let message = "Payouts first go back to where the deposits came from.";
    ApiError::goes_first("parts", "cashout_order", message, 0, first.collect())
}

/// What each of `amounts` bears of the `fee` on their sum, in subunits: its share, and what does not divide stays with the first
/// one.
fn shares(fee: i64, amounts: &[i64]) -> Vec<i64> {
    let sum: i128 = amounts.iter().map(|amount| i128::from(*amount)).sum();
    let share =
        |amount: &i64| i64::try_from(i128::from(fee) * i128::from(*amount) / sum.max(1)).unwrap_or(fee);
    let mut shares: Vec<_> = amounts.iter().map(share).collect();
    let rest = fee - shares.iter().sum::<i64>();
    if let Some(first) = shares.first_mut() {
        *first += rest;
    }
    shares
}

/// The payments that the parts are: what stays of `payment`, and the others.
fn parts_of(app: &App, payment: &Payment, payment_request: &Split, ways: &[Way]) -> ApiResult<Vec<Payment>> {
    let methods = app.cashbox.methods.now();
    let whole = Some(payment.whole.unwrap_or(payment.amount));
    let mut parts = Vec::with_capacity(payment_request.parts.len());
    // The fee of the whole is not charged again. Of a part that comes to nothing its share is not charged at all.
    let amounts: Vec<_> = payment_request.parts.iter().map(|part| part.amount).collect();
    let fees = shares(payment.fee, &amounts);
    for (number, (SplitPart { amount, profile }, fee)) in
        payment_request.parts.iter().copied().zip(fees).enumerate()
    {
        let mut part = Payment { amount, requested: amount, whole, fee, ..payment.clone() };
        if number > 0 {
            part.id = app.entropy.uuid(&app.clock);
            part.split_of = Some(payment.split_of.unwrap_or(payment.id));
            part.idempotency_key = format!("split:{}:{}", payment.id, part.id);
        }
        if let Some(profile) = profile {
            let way = ways.iter().find_map(|way| way.card.as_ref().filter(|card| card.id == profile));
            let unknown =
                || ApiError::field("parts", "VALIDATION.PROFILE.UNKNOWN", "There is no such saved card.");
            let card = way.ok_or_else(unknown)?;
            let method = methods.get(&card.method_id).ok_or_else(unknown)?;
            part.method_id.clone_from(&method.id);
            part.brand.clone_from(&method.brand);
            part.kind = method.kind;
            part.provider.clone_from(&card.provider);
            part.further.clear();
            part.profile_token = Some(card.token.clone());
            part.instrument = Some(card.instrument());
            part.address = None;
        }
        if part.fee >= amount {
            let message = "A part has to be more than its share of the fee.";
            return Err(ApiError::field("parts", "VALIDATION.AMOUNT.FEE", message));
        }
        let method = methods.get(&part.method_id);
        refuse_amount(method.and_then(|method| method.limits(part.currency)), amount, part.currency)?;
        parts.push(part);
    }
    Ok(parts)
}

/// Refuses a part that its method does not pay out. A method that is offered no more has no bounds.
fn refuse_amount(limits: Option<Limits>, amount: i64, currency: Currency) -> ApiResult<()> {
    let Some(limits) = limits else { return Ok(()) };
    limits.withdrawal.check(amount).map_err(|wrong| {
        let (code, message) = match wrong {
            OutOfRange::Min => ("VALIDATION.AMOUNT.MIN", "less than the method takes"),
            OutOfRange::Max => ("VALIDATION.AMOUNT.MAX", "more than the method takes"),
            OutOfRange::Step => ("VALIDATION.AMOUNT.STEP", "finer than the method takes"),
        };
        ApiError::field("parts", code, &format!("A part of {amount} subunits of {currency} is {message}."))
    })
}

/// The fact that `payment` was divided, and those of its parts.
fn facts_of(payment: &Payment, payment_request: &Split, parts: &[Payment]) -> serde_json::Result<Vec<Fact>> {
    let made: Vec<_> = parts
        .iter()
        .map(|part| json!({ "id": part.id, "amount_cents": part.amount, "method": part.method_id }))
        .collect();
    let body = json!({
        "payment_id": payment.id, "amount_cents": payment_request.seen, "currency": payment.currency.code(),
        "parts": made, "reason": payment_request.reason.trim(),
    });
    let mut facts = vec![Fact { kind: "payment.split", body: payment_request.by.signing(body).to_string() }];
    for part in parts {
        facts.push(part.changed()?);
    }
    Ok(facts)
}

/// What came of writing a division down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Done,
    /// Payments came in between.
    Conflict,
    /// Who divides works here no more, or may not decide about cashouts any more.
    Forbidden,
}

/// Writes the parts down; `false` when the cashout, or what it was judged by, is not as it was read.
async fn write(
    app: &App,
    payment_request: &Split,
    parts: &[Payment],
    turns: i64,
    facts: &[Fact],
) -> croupier_db::Result<Written> {
    let now = app.clock.now();
    let Some((first, others)) = parts.split_first() else { return Ok(Written::Conflict) };
    let mut tx = app.db.begin().await?;
    // The log's lane is locked before the row, as by everybody else.
    log::lock_lane(&app.db, &mut tx, first.player).await?;
    let still = flows::turns_in(&mut tx, first.player, first.currency).await?;
    if still != turns || !splits_store::shrink(&mut tx, first, payment_request.seen).await? {
        return Ok(Written::Conflict);
    }
    if !payment_request.by.may_in(&mut tx, Permission::PayoutsDecide).await? {
        return Ok(Written::Forbidden);
    }
    for part in others {
        if !store::run(&mut tx, store::insert(part)).await? {
            return Ok(Written::Conflict);
        }
        for (state, at) in [(State::Pending, part.created_at), (State::Reserved, now)] {
            store::run(&mut tx, receipts_store::step(part, state, at)).await?;
        }
    }
    log::append(&app.db, &mut tx, first.player, now, facts).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(Written::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fee_is_divided_with_what_it_is_on() {
        for (fee, amounts, wanted) in [
            (0, &[60, 40][..], &[0, 0][..]),
            (90, &[5_000, 4_000], &[50, 40]),
            // A first part of little bears little, whatever becomes of the others.
            (2_500, &[3_000, 97_000], &[75, 2_425]),
            (100, &[1, 1, 1], &[34, 33, 33]),
            (2, &[30, 30, 40], &[2, 0, 0]),
            (i64::MAX - 1, &[i64::MAX - 1, 1], &[i64::MAX - 1, 0]),
        ] {
            assert_eq!(shares(fee, amounts), wanted, "{fee} on {amounts:?}");
        }
    }

    #[test]
    fn parts_make_up_the_whole_and_the_first_one_stays() {
        let part = |amount| SplitPart { amount, profile: None };
        let to_card = |amount| SplitPart { amount, profile: Some(Uuid::nil()) };
        for (parts, refused) in [
            (vec![part(60), part(40)], false),
            (vec![part(60), to_card(40)], false),
            (vec![part(10); 10], false),
            (vec![part(100)], true),
            (vec![], true),
            (vec![part(10); 11], true),
            (vec![part(60), part(41)], true),
            (vec![part(60), part(39)], true),
            (vec![part(100), part(0)], true),
            (vec![part(101), part(-1)], true),
            (vec![to_card(60), part(40)], true),
            (vec![part(i64::MAX), part(i64::MAX), part(102)], true),
        ] {
            let payment_request = Split { seen: 100, parts, by: "x".into(), reason: "r".to_owned() };
            assert_eq!(refuse_sums(&payment_request).is_err(), refused, "{:?}", payment_request.parts);
        }
    }
}
