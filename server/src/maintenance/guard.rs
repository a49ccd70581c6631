//! What a closed site still answers.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::page;
use crate::app::App;
use crate::auth::host_of;
use crate::content;
use crate::platform::error::ApiError;
use crate::site;

/// Calls of games and tables, which play to their end what has begun.
const PLAY: &str = "/api/play/";

/// The calls among them that begin something.
const BEGINS: [&str; 2] = ["/api/play/rounds", "/api/play/table/bets"];

/// What a player under a closed site may do: stop or limit themselves, for which the password may be asked, and leave.
const STAYS: [(&Method, &str); 4] = [
    (&Method::GET, "/api/user_limits"),
    (&Method::POST, "/api/user_limits"),
    (&Method::POST, "/api/users/reauthenticate"),
    (&Method::DELETE, "/api/users/sign_out"),
];

/// What goes on under a closed site: reports of partners, how rounds of tables stand, sockets, what watches over the
/// server, the frames of games, and what their pages are made of.
const GOES_ON: [&str; 9] = [
    "/webhooks/",
    "/api/tables/",
    "/connection/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/house-games",
    "/texts/",
    "/brand.css",
];

/// Answers calls and visits of a closed site with 503, but for what has begun before.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    // All that most calls ever pay for it.
    if !app.maintenance.is_any_closed() {
        return next.run(request).await;
    }
    let published = app.content.now();
    let brand = content::brand_on(&app, &published, host_of(request.headers())).ok();
    let Some(brand) = brand.filter(|brand| app.maintenance.is_closed(&brand.id)) else {
        return next.run(request).await;
    };
    let (method, path) = (request.method(), request.uri().path());
    if goes_on(method, path) || ends_payment(method, path, request.headers()) || is_file(&app, method, path) {
        return next.run(request).await;
    }
    if reads(method) && !site::is_of_calls(path) {
        return page::answer(&app, brand, path, request.headers());
    }
    ApiError::maintenance().into_response()
}

/// Whether a call only reads; one for the head alone is answered as one for all of it.
fn reads(method: &Method) -> bool {
    *method == Method::GET || *method == Method::HEAD
}

fn goes_on(method: &Method, path: &str) -> bool {
    let begins = *method == Method::POST && BEGINS.contains(&path.trim_end_matches('/'));
    GOES_ON.iter().any(|start| path.starts_with(start))
        || (path.starts_with(PLAY) && !begins)
        || STAYS.contains(&(method, path))
}

/// Whether a payment that has begun is looked after: how it stands, and its end in the frame of an open cashbox.
fn ends_payment(method: &Method, path: &str, headers: &HeaderMap) -> bool {
    let is_framed = headers.get("sec-fetch-dest").is_some_and(|kind| kind == "iframe");
    *method == Method::GET
        && (path.starts_with("/api/player/payments/") || (path == "/payments/return" && is_framed))
}

/// Whether the built site has such a file: the page of a closed site shows its logo, and games their pictures.
fn is_file(app: &App, method: &Method, path: &str) -> bool {
    let is_page = matches!(path, "/" | "/index.html");
    reads(method) && !is_page && (path.starts_with("/media/") || app.site.has_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_begun_goes_on_and_nothing_begins() {
        for (method, path, expected) in [
            (Method::POST, "/api/play/rounds", false),
            (Method::POST, "/api/play/rounds/", false),
            (Method::POST, "/api/play/rounds/7/steps", true),
            (Method::POST, "/api/play/table/bets", false),
            (Method::GET, "/api/play/table/bets", true),
            (Method::POST, "/api/play/table/bets/7/cashout", true),
            (Method::GET, "/api/play/session", true),
            (Method::GET, "/api/tables/polar-ascent", true),
            (Method::POST, "/api/user_limits", true),
            (Method::DELETE, "/api/users/sign_out", true),
            (Method::POST, "/webhooks/payments", true),
            (Method::GET, "/connection/websocket", true),
            (Method::GET, "/house-games/", true),
            (Method::POST, "/api/games/launch", false),
            (Method::POST, "/api/users/sign_in", false),
            (Method::GET, "/", false),
            (Method::GET, "/de/pokies/all", false),
        ] {
            assert_eq!(goes_on(&method, path), expected, "{method} {path}");
        }
    }

    #[test]
    fn a_payment_ends_in_the_frame_of_its_cashbox() {
        let framed = HeaderMap::from_iter([("sec-fetch-dest".parse().unwrap(), "iframe".parse().unwrap())]);
        for (method, path, headers, expected) in [
            (Method::GET, "/payments/return", &framed, true),
            (Method::GET, "/payments/return", &HeaderMap::new(), false),
            (Method::GET, "/api/player/payments/7", &HeaderMap::new(), true),
            (Method::POST, "/api/player/payments/7/cancel", &HeaderMap::new(), false),
            (Method::GET, "/payments", &framed, false),
        ] {
            assert_eq!(ends_payment(&method, path, headers), expected, "{method} {path}");
        }
    }
}
