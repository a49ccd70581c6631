//! Pictures and files of the content folder, and of the library.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::app::App;
use crate::content::library;
use crate::content::media::Media;
use crate::platform::cached::names;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::query::{Path, Query};

/// How a file is asked for.
#[derive(Debug, Deserialize)]
pub(super) struct ImageQuery {
    /// Any value: save the file instead of showing it.
    download: Option<String>,
}

/// Answers a file, or 304 when the caller has it already.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(image_query): Query<ImageQuery>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    if let Some(file) = name.strip_prefix("library/") {
        return library::show(&app, file, image_query.download.is_some(), &asked).await;
    }
    let media = Media::in_content(&app.config.content_dir);
    let found = tokio::task::spawn_blocking(move || media.find(&name)).await;
    let found = found.map_err(|error| ApiError::internal(&error))?.ok_or_else(ApiError::not_found)?;
    let kept = [(CACHE_CONTROL, "public, max-age=3600"), (ETAG, found.etag.as_str())];
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if known.is_some_and(|tags| names(tags, &found.etag)) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    let bytes = tokio::fs::read(&found.path).await.map_err(|error| ApiError::internal(&error))?;
    let shown = if image_query.download.is_some() { "attachment" } else { "inline" };
    let kind = [(CONTENT_TYPE, found.content_type), (CONTENT_DISPOSITION, shown)];
    Ok((kept, kind, bytes).into_response())
}
