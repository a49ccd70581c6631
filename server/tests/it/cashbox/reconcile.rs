//! A day's payments laid beside the partner's file of it.

use std::time::Duration;

use croupier_server::cashbox::{self, Mismatch, Reconciliation, Sums};
use croupier_server::platform::calendar::{DAY_MS, Date};
use serde_json::{Value, json};
use uuid::Uuid;

use super::payment_kit::{PaymentKit, Setup, Shopper};

/// The day that the operator's clock shows.
fn today(payments: &PaymentKit) -> String {
    Date::of(payments.kit.app.clock.now()).to_string()
}

/// What the day before comes to, once it is over.
async fn reconciled(payments: &PaymentKit, day: &str) -> anyhow::Result<Reconciliation> {
    let app = &payments.kit.app;
    cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", day), &app.clock).await
}

/// Lets the operator's clock run for a day without any look at payments.
fn a_day_passes(payments: &PaymentKit) {
    payments.kit.app.clock.advance(Duration::from_millis(DAY_MS.unsigned_abs()));
}

fn reference(payment: &Value) -> String {
    payment["id"].as_str().unwrap().to_owned()
}

/// A deposit that nobody here has asked for, paid at the partner.
async fn strange(payments: &PaymentKit, ada: &Shopper) -> Value {
    let made_up = json!({
        "id": Uuid::from_u128(0x0199_aaaa_0000_7000_8000_0000_0000_0000), "amount_cents": 700, "currency": "EUR", "payment_method_id": "visa_mastercard",
    });
    let payment = payments.arrive_late(ada, &made_up).await;
    payments.checkout(&payment, "approve").await;
    payment
}

/// What the day comes to by a partner of whom `file` is the whole file (an empty one has no line of names), and who answers
/// `found` when asked about a payment; nothing but a failure when that is `None`.
async fn reconciled_with(
    payments: &PaymentKit,
    day: &str,
    file: &'static str,
    found: Option<Value>,
) -> anyhow::Result<Reconciliation> {
    let find =
        move || async move { found.clone().map(axum::Json).ok_or(axum::http::StatusCode::BAD_GATEWAY) };
    let router = axum::Router::new()
        .route("/v1/settlements", axum::routing::get(move || async move { file }))
        .route("/v1/payments", axum::routing::get(find));
    reconciled_at(payments, day, router).await
}

/// What the day comes to by a partner who answers as `router` does.
async fn reconciled_at(
    payments: &PaymentKit,
    day: &str,
    router: axum::Router,
) -> anyhow::Result<Reconciliation> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = payments.kit.app.config.clone();
    config.sandbox_url = format!("http://{}", listener.local_addr().unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let app = &payments.kit.app;
    let reported = cashbox::reconcile(&config, &app.secrets, &app.db, ("northpay", day), &app.clock).await;
    serving.abort();
    reported
}

const NAMES: &str = "payment_id,merchant_ref,type,currency,amount\n";

