//! The hosted checkout.

use reqwest::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use serde_json::{Value, json};

use crate::testkit::{APPROVED, Sandbox, Shop, card, deposit, location, with};

fn back(merchant_ref: &str, status: &str) -> String {
    format!("http://shop.example/return?tab=cashbox&payment={merchant_ref}&status={status}")
}

fn url(payment: &Value) -> &str {
    payment["checkout_url"].as_str().unwrap()
}

#[tokio::test]
async fn an_approved_card_pays_and_is_saved() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let page = sandbox.client.get(url(&payment)).send().await.unwrap();
    assert_eq!(page.status(), 200);
    let policy = page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(
        policy.contains("frame-ancestors http://localhost:* http://*.localhost:* http://127.0.0.1:*"),
        "{policy}"
    );
    assert!(policy.contains("form-action 'self' http://shop.example;"), "{policy}");
    assert_eq!(page.headers()[CACHE_CONTROL], "no-store");
    assert!(page.text().await.unwrap().contains("€50.00"));

    let paid = sandbox.pay(&payment, APPROVED).await;
    assert_eq!(location(&paid), back("ref-1", "succeeded"));

    let webhook = shop.webhook().await;
    assert!(webhook.is_authentic());
    assert_eq!(webhook.body["type"], "payment.succeeded");
    assert_eq!(webhook.body["timestamp"], "2026-01-15T12:00:00.000Z");
    let data = &webhook.body["data"];
    let token = data["profile"]["token"].clone();
    assert!(token.as_str().unwrap().starts_with("card_"));
    assert_eq!(
        *data,
        json!({
            "id": payment["id"], "merchant_ref": "ref-1", "type": "deposit", "amount": 5000, "currency": "EUR",
            "method": "visa_mastercard", "status": "succeeded", "received": 5000,
            "profile": {"token": token, "masked": "424242******4242", "brand": "visa"},
        })
    );
    assert_eq!(sandbox.payment(&payment["id"]).await["profile"]["token"], token);
}

#[tokio::test]
async fn the_same_card_of_a_customer_keeps_its_token() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let mut tokens = Vec::new();
    for (merchant_ref, customer) in [("a", "player-7"), ("b", "player-7"), ("c", "player-8")] {
        let request = with(deposit(merchant_ref, &shop), &json!({"customer": customer}));
        sandbox.pay(&sandbox.created(&request).await, APPROVED).await;
        tokens.push(shop.webhook().await.body["data"]["profile"]["token"].clone());
    }
    assert_eq!(tokens[0], tokens[1]);
    assert_ne!(tokens[0], tokens[2]);
}

#[tokio::test]
async fn refused_cards_decline_and_are_not_saved() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    for (number, code) in
        [("4000 0000 0000 0002", "card_declined"), ("4000000000009995", "insufficient_funds")]
    {
        let payment = sandbox.created(&deposit(code, &shop)).await;
        assert_eq!(location(&sandbox.pay(&payment, number).await), back(code, "declined"));
        let webhook = shop.webhook().await;
        assert_eq!(webhook.body["type"], "payment.declined");
        assert_eq!(webhook.body["data"]["error_code"], code);
        assert!(webhook.body["data"].get("profile").is_none());
    }
}

#[tokio::test]
async fn buttons_end_a_payment_without_a_card() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    for (action, status) in [("decline", "declined"), ("later", "processing"), ("cancel", "canceled")] {
        let payment = sandbox.created(&deposit(action, &shop)).await;
        let left = sandbox.submit(url(&payment), &[("action", action), ("number", "")]).await;
        assert_eq!(location(&left), back(action, status));
        assert_eq!(shop.webhook().await.body["type"], format!("payment.{status}"));
    }
}

#[tokio::test]
async fn wrong_card_input_renders_the_form_again() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let fields = [
        ("action", "approve"),
        ("number", "4242 4242 4242 4241"),
        ("expiry", "12/25"),
        ("cvv", "987"),
        ("holder", "<b>Ada</b>"),
    ];
    let page = sandbox.submit(url(&payment), &fields).await;
    assert_eq!(page.status(), 422);
    let html = page.text().await.unwrap();
    for part in [
        "<title>Error: ",
        "role=\"alert\"",
        "href=\"#number\"",
        "not valid",
        "This card has expired.",
        "aria-describedby=\"expiry-error\"",
        "value=\"&lt;b&gt;Ada&lt;/b&gt;\"",
    ] {
        assert!(html.contains(part), "{part} is missing in {html}");
    }
    assert!(!html.contains("987"), "the CVV is given back");
    assert_eq!(sandbox.payment(&payment["id"]).await["status"], "pending");

    let real_looking = sandbox.pay(&payment, "4012 8888 8888 1881").await;
    assert_eq!(real_looking.status(), 422);
    assert!(real_looking.text().await.unwrap().contains("Never type a real card"));
}

