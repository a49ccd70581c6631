//! Stopping a player reaches everything that the player has open, on every server.

mod money;
mod reach;

use croupier_ledger::{NO_END, StopReason};
use croupier_server::account::stops::{StopChange, lift_stop, stop_player};
use croupier_server::app::App;

/// Stops a player until the reason is lifted.
pub async fn stop(app: &App, player: i64, reason: StopReason) {
    stop_until(app, player, reason, NO_END).await;
}

/// Stops a player until then; answers the end in force.
pub async fn stop_until(app: &App, player: i64, reason: StopReason, until: i64) -> i64 {
    stop_player(&app.db, change(player, reason), until, app.clock.now()).await.unwrap()
}

/// Lifts a reason.
pub async fn lift(app: &App, player: i64, reason: StopReason) {
    assert!(lift_stop(&app.db, change(player, reason), app.clock.now()).await.unwrap());
}

fn change(player: i64, reason: StopReason) -> StopChange<'static> {
    StopChange { player, reason, by: "Ann", why: "a test", signed: None }
}
