//! Deposits that wait for being paid: gone on with, given up, and paid after all.

use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_ledger::StopReason;
use serde_json::{Value, json};

use super::payment_kit::{Answer, PaymentKit, Setup, Shopper, card};
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

const DAY_S: u64 = 24 * 60 * 60;

async fn ask(payments: &PaymentKit, player: &Shopper, payment: &Value, what: &str) -> Answer {
    let path = format!("/api/player/payments/{}/{what}", payment["id"].as_str().unwrap());
    payments.post(player, &path, &Value::Null).await
}

/// A deposit of 50.00 that waits, at a partner whose webhooks do not arrive.
async fn waiting(engine: Engine) -> (PaymentKit, Shopper, Value) {
    let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
    let ada = payments.player("EUR").await;
    let payment = payments.deposit(&ada, "k", 5_000).await;
    assert_eq!((&payment["state"], &payment["cancelable"]), (&json!("pending"), &json!(true)));
    (payments, ada, payment)
}

on_each_engine! {
    async fn a_waiting_deposit_is_gone_on_with_by_its_player_alone(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        let eve = payments.player("EUR").await;
        for what in ["resume", "cancel"] {
            assert_eq!(ask(&payments, &eve, &payment, what).await.status, 404, "{what}");
        }
        let resumed = ask(&payments, &ada, &payment, "resume").await;
        assert_eq!((resumed.status, &resumed.body["redirect_url"]), (200, &payment["redirect_url"]));
        payments.checkout(&resumed.body, "approve").await;
        // The partner is asked: the money is there before the operator looks by itself.
        let resumed = ask(&payments, &ada, &payment, "resume").await.body;
        assert_eq!((&resumed["state"], &resumed["redirect_url"]), (&json!("succeeded"), &Value::Null));
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.status, 422);
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_stop_takes_the_open_checkout_away_at_once(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        // No time passes by the server's clock, so no look is due but for the stop.
        Kit::until("canceled", async || {
            payments.later(0).await;
            let sql = "SELECT COUNT(*) FROM payment WHERE state = 'canceled'";
            (payments.count(sql).await == 1).then_some(())
        })
        .await;
        payments.submit(&payment, "action=approve").await;
        payments.later(DAY_S).await;
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0), "the partner's page takes no money any more");
        payments.close().await;
    }

    async fn a_limit_that_became_stricter_stops_the_deposit_before_the_partner_hears_of_it(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let limit = json!({ "type": "deposit", "period": "day", "amount_cents": 1_000, "currency": "EUR" });
        assert_eq!(payments.post(&ada, "/api/user_limits", &limit).await.status, 201);
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.later(60).await;
        assert_eq!(payments.payment(&ada, &payment).await["state"], "canceled");
        assert_eq!(payments.reported().await, ["pending", "canceled"]);
        payments.close().await;
    }

    async fn a_canceled_deposit_counts_for_a_limit_until_no_call_for_it_can_arrive(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let limit = json!({ "type": "deposit", "period": "day", "amount_cents": 6_000, "currency": "EUR" });
        assert_eq!(payments.post(&ada, "/api/user_limits", &limit).await.status, 201);
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.body["state"], "canceled");
        // The partner knows nothing of it; for all that is known here the call that asks for it may be on its way.
        assert_eq!(payments.pay(&ada, "again", &card("deposit", 5_000)).await.status, 422);
        payments.later(61).await;
        assert_eq!(payments.pay(&ada, "later", &card("deposit", 5_000)).await.status, 201);
        payments.close().await;
    }

    async fn a_deposit_whose_page_was_never_told_is_gone_on_with(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        assert!(payment["redirect_url"].is_null());
        assert_eq!(ask(&payments, &ada, &payment, "resume").await.status, 503);
        payments.partner_is_away.store(false, Ordering::SeqCst);
        let resumed = ask(&payments, &ada, &payment, "resume").await.body;
        payments.checkout(&resumed, "approve").await;
        payments.settled(&ada, &payment, "succeeded").await;
        payments.close().await;
    }

    async fn a_canceled_deposit_cannot_be_paid_at_the_partner(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        let canceled = ask(&payments, &ada, &payment, "cancel").await;
        assert_eq!((canceled.status, &canceled.body["state"]), (200, &json!("canceled")));
        assert_eq!((&canceled.body["cancelable"], &canceled.body["redirect_url"]), (&json!(false), &Value::Null));
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.body, canceled.body, "asked twice, done once");
        let there = payments.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "the partner has given it up");
        assert_eq!(payments.reported().await, ["pending", "canceled"]);
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        payments.close().await;
    }

    async fn of_cancel_and_payment_one_happens(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        payments.checkout(&payment, "approve").await;
        let refused = ask(&payments, &ada, &payment, "cancel").await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert_eq!(payments.payment(&ada, &payment).await["state"], "succeeded");
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn without_the_partners_answer_a_deposit_stays_as_it_is(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.status, 503);
        assert_eq!(payments.payment(&ada, &payment).await["state"], "pending");
        payments.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.body["state"], "canceled");
        payments.close().await;
    }

    async fn a_deposit_that_the_partner_never_heard_of_is_canceled(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.body["state"], "canceled");
        payments.close().await;
    }

    async fn a_canceled_deposit_that_is_paid_after_all_is_credited_once(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.status, 200);
        let report = |status: &str| json!({"type": format!("payment.{status}"), "data": {
            "id": payment["redirect_url"].as_str().unwrap().rsplit('/').next().unwrap(),
            "merchant_ref": payment["id"], "type": "deposit", "amount": 5_000, "currency": "EUR", "status": status,
        }});
        let (paid, canceled) = (report("succeeded"), report("canceled"));
        let calls = (0..10).map(|_| payments.signed_webhook("late", &paid));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 10]);
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.signed_webhook("old", &canceled).await, 409, "there is no way back");
        assert_eq!(payments.reported().await, ["pending", "canceled", "succeeded"]);
        payments.close().await;
    }

    async fn a_canceled_deposit_that_is_paid_without_a_webhook_is_found(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.body["state"], "canceled");
        let there = payments.arrive_late(&ada, &payment).await;
        payments.checkout(&there, "approve").await;
        payments.later(15).await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.reported().await, ["pending", "canceled", "succeeded"]);
        payments.close().await;
    }

    async fn a_canceled_deposit_is_not_looked_at_for_ever(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.status, 200);
        let looked_for = "SELECT COUNT(*) FROM payment WHERE next_look_ms IS NOT NULL";
        assert_eq!(payments.count(looked_for).await, 1);
        for _ in 0..9 {
            payments.later(DAY_S).await;
        }
        assert_eq!(payments.count(looked_for).await, 0);
        assert_eq!(payments.reported().await, ["pending", "canceled"]);
        payments.close().await;
    }

    async fn a_deposit_that_nobody_pays_is_given_up_at_the_partner(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        for _ in 0..13 {
            payments.later(DAY_S).await;
        }
        assert_eq!(payments.reported().await, ["pending"]);
        payments.later(2 * DAY_S).await;
        assert_eq!(payments.reported().await, ["pending", "canceled"]);
        let there = payments.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "the partner has given it up");
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        payments.close().await;
    }

    async fn a_player_who_looks_does_not_put_off_the_servers_own_look(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        let own_look = "SELECT next_look_ms + 1000000 * looks FROM payment";
        let before = payments.count(own_look).await;
        for _ in 0..3 {
            payments.kit.app.clock.advance(Duration::from_secs(4));
            payments.payment(&ada, &payment).await;
        }
        assert_eq!(payments.count(own_look).await, before);
        payments.close().await;
    }

    async fn going_on_with_a_deposit_asks_for_the_password_after_half_an_hour(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        payments.deposit(&ada, "lost", 2_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.kit.app.clock.advance(Duration::from_mins(31));
        for asked in [ask(&payments, &ada, &payment, "resume").await, payments.pay(&ada, "lost", &card("deposit", 2_000)).await] {
            assert_eq!((asked.status, &asked.body["error"]["code"]), (403, &json!("reauth_required")));
        }
        payments.close().await;
    }

    async fn a_stop_ends_deposits_that_wait(engine: Engine) {
        let (payments, ada, payment) = waiting(engine).await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let lost = payments.deposit(&ada, "lost", 2_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, None).await;
        for asked in [
            ask(&payments, &ada, &payment, "resume").await,
            ask(&payments, &ada, &lost, "resume").await,
            payments.pay(&ada, "lost", &card("deposit", 2_000)).await,
        ] {
            assert_eq!((asked.status, &asked.body["error"]["code"]), (403, &json!("cooling_off")));
        }
        payments.later(15).await;
        for payment in [&payment, &lost] {
            assert_eq!(payments.payment(&ada, payment).await["state"], "canceled");
        }
        assert_eq!(payments.at_partner().await, 1, "what was lost is not created");
        let there = payments.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "its page takes no money any more");
        payments.close().await;
    }

    async fn a_cashout_tells_until_when_it_can_be_taken_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let payment = payments.cashout(&ada, "out", 6_000).await;
        let ms = |field: &str| {
            let text = payment[field].as_str().unwrap();
            let seconds: f64 = text.trim_end_matches('Z').rsplit(':').next().unwrap().parse().unwrap();
            seconds
        };
        let allowed = (ms("recallable_until") - ms("created_at")).rem_euclid(60.0);
        assert!((allowed - 10.0).abs() < 0.001, "{payment}");
        assert_eq!(payment["cancelable"], false, "a cashout is recalled, not canceled");
        assert_eq!(ask(&payments, &ada, &payment, "cancel").await.status, 422);
        let recalled = ask(&payments, &ada, &payment, "recall").await.body;
        assert_eq!(recalled["recallable_until"], Value::Null);
        payments.close().await;
    }
}
