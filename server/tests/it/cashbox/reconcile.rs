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
    cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", day), &app.clock).await
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

/// What the day comes to by a partner of whom `file` is the whole file (an empty one has no line of names), and who answers
/// `found` when asked about a payment; nothing but a failure when that is `None`.
async fn reconciled_with(
    till: &Till,
    day: &str,
    file: &'static str,
    found: Option<Value>,
) -> anyhow::Result<Reconciliation> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = till.kit.app.config.clone();
    config.sandbox_url = format!("http://{}", listener.local_addr().unwrap());
    let find =
        move || async move { found.clone().map(axum::Json).ok_or(axum::http::StatusCode::BAD_GATEWAY) };
    let router = axum::Router::new()
        .route("/v1/settlements", axum::routing::get(move || async move { file }))
        .route("/v1/payments", axum::routing::get(find));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let app = &till.kit.app;
    let told = cashbox::reconcile(&config, &app.secrets, &app.db, ("northpay", day), &app.clock).await;
    serving.abort();
    told
}

const NAMES: &str = "payment_id,merchant_ref,type,currency,amount\n";

on_each_engine! {
    async fn an_answer_without_names_is_no_end_of_the_file(engine: Engine) {
        let till = Till::start(engine).await;
        let day = today(&till);
        a_day_passes(&till);
        for file in ["", "\n", "<!doctype html>\n", "payment_id,merchant_ref,type,currency,amount"] {
            assert!(reconciled_with(&till, &day, file, None).await.is_err(), "{file:?}");
        }
        assert!(reconciled_with(&till, &day, NAMES, None).await.unwrap().agrees());
        till.close().await;
    }

    async fn what_the_file_does_not_name_is_compared_whole(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 5_000).await;
        let reference = till.kit.app.db.query_one("SELECT id FROM payment", vec![]).await.unwrap();
        let reference = reference.get::<Uuid>(0).unwrap().to_string();
        let day = today(&till);
        a_day_passes(&till);
        let found = |kind: &str, amount: i64, currency: &str| json!({ "data": [{
            "id": "pay_1", "merchant_ref": reference, "type": kind, "amount": amount, "currency": currency,
            "method": "visa_mastercard", "status": "succeeded",
        }]});
        let told = reconciled_with(&till, &day, NAMES, Some(found("deposit", 5_000, "EUR"))).await.unwrap();
        assert!(told.agrees());
        assert_eq!((told.mismatches, told.not_in_file), (vec![], vec![reference.clone()]));
        for (kind, amount, currency) in [("payout", 5_000, "EUR"), ("deposit", 4_999, "EUR"), ("deposit", 5_000, "USD")] {
            let told = reconciled_with(&till, &day, NAMES, Some(found(kind, amount, currency))).await.unwrap();
            assert!(!told.agrees() && told.not_in_file.is_empty());
            assert!(matches!(told.mismatches[..], [(_, Mismatch::Money { .. })]), "{:?}", told.mismatches);
        }
        let told = reconciled_with(&till, &day, NAMES, None).await.unwrap();
        assert!(matches!(&told.mismatches[..], [(named, Mismatch::NotAsked { .. })] if *named == reference));
        assert_eq!(told.booked.len(), 1, "the rest of the report stays");
        till.close().await;
    }

    async fn a_payment_booked_on_another_day_is_listed(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        till.fill(&ada, 5_000).await;
        let day = today(&till);
        a_day_passes(&till);
        till.change("UPDATE payment SET finished_at_ms = finished_at_ms + 86400000").await;
        let told = reconciled(&till, &day).await.unwrap();
        assert!(told.agrees());
        assert_eq!((told.not_of_day.len(), told.mismatches.len(), told.booked.len()), (1, 0, 0));
        till.close().await;
    }

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
