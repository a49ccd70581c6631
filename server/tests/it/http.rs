//! What holds for every call, whatever it does.

use std::net::SocketAddr;

use axum::Router;
use axum::routing::get;
use croupier_server::platform::error::{ApiError, ApiResult};
use croupier_server::router;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::browser::{PASSWORD, form};
use crate::testkit::Kit;

/// What a handler says when it panics or fails; callers never read it.
const SECRET: &str = "row 7 of the secret table";

/// Makes the call as a page of ours does.
fn ours(method: Method, url: String) -> RequestBuilder {
    reqwest::Client::new().request(method, url).header("x-requested-with", "XMLHttpRequest")
}

/// Status and body, which is checked for the shape that every error has.
async fn refused(call: RequestBuilder) -> (u16, Value) {
    let answer = call.send().await.unwrap();
    let status = answer.status().as_u16();
    let named = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
    let text = answer.text().await.unwrap();
    for trace in ["panicked", "src/", ".rs:", SECRET] {
        assert!(!text.contains(trace), "{text}");
    }
    let body: Value = serde_json::from_str(&text).unwrap();
    if status == 422 {
        let problems = body["errors"].as_object().unwrap().values();
        let mut problems = problems.flat_map(|field| field.as_array().unwrap());
        assert!(
            problems.all(|problem| problem["code"].is_string() && problem["message"].is_string()),
            "{body}"
        );
    } else {
        assert!(body["error"]["code"].is_string() && body["error"]["message"].is_string(), "{body}");
        assert_eq!(body["request_id"], named, "{body}");
    }
    (status, body)
}

/// Handlers that fail, behind what every call passes.
async fn failing(kit: &Kit) -> SocketAddr {
    let fail = async || -> ApiResult<()> { Err(ApiError::internal(&SECRET)) };
    let lost = async || -> ApiResult<()> { Err(croupier_db::Error::Unavailable(SECRET.to_owned()).into()) };
    let routes = Router::new()
        .route("/panic", get(async || -> () { panic!("{SECRET}") }))
        .route("/fail", get(fail))
        .route("/lost", get(lost))
        .route("/well", get(async || "well"));
    let service = router::guarded(&kit.app, routes).into_make_service_with_connect_info::<SocketAddr>();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
    address
}

on_both_engines! {
    async fn the_server_answers_in_the_standard_shape(kit: Kit) {
        let health = Kit::until("the server", async || reqwest::get(kit.url("/healthz")).await.ok()).await;
        assert_eq!(health.text().await.unwrap(), "ok");
        let missing = reqwest::get(kit.url("/api/nothing")).await.unwrap();
        assert_eq!(missing.status(), 404);
        assert!(missing.headers().contains_key("x-request-id"));
        let body: serde_json::Value = serde_json::from_str(&missing.text().await.unwrap()).unwrap();
        assert_eq!(body["error"]["code"], "not_found");
        let wrong = reqwest::Client::new().post(kit.url("/healthz"));
        let wrong = wrong.header("x-requested-with", "XMLHttpRequest").send().await.unwrap();
        assert_eq!(wrong.status(), 405);
    }

    async fn every_refusal_has_one_shape(kit: Kit) {
        kit.player("jane@example.com").await;
        let url = |path: &str| kit.url(path);
        let json = |path: &str, body: Value| ours(Method::POST, url(path)).json(&body);
        let text = |kind: &'static str, body: String| {
            ours(Method::POST, url("/api/users")).header("content-type", kind).body(body)
        };
        let wrong = json!({ "user": { "email": "jane@example.com", "password": "wrong" } });
        for (call, expected, code) in [
            (text("application/json", "{".to_owned()), 400, "bad_request"),
            (ours(Method::GET, url("/api/player/accounts")), 401, "unauthorized"),
            (reqwest::Client::new().post(url("/api/users")), 403, "cross_site"),
            (ours(Method::GET, url("/api/nothing")), 404, "not_found"),
            (ours(Method::DELETE, url("/api/info/countries")), 405, "method_not_allowed"),
            (text("application/json", "x".repeat(2 * 1024 * 1024)), 413, "payload_too_large"),
            (text("text/plain", "{}".to_owned()), 415, "unsupported_media_type"),
            (json("/api/users", json!({ "user": form("no address") })), 422, ""),
            (json("/api/users/sign_in", wrong.clone()), 422, ""),
            (json("/check-email", json!({ "email": "a\0b@example.com" })), 422, ""),
        ] {
            let (status, body) = refused(call).await;
            assert_eq!((status, body["error"]["code"].as_str().unwrap_or_default()), (expected, code), "{body}");
        }
        for _ in 0..4 {
            assert_eq!(refused(json("/api/users/sign_in", wrong.clone())).await.0, 422);
        }
        let right = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        assert_eq!(refused(json("/api/users/sign_in", right)).await.0, 429);
    }

    async fn a_call_with_the_wrong_method_learns_the_right_one(kit: Kit) {
        let wrong = reqwest::get(kit.url("/api/fe/config/managers")).await.unwrap();
        assert_eq!((wrong.status().as_u16(), wrong.headers()["allow"].to_str().unwrap()), (405, "POST"));
    }

    async fn a_handler_that_fails_tells_nothing_and_takes_nobody_along(kit: Kit) {
        let address = failing(&kit).await;
        let get = |path: &str| ours(Method::GET, format!("http://{address}{path}"));
        for (path, expected, code) in
            [("/panic", 500, "internal"), ("/fail", 500, "internal"), ("/lost", 503, "unavailable")]
        {
            let (status, body) = refused(get(path)).await;
            assert_eq!((status, &body["error"]["code"]), (expected, &json!(code)));
        }
        let lost = get("/lost").send().await.unwrap();
        assert_eq!(lost.headers()["retry-after"], "1");
        assert_eq!(get("/well").send().await.unwrap().text().await.unwrap(), "well");
    }
}
