//! Ways to pay other than by card: wallets, vouchers, transfers and coins.

use serde_json::{Value, json};

use crate::testkit::{Sandbox, Shop, config, deposit, location, payout, with};

fn of(merchant_ref: &str, method: &str, currency: &str, amount: i64, shop: &Shop) -> Value {
    with(deposit(merchant_ref, shop), &json!({"method": method, "currency": currency, "amount": amount}))
}

fn checkout(payment: &Value) -> &str {
    payment["checkout_url"].as_str().unwrap()
}

#[tokio::test]
async fn the_partner_says_which_methods_it_carries() {
    let sandbox = Sandbox::start().await;
    let url = format!("{}/v1/methods", sandbox.url);
    assert_eq!(sandbox.client.get(&url).send().await.unwrap().status(), 401);
    let call = sandbox.client.get(&url).bearer_auth(crate::testkit::API_KEY);
    let body: Value = call.send().await.unwrap().json().await.unwrap();
    assert_eq!(body["data"].as_array().unwrap().len(), 33);
}

#[tokio::test]
async fn a_wallet_is_kept_for_the_next_payment_and_for_payouts() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&of("1", "skrill", "EUR", 5_000, &shop)).await;
    let wrong = sandbox.submit(checkout(&payment), &[("action", "approve"), ("account", "ada")]).await;
    assert_eq!(wrong.status(), 422);
    let account = [("action", "approve"), ("account", "ada@example.com")];
    assert!(location(&sandbox.submit(checkout(&payment), &account).await).contains("succeeded"));
    let profile = shop.webhook().await.body["data"]["profile"].clone();
    assert_eq!((&profile["masked"], &profile["brand"]), (&json!("a***@example.com"), &json!("skrill")));
    let again = with(of("2", "skrill", "EUR", 4_000, &shop), &json!({"profile": profile["token"]}));
    assert_eq!(sandbox.created(&again).await["checkout_url"], Value::Null);
    let out = with(payout("3", 3_000, &shop), &json!({"method": "skrill", "currency": "EUR"}));
    assert_eq!(sandbox.create("3", &out).await.status(), 422, "a payout names its account");
    let elsewhere = with(out.clone(), &json!({"method": "neteller", "profile": profile["token"]}));
    assert_eq!(sandbox.create("3", &elsewhere).await.status(), 422, "an account is that of its wallet");
    sandbox.created(&with(out, &json!({"profile": profile["token"]}))).await;
    let declined = sandbox.created(&of("4", "skrill", "EUR", 5_000, &shop)).await;
    let account = [("action", "approve"), ("account", "declined@example.com")];
    assert!(location(&sandbox.submit(checkout(&declined), &account).await).contains("declined"));
    assert_eq!(sandbox.payment(&declined["id"]).await["error_code"], "wallet_declined");
}

#[tokio::test]
async fn a_voucher_pays_once_however_many_ask_at_once() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let mut payments = Vec::new();
    for n in 0..4 {
        payments.push(sandbox.created(&of(&n.to_string(), "paysafecard", "EUR", 5_000, &shop)).await);
    }
    let wrong = [("action", "approve"), ("account", "4242 4242 4242 4242")];
    assert_eq!(sandbox.submit(checkout(&payments[0]), &wrong).await.status(), 422);
    let code = [("action", "approve"), ("account", "test-1234")];
    let (a, b, c, d) = tokio::join!(
        sandbox.submit(checkout(&payments[0]), &code),
        sandbox.submit(checkout(&payments[1]), &code),
        sandbox.submit(checkout(&payments[2]), &code),
        sandbox.submit(checkout(&payments[3]), &code),
    );
    let mut statuses = [a, b, c, d].map(|answer| answer.status().as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422, 422, 422]);
    let mut paid = 0;
    for payment in &payments {
        paid += u32::from(sandbox.payment(&payment["id"]).await["status"] == "succeeded");
    }
    assert_eq!(paid, 1);
}

