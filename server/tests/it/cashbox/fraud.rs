//! The fraud check.

use croupier_server::cashbox;
use serde_json::{Value, json};

use super::till::{Setup, Till, card};

const LARGE_AMOUNTS: &str = r#"
[[rule]]
type = "transaction"
when = "amount"
amounts = { EUR = "4000" }
decision = "decline"
reason = "too_large"
[[rule]]
type = "transaction"
when = "amount"
amounts = { EUR = "2000" }
decision = "review"
reason = "large"
[[rule]]
type = "payout"
when = "amount"
amounts = { EUR = "50" }
decision = "review"
reason = "large"
"#;

const STRICT: Setup = Setup { webhooks: true, settles: true, rules: Some(LARGE_AMOUNTS), push: None };

fn question(kind: &str, amount: i64) -> Value {
    json!({"type": kind, "amount_cents": amount, "currency": "EUR", "payment_system": "visa_mastercard",
           "fingerprint": "device", "card_first_six": "424242", "card_last_four": "4242", "player_status": "Diamond",
           "email": "somebody@else.example", "country": "FR"})
}

on_each_engine! {
    async fn the_check_decides_by_the_houses_own_records(engine: Engine) {
        let till = Till::start_with(engine, STRICT).await;
        let ada = till.player("EUR").await;
        for (kind, amount, decision, reason) in [
            ("transaction", 100, "approve", "none"),
            ("transaction", 200_000, "review", "large"),
            ("transaction", 400_000, "decline", "too_large"),
            ("payout", 5_000, "review", "large"),
        ] {
            let answer = till.post(&ada, "/api/users/transaction", &question(kind, amount)).await;
            assert_eq!(answer.status, 201, "{}", answer.body);
            assert_eq!((&answer.body["decision"], &answer.body["reason_code"]), (&json!(decision), &json!(reason)));
        }
        let believed = "SELECT COUNT(*) FROM fraud_check WHERE player_status <> 'Regular' OR country <> 'CA'
                            OR email = 'somebody@else.example'";
        assert_eq!(till.count(believed).await, 0);
        assert_eq!(till.count("SELECT COUNT(*) FROM fraud_check").await, 4);
        for (field, value) in [
            ("type", json!("gift")),
            ("amount_cents", json!(0)),
            ("currency", json!("XXX")),
            ("payment_system", json!("sofort")),
            ("card_first_six", json!("4242424242424242")),
            ("card_last_four", Value::Null),
        ] {
            let mut body = question("transaction", 100);
            body[field] = value;
            assert_eq!(till.post(&ada, "/api/users/transaction", &body).await.status, 422, "{field}");
        }
        till.close().await;
    }

    async fn a_declined_payment_moves_nothing(engine: Engine) {
        let till = Till::start_with(engine, STRICT).await;
        let ada = till.player("EUR").await;
        let refused = till.pay(&ada, "k", &card("deposit", 400_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("payment_declined")));
        assert_eq!(till.count("SELECT COUNT(*) FROM payment").await, 0);
        let watched = till.deposit(&ada, "k2", 200_000).await;
        till.checkout(&watched, "approve").await;
        till.settled(&ada, &watched, "succeeded").await;
        let kept = "SELECT COUNT(*) FROM payment p JOIN fraud_check c ON c.id = p.fraud_check_id
                    WHERE c.amount = 200000 AND c.decision = 'review' AND c.reason_code = 'large'";
        assert_eq!(till.count(kept).await, 1, "the check is found by its payment");
        till.close().await;
    }

    async fn a_held_cashout_waits_for_a_person(engine: Engine) {
        let till = Till::start_with(engine, STRICT).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 20_000).await;
        let (app, mut made) = (till.kit.app.clone(), Vec::new());
        for key in ["approved", "rejected", "recalled"] {
            let payment = till.cashout(&ada, key, 5_000).await;
            assert_eq!((&payment["state"], &payment["recallable"]), (&json!("reserved"), &json!(true)));
            made.push(payment);
        }
        let unchecked = "SELECT COUNT(*) FROM payment WHERE fraud_check_id IS NULL";
        assert_eq!(till.count(unchecked).await, 0, "deposits and cashouts alike");
        till.later(3_600).await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 15_000));
        let decide = async |payment: &Value, approve| {
            let id = payment["id"].as_str().unwrap().parse().unwrap();
            cashbox::decide(&app.db, id, approve, app.clock.now()).await.unwrap()
        };
        assert!(decide(&made[0], true).await && decide(&made[1], false).await);
        assert!(!decide(&made[0], false).await, "a decision stands");
        till.later(0).await;
        till.settled(&ada, &made[0], "succeeded").await;
        till.settled(&ada, &made[1], "rejected").await;
        assert_eq!(till.money(&ada, "EUR").await, (10_000, 5_000));
        let recall = format!("/api/player/payments/{}/recall", made[2]["id"].as_str().unwrap());
        assert_eq!(till.post(&ada, &recall, &Value::Null).await.status, 200);
        assert!(!decide(&made[2], true).await);
        assert_eq!(till.money(&ada, "EUR").await, (15_000, 0));
        till.close().await;
    }
}
