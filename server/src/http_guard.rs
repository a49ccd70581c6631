//! What every call has to bring, and what every answer carries, against other sites.

use std::iter;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, ORIGIN,
    REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;

use crate::app::App;
use crate::auth::{host_of, is_this_machine};
use crate::content;
use crate::content::library;
use crate::content::preview::Previewed;
use crate::platform::body::{self, body_max};
use crate::platform::client_ip::ClientIp;
use crate::platform::config::{Captcha, Config, origin_of};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::geo::networks;

/// Calls of partners: they come from other hosts by nature, and prove themselves by a signature.
const WEBHOOKS: &str = "/webhooks/";

/// What those who watch over the server ask.
const PROBE_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Pages that the site shows in frames of its own: the built-in games, and the end of a payment, to which
/// the partner's page in the cashbox comes back.
const EMBEDDABLE_PATHS: [&str; 2] = ["/house-games", "/payments/return"];

const CSRF_HEADER: &str = "x-requested-with";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// From where the script of reCAPTCHA comes, and what it frames and asks.
const RECAPTCHA: [&str; 2] = ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"];

/// What a page may load and who may show it in a frame, worked out once from the settings.
#[derive(Debug)]
pub struct Policies {
    /// Of the pages that the site shows in frames of its own.
    embeddable: HeaderValue,
    /// Of pages that show drafts, which stand in frames of the back office.
    previewed: HeaderValue,
    /// Of everything else.
    alone: HeaderValue,
    /// What pages may use of the device: the partner that checks who players are takes their picture in a frame.
    device: HeaderValue,
    /// Of the pages of the back office: they load their own files, and show the site in a frame.
    office: HeaderValue,
}

impl Policies {
    /// The policies of a site whose partners' games run at `game_origins`; fails when an address of the settings cannot stand in a header.
    pub fn of<'a>(config: &'a Config, game_origins: impl Iterator<Item = &'a str>) -> Result<Self> {
        let recaptcha: &[&str] = if config.captcha == Captcha::Recaptcha { &RECAPTCHA } else { &[] };
        let frame_sources = iter::once(config.sandbox_url.as_str())
            .chain(config.meridian_url.as_deref().map(origin))
            .chain(config.identity_page().map(origin))
            .chain(config.game_partners.iter().map(|partner| origin(&partner.url)))
            .chain(game_origins)
            .chain(recaptcha.iter().copied())
            .chain(config.chat_widget_url.as_deref().and_then(origin_of))
            .collect::<Vec<_>>()
            .join(" ");
        let named = iter::once("'self'")
            .chain(config.outside_origins())
            .chain(recaptcha.iter().copied())
            .collect::<Vec<_>>()
            .join(" ");
        let policy = |ancestors: &str| {
            let policy = format!(
                "default-src 'self'; script-src {named}; style-src 'self' 'unsafe-inline'; \
                 img-src {named} data: blob:; font-src 'self'; connect-src {named}; worker-src 'self' blob:; \
                 media-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
                 frame-src 'self' {frame_sources}; frame-ancestors {ancestors}"
            );
            HeaderValue::from_str(&policy)
                .with_context(|| format!("no browser understands the policy {policy}"))
        };
        let office = format!("{OFFICE_POLICY}; frame-src {}", config.public_url);
        let camera = config.identity_page().map(|page| format!("\"{}\"", origin(page))).unwrap_or_default();
        let device = format!("camera=({camera}), geolocation=(), microphone=()");
        Ok(Self {
            device: HeaderValue::from_str(&device).context("identity_page_url cannot stand in a header")?,
            embeddable: policy("'self'")?,
            previewed: policy(&format!("'self' {}", config.office_url))?,
            alone: policy("'none'")?,
            office: HeaderValue::from_str(&office).context("public_url cannot stand in a header")?,
        })
    }
}

/// The origin of an address of the settings: everything before its path.
fn origin(address: &str) -> &str {
    let host = address.split_once("://").map_or(0, |(scheme, _)| scheme.len() + "://".len());
    address[host..].find('/').map_or(address, |path| &address[..host + path])
}

/// Refuses calls that change something unless our own pages sent them, and puts the safety headers on the
/// answer.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let ours = reads || path.starts_with(WEBHOOKS) || is_own_call(&app.config.public_url, request.headers());
    let mut response = if let Err(unknown) = known_host(&app, &path, request.headers()) {
        unknown.into_response()
    } else if !ours {
        ApiError::forbidden("cross_site", "Only our own pages may make this call.").into_response()
    } else if announces_too_much(&path, request.headers()) {
        body::too_large().into_response()
    } else {
        next.run(request).await
    };
    let is_preview = response.extensions().get::<Previewed>().is_some();
    protect(&app, &path, is_preview, response.headers_mut());
    response
}

/// Whether the body that follows is longer than the call to `path` takes; then it is not read at all.
fn announces_too_much(path: &str, headers: &HeaderMap) -> bool {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > body_max(path) as u64)
}

