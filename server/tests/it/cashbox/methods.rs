//! Who is offered what.

use serde_json::json;

use super::till::Till;

on_each_engine! {
    async fn methods_follow_the_wallet(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        let ids = async |query: &str| {
            let found = till.get(&ada, &format!("/api/player/payment_methods?{query}")).await;
            assert_eq!(found.status, 200, "{}", found.body);
            let rows = found.body.as_array().unwrap().clone();
            rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(ids("action=deposit").await, ["visa_mastercard"]);
        assert_eq!(ids("action=deposit&currency=EUR").await, ["visa_mastercard"]);
        assert_eq!(ids("action=cashout&currency=BTC").await, ["bitcoin"]);
        assert!(ids("action=deposit&currency=ETH").await.is_empty());
        for query in ["action=refund&currency=EUR", "action=deposit&currency=XXX"] {
            let refused = till.get(&ada, &format!("/api/player/payment_methods?{query}")).await;
            assert_eq!(refused.status, 422);
        }
        let card = till.get(&ada, "/api/player/payment_methods?action=deposit").await.body[0].clone();
        assert_eq!(card, json!({
            "id": "visa_mastercard", "currency": "EUR", "brand": "visa_mastercard", "provider": "northpay",
            "type": "card", "title": "Visa & Mastercard", "savedProfiles": [],
            "image": "/art/payments/visa_mastercard.svg", "recallable": true, "processingTime": "instant",
            "fee": 0, "network": null,
            "deposit": {"min_cents": 1_000, "max_cents": 500_000, "step_cents": 1},
            "withdrawal": {"min_cents": 2_000, "max_cents": 400_000, "step_cents": 1},
        }));
        till.close().await;
    }

    async fn visitors_see_the_list_of_their_licence(engine: Engine) {
        let till = Till::start(engine).await;
        let rows: serde_json::Value =
            reqwest::get(till.kit.url("/api/payment_methods")).await.unwrap().json().await.unwrap();
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), 9, "eight currencies by card, and bitcoin");
        assert!(rows.iter().all(|row| row["savedProfiles"] == json!([])));
        till.close().await;
    }
}
