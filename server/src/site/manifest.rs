//! What an installed site is called: the build's `manifest.webmanifest`, under the name and in the colour of the brand that the visitor sees.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use super::calls::Calls;
use super::host;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// Where it is asked for, and where the build keeps it.
pub(super) const PATH: &str = "/manifest.webmanifest";

/// Fields that hold the brand's name.
const NAMES: [&str; 2] = ["name", "short_name"];

/// The manifest for whoever asks with `parts`. The host and the visitor decide, so no cache in between keeps it.
pub(super) async fn answer(app: &App, calls: &Calls, parts: &Parts) -> ApiResult<Response> {
    let built = app.site.files.content(PATH).ok_or_else(ApiError::not_found)?;
    let mut manifest: Map<String, Value> = serde_json::from_slice(built)?;
    let context = calls.json("/client-context", parts).await;
    let context: Value = context.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    if let Some(brand) = context["brand"].as_str() {
        manifest.extend(NAMES.map(|field| (field.to_owned(), Value::from(brand))));
    }
    if let Some(locale) = context["locale"].as_str() {
        manifest.insert("lang".to_owned(), Value::from(locale));
    }
    if let Some(brand) = host::brand(app, &parts.headers) {
        manifest.insert("theme_color".to_owned(), Value::from(brand.theme_color));
    }
    let headers = [(CONTENT_TYPE, "application/manifest+json"), (CACHE_CONTROL, "private, no-cache")];
    Ok((headers, Value::Object(manifest).to_string()).into_response())
}
