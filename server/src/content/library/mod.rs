//! The library of media: pictures and files that staff uploads for banners, pages, notices and tiles of games.
//!
//! A medium's address has the hash of its file, so it never changes and caches keep it for good. An upload takes its place
//! first: a commit writes the row as `uploading`, then the file is written, and a second commit keeps it with the fact
//! `medium.added`. What is left of an upload that died in between is removed by [`sweep`], as are the files of media that were
//! withdrawn.
//!
//! Versions of documents change under the lock of the lane of number 0, and so do media: what a document names that is in force,
//! scheduled or a draft is not withdrawn, and what was withdrawn no document comes into force with (`office::publishing`).

mod check;
mod cleaning;
mod model;
mod serving;
mod store;
pub mod sweep;
mod uses;

use croupier_db::{Db, Error, Tx, log};
use croupier_ledger::Fact;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};
pub use check::check;
use cleaning::{Cleaned, NotTaken, cleaned};
pub use cleaning::{PIXELS_MAX, clean_picture};
use model::MediumState;
pub use model::{Medium, MediumTexts, MediumType};
pub use serving::{MediaCache, file, show};
pub(in crate::content) use uses::is_name;
pub use uses::{MediumUse, MissingMedium, missing_media};

/// Where the site has media of the library.
pub const ADDRESS: &str = "/media/library/";

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// Which media are listed.
#[derive(Debug, Clone, Default)]
pub struct MediaFilter {
    /// A part of the name or of what they show.
    pub text: String,
    /// Those that are for this brand.
    pub brand: Option<String>,
    /// Pictures, or files.
    pub is_picture: Option<bool>,
}

/// At most `limit` media after the number `after`, the newest first.
pub async fn page(
    db: &Db,
    filter: &MediaFilter,
    after: Option<Uuid>,
    limit: i64,
) -> croupier_db::Result<Vec<Medium>> {
    store::page(db, filter, after, limit).await
}

/// A medium of the library.
pub async fn medium(db: &Db, id: Uuid) -> croupier_db::Result<Option<Medium>> {
    store::kept(db, id).await
}

/// Where a medium is named by what is in force or may come into force.
pub async fn uses(app: &App, medium: &Medium) -> ApiResult<Vec<MediumUse>> {
    let seed = uses::seed_texts(app).await?;
    let mut tx = app.db.begin().await?;
    Ok(uses::uses_in(&mut tx, seed, &medium.hash).await?)
}

/// Keeps an upload. The same file again answers the medium that there is, with whether it is new.
pub async fn upload(app: &App, bytes: Vec<u8>, texts: MediumTexts, by: &Actor) -> ApiResult<(Medium, bool)> {
    let cleaned = tokio::task::spawn_blocking(move || cleaned(bytes)).await;
    let cleaned = cleaned.map_err(|error| ApiError::internal(&error))?.map_err(not_taken)?;
    let new = Medium {
        id: app.entropy.uuid(&app.clock),
        hash: hex::encode(Sha256::digest(&cleaned.bytes)),
        state: MediumState::Uploading,
        blob: app.blobs.name(),
        file_type: cleaned.file_type,
        texts,
        size_bytes: i64::try_from(cleaned.bytes.len()).map_err(|error| ApiError::internal(&error))?,
        pixels: cleaned.pixels.map(|(width, height)| (i64::from(width), i64::from(height))),
        revision: 1,
        uploaded_at: app.clock.now(),
        uploaded_by: by.name.clone(),
    };
    let mut tries = 0;
    let medium = loop {
        match claim(app, &new, by).await {
            Err(error) if is_tried_again(&error, tries) => tries += 1,
            claimed => break claimed?,
        }
    };
    if medium.state == MediumState::Kept {
        return Ok((medium, false));
    }
    let Cleaned { bytes, .. } = cleaned;
    // The file of a call that died may be there: this one is as good.
    app.blobs.write(&medium.blob, &medium.owner(), bytes).await?;
    let mut tries = 0;
    let finished = loop {
        match finish(app, &medium, by).await {
            Err(error) if is_tried_again(&error, tries) => tries += 1,
            finished => break finished?,
        }
    };
    let kept =
        finished.ok_or_else(|| ApiError::unavailable(&format!("medium {} took too long", medium.id)))?;
    Ok((kept, true))
}

