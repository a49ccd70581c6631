//! Deposits that wait for being paid: gone on with, given up, and paid after all.

use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_ledger::StopReason;
use serde_json::{Value, json};

use super::till::{Answer, Setup, Shopper, Till, card};
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

const DAY_S: u64 = 24 * 60 * 60;

async fn ask(till: &Till, player: &Shopper, payment: &Value, what: &str) -> Answer {
    let path = format!("/api/player/payments/{}/{what}", payment["id"].as_str().unwrap());
    till.post(player, &path, &Value::Null).await
}

/// A deposit of 50.00 that waits, at a partner whose webhooks do not arrive.
async fn waiting(engine: Engine) -> (Till, Shopper, Value) {
    let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
    let ada = till.player("EUR").await;
    let payment = till.deposit(&ada, "k", 5_000).await;
    assert_eq!((&payment["state"], &payment["cancelable"]), (&json!("pending"), &json!(true)));
    (till, ada, payment)
}

on_each_engine! {
    async fn a_waiting_deposit_is_gone_on_with_by_its_player_alone(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        let eve = till.player("EUR").await;
        for what in ["resume", "cancel"] {
            assert_eq!(ask(&till, &eve, &payment, what).await.status, 404, "{what}");
        }
        let resumed = ask(&till, &ada, &payment, "resume").await;
        assert_eq!((resumed.status, &resumed.body["redirect_url"]), (200, &payment["redirect_url"]));
        till.checkout(&resumed.body, "approve").await;
        // The partner is asked: the money is there before the house looks by itself.
        let resumed = ask(&till, &ada, &payment, "resume").await.body;
        assert_eq!((&resumed["state"], &resumed["redirect_url"]), (&json!("succeeded"), &Value::Null));
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.status, 422);
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn a_stop_takes_the_open_checkout_away_at_once(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        stop(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        // No time passes by the server's clock, so no look is due but for the stop.
        Kit::until("canceled", async || {
            till.later(0).await;
            let sql = "SELECT COUNT(*) FROM payment WHERE state = 'canceled'";
            (till.count(sql).await == 1).then_some(())
        })
        .await;
        till.submit(&payment, "action=approve").await;
        till.later(DAY_S).await;
        assert_eq!(till.money(&ada, "EUR").await, (0, 0), "the partner's page takes no money any more");
        till.close().await;
    }

    async fn a_limit_that_became_stricter_stops_the_deposit_before_the_partner_hears_of_it(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        let limit = json!({ "type": "deposit", "period": "day", "amount_cents": 1_000, "currency": "EUR" });
        assert_eq!(till.post(&ada, "/api/user_limits", &limit).await.status, 201);
        till.partner_is_away.store(false, Ordering::SeqCst);
        till.later(60).await;
        assert_eq!(till.payment(&ada, &payment).await["state"], "canceled");
        assert_eq!(till.told().await, ["pending", "canceled"]);
        till.close().await;
    }

    async fn a_deposit_whose_page_was_never_told_is_gone_on_with(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        assert!(payment["redirect_url"].is_null());
        assert_eq!(ask(&till, &ada, &payment, "resume").await.status, 503);
        till.partner_is_away.store(false, Ordering::SeqCst);
        let resumed = ask(&till, &ada, &payment, "resume").await.body;
        till.checkout(&resumed, "approve").await;
        till.settled(&ada, &payment, "succeeded").await;
        till.close().await;
    }

    async fn a_canceled_deposit_cannot_be_paid_at_the_partner(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        let canceled = ask(&till, &ada, &payment, "cancel").await;
        assert_eq!((canceled.status, &canceled.body["state"]), (200, &json!("canceled")));
        assert_eq!((&canceled.body["cancelable"], &canceled.body["redirect_url"]), (&json!(false), &Value::Null));
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.body, canceled.body, "asked twice, done once");
        let there = till.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "the partner has given it up");
        assert_eq!(till.told().await, ["pending", "canceled"]);
        assert_eq!(till.money(&ada, "EUR").await, (0, 0));
        till.close().await;
    }

    async fn of_cancel_and_payment_one_happens(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        till.checkout(&payment, "approve").await;
        let refused = ask(&till, &ada, &payment, "cancel").await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert_eq!(till.payment(&ada, &payment).await["state"], "succeeded");
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn without_the_partners_answer_a_deposit_stays_as_it_is(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.status, 503);
        assert_eq!(till.payment(&ada, &payment).await["state"], "pending");
        till.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.body["state"], "canceled");
        till.close().await;
    }

    async fn a_deposit_that_the_partner_never_heard_of_is_canceled(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.body["state"], "canceled");
        till.close().await;
    }

    async fn a_canceled_deposit_that_is_paid_after_all_is_credited_once(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.status, 200);
        let report = |status: &str| json!({"type": format!("payment.{status}"), "data": {
            "id": payment["redirect_url"].as_str().unwrap().rsplit('/').next().unwrap(),
            "merchant_ref": payment["id"], "type": "deposit", "amount": 5_000, "currency": "EUR", "status": status,
        }});
        let (paid, canceled) = (report("succeeded"), report("canceled"));
        let calls = (0..10).map(|_| till.signed_webhook("late", &paid));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 10]);
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.signed_webhook("old", &canceled).await, 409, "there is no way back");
        assert_eq!(till.told().await, ["pending", "canceled", "succeeded"]);
        till.close().await;
    }

    async fn a_canceled_deposit_that_is_paid_without_a_webhook_is_found(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.body["state"], "canceled");
        let there = till.arrive_late(&ada, &payment).await;
        till.checkout(&there, "approve").await;
        till.later(15).await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.told().await, ["pending", "canceled", "succeeded"]);
        till.close().await;
    }

    async fn a_canceled_deposit_is_not_looked_at_for_ever(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.status, 200);
        let looked_for = "SELECT COUNT(*) FROM payment WHERE next_look_ms IS NOT NULL";
        assert_eq!(till.count(looked_for).await, 1);
        for _ in 0..9 {
            till.later(DAY_S).await;
        }
        assert_eq!(till.count(looked_for).await, 0);
        assert_eq!(till.told().await, ["pending", "canceled"]);
        till.close().await;
    }

    async fn a_deposit_that_nobody_pays_is_given_up_at_the_partner(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        for _ in 0..13 {
            till.later(DAY_S).await;
        }
        assert_eq!(till.told().await, ["pending"]);
        till.later(2 * DAY_S).await;
        assert_eq!(till.told().await, ["pending", "canceled"]);
        let there = till.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "the partner has given it up");
        assert_eq!(till.money(&ada, "EUR").await, (0, 0));
        till.close().await;
    }

    async fn a_player_who_looks_does_not_put_off_the_servers_own_look(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        let own_look = "SELECT next_look_ms + 1000000 * looks FROM payment";
        let before = till.count(own_look).await;
        for _ in 0..3 {
            till.kit.app.clock.advance(Duration::from_secs(4));
            till.payment(&ada, &payment).await;
        }
        assert_eq!(till.count(own_look).await, before);
        till.close().await;
    }

    async fn going_on_with_a_deposit_asks_for_the_password_after_half_an_hour(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        till.deposit(&ada, "lost", 2_000).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        till.kit.app.clock.advance(Duration::from_mins(31));
        for asked in [ask(&till, &ada, &payment, "resume").await, till.pay(&ada, "lost", &card("deposit", 2_000)).await] {
            assert_eq!((asked.status, &asked.body["error"]["code"]), (403, &json!("reauth_required")));
        }
        till.close().await;
    }

    async fn a_stop_ends_deposits_that_wait(engine: Engine) {
        let (till, ada, payment) = waiting(engine).await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let lost = till.deposit(&ada, "lost", 2_000).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        stop(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = till.sign_in(&ada, None).await;
        for asked in [
            ask(&till, &ada, &payment, "resume").await,
            ask(&till, &ada, &lost, "resume").await,
            till.pay(&ada, "lost", &card("deposit", 2_000)).await,
        ] {
            assert_eq!((asked.status, &asked.body["error"]["code"]), (403, &json!("cooling_off")));
        }
        till.later(15).await;
        for payment in [&payment, &lost] {
            assert_eq!(till.payment(&ada, payment).await["state"], "canceled");
        }
        assert_eq!(till.at_partner().await, 1, "what was lost is not created");
        let there = till.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(there.status, 409, "its page takes no money any more");
        till.close().await;
    }

    async fn a_cashout_tells_until_when_it_can_be_taken_back(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 10_000).await;
        let payment = till.cashout(&ada, "out", 6_000).await;
        let ms = |field: &str| {
            let text = payment[field].as_str().unwrap();
            let seconds: f64 = text.trim_end_matches('Z').rsplit(':').next().unwrap().parse().unwrap();
            seconds
        };
        let allowed = (ms("recallable_until") - ms("created_at")).rem_euclid(60.0);
        assert!((allowed - 10.0).abs() < 0.001, "{payment}");
        assert_eq!(payment["cancelable"], false, "a cashout is recalled, not canceled");
        assert_eq!(ask(&till, &ada, &payment, "cancel").await.status, 422);
        let recalled = ask(&till, &ada, &payment, "recall").await.body;
        assert_eq!(recalled["recallable_until"], Value::Null);
        till.close().await;
    }
}
