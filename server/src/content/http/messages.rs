//! The site's texts, as the brand that the caller sees words them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::host_of;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::Path;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(messages))
}

/// Read the site's texts
///
/// `v` names the five minutes in which the answer may be kept.
#[utoipa::path(get, path = "/messages/{file}", tag = "info",
    params(("file" = String, Path, description = "The language and `.json`"), ("v" = Option<i64>, Query)),
    responses((status = 200, body = std::collections::BTreeMap<String, String>), (status = 404, body = ErrorBody)))]
async fn messages(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> ApiResult<Response> {
    let locale = file.strip_suffix(".json").ok_or_else(ApiError::not_found)?;
    let published = app.content.now();
    let brand = published.brands.on(host_of(&headers), &app.config.public_url);
    let (wording, own) = brand.map(|brand| (brand.wording(), brand.texts_in(locale))).unwrap_or_default();
    let json = app.site_config.messages.worded(locale, wording, &own).ok_or_else(ApiError::not_found)?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_LANGUAGE, locale),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((headers, json).into_response())
}
