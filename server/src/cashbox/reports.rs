//! What the partner says about a payment, from webhooks and from answers alike, carried over to ours.

use croupier_ledger::Fact;
use croupier_money::WIRE_MAX;
use serde_json::json;

use super::model::Payment;
use super::moves::{Moved, Step, advance, without_money};
use super::partner::{Kind, Report};
use super::state::{Action, State};
use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

/// Milliseconds until a payment that the partner has taken on is asked about.
pub(super) const LOOK_AFTER_MS: i64 = 15_000;

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReportOutcome {
    /// It changed the payment, or reported what was known.
    Yes,
    /// It does not fit the payment it names; nothing was done.
    Mismatch,
    /// It cannot be taken as the books are now; to be reported again.
    NotNow,
}

/// Takes `report` for `payment`.
///
/// Reports come in any order and any number: one that reports an earlier stage than ours changes nothing.
/// One that names another amount, currency or payment, or another end than the one reached, is a mismatch
/// for people to look at.
pub(super) async fn take(app: &App, payment: Payment, report: &Report) -> ApiResult<ReportOutcome> {
    if !fits(&payment, report) {
        if is_more_coins(&payment, report) {
            contradict(app, &payment, State::Succeeded).await?;
        }
        tracing::error!(payment = %payment.id, partner_id = report.id, amount = report.amount,
            currency = report.currency, "the partner's report does not fit the payment");
        return Ok(ReportOutcome::Mismatch);
    }
    let page = report.page();
    let url_is_new = payment.redirect_url.is_none() && page.is_some();
    if payment.partner_id.is_none() || url_is_new {
        store::note_partner(&app.db, &payment, &report.id, page).await?;
    }
    let to = report.status.means(payment.action);
    let step = Step {
        error_code: report.error_code.clone(),
        card: report.profile.clone().filter(|_| to == State::Succeeded),
        partner_id: Some(report.id.clone()),
        next_look_at: Some(app.clock.now() + LOOK_AFTER_MS),
        received: report.received.filter(|_| to == State::Succeeded && payment.action == Action::Deposit),
        confirmations: report.confirmations.into(),
        confirmations_needed: report.confirmations_needed.into(),
        guard: None,
    };
    match advance(app, payment, to, &step).await? {
        Moved::NotAllowed(payment) if to.is_final() => {
            contradict(app, &payment, to).await?;
            Ok(ReportOutcome::Mismatch)
        }
        Moved::Already(payment) if !payment.state.is_final() => {
            confirm(app, payment, &step).await?;
            Ok(ReportOutcome::Yes)
        }
        Moved::Done(_) | Moved::Already(_) | Moved::NotAllowed(_) => Ok(ReportOutcome::Yes),
        Moved::Stuck(_) => Ok(ReportOutcome::NotNow),
    }
}

/// Notes how far a chain has confirmed a payment that stays in its state, and publishes it to its player. Reports may come in
/// any order: fewer confirmations than are known change nothing.
async fn confirm(app: &App, payment: Payment, step: &Step) -> ApiResult<()> {
    if step.confirmations <= payment.confirmations {
        return Ok(());
    }
    let (confirmations, confirmations_needed) = (step.confirmations, step.confirmations_needed);
    let next = Payment { confirmations, confirmations_needed, ..payment };
    let facts = [next.changed()?];
    // Who is outrun has nothing to add: the payment has moved on, or more is known.
    without_money(app, &next, app.clock.now(), &facts, vec![store::confirm(&next)]).await?;
    Ok(())
}

/// Keeps for people that the partner reports another end than ours, when money has moved on one side only.
async fn contradict(app: &App, payment: &Payment, theirs: State) -> ApiResult<()> {
    let (ours, theirs_name) = (payment.state.name(), theirs.name());
    if ![payment.state, theirs].contains(&State::Succeeded) {
        tracing::warn!(payment = %payment.id, ours, theirs = theirs_name, "the partner reports another end without money");
        return Ok(());
    }
    let body = json!({ "payment_id": payment.id, "ours": ours, "theirs": theirs_name }).to_string();
    let fact = Fact { kind: "payment.contradicted", body };
    if store::note_contradiction(&app.db, payment, theirs, fact, app.clock.now()).await? {
        tracing::error!(payment = %payment.id, ours, theirs = theirs_name, "the partner reports another end");
    }
    Ok(())
}

/// Whether `report` is of money that came after a deposit was credited, such as coins sent to the same address again.
fn is_more_coins(payment: &Payment, report: &Report) -> bool {
    let is_credited = (payment.action, payment.state) == (Action::Deposit, State::Succeeded);
    let as_credited = Report { received: Some(payment.amount), ..report.clone() };
    is_credited
        && payment.kind.may_differ()
        && report.received.is_some_and(|received| received > payment.amount)
        && fits(payment, &as_credited)
}

/// Whether `report` is about `payment`. What was asked for has to agree; what has come may differ only where the way
/// to pay lets the payer send another amount, and does not change any more once it was credited.
fn fits(payment: &Payment, report: &Report) -> bool {
    let credited = payment.action == Action::Deposit && payment.state == State::Succeeded;
    let received_fits = report.received.is_none_or(|received| match payment.kind {
        _ if credited => received == payment.amount,
        kind if kind.may_differ() && payment.action == Action::Deposit => (1..=WIRE_MAX).contains(&received),
        _ => received == payment.asked(),
    });
    report.merchant_ref == payment.id.to_string()
        && payment.partner_id.as_ref().is_none_or(|id| *id == report.id)
        && report.kind == Kind::from(payment.action)
        && report.amount == payment.asked()
        && report.currency == payment.currency.code()
        && received_fits
}
