//! Lootboxes that deposits bring.

use axum::http::Method;
use croupier_server::lootbox;
use serde_json::{Value, json};

use super::till::{Setup, Shopper, Till};
use super::webhooks::report;

/// Codes of groups of the player's boxes with their stages, the newest first.
async fn boxes(till: &Till, who: &Shopper) -> Vec<(String, String)> {
    let boxes = till.get(who, "/api/player/lootboxes").await.body;
    let text = |of: &Value| of.as_str().unwrap().to_owned();
    boxes.as_array().unwrap().iter().map(|one| (text(&one["group_key"]), text(&one["stage"]))).collect()
}

async fn assert_sound(till: &Till) {
    assert_eq!(lootbox::check(&till.kit.app.db).await.unwrap(), []);
}

on_each_engine! {
    async fn a_deposit_of_the_amount_brings_one_box_a_day(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        let offered = till.get(&ada, "/api/fe/config/deposit-boxes?l=de").await.body;
        assert_eq!((&offered[0]["code"], &offered[0]["title"]), (&json!("daily"), &json!("Aurora-Box")));
        assert_eq!(offered[0]["deposit_min"]["EUR"], json!({ "amount_cents": 20_000 }));
        till.fill(&ada, 19_900).await;
        assert_eq!(boxes(&till, &ada).await, []);
        till.fill(&ada, 20_000).await;
        let one = ("lootbox_daily".to_owned(), "issued".to_owned());
        assert_eq!(boxes(&till, &ada).await, std::slice::from_ref(&one));
        till.fill(&ada, 25_000).await;
        assert_eq!(boxes(&till, &ada).await, std::slice::from_ref(&one), "money that goes in and out brings no more");
        till.change("UPDATE lootbox SET source = 'deposit:daily:2025-12-31'").await;
        till.fill(&ada, 30_000).await;
        assert_eq!(boxes(&till, &ada).await, [one.clone(), one]);
        assert_sound(&till).await;
        till.change("UPDATE payment SET state = 'declined' WHERE state = 'succeeded'").await;
        assert_eq!(lootbox::check(&till.kit.app.db).await.unwrap().len(), 1, "boxes have their deposits");
        till.change("UPDATE payment SET state = 'succeeded' WHERE state = 'declined'").await;
        till.close().await;
    }

    async fn reports_of_one_deposit_at_once_bring_one_box(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 30_000).await;
        let partner_id = till.partner_id(&payment).await;
        let body = report(&payment, &partner_id, "succeeded");
        let calls = (0..20).map(|_| till.signed_webhook("msg_1", &body));
        assert_eq!(futures_util::future::join_all(calls).await, [204; 20]);
        assert_eq!(till.money(&ada, "EUR").await, (30_000, 0));
        assert_eq!(boxes(&till, &ada).await.len(), 1);
        assert_sound(&till).await;
        till.close().await;
    }

    async fn two_deposits_at_once_are_credited_and_bring_one_box(engine: Engine) {
        let till = Till::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let ada = till.player("EUR").await;
        let (one, two) = (till.deposit(&ada, "one", 30_000).await, till.deposit(&ada, "two", 30_000).await);
        let (of_one, of_two) = (till.partner_id(&one).await, till.partner_id(&two).await);
        let (one, two) = (report(&one, &of_one, "succeeded"), report(&two, &of_two, "succeeded"));
        let answers = tokio::join!(till.signed_webhook("msg_1", &one), till.signed_webhook("msg_2", &two));
        assert_eq!(answers, (204, 204));
        assert_eq!(till.money(&ada, "EUR").await, (60_000, 0));
        assert_eq!(boxes(&till, &ada).await.len(), 1);
        assert_sound(&till).await;
        till.close().await;
    }

    async fn who_wants_no_bonuses_gets_no_box(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        let off = json!({ "can_issue": false });
        let answer = till.call(&ada, Method::PATCH, "/api/player/update_bonus_settings", &off, None).await;
        assert_eq!(answer.status, 204);
        till.fill(&ada, 30_000).await;
        assert_eq!(boxes(&till, &ada).await, []);
        assert_sound(&till).await;
        till.close().await;
    }
}
