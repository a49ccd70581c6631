//! What an overdue answer about the source of wealth holds.

use croupier_server::verification::{WealthAsked, WealthRequest, ask_wealth, wealth_of};
use serde_json::{Value, json};

use crate::cashbox::payment_kit::{Answer, PaymentKit, Shopper, card};

/// Asks the player until `lasts` milliseconds from now.
async fn ask(payments: &PaymentKit, shopper: &Shopper, lasts: i64) {
    let app = &payments.kit.app;
    let due_at = app.clock.now() + lasts;
    let request = WealthRequest { due_at, note: "Please tell us more.".to_owned(), by: "Ann".into() };
    assert_eq!(ask_wealth(app, shopper.id, &request).await.unwrap(), WealthAsked::Done);
}

fn is_held(answer: &Answer) -> bool {
    answer.status == 403 && answer.body["error"]["code"] == json!("wealth_questionnaire_overdue")
}

on_each_engine! {
    async fn an_overdue_answer_holds_deposits_and_withdrawals(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 20_000).await;
        ask(&payments, &ada, 5_000).await;
        // Until the date everything goes on.
        let withdrawal = payments.cashout(&ada, "1", 2_000).await;
        let deposit = payments.deposit(&ada, "2", 2_000).await;
        payments.later(6).await;
        assert!(is_held(&payments.pay(&ada, "3", &card("deposit", 2_000)).await));
        assert!(is_held(&payments.pay(&ada, "4", &card("cashout", 2_000)).await));
        assert_eq!(payments.pay(&ada, "1", &card("cashout", 2_000)).await.status, 201, "a repeated call");
        // What was asked for before does not leave, and an open checkout is given up.
        payments.later(120).await;
        assert_eq!(payments.payment(&ada, &withdrawal).await["state"], "pending");
        payments.settled(&ada, &deposit, "canceled").await;
        assert_eq!(payments.money(&ada, "EUR").await, (18_000, 2_000));
        // A later date lets go of all of it.
        ask(&payments, &ada, 3_600_000).await;
        payments.later(600).await;
        payments.settled(&ada, &withdrawal, "succeeded").await;
        assert_eq!(payments.pay(&ada, "5", &card("cashout", 2_000)).await.status, 201);
        payments.close().await;
    }

    async fn asking_again_tells_who_asked_last_and_when(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        ask(&payments, &ada, 5_000).await;
        payments.later(3).await;
        let app = &payments.kit.app;
        let (now, due_at) = (app.clock.now(), app.clock.now() + 9_000);
        let request = WealthRequest { due_at, note: "Please hurry.".to_owned(), by: "Ben".into() };
        assert_eq!(ask_wealth(app, ada.id, &request).await.unwrap(), WealthAsked::Done);
        let found = wealth_of(app, ada.id).await.unwrap();
        assert_eq!(found.len(), 1, "the open questionnaire is changed");
        assert_eq!((found[0].asked_by.as_str(), found[0].asked_at), ("Ben", now));
        assert_eq!((found[0].note.as_str(), found[0].due_at), ("Please hurry.", due_at));
        payments.close().await;
    }

    async fn the_profile_tells_until_when(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let reported = async || payments.get(&ada, "/api/player").await.body["sow_questionnaire_expires_at"].clone();
        assert_eq!(reported().await, Value::Null);
        ask(&payments, &ada, 5_000).await;
        let due = reported().await;
        let due = due.as_str().unwrap().to_owned();
        let questionnaire = payments.get(&ada, "/api/player/wealth_questionnaire").await.body;
        assert_eq!(questionnaire["due_at"], json!(due));
        assert_eq!(questionnaire["overdue"], json!(false));
        payments.later(6).await;
        let questionnaire = payments.get(&ada, "/api/player/wealth_questionnaire").await.body;
        assert_eq!((&questionnaire["state"], &questionnaire["overdue"]), (&json!("asked"), &json!(true)));
        payments.close().await;
    }
}
