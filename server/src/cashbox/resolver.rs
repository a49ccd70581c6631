//! Looks after payments by itself: sends cashouts whose time has come, carries out people's decisions, and
//! asks the partner about everything that is under way, so that no lost call or webhook loses money.
//!
//! A look is claimed in the row, so that of several servers one looks, and each look in vain doubles the
//! time until the next.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;

use super::asking::{EXPIRED, ask_partner, give_up, partner_of, send};
use super::model::{Payment, Review};
use super::moves::{STUCK, Step, advance, refusal_of};
use super::partner::Partner;
use super::reports::{self, LOOK_AFTER_MS};
use super::state::{Action, State};
use super::{routing_store, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How often the operator asks whether there is something to look at.
const TICK: Duration = Duration::from_secs(2);

/// Payments looked at in one go, and how many of them side by side.
const BATCH: i64 = 200;
const SIDE_BY_SIDE: usize = 8;

/// The pause between looks is doubled this often at most: from 15 seconds to a little over an hour.
const DOUBLINGS_MAX: i64 = 8;

/// The same of a cashout that waits for being sent, so that it leaves within minutes of the end of a stop.
const HELD_DOUBLINGS_MAX: i64 = 4;

/// The same of a canceled deposit: up to 17 hours.
const CANCELED_DOUBLINGS_MAX: i64 = 12;

/// How long after a deposit was canceled the partner is asked whether it was paid after all.
const LATE_PAYMENT_MS: i64 = 7 * DAY_MS;

/// A deposit that the partner does not know by then is given up.
const GIVE_UP_UNKNOWN_MS: i64 = DAY_MS;

/// A deposit that nobody has paid by then is given up, at the partner first. A bank transfer takes days.
const GIVE_UP_UNPAID_MS: i64 = 14 * DAY_MS;

/// Looks after payments until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("resolver of payments", TICK, |app| async move { look_at_all_due(&app).await.map(drop) }).await;
}

/// How often partners are asked which methods they carry, and how often one that is away is asked whether it is back.
const METHODS_EVERY: Duration = Duration::from_mins(1);
const PROBE_EVERY: Duration = Duration::from_secs(10);

/// How far back deposits count that show how a partner does.
const PAID_WITHIN_MS: i64 = DAY_MS;

/// Keeps up with which methods the partners carry and how they do, until the server stops.
pub async fn follow_methods(app: Arc<App>) {
    let all = app.every("methods of the payment partners", METHODS_EVERY, |app| async move {
        ask_for_methods(&app).await
    });
    let away = app.every("payment partners that are away", PROBE_EVERY, |app| async move {
        let away = app.cashbox.partners.iter().filter(|partner| partner.away_since().is_some());
        for partner in away {
            ask_for_methods_of(partner).await;
        }
        ApiResult::Ok(())
    });
    tokio::join!(all, away);
}

/// Asks every partner now which methods it carries; the others are hidden from then on. Without an answer the last one
/// holds.
pub async fn ask_for_methods(app: &App) -> ApiResult<()> {
    let since = app.clock.now() - PAID_WITHIN_MS;
    for partner in app.cashbox.partners.iter() {
        ask_for_methods_of(partner).await;
        partner.note_paid(routing_store::paid_since(&app.db, partner.name, since).await?);
    }
    Ok(())
}

async fn ask_for_methods_of(partner: &Partner) {
    if let Err(failure) = partner.ask_for_methods().await {
        tracing::warn!(partner = partner.name, %failure, "the partner did not say which methods it carries");
    }
}

/// Looks at every payment whose time has come by the server clock; answers how many there were.
pub async fn look_at_all_due(app: &App) -> ApiResult<usize> {
    let due = store::due(&app.db, app.clock.now(), BATCH).await?;
    let count = due.len();
    stream::iter(due)
        .for_each_concurrent(SIDE_BY_SIDE, |payment| async move {
            let id = payment.id;
            if let Err(error) = look(app, payment).await {
                tracing::error!(payment = %id, ?error, "a payment could not be looked at");
            }
        })
        .await;
    Ok(count)
}

