//! The page of a closed site: it stands alone, and looks again by itself.

use std::fmt::Write as _;

use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth::cookie;
use crate::content::Brand;
use crate::site::{escape, split_locale};
use crate::site_config::{LOCALE_COOKIE, LocalePreferences, is_locale};

/// Seconds after which the page looks again.
const LOOK_AGAIN_S: u64 = 30;

/// How it looks, in the brand's own colours where it has them.
const STYLE: &str = "*{box-sizing:border-box;margin:0}\
    html{background:var(--page,#070b17);color:var(--text,#f2f6ff);font:16px/1.5 Inter,system-ui,sans-serif}\
    body{display:grid;min-height:100dvh;place-items:center;padding:24px;text-align:center}\
    main{max-width:440px}img{height:48px;margin-bottom:32px}\
    h1{font-size:28px;line-height:1.2;text-wrap:balance}\
    p{margin-top:16px;color:var(--text-soft,#b9c6e4);text-wrap:pretty}\
    a{color:var(--link,#2ad4e6)}";

/// The page that visitors of `path` under a closed `brand` see, in the language of the address, else in the one that
/// they chose on this device, else in that of their browser.
pub(super) fn answer(app: &App, brand: &Brand, path: &str, headers: &HeaderMap) -> Response {
    let locale = locale_of(path, headers);
    let html = html(app, brand, &locale);
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (CONTENT_LANGUAGE, locale),
        (CACHE_CONTROL, "no-store".to_owned()),
        (RETRY_AFTER, LOOK_AGAIN_S.to_string()),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, headers, html).into_response()
}

fn locale_of(path: &str, headers: &HeaderMap) -> String {
    let of_address = split_locale(path).map(|(locale, _)| locale).filter(|locale| is_locale(locale));
    let chosen = cookie(headers, LOCALE_COOKIE);
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let preferences =
        LocalePreferences { chosen: chosen.as_deref(), accepted, ..LocalePreferences::default() };
    of_address.unwrap_or_else(|| preferences.decide()).to_owned()
}

fn html(app: &App, brand: &Brand, locale: &str) -> String {
    let own = brand.texts_in(locale);
    let escaped = |text: &str| {
        let mut written = String::new();
        escape(&mut written, text);
        written
    };
    let text = |key: &str| {
        let text = own.get(key).map_or_else(|| app.site_config.messages.text(locale, key), String::as_str);
        escaped(&text.replace("{brand}", &brand.name))
    };
    let (title, name, email) =
        (text("maintenance.title"), escaped(&brand.name), escaped(&brand.support_email));
    let mut html = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        html,
        "<!doctype html><html lang=\"{locale}\" data-brand=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">\
         <meta name=\"color-scheme\" content=\"{}\"><meta http-equiv=\"refresh\" content=\"{LOOK_AGAIN_S}\">\
         <title>{title} – {name}</title><style>{STYLE}{}</style></head><body><main>\
         <img src=\"{}\" alt=\"{name}\"><h1>{title}</h1><p>{}</p><p>{} <a href=\"mailto:{email}\">{email}</a></p>\
         </main></body></html>",
        escaped(&brand.id),
        brand.color_scheme(),
        brand.style(),
        escaped(&brand.logo.full),
        text("maintenance.text"),
        text("maintenance.contact"),
    );
    html
}
