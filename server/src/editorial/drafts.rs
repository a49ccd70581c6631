//! Drafts of documents: saving, discarding, and starting one from the text of an old version.

use croupier_db::{Db, Tx};
use uuid::Uuid;

use super::documents::Document;
use super::version::{Version, VersionState};
use super::{announce, begin, changed, store};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::Actor;

/// The longest text of a document, in bytes. The call that saves it has room for it however JSON escapes it: see
/// [`crate::platform::body::TEXT_BODY_MAX`].
const TEXT_MAX: usize = 60 * 1024;

/// The longest text of the catalogue, in bytes. It grows by the import of partners' lists: no call has to bring it whole.
const CATALOGUE_MAX: usize = 2 * 1024 * 1024;

/// The document that lists the games.
const CATALOGUE: &str = "catalogue.toml";

/// A text to be saved.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The document's path below the content folder.
    pub path: &'a str,
    /// The number of the version in force that its writer has seen; 0 is the folder's.
    pub base: i64,
    /// The revision of the draft that its writer has seen; 0 where there was none.
    pub revision: i64,
    /// The text; `None` removes the document.
    pub body: Option<&'a str>,
}

/// Saves what `by` has written, in the open draft or as the first revision of a new one; `now` is UTC milliseconds. The same
/// call again answers the draft as it is. 409 when somebody else has saved or published meanwhile.
pub async fn save(db: &Db, draft: &Draft<'_>, by: &Actor, now: i64) -> ApiResult<Version> {
    let (most, sentence) = if draft.path == CATALOGUE {
        (CATALOGUE_MAX, "The catalogue has at most 2 MiB.")
    } else {
        (TEXT_MAX, "A document has at most 60 KiB.")
    };
    if draft.body.is_some_and(|body| body.len() > most) {
        return Err(ApiError::field("body", "VALIDATION.TOO_LONG", sentence));
    }
    let group = Document::at(draft.path).ok_or_else(ApiError::not_found)?.group;
    let mut tx = begin(db, by, group.edit()).await?;
    let base = store::number_in_force(&mut tx, draft.path).await?;
    if base != draft.base {
        return Err(changed());
    }
    let open = store::open_version_in(&mut tx, draft.path).await?;
    // What the writer's text came after: the first revision of a draft follows the last one of the versions before it.
    let before = match &open {
        Some(open) if draft.revision == 0 => store::last_revision(&mut tx, draft.path, open.number).await?,
        _ => draft.revision,
    };
    let saved = match open {
        Some(open) if open.state == VersionState::Scheduled => return Err(scheduled()),
        // The same call again, whose answer was lost.
        Some(open)
            if open.revision == before.saturating_add(1)
                && open.body.as_deref() == draft.body
                && open.saved_by == by.name =>
        {
            return Ok(open);
        }
        Some(open) if open.revision != draft.revision => return Err(changed()),
        Some(open) => {
            let body = draft.body.map(str::to_owned);
            let (revision, saved_by) = (open.revision + 1, by.name.clone());
            Version { body, base, revision, saved_at: now, saved_by, fault: None, ..open }
        }
        None if draft.revision != 0 => return Err(changed()),
        None => new_draft(&mut tx, draft.path, base, draft.body.map(str::to_owned), by, now).await?,
    };
    keep(&mut tx, &saved, by).await?;
    announce(db, &mut tx, "content.saved", &saved, by, now, None).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Starts a draft from the text of version `number`; version 0 is the folder's own text, `seed`. 409 while a draft is open.
pub async fn restore(
    db: &Db,
    path: &str,
    number: i64,
    seed: Option<String>,
    by: &Actor,
    now: i64,
) -> ApiResult<Version> {
    let group = Document::at(path).ok_or_else(ApiError::not_found)?.group;
    let mut tx = begin(db, by, group.edit()).await?;
    if store::open_version_in(&mut tx, path).await?.is_some() {
        return Err(ApiError::conflict("content_draft_open", "There is a draft already."));
    }
    let body = match number {
        0 => seed,
        _ => store::version_in(&mut tx, path, number).await?.ok_or_else(ApiError::not_found)?.body,
    };
    let base = store::number_in_force(&mut tx, path).await?;
    let draft = Version { restores: Some(number), ..new_draft(&mut tx, path, base, body, by, now).await? };
    keep(&mut tx, &draft, by).await?;
    announce(db, &mut tx, "content.restored", &draft, by, now, None).await?;
    tx.commit().await?;
    Ok(draft)
}

/// Discards the draft when it is still at `revision`; 409 otherwise.
pub async fn discard(db: &Db, path: &str, revision: i64, by: &Actor, now: i64) -> ApiResult<()> {
    let group = Document::at(path).ok_or_else(ApiError::not_found)?.group;
    let mut tx = begin(db, by, group.edit()).await?;
    let open = store::open_version_in(&mut tx, path).await?.ok_or_else(changed)?;
    if open.state == VersionState::Scheduled {
        return Err(scheduled());
    }
    if open.revision != revision {
        return Err(changed());
    }
    let discarded = Version { state: VersionState::Discarded, ..open };
    store::keep(&mut tx, &discarded, None).await?;
    announce(db, &mut tx, "content.discarded", &discarded, by, now, None).await?;
    tx.commit().await?;
    Ok(())
}

/// The first revision of a new draft, under the document's next number.
async fn new_draft(
    tx: &mut Tx,
    path: &str,
    base: i64,
    body: Option<String>,
    by: &Actor,
    now: i64,
) -> ApiResult<Version> {
    let number = store::last_number(tx, path).await? + 1;
    // Revisions go on across drafts, so that a publish call can never name another draft's text.
    let revision = store::last_revision(tx, path, number).await? + 1;
    Ok(Version { revision, ..Version::begun(path, number, base, body, &by.name, now) })
}

/// Writes the version, and who has written in it.
async fn keep(tx: &mut Tx, version: &Version, by: &Actor) -> ApiResult<()> {
    store::keep(tx, version, None).await?;
    let member: Option<Uuid> = by.signed.as_ref().map(|signed| signed.id);
    if let Some(member) = member {
        store::add_editor(tx, version, member).await?;
    }
    Ok(())
}

fn scheduled() -> ApiError {
    ApiError::conflict("content_scheduled", "This version waits for its time. Take it back first.")
}
