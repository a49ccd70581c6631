//! Limits that players set for themselves: on losses, bets, deposits and time of play, and pauses from all of it. Staff sets
//! stricter ones on a player's behalf.
//!
//! What holds a bet is held elsewhere, where bets are decided: caps of money are the wallet's (`bet_limit`), pauses are
//! reasons for a stop (`player_stop`). This context is where they are set, changed and shown. A limit in one wallet is
//! one of its player: it is made in every wallet, converted, and a wallet that is opened later begins under it.
//!
//! A deposit that was given up and is paid after all is credited even where it passes a limit, because its money has
//! arrived and belongs to the player. It counts, so no further deposit begins.

mod activity;
mod activity_store;
mod change;
mod check;
pub mod frames;
pub mod http;
mod letter;
mod model;
mod on_behalf;
mod pauses;
pub mod readers;
mod sessions;
mod store;
mod view;

use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

pub use activity::begin_session;
pub(crate) use change::LimitRequest;
pub use check::{RULES, check, rules};
pub use model::{LimitType, Period};
pub(crate) use on_behalf::{OnBehalf, tighten_in};
pub use sessions::{SessionLimits, refuse_over};
pub use view::{UserLimit, list};

use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// How often changes are looked for whose time has come.
const EVERY: Duration = Duration::from_secs(10);

/// Changes read in one go.
const BATCH: i64 = 100;

/// Brings looser limits into force until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("changes of limits", EVERY, |app| async move { apply_due(&app).await.map(drop) }).await;
}

/// Brings every confirmed change into force whose time has come, and ends those that nobody has confirmed. Answers how
/// many came into force. One that fails holds up no other, and is tried again the next time.
pub async fn apply_due(app: &App) -> ApiResult<usize> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::expire(&mut tx, now).await?;
    tx.commit().await?;
    let (mut after, mut applied) = ((i64::MIN, Uuid::nil()), 0);
    loop {
        let due = store::due(&app.db, now, after, BATCH).await?;
        let Some(last) = due.last() else { return Ok(applied) };
        after = (last.effective_at.unwrap_or(now), last.id);
        for change in &due {
            match change::apply(app, change).await {
                Ok(done) => applied += usize::from(done),
                Err(error) => tracing::error!(change = %change.id, ?error, "a limit could not be changed"),
            }
        }
    }
}

/// Refuses to enter a game for money with the wallet of `currency` while a limit is reached, with that limit's number.
pub async fn refuse_reached(app: &App, player: PlayerId, currency: Currency) -> ApiResult<()> {
    let limits = list(app, player).await?;
    let Some(limit) = view::first_reached(&limits, currency, app.config.limits_deposit_blocks_play) else {
        return Ok(());
    };
    let refusal = ApiError::forbidden("limit_reached", "A limit that you have set is reached.");
    Err(refusal.of_limit(limit.id))
}
