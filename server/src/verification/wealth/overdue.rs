//! What an answer that is owed too long holds.

use croupier_db::Tx;
use croupier_ledger::PlayerId;

use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// Whether the player owes an answer whose time is over at `now` (UTC milliseconds). A decision that stands on it has to hold
/// the lock of the player's lane, under which questionnaires change.
pub async fn is_wealth_overdue_in(tx: &mut Tx, player: PlayerId, now: i64) -> croupier_db::Result<bool> {
    store::is_overdue_in(tx, player, now).await
}

/// Refuses a deposit or a withdrawal of a player who owes an answer whose time is over.
pub async fn refuse_wealth_overdue(app: &App, player: PlayerId) -> ApiResult<()> {
    let is_overdue = store::is_overdue(&app.db, player, app.clock.now()).await?;
    if is_overdue { Err(wealth_overdue()) } else { Ok(()) }
}

/// The refusal of what an overdue answer holds.
pub fn wealth_overdue() -> ApiError {
    let message = "Please answer our questions about the source of your wealth first.";
    ApiError::forbidden("wealth_questionnaire_overdue", message)
}
