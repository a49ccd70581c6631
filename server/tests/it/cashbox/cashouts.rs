//! Money out.

use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, card};
use crate::verification::money::set_verified;

const HELD: Setup = Setup { settles: false, ..Setup::USUAL };

on_each_engine! {
    async fn a_cashout_is_held_sent_and_paid(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let payment = payments.cashout(&ada, "out", 6_000).await;
        assert_eq!((&payment["state"], &payment["recallable"]), (&json!("pending"), &json!(true)));
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000));
        payments.later(10).await;
        let done = payments.settled(&ada, &payment, "succeeded").await;
        assert!(done["finished_at"].is_string() && done["recallable"] == false);
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 0));
        let reported = payments.reported().await;
        assert_eq!(reported[3..], ["pending", "reserved", "processing", "succeeded"]);
        payments.close().await;
    }

    async fn what_the_partner_turns_down_comes_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let payment = payments.cashout(&ada, "out", 6_051).await;
        payments.later(10).await;
        let ended = payments.settled(&ada, &payment, "declined").await;
        assert_eq!(ended["error_code"], "insufficient_funds");
        assert_eq!(payments.money(&ada, "EUR").await, (10_000, 0));
        let payment = payments.cashout(&ada, "out 2", 6_077).await;
        payments.later(10).await;
        let canceled = json!({"status": "canceled"});
        assert_eq!(payments.panel(&payment, "settle", &canceled).await.status, 200);
        payments.settled(&ada, &payment, "rejected").await;
        assert_eq!(payments.money(&ada, "EUR").await, (10_000, 0));
        payments.close().await;
    }

    async fn nobody_takes_out_more_than_there_is(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let poor = payments.pay(&ada, "poor", &card("cashout", 10_001)).await;
        assert_eq!((poor.status, &poor.body["errors"]["amount_cents"][0]["code"]), (422, &json!("insufficient_funds")));
        let keys: Vec<_> = (0..6).map(|n| format!("k{n}")).collect();
        let body = card("cashout", 6_000);
        let calls = keys.iter().map(|key| payments.pay(&ada, key, &body));
        let answers = futures_util::future::join_all(calls).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000));
        payments.close().await;
    }

    async fn one_key_is_one_cashout(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let body = card("cashout", 2_000);
        let calls = (0..8).map(|_| payments.pay(&ada, "one", &body));
        let answers = futures_util::future::join_all(calls).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.body["id"]), (201, &answers[0].body["id"]), "{}", answer.body);
        }
        assert_eq!(payments.money(&ada, "EUR").await, (8_000, 2_000));
        assert_eq!(payments.pay(&ada, "one", &card("cashout", 3_000)).await.status, 409);
        payments.close().await;
    }

    async fn a_cashout_is_taken_back_once(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("EUR").await, payments.player("EUR").await);
        payments.fill(&ada, 10_000).await;
        let payment = payments.cashout(&ada, "out", 6_000).await;
        let recall = format!("/api/player/payments/{}/recall", payment["id"].as_str().unwrap());
        assert_eq!(payments.post(&eve, &recall, &Value::Null).await.status, 404);
        let back = payments.post(&ada, &recall, &Value::Null).await;
        assert_eq!((back.status, &back.body["state"]), (200, &json!("recalled")));
        assert_eq!(payments.money(&ada, "EUR").await, (10_000, 0));
        let again = payments.post(&ada, &recall, &Value::Null).await;
        assert_eq!((again.status, &again.body["errors"]["state"][0]["code"]), (422, &json!("invalid_state")));
        let deposit = payments.deposit(&ada, "in", 1_000).await;
        let path = format!("/api/player/payments/{}/recall", deposit["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &path, &Value::Null).await.status, 422);
        payments.later(60).await;
        assert_eq!(payments.payment(&ada, &payment).await["state"], "recalled");
        payments.close().await;
    }

    async fn of_recall_and_payout_one_happens(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 100_000).await;
        let mut recalled = 0;
        for round in 0..6 {
            let before = payments.money(&ada, "EUR").await.0;
            let payment = payments.cashout(&ada, &format!("out {round}"), 2_000).await;
            let recall = format!("/api/player/payments/{}/recall", payment["id"].as_str().unwrap());
            payments.kit.app.clock.advance(std::time::Duration::from_secs(10));
            let (back, ()) = futures_util::join!(payments.post(&ada, &recall, &Value::Null), payments.later(0));
            let state = if back.status == 200 { "recalled" } else { "succeeded" };
            payments.settled(&ada, &payment, state).await;
            let after = payments.money(&ada, "EUR").await;
            let wanted = if back.status == 200 { before } else { before - 2_000 };
            assert_eq!(after, (wanted, 0), "{}", back.body);
            recalled += i32::from(back.status == 200);
        }
        assert!((0..=6).contains(&recalled));
        payments.close().await;
    }

    async fn once_sent_it_cannot_be_taken_back(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let payment = payments.cashout(&ada, "out", 6_000).await;
        payments.later(10).await;
        payments.settled(&ada, &payment, "processing").await;
        let recall = format!("/api/player/payments/{}/recall", payment["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 422);
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000));
        payments.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        payments.settled(&ada, &payment, "succeeded").await;
        payments.close().await;
    }

    async fn coins_go_to_a_right_address_only(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let bob = payments.newcomer("BTC").await;
        let pay = |action: &str, amount: i64, fields: Value| {
            json!({"action": action, "payment_method_id": "bitcoin", "currency": "BTC",
                   "amount_cents": amount, "fields": fields})
        };
        let payment = payments.pay(&bob, "in", &pay("deposit", 50_000_000, json!({}))).await.body;
        payments.checkout(&payment, "approve").await;
        payments.settled(&bob, &payment, "succeeded").await;
        let right = json!({"address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"});
        for (n, (amount, fields)) in [
            (20_000, json!({})),
            (20_000, json!({"address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"})),
            (9_999, right.clone()),
            (40_000_001, right.clone()),
        ]
        .into_iter()
        .enumerate()
        {
            let refused = payments.pay(&bob, &format!("k{n}"), &pay("cashout", amount, fields)).await;
            assert_eq!(refused.status, 422, "{}", refused.body);
        }
        set_verified(&payments, &bob, true).await;
        let out = payments.pay(&bob, "out", &pay("cashout", 40_000_000, right)).await;
        assert_eq!(out.status, 201, "{}", out.body);
        payments.later(10).await;
        payments.settled(&bob, &out.body, "succeeded").await;
        assert_eq!(payments.money(&bob, "BTC").await, (10_000_000, 0));
        payments.close().await;
    }

    async fn a_card_payout_needs_a_card(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let refused = payments.pay(&ada, "out", &card("cashout", 2_000)).await;
        assert_eq!(refused.body["errors"]["profile_id"][0]["code"], "VALIDATION.PROFILE.REQUIRED");
        payments.close().await;
    }
}
