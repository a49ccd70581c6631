//! An upload: its place, its file, and its end.

use axum::http::StatusCode;
use croupier_db::{Error, log};
use croupier_ledger::{Fact, PlayerId};
use hmac::Mac;
use serde_json::json;

use super::model::{Document, DocumentState};
use super::{sniff, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;
use crate::site_config::DocumentKind;

/// Documents of a player that wait for staff at once.
pub(super) const PENDING_MAX: i64 = 6;

/// Documents that a player may upload in a day.
const DAILY_MAX: i64 = 20;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// What a player uploads.
#[derive(Debug)]
pub struct Upload {
    /// Whose it is.
    pub player: PlayerId,
    /// What it proves.
    pub kind: DocumentKind,
    /// The key of the call.
    pub key: String,
    /// On which the player came.
    pub host: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Keeps what is uploaded until staff decides about it. The same call again answers the same document.
pub async fn upload(app: &App, upload: Upload) -> ApiResult<Document> {
    let new = judged(app, &upload)?;
    let document = claim(app, &new).await?;
    if document.fingerprint != new.fingerprint {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another document."));
    }
    match document.state {
        DocumentState::Uploading => {}
        DocumentState::Abandoned => {
            return Err(ApiError::unavailable(&format!("document {} is being removed", document.id)));
        }
        _ => return Ok(document),
    }
    // The file of a call that died may be there: this one is as good.
    app.blobs.write(&document.blob, &document.owner(), upload.bytes).await?;
    finish(app, document).await
}

/// The document that the upload would become.
fn judged(app: &App, upload: &Upload) -> ApiResult<Document> {
    let file_type = sniff::file_type(&upload.bytes).ok_or_else(|| {
        ApiError::field("file", "VALIDATION.DOCUMENT.TYPE", "Please send a PNG or JPEG picture, or a PDF.")
    })?;
    if sniff::is_too_large_to_show(file_type, &upload.bytes) {
        return Err(ApiError::field(
            "file",
            "VALIDATION.DOCUMENT.PIXELS",
            "Please send a picture of at most 100 million pixels.",
        ));
    }
    // Keyed: a hash of a document tells everybody who has it that it is here.
    let mut mac = hmac_sha256(&app.secrets.key_for("document"));
    mac.update(upload.kind.name().as_bytes());
    mac.update(&upload.bytes);
    Ok(Document {
        id: app.entropy.uuid(&app.clock),
        player: upload.player,
        kind: upload.kind,
        state: DocumentState::Uploading,
        blob: app.blobs.name(),
        file_type,
        size_bytes: i64::try_from(upload.bytes.len()).map_err(|error| ApiError::internal(&error))?,
        idempotency_key: upload.key.clone(),
        fingerprint: mac.finalize().into_bytes().to_vec(),
        host: upload.host.clone(),
        created_at: app.clock.now(),
        reviewed_at: None,
        reviewed_by: None,
        reason: None,
        note: None,
    })
}

/// Writes `new` down where its player has room for it. Answers the document of an earlier call with the same key instead,
/// if there is one.
async fn claim(app: &App, new: &Document) -> ApiResult<Document> {
    let mut tries = 0;
    loop {
        match try_claim(app, new).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            Ok(Claim::PlayerRef(document)) => return Ok(*document),
            Ok(Claim::New) => return Ok(new.clone()),
            Ok(Claim::Full) => {
                return Err(ApiError::field(
                    "file",
                    "VALIDATION.DOCUMENT.TOO_MANY",
                    "So many documents are waiting that we have to look at those first.",
                ));
            }
            Ok(Claim::Daily) => {
                let status = StatusCode::TOO_MANY_REQUESTS;
                let message = "That's as many documents as you can send in a day.";
                return Err(ApiError::code(status, "too_many_requests", message));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

enum Claim {
    New,
    PlayerRef(Box<Document>),
    Full,
    Daily,
}

async fn try_claim(app: &App, new: &Document) -> croupier_db::Result<Claim> {
    let mut tx = app.db.begin().await?;
    // Two uploads at once are counted one after the other.
    log::lock_lane(&app.db, &mut tx, new.player).await?;
    if let Some(document) = store::by_key(&mut tx, new.player, &new.idempotency_key).await? {
        return Ok(Claim::PlayerRef(Box::new(document)));
    }
    let (waiting, today) = store::counts(&mut tx, new.player, new.created_at - DAY_MS).await?;
    if waiting >= PENDING_MAX {
        return Ok(Claim::Full);
    }
    if today >= DAILY_MAX {
        return Ok(Claim::Daily);
    }
    store::add(&mut tx, new).await?;
    tx.commit().await?;
    Ok(Claim::New)
}

/// Shows the document to staff, now that its file is there.
async fn finish(app: &App, document: Document) -> ApiResult<Document> {
    let mut tries = 0;
    let finished = loop {
        match try_finish(app, &document).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            finished => break finished?,
        }
    };
    if let Some(document) = finished {
        return Ok(document);
    }
    app.blobs.remove(&document.blob).await?;
    Err(ApiError::unavailable(&format!("document {} took too long", document.id)))
}

/// `None` when the upload was given up meanwhile.
async fn try_finish(app: &App, document: &Document) -> croupier_db::Result<Option<Document>> {
    let mut tx = app.db.begin().await?;
    let body = json!({ "document": document.id, "kind": document.kind });
    let fact = Fact { kind: "document.uploaded", body: body.to_string() };
    // The log's lane is locked before the row, as by everybody else.
    log::append(&app.db, &mut tx, document.player, app.clock.now(), &[fact]).await?;
    let (from, to) = (DocumentState::Uploading, DocumentState::Pending);
    if !store::change(&mut tx, document.id, from, to).await? {
        // Another call with the same key may have been quicker.
        let found = store::get_in(&mut tx, document.id).await?;
        return Ok(found.filter(|found| found.state != DocumentState::Abandoned));
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(Some(Document { state: to, ..document.clone() }))
}
