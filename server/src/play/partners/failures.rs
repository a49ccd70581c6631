//! Calls of partners that came to nothing, as staff reads them.

use croupier_db::Result;

use super::store;
use crate::app::App;

/// Kept of each partner, the newest.
const KEPT: i64 = 200;

/// A call that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallFailure {
    /// Whose call.
    pub partner: String,
    /// UTC milliseconds.
    pub at: i64,
    /// `play`, `rollback` or `freespins`.
    pub call: String,
    /// The partner's number for what is wrong.
    pub code: i64,
    /// What is wrong.
    pub message: String,
    /// The player, where the call names one.
    pub player: Option<i64>,
    /// The partner's name of the round.
    pub round: Option<String>,
}

/// Keeps a call that came to nothing. A store that stays away loses it, and the log of the server has it.
pub(super) async fn note(app: &App, failure: &CallFailure) {
    let CallFailure { partner, call, code, player, round, .. } = failure;
    tracing::info!(partner, call, code, player, round, "a call of a game partner came to nothing");
    if let Err(error) = keep(app, failure).await {
        tracing::warn!(?error, "a failed call of a game partner could not be kept");
    }
}

async fn keep(app: &App, failure: &CallFailure) -> Result<()> {
    let id = app.entropy.uuid(&app.clock).to_string();
    let mut tx = app.db.begin().await?;
    store::add_failure(&mut tx, &id, failure, KEPT).await?;
    tx.commit().await
}

/// The newest calls of a partner that came to nothing.
pub async fn failures(app: &App, partner: &str, limit: i64) -> Result<Vec<CallFailure>> {
    store::failures(&app.db, partner, limit).await
}
