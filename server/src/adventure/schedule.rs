//! Brings what `content/adventures.toml` says into the schedule: the running and the next time of each.

use std::collections::HashSet;

use croupier_db::log;

use super::definition::Definition;
use super::model::Adventure;
use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

/// Schedules and edits at the app's clock.
///
/// A calendar follows the content until it begins, and is promised as it is from then on. One that the content does not have
/// any more by then is taken back. Of one definition no two run at once: after an edit of its days, the next one begins when
/// the one that runs has ended. One that cannot be scheduled is told to the operator, and holds up no other.
pub(super) async fn bring_up_to_date(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for definition in app.adventures.now().iter() {
        for (slug, first_day) in definition.occurrences(now) {
            if let Err(error) = bring(app, definition, &slug, first_day, now).await {
                tracing::error!(adventure = slug, ?error, "cannot be scheduled");
            }
        }
    }
    // The definitions may have been read anew meanwhile.
    let definitions = app.adventures.now();
    let times = definitions.iter().flat_map(|definition| definition.occurrences(now));
    let wanted: HashSet<String> = times.map(|(slug, _)| slug).collect();
    Ok(store::withdraw(&app.db, |slug| wanted.contains(slug), now).await?)
}

async fn bring(
    app: &App,
    definition: &Definition,
    slug: &str,
    first_day: i64,
    now: i64,
) -> croupier_db::Result<()> {
    let scheduled = store::find(&app.db, slug).await?;
    let wanted = Adventure {
        id: scheduled.as_ref().map_or(0, |one| one.id),
        slug: slug.to_owned(),
        terms: definition.terms.clone(),
        first_day,
        days_count: definition.days_count(),
        utc_offset_minutes: definition.utc_offset_minutes,
    };
    let is_settled = scheduled.as_ref().is_some_and(|one| one.start_at() <= now || *one == wanted);
    let waits = async || store::lasts_into(&app.db, &definition.id, wanted.start_at(), now).await;
    if is_settled || scheduled.is_none() && waits().await? {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    let id = match scheduled {
        Some(scheduled) => scheduled.id,
        None => log::take_numbers(&mut tx, "adventure", 1).await?,
    };
    store::schedule(&mut tx, &Adventure { id, ..wanted }, &definition.id, now).await?;
    tx.commit().await
}
