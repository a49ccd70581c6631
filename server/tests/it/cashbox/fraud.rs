//! The fraud check.

use croupier_server::cashbox::{self, ReviewDecision};
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, card};

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

const VELOCITY_RULES: &str = r#"
[[rule]]
type = "payout"
when = "velocity"
count = 20
window_s = 3600
decision = "decline"
reason = "too_many"
[[rule]]
type = "transaction"
when = "velocity"
count = 5
window_s = 3600
decision = "decline"
reason = "too_many"
"#;

const VELOCITY: Setup = Setup { settles: false, rules: Some(VELOCITY_RULES), ..Setup::USUAL };

const STRICT: Setup = Setup { rules: Some(LARGE_AMOUNTS), ..Setup::USUAL };

fn question(kind: &str, amount: i64) -> Value {
    json!({"type": kind, "amount_cents": amount, "currency": "EUR", "payment_system": "visa_mastercard",
           "fingerprint": "device", "card_first_six": "424242", "card_last_four": "4242", "player_status": "Diamond",
           "email": "somebody@else.example", "country": "FR"})
}

const SHARED_DEVICES: &str = r#"
[[rule]]
type = "payout"
when = "device"
count = 1
window_s = 2592000
decision = "review"
reason = "shared_device"
"#;

const DEVICES: Setup = Setup { rules: Some(SHARED_DEVICES), ..Setup::USUAL };

