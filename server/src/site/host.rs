//! Under which address a host is known: search engines and those who share a page are told the brand's own.

use axum::http::HeaderMap;
use axum::http::header::HOST;

use crate::app::App;
use crate::content::{self, Brand};

/// The host that `headers` ask, as the browser names it.
pub(super) fn asked(headers: &HeaderMap) -> &str {
    headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

/// The brand that answers on the host that `headers` ask.
pub(super) fn brand(app: &App, headers: &HeaderMap) -> Option<Brand> {
    content::brand_on(app, &app.content.now(), asked(headers)).ok().cloned()
}

/// The address of the host that `headers` ask, without a path.
pub(super) fn base(app: &App, headers: &HeaderMap) -> String {
    base_of(brand(app, headers).as_ref(), app, headers)
}

/// The same when the brand is known. Mirrors of the primary brand are known under the house's public address,
/// every other brand under the host that was asked.
pub(super) fn base_of(brand: Option<&Brand>, app: &App, headers: &HeaderMap) -> String {
    let public = &app.config.public_url;
    if brand.is_none_or(|brand| brand.primary) {
        return public.clone();
    }
    let scheme = public.split_once("://").map_or("https", |(scheme, _)| scheme);
    format!("{scheme}://{}", asked(headers))
}
