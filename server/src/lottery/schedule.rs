//! Brings what `content/lotteries.toml` says into the schedule: the running and the next time of each.

use croupier_db::log;

use super::{server_seed, store};
use crate::app::App;
use crate::error::ApiResult;

/// Schedules and edits at the app's clock.
///
/// A lottery follows the content until its sale begins, and is promised as it is from then on. One whose definition is gone
/// by then is taken back. One that cannot be scheduled is told to the operator, and holds up no other.
pub(super) async fn bring_up_to_date(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for definition in app.lotteries.now().iter() {
        for (slug, time) in definition.occurrences(now) {
            let wanted = store::Wanted {
                definition,
                slug: &slug,
                start_at: time.start_at,
                end_at: time.end_at,
                server_seed_hash: server_seed(&app.secrets, &slug).commitment(),
            };
            if let Err(error) = bring(app, &wanted, now).await {
                tracing::error!(lottery = slug, ?error, "cannot be scheduled");
            }
        }
    }
    // The definitions may have been read anew meanwhile.
    let is_defined = |id: &str| app.lotteries.now().iter().any(|definition| definition.id == id);
    Ok(store::withdraw(&app.db, is_defined, now).await?)
}

async fn bring(app: &App, wanted: &store::Wanted<'_>, now: i64) -> croupier_db::Result<()> {
    let scheduled = store::find(&app.db, wanted.slug).await?;
    let is_same = scheduled.as_ref().is_some_and(|one| {
        one.start_at <= now
            || (one.start_at, one.end_at) == (wanted.start_at, wanted.end_at)
                && (one.tickets_max, &one.terms) == (wanted.definition.tickets_max, &wanted.definition.terms)
    });
    if is_same {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    let id = match scheduled {
        Some(scheduled) => scheduled.id,
        None => log::take_numbers(&mut tx, "lottery", 1).await?,
    };
    store::schedule(&mut tx, id, wanted, now).await?;
    tx.commit().await
}
