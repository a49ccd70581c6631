//! The partner that checks who somebody is: who may call, what the people at its page come to, and what is told of it.

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::post;
use croupier_sandbox::Secret;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::testkit::{NOW_SECONDS, Sandbox, config};

const TOKEN: &str = "sandbox-proofline";
const SECRET: &[u8] = b"sandbox-proofline-secret";
const HOOKS: &[u8] = b"sandbox-proofline-webhooks";

async fn call(sandbox: &Sandbox, method: Method, path: &str, body: &str, at: u64) -> Response {
    let path = format!("/proofline/resources{path}");
    let signature = Secret::of_key(SECRET).unwrap().sign_hex(&format!("{at}{method}{path}{body}"));
    let call = sandbox.client.request(method, format!("{}{path}", sandbox.url));
    let call = call.header("x-app-token", TOKEN).header("x-app-access-ts", at);
    let call = call.header("x-app-access-sig", signature).header("content-type", "application/json");
    call.body(body.to_owned()).send().await.unwrap()
}

/// A casino that refuses the first webhook it gets; hears of each with whether it was signed.
async fn casino() -> (String, UnboundedReceiver<(bool, Value)>) {
    let (heard, inbox) = unbounded_channel();
    let refusals = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let receive = move |headers: HeaderMap, text: String| {
        let (heard, refusals) = (heard.clone(), refusals.clone());
        async move {
            let is_signed = Secret::of_key(HOOKS).unwrap().sign_hex(&text) == headers["x-payload-digest"];
            heard.send((is_signed, serde_json::from_str(&text).unwrap())).unwrap();
            let refuses = refusals.swap(false, std::sync::atomic::Ordering::SeqCst);
            if refuses { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::NO_CONTENT }
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().route("/webhooks/identity", post(receive));
    tokio::spawn(async move { axum::serve(listener, app).await });
    (url, inbox)
}

#[tokio::test]
async fn an_applicant_is_made_once_shows_a_document_and_is_told_of() {
    let (casino_url, mut inbox) = casino().await;
    let sandbox = Sandbox::start_with(croupier_sandbox::Config { casino_url, ..config() }).await;
    let info = json!({ "firstName": "Ada", "lastName": "King", "dob": "1990-05-17", "country": "CAN" });
    let wanted = json!({ "externalUserId": "player-7", "fixedInfo": info }).to_string();
    let path = "/applicants?levelName=basic";
    for (at, status) in [(NOW_SECONDS - 301, 401), (NOW_SECONDS, 201), (NOW_SECONDS, 409)] {
        assert_eq!(call(&sandbox, Method::POST, path, &wanted, at).await.status(), status);
    }
    let named = "/applicants/-;externalUserId=player-7/one";
    let applicant: Value = call(&sandbox, Method::GET, named, "", NOW_SECONDS).await.json().await.unwrap();
    assert_eq!((&applicant["review"]["reviewStatus"], &applicant["info"]), (&json!("init"), &Value::Null));

    let body = json!({ "userId": "player-7", "levelName": "basic", "ttlInSecs": 600 }).to_string();
    let token: Value =
        call(&sandbox, Method::POST, "/accessTokens/sdk", &body, NOW_SECONDS).await.json().await.unwrap();
    let token = token["token"].as_str().unwrap();
    let page = format!("{}/proofline/websdk", sandbox.url);
    let shown = sandbox.client.get(format!("{page}?accessToken={token}")).send().await.unwrap();
    assert!(shown.text().await.unwrap().contains("A blurred picture"));
    assert_eq!(sandbox.submit(&page, &[("token", "no.0.token"), ("person", "honest")]).await.status(), 401);
    assert_eq!(sandbox.submit(&page, &[("token", token), ("person", "honest")]).await.status(), 303);
    let mut reported = Vec::new();
    while reported.len() < 3 {
        let (is_signed, message) = inbox.recv().await.unwrap();
        assert!(is_signed, "{message}");
        reported.push(message["type"].as_str().unwrap().to_owned());
    }
    reported.sort_unstable();
    reported.dedup();
    assert_eq!(reported, ["applicantPending", "applicantReviewed"], "one of the two was sent again");

    let id = applicant["id"].as_str().unwrap();
    let path = format!("/applicants/{id}/one");
    let applicant: Value = call(&sandbox, Method::GET, &path, "", NOW_SECONDS).await.json().await.unwrap();
    assert_eq!(applicant["review"]["reviewResult"]["reviewAnswer"], "GREEN");
    assert_eq!(
        (&applicant["info"]["lastName"], &applicant["review"]["attemptCnt"]),
        (&json!("King"), &json!(1))
    );
    let cockpit = format!("{}/proofline/cockpit/{id}", sandbox.url);
    assert_eq!(sandbox.submit(&cockpit, &[("standing", "init")]).await.status(), 409);
    assert_eq!(sandbox.submit(&cockpit, &[("standing", "onHold")]).await.status(), 303);
    assert_eq!(inbox.recv().await.unwrap().1["type"], "applicantOnHold");
}
