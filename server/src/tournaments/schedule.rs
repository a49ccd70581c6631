//! Brings what `content/tournaments.toml` says into the schedule: the last, the running and the next time of each.

use super::definition::{Definition, Occurrence, Terms};
use super::kind::TournamentKind;
use super::store::{self, Edited, Scheduled};
use crate::app::App;
use crate::platform::error::ApiResult;

/// Schedules and edits at the app's clock.
///
/// A tournament that has begun, or that somebody has joined, keeps how it scores, which games count, its currency, groups and
/// start: players rely on them. Its texts, prizes, gifts and end follow the content until it ends. Any other follows in everything,
/// but never begins before now. One that cannot be read is told to the operator, and holds up no other.
pub(super) async fn bring_up_to_date(app: &App) -> ApiResult<()> {
    let definitions = app.tournaments.now();
    let now = app.clock.now();
    for definition in definitions.iter() {
        for occurrence in definition.occurrences(now) {
            if let Err(error) = bring(app, definition, &occurrence, now).await {
                tracing::error!(tournament = occurrence.identifier, ?error, "cannot be scheduled");
            }
        }
    }
    // The definitions may have been read anew meanwhile.
    let is_defined = |id: &str| app.tournaments.now().iter().any(|definition| definition.id() == id);
    Ok(store::withdraw(&app.db, is_defined, now).await?)
}

async fn bring(app: &App, definition: &Definition, occurrence: &Occurrence, now: i64) -> ApiResult<()> {
    let mut wanted = definition.terms();
    let Some(scheduled) = store::scheduled(&app.db, &occurrence.identifier).await? else {
        // Thresholds in other currencies stay what they are told to be, however rates move.
        let is_quest = TournamentKind::of(&occurrence.identifier) == TournamentKind::Quest;
        wanted.rates = is_quest.then(|| (*app.site_config.rates.now()).clone());
        let mut tx = app.db.begin().await?;
        store::schedule(&mut tx, definition.id(), occurrence, &wanted, &game_ids(app, &wanted)).await?;
        return Ok(tx.commit().await?);
    };
    if edited(app, &wanted, occurrence, &scheduled, now)?.is_none() {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    // Whoever joins now, and another server that edits, is waited for; what holds then is read once more.
    if !store::lock_open(&mut tx, scheduled.id).await? {
        return Ok(());
    }
    let Some(scheduled) = store::scheduled_in(&mut tx, &occurrence.identifier).await? else { return Ok(()) };
    if let Some(edited) = edited(app, &wanted, occurrence, &scheduled, now)? {
        store::edit(&mut tx, scheduled.id, &edited).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// What a scheduled tournament has to become; `None` when it stays as it is.
fn edited(
    app: &App,
    wanted: &Terms,
    occurrence: &Occurrence,
    scheduled: &Scheduled,
    now: i64,
) -> ApiResult<Option<Edited>> {
    if scheduled.end_at <= now {
        return Ok(None);
    }
    let kept: Terms = serde_json::from_str(&scheduled.terms)?;
    let wanted = &Terms { rates: kept.rates.clone(), ..wanted.clone() };
    let is_relied_on = scheduled.start_at <= now || scheduled.is_joined;
    let (terms, game_ids, start_at) = if is_relied_on {
        let Terms { prizes, rewards, title, description, .. } = wanted.clone();
        (
            Terms { prizes, rewards, title, description, ..kept.clone() },
            scheduled.game_ids.clone(),
            scheduled.start_at,
        )
    } else {
        let games = serde_json::to_string(&game_ids(app, wanted))?;
        (wanted.clone(), games, occurrence.start_at.max(now))
    };
    // An end that has passed would take back what was scored after it.
    let end_at = occurrence.end_at.max(now.max(start_at) + 1);
    let is_same = (&terms, &game_ids) == (&kept, &scheduled.game_ids)
        && (start_at, end_at) == (scheduled.start_at, scheduled.end_at);
    Ok((!is_same).then_some(Edited { terms, game_ids, start_at, end_at }))
}

/// The games that count, by their numbers: their order is that of no list that changes with popularity.
fn game_ids(app: &App, terms: &Terms) -> Vec<i64> {
    let mut ids: Vec<i64> = terms.games.games(&app.catalogue.index()).map(|game| game.id).collect();
    ids.sort_unstable();
    ids
}
