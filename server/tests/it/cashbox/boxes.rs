//! Lootboxes that deposits bring.

use axum::http::Method;
use croupier_server::lootbox;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, Shopper};
use super::webhooks::report;

/// Codes of groups of the player's boxes with their stages, the newest first.
async fn boxes(payments: &PaymentKit, who: &Shopper) -> Vec<(String, String)> {
    let boxes = payments.get(who, "/api/player/lootboxes").await.body;
    let text = |of: &Value| of.as_str().unwrap().to_owned();
    boxes.as_array().unwrap().iter().map(|one| (text(&one["group_key"]), text(&one["stage"]))).collect()
}

async fn assert_sound(payments: &PaymentKit) {
    assert_eq!(lootbox::check(&payments.kit.app.db).await.unwrap(), []);
}

on_each_engine! {
    async fn a_deposit_of_the_amount_brings_one_box_a_day(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let offered = payments.get(&ada, "/api/fe/config/deposit-boxes?l=de").await.body;
        assert_eq!((&offered[0]["code"], &offered[0]["title"]), (&json!("daily"), &json!("Aurora-Box")));
        assert_eq!(offered[0]["deposit_min"]["EUR"], json!({ "amount_cents": 20_000 }));
        payments.fill(&ada, 19_900).await;
        assert_eq!(boxes(&payments, &ada).await, []);
        payments.fill(&ada, 20_000).await;
        let one = ("lootbox_daily".to_owned(), "issued".to_owned());
        assert_eq!(boxes(&payments, &ada).await, std::slice::from_ref(&one));
        payments.fill(&ada, 25_000).await;
        assert_eq!(boxes(&payments, &ada).await, std::slice::from_ref(&one), "money that goes in and out brings no more");
        payments.change("UPDATE lootbox SET source = 'deposit:daily:2025-12-31'").await;
        payments.fill(&ada, 30_000).await;
        assert_eq!(boxes(&payments, &ada).await, [one.clone(), one]);
        assert_sound(&payments).await;
        payments.change("UPDATE payment SET state = 'declined' WHERE state = 'succeeded'").await;
        assert_eq!(lootbox::check(&payments.kit.app.db).await.unwrap().len(), 1, "boxes have their deposits");
        payments.change("UPDATE payment SET state = 'succeeded' WHERE state = 'declined'").await;
        payments.close().await;
    }

    async fn reports_of_one_deposit_at_once_bring_one_box(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 30_000).await;
        let partner_id = payments.partner_id(&payment).await;
        let body = report(&payment, &partner_id, "succeeded");
        let calls = (0..20).map(|_| payments.signed_webhook("msg_1", &body));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 20]);
        assert_eq!(payments.money(&ada, "EUR").await, (30_000, 0));
        assert_eq!(boxes(&payments, &ada).await.len(), 1);
        assert_sound(&payments).await;
        payments.close().await;
    }

    async fn two_deposits_at_once_are_credited_and_bring_one_box(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        let (one, two) = (payments.deposit(&ada, "one", 30_000).await, payments.deposit(&ada, "two", 30_000).await);
        let (of_one, of_two) = (payments.partner_id(&one).await, payments.partner_id(&two).await);
        let (one, two) = (report(&one, &of_one, "succeeded"), report(&two, &of_two, "succeeded"));
        let answers = tokio::join!(payments.signed_webhook("msg_1", &one), payments.signed_webhook("msg_2", &two));
        assert_eq!(answers, (204, 204));
        assert_eq!(payments.money(&ada, "EUR").await, (60_000, 0));
        assert_eq!(boxes(&payments, &ada).await.len(), 1);
        assert_sound(&payments).await;
        payments.close().await;
    }

    async fn who_wants_no_bonuses_gets_no_box(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let off = json!({ "can_issue": false });
        let answer = payments.call(&ada, Method::PATCH, "/api/player/update_bonus_settings", &off, None).await;
        assert_eq!(answer.status, 204);
        payments.fill(&ada, 30_000).await;
        assert_eq!(boxes(&payments, &ada).await, []);
        assert_sound(&payments).await;
        payments.close().await;
    }
}
