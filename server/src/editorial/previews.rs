//! Links that show drafts on the site, to whoever has the link and to nobody else: a random token in the link, its SHA-256 in
//! the store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::Db;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::folder::Overlay;
use super::store;
use crate::platform::error::{ApiError, ApiResult};

/// How long a link counts, in milliseconds.
pub const PREVIEW_MS: i64 = 60 * 60 * 1000;

/// The longest token that is looked up, in bytes.
const TOKEN_MAX: usize = 128;

/// What a link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Which documents, and the revisions of their drafts: what is shown changes with them.
    pub drafts: Vec<(String, i64, i64)>,
    /// The edition in force.
    pub edition: i64,
    /// The documents whose drafts are shown.
    documents: Vec<String>,
    /// UTC milliseconds.
    pub expires_at: i64,
}

/// Makes a link of `documents` for a member; answers its token.
pub async fn open(
    db: &Db,
    bytes: [u8; 32],
    documents: &[String],
    member: Uuid,
    now: i64,
) -> ApiResult<String> {
    let token = URL_SAFE_NO_PAD.encode(bytes);
    let json = serde_json::to_string(documents).map_err(|error| ApiError::internal(&error))?;
    let mut tx = db.begin().await?;
    store::forget_previews(&mut tx, now).await?;
    store::add_preview(&mut tx, &hash(&token), &json, member, now + PREVIEW_MS).await?;
    tx.commit().await?;
    Ok(token)
}

/// What the link with this token shows; `None` when it is over.
pub async fn shown(db: &Db, token: &str, now: i64) -> ApiResult<Option<Preview>> {
    if token.len() > TOKEN_MAX {
        return Ok(None);
    }
    let Some((documents, expires_at)) = store::preview(db, &hash(token), now).await? else { return Ok(None) };
    let documents: Vec<String> =
        serde_json::from_str(&documents).map_err(|error| ApiError::internal(&error))?;
    let edition = store::edition(db).await?;
    let mut drafts = Vec::new();
    for head in store::heads(db).await? {
        if head.state.is_open() && documents.contains(&head.path) {
            drafts.push((head.path, head.number, head.revision));
        }
    }
    Ok(Some(Preview { drafts, edition, documents, expires_at }))
}

/// The texts over the seed that it shows.
pub async fn previewed(db: &Db, preview: &Preview) -> ApiResult<Overlay> {
    let mut overlay = store::texts_in_force(db).await?;
    for path in &preview.documents {
        if let Some(open) = store::open_version(db, path).await? {
            overlay.insert(open.path, open.body);
        }
    }
    Ok(overlay)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