#[tokio::test]
async fn a_test_card_fills_the_form() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let page = sandbox.client.get(format!("{}?card=challenge", url(&payment))).send().await.unwrap();
    let html = page.text().await.unwrap();
    assert!(html.contains("value=\"4000 0000 0000 3220\"") && html.contains("value=\"12/29\""));
}

/// Brings a payment to the bank's question; gives its address and the code shown there.
async fn challenged(sandbox: &Sandbox, payment: &Value) -> (String, String) {
    let asked = sandbox.pay(payment, "4000 0000 0000 3220").await;
    let challenge = format!("{}{}", sandbox.url, location(&asked));
    assert_eq!(challenge, format!("{}/challenge", url(payment)));
    let html = sandbox.client.get(&challenge).send().await.unwrap().text().await.unwrap();
    let code = html.split_once("<output>").unwrap().1.split_once("</output>").unwrap().0;
    (challenge, code.to_owned())
}

#[tokio::test]
async fn the_right_code_passes_the_challenge() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let (challenge, code) = challenged(&sandbox, &payment).await;
    let wrong = if code == "000 000" { "000001" } else { "000000" };
    let refused = sandbox.submit(&challenge, &[("action", "confirm"), ("code", wrong)]).await;
    assert_eq!(refused.status(), 422);
    assert!(refused.text().await.unwrap().contains("2 tries left"));
    let passed = sandbox.submit(&challenge, &[("action", "confirm"), ("code", &code)]).await;
    assert_eq!(location(&passed), back("ref-1", "succeeded"));
    assert_eq!(shop.webhook().await.body["data"]["profile"]["masked"], "400000******3220");
}

#[tokio::test]
async fn three_wrong_codes_decline() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let (challenge, _) = challenged(&sandbox, &payment).await;
    let wrong = [("action", "confirm"), ("code", "12345")];
    assert_eq!(sandbox.submit(&challenge, &wrong).await.status(), 422);
    assert_eq!(sandbox.submit(&challenge, &wrong).await.status(), 422);
    assert_eq!(location(&sandbox.submit(&challenge, &wrong).await), back("ref-1", "declined"));
    assert_eq!(shop.webhook().await.body["data"]["error_code"], "authentication_failed");
}

#[tokio::test]
async fn a_challenge_can_be_left() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    let early = sandbox.client.get(format!("{}/challenge", url(&payment))).send().await.unwrap();
    assert!(url(&payment).ends_with(location(&early)));
    let (challenge, _) = challenged(&sandbox, &payment).await;
    let left = sandbox.submit(&challenge, &[("action", "cancel")]).await;
    assert_eq!(location(&left), back("ref-1", "canceled"));
    assert_eq!(shop.webhook().await.body["type"], "payment.canceled");
}

#[tokio::test]
async fn an_ended_payment_cannot_be_paid_again() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&deposit("ref-1", &shop)).await;
    sandbox.submit(url(&payment), &[("action", "cancel")]).await;
    assert_eq!(shop.webhook().await.body["type"], "payment.canceled");
    assert_eq!(location(&sandbox.pay(&payment, APPROVED).await), back("ref-1", "canceled"));
    let page = sandbox.client.get(url(&payment)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Payment canceled") && page.contains("status=canceled"));
    assert!(!shop.has_mail());
}

#[tokio::test]
async fn a_bitcoin_deposit_shows_the_customers_address() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let coin = json!({"method": "bitcoin", "currency": "BTC", "amount": 150_000});
    let first = sandbox.created(&with(deposit("a", &shop), &coin)).await;
    let second = sandbox.created(&with(deposit("b", &shop), &coin)).await;
    let other = with(coin, &json!({"customer": "player-8"}));
    let other = sandbox.created(&with(deposit("c", &shop), &other)).await;
    assert_eq!(first["address"], second["address"]);
    assert_ne!(first["address"], other["address"]);

    let html = sandbox.client.get(url(&first)).send().await.unwrap().text().await.unwrap();
    let address = first["address"].as_str().unwrap();
    assert!(html.contains(&format!("bitcoin:{address}?amount=0.00150000")) && html.contains("<svg"));
    let paid = sandbox.submit(url(&first), &[("action", "approve")]).await;
    assert_eq!(location(&paid), back("a", "succeeded"));
    assert_eq!(shop.webhook().await.body["data"]["method"], "bitcoin");
}

#[tokio::test]
async fn an_unknown_checkout_is_a_page_too() {
    let sandbox = Sandbox::start().await;
    for (path, fields) in [("pay_1", &card(APPROVED)[..]), ("pay_1/challenge", &[("action", "confirm")])] {
        let url = format!("{}/checkout/{path}", sandbox.url);
        assert_eq!(sandbox.client.get(&url).send().await.unwrap().status(), 404);
        let answer = sandbox.submit(&url, fields).await;
        assert_eq!(answer.status(), 404);
        assert!(answer.text().await.unwrap().contains("no such payment"));
    }
}
