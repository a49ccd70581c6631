//! Brings what `content/tournaments.toml` says into the schedule: the last, the running and the next time of each.

use super::definition::{Definition, Occurrence, Terms};
use super::store;
use crate::app::App;
use crate::error::ApiResult;

/// Schedules and edits at the app's clock.
///
/// A tournament that has begun keeps how it scores, which games count, its currency, groups and start: players rely on
/// them. Its texts, prizes and end follow the content until it ends. One that has not begun follows in everything.
pub(super) async fn bring_up_to_date(app: &App) -> ApiResult<()> {
    let definitions = app.tournaments.now();
    let now = app.clock.now();
    for definition in definitions.iter() {
        for occurrence in definition.occurrences(now) {
            bring(app, definition, &occurrence, now).await?;
        }
    }
    // The definitions may have been read anew meanwhile.
    let is_defined = |id: &str| app.tournaments.now().iter().any(|definition| definition.id() == id);
    Ok(store::withdraw(&app.db, is_defined, now).await?)
}

async fn bring(app: &App, definition: &Definition, occurrence: &Occurrence, now: i64) -> ApiResult<()> {
    let wanted = definition.terms();
    let Some(scheduled) = store::scheduled(&app.db, &occurrence.identifier).await? else {
        let mut tx = app.db.begin().await?;
        store::schedule(&mut tx, definition.id(), occurrence, &wanted, &game_ids(app, &wanted)).await?;
        return Ok(tx.commit().await?);
    };
    if scheduled.end_at <= now {
        return Ok(());
    }
    let kept: Terms = serde_json::from_str(&scheduled.terms)?;
    let (terms, games, start_at) = if scheduled.start_at <= now {
        let Terms { prizes, title, description, .. } = wanted;
        (Terms { prizes, title, description, ..kept.clone() }, scheduled.game_ids.clone(), scheduled.start_at)
    } else {
        let games = serde_json::to_string(&game_ids(app, &wanted))?;
        (wanted, games, occurrence.start_at)
    };
    // An end that has passed would take back what was scored after it.
    let end_at = occurrence.end_at.max(now + 1);
    let is_same = (&terms, &games) == (&kept, &scheduled.game_ids)
        && (start_at, occurrence.end_at) == (scheduled.start_at, scheduled.end_at);
    if is_same {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    store::edit(&mut tx, &scheduled, &terms, &games, (start_at, end_at), now).await?;
    Ok(tx.commit().await?)
}

fn game_ids(app: &App, terms: &Terms) -> Vec<i64> {
    terms.games.games(&app.catalogue.index()).map(|game| game.id).collect()
}
