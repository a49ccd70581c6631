//! Money goes back to where it came from before it goes elsewhere, and receipts tell the way of each payment.

use axum::http::Method;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::payment_kit::{Answer, PaymentKit, Setup, Shopper};
use crate::office::Office;

const LOOP: Setup = Setup { closed_loop: true, ..Setup::USUAL };

/// Pays in by an account elsewhere, which is kept.
pub async fn fill_by_account(payments: &PaymentKit, ada: &Shopper, amount: i64) {
    let body = json!({"action": "deposit", "payment_method_id": "skrill", "currency": "EUR", "amount_cents": amount});
    let payment = payments.pay(ada, &format!("skrill {amount}"), &body).await.body;
    assert_eq!(payments.submit(&payment, "action=approve&account=ada@example.com").await, 303);
    payments.settled(ada, &payment, "succeeded").await;
}

async fn out(payments: &PaymentKit, ada: &Shopper, key: &str, method: &str, amount: i64) -> Answer {
    let fields =
        if method == "bank_transfer" { json!({"iban": "DE89370400440532013000"}) } else { json!({}) };
    let body = json!({"action": "cashout", "payment_method_id": method, "currency": "EUR", "amount_cents": amount,
                      "fields": fields});
    payments.pay(ada, key, &body).await
}

/// What has to go back by each way, by the ids of the methods.
async fn returns(payments: &PaymentKit, ada: &Shopper) -> Vec<(String, i64)> {
    let rows = payments.get(ada, "/api/player/payment_methods?action=cashout").await.body;
    let row = |row: &Value| (row["id"].as_str().unwrap().to_owned(), row["returnsCents"].as_i64().unwrap());
    rows.as_array().unwrap().iter().map(row).filter(|(_, cents)| *cents > 0).collect()
}

fn order(answer: &Answer) -> &Value {
    assert_eq!(answer.status, 422, "{}", answer.body);
    let problem = &answer.body["errors"]["amount_cents"][0];
    assert_eq!(problem["code"], "cashout_order", "{}", answer.body);
    problem
}

