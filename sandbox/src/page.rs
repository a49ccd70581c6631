//! What all pages share: the document around them, their headers, the stylesheet.

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::App;

const STYLESHEET: &str = include_str!("../assets/northpay.css");
/// The logo as the page's icon.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%23102a56'/%3E%3Cpath d='M16 5l3 8 8 3-8 3-3 8-3-8-8-3 8-3z' fill='%23fff'/%3E%3C/svg%3E";

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/assets/northpay.css", get(stylesheet))
}

async fn stylesheet() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLESHEET)
}

/// A whole page. `form_targets` and `frame_ancestors` are CSP source lists: where its forms may end up besides here,
/// and who may frame it.
pub(crate) struct Page<'a> {
    pub(crate) status: StatusCode,
    /// Whose page it is.
    pub(crate) partner: &'static str,
    pub(crate) title: &'a str,
    pub(crate) class: &'static str,
    pub(crate) form_targets: &'a str,
    pub(crate) frame_ancestors: &'a str,
    pub(crate) body: Markup,
}

impl IntoResponse for Page<'_> {
    fn into_response(self) -> Response {
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="robots" content="noindex";
                    title { (self.title) " · " (self.partner) " Sandbox" }
                    link rel="icon" href=(ICON);
                    link rel="stylesheet" href="/assets/northpay.css";
                }
                body class=(self.class) { (self.body) }
            }
        };
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self' {}; \
             frame-ancestors {}",
            self.form_targets, self.frame_ancestors
        );
        let headers = [
            (header::CONTENT_SECURITY_POLICY, policy.as_str()),
            (header::CACHE_CONTROL, "no-store"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        (self.status, headers, Html(document.into_string())).into_response()
    }
}

/// A partner's mark and name.
pub(crate) fn logo(name: &str) -> Markup {
    html! {
        span.logo {
            (PreEscaped(r#"<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect class="logo-tile" width="32" height="32" rx="9"/><path class="logo-star" d="M16 5l3 8 8 3-8 3-3 8-3-8-8-3 8-3z"/></svg>"#))
            span { (name) }
        }
    }
}

/// A line icon of 24 units, hidden from readers; `path` is its path data.
pub(crate) fn icon(path: &'static str) -> Markup {
    html! {
        svg.icon viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" { path d=(path) {} }
    }
}

pub(crate) const LOCK: &str =
    "M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z";
pub(crate) const ALERT: &str = "M12 8v5M12 16.5v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z";
pub(crate) const CHECK: &str = "M5 12.5l4.5 4.5L19 7.5";
pub(crate) const CROSS: &str = "M6 6l12 12M18 6L6 18";
pub(crate) const CLOCK: &str = "M12 7v5l3 2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z";
pub(crate) const SHIELD: &str = "M12 3l7 3v5c0 4.6-2.9 8.4-7 10-4.1-1.6-7-5.4-7-10V6zM9 12l2.2 2.2L15.5 10";
pub(crate) const BACK: &str = "M19 12H5M11 6l-6 6 6 6";
