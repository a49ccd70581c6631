//! Calls and webhooks that are lost on their way.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::till::{Setup, Shopper, Till};
use crate::testkit::Engine;

const WITHOUT_WEBHOOKS: Setup = Setup { webhooks: false, ..Setup::USUAL };

/// A player who has paid in 100 euros and asked for 60 of them, which nobody has looked at yet.
async fn asked_for_payout(engine: Engine) -> (Till, Shopper, Value) {
    let till = Till::start_with(engine, WITHOUT_WEBHOOKS).await;
    let ada = till.player("EUR").await;
    let deposit = till.deposit(&ada, "in", 10_000).await;
    till.checkout(&deposit, "approve").await;
    till.later(15).await;
    let payment = till.cashout(&ada, "out", 6_000).await;
    (till, ada, payment)
}

on_each_engine! {
    async fn a_deposit_is_found_paid_without_webhooks(engine: Engine) {
        let till = Till::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.checkout(&payment, "later").await;
        till.later(15).await;
        assert_eq!(till.payment(&ada, &payment).await["state"], "processing");
        till.panel(&payment, "settle", &json!({"status": "succeeded"})).await;
        assert_eq!(till.money(&ada, "EUR").await, (0, 0));
        till.later(60).await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.payment(&ada, &payment).await["state"], "succeeded");
        till.close().await;
    }

    async fn a_payment_that_cannot_be_read_keeps_no_other_waiting(engine: Engine) {
        let till = Till::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = till.player("EUR").await;
        till.deposit(&ada, "broken", 1_100).await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.change("UPDATE payment SET currency = '???' WHERE amount = 1100").await;
        till.checkout(&payment, "approve").await;
        till.later(15).await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        let put_off = "SELECT COUNT(*) FROM payment WHERE amount = 1100 AND next_look_ms IS NOT NULL";
        assert_eq!(till.count(put_off).await, 1, "it is looked at again one day");
        till.change("UPDATE payment SET currency = 'EUR' WHERE amount = 1100").await;
        till.close().await;
    }

    async fn a_player_who_asks_need_not_wait_for_the_house_to_look(engine: Engine) {
        let till = Till::start_with(engine, WITHOUT_WEBHOOKS).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.checkout(&payment, "approve").await;
        assert_eq!(till.payment(&ada, &payment).await["state"], "succeeded");
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn a_payout_is_found_settled_without_webhooks(engine: Engine) {
        let (till, ada, payment) = asked_for_payout(engine).await;
        till.later(10).await;
        assert_eq!(till.money(&ada, "EUR").await, (4_000, 6_000));
        till.later(15).await;
        till.settled(&ada, &payment, "succeeded").await;
        assert_eq!(till.money(&ada, "EUR").await, (4_000, 0));
        till.close().await;
    }

    async fn a_deposit_that_never_reached_the_partner_is_asked_for_again(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        assert_eq!((&payment["state"], payment["redirect_url"].is_null()), (&json!("pending"), true));
        till.later(15).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        till.later(60).await;
        let payment = till.payment(&ada, &payment).await;
        till.checkout(&payment, "approve").await;
        till.settled(&ada, &payment, "succeeded").await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn a_deposit_whose_answer_was_lost_is_found_at_the_partner(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.line_is_cut.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        assert!(payment["redirect_url"].is_null());
        let there = till.partner_id(&payment).await;
        till.line_is_cut.store(false, Ordering::SeqCst);
        let again = till.deposit(&ada, "k", 5_000).await;
        assert!(again["redirect_url"].as_str().unwrap().ends_with(&there), "no second payment was made");
        till.checkout(&again, "approve").await;
        till.settled(&ada, &again, "succeeded").await;
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn a_payout_whose_answer_was_lost_is_paid_once(engine: Engine) {
        let (till, ada, payment) = asked_for_payout(engine).await;
        till.line_is_cut.store(true, Ordering::SeqCst);
        till.later(10).await;
        assert_eq!(till.money(&ada, "EUR").await, (4_000, 6_000));
        till.line_is_cut.store(false, Ordering::SeqCst);
        till.later(60).await;
        till.settled(&ada, &payment, "succeeded").await;
        assert_eq!(till.money(&ada, "EUR").await, (4_000, 0));
        till.close().await;
    }

    async fn a_deposit_the_partner_never_heard_of_is_given_up(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.partner_is_away.store(true, Ordering::SeqCst);
        let payment = till.deposit(&ada, "k", 5_000).await;
        till.later(24 * 3_600 + 1).await;
        till.partner_is_away.store(false, Ordering::SeqCst);
        till.later(3_600 * 2).await;
        let ended = till.payment(&ada, &payment).await;
        assert_eq!((&ended["state"], &ended["error_code"]), (&json!("canceled"), &json!("expired")));
        till.close().await;
    }
}
