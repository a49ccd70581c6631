//! What staff edits: versions of documents of the content folder.
//!
//! A document is a file of the folder that [`documents`] knows. The folder's own text is version 0; what staff publishes lies
//! over it. [`Editions`] makes a folder of both, which every loader of content reads as it reads the seed. A draft is judged by
//! the same loaders before it is published, in a folder where it lies over everything else.
//!
//! Every step is one commit under the lock of the lane of number 0, with its fact: of two who write in one document the second
//! is told that there is a newer text, and a publication that was judged beside what is no longer in force is judged again.

mod documents;
mod drafts;
mod edition;
mod folder;
mod previews;
mod publishing;
mod store;
mod version;

pub use documents::{Document, Format, Group, is_document, is_readable, readable};
pub use drafts::{Draft, discard, restore, save};
pub use edition::{Edition, Editions};
pub use folder::{Overlay, Texts, laid_over, texts_of};
pub use previews::{PREVIEW_MS, Preview, open as open_preview, previewed, shown as preview_of};
pub use publishing::{
    Batch, Chosen, Publication, Published, due, fail, import, judged_texts, publish, schedule, unschedule,
};
pub use version::{Version, VersionState};

use croupier_db::{Db, Result, Tx, log};
use croupier_ledger::Fact;
use serde_json::{Value, json};

use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};

/// The versions of a document, newest first; at most `limit`.
pub async fn history(db: &Db, path: &str, limit: i64) -> ApiResult<Vec<Version>> {
    Ok(store::history(db, path, limit).await?)
}

/// One version of a document.
pub async fn version(db: &Db, path: &str, number: i64) -> ApiResult<Option<Version>> {
    Ok(store::version(db, path, number).await?)
}

/// The version of a document that is being written or waits for its time.
pub async fn open_version(db: &Db, path: &str) -> ApiResult<Option<Version>> {
    Ok(store::open_version(db, path).await?)
}

/// The version of a document that is in force; `None` while it is the folder's.
pub async fn in_force(db: &Db, path: &str) -> ApiResult<Option<Version>> {
    Ok(store::in_force(db, path).await?)
}

/// Every version that is open or in force, without its text.
pub async fn heads(db: &Db) -> ApiResult<Vec<Version>> {
    Ok(store::heads(db).await?)
}

/// Who has written in a version.
pub async fn editors(db: &Db, path: &str, number: i64) -> ApiResult<Vec<uuid::Uuid>> {
    Ok(store::editors(db, path, number).await?)
}

/// Every version that is open or in force, with its text, as the caller's transaction sees it.
pub async fn living_in(tx: &mut Tx) -> Result<Vec<Version>> {
    store::living(tx).await
}

/// Begins a transaction that holds the lock under which versions change, for an actor who has `permission`.
async fn begin(db: &Db, by: &Actor, permission: Permission) -> ApiResult<Tx> {
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, NO_PLAYER).await?;
    hold_to(&mut tx, by, permission).await?;
    Ok(tx)
}

/// Holds the transaction to the actor having `permission`. Who has the server's shell has every one.
async fn hold_to(tx: &mut Tx, by: &Actor, permission: Permission) -> ApiResult<()> {
    match &by.signed {
        Some(signed) => staff::require_in(tx, signed.id, permission).await,
        None => Ok(()),
    }
}

/// Appends what was done with a version.
async fn announce(
    db: &Db,
    tx: &mut Tx,
    kind: &'static str,
    version: &Version,
    by: &Actor,
    now: i64,
    reason: Option<&str>,
) -> Result<()> {
    let mut body =
        json!({ "content": version.path, "version": version.number, "revision": version.revision });
    if let Some(reason) = reason {
        body["reason"] = Value::from(reason);
    }
    log::append(db, tx, NO_PLAYER, now, &[Fact { kind, body: by.signing(body).to_string() }]).await
}

fn changed() -> ApiError {
    ApiError::conflict("content_changed", "Somebody has changed this document meanwhile.")
}
