//! Held coins on their way back: a payout that the partner knows by an id of its own, asked for until its end is known.
//!
//! The amount stays on the account of held coins until the partner has paid. A payout that is refused leaves the coins held.

use croupier_ledger::Action as Order;
use uuid::Uuid;

use super::coin_arrivals::{accounts, changed, moving, submit, write};
use super::coin_arrivals_state::{Arrival, ArrivalState};
use super::coin_arrivals_store as store;
use super::kind::Kind as MethodKind;
use super::model::Payment;
use super::partner::{Failure, Kind, Report, Status};
use super::reports::ReportOutcome;
use super::state::{Action, State};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::wallet;

/// The error of a payout that the partner does not take.
const REFUSED: &str = "provider_refused";

/// Asks the partner for the payout of an arrival that goes back, or how it stands; who asks has claimed a look at it. Without an
/// answer it is asked at the next look: the payout's id names it once and for all. A refusal counts only when no other call can
/// have brought the payout there: coins that are held again may be sent by another one.
pub(super) async fn ask(app: &App, arrival: &Arrival) -> ApiResult<()> {
    let going = arrival.return_id.filter(|_| arrival.state == ArrivalState::Returning);
    let Some(payout) = going else { return Ok(()) };
    let Some(partner) = app.cashbox.partners.get(&arrival.provider) else {
        tracing::error!(arrival = %arrival.id, partner = arrival.provider, "there is no such payment partner");
        return Ok(());
    };
    let report = match partner.find(payout).await {
        Ok(None) => match partner.create(&payment_of(arrival, payout, app.clock.now()), &[]).await {
            Err(Failure::Refused(why)) => {
                tracing::warn!(arrival = %arrival.id, why, "the partner does not send coins back");
                // The answer to an earlier call may have been lost.
                if arrival.looks > 1 && !matches!(partner.find(payout).await, Ok(None)) {
                    return Ok(());
                }
                return hold_again(app, arrival, payout, REFUSED, Some(arrival.looks)).await;
            }
            made => made.map(Some),
        },
        found => found,
    };
    match report {
        Ok(Some(report)) => {
            if take(app, arrival, payout, &report).await? != ReportOutcome::Yes {
                tracing::error!(arrival = %arrival.id, "the partner reports another payout of coins that go back");
            }
        }
        Ok(None) => {}
        Err(failure) => {
            tracing::warn!(arrival = %arrival.id, %failure, "coins that go back are looked at later");
        }
    }
    Ok(())
}

/// Takes what the partner reports of `payout`.
pub(super) async fn take(
    app: &App,
    arrival: &Arrival,
    payout: Uuid,
    report: &Report,
) -> ApiResult<ReportOutcome> {
    let is_it = report.merchant_ref == payout.to_string()
        && report.kind == Kind::Payout
        && report.amount == arrival.amount
        && report.currency == arrival.currency.code();
    if !is_it {
        return Ok(ReportOutcome::Mismatch);
    }
    match (report.status, arrival.state) {
        (Status::Succeeded, ArrivalState::Returning) => let_go(app, arrival, payout).await?,
        (Status::Succeeded, ArrivalState::Held) => {
            tracing::error!(arrival = %arrival.id, "the partner has sent coins back that it had refused to send");
            let_go(app, arrival, payout).await?;
        }
        (Status::Declined | Status::Canceled, ArrivalState::Returning) => {
            let why = report.error_code.as_deref().unwrap_or(REFUSED);
            hold_again(app, arrival, payout, why, None).await?;
        }
        (Status::Succeeded, ArrivalState::Credited)
        | (Status::Declined | Status::Canceled, ArrivalState::Returned) => {
            return Ok(ReportOutcome::Mismatch);
        }
        _ => {}
    }
    Ok(ReportOutcome::Yes)
}

/// Lets the amount leave the operator.
async fn let_go(app: &App, arrival: &Arrival, payout: Uuid) -> ApiResult<()> {
    let now = app.clock.now();
    let next = Arrival { state: ArrivalState::Returned, on_hold: false, changed_at: now, ..arrival.clone() };
    let (to, from) = accounts(app, arrival).await?;
    let order = wallet::Order {
        facts: vec![changed(&next)?],
        attached: vec![store::returned(arrival.id, payout, now)],
        ..moving(arrival, "coin-release", now, Order::Move { from, to, amount: arrival.amount })
    };
    submit(app, order).await?;
    Ok(())
}

/// Holds coins again; with `looks` not when their payout was asked for once more since.
async fn hold_again(
    app: &App,
    arrival: &Arrival,
    payout: Uuid,
    why: &str,
    looks: Option<i64>,
) -> ApiResult<()> {
    let now = app.clock.now();
    let why: String = why.chars().take(100).collect();
    let next = Arrival {
        state: ArrivalState::Held,
        return_error: Some(why.clone()),
        changed_at: now,
        ..arrival.clone()
    };
    write(app, &next, &[], vec![store::not_returned(arrival.id, payout, &why, looks, now)]).await?;
    Ok(())
}

/// The payout as partners are asked for it. It is no payment of the player's: nothing of it is in the wallet.
fn payment_of(arrival: &Arrival, payout: Uuid, now: i64) -> Payment {
    Payment {
        id: payout,
        player: arrival.player,
        action: Action::Cashout,
        state: State::Processing,
        method_id: arrival.method_id.clone(),
        brand: arrival.method_id.clone(),
        provider: arrival.provider.clone(),
        further: String::new(),
        currency: arrival.currency,
        kind: MethodKind::Crypto,
        amount: arrival.amount,
        requested: arrival.amount,
        fee: 0,
        fee_terms: None,
        instrument: None,
        split_of: None,
        whole: None,
        confirmations: 0,
        confirmations_needed: 0,
        profile_token: None,
        address: arrival.return_address.clone(),
        site_address: None,
        idempotency_key: payout.to_string(),
        fingerprint: Vec::new(),
        recallable: false,
        review: None,
        fraud_check_id: None,
        partner_id: None,
        redirect_url: None,
        error_code: None,
        created_at: now,
        finished_at: None,
        next_look_at: None,
        looks: 0,
    }
}
