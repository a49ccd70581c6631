//! The second partner's API: signed calls, orders under the merchant's names, decimals, the file of a day.

use croupier_sandbox::Secret;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::testkit::{APPROVED, NOW_SECONDS, Sandbox, Shop, card, config};

const SECRET: &str = "whsec_dGhlIHNlY29uZCBwYXJ0bmVy";

async fn start() -> Sandbox {
    let mut config = config();
    config.meridian_secret = Secret::parse(SECRET).unwrap();
    Sandbox::start_with(config).await
}

/// A call that is signed as of `at`.
async fn call_at(sandbox: &Sandbox, method: Method, path: &str, body: &str, at: u64) -> Response {
    let digest = hex::encode(Sha256::digest(body));
    let signature = Secret::parse(SECRET).unwrap().sign_hex(&format!("{method}\n{path}\n{at}\n{digest}"));
    let call = sandbox.client.request(method, format!("{}{path}", sandbox.url)).body(body.to_owned());
    call.header("x-meridian-date", at).header("x-meridian-signature", signature).send().await.unwrap()
}

async fn call(sandbox: &Sandbox, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let text = if body.is_null() { String::new() } else { body.to_string() };
    let answer = call_at(sandbox, method, path, &text, NOW_SECONDS).await;
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

fn order(shop: &Shop, total: &str) -> Value {
    json!({
        "direction": "IN", "total": total, "currency": "EUR", "method": "visa", "callback": shop.notify_url,
        "back": "http://shop.example/return", "payer": "player-7",
    })
}

#[tokio::test]
async fn an_order_is_taken_once_under_its_reference() {
    let (sandbox, shop) = (start().await, Shop::open().await);
    let (status, made) = call(&sandbox, Method::PUT, "/meridian/orders/a", &order(&shop, "12.50")).await;
    assert_eq!((status, &made["state"], &made["total"]), (201, &json!("CREATED"), &json!("12.50")));
    let (status, again) = call(&sandbox, Method::PUT, "/meridian/orders/a", &order(&shop, "12.50")).await;
    assert_eq!((status, again), (200, made.clone()));
    let (status, other) = call(&sandbox, Method::PUT, "/meridian/orders/a", &order(&shop, "13.00")).await;
    assert_eq!((status, &other["fault"]["reason"]), (409, &json!("other_order")));
    for total in ["0", "-1", "12.505", "1e3"] {
        let (status, fault) = call(&sandbox, Method::PUT, "/meridian/orders/b", &order(&shop, total)).await;
        assert_eq!((status, &fault["fault"]["reason"]), (402, &json!("rejected")), "{total}");
    }
    assert_eq!(call(&sandbox, Method::GET, "/meridian/orders/b", &Value::Null).await.0, 404);
    // The other partner does not know it.
    let url = format!("{}/v1/payments?merchant_ref=a", sandbox.url);
    let found: Value = sandbox
        .client
        .get(url)
        .bearer_auth(crate::testkit::API_KEY)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(found["data"], json!([]));
}

#[tokio::test]
async fn a_call_that_is_not_signed_rightly_is_refused() {
    let sandbox = start().await;
    for at in [NOW_SECONDS - 301, NOW_SECONDS + 301] {
        assert_eq!(call_at(&sandbox, Method::GET, "/meridian/methods", "", at).await.status(), 401);
    }
    let url = format!("{}/meridian/methods", sandbox.url);
    assert_eq!(sandbox.client.get(&url).send().await.unwrap().status(), 401);
    let forged =
        sandbox.client.get(&url).header("x-meridian-date", NOW_SECONDS).header("x-meridian-signature", "00");
    assert_eq!(forged.send().await.unwrap().status(), 401);
    assert_eq!(call_at(&sandbox, Method::GET, "/meridian/methods", "", NOW_SECONDS).await.status(), 200);
}

#[tokio::test]
async fn what_is_paid_stands_in_the_file_of_the_day() {
    let (sandbox, shop) = (start().await, Shop::open().await);
    let (_, paid) = call(&sandbox, Method::PUT, "/meridian/orders/paid", &order(&shop, "12.50")).await;
    let (_, given_up) = call(&sandbox, Method::PUT, "/meridian/orders/given-up", &order(&shop, "7.00")).await;
    assert_eq!(sandbox.submit(paid["page"].as_str().unwrap(), &card(APPROVED)).await.status(), 303);
    let (status, canceled) = call(&sandbox, Method::DELETE, "/meridian/orders/given-up", &Value::Null).await;
    assert_eq!((status, &canceled["state"]), (200, &json!("CANCELLED")));
    assert_eq!(call(&sandbox, Method::DELETE, "/meridian/orders/paid", &Value::Null).await.0, 409);
    let found = call(&sandbox, Method::GET, "/meridian/orders/paid", &Value::Null).await.1;
    assert_eq!(
        (&found["state"], &found["paid"], &found["instrument"]["scheme"]),
        (&json!("PAID"), &json!("12.50"), &json!("visa"))
    );
    let file =
        call_at(&sandbox, Method::GET, "/meridian/settlements/2026-01-15.csv?page=0", "", NOW_SECONDS).await;
    let file = file.text().await.unwrap();
    let lines: Vec<_> = file.lines().collect();
    assert!(
        lines[1].starts_with(&format!("{};paid;IN;EUR;12.50;", paid["order"].as_str().unwrap())),
        "{file}"
    );
    assert_eq!((lines.len(), lines[2]), (3, "END;1"), "{given_up}");
}

#[tokio::test]
async fn the_panel_lets_a_partner_refuse_and_fail() {
    let (sandbox, shop) = (start().await, Shop::open().await);
    let set = async |mode: &str| {
        let url = format!("{}/panel/partners/meridian", sandbox.url);
        assert_eq!(
            sandbox.client.post(url).json(&json!({ "mode": mode })).send().await.unwrap().status(),
            200
        );
    };
    set("refusing").await;
    assert_eq!(call(&sandbox, Method::PUT, "/meridian/orders/a", &order(&shop, "5.00")).await.0, 402);
    set("down").await;
    assert_eq!(call(&sandbox, Method::GET, "/meridian/methods", &Value::Null).await.0, 503);
    set("up").await;
    assert_eq!(call(&sandbox, Method::PUT, "/meridian/orders/a", &order(&shop, "5.00")).await.0, 201);
}
