//! A day's payments laid beside the partner's file of it.

use croupier_server::calendar::{DAY_MS, Date};
use croupier_server::cashbox::{self, Mismatch, Reconciliation, Sums};
use serde_json::{Value, json};
use uuid::Uuid;

use super::till::{Setup, Shopper, Till};

/// The day that the house's clock shows.
fn today(till: &Till) -> String {
    Date::of(till.kit.app.clock.now()).to_string()
}

/// What the day before comes to, once it is over.
async fn reconciled(till: &Till, day: &str) -> anyhow::Result<Reconciliation> {
    let app = &till.kit.app;
    cashbox::reconcile(&app.config, &app.secrets, &app.db, day, app.clock.now()).await
}

/// Lets the house's clock run for a day without any look at payments.
fn a_day_passes(till: &Till) {
    till.kit.app.clock.advance(std::time::Duration::from_millis(DAY_MS.unsigned_abs()));
}

fn reference(payment: &Value) -> String {
    payment["id"].as_str().unwrap().to_owned()
}

/// A deposit that nobody here has asked for, paid at the partner.
async fn strange(till: &Till, ada: &Shopper) -> Value {
    let made_up = json!({
        "id": Uuid::from_u128(0x0199_aaaa_0000_7000_8000_0000_0000_0000), "amount_cents": 700, "currency": "EUR", "payment_method_id": "visa_mastercard",
    });
    let payment = till.arrive_late(ada, &made_up).await;
    till.checkout(&payment, "approve").await;
    payment
}

on_each_engine! {
    async fn a_day_that_agrees_shows_its_sums(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 5_000).await;
        till.fill(&ada, 2_500).await;
        let declined = till.deposit(&ada, "declined", 1_000).await;
        till.checkout(&declined, "decline").await;
        till.settled(&ada, &declined, "declined").await;
        let day = today(&till);
        assert!(reconciled(&till, &day).await.is_err(), "the day is not over");
        a_day_passes(&till);
        let told = reconciled(&till, &day).await.unwrap();
        assert_eq!(told.mismatches, []);
        let sums = [(("deposit", "EUR".to_owned()), Sums { count: 2, amount: 7_500 })];
        assert_eq!(told.partner, sums.clone().into());
        assert_eq!(told.booked, sums.into());
        let ada = till.sign_in(&ada, None).await;
        till.fill(&ada, 1_100).await;
        assert_eq!(reconciled(&till, &day).await.unwrap(), told, "the next day is not part of it");
        till.close().await;
    }

    async fn what_does_not_agree_is_named(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        let unheard = till.deposit(&ada, "unheard", 1_000).await;
        till.checkout(&unheard, "approve").await;
        let believed = till.deposit(&ada, "believed", 2_000).await;
        let body = json!({"type": "payment.succeeded", "timestamp": "2026-01-01T00:00:00.000Z", "data": {
            "id": till.partner_id(&believed).await, "merchant_ref": believed["id"], "type": "deposit",
            "amount": 2_000, "currency": "EUR", "method": "visa_mastercard", "status": "succeeded",
        }});
        assert_eq!(till.signed_webhook("msg_1", &body).await, 204);
        let unknown = strange(&till, &ada).await;
        let day = today(&till);
        a_day_passes(&till);
        let mut told = reconciled(&till, &day).await.unwrap().mismatches;
        told.sort_by_key(|(_, mismatch)| format!("{mismatch:?}"));
        assert_eq!(told, [
            (reference(&believed), Mismatch::NotPaid { there: Some("pending") }),
            (reference(&unheard), Mismatch::State { here: "pending" }),
            (reference(&unknown), Mismatch::Unknown { amount: 700, currency: "EUR".to_owned() }),
        ]);
        till.close().await;
    }

    async fn another_amount_is_named_with_both(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 5_000).await;
        let day = today(&till);
        a_day_passes(&till);
        till.change("UPDATE payment SET amount = 4999").await;
        let told = reconciled(&till, &day).await.unwrap().mismatches;
        let money = ["deposit of 4999 EUR", "deposit of 5000 EUR"].map(str::to_owned);
        let [here, there] = money;
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].1, Mismatch::Money { here, there });
        till.change("UPDATE payment SET amount = 5000").await;
        till.close().await;
    }

    async fn a_partner_that_does_not_answer_is_no_agreement(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 5_000).await;
        let day = today(&till);
        a_day_passes(&till);
        till.line_is_cut.store(true, std::sync::atomic::Ordering::SeqCst);
        assert!(reconciled(&till, &day).await.is_err());
        assert!(reconciled(&till, "2026-02-30").await.is_err(), "no day of the calendar");
        till.close().await;
    }
}
