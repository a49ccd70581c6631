//! Asking partners for payments: which of them, and what comes of their answers.

use uuid::Uuid;

use super::kind::Kind;
use super::methods::Method;
use super::model::{Payment, SavedCard};
use super::moves::{Moved, Step, advance};
use super::partner::{Failure, Partner};
use super::payer::{Payer, not_offered};
use super::payments::{PaymentRequest, get};
use super::reports::{self, LOOK_AFTER_MS};
use super::routes::{self, Sought};
use super::routing_store;
use super::state::State;
use super::switches;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// The error code of a payment that no partner would take.
const PROVIDER_REFUSED: &str = "provider_refused";

/// The error code of a deposit that was given up.
pub(super) const EXPIRED: &str = "expired";

/// The partners that may carry a payment out, the first one first. A kept card or account is known to its own partner only.
pub(super) fn partners_for(
    app: &App,
    payer: &Payer,
    method: &Method,
    payment_request: &PaymentRequest,
    card: Option<&SavedCard>,
    id: Uuid,
) -> ApiResult<Vec<String>> {
    if let Some(card) = card {
        let is_on = !payer.off.partners.contains(&card.provider);
        return if is_on { Ok(vec![card.provider.clone()]) } else { Err(not_offered()) };
    }
    let (_, by_payment) = id.as_u64_pair();
    let sought = Sought {
        action: payment_request.action,
        method,
        currency: payment_request.currency,
        country: &payer.player.country,
        // A player's coins come to one partner, so that the addresses stay the same.
        draw: if method.kind == Kind::Crypto { payer.player.id.unsigned_abs() } else { by_payment },
    };
    let mut carrying = routes::carrying(&app.cashbox.partners, &method.id);
    carrying.retain(|standing| !payer.off.partners.contains(standing.name));
    let partners = app.cashbox.routes.now().plan(&sought, &carrying);
    if partners.is_empty() { Err(not_offered()) } else { Ok(partners) }
}

/// Sends a cashout: from here on the player cannot take it back.
///
/// It is marked as sent first. Were it sent first, a recall in between would pay it twice.
pub(super) async fn send(app: &App, payment: Payment) -> ApiResult<Payment> {
    let step = Step { next_look_at: Some(app.clock.now() + LOOK_AFTER_MS), ..Step::default() };
    match advance(app, payment, State::Processing, &step).await? {
        Moved::Done(payment) | Moved::Already(payment) => ask_partner(app, payment).await,
        Moved::NotAllowed(payment) | Moved::Stuck(payment) => Ok(payment),
    }
}

/// Asks the payment's partner for it, or again for the answer it gave. Without an answer the payment stays as it is, and is
/// looked at later; only one that is refused for good is asked of the next partner.
pub(super) async fn ask_partner(app: &App, mut payment: Payment) -> ApiResult<Payment> {
    let id = payment.id;
    // Each round but the last hands the payment on, and every hand-on leaves one partner less.
    while let Some(partner) = partner_of(app, &payment) {
        let Some(calls) = routing_store::begins_call(&app.db, &payment).await? else { break };
        let answer = partner.create(&payment, app.cashbox.methods.now().blocked_bins()).await;
        match answer {
            Ok(report) => {
                reports::take(app, payment, &report).await?;
                let taken = get(app, id).await?;
                if taken.state != State::Canceled {
                    return Ok(taken);
                }
                // It was given up while it was asked for: the partner's page would take money for it.
                give_up(app, &taken).await?;
                break;
            }
            Err(Failure::Refused(why)) => {
                tracing::warn!(payment = %id, partner = partner.name, why, "the partner refuses the payment");
                if calls > 1 && may_be_there(app, partner, &payment).await? {
                    break;
                }
                let is_handed_on = hand_on(app, &payment, &why).await?;
                payment = get(app, id).await?;
                if !is_handed_on {
                    let step = Step { error_code: Some(PROVIDER_REFUSED.to_owned()), ..Step::default() };
                    // Another call that is under way may be taken where this one was refused; it, or the next look, decides.
                    let is_alone = routing_store::calls(&app.db, id).await? == calls;
                    if is_alone && payment.provider == partner.name {
                        advance(app, payment, State::Declined, &step).await?;
                    }
                    break;
                }
            }
            Err(failure) => {
                tracing::warn!(payment = %id, partner = partner.name, %failure, "the payment is looked at later");
                break;
            }
        }
    }
    get(app, id).await
}

/// Cancels a deposit at the partner, so that its page takes no money any more. One that was paid meanwhile is credited.
pub(super) async fn give_up(app: &App, payment: &Payment) -> ApiResult<()> {
    let Some(partner) = partner_of(app, payment) else { return Ok(()) };
    match partner.cancel(payment).await {
        Ok(Some(report)) => {
            reports::take(app, payment.clone(), &report).await?;
        }
        Ok(None) => {
            let step = Step { error_code: Some(EXPIRED.to_owned()), ..Step::default() };
            advance(app, payment.clone(), State::Canceled, &step).await?;
        }
        Err(failure) => {
            tracing::warn!(payment = %payment.id, partner = partner.name, %failure, "a deposit could not be given up at the partner");
        }
    }
    Ok(())
}

/// Hands a payment that its partner has refused to the next one that staff has not switched off; `false` when there is none,
/// or when the refusal is not certain.
async fn hand_on(app: &App, payment: &Payment, why: &str) -> ApiResult<bool> {
    let off = switches::off(app).await?;
    let mut on = payment.further.split(',').filter(|name| !name.is_empty() && !off.partners.contains(*name));
    let Some(next) = on.next() else { return Ok(false) };
    let further = on.collect::<Vec<_>>().join(",");
    Ok(routing_store::hand_on(&app.db, payment, (next, &further), why, app.clock.now()).await?)
}

/// Whether a partner that refuses a payment may yet have it from an earlier call whose answer was lost. One that it has is
/// taken as it stands there; without an answer it is looked at later.
async fn may_be_there(app: &App, partner: &Partner, payment: &Payment) -> ApiResult<bool> {
    match partner.find(payment.id).await {
        Ok(None) => Ok(false),
        Ok(Some(report)) => {
            reports::take(app, payment.clone(), &report).await?;
            Ok(true)
        }
        Err(failure) => {
            tracing::warn!(payment = %payment.id, partner = partner.name, %failure, "the payment is looked at later");
            Ok(true)
        }
    }
}

/// The partner that the payment is with, or is about to be asked of. One that the settings have come to leave out is logged:
/// its payments wait until it is back.
pub(super) fn partner_of<'a>(app: &'a App, payment: &Payment) -> Option<&'a Partner> {
    let partner = app.cashbox.partners.get(&payment.provider);
    if partner.is_none() {
        tracing::error!(payment = %payment.id, partner = payment.provider, "there is no such payment partner");
    }
    partner
}

/// The same, for a call that cannot go on without it.
pub(super) fn with_partner<'a>(app: &'a App, payment: &Payment) -> ApiResult<&'a Partner> {
    let missing = || ApiError::unavailable(&"the partner of this payment is not configured");
    partner_of(app, payment).ok_or_else(missing)
}
