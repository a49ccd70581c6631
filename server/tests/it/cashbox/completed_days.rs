//! Days of a calendar that deposits have completed, whatever the partner says afterwards.

use croupier_server::adventure;
use serde_json::json;

use super::payment_kit::{PaymentKit, Setup};
use super::webhooks::report;
use crate::adventures::{TRAIL, counts, define};
use crate::testkit::Kit;

on_each_engine! {
    async fn a_completed_day_stays_when_the_partner_takes_its_word_back(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let kit = &payments.kit;
        define(kit, TRAIL).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let partner_id = payments.partner_id(&payment).await;
        assert_eq!(payments.signed_webhook("a", &report(&payment, &partner_id, "succeeded")).await, 204);
        Kit::until("the gift of the day", async || (counts(kit).await == (1, 1)).then_some(())).await;
        for (id, status) in [("b", "declined"), ("c", "declined"), ("d", "processing")] {
            let answer = payments.signed_webhook(id, &report(&payment, &partner_id, status)).await;
            assert_eq!(answer, if status == "declined" { 409 } else { 204 }, "{status}");
        }
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        // The same day brings nothing more with the next deposit, nor with another word about the first.
        let next = payments.deposit(&ada, "l", 5_000).await;
        let next_id = payments.partner_id(&next).await;
        assert_eq!(payments.signed_webhook("e", &report(&next, &next_id, "succeeded")).await, 204);
        assert_eq!(payments.signed_webhook("f", &report(&payment, &partner_id, "succeeded")).await, 204);
        Kit::until("both deposits", async || {
            let days = payments.get(&ada, "/api/fe/config/vip-adventures").await.body;
            (days["days"][0]["deposited"]["EUR"] == json!(10_000)).then_some(())
        })
        .await;
        adventure::keep(&kit.app).await.unwrap();
        assert_eq!(counts(kit).await, (1, 1));
        assert_eq!(adventure::check(&kit.app.db).await.unwrap(), []);
        payments.close().await;
    }
}
