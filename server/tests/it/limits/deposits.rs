//! Deposit limits: what has arrived and what is under way, by card.

use croupier_server::limits;
use serde_json::Value;

use super::cap;
use crate::cashbox::payment_kit::{PaymentKit, Shopper, card};

async fn set_daily_deposit_limit(payments: &PaymentKit, shopper: &Shopper, amount_cents: i64) {
    let answer = payments.post(shopper, "/api/user_limits", &cap("deposit", "day", amount_cents)).await;
    assert!(answer.status == 201 || answer.status == 200, "{}", answer.body);
}

async fn used_cents(payments: &PaymentKit, shopper: &Shopper) -> i64 {
    let limits = payments.get(shopper, "/api/user_limits").await.body;
    limits[0]["accounts"][0]["current_value_amount_cents"].as_i64().unwrap()
}

on_each_engine! {
    async fn a_hundred_deposits_at_once_do_not_pass_the_limit(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        set_daily_deposit_limit(&payments, &ada, 10_000).await;
        let body = card("deposit", 3_000);
        let calls = (0..25).map(|n| {
            let (payments, ada, body) = (&payments, &ada, &body);
            async move { payments.pay(ada, &format!("k{n}"), body).await.status }
        });
        let answers = futures_util::future::join_all(calls).await;
        assert_eq!(answers.iter().filter(|status| **status == 201).count(), 3, "{answers:?}");
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment").await, 3);
        assert_eq!(used_cents(&payments, &ada).await, 9_000);
        assert_eq!(limits::check(&payments.kit.app.db).await.unwrap(), []);
        payments.close().await;
    }

    async fn what_would_exceed_the_limit_is_refused_with_what_is_left(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        set_daily_deposit_limit(&payments, &ada, 10_000).await;
        payments.fill(&ada, 8_000).await;
        let refused = payments.pay(&ada, "k1", &card("deposit", 3_000)).await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        let problem = &refused.body["errors"]["amount_cents"][0];
        assert_eq!(problem["code"], "VALIDATION.AMOUNT.DEPOSIT_LIMIT");
        assert_eq!(problem["left_cents"], 2_000);
        payments.fill(&ada, 2_000).await;
        let refused = payments.pay(&ada, "k2", &card("deposit", 1_000)).await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert_eq!(refused.body["errors"]["amount_cents"][0]["code"], "deposit_limit_reached");
        payments.later(24 * 3_600).await;
        assert_eq!(used_cents(&payments, &ada).await, 0, "the next window counts anew");
        payments.close().await;
    }

    async fn a_deposit_that_failed_gives_its_room_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        set_daily_deposit_limit(&payments, &ada, 5_000).await;
        let payment = payments.deposit(&ada, "k1", 5_000).await;
        assert_eq!(payments.pay(&ada, "k2", &card("deposit", 1_000)).await.status, 422);
        payments.checkout(&payment, "decline").await;
        payments.settled(&ada, &payment, "declined").await;
        payments.deposit(&ada, "k3", 5_000).await;
        payments.close().await;
    }

    async fn a_waiting_deposit_is_not_resumed_past_a_stricter_limit(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        set_daily_deposit_limit(&payments, &ada, 10_000).await;
        let payment = payments.deposit(&ada, "k1", 5_000).await;
        let path = format!("/api/player/payments/{}/resume", payment["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &path, &Value::Null).await.status, 200);
        set_daily_deposit_limit(&payments, &ada, 4_000).await;
        let refused = payments.post(&ada, &path, &Value::Null).await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert_eq!(refused.body["errors"]["amount_cents"][0]["code"], "deposit_limit_reached");
        // What was paid all the same has arrived and is the player's; it counts.
        payments.checkout(&payment, "approve").await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await.0, 5_000);
        assert_eq!(used_cents(&payments, &ada).await, 5_000);
        payments.close().await;
    }
}
