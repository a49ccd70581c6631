//! The members of a mass gift are written down, some players at a time, and then it is known whether it takes two.

use croupier_db::log;
use croupier_ledger::PlayerId;

use super::model::{MassGift, State};
use super::store::Gathered;
use super::{members_store, orders, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::segments::{self, Selection};
use crate::staff::NO_PLAYER;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Goes on for at most `rounds` times `window` players; the rule is that of its version, at the time when it was asked for.
pub(super) async fn go_on(app: &App, order: &MassGift, window: i64, rounds: usize) -> ApiResult<()> {
    let Some(segment) = order.segment else { return end(app, order, order.gathered).await };
    let version = segments::rule_of(&app.db, segment).await?;
    let version = version.ok_or_else(|| ApiError::internal(&format!("segment {} is gone", segment.id)))?;
    let levels = app.site_config.statuses.now();
    let selection = Selection::of(Some(version.rule), order.created_at, levels).in_brand(order.brand.clone());
    let mut after = order.gathered;
    for _ in 0..rounds {
        let Some(last) = segments::window_end(&app.db, after, window).await? else {
            return end(app, order, after).await;
        };
        let mut tx = app.db.begin().await?;
        // It was canceled, or another server is at it.
        if !store::move_on(&mut tx, order.id, after, last).await? {
            return Ok(());
        }
        let added = members_store::gather(&mut tx, order.id, &selection, (after, last)).await?;
        store::add_members(&mut tx, order.id, added).await?;
        tx.commit().await?;
        after = last;
    }
    Ok(())
}

/// All members are known, and what they cost at most: they are given their gifts, or a second member of staff is waited for.
async fn end(app: &App, order: &MassGift, after: PlayerId) -> ApiResult<()> {
    let now = app.clock.now();
    // Counted before the lock, under which others of the lane would wait for a million rows: members are written down with
    // the mark alone, to which the end holds.
    let (waiting, skipped) = members_store::count(&app.db, order.id).await?;
    let worths = order.thing.worths(app, waiting.keys());
    let worth = worths.of_all(&waiting);
    let mut tx = app.db.begin().await?;
    // What one member begins alone is added up under this lock.
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    let lately = store::worth_alone_in(&mut tx, order.member, now - DAY_MS).await?;
    let state = if waiting.is_empty() {
        State::Done
    } else if orders::takes_two(app, worth, lately) {
        State::Waiting
    } else {
        State::Running
    };
    let until = now + i64::from(app.config.office_request_hours) * HOUR_MS;
    let expires_at = (state == State::Waiting).then_some(until);
    let gathered = Gathered { after, worths: &worths, worth, skipped, state, expires_at, now };
    if store::end_gathering(&mut tx, order.id, &gathered).await? {
        tx.commit().await?;
    }
    Ok(())
}
