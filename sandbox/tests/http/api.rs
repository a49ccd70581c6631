//! The merchant's API.

use serde_json::{Value, json};

use crate::testkit::{APPROVED, Sandbox, Shop, config, deposit, payout, with};

#[tokio::test]
async fn calls_need_the_key() {
    let sandbox = Sandbox::start().await;
    for path in ["/v1/payments?merchant_ref=a", "/v1/payments/pay_1"] {
        let url = format!("{}{path}", sandbox.url);
        assert_eq!(sandbox.client.get(&url).send().await.unwrap().status(), 401);
        assert_eq!(sandbox.client.get(&url).bearer_auth("test-key2").send().await.unwrap().status(), 401);
    }
    let url = format!("{}/v1/payments", sandbox.url);
    assert_eq!(sandbox.client.post(url).body("{}").send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn a_key_gives_its_answer_again_and_takes_no_other_body() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let request = deposit("ref-1", &shop);
    let first = sandbox.create("key-1", &request).await;
    assert_eq!((first.status().as_u16(), first.headers().contains_key("idempotent-replayed")), (201, false));
    let first: Value = first.json().await.unwrap();
    sandbox.pay(&first, APPROVED).await;

    let again = sandbox.create("key-1", &request).await;
    assert_eq!((again.status().as_u16(), again.headers().contains_key("idempotent-replayed")), (201, true));
    assert_eq!(again.json::<Value>().await.unwrap(), first);

    for (key, body, code) in [
        ("key-1", with(request.clone(), &json!({"amount": 1})), "idempotency_conflict"),
        ("key-2", request.clone(), "merchant_ref_taken"),
    ] {
        let refused = sandbox.create(key, &body).await;
        assert_eq!(refused.status(), 409);
        assert_eq!(refused.json::<Value>().await.unwrap()["error"]["code"], code);
    }
}

#[tokio::test]
async fn equal_calls_at_once_make_one_payment() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let request = deposit("ref-1", &shop);
    let calls = [(); 4].map(|()| sandbox.create("key-1", &request));
    let [a, b, c, d] = calls;
    let (a, b, c, d) = tokio::join!(a, b, c, d);
    let mut ids = Vec::new();
    for answer in [a, b, c, d] {
        ids.push(answer.json::<Value>().await.unwrap()["id"].clone());
    }
    assert!(ids.iter().all(|id| id.is_string() && *id == ids[0]));
}

#[tokio::test]
async fn wrong_requests_name_their_field_and_leave_the_key_free() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let coin = json!({"method": "bitcoin", "currency": "BTC"});
    for (fields, named) in [
        (json!({"merchant_ref": ""}), "merchant_ref"),
        (json!({"amount": 0}), "amount"),
        (json!({"amount": -5}), "amount"),
        (json!({"amount": 9_007_199_254_740_992_i64}), "amount"),
        (json!({"currency": "BTC"}), "currency"),
        (json!({"currency": "XYZ"}), "currency"),
        (json!({"notify_url": "ftp://shop/hook"}), "notify_url"),
        (json!({"notify_url": "hook"}), "notify_url"),
        (json!({"return_url": "javascript:alert(1)"}), "return_url"),
        (json!({"return_url": null}), "return_url"),
        (json!({"customer": ""}), "customer"),
        (json!({"profile": "card_unknown"}), "profile"),
        (with(coin.clone(), &json!({"profile": "card_unknown"})), "profile"),
        (with(coin.clone(), &json!({"type": "payout"})), "address"),
        (with(coin.clone(), &json!({"type": "payout", "address": "not an address at all, no"})), "address"),
    ] {
        let refused = sandbox.create("key", &with(deposit("ref", &shop), &fields)).await;
        assert_eq!(refused.status(), 422, "{fields}");
        let error = refused.json::<Value>().await.unwrap();
        assert_eq!((&error["error"]["code"], &error["error"]["field"]), (&json!("invalid"), &json!(named)));
    }
    assert_eq!(sandbox.create("key", &deposit("ref", &shop)).await.status(), 201);
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    for fields in
        [json!({"amount": 50.5}), json!({"amount": "50"}), json!({"type": "gift"}), json!({"method": "cash"})]
    {
        let refused = sandbox.create("key", &with(deposit("ref", &shop), &fields)).await;
        assert_eq!(refused.status(), 400, "{fields}");
    }
    let missing = sandbox.create("", &deposit("ref", &shop)).await;
    assert_eq!(missing.status(), 400);
    assert_eq!(missing.json::<Value>().await.unwrap()["error"]["code"], "idempotency_key_missing");
}

#[tokio::test]
async fn payments_are_found_by_id_and_by_reference() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let created = sandbox.created(&deposit("ref 1", &shop)).await;
    assert_eq!(sandbox.payment(&created["id"]).await, created);
    assert_eq!(created["status"], "pending");
    assert_eq!(created["created_at"], "2026-01-15T12:00:00.000Z");

    let find = async |query: &str| {
        let url = format!("{}/v1/payments{query}", sandbox.url);
        sandbox.client.get(url).bearer_auth("test-key").send().await.unwrap()
    };
    assert_eq!(
        find("?merchant_ref=ref%201").await.json::<Value>().await.unwrap(),
        json!({"data": [created]})
    );
    assert_eq!(find("?merchant_ref=other").await.json::<Value>().await.unwrap(), json!({"data": []}));
    assert_eq!(find("").await.status(), 400);
    assert_eq!(find("/pay_unknown").await.status(), 404);
}

