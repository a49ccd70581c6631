//! Differences between the books and partners' files, kept until they are gone or explained.
//!
//! Every partner's file of a day is laid beside the books once the day is over, by one server, and again when staff asks for
//! it. A difference that a later look does not find any more is gone; one that stays is explained by a member of staff.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Db, log};
use croupier_ledger::Fact;
use serde_json::json;
use uuid::Uuid;

use super::differences_store as store;
pub use super::differences_store::{Difference, SettledDay};
use super::partner::Partner;
use super::reconcile::{Mismatch, Reconciliation, beside};
use crate::app::App;
use crate::platform::calendar::{DAY_MS, Date};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{Actor, NO_PLAYER, Permission};

/// How often the operator asks whether a day waits for its file.
const EVERY: Duration = Duration::from_mins(10);

/// A partner's file of a day is asked for so long after the day's end.
const AFTER_MS: i64 = 30 * 60_000;

/// So many days are laid beside the files, the last one counted: a partner keeps them for longer than a site stands still.
const DAYS_BACK: i64 = 14;

/// A file that could not be had, or a look that never ended, is tried again after this time.
const AGAIN_AFTER_MS: i64 = 60 * 60_000;

/// Lays the days that are over beside the partners' files, until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("files of the payment partners", EVERY, |app| async move { look_at_last_days(&app).await })
        .await;
}

/// Lays each of the last days beside every partner's file, unless that was done: a site that stood still, or a partner that
/// gave no file, is caught up with. Days before the partner's first payment have nothing to lay.
pub async fn look_at_last_days(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    let last = now - AFTER_MS - DAY_MS;
    for partner in app.cashbox.partners.iter() {
        let Some(first) = store::first_payment(&app.db, partner.name).await? else { continue };
        for days_ago in (0..DAYS_BACK).rev() {
            let begin = last - days_ago * DAY_MS;
            let day = Date::of(begin).to_string();
            let is_due = Date::of(begin) >= Date::of(first);
            if is_due && store::claim(&app.db, partner.name, &day, now, now - AGAIN_AFTER_MS, false).await? {
                look(app, partner, &day).await?;
            }
        }
    }
    Ok(())
}

async fn look(app: &App, partner: &Partner, day: &str) -> ApiResult<()> {
    match beside(&app.db, partner, day, app.clock.now()).await {
        Ok(reported) => keep(&app.db, partner.name, day, &reported, app.clock.now()).await?,
        Err(error) => {
            let why = format!("{error:#}");
            tracing::error!(partner = partner.name, day, why, "the partner's file could not be had");
            store::fail(&app.db, partner.name, day, &why).await?;
        }
    }
    Ok(())
}

/// Lays `day` beside the file of the partner called `name` now, because staff asks for it.
pub async fn look_again(app: &App, name: &str, day: &str) -> ApiResult<()> {
    let partner = app.cashbox.partners.get(name).ok_or_else(ApiError::not_found)?;
    let date: Date = day.parse().map_err(|_| ApiError::not_found())?;
    let now = app.clock.now();
    if date >= Date::of(now) {
        return Err(ApiError::field("day", "VALIDATION.INVALID", "This day is not over yet."));
    }
    if !store::claim(&app.db, partner.name, day, now, now - AGAIN_AFTER_MS, true).await? {
        return Err(ApiError::conflict("settlement_running", "This day is being looked at."));
    }
    look(app, partner, day).await
}

/// Keeps what laying `day` beside the file of `partner` came to.
///
/// # Errors
/// When the store fails.
pub async fn keep(
    db: &Db,
    partner: &str,
    day: &str,
    reported: &Reconciliation,
    now: i64,
) -> croupier_db::Result<()> {
    let found: Vec<_> = reported.mismatches.iter().map(|(reference, what)| found(reference, what)).collect();
    store::keep(db, (partner, day), reported.agrees(), &found, now).await
}

/// A difference as it is kept: its reference, its kind, and what each side says.
fn found(reference: &str, what: &Mismatch) -> store::Found {
    let (kind, here, there) = match what {
        Mismatch::Unknown { amount, currency } => ("unknown", None, Some(format!("{amount} {currency}"))),
        Mismatch::Repeated => ("repeated", None, None),
        Mismatch::State { here } => ("state", Some((*here).to_owned()), None),
        Mismatch::Money { here, there } => ("money", Some(here.clone()), Some(there.clone())),
        Mismatch::NotPaid { there } => ("not_paid", None, there.map(str::to_owned)),
        Mismatch::NotAsked { why } => ("not_asked", None, Some(why.clone())),
    };
    store::Found { reference: reference.to_owned(), kind, here, there }
}

/// The newest days of all partners, at most `limit`.
pub async fn settled_days(db: &Db, limit: i64) -> ApiResult<Vec<SettledDay>> {
    Ok(store::days(db, limit).await?)
}

/// Differences, those that are open or those that are explained or gone, newest first; at most `limit` after `after`.
pub async fn differences(db: &Db, open: bool, after: Option<Uuid>, limit: i64) -> ApiResult<Vec<Difference>> {
    Ok(store::differences(db, open, after, limit).await?)
}

/// Explains a difference: what a member of staff has found out about it. One that was explained or is gone meanwhile is a
/// conflict.
pub async fn explain(app: &App, id: Uuid, reason: &str, by: &Actor) -> ApiResult<Difference> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    if !by.may_in(&mut tx, Permission::SettlementsDecide).await? {
        return Err(ApiError::role_forbids());
    }
    if !store::explain(&mut tx, id, reason, &by.name, now).await? {
        drop(tx);
        store::difference(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
        return Err(ApiError::conflict("difference_settled", "This difference was settled meanwhile."));
    }
    let body = by.signing(json!({ "difference": id, "reason": reason })).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "settlement.explained", body }]).await?;
    tx.commit().await?;
    store::difference(&app.db, id).await?.ok_or_else(ApiError::not_found)
}
