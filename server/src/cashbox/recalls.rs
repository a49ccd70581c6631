//! Taking a cashout back.

use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::closed_loop;
use super::model::Payment;
use super::moves::{Changed, Step, change};
use super::payments::own;
use super::state::State;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// How often it is tried when the payment, or others of its player, change in between.
const TRIES: u32 = 5;

/// Takes a cashout of `player` back, unless others have come after it that could not have gone where they go without it.
pub(super) async fn recall(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Payment> {
    let refused = || ApiError::field("state", "invalid_state", "This payment cannot be taken back any more.");
    for _ in 0..TRIES {
        let payment = own(app, player, id).await?;
        if !payment.is_recallable_now() {
            return Err(refused());
        }
        let guard = Box::pin(closed_loop::refuse_recall(app, &payment)).await?;
        let step = Step { guard, ..Step::default() };
        match Box::pin(change(app, &payment, State::Recalled, &step)).await? {
            Changed::Yes(recalled) => return Ok(*recalled),
            Changed::NotAllowed | Changed::Stuck => return Err(refused()),
            Changed::Conflict => {}
        }
    }
    Err(ApiError::unavailable(&format!("the payments around cashout {id} keep changing")))
}