on_each_engine! {
    async fn an_answer_without_names_is_no_end_of_the_file(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let day = today(&payments);
        a_day_passes(&payments);
        for file in ["", "\n", "<!doctype html>\n", "payment_id,merchant_ref,type,currency,amount"] {
            assert!(reconciled_with(&payments, &day, file, None).await.is_err(), "{file:?}");
        }
        assert!(reconciled_with(&payments, &day, NAMES, None).await.unwrap().agrees());
        payments.close().await;
    }

    async fn a_file_that_leads_back_is_not_read_for_ever(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let day = today(&payments);
        a_day_passes(&payments);
        let part = |query: Option<String>| async move {
            let last = if query.is_some_and(|query| query.contains("after=pay_1")) { "pay_2" } else { "pay_1" };
            format!("{NAMES}{last},{},deposit,EUR,100\n", Uuid::nil())
        };
        let part = axum::routing::get(move |axum::extract::RawQuery(query)| part(query));
        let router = axum::Router::new().route("/v1/settlements", part);
        let reported = tokio::time::timeout(Duration::from_secs(20), reconciled_at(&payments, &day, router)).await;
        let why = reported.expect("it ends").unwrap_err();
        assert!(why.to_string().contains("does not end"), "{why:#}");
        payments.close().await;
    }

    async fn what_the_file_does_not_name_is_compared_whole(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        let reference = payments.kit.app.db.query_one("SELECT id FROM payment", vec![]).await.unwrap();
        let reference = reference.get::<Uuid>(0).unwrap().to_string();
        let day = today(&payments);
        a_day_passes(&payments);
        let found = |kind: &str, amount: i64, currency: &str| json!({ "data": [{
            "id": "pay_1", "merchant_ref": reference, "type": kind, "amount": amount, "currency": currency,
            "method": "visa_mastercard", "status": "succeeded",
        }]});
        let reported = reconciled_with(&payments, &day, NAMES, Some(found("deposit", 5_000, "EUR"))).await.unwrap();
        assert!(reported.agrees());
        assert_eq!((reported.mismatches, reported.not_in_file), (vec![], vec![reference.clone()]));
        for (kind, amount, currency) in [("payout", 5_000, "EUR"), ("deposit", 4_999, "EUR"), ("deposit", 5_000, "USD")] {
            let reported = reconciled_with(&payments, &day, NAMES, Some(found(kind, amount, currency))).await.unwrap();
            assert!(!reported.agrees() && reported.not_in_file.is_empty());
            assert!(matches!(reported.mismatches[..], [(_, Mismatch::Money { .. })]), "{:?}", reported.mismatches);
        }
        let reported = reconciled_with(&payments, &day, NAMES, None).await.unwrap();
        assert!(matches!(&reported.mismatches[..], [(named, Mismatch::NotAsked { .. })] if *named == reference));
        assert_eq!(reported.booked.len(), 1, "the rest of the report stays");
        payments.close().await;
    }

    async fn a_payment_booked_on_another_day_is_listed(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        let day = today(&payments);
        a_day_passes(&payments);
        payments.change("UPDATE payment SET finished_at_ms = finished_at_ms + 86400000").await;
        let reported = reconciled(&payments, &day).await.unwrap();
        assert!(reported.agrees());
        assert_eq!((reported.not_of_day.len(), reported.mismatches.len(), reported.booked.len()), (1, 0, 0));
        payments.close().await;
    }

    async fn a_day_that_agrees_shows_its_sums(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        payments.fill(&ada, 2_500).await;
        let declined = payments.deposit(&ada, "declined", 1_000).await;
        payments.checkout(&declined, "decline").await;
        payments.settled(&ada, &declined, "declined").await;
        let day = today(&payments);
        assert!(reconciled(&payments, &day).await.is_err(), "the day is not over");
        a_day_passes(&payments);
        let reported = reconciled(&payments, &day).await.unwrap();
        assert_eq!(reported.mismatches, []);
        let sums = [(("deposit", "EUR".to_owned()), Sums { count: 2, amount: 7_500 })];
        assert_eq!(reported.partner, sums.clone().into());
        assert_eq!(reported.booked, sums.into());
        let ada = payments.sign_in(&ada, None).await;
        payments.fill(&ada, 1_100).await;
        assert_eq!(reconciled(&payments, &day).await.unwrap(), reported, "the next day is not part of it");
        payments.close().await;
    }

    async fn what_does_not_agree_is_named(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let unheard = payments.deposit(&ada, "unheard", 1_000).await;
        payments.checkout(&unheard, "approve").await;
        let believed = payments.deposit(&ada, "believed", 2_000).await;
        let body = json!({"type": "payment.succeeded", "timestamp": "2026-01-01T00:00:00.000Z", "data": {
            "id": payments.partner_id(&believed).await, "merchant_ref": believed["id"], "type": "deposit",
            "amount": 2_000, "currency": "EUR", "method": "visa_mastercard", "status": "succeeded",
        }});
        assert_eq!(payments.signed_webhook("msg_1", &body).await, 204);
        let unknown = strange(&payments, &ada).await;
        let day = today(&payments);
        a_day_passes(&payments);
        let mut reported = reconciled(&payments, &day).await.unwrap().mismatches;
        reported.sort_by_key(|(_, mismatch)| format!("{mismatch:?}"));
        assert_eq!(reported, [
            (reference(&believed), Mismatch::NotPaid { there: Some("pending") }),
            (reference(&unheard), Mismatch::State { here: "pending" }),
            (reference(&unknown), Mismatch::Unknown { amount: 700, currency: "EUR".to_owned() }),
        ]);
        payments.close().await;
    }

    async fn another_amount_is_named_with_both(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        let day = today(&payments);
        a_day_passes(&payments);
        payments.change("UPDATE payment SET amount = 4999").await;
        let reported = reconciled(&payments, &day).await.unwrap().mismatches;
        let money = ["deposit of 4999 EUR", "deposit of 5000 EUR"].map(str::to_owned);
        let [here, there] = money;
        assert_eq!(reported.len(), 1);
        assert_eq!(reported[0].1, Mismatch::Money { here, there });
        payments.change("UPDATE payment SET amount = 5000").await;
        payments.close().await;
    }

    async fn a_partner_that_does_not_answer_is_no_agreement(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        let day = today(&payments);
        a_day_passes(&payments);
        payments.line_is_cut.store(true, std::sync::atomic::Ordering::SeqCst);
        assert!(reconciled(&payments, &day).await.is_err());
        assert!(reconciled(&payments, "2026-02-30").await.is_err(), "no day of the calendar");
        payments.close().await;
    }
}
