//! The control panel, as tests and people use it.

use serde_json::{Value, json};

use crate::testkit::{APPROVED, NOW_SECONDS, Sandbox, Shop, deposit, location};

#[tokio::test]
async fn a_deposit_left_for_later_is_settled_once() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    sandbox.submit(payment["checkout_url"].as_str().unwrap(), &[("action", "later")]).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.processing");

    let settled = sandbox.panel(&payment["id"], "settle", &json!({"status": "declined"})).await;
    assert_eq!(settled.json::<Value>().await.unwrap()["error_code"], "declined_by_partner");
    assert_eq!(shop.webhook().await.body["type"], "payment.declined");
    let again = sandbox.panel(&payment["id"], "settle", &json!({"status": "succeeded"})).await;
    assert_eq!(again.status(), 409);
    assert_eq!(again.json::<Value>().await.unwrap()["error"]["code"], "invalid_state");
}

#[tokio::test]
async fn the_latest_webhook_can_be_repeated_and_spoiled() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let nothing_yet = sandbox.panel(&payment["id"], "webhook", &json!({"kind": "resend"})).await;
    assert_eq!(nothing_yet.status(), 409);
    sandbox.pay(&payment, APPROVED).await;
    let original = shop.webhook().await;

    let sent = sandbox.panel(&payment["id"], "webhook", &json!({"kind": "resend", "copies": 20})).await;
    let sent: Value = sent.json().await.unwrap();
    assert_eq!(sent, json!({"webhook_id": original.id, "answers": vec![204; 20]}));
    for _ in 0..20 {
        let copy = shop.webhook().await;
        assert!(copy.is_authentic());
        assert_eq!((&copy.id, &copy.text), (&original.id, &original.text));
    }

    sandbox.panel(&payment["id"], "webhook", &json!({"kind": "bad_signature"})).await;
    let forged = shop.webhook().await;
    assert!(!forged.is_authentic() && forged.signature.starts_with("v1,"));

    sandbox.panel(&payment["id"], "webhook", &json!({"kind": "old_timestamp"})).await;
    let old = shop.webhook().await;
    assert!(old.is_authentic());
    assert_eq!(old.timestamp, NOW_SECONDS - 3600);

    sandbox.panel(&payment["id"], "webhook", &json!({"kind": "other_amount"})).await;
    let other = shop.webhook().await;
    assert!(other.is_authentic() && other.id != original.id);
    assert_eq!(other.body["data"]["amount"], 5001);
}

#[tokio::test]
async fn people_see_and_press_the_same() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let panel = format!("{}/panel", sandbox.url);
    let read = async |url: &str| sandbox.client.get(url).send().await.unwrap().text().await.unwrap();
    assert!(read(&panel).await.contains("No payment yet"));
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    assert!(read(&panel).await.contains("Open checkout"));

    let settle = format!("{panel}/payments/{}/settle", payment["id"].as_str().unwrap());
    let pressed = sandbox.submit(&settle, &[("status", "succeeded")]).await;
    assert_eq!(location(&pressed), "/panel");
    let webhook = shop.webhook().await;
    let again = format!("{panel}/payments/{}/webhook", payment["id"].as_str().unwrap());
    let pressed = sandbox.submit(&again, &[("copies", "2"), ("kind", "resend")]).await;
    assert_eq!(location(&pressed), "/panel");
    assert_eq!((shop.webhook().await.id, shop.webhook().await.id), (webhook.id.clone(), webhook.id.clone()));

    let listed: Value = serde_json::from_str(&read(&format!("{panel}/payments")).await).unwrap();
    assert_eq!(listed["data"][0]["payment"]["id"], payment["id"]);
    assert_eq!(listed["data"][0]["webhooks"][0]["id"], webhook.id);
}

#[tokio::test]
async fn wrong_or_foreign_actions_are_refused() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    for (action, body, status) in [
        ("settle", json!({"status": "pending"}), 400),
        ("webhook", json!({"kind": "resend", "copies": 0}), 422),
        ("webhook", json!({"kind": "resend", "copies": 101}), 422),
    ] {
        assert_eq!(sandbox.panel(&payment["id"], action, &body).await.status(), status, "{body}");
    }
    assert_eq!(sandbox.panel(&json!("pay_1"), "settle", &json!({"status": "canceled"})).await.status(), 404);
    let url = format!("{}/panel/payments/{}/settle", sandbox.url, payment["id"].as_str().unwrap());
    let foreign = sandbox
        .client
        .post(url)
        .header("sec-fetch-site", "cross-site")
        .json(&json!({"status": "succeeded"}))
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), 403);
    assert_eq!(sandbox.payment(&payment["id"]).await["status"], "pending");
}
