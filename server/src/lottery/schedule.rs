//! Brings what `content/lotteries.toml` says into the schedule: the running and the next time of each.

use std::collections::HashSet;

use croupier_db::log;

use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::seeds::{self, SeedOf};

/// Schedules and edits at the app's clock.
///
/// A lottery follows the content until its sale begins, and is promised as it is from then on. One that the content does not
/// have any more by then is taken back. Of one definition no two are on sale at once: after an edit of its times, the next
/// one begins when the one on sale has ended. One that cannot be scheduled is told to the operator, and holds up no other.
pub(super) async fn bring_up_to_date(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for definition in app.lotteries.now().iter() {
        for (slug, time) in definition.occurrences(now) {
            let wanted =
                store::Wanted { definition, slug: &slug, start_at: time.start_at, end_at: time.end_at };
            if let Err(error) = bring(app, &wanted, now).await {
                tracing::error!(lottery = slug, ?error, "cannot be scheduled");
            }
        }
    }
    // The definitions may have been read anew meanwhile.
    let definitions = app.lotteries.now();
    let times = definitions.iter().flat_map(|definition| definition.occurrences(now));
    let wanted: HashSet<String> = times.map(|(slug, _)| slug).collect();
    Ok(store::withdraw(&app.db, |slug| wanted.contains(slug), now).await?)
}

async fn bring(app: &App, wanted: &store::Wanted<'_>, now: i64) -> croupier_db::Result<()> {
    let scheduled = store::find(&app.db, wanted.slug).await?;
    let is_same = scheduled.as_ref().is_some_and(|one| {
        one.start_at <= now
            || (one.start_at, one.end_at) == (wanted.start_at, wanted.end_at)
                && (one.tickets_max, &one.terms) == (wanted.definition.tickets_max, &wanted.definition.terms)
    });
    let waits = async || store::lasts_into(&app.db, &wanted.definition.id, wanted.start_at, now).await;
    if is_same || scheduled.is_none() && waits().await? {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    let id = match &scheduled {
        Some(scheduled) => scheduled.id,
        None => log::take_numbers(&mut tx, "lottery", 1).await?,
    };
    // One that was taken back and comes again keeps what was promised for it.
    let promised = match scheduled {
        Some(scheduled) => scheduled.server_seed_hash,
        None => seeds::made(&mut tx, &app.secrets, &SeedOf::Lottery(wanted.slug), now).await?,
    };
    store::schedule(&mut tx, id, wanted, &promised, now).await?;
    tx.commit().await
}
