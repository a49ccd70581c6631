//! Tells every browser of this server that looks at a table what happens there. Where the round stands is told at once, the
//! bets, and that the table is closed, at most once a second; who comes later loads the table, and so does who has missed something.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::closing::ClosedFor;
use super::rules::Rules;
use super::store::{self, Round};
use super::view::{TableBetsView, TableRoundView};
use super::{Table, bet_store, closure_store, leading, locked, spot_store};
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;

/// Bets of a round that are shown.
pub(super) const SHOWN: i64 = 20;

/// How often bets are told at most.
const BETS_EVERY: Duration = Duration::from_secs(1);

/// How often it is looked whether a table is closed, at most.
const CLOSURE_EVERY: Duration = Duration::from_secs(1);

/// What the browsers of this server were told last of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Published {
    round: Option<TableRoundView>,
    bets: Option<TableBetsView>,
    bets_at: Option<Instant>,
    closed: Option<ClosedFor>,
    closed_at: Option<Instant>,
}

/// Whether a browser of this server listens.
pub(super) fn has_listeners(app: &App, table: &Table) -> bool {
    app.realtime.listeners_of_table(table.channel()) > 0
}

/// One look: what has changed since the last one is told once, as it is now.
pub(super) async fn publish(app: &App, table: &Table) -> ApiResult<()> {
    let game = table.identifier();
    if !has_listeners(app, table) {
        locked(&app.tables.told).remove(game);
        return Ok(());
    }
    let mut told = locked(&app.tables.told).get(game).cloned().unwrap_or_default();
    publish_closure(app, table, &mut told).await?;
    if let Some(round) = store::newest(&app.db, game).await? {
        publish_round(app, table, &round, &mut told).await?;
    }
    locked(&app.tables.told).insert(game.to_owned(), told);
    Ok(())
}

/// Tells why a table is closed after its round, or that it is open again.
async fn publish_closure(app: &App, table: &Table, told: &mut Published) -> ApiResult<()> {
    let game = table.identifier();
    if told.closed_at.is_some_and(|at| at.elapsed() < CLOSURE_EVERY) {
        return Ok(());
    }
    let closed = closure_store::of(&app.db, game).await?.map(|closure| closure.told);
    if told.closed != closed {
        app.realtime
            .publish_table(table.channel(), &json!({ "type": "closed", "game": game, "closed": closed }));
        told.closed = closed;
    }
    told.closed_at = Some(Instant::now());
    Ok(())
}

/// Tells where the newest round stands, and which bets it has.
async fn publish_round(app: &App, table: &Table, round: &Round, told: &mut Published) -> ApiResult<()> {
    let game = &round.game;
    let view = TableRoundView::of(round, &leading::shown_cards(app, table, round).await?);
    let has_moved = told.round.as_ref().is_none_or(|before| !before.is_same_moment(&view));
    if has_moved {
        let frame = json!({ "type": "round", "game": game, "now": rfc3339(app.clock.now()), "round": view });
        app.realtime.publish_table(table.channel(), &frame);
        told.round = Some(view);
    }
    if has_moved || told.bets_at.is_none_or(|at| at.elapsed() >= BETS_EVERY) {
        let bets = bets_of(app, table, round).await?;
        if told.bets.as_ref() != Some(&bets) {
            app.realtime
                .publish_table(table.channel(), &json!({ "type": "bets", "game": game, "bets": bets }));
            told.bets = Some(bets);
        }
        told.bets_at = Some(Instant::now());
    }
    Ok(())
}

/// The bets of a round as everybody sees them.
pub(super) async fn bets_of(app: &App, table: &Table, round: &Round) -> ApiResult<TableBetsView> {
    let highest = bet_store::highest(&app.db, round.id, SHOWN).await?;
    let cashed = bet_store::cashed(&app.db, round.id).await?;
    let spots = match table.rules {
        Rules::Crash(_) => Vec::new(),
        Rules::Baccarat(_) => spot_store::totals(&app.db, round.id).await?,
    };
    Ok(TableBetsView::of(round, cashed, &highest, &spots))
}