#[tokio::test]
async fn a_transfer_waits_and_brings_what_it_brings() {
    let (sandbox, mut shop) = (Sandbox::start().await, Shop::open().await);
    let payment = sandbox.created(&of("1", "inpay", "EUR", 5_000, &shop)).await;
    let page = sandbox.client.get(checkout(&payment)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Reference") && page.contains("NP-"));
    assert!(
        location(&sandbox.submit(checkout(&payment), &[("action", "later")]).await).contains("processing")
    );
    assert_eq!(shop.webhook().await.body["data"]["status"], "processing");
    for received in [0, -1] {
        let part = json!({"status": "succeeded", "received": received});
        assert_eq!(sandbox.panel(&payment["id"], "settle", &part).await.status(), 422);
    }
    let part = json!({"status": "succeeded", "received": 3_200});
    assert_eq!(sandbox.panel(&payment["id"], "settle", &part).await.status(), 200);
    let reported = shop.webhook().await.body["data"].clone();
    assert_eq!((&reported["amount"], &reported["received"]), (&json!(5_000), &json!(3_200)));
    let nowhere =
        with(payout("2", 3_000, &shop), &json!({"method": "inpay", "currency": "EUR", "address": "x"}));
    assert_eq!(sandbox.create("2", &nowhere).await.status(), 422);
}

#[tokio::test]
async fn a_coin_is_confirmed_block_by_block() {
    let mut config = config();
    config.auto_settle = None;
    let (sandbox, mut shop) = (Sandbox::start_with(config).await, Shop::open().await);
    let payment = sandbox.created(&of("1", "dogecoin", "DOG", 150_000_000, &shop)).await;
    assert_eq!(payment["confirmations_needed"], 3);
    assert_eq!(sandbox.panel(&payment["id"], "confirm", &json!({})).await.status(), 409, "nothing was seen");
    let seen = [("action", "seen"), ("received", "1.25")];
    assert!(location(&sandbox.submit(checkout(&payment), &seen).await).contains("processing"));
    for (status, confirmations) in [("processing", 0), ("processing", 1), ("processing", 2), ("succeeded", 3)]
    {
        let reported = shop.webhook().await.body["data"].clone();
        assert_eq!(
            (&reported["status"], &reported["confirmations"]),
            (&json!(status), &json!(confirmations))
        );
        assert_eq!(reported["received"], 125_000_000);
        let confirmed = sandbox.panel(&payment["id"], "confirm", &json!({})).await.status();
        assert_eq!(confirmed, if status == "succeeded" { 409 } else { 200 });
    }
}

#[tokio::test]
async fn every_customer_has_an_address_for_each_coin_and_networks_are_named_where_there_is_a_choice() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let mut addresses = std::collections::BTreeSet::new();
    for (method, currency, network) in [
        ("bitcoin", "BTC", None),
        ("bitcoin_cash", "BCH", None),
        ("litecoin", "LTC", None),
        ("ethereum", "ETH", Some("ERC20")),
        ("dogecoin", "DOG", None),
        ("tether", "USDT", Some("ERC20")),
    ] {
        for customer in ["player-7", "player-8"] {
            let request = with(
                of(&format!("{method} {customer}"), method, currency, 100_000_000, &shop),
                &json!({"customer": customer}),
            );
            let payment = sandbox.created(&request).await;
            assert!(addresses.insert(payment["address"].to_string()), "{method}");
            let again = with(request, &json!({"merchant_ref": format!("{method} {customer} again")}));
            assert_eq!(sandbox.created(&again).await["address"], payment["address"]);
            let page = sandbox.client.get(checkout(&payment)).send().await.unwrap().text().await.unwrap();
            assert_eq!(page.contains("Network"), network.is_some(), "{method}");
            assert_eq!(page.contains("ERC20"), network.is_some(), "{method}");
        }
    }
}

#[tokio::test]
async fn cards_that_the_merchant_blocks_are_not_taken() {
    let (sandbox, shop) = (Sandbox::start().await, Shop::open().await);
    let blocked = with(deposit("1", &shop), &json!({"blocked_bins": ["411111"]}));
    let payment = sandbox.created(&blocked).await;
    assert_eq!(sandbox.pay(&payment, "4111 1111 1111 1111").await.status(), 422);
    assert_eq!(sandbox.pay(&payment, "4242 4242 4242 4242").await.status(), 303);
    let open = sandbox.created(&deposit("2", &shop)).await;
    assert_eq!(sandbox.pay(&open, "4111 1111 1111 1111").await.status(), 303);
}
