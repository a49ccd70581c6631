//! Under which address a host is known: search engines and those who share a page are told the brand's own.

use axum::http::HeaderMap;

use crate::app::App;
use crate::auth::host_of;
use crate::content::{self, Brand};

/// The brand that answers on the host that `headers` ask.
pub(super) fn brand(app: &App, headers: &HeaderMap) -> Option<Brand> {
    content::brand_on(app, &app.content.now(), host_of(headers)).ok().cloned()
}

/// The address of the host that `headers` ask, without a path.
pub(super) fn base(app: &App, headers: &HeaderMap) -> String {
    base_of(brand(app, headers).as_ref(), app, headers)
}

/// The same when the brand is known. Mirrors of the primary brand are known under the operator's public address,
/// every other brand under the host that was asked.
pub(super) fn base_of(brand: Option<&Brand>, app: &App, headers: &HeaderMap) -> String {
    if brand.is_none_or(|brand| brand.primary) {
        return app.config.public_url.clone();
    }
    app.config.address_under(host_of(headers))
}
