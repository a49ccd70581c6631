//! Copies of all data held about a player: asked for, written by a job, taken, and removed.
//!
//! A copy is written in parts, each a file of its own. The row of a part stands before its file is written, and the commit that
//! makes it a part moves the copy's place on; so a server that dies leaves nothing that is not found, and another goes on.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Error, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::gathering::{self, Part};
use super::model::{Export, ExportState};
use super::{erasure, export_store as store};
use crate::app::App;
use crate::content;
use crate::mail::{self, EmailMessage, MailValues, Template};
use crate::platform::blobs::BlobName;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::{identity, player};

/// Copies that a player may ask for in a day.
pub const DAILY_MAX: i64 = 3;

/// How long a copy can be taken, in days.
pub const KEPT_DAYS: i64 = 7;

/// Copies that are listed.
const LISTED: i64 = 20;

/// How often it is looked for copies to write.
const EVERY: Duration = Duration::from_secs(2);

/// How often it is looked for what has had its time.
const TIDY_EVERY: Duration = Duration::from_hours(1);

/// After this a copy that a server has taken is anybody's again.
const LEASE_MS: i64 = 60_000;

/// Copies that one look finds.
const BATCH: i64 = 20;

/// A copy that was taken so often without a part being written is given up.
const FAILURES_MAX: i64 = 10;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// The fact that a copy stands otherwise than before.
const CHANGED: &str = "data_export.changed";

/// Where players take their copies.
const PAGE: &str = "/profile/privacy";

enum Asked {
    New,
    UnderWay,
    Daily,
}

/// Asks for a copy; `host` is that on which the player came.
pub(super) async fn ask(app: &App, player: PlayerId, host: &str) -> ApiResult<()> {
    let mut tries = 0;
    let asked = loop {
        match try_ask(app, player, host).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            asked => break asked?,
        }
    };
    match asked {
        Asked::New => Ok(()),
        Asked::UnderWay => Err(ApiError::conflict("export_under_way", "A copy of your data is being made.")),
        Asked::Daily => Err(ApiError::conflict("exports_too_many", "That's all the copies for one day.")),
    }
}

async fn try_ask(app: &App, player: PlayerId, host: &str) -> croupier_db::Result<Asked> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // Two calls at once are counted one after the other.
    log::lock_lane(&app.db, &mut tx, player).await?;
    let (under_way, today) = store::counts(&mut tx, player, now - DAY_MS).await?;
    if under_way > 0 {
        return Ok(Asked::UnderWay);
    }
    if today >= DAILY_MAX {
        return Ok(Asked::Daily);
    }
    let id = app.entropy.uuid(&app.clock);
    store::add(&mut tx, id, player, host, now).await?;
    log::append(&app.db, &mut tx, player, now, &[changed(id, ExportState::Asked)]).await?;
    tx.commit().await?;
    Ok(Asked::New)
}

fn changed(id: Uuid, state: ExportState) -> Fact {
    Fact { kind: CHANGED, body: json!({ "export": id, "state": state.name() }).to_string() }
}

/// The newest copies of a player, newest first.
pub async fn of_player(app: &App, player: PlayerId) -> ApiResult<Vec<Export>> {
    Ok(store::of_player(&app.db, player, LISTED).await?)
}

/// The copy `id` of a player with the names of its files; a conflict when it cannot be taken.
pub(super) async fn taken(app: &App, player: PlayerId, id: Uuid) -> ApiResult<(Export, Vec<BlobName>)> {
    let export = store::get(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let is_over = export.expires_at.is_none_or(|at| at <= app.clock.now());
    match export.state {
        ExportState::Asked => Err(ApiError::conflict("export_under_way", "This copy is not ready yet.")),
        ExportState::Ready if !is_over => {
            let parts = store::parts(&app.db, id).await?;
            Ok((export, parts))
        }
        _ => Err(ApiError::conflict("export_expired", "This copy is gone. Please ask for a new one.")),
    }
}

/// Writes copies, and removes what has had its time, until the server stops.
pub async fn run(app: Arc<App>) {
    let writing = app.every("copies of data", EVERY, |app| async move { go_on(&app).await });
    let tidying = app.every("end of copies and data", TIDY_EVERY, |app| async move {
        // A file that cannot be removed keeps nobody's data from being erased.
        let tidied = tidy(&app).await;
        erasure::erase_due(&app).await.and(tidied)
    });
    futures_util::future::join(writing, tidying).await;
}

/// Writes every copy that no other server has. One that fails holds up no other, and is tried again after its lease.
pub async fn go_on(app: &App) -> ApiResult<()> {
    for export in store::due(&app.db, app.clock.now(), BATCH).await? {
        if let Err(error) = write(app, export.clone()).await {
            tracing::error!(export = %export.id, ?error, "a copy of data does not go on");
        }
    }
    Ok(())
}

async fn write(app: &App, mut export: Export) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    if !store::claim(&mut tx, &export, app.clock.now() + LEASE_MS).await? {
        return Ok(());
    }
    tx.commit().await?;
    export.epoch += 1;
    if export.failures >= FAILURES_MAX {
        return end(app, &export, ExportState::Failed).await;
    }
    if gathering::is_whole(&export) {
        return end(app, &export, ExportState::Ready).await;
    }
    loop {
        let part = gathering::next_part(app, &export).await?;
        let is_last = part.is_last;
        if !keep(app, &mut export, part).await? {
            return Ok(());
        }
        if is_last {
            return end(app, &export, ExportState::Ready).await;
        }
    }
}