/// Refuses calls under a host that no brand answers on, for links of ours would lead there. Partners and those
/// who watch over the server ask under names of their own.
fn known_host(app: &App, path: &str, headers: &HeaderMap) -> ApiResult<()> {
    if path.starts_with(WEBHOOKS) || PROBE_PATHS.contains(&path) {
        return Ok(());
    }
    content::brand_on(app, &app.content.now(), host_of(headers)).map(drop)
}

fn is_own_call(base: &str, headers: &HeaderMap) -> bool {
    let marker = headers.get(CSRF_HEADER).is_some_and(|value| value.as_bytes() == b"XMLHttpRequest");
    marker && is_from(base, headers)
}

/// Whether a call comes from our own pages, as far as the browser says where it comes from. Clients that are
/// no browsers say nothing, and pass.
pub fn is_same_origin(app: &App, headers: &HeaderMap) -> bool {
    is_from(&app.config.public_url, headers)
}

/// Whether a call comes from pages of the address `base`, or of the host that it asks.
fn is_from(base: &str, headers: &HeaderMap) -> bool {
    let fetched = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    let origin = headers.get(ORIGIN).map(HeaderValue::as_bytes);
    fetched && origin.is_none_or(|origin| is_own_origin(base, headers, origin))
}

fn is_own_origin(base: &str, headers: &HeaderMap, origin: &[u8]) -> bool {
    let Ok(origin) = std::str::from_utf8(origin) else { return false };
    let authority = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let host = headers.get(HOST).and_then(|value| value.to_str().ok());
    origin == base || (authority.is_some() && authority == host)
}

/// What the pages of the back office may load: their own files, and nothing of others but the site in a frame.
const OFFICE_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Where pictures of the support chat are.
const CHAT_PICTURES: &str = "/api/chat/pictures/";

/// What media of the library and pictures of the chat may do: what was uploaded runs nothing, whatever a browser takes it for.
const MEDIA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// From where the back office may be opened; from everywhere when empty.
#[derive(Debug)]
pub struct OfficeNetworks(Vec<IpNet>);

impl OfficeNetworks {
    /// Reads the settings.
    pub fn of(config: &Config) -> Result<Self> {
        Ok(Self(networks("office_networks", &config.office_networks)?))
    }

    fn let_in(&self, address: ClientIp) -> bool {
        self.0.is_empty() || self.0.iter().any(|network| network.contains(&address.address()))
    }
}

/// Like [`guard`] for the back office, which answers under its own address and on this machine, to the networks of the
/// settings.
pub async fn guard_office(
    State((app, networks)): State<(Arc<App>, Arc<OfficeNetworks>)>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let base = &app.config.office_url;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let address = request.extensions().get::<ClientIp>().copied();
    let mut response = if !address.is_some_and(|address| networks.let_in(address)) {
        ApiError::forbidden("network_not_allowed", "The back office is not open to this network.")
            .into_response()
    } else if !is_office_host(base, host_of(request.headers())) {
        let status = StatusCode::MISDIRECTED_REQUEST;
        ApiError::code(status, "unknown_host", "Nobody answers under this host.").into_response()
    } else if !reads && !is_own_call(base, request.headers()) {
        ApiError::forbidden("cross_site", "Only our own pages may make this call.").into_response()
    } else if announces_too_much(&path, request.headers()) {
        body::too_large().into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, app.policies.office.clone());
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    protect_all(base, &path, headers);
    response
}

/// Whether the back office answers under `host`: its own, or one of this machine.
fn is_office_host(base: &str, host: &str) -> bool {
    is_this_machine(host) || base.split_once("://").is_some_and(|(_, own)| own == host)
}

fn protect(app: &App, path: &str, is_preview: bool, headers: &mut HeaderMap) {
    let is_embeddable = EMBEDDABLE_PATHS.iter().any(|page| path.starts_with(page));
    let Policies { embeddable: with_us, previewed, alone, .. } = &app.policies;
    // The older header cannot name another host.
    let (policy, frames) = match (is_preview, is_embeddable) {
        (true, _) => (previewed, None),
        (false, true) => (with_us, Some("SAMEORIGIN")),
        (false, false) => (alone, Some("DENY")),
    };
    let is_uploaded = path.starts_with(library::ADDRESS) || path.starts_with(CHAT_PICTURES);
    let policy = if is_uploaded { HeaderValue::from_static(MEDIA_POLICY) } else { policy.clone() };
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    if let Some(frames) = frames {
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static(frames));
    }
    protect_all(&app.config.public_url, path, headers);
    headers.insert(PERMISSIONS_POLICY, app.policies.device.clone());
}

/// The safety headers that every answer under the address `base` carries.
fn protect_all(base: &str, path: &str, headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static("camera=(), geolocation=(), microphone=()"));
    if base.starts_with("https://") {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    let is_json =
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if (path.starts_with("/api/") || is_json) && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