fn not_taken(why: NotTaken) -> ApiError {
    let (code, sentence) = match why {
        NotTaken::Type => ("VALIDATION.MEDIUM.TYPE", "Please send a PNG, JPEG or WebP picture, or a PDF."),
        NotTaken::Broken => ("VALIDATION.MEDIUM.BROKEN", "This file is broken."),
        NotTaken::Pixels => {
            ("VALIDATION.MEDIUM.PIXELS", "A picture has at most 8,192 pixels a side and 33 million in all.")
        }
    };
    ApiError::field("file", code, sentence)
}

/// Whether a change is tried again that has failed with `error`.
fn is_tried_again(error: &ApiError, tries: u32) -> bool {
    error.status().is_server_error() && tries < TRIES
}

/// A transaction that holds the lock under which media change, for a member who has `permission`.
async fn begin(app: &App, by: &Actor, permission: Permission) -> ApiResult<Tx> {
    let member = by.signed.as_ref().map(|signed| signed.id).ok_or_else(ApiError::unauthorized)?;
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, member, permission).await?;
    Ok(tx)
}

async fn announce(
    app: &App,
    tx: &mut Tx,
    kind: &'static str,
    medium: &Medium,
    by: &Actor,
    reason: Option<&str>,
) -> Result<(), Error> {
    let mut body = json!({ "subject": medium.texts.name, "medium": medium.id, "hash": medium.hash });
    if let Some(reason) = reason {
        body["reason"] = Value::from(reason);
    }
    let fact = Fact { kind, body: by.signing(body).to_string() };
    log::append(&app.db, tx, NO_PLAYER, app.clock.now(), &[fact]).await
}

/// Writes `new` down. Answers the medium of this file that there is instead, if it is kept or on its way.
async fn claim(app: &App, new: &Medium, by: &Actor) -> ApiResult<Medium> {
    let mut tx = begin(app, by, Permission::ContentEdit).await?;
    match store::with_hash(&mut tx, &new.hash).await? {
        Some(found) if found.state != MediumState::Withdrawn => return Ok(found),
        Some(withdrawn) => {
            store::forget(&mut tx, withdrawn.id, MediumState::Withdrawn).await?;
            store::add(&mut tx, new).await?;
            tx.commit().await?;
            app.blobs.remove(&withdrawn.blob).await?;
        }
        None => {
            store::add(&mut tx, new).await?;
            tx.commit().await?;
        }
    }
    Ok(new.clone())
}

/// Keeps the medium, now that its file is there; `None` when the upload was given up meanwhile.
async fn finish(app: &App, medium: &Medium, by: &Actor) -> ApiResult<Option<Medium>> {
    let mut tx = begin(app, by, Permission::ContentEdit).await?;
    if !store::change(&mut tx, medium.id, MediumState::Uploading, MediumState::Kept).await? {
        // Another call with the same file may have been quicker.
        return Ok(store::kept_in(&mut tx, medium.id).await?);
    }
    announce(app, &mut tx, "medium.added", medium, by, None).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(Some(Medium { state: MediumState::Kept, ..medium.clone() }))
}

/// Saves what staff says about a medium whose `revision` it has seen. 409 when somebody was first.
pub async fn save(app: &App, id: Uuid, revision: i64, texts: MediumTexts, by: &Actor) -> ApiResult<Medium> {
    let mut tx = begin(app, by, Permission::ContentEdit).await?;
    let found = store::kept_in(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    if !store::save(&mut tx, id, revision, &texts).await? {
        return Err(ApiError::conflict("medium_changed", "A colleague has changed this medium meanwhile."));
    }
    let saved = Medium { texts, revision: revision + 1, ..found };
    announce(app, &mut tx, "medium.changed", &saved, by, None).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(saved)
}

/// What became of a wish to withdraw a medium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withdrawal {
    /// Nobody gets it any more.
    Done,
    /// Documents name it.
    Used(Vec<MediumUse>),
}

/// Withdraws a medium that no document names. Its address answers 404 from then on.
pub async fn withdraw(app: &App, id: Uuid, by: &Actor, reason: &str) -> ApiResult<Withdrawal> {
    let seed = uses::seed_texts(app).await?;
    let mut tx = begin(app, by, Permission::ContentPublish).await?;
    let found = store::kept_in(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    let uses = uses::uses_in(&mut tx, seed, &found.hash).await?;
    if !uses.is_empty() {
        return Ok(Withdrawal::Used(uses));
    }
    if !store::change(&mut tx, id, MediumState::Kept, MediumState::Withdrawn).await? {
        return Err(ApiError::not_found());
    }
    announce(app, &mut tx, "medium.withdrawn", &found, by, Some(reason)).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(Withdrawal::Done)
}
