//! The colours of the brand as a style sheet of its own, for pages that the server does not fill in: the games.

use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::host;
use crate::app::App;

/// Where it is asked for.
pub(super) const PATH: &str = "/brand.css";

/// The colours of the brand that answers on the host in `headers`; an unknown host has none of its own.
pub(super) fn answer(app: &App, headers: &HeaderMap) -> Response {
    let style = host::brand(app, headers).map(|brand| brand.game_style()).unwrap_or_default();
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "public, max-age=300")], style)
        .into_response()
}
