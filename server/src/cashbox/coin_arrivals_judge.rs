//! Whether coins that arrived may be credited, and the credit.
//!
//! What keeps a deposit from beginning keeps an arrival from being credited. Stops, answers that are owed and limits are
//! decided under the lock of the player's lane, in the commit that writes the payment down; the payment counts in the limits
//! from then on. Its key begins with a letter that no header of a call can hold, so no player's key is ever in its way.

use axum::http::StatusCode;
use croupier_db::Statement;
use croupier_ledger::{Action as Order, Fact, Key, StopReason};
use croupier_money::WIRE_MAX;

use super::coin_arrivals::{accounts, changed, moving, submit};
use super::coin_arrivals_state::{Arrival, ArrivalState, HeldFor};
use super::coin_arrivals_store as store;
use super::fees::{self, Charge};
use super::fraud::{self, Decision, Question, Type};
use super::methods::Method;
use super::model::Payment;
use super::moves::{Step, Written, advance, begin_deposit};
use super::payer::Payer;
use super::reports::LOOK_AFTER_MS;
use super::state::{Action, State};
use super::{fraud_store, receipts_store, store as payments};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::{account, identity, player, wallet};

/// How often an arrival is weighed when other payments of the player come in between.
const TRIES: u32 = 5;

/// What begins the keys of payments that no call has asked for.
const KEY: &str = "coin\u{b7}";

/// What became of a wish to credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Credit {
    /// It is in the wallet, or will be by the next look.
    Done,
    /// It may not be credited.
    Refused(HeldFor),
    /// The arrival has moved on meanwhile.
    Conflict,
}

/// Credits an arrival that is confirmed or held, if it may be, with `facts` in the same commit.
pub(super) async fn credit(app: &App, arrival: &Arrival, facts: &[Fact]) -> ApiResult<Credit> {
    let payer = payer_of(app, arrival).await?;
    for _ in 0..TRIES {
        let methods = app.cashbox.methods.now();
        let method = methods.get(&arrival.method_id);
        let method = match judged(app, &payer, arrival, method).await? {
            Ok(method) => method,
            Err(why) => return Ok(Credit::Refused(why)),
        };
        let question = Question {
            kind: Type::Transaction,
            amount: arrival.amount,
            currency: arrival.currency,
            payment_system: &method.brand,
            fingerprint: None,
            card: None,
        };
        let verdict = fraud::check(app, &payer, &question).await?;
        if verdict.decision == Decision::Decline {
            return Ok(Credit::Refused(HeldFor::Risk));
        }
        let whole = (Action::Deposit, arrival.currency, arrival.amount);
        let charge = fees::charge_of(app, &payer, method, whole).await?;
        if charge.fee >= arrival.amount {
            return Ok(Credit::Refused(HeldFor::TooSmall));
        }
        let now = app.clock.now();
        let payment =
            Payment { fraud_check_id: Some(verdict.id), ..payment_of(arrival, method, charge, now) };
        let mut reported = vec![
            payment.changed()?,
            changed(&Arrival { state: ArrivalState::Credited, changed_at: now, ..arrival.clone() })?,
        ];
        reported.extend_from_slice(facts);
        let mut statements: Vec<Statement> = verdict.guards;
        statements.push(payments::has_room(verdict.id, &payment));
        statements.push(store::credited(arrival.id, arrival.state, now));
        statements.push(payments::insert(&payment));
        statements.push(receipts_store::step(&payment, State::Processing, now));
        match begin_deposit(app, &payment, &reported, statements).await? {
            Written::Yes => {
                if let Some(arrival) = store::get(&app.db, arrival.id).await? {
                    finish(app, &arrival).await?;
                }
                return Ok(Credit::Done);
            }
            Written::Stopped(stop) => return Ok(Credit::Refused(stop.reason.into())),
            Written::Overdue => return Ok(Credit::Refused(HeldFor::Wealth)),
            Written::Limited(_) => return Ok(Credit::Refused(HeldFor::DepositLimit)),
            // Other payments came in between, or somebody has credited it or sent it back.
            Written::Conflict => {
                let state = store::get(&app.db, arrival.id).await?.map(|now| now.state);
                if state != Some(arrival.state) {
                    return Ok(Credit::Conflict);
                }
            }
        }
    }
    Err(ApiError::unavailable(&format!("the payments of player {} keep changing", arrival.player)))
}

