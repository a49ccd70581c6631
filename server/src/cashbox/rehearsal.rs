//! Deposits whose partner the caller plays, for the simulation.
//!
//! Keys, limits, stops, states and money are handled by the code that serves players. What is left out is the way to the
//! partner, and what is asked before anything is written.

use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::deposits::{self, Begun, Refused};
use super::kind::Kind;
use super::model::Payment;
use super::partner::{self, Report, Status};
use super::payments::{PaymentRequest, earlier, get};
use super::reports::{self, LOOK_AFTER_MS, ReportOutcome};
use super::state::{Action, State};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// Who is the partner, for the name of its system account.
const PARTNER: &str = "sim";

/// What became of a wish to pay in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rehearsed {
    /// The deposit has begun, and is called this.
    Begun(Uuid),
    /// A limit on deposits does not leave the amount.
    Limited,
    /// The player is stopped.
    Stopped,
}

/// Begins a deposit of `amount` subunits by a card, once for each `key` of the player.
pub async fn begin_deposit(
    app: &App,
    player: PlayerId,
    key: &str,
    amount: i64,
    currency: Currency,
) -> ApiResult<Rehearsed> {
    let wanted = PaymentRequest {
        action: Action::Deposit,
        method_id: "card".to_owned(),
        currency,
        amount,
        profile_id: None,
        address: None,
        iban: None,
        account: None,
        fee: None,
        cancel_bonus: false,
    };
    if let Some(payment) = earlier(app, player, key, &wanted).await? {
        return Ok(Rehearsed::Begun(payment.id));
    }
    match deposits::begin(app, new_payment(app, player, key, &wanted), &wanted, Vec::new()).await? {
        Begun::Now(payment) | Begun::Earlier(payment) => Ok(Rehearsed::Begun(payment.id)),
        Begun::Refused(Refused::Limited(_)) => Ok(Rehearsed::Limited),
        Begun::Refused(Refused::Stopped(_)) => Ok(Rehearsed::Stopped),
        Begun::Refused(refused @ Refused::Overdue) => Err(refused.into()),
        Begun::Missed => Err(ApiError::unavailable(&"a key was taken and is free again")),
    }
}

/// Tells that the deposit called `id` was paid, or refused; answers whether that was taken.
pub async fn report_deposit(app: &App, id: Uuid, is_paid: bool) -> ApiResult<bool> {
    let payment = get(app, id).await?;
    let report = Report {
        id: format!("theirs-{id}"),
        merchant_ref: id.to_string(),
        kind: partner::Kind::Deposit,
        amount: payment.asked(),
        currency: payment.currency.code().to_owned(),
        status: if is_paid { Status::Succeeded } else { Status::Declined },
        error_code: None,
        profile: None,
        received: None,
        confirmations: 0,
        confirmations_needed: 0,
        checkout_url: None,
        arrival: None,
    };
    Ok(reports::take(app, payment, &report).await? == ReportOutcome::Yes)
}

fn new_payment(app: &App, player: PlayerId, key: &str, wanted: &PaymentRequest) -> Payment {
    let now = app.clock.now();
    Payment {
        id: app.entropy.uuid(&app.clock),
        player,
        action: wanted.action,
        state: State::Pending,
        method_id: wanted.method_id.clone(),
        brand: PARTNER.to_owned(),
        provider: PARTNER.to_owned(),
        further: String::new(),
        currency: wanted.currency,
        kind: Kind::Card,
        amount: wanted.amount,
        requested: wanted.amount,
        fee: 0,
        fee_terms: None,
        confirmations: 0,
        confirmations_needed: 0,
        profile_token: None,
        address: None,
        instrument: None,
        split_of: None,
        whole: None,
        site_address: None,
        idempotency_key: key.to_owned(),
        fingerprint: wanted.fingerprint().0.to_vec(),
        recallable: false,
        review: None,
        fraud_check_id: None,
        partner_id: None,
        redirect_url: None,
        error_code: None,
        created_at: now,
        finished_at: None,
        next_look_at: Some(now + LOOK_AFTER_MS),
        looks: 0,
    }
}
