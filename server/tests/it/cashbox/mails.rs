//! The mails about the ends of payments.

use axum::http::Method;
use croupier_db::params;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Shopper, card};
use crate::testkit::Kit;

/// How the subjects of these mails begin in English.
const SUBJECTS: [&str; 3] =
    ["Your deposit has arrived", "Your withdrawal was sent", "Your withdrawal didn't go through"];

/// Sender, subject and text of the mails about payments to a player, once `count` are there.
async fn mails(payments: &PaymentKit, player: &Shopper, count: usize) -> Vec<[String; 3]> {
    let sql = "SELECT sender_name, subject, body FROM mail_outbox WHERE recipient = (
                   SELECT email FROM login WHERE player_id = $1) ORDER BY posted_at_ms, id";
    let mails = Kit::until("mails about payments", async || {
        let rows = payments.kit.app.db.query(sql, params![player.id]).await.unwrap();
        let mails = rows.iter().map(|row| [0, 1, 2].map(|column| row.get::<String>(column).unwrap()));
        let about_payments = |[_, _, body]: &[String; 3]| body.contains("/profile/payments");
        let mails: Vec<_> = mails.filter(about_payments).collect();
        (mails.len() >= count).then_some(mails)
    });
    mails.await
}

/// Waits until the reader of these mails has read all of the log.
async fn until_all_is_read(payments: &PaymentKit) {
    Kit::until("the reader", async || {
        let lags = croupier_db::readers::lags(&payments.kit.app.db).await.unwrap();
        let of_mails: Vec<_> = lags.iter().filter(|lag| lag.reader == "payment_mails").collect();
        (!of_mails.is_empty() && of_mails.iter().all(|lag| lag.rows == 0)).then_some(())
    })
    .await;
}

on_each_engine! {
    async fn each_end_of_a_payment_is_mailed_once(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 20_000).await;
        let [sender, subject, text] = mails(&payments, &ada, 1).await.remove(0);
        assert_eq!((sender.as_str(), subject.as_str()), ("Borealis", SUBJECTS[0]));
        assert!(text.contains("200.00 EUR") && text.contains(&payments.kit.url("/profile/payments?payment=")), "{text}");

        // A deposit that is given up, one that is refused, and a withdrawal taken back are no news.
        for action in ["decline", "cancel"] {
            let payment = payments.deposit(&ada, action, 3_000).await;
            payments.checkout(&payment, action).await;
        }
        let recalled = payments.cashout(&ada, "recalled", 2_000).await;
        let recall = format!("/api/player/payments/{}/recall", recalled["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 200);

        // The partner refuses amounts that end in 51.
        for (key, amount, state, subject) in
            [("paid", 2_000, "succeeded", SUBJECTS[1]), ("refused", 6_051, "declined", SUBJECTS[2])]
        {
            let before = mails(&payments, &ada, 1).await.len();
            let payment = payments.cashout(&ada, key, amount).await;
            payments.later(10).await;
            payments.settled(&ada, &payment, state).await;
            let reported = mails(&payments, &ada, before + 1).await.pop().unwrap();
            assert_eq!(reported[1], subject);
            let figure = format!("{}.{:02} EUR", amount / 100, amount % 100);
            assert!(reported[2].contains(&figure), "{}", reported[2]);
        }
        until_all_is_read(&payments).await;
        let reported: Vec<_> = mails(&payments, &ada, 3).await.into_iter().map(|[_, subject, _]| subject).collect();
        assert_eq!(reported, SUBJECTS);
        payments.close().await;
    }

    async fn they_speak_the_players_language_and_wear_the_brand_that_was_paid_at(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let language = json!({ "locale": "de" });
        assert_eq!(payments.call(&ada, Method::PATCH, "/api/player/update_locale", &language, None).await.status, 200);
        let payment = payments.pay_on("marina.localhost", &ada, "k", &card("deposit", 12_345)).await;
        assert_eq!(payment.status, 201, "{}", payment.body);
        payments.checkout(&payment.body, "approve").await;
        let [sender, subject, text] = mails(&payments, &ada, 1).await.remove(0);
        assert_eq!(subject, "Deine Einzahlung ist eingegangen");
        assert!(text.contains("123,45 EUR sind in deiner Wallet bei") && text.contains(&sender), "{text}");
        assert!(sender != "Borealis" && text.contains("hello@marina.example"), "{sender}: {text}");
        payments.close().await;
    }

    async fn old_ends_are_no_news(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.kit.hold_up("payment_mails").await;
        payments.fill(&ada, 20_000).await;
        payments.kit.app.clock.advance(std::time::Duration::from_hours(25));
        payments.kit.let_leases_run_out().await;
        until_all_is_read(&payments).await;
        assert_eq!(mails(&payments, &ada, 0).await, [[""; 3]; 0]);
        payments.close().await;
    }
}
