//! Drafts on the real site, for the visitor who came by a link to them and for nobody else.
//!
//! The link leaves its token in a cookie. A call that brings it is answered with what the drafts say in the place of what is on
//! offer; nothing of that is kept by a cache. Only what the site is told is previewed: money is decided by what is in force.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::loaded::{Published, look_into};
use crate::app::App;
use crate::auth;
use crate::editorial::{self, PREVIEW_MS, Preview};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::query::{Path, Query};
use crate::rules::is_site_path;

/// How the cookie is called.
const COOKIE: &str = "croupier-preview";

/// Where a preview ends.
const END: &str = "/preview/end";

/// Previews that are remembered.
const REMEMBERED_MAX: usize = 16;

/// The longest page that gets a sign of the preview, in bytes.
const PAGE_MAX: usize = 4 * 1024 * 1024;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// What every page of a preview carries, so that nobody takes it for the site.
const SIGN: &str = "<div data-preview style=\"position:fixed;z-index:2147483647;left:50%;bottom:8px;\
    transform:translateX(-50%);padding:6px 12px;border-radius:999px;background:#111827;color:#fff;\
    font:600 13px/1.4 system-ui,sans-serif;box-shadow:0 2px 12px #0008;white-space:nowrap\">Preview of drafts \
    <a href=\"/preview/end\" style=\"color:#93c5fd;margin-left:8px\">End</a></div></body>";

tokio::task_local! {
    /// What the visitor of the call that is being answered previews.
    static SHOWN: Arc<Published>;
}

/// What the caller previews, within its call.
pub(super) fn shown() -> Option<Arc<Published>> {
    SHOWN.try_with(Arc::clone).ok()
}

/// Says on an answer that it shows drafts, and may stand in a frame of the back office.
#[derive(Debug, Clone, Copy)]
pub struct Previewed;

/// The previews that were read last.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<Vec<(Preview, Arc<Published>)>>);

impl Previews {
    fn find(&self, preview: &Preview) -> Option<Arc<Published>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(one, _)| one == preview).map(|(_, published)| published.clone())
    }

    fn keep(&self, preview: Preview, published: Arc<Published>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED_MAX {
            known.remove(0);
        }
        known.push((preview, published));
    }
}

/// Answers a call with the drafts that its visitor previews.
pub async fn apply(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let Some(token) = auth::cookie(request.headers(), COOKIE) else { return next.run(request).await };
    let published = match published(&app, &token).await {
        Ok(Some(published)) => published,
        Ok(None) => return next.run(request).await,
        Err(error) => {
            tracing::warn!(%error, "drafts cannot be previewed");
            return next.run(request).await;
        }
    };
    // A tag of what is on offer says nothing of drafts, and a compressed page takes no sign.
    for name in [IF_NONE_MATCH, ACCEPT_ENCODING] {
        request.headers_mut().remove(name);
    }
    let response = SHOWN.scope(published, next.run(request)).await;
    let mut response = signed(response).await;
    response.headers_mut().remove(ETAG);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(Previewed);
    response
}

async fn published(app: &App, token: &str) -> Result<Option<Arc<Published>>> {
    let failed = |error: ApiError| anyhow::anyhow!("{error:?}");
    let preview = editorial::preview_of(&app.db, token, app.clock.now()).await.map_err(failed)?;
    let Some(preview) = preview else { return Ok(None) };
    if let Some(known) = app.content.previews.find(&preview) {
        return Ok(Some(known));
    }
    let overlay = editorial::previewed(&app.db, &preview).await.map_err(failed)?;
    let seed = app.editions.seed().to_owned();
    let read = tokio::task::spawn_blocking(move || -> Result<Published> {
        let folder = editorial::laid_over(&seed, &overlay)?;
        Ok(look_into(folder.path())?)
    });
    let published = Arc::new(read.await??);
    app.content.previews.keep(preview, published.clone());
    Ok(Some(published))
}

/// A page with the sign of a preview; any other answer as it is.
async fn signed(response: Response) -> Response {
    let is_page =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, PAGE_MAX).await else {
        return ApiError::internal(&"a page is too long to be previewed").into_response();
    };
    head.headers.remove(CONTENT_LENGTH);
    let body = match std::str::from_utf8(&bytes) {
        Ok(html) => Body::from(html.replacen("</body>", SIGN, 1)),
        Err(_) => Body::from(bytes),
    };
    Response::from_parts(head, body)
}

/// Where a preview begins.
#[derive(Debug, Deserialize)]
pub(super) struct Aim {
    /// A page of the site; the lobby when absent.
    to: Option<String>,
}

/// Begins a preview by its link, or ends the one that goes on.
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    Query(aim): Query<Aim>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (value, seconds) = if END.ends_with(&format!("/{token}")) {
        ("", 0)
    } else {
        let known = editorial::preview_of(&app.db, &token, app.clock.now()).await?;
        known.ok_or_else(ApiError::not_found)?;
        (token.as_str(), PREVIEW_MS / 1000)
    };
    let is_secure =
        app.config.public_url.starts_with("https://") || auth::is_this_machine(auth::host_of(&headers));
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let cookie = HeaderValue::from_str(&cookie).map_err(|error| ApiError::internal(&error))?;
    let to = aim.to.filter(|path| is_site_path(path)).unwrap_or_else(|| "/".to_owned());
    let to = HeaderValue::from_str(&to).map_err(|_| ApiError::not_found())?;
    let mut response = StatusCode::SEE_OTHER.into_response();
    let answer = response.headers_mut();
    answer.insert(SET_COOKIE, cookie);
    answer.insert(LOCATION, to);
    answer.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // What the browser has kept of the site is not what the drafts say, and the other way round.
    answer.insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    response.extensions_mut().insert(Previewed);
    Ok(response)
}
