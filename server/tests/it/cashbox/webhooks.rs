//! What the partner tells, rightly and wrongly.

use croupier_server::cashbox;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, Shopper};

/// A paid deposit of 50.00.
async fn paid(payments: &PaymentKit) -> (Shopper, Value) {
    let ada = payments.player("EUR").await;
    let payment = payments.deposit(&ada, "k", 5_000).await;
    payments.checkout(&payment, "approve").await;
    payments.settled(&ada, &payment, "succeeded").await;
    (ada, payment)
}

async fn sent(payments: &PaymentKit, payment: &Value, kind: &str, copies: u32) -> Value {
    payments.panel(payment, "webhook", &json!({"kind": kind, "copies": copies})).await.body["answers"].clone()
}

pub fn report(payment: &Value, partner_id: &str, status: &str) -> Value {
    json!({"type": format!("payment.{status}"), "timestamp": "2026-01-01T00:00:00.000Z", "data": {
        "id": partner_id, "merchant_ref": payment["id"], "type": "deposit", "amount": payment["amount_cents"],
        "currency": payment["currency"], "method": "visa_mastercard", "status": status,
    }})
}

on_each_engine! {
    async fn the_twentieth_copy_is_taken_and_does_nothing(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, payment) = paid(&payments).await;
        assert_eq!(sent(&payments, &payment, "resend", 20).await, json!(vec![204; 20]));
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.reported().await, ["pending", "processing", "succeeded"]);
        payments.close().await;
    }

    async fn twenty_first_copies_at_once_credit_once(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let partner_id = payments.partner_id(&payment).await;
        let body = report(&payment, &partner_id, "succeeded");
        let calls = (0..20).map(|_| payments.signed_webhook("msg_1", &body));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 20]);
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.reported().await, ["pending", "processing", "succeeded"]);
        payments.close().await;
    }

    async fn forged_and_stale_messages_are_refused(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, payment) = paid(&payments).await;
        assert_eq!(sent(&payments, &payment, "bad_signature", 2).await, json!([401, 401]));
        assert_eq!(sent(&payments, &payment, "old_timestamp", 1).await, json!([400]));
        assert_eq!(sent(&payments, &payment, "other_amount", 1).await, json!([409]));
        let path = "/webhooks/payments/northpay";
        assert_eq!(payments.webhook(path, &[], "{}".to_owned()).await, 401);
        assert_eq!(payments.webhook(path, &[], "x".repeat(70_000)).await, 413);
        assert_eq!(payments.webhook("/webhooks/payments/nobody", &[], "{}".to_owned()).await, 404);
        assert_eq!(payments.signed_webhook("msg_2", &json!({"hello": 1})).await, 400);
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn messages_about_other_payments_are_refused(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let partner_id = payments.partner_id(&payment).await;
        let mut unknown = report(&payment, &partner_id, "succeeded");
        for reference in ["0199aaaa-0000-7000-8000-000000000000", "nothing"] {
            unknown["data"]["merchant_ref"] = json!(reference);
            assert_eq!(payments.signed_webhook("msg_1", &unknown).await, 404);
        }
        let foreign = report(&payment, "pay_another", "succeeded");
        assert_eq!(payments.signed_webhook("msg_2", &foreign).await, 409);
        for (field, value) in [("currency", json!("USD")), ("amount", json!(4_999)), ("type", json!("payout"))] {
            let mut wrong = report(&payment, &partner_id, "succeeded");
            wrong["data"][field] = value;
            assert_eq!(payments.signed_webhook("msg_3", &wrong).await, 409, "{field}");
        }
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        assert_eq!(payments.reported().await, ["pending"]);
        payments.close().await;
    }

    async fn the_order_of_messages_does_not_matter(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let partner_id = payments.partner_id(&payment).await;
        for (status, answer) in [("succeeded", 204), ("processing", 204), ("succeeded", 204), ("declined", 409)] {
            let reported = payments.signed_webhook("msg", &report(&payment, &partner_id, status)).await;
            assert_eq!(reported, answer, "{status}");
        }
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.reported().await, ["pending", "processing", "succeeded"]);
        // The other end is kept for people, once.
        payments.signed_webhook("again", &report(&payment, &partner_id, "declined")).await;
        let facts = "SELECT COUNT(*) FROM event WHERE kind = 'payment.contradicted'";
        assert_eq!(payments.count(facts).await, 1);
        assert_eq!(cashbox::contradicted(&payments.kit.app.db).await.unwrap(), 1);
        payments.close().await;
    }
}
