//! Who is offered what.

use std::sync::atomic::Ordering;

use croupier_money::Currency;
use croupier_server::cashbox;
use serde_json::json;

use super::payment_kit::{PaymentKit, card};
use super::rules::content_with;

on_each_engine! {
    async fn methods_follow_the_wallet(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let ids = async |query: &str| {
            let found = payments.get(&ada, &format!("/api/player/payment_methods?{query}")).await;
            assert_eq!(found.status, 200, "{}", found.body);
            let rows = found.body.as_array().unwrap().clone();
            rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let all = ids("action=deposit").await;
        assert_eq!(all[..3], ["visa_mastercard", "skrill", "neteller"]);
        assert_eq!(ids("action=deposit&currency=EUR").await, all);
        assert_eq!(ids("action=cashout&currency=BTC").await, ["bitcoin"]);
        assert_eq!(ids("action=deposit&currency=ETH").await, ["ethereum"]);
        assert!(ids("action=deposit&currency=GBP").await.is_empty());
        for query in ["action=refund&currency=EUR", "action=deposit&currency=XXX"] {
            let refused = payments.get(&ada, &format!("/api/player/payment_methods?{query}")).await;
            assert_eq!(refused.status, 422);
        }
        let card = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body[0].clone();
        let free = json!({"fixed_cents": 0, "basis_points": 0, "min_cents": 0, "max_cents": null, "hours": 0});
        assert_eq!(card, json!({
            "id": "visa_mastercard", "currency": "EUR", "brand": "visa_mastercard", "provider": "northpay",
            "type": "card", "title": "Visa & Mastercard", "savedProfiles": [],
            "image": "/art/payments/visa_mastercard.svg", "recallable": true, "processingTime": "instant",
            "network": null, "returnsCents": 0, "depositTerms": free, "withdrawalTerms": free,
            "deposit": {"min_cents": 1_000, "max_cents": 500_000, "step_cents": 1},
            "withdrawal": {"min_cents": 2_000, "max_cents": 400_000, "step_cents": 1},
        }));
        payments.close().await;
    }

    async fn visitors_see_the_list_of_their_licence(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let rows: serde_json::Value =
            reqwest::get(payments.kit.url("/api/payment_methods")).await.unwrap().json().await.unwrap();
        let rows = rows.as_array().unwrap();
        let ids = |rows: &[serde_json::Value]| {
            rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(ids(rows).len(), 33);
        assert!(rows.iter().all(|row| row["savedProfiles"] == json!([])));
        // A player sees what is offered to him, wherever he is.
        let ada = payments.player("EUR").await;
        let brands = async || {
            let rows = payments.get(&ada, "/api/payment_methods").await.body;
            rows.as_array().unwrap().iter().filter(|row| row["brand"] == "bitcoin").count()
        };
        assert_eq!(brands().await, 1);
        payments.change("UPDATE player SET licence = 'EE'").await;
        assert_eq!(brands().await, 0, "the Estonian licence has no coins");
        let rows = payments.get(&ada, "/api/player/payment_methods?action=deposit&currency=EUR").await.body;
        let estonian: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
        assert_eq!(
            estonian,
            [
                "visa_mastercard", "skrill", "neteller", "interac_finteqhub", "mifinity", "muchbetter",
                "paysafecard", "inpay",
            ]
        );
        let mut body = card("deposit", 5_000);
        body["payment_method_id"] = json!("jeton");
        assert_eq!(payments.pay(&ada, "k", &body).await.status, 422, "what is not listed is refused too");
        payments.close().await;
    }

    async fn a_group_hides_a_method_and_the_server_refuses_it(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let mut body = card("deposit", 5_000);
        body["payment_method_id"] = json!("sofort");
        let has_sofort = async || {
            let rows = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body;
            rows.as_array().unwrap().iter().any(|row| row["id"] == "sofort")
        };
        assert!(has_sofort().await);
        assert_eq!(payments.pay(&ada, "before", &body).await.status, 201);
        payments.change(&format!("INSERT INTO player_group (player_id, group_id, added_at_ms) VALUES ({}, 631, 0)", ada.id)).await;
        assert!(!has_sofort().await);
        let refused = payments.pay(&ada, "after", &body).await;
        assert_eq!((refused.status, &refused.body["errors"]["payment_method_id"][0]["code"]), (422, &json!("VALIDATION.PAYMENT_METHOD.UNKNOWN")));
        payments.close().await;
    }

    async fn a_method_that_the_partner_does_not_carry_is_hidden(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let content = content_with(&payments, "payment_methods.toml", "id = \"jeton\"", "id = \"jeton_plus\"");
        payments.kit.app.cashbox.reload_methods(content.path()).unwrap();
        let ids = async || {
            let rows = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body;
            let rows = rows.as_array().unwrap().clone();
            rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        cashbox::resolver::ask_for_methods(&payments.kit.app).await.unwrap();
        let offered = ids().await;
        assert!(offered.contains(&"skrill".to_owned()) && !offered.iter().any(|id| id.starts_with("jeton")));
        payments.partner_is_away.store(true, Ordering::Relaxed);
        cashbox::resolver::ask_for_methods(&payments.kit.app).await.unwrap();
        assert_eq!(ids().await, offered, "without an answer the last one holds");
        payments.close().await;
    }

    async fn the_texts_of_cards_tell_the_limits_that_the_server_holds(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let rows: serde_json::Value =
            reqwest::get(payments.kit.url("/api/payment_methods")).await.unwrap().json().await.unwrap();
        let mut compared = 0;
        for language in ["en", "de", "fr-CA", "no", "it", "et"] {
            let path = payments.kit.app.config.content_dir.join(format!("messages/{language}/shell.json"));
            let texts: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            for row in rows.as_array().unwrap() {
                let (brand, code) = (row["brand"].as_str().unwrap(), row["currency"].as_str().unwrap());
                let bounds = [
                    ("deposit_min", &row["deposit"]["min_cents"]),
                    ("deposit_max", &row["deposit"]["max_cents"]),
                    ("withdraw_min", &row["withdrawal"]["min_cents"]),
                    ("withdraw_max", &row["withdrawal"]["max_cents"]),
                ];
                for (bound, cents) in bounds {
                    let Some(text) = texts[format!("payments.limits.{brand}.{bound}")].as_str() else { continue };
                    let (_, rest) = text.split_once(&format!(" {code} {{")).unwrap();
                    let (units, _) = rest.split_once('}').unwrap();
                    let subunits = code.parse::<Currency>().unwrap().subunits_to_unit();
                    assert_eq!(cents.as_i64().unwrap(), units.parse::<i64>().unwrap() * subunits, "{language} {brand} {bound}");
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 6 * 4 * 28, "four brands in their currencies");
        payments.close().await;
    }
}