/// Looks at one payment now, unless somebody else does; answers it as it is afterwards.
async fn look(app: &App, payment: Payment) -> ApiResult<Payment> {
    if !store::claim_look(&app.db, &payment, next_look_at(app, &payment)).await? {
        return Ok(payment);
    }
    match (payment.action, payment.state, payment.review) {
        (Action::Cashout, State::Reserved, Some(Review::Refused)) => {
            let step = Step { error_code: Some("review_refused".to_owned()), ..Step::default() };
            advance(app, payment.clone(), State::Rejected, &step).await?;
        }
        (Action::Cashout, State::Reserved, Some(Review::Waiting)) => {}
        (Action::Cashout, State::Pending | State::Reserved, _) => {
            send(app, payment.clone()).await?;
        }
        _ => ask(app, &payment).await?,
    }
    Ok(store::get(&app.db, payment.id).await?.unwrap_or(payment))
}

/// Looks at a payment that is with the partner because its player waits. The times of the server's own looks stay as they
/// are, however often the player asks.
pub(super) async fn look_for_player(app: &App, payment: Payment) -> ApiResult<Payment> {
    ask(app, &payment).await?;
    Ok(store::get(&app.db, payment.id).await?.unwrap_or(payment))
}

/// When to look again if this look changes nothing; `None` when it is the last.
fn next_look_at(app: &App, payment: &Payment) -> Option<i64> {
    let doublings_max = match (payment.action, payment.state) {
        (Action::Deposit, State::Canceled) => CANCELED_DOUBLINGS_MAX,
        // It waits for the end of a stop.
        (Action::Cashout, State::Pending | State::Reserved) => HELD_DOUBLINGS_MAX,
        _ => DOUBLINGS_MAX,
    };
    let next = app.clock.now() + (LOOK_AFTER_MS << payment.looks.clamp(0, doublings_max));
    // Money that could not be credited is never forgotten.
    let is_stuck = payment.error_code.as_deref() == Some(STUCK);
    let last = payment.finished_at.filter(|_| !is_stuck).map(|at| at + LATE_PAYMENT_MS);
    Some(next).filter(|next| last.is_none_or(|last| *next <= last))
}

/// Asks the partner how `payment` stands.
async fn ask(app: &App, payment: &Payment) -> ApiResult<()> {
    if payment.is_cancelable() && must_be_given_up(app, payment).await? {
        return give_up(app, payment).await;
    }
    let Some(partner) = partner_of(app, payment) else { return Ok(()) };
    match partner.find(payment.id).await {
        Ok(Some(report)) => {
            reports::take(app, payment.clone(), &report).await?;
        }
        Ok(None) if payment.state.is_final() => {}
        Ok(None) if payment.action == Action::Deposit && is_older(app, payment, GIVE_UP_UNKNOWN_MS) => {
            let step = Step { error_code: Some(EXPIRED.to_owned()), ..Step::default() };
            advance(app, payment.clone(), State::Canceled, &step).await?;
        }
        Ok(None) if payment.partner_id.is_none() => {
            ask_partner(app, payment.clone()).await?;
        }
        Ok(None) => tracing::error!(payment = %payment.id, "the partner has forgotten a payment"),
        Err(failure) => {
            tracing::warn!(payment = %payment.id, partner = partner.name, %failure, "the partner could not be asked");
        }
    }
    Ok(())
}

/// Whether a deposit that waits for being paid must wait no longer: its time is over, its player is stopped, or a limit
/// has become stricter than what is under way.
async fn must_be_given_up(app: &App, payment: &Payment) -> ApiResult<bool> {
    Ok(is_older(app, payment, GIVE_UP_UNPAID_MS) || refusal_of(app, payment).await?.is_some())
}

fn is_older(app: &App, payment: &Payment, than_ms: i64) -> bool {
    app.clock.now() - payment.created_at > than_ms
}
