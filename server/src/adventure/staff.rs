//! Adventures in the hands of staff.

use croupier_db::{Db, Result};

use super::model::Adventure;
use super::store;
use crate::app::App;
use crate::content::Planned;
use crate::platform::calendar::{DAY_MS, Date};

/// Calendars in one list at most.
const LISTED_MAX: i64 = 200;

/// Calendars that have ended are listed for so long, in milliseconds.
const LISTED_FOR_MS: i64 = 90 * DAY_MS;

fn line(adventure: &Adventure, now: i64) -> String {
    let step = adventure.step_at(now);
    let state = if step < 1 {
        "to come".to_owned()
    } else if adventure.is_on(now) {
        format!("day {step} of {}", adventure.days_count)
    } else {
        "over".to_owned()
    };
    let day = |step| Date::of_days(adventure.day_of(step));
    format!("{}\t{state}\t{} to {}", adventure.slug, day(1), day(adventure.days_count))
}

/// A line for each calendar that runs at `now` (UTC milliseconds), is to come, or has ended lately.
pub async fn list(db: &Db, now: i64) -> Result<Vec<String>> {
    let adventures = store::between(db, now - LISTED_FOR_MS, i64::MAX, LISTED_MAX).await?;
    Ok(adventures.iter().map(|adventure| line(adventure, now)).collect())
}

/// What is on at least in part within a span (UTC milliseconds): at most `limit` of what is scheduled, and what the content plans
/// beyond that.
pub async fn planned(app: &App, (from, to): (i64, i64), limit: i64) -> Result<Vec<Planned>> {
    let scheduled = store::between(&app.db, from, to - 1, limit).await?.into_iter().map(|one| Planned {
        start_at: one.start_at(),
        end_at: one.end_at(),
        name: one.slug,
        title: one.terms.title,
        groups: Vec::new(),
    });
    let definitions = app.adventures.now();
    let to_come = definitions.iter().flat_map(|definition| definition.planned((from, to)));
    Ok(Planned::joined(scheduled.collect(), to_come, app.clock.now()))
}

/// The calendar `slug` at `now`, and a line for each of its days: what it asks in euros, what it gives, who has completed it and
/// how many gifts are issued. `None` when there is none.
pub async fn show(db: &Db, slug: &str, now: i64) -> Result<Option<Vec<String>>> {
    let Some(adventure) = store::find(db, slug).await? else { return Ok(None) };
    let counts = store::counts(db, adventure.id).await?;
    let counted = |step| {
        let (completed, given) = counts.get(&step).copied().unwrap_or_default();
        format!("{completed} completed\t{given} gifts issued")
    };
    let mut lines = vec![line(&adventure, now)];
    for (step, day) in (1..).zip(&adventure.terms.days) {
        let date = Date::of_days(adventure.day_of(step));
        let asked = day.deposit_min.get("EUR").copied().unwrap_or_default();
        let code = day.reward.prize.code();
        lines.push(format!("{step}\t{date}\t{asked} EUR cents\t{code}\t{}", counted(step)));
    }
    if let Some(superb) = &adventure.terms.superb {
        let code = superb.prize.code();
        lines.push(format!("all\t\t\t{code}\t{}", counted(adventure.superb_step())));
    }
    Ok(Some(lines))
}
