//! What ways to pay cost: set by staff, shown before, frozen in the payment, and moved with its money.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, Shopper, card};
use crate::office::{Member, Office};

const BY_HAND: Setup = Setup { settles: false, ..Setup::USUAL };

async fn set(member: &Member, action: &str, seen: i64, terms: Value) -> crate::browser::Answer {
    let form = json!({ "licence": "CW", "method_id": "visa_mastercard", "action": action, "currency": "EUR",
                       "seen_version": seen, "terms": terms, "reason": "the partner charges more" });
    member.browser.post("/api/payment-fees", form).await
}

fn terms(fixed: i64, basis_points: i64) -> Value {
    json!({ "fixed_cents": fixed, "basis_points": basis_points, "min_cents": 0, "max_cents": null, "hours": 24 })
}

/// What lies in the account of fees.
async fn collected(payments: &PaymentKit) -> i64 {
    payments
        .count(
            "SELECT CAST(COALESCE(SUM(t.amount), 0) AS bigint) FROM transfer t
                JOIN system_account h ON h.id = -t.credit AND h.name = 'fees'",
        )
        .await
}

async fn fee_of(payments: &PaymentKit, ada: &Shopper, payment: &Value) -> i64 {
    payments.payment(ada, payment).await["fee_cents"].as_i64().unwrap()
}

on_each_engine! {
    async fn a_fee_is_shown_frozen_and_moved(engine: Engine) {
        let payments = PaymentKit::start_with(engine, BY_HAND).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let ada = payments.player("EUR").await;
        let early = payments.deposit(&ada, "early", 5_000).await;
        set(&paul, "deposit", 0, terms(50, 250)).await.expect(200);
        set(&paul, "cashout", 0, terms(100, 0)).await.expect(200);
        let again = set(&paul, "deposit", 0, terms(0, 0)).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "fee_changed"));
        let unsound = json!({ "fixed_cents": 0, "basis_points": 10_001, "min_cents": 0, "max_cents": null, "hours": 0 });
        assert_eq!(set(&paul, "deposit", 1, unsound).await.field("terms"), ["VALIDATION.FEE.INVALID"]);

        let rows = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body;
        assert_eq!((&rows[0]["depositTerms"]["basis_points"], &rows[0]["processingTime"]), (&json!(250), &json!("hours:24")));
        let mut body = card("deposit", 10_000);
        body["fee_cents"] = json!(0);
        let stale = payments.pay(&ada, "stale", &body).await;
        assert_eq!((stale.status, &stale.body["error"]["code"]), (409, &json!("fee_changed")));
        body["fee_cents"] = json!(300);
        let payment = payments.pay(&ada, "in", &body).await.body;
        assert_eq!((&payment["amount_cents"], &payment["fee_cents"]), (&json!(10_000), &json!(300)));
        // A change in between holds for what is made from now on.
        set(&paul, "deposit", 1, terms(0, 5_000)).await.expect(200);
        for (payment, balance) in [(&payment, 9_700), (&early, 14_700)] {
            payments.checkout(payment, "approve").await;
            payments.settled(&ada, payment, "succeeded").await;
            assert_eq!(payments.money(&ada, "EUR").await, (balance, 0));
        }
        assert_eq!((fee_of(&payments, &ada, &payment).await, fee_of(&payments, &ada, &early).await), (300, 0));
        assert_eq!(collected(&payments).await, 300);

        // Taken back and refused, it costs nothing; paid out, the partner sends less.
        let back = payments.cashout(&ada, "back", 2_000).await;
        let recall = format!("/api/player/payments/{}/recall", back["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 200);
        assert_eq!(payments.money(&ada, "EUR").await, (14_700, 0));
        for (key, status, state, balance) in
            [("no", "canceled", "rejected", 14_700), ("yes", "succeeded", "succeeded", 10_700)]
        {
            let out = payments.cashout(&ada, key, 4_000).await;
            payments.later(10).await;
            payments.settled(&ada, &out, "processing").await;
            payments.panel(&out, "settle", &json!({ "status": status })).await;
            let ended = payments.settled(&ada, &out, state).await;
            assert_eq!((&ended["amount_cents"], &ended["fee_cents"]), (&json!(4_000), &json!(100)));
            assert_eq!(payments.money(&ada, "EUR").await, (balance, 0));
        }
        assert_eq!(collected(&payments).await, 400);
        let paid = "SELECT CAST(-SUM(CASE WHEN t.debit = -h.id THEN -t.amount ELSE t.amount END) AS bigint)
                    FROM transfer t JOIN system_account h ON h.name = 'payments:northpay' AND h.currency = 'EUR'
                    WHERE t.debit = -h.id OR t.credit = -h.id";
        assert_eq!(payments.count(paid).await, 15_000 - 3_900, "what came in less what the partner has sent");
        assert_eq!(payments.count("SELECT COUNT(*) FROM event WHERE kind = 'payment_fees.set'").await, 3);
        payments.close().await;
    }
}
