//! What the partner says about a payment, from webhooks and from answers alike, carried over to ours.

use super::model::Payment;
use super::moves::{Moved, Step, advance};
use super::partner::{Kind, Report};
use super::state::State;
use super::store;
use crate::app::App;
use crate::error::ApiResult;

/// Milliseconds until a payment that the partner has taken on is asked about.
pub(super) const LOOK_AFTER_MS: i64 = 15_000;

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It changed the payment, or told what was known.
    Yes,
    /// It does not fit the payment it names; nothing was done.
    Mismatch,
}

/// Takes `report` for `payment`.
///
/// Reports come in any order and any number: one that tells of an earlier stage than ours changes nothing.
/// One that names another amount, currency or payment, or another end than the one reached, is a mismatch
/// for people to look at.
pub(super) async fn take(app: &App, payment: Payment, report: &Report) -> ApiResult<Taken> {
    if !fits(&payment, report) {
        tracing::error!(payment = %payment.id, partner_id = report.id, amount = report.amount,
            currency = report.currency, "the partner's report does not fit the payment");
        return Ok(Taken::Mismatch);
    }
    let url_is_new = payment.redirect_url.is_none() && report.checkout_url.is_some();
    if payment.partner_id.is_none() || url_is_new {
        store::note_partner(&app.db, payment.id, &report.id, report.checkout_url.as_deref()).await?;
    }
    let to = report.status.means(payment.action);
    let step = Step {
        error_code: report.error_code.clone(),
        card: report.profile.clone().filter(|_| to == State::Succeeded),
        partner_id: Some(report.id.clone()),
        next_look_at: Some(app.clock.now() + LOOK_AFTER_MS),
    };
    match advance(app, payment, to, &step).await? {
        Moved::NotAllowed(payment) if to.is_final() => {
            tracing::error!(payment = %payment.id, ours = payment.state.name(), theirs = to.name(),
                "the partner tells of another end");
            Ok(Taken::Mismatch)
        }
        Moved::Done(_) | Moved::Already(_) | Moved::NotAllowed(_) => Ok(Taken::Yes),
    }
}

fn fits(payment: &Payment, report: &Report) -> bool {
    report.merchant_ref == payment.id.to_string()
        && payment.partner_id.as_ref().is_none_or(|id| *id == report.id)
        && report.kind == Kind::from(payment.action)
        && report.amount == payment.amount
        && report.currency == payment.currency.code()
}