on_each_engine! {
    async fn payouts_from_one_browser_are_held_and_from_one_model_of_phone_are_not(engine: Engine) {
        let payments = PaymentKit::start_with(engine, DEVICES).await;
        for shares in [false, true] {
            let mut held = Vec::new();
            let first = payments.player("EUR").await;
            for _ in 0..3 {
                let shopper = payments.player("EUR").await;
                let shopper = if shares { shopper.in_browser_of(&first) } else { shopper };
                payments.fill(&shopper, 20_000).await;
                payments.post(&shopper, "/api/users/transaction", &question("payout", 5_000)).await;
                payments.cashout(&shopper, "k", 5_000).await;
                let review = format!("SELECT COUNT(*) FROM payment WHERE review = 'waiting' AND player_id = {}", shopper.id);
                held.push(payments.count(&review).await);
            }
            // The third is the one who comes after two others.
            assert_eq!(held, if shares { [0, 0, 1] } else { [0, 0, 0] });
        }
        let without = "SELECT COUNT(*) FROM fraud_check WHERE device IS NULL";
        assert_eq!(payments.count(without).await, 0, "every payment carries its device");
        payments.close().await;
    }

    async fn payouts_at_once_from_one_browser_are_weighed_one_after_the_other(engine: Engine) {
        let payments = PaymentKit::start_with(engine, DEVICES).await;
        let first = payments.player("EUR").await;
        let mut shoppers = Vec::new();
        for _ in 0..8 {
            let shopper = payments.player("EUR").await;
            payments.fill(&shopper, 20_000).await;
            shoppers.push(shopper.in_browser_of(&first));
        }
        let requested = card("cashout", 5_000);
        let calls = shoppers.iter().map(|shopper| payments.pay(shopper, "k", &requested));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers.iter().all(|answer| answer.status == 201), "{:?}", answers[0].body);
        // The first has nobody before it, the second one.
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment WHERE review = 'waiting'").await, 6);
        payments.close().await;
    }

    async fn the_check_decides_by_the_operators_own_records(engine: Engine) {
        let payments = PaymentKit::start_with(engine, STRICT).await;
        let ada = payments.player("EUR").await;
        for (kind, amount, decision, reason) in [
            ("transaction", 100, "approve", "none"),
            ("transaction", 200_000, "review", "large"),
            ("transaction", 400_000, "decline", "too_large"),
            ("payout", 5_000, "review", "large"),
        ] {
            let answer = payments.post(&ada, "/api/users/transaction", &question(kind, amount)).await;
            assert_eq!(answer.status, 201, "{}", answer.body);
            assert_eq!((&answer.body["decision"], &answer.body["reason_code"]), (&json!(decision), &json!(reason)));
        }
        let believed = "SELECT COUNT(*) FROM fraud_check WHERE player_status <> 'Regular' OR country <> 'CA'
                            OR email = 'somebody@else.example'";
        assert_eq!(payments.count(believed).await, 0);
        assert_eq!(payments.count("SELECT COUNT(*) FROM fraud_check").await, 4);
        for (field, value) in [
            ("type", json!("gift")),
            ("amount_cents", json!(0)),
            ("currency", json!("XXX")),
            ("payment_system", json!("wire")),
            ("card_first_six", json!("4242424242424242")),
            ("card_last_four", Value::Null),
        ] {
            let mut body = question("transaction", 100);
            body[field] = value;
            assert_eq!(payments.post(&ada, "/api/users/transaction", &body).await.status, 422, "{field}");
        }
        payments.close().await;
    }

    async fn a_declined_payment_moves_nothing(engine: Engine) {
        let payments = PaymentKit::start_with(engine, STRICT).await;
        let ada = payments.player("EUR").await;
        let refused = payments.pay(&ada, "k", &card("deposit", 400_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("payment_declined")));
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment").await, 0);
        let watched = payments.deposit(&ada, "k2", 200_000).await;
        payments.checkout(&watched, "approve").await;
        payments.settled(&ada, &watched, "succeeded").await;
        let kept = "SELECT COUNT(*) FROM payment p JOIN fraud_check c ON c.id = p.fraud_check_id
                    WHERE c.amount = 200000 AND c.decision = 'review' AND c.reason_code = 'large'";
        assert_eq!(payments.count(kept).await, 1, "the check is found by its payment");
        payments.close().await;
    }

    async fn calls_at_once_pass_a_velocity_rule_as_often_as_it_says(engine: Engine) {
        for (action, count) in [("cashout", 20), ("deposit", 5)] {
            let payments = PaymentKit::start_with(engine, VELOCITY).await;
            let ada = payments.player("EUR").await;
            payments.fill(&ada, 100_000).await;
            let requested = card(action, 2_000);
            let calls = (0..28).map(|n| {
                let (payments, ada, requested) = (&payments, &ada, &requested);
                async move { payments.pay(ada, &format!("k{n}"), requested).await.status }
            });
            let answers = futures_util::future::join_all(calls).await;
            let passed = answers.iter().filter(|status| **status == 201).count();
            let stopped = answers.iter().filter(|status| **status == 403).count();
            // The deposit that has filled the wallet counts as well.
            let expected = if action == "deposit" { count - 1 } else { count };
            assert_eq!((passed, stopped), (expected, 28 - expected), "{action}: {answers:?}");
            let made = format!("SELECT COUNT(*) FROM payment WHERE action = '{action}'");
            assert_eq!(payments.count(&made).await, i64::try_from(count).unwrap(), "{action}");
            payments.close().await;
        }
    }

    async fn a_decision_names_who_has_made_it(engine: Engine) {
        let payments = PaymentKit::start_with(engine, STRICT).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 20_000).await;
        let payment = payments.cashout(&ada, "held", 5_000).await;
        let id = payment["id"].as_str().unwrap();
        let decide = |more: &[&str]| {
            let reported = payments.kit.command().args(["payout", "approve", id]).args(more).output().unwrap();
            (reported.status.success(), String::from_utf8(reported.stderr).unwrap())
        };
        for (more, named) in [(&[][..], "--by"), (&["--by", "grace"], "--reason"), (&["--by", " ", "--reason", "x"], "named")] {
            let (done, reported) = decide(more);
            assert!(!done && reported.contains(named), "{more:?}: {reported}");
        }
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment WHERE review = 'waiting'").await, 1);
        let (done, reported) = decide(&["--by", "grace", "--reason", "known player"]);
        assert!(done, "{reported}");
        assert_eq!(payments.count("SELECT COUNT(*) FROM event WHERE kind = 'payment.reviewed'").await, 1);
        payments.close().await;
    }

    async fn a_check_that_fails_lets_deposits_pass_and_holds_cashouts(engine: Engine) {
        let payments = PaymentKit::start_with(engine, STRICT).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 20_000).await;
        payments.change("ALTER TABLE fraud_device RENAME TO fraud_device_away").await;
        let deposit = payments.deposit(&ada, "in", 2_000).await;
        payments.checkout(&deposit, "approve").await;
        payments.settled(&ada, &deposit, "succeeded").await;
        let held = payments.cashout(&ada, "out", 2_000).await;
        assert_eq!(held["state"], "reserved", "a small one is sent otherwise");
        let kept = "SELECT COUNT(*) FROM payment p JOIN fraud_check c ON c.id = p.fraud_check_id
                    WHERE c.decision = 'review' AND c.reason_code = 'check_failed'";
        assert_eq!(payments.count(kept).await, 2);
        let refused = payments.pay(&ada, "large", &card("deposit", 400_000)).await;
        assert_eq!(refused.body["error"]["code"], "payment_declined", "what needs no look at rows is judged all the same");
        payments.close().await;
    }

    async fn a_held_cashout_waits_for_a_person(engine: Engine) {
        let payments = PaymentKit::start_with(engine, STRICT).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 20_000).await;
        let (app, mut made) = (payments.kit.app.clone(), Vec::new());
        for key in ["approved", "rejected", "recalled"] {
            let payment = payments.cashout(&ada, key, 5_000).await;
            assert_eq!((&payment["state"], &payment["recallable"]), (&json!("reserved"), &json!(true)));
            made.push(payment);
        }
        let unchecked = "SELECT COUNT(*) FROM payment WHERE fraud_check_id IS NULL";
        assert_eq!(payments.count(unchecked).await, 0, "deposits and cashouts alike");
        payments.later(3_600).await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 15_000));
        let decide = async |payment: &Value, approve| {
            let id = payment["id"].as_str().unwrap().parse().unwrap();
            let decision = ReviewDecision { approve, by: "grace".into(), reason: "seen".to_owned(), seen: None };
            cashbox::decide(&app.db, id, &decision, app.clock.now()).await.unwrap()
        };
        assert!(decide(&made[0], true).await && decide(&made[1], false).await);
        assert!(!decide(&made[0], false).await, "a decision stands");
        let reported = "SELECT body FROM event WHERE kind = 'payment.reviewed' ORDER BY lsn";
        let reported = app.db.query(reported, vec![]).await.unwrap();
        let reported: Vec<Value> =
            reported.iter().map(|row| serde_json::from_str(&row.get::<String>(0).unwrap()).unwrap()).collect();
        let fact = |payment: &Value, review: &str| {
            json!({ "payment_id": payment["id"], "review": review, "by": "grace", "reason": "seen" })
        };
        assert_eq!(reported, [fact(&made[0], "approved"), fact(&made[1], "refused")]);
        payments.later(0).await;
        payments.settled(&ada, &made[0], "succeeded").await;
        payments.settled(&ada, &made[1], "rejected").await;
        assert_eq!(payments.money(&ada, "EUR").await, (10_000, 5_000));
        let recall = format!("/api/player/payments/{}/recall", made[2]["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 200);
        assert!(!decide(&made[2], true).await);
        assert_eq!(payments.money(&ada, "EUR").await, (15_000, 0));
        payments.close().await;
    }
}