#[tokio::test]
async fn a_payout_is_accepted_processed_and_settled() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let created = sandbox.created(&payout("out-1", 40_000, &shop)).await;
    assert_eq!((&created["status"], &created["checkout_url"]), (&json!("accepted"), &Value::Null));

    let mut types = Vec::new();
    for _ in 0..2 {
        let webhook = shop.webhook().await;
        assert!(webhook.is_authentic());
        assert_eq!(webhook.body["data"]["merchant_ref"], "out-1");
        types.push(webhook.body["type"].as_str().unwrap().to_owned());
    }
    types.sort();
    assert_eq!(types, ["payment.processing", "payment.succeeded"]);
    assert_eq!(sandbox.payment(&created["id"]).await["status"], "succeeded");
}

#[tokio::test]
async fn the_amount_of_a_payout_can_force_its_end() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    for (amount, code) in [(40_013, "address_rejected"), (40_051, "insufficient_funds")] {
        sandbox.created(&payout(&format!("out-{amount}"), amount, &shop)).await;
        let (a, b) = (shop.webhook().await, shop.webhook().await);
        let end = if a.body["type"] == "payment.declined" { a } else { b };
        assert_eq!(end.body["data"]["error_code"], code);
    }
}

#[tokio::test]
async fn a_held_payout_waits_for_the_panel() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let created = sandbox.created(&payout("out-77", 40_077, &shop)).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.processing");
    let settled = sandbox.panel(&created["id"], "settle", &json!({"status": "succeeded"})).await;
    assert_eq!(settled.status(), 200);
    assert_eq!(shop.webhook().await.body["type"], "payment.succeeded");
}

#[tokio::test]
async fn without_auto_settling_every_payout_waits() {
    let mut quiet = config();
    quiet.auto_settle = None;
    let (sandbox, mut shop) = (Sandbox::start_with(quiet).await, Shop::open().await);
    let created = sandbox.created(&payout("out-1", 40_000, &shop)).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.processing");
    sandbox.panel(&created["id"], "settle", &json!({"status": "declined", "error_code": "closed"})).await;
    assert_eq!(shop.webhook().await.body["data"]["error_code"], "closed");
}

#[tokio::test]
async fn a_saved_card_pays_in_one_step_for_its_owner_only() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let first = sandbox.created(&deposit("ref-1", &shop)).await;
    sandbox.pay(&first, APPROVED).await;
    let profile = shop.webhook().await.body["data"]["profile"].clone();

    let with_card = json!({"profile": profile["token"], "return_url": null});
    let second = sandbox.created(&with(deposit("ref-2", &shop), &with_card)).await;
    assert_eq!((&second["status"], &second["checkout_url"]), (&json!("processing"), &Value::Null));
    let webhook = shop.webhook().await;
    assert_eq!(webhook.body["type"], "payment.succeeded");
    assert_eq!((&webhook.body["data"]["id"], &webhook.body["data"]["profile"]), (&second["id"], &profile));

    let poor = with(with_card.clone(), &json!({"amount": 5051}));
    sandbox.created(&with(deposit("ref-3", &shop), &poor)).await;
    assert_eq!(shop.webhook().await.body["data"]["error_code"], "insufficient_funds");

    let foreign = with(with_card, &json!({"customer": "player-8"}));
    assert_eq!(sandbox.create("k", &with(deposit("ref-4", &shop), &foreign)).await.status(), 422);
}

#[tokio::test]
async fn a_merchant_gives_up_a_deposit_that_waits() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("waits", &shop)).await;
    let cancel = async |id: &Value| {
        let url = format!("{}/v1/payments/{}/cancel", sandbox.url, id.as_str().unwrap());
        sandbox.client.post(url).bearer_auth("test-key").send().await.unwrap()
    };
    for _ in 0..2 {
        assert_eq!(cancel(&payment["id"]).await.json::<Value>().await.unwrap()["status"], "canceled");
    }
    sandbox.pay(&payment, APPROVED).await;
    assert_eq!(sandbox.payment(&payment["id"]).await["status"], "canceled", "its checkout is closed");
    let paid = sandbox.created(&deposit("paid", &shop)).await;
    sandbox.pay(&paid, APPROVED).await;
    assert_eq!(cancel(&paid["id"]).await.status(), 409);
    assert_eq!(cancel(&json!("pay_none")).await.status(), 404);
}

#[tokio::test]
async fn a_day_is_settled_in_parts_and_by_what_was_paid() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let mut paid = Vec::new();
    for name in ["ref-1", "ref-2", "ref-3"] {
        let made: Value = sandbox.create(name, &deposit(name, &shop)).await.json().await.unwrap();
        if name != "ref-2" {
            sandbox.pay(&made, APPROVED).await;
            paid.push(made["id"].as_str().unwrap().to_owned());
        }
    }
    let file = async |query: String| {
        let call =
            sandbox.client.get(format!("{}/v1/settlements?{query}", sandbox.url)).bearer_auth("test-key");
        call.send().await.unwrap().text().await.unwrap()
    };
    let names = "payment_id,merchant_ref,type,method,currency,amount,finished_at";
    let whole = file("date=2026-01-15".to_owned()).await;
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, names), "{whole}");
    let first = lines[1].split(',').next().unwrap();
    assert!(paid.iter().any(|id| id == first), "{whole}");
    let rest = file(format!("date=2026-01-15&after={first}")).await;
    assert_eq!(rest.lines().collect::<Vec<_>>(), [names, lines[2]]);
    assert_eq!(file("date=2026-01-14".to_owned()).await.trim_end(), names);
}