/// Lets the amount of a credited arrival off the account of held coins, and brings its payment to its end.
pub(super) async fn finish(app: &App, arrival: &Arrival) -> ApiResult<()> {
    if arrival.on_hold {
        let (to, from) = accounts(app, arrival).await?;
        let amount = arrival.amount;
        let order = wallet::Order {
            attached: vec![store::released(arrival.id)],
            ..moving(arrival, "coin-release", app.clock.now(), Order::Move { from, to, amount })
        };
        submit(app, order).await?;
    }
    let Some(payment) = payments::get(&app.db, arrival.id).await? else { return Ok(()) };
    let step = Step {
        received: Some(arrival.amount),
        confirmations: arrival.confirmations,
        confirmations_needed: arrival.confirmations_needed,
        ..Step::default()
    };
    // One that the books do not take is stuck, which is an alarm, and is looked at like every other payment.
    advance(app, payment, State::Succeeded, &step).await?;
    Ok(())
}

/// Who the coins are for, with the browser that was last seen.
async fn payer_of(app: &App, arrival: &Arrival) -> ApiResult<Payer> {
    let id = arrival.player;
    let device = match fraud_store::last_device(&app.db, id).await? {
        Some(device) => Some(device),
        None => player::device_of(app, id).await?,
    };
    Payer::by_records(app, id, device, arrival.site_address.clone()).await
}

/// What needs no lock to be decided: the method when nothing speaks against the credit.
async fn judged<'a>(
    app: &App,
    payer: &Payer,
    arrival: &Arrival,
    method: Option<&'a Method>,
) -> ApiResult<Result<&'a Method, HeldFor>> {
    let offered = method.filter(|method| method.is_for(&payer.player.licence, &payer.groups));
    let bounded = offered.and_then(|method| Some((method, method.limits(arrival.currency)?)));
    let Some((method, limits)) = bounded else { return Ok(Err(HeldFor::NotOffered)) };
    if arrival.amount < limits.deposit.min_cents {
        return Ok(Err(HeldFor::TooSmall));
    }
    if app.site_config.licences.is_restricted(Some(&payer.player.country)) {
        return Ok(Err(HeldFor::Country));
    }
    if is_refused(account::refuse_incomplete(app, &payer.player).await)? {
        return Ok(Err(HeldFor::Incomplete));
    }
    let now = app.clock.now();
    let stops = identity::stops_of(&app.db, arrival.player).await?;
    if let Some(stop) = stops.in_force(now, StopReason::forbids_deposits) {
        return Ok(Err(stop.reason.into()));
    }
    if is_refused(account::refuse_excluded(app, arrival.player).await)? {
        let stops = identity::stops_of(&app.db, arrival.player).await?;
        return Ok(Err(match stops.in_force(now, |_| true).map(|stop| stop.reason) {
            Some(StopReason::RegisterSilent) => HeldFor::RegisterSilent,
            Some(_) => HeldFor::Exclusion,
            // No register can be asked about a player without a name or a date of birth.
            None => HeldFor::Incomplete,
        }));
    }
    let expected = payments::expected(&app.db, arrival.player, arrival.currency).await?;
    if expected.is_none_or(|expected| expected.saturating_add(arrival.amount) > WIRE_MAX) {
        return Ok(Err(HeldFor::WalletFull));
    }
    Ok(Ok(method))
}

/// Whether a rule refuses; any other failure is one.
fn is_refused(answer: ApiResult<()>) -> ApiResult<bool> {
    match answer {
        Ok(()) => Ok(false),
        Err(error) if error.status() == StatusCode::FORBIDDEN => Ok(true),
        Err(error) => Err(error),
    }
}

/// The payment that credits an arrival: one that the partner works on, so that the resolver brings it to its end should the
/// server die before.
fn payment_of(arrival: &Arrival, method: &Method, charge: Charge, now: i64) -> Payment {
    let id = arrival.id;
    Payment {
        id,
        player: arrival.player,
        action: Action::Deposit,
        state: State::Processing,
        method_id: method.id.clone(),
        brand: method.brand.clone(),
        provider: arrival.provider.clone(),
        further: String::new(),
        currency: arrival.currency,
        kind: method.kind,
        amount: arrival.amount,
        requested: arrival.amount,
        fee: charge.fee,
        fee_terms: charge.terms,
        instrument: None,
        split_of: None,
        whole: None,
        confirmations: arrival.confirmations,
        confirmations_needed: arrival.confirmations_needed,
        profile_token: None,
        address: None,
        site_address: Some(arrival.site_address.clone()),
        idempotency_key: format!("{KEY}{id}"),
        fingerprint: Key::new("coin", &id.to_string()).0.to_vec(),
        recallable: false,
        review: None,
        fraud_check_id: None,
        partner_id: Some(arrival.partner_id.clone()),
        redirect_url: None,
        error_code: None,
        created_at: now,
        finished_at: None,
        next_look_at: Some(now + LOOK_AFTER_MS),
        looks: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::KEY;

    #[test]
    fn no_header_holds_the_key_of_a_credit() {
        let header = axum::http::HeaderValue::from_bytes(KEY.as_bytes());
        assert!(header.is_err() || header.is_ok_and(|value| value.to_str().is_err()));
    }
}
