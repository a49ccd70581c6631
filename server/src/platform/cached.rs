//! Answers that browsers and caches may keep for a minute, and ask for again by their tag.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::platform::error::{ApiError, ApiResult};

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeptBy {
    /// Every cache: the answer is the same for all.
    All,
    /// Every cache, for visitors without a cookie.
    Guests,
    /// The visitor's browser alone.
    Visitor,
    /// The visitor's browser alone, which asks each time whether its copy still holds: what the visitor does changes it.
    VisitorWhoAsks,
}

/// Answers `body` to a caller with headers `asked`, or 304 when the caller has it already.
pub(crate) fn answer<T: Serialize>(asked: &HeaderMap, kept_by: KeptBy, body: &T) -> ApiResult<Response> {
    let json = serde_json::to_vec(body)?;
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&json)[..8]));
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut response = if known.is_some_and(|tags| names(tags, &tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, "application/json")], Body::from(json)).into_response()
    };
    let headers = response.headers_mut();
    let kept = match kept_by {
        KeptBy::All | KeptBy::Guests => "public, max-age=60",
        KeptBy::Visitor => "private, max-age=60",
        KeptBy::VisitorWhoAsks => "private, no-cache",
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    headers.insert(ETAG, HeaderValue::from_str(&tag).map_err(|error| ApiError::internal(&error))?);
    if kept_by != KeptBy::All {
        headers.insert(VARY, HeaderValue::from_static("Cookie"));
    }
    Ok(response)
}

/// Whether `tag` is among the `tags` of an `If-None-Match`.
pub(crate) fn names(tags: &str, tag: &str) -> bool {
    tags.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_among_others() {
        for (tags, found) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
        ] {
            assert_eq!(names(tags, "\"a\""), found, "{tags}");
        }
    }
}
