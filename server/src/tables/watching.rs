//! Tells every browser of this server that looks at a table what happens there. Where the round stands is told at once, the
//! bets at most once a second; who comes later loads the table, and so does who has missed something.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::bet_store;
use super::store;
use super::view::{TableBetsView, TableRoundView};
use super::{Table, locked};
use crate::app::App;
use crate::calendar::rfc3339;
use crate::error::ApiResult;

/// Bets of a round that are shown.
pub(super) const SHOWN: i64 = 20;

/// How often bets are told at most.
const BETS_EVERY: Duration = Duration::from_secs(1);

/// What the browsers of this server were told last of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    round: Option<TableRoundView>,
    bets: Option<TableBetsView>,
    bets_at: Option<Instant>,
}

/// Whether a browser of this server listens.
pub(super) fn has_listeners(app: &App) -> bool {
    app.realtime.listeners_of_crash_table() > 0
}

/// One look: what has changed since the last one is told once, as it is now.
pub(super) async fn tell(app: &App, table: &Table) -> ApiResult<()> {
    let game = table.identifier();
    if !has_listeners(app) {
        locked(&app.tables.told).remove(game);
        return Ok(());
    }
    let Some(round) = store::newest(&app.db, game).await? else { return Ok(()) };
    let mut told = locked(&app.tables.told).get(game).cloned().unwrap_or_default();
    let view = TableRoundView::from(&round);
    let has_moved = told.round.as_ref().is_none_or(|before| !before.is_same_moment(&view));
    if has_moved {
        let frame = json!({ "type": "round", "game": game, "now": rfc3339(app.clock.now()), "round": view });
        app.realtime.tell_crash_table(&frame);
        told.round = Some(view);
    }
    if has_moved || told.bets_at.is_none_or(|at| at.elapsed() >= BETS_EVERY) {
        let highest = bet_store::highest(&app.db, round.id, SHOWN).await?;
        let bets = TableBetsView::of(&round, bet_store::cashed(&app.db, round.id).await?, &highest);
        if told.bets.as_ref() != Some(&bets) {
            app.realtime.tell_crash_table(&json!({ "type": "bets", "game": game, "bets": bets }));
            told.bets = Some(bets);
        }
        told.bets_at = Some(Instant::now());
    }
    locked(&app.tables.told).insert(game.to_owned(), told);
    Ok(())
}
