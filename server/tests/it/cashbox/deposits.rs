//! Money in.

use axum::http::Method;
use croupier_server::platform::calendar::rfc3339;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, card};

on_each_engine! {
    async fn a_paid_deposit_is_credited_once(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        assert_eq!((&payment["state"], &payment["finished_at"]), (&json!("pending"), &Value::Null));
        assert_eq!(payment["recallable"], false);
        let back = payments.checkout(&payment, "approve").await;
        assert!(back.contains("status=succeeded") && back.contains(payment["id"].as_str().unwrap()));
        let done = payments.settled(&ada, &payment, "succeeded").await;
        assert!(done["finished_at"].is_string() && done["redirect_url"].is_null());
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.reported().await, ["pending", "processing", "succeeded"]);
        let again = payments.deposit(&ada, "k", 5_000).await;
        assert_eq!(again, done, "the same call answers the same payment");
        payments.close().await;
    }

    async fn the_partner_sends_the_browser_back_to_the_brand_it_came_from(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let host = format!("marina.localhost:{}", payments.kit.address.port());
        let answer = payments.pay_on(&host, &ada, "k", &card("deposit", 5_000)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let back = payments.checkout(&answer.body, "approve").await;
        assert!(back.contains(&format!("://{host}/payments/return?")), "{back}");
        payments.close().await;
    }

    async fn what_is_not_paid_is_not_credited(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        for (action, state, code) in
            [("decline", "declined", json!("card_declined")), ("cancel", "canceled", Value::Null)]
        {
            let payment = payments.deposit(&ada, action, 5_000).await;
            payments.checkout(&payment, action).await;
            let ended = payments.settled(&ada, &payment, state).await;
            assert_eq!(ended["error_code"], code);
            assert!(ended["finished_at"].is_string());
        }
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        payments.close().await;
    }

    async fn one_key_is_one_payment(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let body = card("deposit", 5_000);
        let calls = (0..8).map(|_| payments.pay(&ada, "one", &body));
        let answers = futures_util::future::join_all(calls).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.body["id"]), (201, &answers[0].body["id"]));
        }
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment").await, 1);
        let other = payments.pay(&ada, "one", &card("deposit", 6_000)).await;
        assert_eq!((other.status, &other.body["error"]["code"]), (409, &json!("idempotency_conflict")));
        let keyless = payments.post(&ada, "/api/player/payments", &card("deposit", 5_000)).await;
        assert_eq!(keyless.status, 400);
        let eve = payments.player("EUR").await;
        let hers = payments.deposit(&eve, "one", 5_000).await;
        assert_ne!(hers["id"], answers[0].body["id"], "keys of one player are not those of another");
        payments.close().await;
    }

    async fn amounts_that_are_none_are_refused_and_nothing_is_written(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        for (n, amount) in [
            "-1", "0", "0.5", "\"1e3\"", "1e3", "1e400", "\"NaN\"", "9223372036854775808", "9007199254740992",
            "1000.001", "999", "500001", "null", "true", "[]", "\"1000\"",
        ]
        .into_iter()
        .enumerate()
        {
            let body = format!(
                r#"{{"action":"deposit","payment_method_id":"visa_mastercard","currency":"EUR","amount_cents":{amount}}}"#
            );
            let answer = payments.pay_text(&ada, &format!("k{n}"), body).await;
            assert_eq!(answer.status, 422, "{amount}: {}", answer.body);
        }
        let broken = r#"{"action":"deposit","payment_method_id":"visa_mastercard","currency":"EUR","amount_cents":NaN}"#;
        assert_eq!(payments.pay_text(&ada, "nan", broken.to_owned()).await.status, 400);
        for (field, value) in [
            ("currency", json!("USD")),
            ("currency", json!("BTC")),
            ("currency", json!("XXX")),
            ("payment_method_id", json!("wire")),
            ("payment_method_id", json!("poli")),
            ("payment_method_id", json!("bitcoin")),
            ("profile_id", json!("0199aaaa-0000-7000-8000-000000000000")),
            ("profile_id", json!("x")),
            ("action", json!("refund")),
            ("fields", json!({"note": "4242 4242 4242 4242"})),
            ("fields", json!({"number": "4242424242424242"})),
            ("fields", json!({"address": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"})),
        ] {
            let mut body = card("deposit", 5_000);
            body[field] = value.clone();
            let answer = payments.pay(&ada, "f", &body).await;
            assert_eq!(answer.status, 422, "{field} {value}: {}", answer.body);
            assert!(answer.body["errors"].is_object());
        }
        for table in ["payment", "transfer"] {
            assert_eq!(payments.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0);
        }
        payments.close().await;
    }

    async fn a_fiat_wallet_asks_for_a_full_profile(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.newcomer("EUR").await;
        for action in ["deposit", "cashout"] {
            let refused = payments.pay(&ada, action, &card(action, 5_000)).await;
            let named: Vec<_> = refused.body["errors"].as_object().unwrap().keys().cloned().collect();
            assert_eq!(refused.status, 422);
            let wanted =
                ["address", "city", "date_of_birth", "first_name", "last_name", "mobile_phone", "postal_code"];
            assert_eq!(named, wanted);
        }
        let bob = payments.newcomer("BTC").await;
        let coins = json!({"action": "deposit", "payment_method_id": "bitcoin", "currency": "BTC",
                           "amount_cents": 10_000});
        let payment = payments.pay(&bob, "coins", &coins).await;
        assert_eq!(payment.status, 201, "{}", payment.body);
        payments.checkout(&payment.body, "approve").await;
        payments.settled(&bob, &payment.body, "succeeded").await;
        assert_eq!(payments.money(&bob, "BTC").await, (10_000, 0));
        payments.close().await;
    }

    async fn from_a_restricted_country_money_only_goes_out(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        payments.change("UPDATE player SET country = 'FR'").await;
        let refused = payments.pay(&ada, "in", &card("deposit", 5_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("restricted_country")));
        payments.cashout(&ada, "out", 10_000).await;
        payments.close().await;
    }

    async fn a_kept_card_pays_without_a_page_until_it_is_removed(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("EUR").await, payments.player("EUR").await);
        payments.fill(&ada, 5_000).await;
        let list = "/api/player/payment_methods?action=deposit&currency=EUR";
        let profile = payments.get(&ada, list).await.body[0]["savedProfiles"][0].clone();
        assert_eq!((&profile["masked"], &profile["brand"]), (&json!("424242******4242"), &json!("visa")));
        let reported: Vec<&String> = profile.as_object().unwrap().keys().collect();
        assert_eq!(reported, ["brand", "id", "masked", "returns_cents"], "the token stays on the server");
        assert_eq!(payments.get(&eve, list).await.body[0]["savedProfiles"], json!([]));

        let mut body = card("deposit", 2_000);
        body["profile_id"] = profile["id"].clone();
        let payment = payments.pay(&ada, "fast", &body).await.body;
        assert!(payment["redirect_url"].is_null());
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (7_000, 0));
        assert_eq!(payments.pay(&eve, "theft", &body).await.status, 422);

        let path = format!("/api/player/payment_profiles/{}", profile["id"].as_str().unwrap());
        let remove = async |who| payments.call(who, Method::DELETE, &path, &Value::Null, None).await.status;
        assert_eq!((remove(&eve).await, remove(&ada).await, remove(&ada).await), (404, 204, 404));
        assert_eq!(payments.get(&ada, list).await.body[0]["savedProfiles"], json!([]));
        assert_eq!(payments.pay(&ada, "gone", &body).await.status, 422);
        let full = "SELECT COUNT(*) FROM payment_profile WHERE masked LIKE '%4242424242%'";
        assert_eq!(payments.count(full).await, 0);
        payments.close().await;
    }

    async fn players_see_their_own_payments(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("EUR").await, payments.player("EUR").await);
        let mut made = Vec::new();
        for n in 0..3 {
            payments.kit.app.clock.advance(std::time::Duration::from_millis(1));
            made.push(payments.deposit(&ada, &format!("k{n}"), 1_000 + n).await["id"].clone());
        }
        let page = payments.get(&ada, "/api/player/payments?page=1&page_size=2").await.body;
        assert_eq!((&page["data"][0]["id"], &page["data"][1]["id"]), (&made[2], &made[1]));
        assert_eq!(page["pagination"]["total_count"], 3);
        assert_eq!(page["pagination"]["next_page"], 2);
        let now = rfc3339(payments.kit.app.clock.now());
        for (part, count) in [("action=deposit", 3), ("action=cashout", 0), (&*format!("from={now}"), 1)] {
            let found = payments.get(&ada, &format!("/api/player/payments?{part}")).await.body;
            assert_eq!(found["pagination"]["total_count"], count, "{part}");
        }
        for wrong in ["action=x", "from=yesterday"] {
            assert_eq!(payments.get(&ada, &format!("/api/player/payments?{wrong}")).await.status, 422, "{wrong}");
        }
        assert_eq!(payments.get(&eve, "/api/player/payments").await.body["data"], json!([]));
        let one = format!("/api/player/payments/{}", made[0].as_str().unwrap());
        assert_eq!(payments.get(&ada, &one).await.status, 200);
        assert_eq!(payments.get(&eve, &one).await.status, 404);
        assert_eq!(payments.get(&ada, "/api/player/payments/7").await.status, 404);
        let guest = reqwest::get(payments.kit.url("/api/player/payments")).await.unwrap();
        assert_eq!(guest.status(), 401);
        payments.close().await;
    }
}