on_each_engine! {
    async fn money_goes_back_before_it_goes_elsewhere(engine: Engine) {
        let payments = PaymentKit::start_with(engine, LOOP).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        fill_by_account(&payments, &ada, 5_000).await;
        let both = vec![("visa_mastercard".to_owned(), 10_000), ("skrill".to_owned(), 5_000)];
        assert_eq!(returns(&payments, &ada).await, both);
        let elsewhere = out(&payments, &ada, "bank", "bank_transfer", 3_000).await;
        let problem = order(&elsewhere);
        assert_eq!((&problem["max_cents"], problem["first_to"].as_array().unwrap().len()), (&json!(0), 2));
        let too_much = out(&payments, &ada, "much", "visa_mastercard", 12_000).await;
        assert_eq!(order(&too_much)["max_cents"], 10_000);

        // A card that was taken off the list still takes its money back, and binds as before.
        let rows = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body;
        let kept = rows.as_array().unwrap().iter().find(|row| row["id"] == "visa_mastercard").unwrap();
        let path = format!("/api/player/payment_profiles/{}", kept["savedProfiles"][0]["id"].as_str().unwrap());
        assert_eq!(payments.call(&ada, Method::DELETE, &path, &Value::Null, None).await.status, 204);
        let around = out(&payments, &ada, "around", "skrill", 6_000).await;
        let first = order(&around)["first_to"].as_array().unwrap();
        assert!(first.iter().any(|way| way["cents"] == 10_000), "{first:?}");
        assert_eq!(returns(&payments, &ada).await, both);

        // Two at once do not both use the same room.
        let (one, two) = tokio::join!(
            out(&payments, &ada, "one", "visa_mastercard", 6_000),
            out(&payments, &ada, "two", "visa_mastercard", 7_000),
        );
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422], "{} {}", one.body, two.body);
        let taken = if one.status == 201 { one.body } else { two.body };
        let left = 10_000 - taken["amount_cents"].as_i64().unwrap();
        assert_eq!(returns(&payments, &ada).await[0], ("visa_mastercard".to_owned(), left));

        // What is taken back binds again.
        let recall = format!("/api/player/payments/{}/recall", taken["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 200);
        assert_eq!(returns(&payments, &ada).await, both);
        assert_eq!(out(&payments, &ada, "card", "visa_mastercard", 10_000).await.status, 201);
        assert_eq!(out(&payments, &ada, "purse", "skrill", 5_000).await.status, 201);
        payments.later(10).await;
        assert_eq!(returns(&payments, &ada).await, []);
        payments.close().await;
    }

    async fn what_went_back_first_is_not_taken_from_under_what_went_elsewhere(engine: Engine) {
        let payments = PaymentKit::start_with(engine, LOOP).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        fill_by_account(&payments, &ada, 5_000).await;
        // As if it were won: it has no way back.
        payments.change("UPDATE payment SET instrument = NULL WHERE method_id = 'skrill'").await;
        let first = out(&payments, &ada, "first", "visa_mastercard", 10_000).await;
        let second = out(&payments, &ada, "second", "bank_transfer", 3_000).await;
        assert_eq!((first.status, second.status), (201, 201), "{} {}", first.body, second.body);
        let recall = async |payment: &Answer| {
            let path = format!("/api/player/payments/{}/recall", payment.body["id"].as_str().unwrap());
            payments.post(&ada, &path, &Value::Null).await
        };
        let refused = recall(&first).await;
        assert_eq!((refused.status, &refused.body["errors"]["state"][0]["code"]), (422, &json!("recall_order")));
        assert_eq!(recall(&second).await.status, 200);
        assert_eq!(recall(&first).await.status, 200);
        assert_eq!(payments.money(&ada, "EUR").await, (15_000, 0));
        payments.close().await;
    }

    async fn without_the_rule_money_goes_where_its_player_likes(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        assert_eq!(returns(&payments, &ada).await, []);
        assert_eq!(out(&payments, &ada, "bank", "bank_transfer", 3_000).await.status, 201);
        payments.close().await;
    }

    async fn a_receipt_tells_the_way_of_a_payment(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let office = Office::open(&payments.kit).await;
        let sam = office.member(Role::Support).await;
        let (ada, eve) = (payments.player("EUR").await, payments.player("EUR").await);
        let payment = payments.deposit(&ada, "in", 10_000).await;
        payments.checkout(&payment, "approve").await;
        payments.settled(&ada, &payment, "succeeded").await;
        let path = format!("/api/player/payments/{}/receipt", payment["id"].as_str().unwrap());
        assert_eq!(payments.get(&eve, &path).await.status, 404, "somebody else's");
        let receipt = payments.get(&ada, &path).await.body;
        let states: Vec<_> = receipt["steps"].as_array().unwrap().iter().map(|step| step["state"].clone()).collect();
        assert_eq!(states, ["pending", "processing", "succeeded"]);
        assert_eq!(receipt["steps"][2]["at"], receipt["finished_at"]);
        assert_eq!((&receipt["site_name"], &receipt["amount_cents"], &receipt["whole_cents"]), (&json!("Borealis"), &json!(10_000), &Value::Null));
        assert!(receipt["instrument"].as_str().unwrap().ends_with("4242"), "{receipt}");
        assert!(receipt["licence"]["number"].is_string() && receipt["licence"]["company"].is_string());
        let id = payment["id"].as_str().unwrap();
        assert_eq!(sam.browser.get(&format!("/api/payments/{id}/receipt")).await.expect(200), receipt);
        sam.browser.get("/api/payments/00000000-0000-0000-0000-000000000000/receipt").await.expect(404);

        let payment = payments.cashout(&ada, "out", 4_000).await;
        let recall = format!("/api/player/payments/{}/recall", payment["id"].as_str().unwrap());
        payments.post(&ada, &recall, &Value::Null).await;
        let receipt = payments.get(&ada, &recall.replace("/recall", "/receipt")).await.body;
        let states: Vec<_> = receipt["steps"].as_array().unwrap().iter().map(|step| step["state"].clone()).collect();
        assert_eq!(states, ["pending", "recalled"]);
        payments.close().await;
    }
}
