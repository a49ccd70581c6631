//! A file of the library, for everybody. It is encrypted on the disk as all files beside the database are, so a server keeps
//! those that were asked for last as they are sent.

use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use lru::LruCache;

use super::model::{Medium, MediumType};
use super::{store, uses};
use crate::app::App;
use crate::platform::cached::names;
use crate::platform::error::{ApiError, ApiResult};

/// What the files that are kept in memory come to together, in bytes.
const CACHE_MAX: usize = 64 * 1024 * 1024;

/// Files that were asked for last, by their hashes.
#[derive(Debug)]
pub struct MediaCache(Mutex<Kept>);

#[derive(Debug)]
struct Kept {
    files: LruCache<String, Bytes>,
    bytes: usize,
}

impl Default for MediaCache {
    fn default() -> Self {
        Self(Mutex::new(Kept { files: LruCache::unbounded(), bytes: 0 }))
    }
}

impl MediaCache {
    fn get(&self, hash: &str) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).files.get(hash).cloned()
    }

    fn put(&self, hash: &str, file: Bytes) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += file.len();
        if let Some(before) = kept.files.put(hash.to_owned(), file) {
            kept.bytes -= before.len();
        }
        while kept.bytes > CACHE_MAX {
            let Some((_, oldest)) = kept.files.pop_lru() else { break };
            kept.bytes -= oldest.len();
        }
    }
}

/// The file of a medium.
pub async fn file(app: &App, medium: &Medium) -> ApiResult<Bytes> {
    if let Some(file) = app.media_cache.get(&medium.hash) {
        return Ok(file);
    }
    let _held = app.blobs.next_permit().await?;
    // Whoever waited may find what the one before has read.
    if let Some(file) = app.media_cache.get(&medium.hash) {
        return Ok(file);
    }
    let read = app.blobs.read(&medium.blob, &medium.owner()).await?;
    let missing = || ApiError::internal(&format!("the file of medium {} is missing", medium.id));
    let file = Bytes::from(read.ok_or_else(missing)?);
    app.media_cache.put(&medium.hash, file.clone());
    Ok(file)
}

/// Answers the file called `name`, or 304 when the caller has it already. It never changes: another file has another name.
pub async fn show(app: &App, name: &str, is_saved: bool, asked: &HeaderMap) -> ApiResult<Response> {
    let (hash, file_type) = uses::file_at(name).ok_or_else(ApiError::not_found)?;
    let found = store::kept_with_hash(&app.db, hash).await?;
    let medium = found.filter(|medium| medium.file_type == file_type).ok_or_else(ApiError::not_found)?;
    let tag = format!("\"{hash}\"");
    let kept = [(CACHE_CONTROL, "public, max-age=31536000, immutable"), (ETAG, tag.as_str())];
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if known.is_some_and(|tags| names(tags, &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    let file = file(app, &medium).await?;
    // A PDF can do more than be looked at.
    let is_saved = is_saved || file_type == MediumType::Pdf;
    let shown = if is_saved { "attachment" } else { "inline" };
    let kind = [(CONTENT_TYPE, file_type.content_type()), (CONTENT_DISPOSITION, shown)];
    Ok((kept, kind, file).into_response())
}
