//! Looks after payments by itself: sends cashouts whose time has come, carries out people's decisions, and
//! asks the partner about everything that is under way, so that no lost call or webhook loses money.
//!
//! A look is claimed in the row, so that of several servers one looks, and each look in vain doubles the
//! time until the next.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;

use super::model::{Payment, Review};
use super::moves::{Step, advance};
use super::partner::Failure;
use super::payments::{ask_partner, send};
use super::reports::{self, LOOK_AFTER_MS};
use super::state::{Action, State};
use super::store;
use crate::app::App;
use crate::error::ApiResult;

/// How often the house asks whether there is something to look at.
const TICK: Duration = Duration::from_secs(2);

/// Payments looked at in one go, and how many of them side by side.
const BATCH: i64 = 200;
const SIDE_BY_SIDE: usize = 8;

/// The pause between looks is doubled this often at most: from 15 seconds to a little over an hour.
const DOUBLINGS_MAX: i64 = 8;

/// A deposit that the partner does not know by then is given up. One that the partner knows never is: it may
/// still be paid.
const GIVE_UP_AFTER_MS: i64 = 24 * 3_600_000;

/// Looks after payments until the server stops.
pub async fn run(app: Arc<App>) {
    app.every(TICK, |app| async move {
        if let Err(error) = look_at_all_due(&app).await {
            tracing::error!(?error, "payments could not be looked at");
        }
    })
    .await;
}

/// Looks at every payment whose time has come by the house clock; answers how many there were.
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
pub(super) async fn look(app: &App, payment: Payment) -> ApiResult<Payment> {
    let pause_ms = LOOK_AFTER_MS << payment.looks.clamp(0, DOUBLINGS_MAX);
    if !store::claim_look(&app.db, &payment, app.clock.now() + pause_ms).await? {
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

/// Asks the partner how `payment` stands.
async fn ask(app: &App, payment: &Payment) -> ApiResult<()> {
    match app.cashbox.northpay.find(payment.id).await {
        Ok(Some(report)) => {
            reports::take(app, payment.clone(), &report).await?;
        }
        Ok(None) if payment.action == Action::Deposit && is_old(app, payment) => {
            let step = Step { error_code: Some("expired".to_owned()), ..Step::default() };
            advance(app, payment.clone(), State::Canceled, &step).await?;
        }
        Ok(None) if payment.partner_id.is_none() => {
            ask_partner(app, payment.clone()).await?;
        }
        Ok(None) => tracing::error!(payment = %payment.id, "the partner has forgotten a payment"),
        Err(Failure::Refused(why) | Failure::Unknown(why)) => {
            tracing::warn!(payment = %payment.id, why, "the partner could not be asked");
        }
    }
    Ok(())
}

fn is_old(app: &App, payment: &Payment) -> bool {
    app.clock.now() - payment.created_at > GIVE_UP_AFTER_MS
}
