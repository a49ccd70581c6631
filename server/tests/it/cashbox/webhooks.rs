//! What the partner tells, rightly and wrongly.

use croupier_server::cashbox;
use serde_json::{Value, json};

use super::till::{Setup, Shopper, Till};

/// A paid deposit of 50.00.
async fn paid(till: &Till) -> (Shopper, Value) {
    let ada = till.player("EUR").await;
    let payment = till.deposit(&ada, "k", 5_000).await;
    till.checkout(&payment, "approve").await;
    till.settled(&ada, &payment, "succeeded").await;
    (ada, payment)
}

async fn sent(till: &Till, payment: &Value, kind: &str, copies: u32) -> Value {
    till.panel(payment, "webhook", &json!({"kind": kind, "copies": copies})).await.body["answers"].clone()
}

pub fn report(payment: &Value, partner_id: &str, status: &str) -> Value {
    json!({"type": format!("payment.{status}"), "timestamp": "2026-01-01T00:00:00.000Z", "data": {
        "id": partner_id, "merchant_ref": payment["id"], "type": "deposit", "amount": payment["amount_cents"],
        "currency": payment["currency"], "method": "visa_mastercard", "status": status,
    }})
}

on_each_engine! {
    async fn the_twentieth_copy_is_taken_and_does_nothing(engine: Engine) {
        let till = Till::start(engine).await;
        let (ada, payment) = paid(&till).await;
        assert_eq!(sent(&till, &payment, "resend", 20).await, json!(vec![204; 20]));
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.told().await, ["pending", "processing", "succeeded"]);
        till.close().await;
    }

    async fn twenty_first_copies_at_once_credit_once(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        let partner_id = till.partner_id(&payment).await;
        let body = report(&payment, &partner_id, "succeeded");
        let calls = (0..20).map(|_| till.signed_webhook("msg_1", &body));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 20]);
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.told().await, ["pending", "processing", "succeeded"]);
        till.close().await;
    }

    async fn forged_and_stale_messages_are_refused(engine: Engine) {
        let till = Till::start(engine).await;
        let (ada, payment) = paid(&till).await;
        assert_eq!(sent(&till, &payment, "bad_signature", 2).await, json!([401, 401]));
        assert_eq!(sent(&till, &payment, "old_timestamp", 1).await, json!([400]));
        assert_eq!(sent(&till, &payment, "other_amount", 1).await, json!([409]));
        let path = "/webhooks/payments/northpay";
        assert_eq!(till.webhook(path, &[], "{}".to_owned()).await, 401);
        assert_eq!(till.webhook(path, &[], "x".repeat(70_000)).await, 413);
        assert_eq!(till.webhook("/webhooks/payments/nobody", &[], "{}".to_owned()).await, 404);
        assert_eq!(till.signed_webhook("msg_2", &json!({"hello": 1})).await, 400);
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        till.close().await;
    }

    async fn messages_about_other_payments_are_refused(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        let partner_id = till.partner_id(&payment).await;
        let mut unknown = report(&payment, &partner_id, "succeeded");
        for reference in ["0199aaaa-0000-7000-8000-000000000000", "nothing"] {
            unknown["data"]["merchant_ref"] = json!(reference);
            assert_eq!(till.signed_webhook("msg_1", &unknown).await, 404);
        }
        let foreign = report(&payment, "pay_another", "succeeded");
        assert_eq!(till.signed_webhook("msg_2", &foreign).await, 409);
        for (field, value) in [("currency", json!("USD")), ("amount", json!(4_999)), ("type", json!("payout"))] {
            let mut wrong = report(&payment, &partner_id, "succeeded");
            wrong["data"][field] = value;
            assert_eq!(till.signed_webhook("msg_3", &wrong).await, 409, "{field}");
        }
        assert_eq!(till.money(&ada, "EUR").await, (0, 0));
        assert_eq!(till.told().await, ["pending"]);
        till.close().await;
    }

    async fn the_order_of_messages_does_not_matter(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        let partner_id = till.partner_id(&payment).await;
        for (status, answer) in [("succeeded", 204), ("processing", 204), ("succeeded", 204), ("declined", 409)] {
            let told = till.signed_webhook("msg", &report(&payment, &partner_id, status)).await;
            assert_eq!(told, answer, "{status}");
        }
        assert_eq!(till.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(till.told().await, ["pending", "processing", "succeeded"]);
        // The other end is kept for people, once.
        till.signed_webhook("again", &report(&payment, &partner_id, "declined")).await;
        let facts = "SELECT COUNT(*) FROM event WHERE kind = 'payment.contradicted'";
        assert_eq!(till.count(facts).await, 1);
        assert_eq!(cashbox::contradicted(&till.kit.app.db).await.unwrap(), 1);
        till.close().await;
    }
}
