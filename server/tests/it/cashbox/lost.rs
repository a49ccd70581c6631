//! Calls and webhooks that are lost on their way.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, Shopper};
use crate::testkit::Engine;

const WITHOUT_WEBHOOKS: Setup = Setup { webhooks: false, ..Setup::USUAL };

/// A player who has paid in 100 euros and asked for 60 of them, which nobody has looked at yet.
async fn asked_for_payout(engine: Engine) -> (PaymentKit, Shopper, Value) {
    let payments = PaymentKit::start_with(engine, WITHOUT_WEBHOOKS).await;
    let ada = payments.player("EUR").await;
    let deposit = payments.deposit(&ada, "in", 10_000).await;
    payments.checkout(&deposit, "approve").await;
    payments.later(15).await;
    let payment = payments.cashout(&ada, "out", 6_000).await;
    (payments, ada, payment)
}

on_each_engine! {
    async fn a_deposit_is_found_paid_without_webhooks(engine: Engine) {
        let payments = PaymentKit::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.checkout(&payment, "later").await;
        payments.later(15).await;
        assert_eq!(payments.payment(&ada, &payment).await["state"], "processing");
        payments.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        payments.later(60).await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.payment(&ada, &payment).await["state"], "succeeded");
        payments.close().await;
    }

    async fn a_payment_that_cannot_be_read_keeps_no_other_waiting(engine: Engine) {
        let payments = PaymentKit::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = payments.player("EUR").await;
        payments.deposit(&ada, "broken", 1_100).await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.change("UPDATE payment SET currency = '???' WHERE amount = 1100").await;
        payments.checkout(&payment, "approve").await;
        payments.later(15).await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        let put_off = "SELECT COUNT(*) FROM payment WHERE amount = 1100 AND next_look_ms IS NOT NULL";
        assert_eq!(payments.count(put_off).await, 1, "it is looked at again one day");
        payments.change("UPDATE payment SET currency = 'EUR' WHERE amount = 1100").await;
        payments.close().await;
    }

    async fn a_player_who_asks_need_not_wait_for_the_next_look(engine: Engine) {
        let payments = PaymentKit::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.checkout(&payment, "approve").await;
        assert_eq!(payments.payment(&ada, &payment).await["state"], "succeeded");
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_payout_is_found_settled_without_webhooks(engine: Engine) {
        let (payments, ada, payment) = asked_for_payout(engine).await;
        payments.later(10).await;
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000));
        payments.later(15).await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 0));
        payments.close().await;
    }

    async fn a_deposit_that_never_reached_the_partner_is_asked_for_again(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        assert_eq!((&payment["state"], payment["redirect_url"].is_null()), (&json!("pending"), true));
        payments.later(15).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.later(60).await;
        let payment = payments.payment(&ada, &payment).await;
        payments.checkout(&payment, "approve").await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_deposit_whose_answer_was_lost_is_found_at_the_partner(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.line_is_cut.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        assert!(payment["redirect_url"].is_null());
        let there = payments.partner_id(&payment).await;
        payments.line_is_cut.store(false, Ordering::SeqCst);
        let again = payments.deposit(&ada, "k", 5_000).await;
        assert!(again["redirect_url"].as_str().unwrap().ends_with(&there), "no second payment was made");
        payments.checkout(&again, "approve").await;
        payments.settled(&ada, &again, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_payout_whose_answer_was_lost_is_paid_once(engine: Engine) {
        let (payments, ada, payment) = asked_for_payout(engine).await;
        payments.line_is_cut.store(true, Ordering::SeqCst);
        payments.later(10).await;
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000));
        payments.line_is_cut.store(false, Ordering::SeqCst);
        payments.later(60).await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 0));
        payments.close().await;
    }

    async fn a_deposit_the_partner_never_heard_of_is_given_up(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let payment = payments.deposit(&ada, "k", 5_000).await;
        payments.later(24 * 3_600 + 1).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.later(3_600 * 2).await;
        let ended = payments.payment(&ada, &payment).await;
        assert_eq!((&ended["state"], &ended["error_code"]), (&json!("canceled"), &json!("expired")));
        payments.close().await;
    }
}
