use croupier_db::params;
use serde_json::json;

on_both_engines! {
    async fn exactly_one_wallet_is_active(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        for currency in ["BTC", "EUR", "USD", "BTC"] {
            let wallets = browser.post("/api/player/accounts", json!({ "currency": currency })).await.expect(201);
            let active: Vec<_> = wallets.as_array().unwrap().iter().filter(|w| w["active"] == true).collect();
            assert_eq!(active.len(), 1);
            assert_eq!(active[0]["currency"], currency);
            assert_eq!(browser.get("/api/player").await.expect(200)["currency"], currency);
            assert_eq!(browser.get("/api/player/accounts").await.expect(200), wallets);
        }
        let wallets = browser.get("/api/player/accounts").await.expect(200);
        let codes: Vec<_> = wallets.as_array().unwrap().iter().map(|w| w["currency"].as_str().unwrap()).collect();
        assert_eq!(codes, ["EUR", "USD", "BTC"]);
    }

    async fn currencies_that_are_not_enabled_open_no_wallet(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        for currency in ["XXX", "GBP", "KZT", "eur", "", "FUN"] {
            let answer = browser.post("/api/player/accounts", json!({ "currency": currency })).await;
            assert_eq!(answer.field("currency"), ["VALIDATION.CURRENCY.NOT_ALLOWED"], "{currency}");
        }
        // A wallet from the time when the currency was enabled is shown and can be chosen.
        let mut tx = kit.app.db.begin().await.unwrap();
        kit.app.wallet.open(&mut tx, id, "KZT".parse().unwrap()).await.unwrap();
        tx.commit().await.unwrap();
        browser.post("/api/player/accounts", json!({ "currency": "KZT" })).await.expect(201);
        assert_eq!(browser.get("/api/player").await.expect(200)["currency"], "KZT");
    }

    async fn sums_are_told_by_currency(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        assert_eq!(browser.get("/api/player/stats").await.expect(200), json!([]));
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO player_stat (player_id, currency, deposits, deposits_count, cashouts, bets, wins)
                   VALUES ($1, 'EUR', 5000, 2, 1000, 700, 300)";
        tx.execute(sql, params![id]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            browser.get("/api/player/stats").await.expect(200),
            json!([{
                "currency": "EUR", "deposits_cents": 5000, "deposits_count": 2, "cashouts_cents": 1000,
                "bets_cents": 700, "wins_cents": 300,
            }])
        );
    }
}
