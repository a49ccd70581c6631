//! How a deposit begins: it is written down first, and the partner is asked for it afterwards.

use croupier_db::Statement;
use croupier_ledger::Stop;

use super::asking::ask_partner;
use super::model::Payment;
use super::moves::{Limited, Written, begin_deposit};
use super::payer::Payer;
use super::payments::{PaymentRequest, ask_again, earlier};
use super::state::State;
use super::{receipts_store, store};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::verification;

/// What became of a wish to pay in.
#[derive(Debug)]
pub(super) enum Begun {
    /// It is written down.
    Now(Payment),
    /// An earlier call with the same key had written it down.
    Earlier(Payment),
    /// One of the guards has missed.
    Missed,
    /// It is refused.
    Refused(Refused),
}

/// Why a deposit does not begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Refused {
    /// The player is stopped.
    Stopped(Stop),
    /// The player owes an answer about the source of the wealth.
    Overdue,
    /// A limit on deposits does not leave the amount.
    Limited(Limited),
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(stop) => identity::stopped(stop),
            Refused::Overdue => verification::wealth_overdue(),
            Refused::Limited(limited) => limited.into(),
        }
    }
}

/// Writes a deposit down, then asks the partner for it. `None` when one of the `guards` has missed.
pub(super) async fn deposit(
    app: &App,
    payer: &Payer,
    payment: Payment,
    payment_request: &PaymentRequest,
    guards: Vec<Statement>,
) -> ApiResult<Option<Payment>> {
    match begin(app, payment, payment_request, guards).await? {
        Begun::Now(payment) => ask_partner(app, payment).await.map(Some),
        Begun::Earlier(payment) if payment.never_arrived() => ask_again(app, payer, payment).await.map(Some),
        Begun::Earlier(payment) => Ok(Some(payment)),
        Begun::Missed => Ok(None),
        Begun::Refused(refused) => Err(refused.into()),
    }
}

/// Writes the deposit `payment` down, which `payment_request` asks for.
pub(super) async fn begin(
    app: &App,
    payment: Payment,
    payment_request: &PaymentRequest,
    mut guards: Vec<Statement>,
) -> ApiResult<Begun> {
    let facts = [payment.changed()?];
    guards.extend(payment.fraud_check_id.map(|check| store::has_room(check, &payment)));
    guards.push(store::insert(&payment));
    guards.push(receipts_store::step(&payment, State::Pending, payment.created_at));
    let otherwise = match begin_deposit(app, &payment, &facts, guards).await? {
        Written::Yes => return Ok(Begun::Now(payment)),
        Written::Conflict => Begun::Missed,
        Written::Stopped(stop) => Begun::Refused(Refused::Stopped(stop)),
        Written::Overdue => Begun::Refused(Refused::Overdue),
        Written::Limited(limited) => Begun::Refused(Refused::Limited(limited)),
    };
    // Another call with the same key may have been quicker: what refuses this one may be what that one has begun.
    let earlier = earlier(app, payment.player, &payment.idempotency_key, payment_request).await?;
    Ok(earlier.map_or(otherwise, Begun::Earlier))
}
