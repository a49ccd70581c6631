//! Delivery of webhooks, and what a restart keeps.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use croupier_sandbox::{Clock, Config};
use serde_json::{Value, json};

use crate::testkit::{APPROVED, NOW_SECONDS, Received, Sandbox, Shop, config, deposit, payout, with};

#[tokio::test]
async fn a_failing_receiver_is_tried_again_with_the_same_message() {
    let seconds = Arc::new(AtomicU64::new(NOW_SECONDS));
    let mut config = config();
    config.clock = Clock::from_fn(move || seconds.fetch_add(1, Ordering::Relaxed) * 1000);
    let (sandbox, mut shop) = (Sandbox::start_with(config).await, Shop::open().await);
    shop.answer_next(&[StatusCode::INTERNAL_SERVER_ERROR, StatusCode::FOUND, StatusCode::BAD_REQUEST]);
    sandbox.pay(&sandbox.created(&deposit("ref-1", &shop)).await, APPROVED).await;

    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(shop.webhook().await);
    }
    assert!(seen.iter().all(Received::is_authentic));
    assert!(seen.iter().all(|webhook| webhook.id == seen[0].id && webhook.text == seen[0].text));
    let times: HashSet<_> = seen.iter().map(|webhook| webhook.timestamp).collect();
    assert_eq!(times.len(), 4, "every try has its own timestamp");
}

#[tokio::test]
async fn tries_come_to_an_end() {
    let mut config = config();
    config.retry_tries = 3;
    let (sandbox, mut shop) = (Sandbox::start_with(config).await, Shop::open().await);
    shop.answer_next(&[StatusCode::SERVICE_UNAVAILABLE; 3]);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    sandbox.pay(&payment, APPROVED).await;
    let first = shop.webhook().await.id;
    assert_eq!(shop.webhook().await.id, first);
    assert_eq!(shop.webhook().await.id, first);

    // The panel sends it once more; what comes next is that and no fourth try.
    sandbox.panel(&payment["id"], "webhook", &json!({"kind": "other_amount"})).await;
    assert_ne!(shop.webhook().await.id, first);
    assert!(!shop.has_mail());
}

#[tokio::test]
async fn a_restart_keeps_payments_cards_keys_and_unsent_webhooks() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("sandbox.jsonl");
    let mut shop = Shop::open().await;
    let request = deposit("ref-1", &shop);

    let mut patient = config();
    patient.data = Some(data.clone());
    patient.retry_first = std::time::Duration::from_hours(1);
    let before = Sandbox::start_with(patient).await;
    shop.answer_next(&[StatusCode::INTERNAL_SERVER_ERROR]);
    let payment = before.created(&request).await;
    before.pay(&payment, APPROVED).await;
    let failed = shop.webhook().await;
    let waiting = before.created(&deposit("ref-2", &shop)).await;
    drop(before);
    let kept = std::fs::read_to_string(&data).unwrap();
    assert!(
        !kept.contains("4242 4242") && !kept.contains("4242424242424242"),
        "a full card number is stored"
    );
    std::fs::write(&data, format!("{kept}{{\"payment\": cut off")).unwrap();

    let after = Sandbox::start_on(data).await;
    let retried = shop.webhook().await;
    assert_eq!((&retried.id, &retried.text), (&failed.id, &failed.text));
    assert_eq!(after.payment(&payment["id"]).await["status"], "succeeded");
    let again = after.create("ref-1", &request).await;
    assert_eq!(again.json::<Value>().await.unwrap()["id"], payment["id"]);
    let card = json!({"profile": retried.body["data"]["profile"]["token"]});
    after.created(&with(deposit("ref-3", &shop), &card)).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.succeeded");
    let waiting = after.payment(&waiting["id"]).await;
    assert_eq!((&waiting["merchant_ref"], &waiting["status"]), (&json!("ref-2"), &json!("pending")));
}

#[tokio::test]
async fn a_restart_takes_up_a_payout_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("sandbox.jsonl");
    let mut shop = Shop::open().await;
    let before =
        Sandbox::start_with(Config { data: Some(data.clone()), auto_settle: None, ..config() }).await;
    let payment = before.created(&payout("out-1", 40_000, &shop)).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.processing");
    drop(before);

    let after = Sandbox::start_on(data).await;
    // The first process may have died before it noted the delivery; then the same message comes once more.
    let mut webhook = shop.webhook().await;
    while webhook.body["type"] == "payment.processing" {
        webhook = shop.webhook().await;
    }
    assert_eq!(webhook.body["type"], "payment.succeeded");
    assert_eq!(after.payment(&payment["id"]).await["status"], "succeeded");
}