/// Writes a part and moves the copy on; `false` when the copy is another server's meanwhile.
async fn keep(app: &App, export: &mut Export, part: Part) -> ApiResult<bool> {
    let blob = app.blobs.name();
    let mut tx = app.db.begin().await?;
    store::add_part(&mut tx, export.id, &blob).await?;
    tx.commit().await?;
    let bytes = i64::try_from(part.bytes.len()).unwrap_or(i64::MAX);
    app.blobs.write(&blob, &export.owner(), part.bytes).await?;
    let mut tx = app.db.begin().await?;
    let until = app.clock.now() + LEASE_MS;
    let is_kept = store::keep_part(&mut tx, export, &blob, (&part.place, bytes, until)).await?;
    if is_kept {
        tx.commit().await?;
        export.place = part.place;
        export.parts += 1;
    }
    Ok(is_kept)
}

async fn end(app: &App, export: &Export, state: ExportState) -> ApiResult<()> {
    let email_message = if state == ExportState::Ready { compose_email(app, export).await? } else { None };
    let mut tries = 0;
    loop {
        match try_end(app, export, state, email_message.as_ref()).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            ended => return Ok(ended?),
        }
    }
}

async fn try_end(
    app: &App,
    export: &Export,
    state: ExportState,
    email_message: Option<&EmailMessage>,
) -> croupier_db::Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The log's lane is locked before the row, as by everybody else.
    log::append(&app.db, &mut tx, export.player, now, &[changed(export.id, state)]).await?;
    let expires_at = (state == ExportState::Ready).then(|| now + KEPT_DAYS * DAY_MS);
    if !store::end(&mut tx, export, state, now, expires_at).await? {
        return Ok(());
    }
    if let Some(email_message) = email_message {
        let posted = mail::post(app, &mut tx, email_message).await;
        posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))?;
    }
    tx.commit().await
}

/// The mail that tells of a copy that is ready.
async fn compose_email(app: &App, export: &Export) -> ApiResult<Option<EmailMessage>> {
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = content::mail_brand(app, &export.host) else { return Ok(None) };
    let profile = player::get(app, export.player).await?;
    let login = identity::login_of(app, export.player).await?;
    let (days, link) = (KEPT_DAYS.to_string(), format!("{}{PAGE}", brand.site));
    let values = [("days", days.as_str())];
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    Ok(Some(app.mail.compose(Template::DataReady, &profile.locale, &brand, &login.email, filled)))
}

/// Ends copies whose time is over, and removes the files that belong to none.
pub async fn tidy(app: &App) -> ApiResult<()> {
    loop {
        let over = store::over(&app.db, app.clock.now(), BATCH).await?;
        for (id, player) in &over {
            let mut tx = app.db.begin().await?;
            let fact = changed(*id, ExportState::Expired);
            log::append(&app.db, &mut tx, *player, app.clock.now(), &[fact]).await?;
            if store::expire(&mut tx, *id).await? {
                tx.commit().await?;
            }
        }
        if over.is_empty() {
            break;
        }
    }
    loop {
        let files = store::left_over(&app.db, BATCH).await?;
        for blob in &files {
            app.blobs.remove(blob).await?;
            let mut tx = app.db.begin().await?;
            store::forget_part(&mut tx, blob).await?;
            tx.commit().await?;
        }
        if files.is_empty() {
            return Ok(());
        }
    }
}
