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

    async fn an_empty_wallet_is_closed_until_money_comes_or_it_is_chosen(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let codes = async || -> Vec<String> {
            let wallets = browser.get("/api/player/accounts").await.expect(200);
            wallets.as_array().unwrap().iter().map(|w| w["currency"].as_str().unwrap().to_owned()).collect()
        };
        for currency in ["USD", "BTC", "EUR"] {
            browser.post("/api/player/accounts", json!({ "currency": currency })).await.expect(201);
        }
        let in_use = browser.delete("/api/player/accounts/EUR").await;
        assert_eq!((in_use.status.as_u16(), in_use.code()), (409, "wallet_in_use"));
        for nothing in ["NOK", "XXX"] {
            browser.delete(&format!("/api/player/accounts/{nothing}")).await.expect(404);
        }
        kit.browser().delete("/api/player/accounts/USD").await.expect(401);
        for _ in 0..2 {
            browser.delete("/api/player/accounts/USD").await.expect(200);
            assert_eq!(codes().await, ["EUR", "BTC"]);
        }
        browser.post("/api/player/accounts", json!({ "currency": "USD" })).await.expect(201);
        browser.post("/api/player/accounts", json!({ "currency": "EUR" })).await.expect(201);
        assert_eq!(codes().await, ["EUR", "USD", "BTC"], "chosen again, it stays");
        browser.delete("/api/player/accounts/USD").await.expect(200);
        crate::play::give(&kit.app, id, "USD".parse().unwrap(), 500).await;
        assert_eq!(codes().await, ["EUR", "USD", "BTC"], "money that comes is seen");
        let full = browser.delete("/api/player/accounts/USD").await;
        assert_eq!((full.status.as_u16(), full.code()), (409, "wallet_not_empty"));
        crate::play::assert_books(&kit.app).await;
    }

    async fn a_wallet_that_nothing_pays_into_is_not_opened(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        for currency in ["XXX", "GBP", "PLN", "INR", "CHF", "SEK", "ZAR", "KZT", "eur", "", "FUN"] {
            let answer = browser.post("/api/player/accounts", json!({ "currency": currency })).await;
            assert_eq!(answer.field("currency"), ["VALIDATION.CURRENCY.NOT_ALLOWED"], "{currency}");
        }
        // A wallet from the time when the currency was enabled is shown and can be chosen.
        let mut tx = kit.app.db.begin().await.unwrap();
        kit.app.wallet.open(&mut tx, id, "KZT".parse().unwrap()).await.unwrap();
        kit.app.wallet.open(&mut tx, id, "GBP".parse().unwrap()).await.unwrap();
        tx.commit().await.unwrap();
        for currency in ["KZT", "GBP"] {
            browser.post("/api/player/accounts", json!({ "currency": currency })).await.expect(201);
            assert_eq!(browser.get("/api/player").await.expect(200)["currency"], currency);
        }
    }

    async fn the_wallets_on_offer_are_those_of_the_players_methods(kit: Kit) {
        const FIAT: [&str; 8] = ["EUR", "USD", "AUD", "CAD", "NZD", "BRL", "NOK", "JPY"];
        let with_coins: Vec<_> =
            FIAT.into_iter().chain(["BTC", "BCH", "LTC", "DOG", "ETH", "USDT"]).collect();
        let path = "/api/player/wallet_currencies";
        let sorted = |reported: serde_json::Value| {
            let mut codes: Vec<String> = serde_json::from_value(reported).unwrap();
            codes.sort();
            codes
        };
        let wanted = |codes: &[&str]| {
            let mut codes: Vec<_> = codes.iter().map(|code| (*code).to_owned()).collect();
            codes.sort();
            codes
        };
        let guest = kit.browser();
        for (country, codes) in [("CA", &with_coins[..]), ("EE", &FIAT[..])] {
            let reported = guest.get(&format!("/api/info/player_fields?country={country}")).await.expect(200);
            let fields = reported["fields"].as_array().unwrap();
            let currency = fields.iter().find(|field| field["field"] == "currency").unwrap();
            assert_eq!(sorted(currency["options"].clone()), wanted(codes), "{country}");
        }
        let (browser, id) = kit.player("jane@example.com").await;
        assert_eq!(sorted(browser.get(path).await.expect(200)), wanted(&with_coins));
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE player SET licence = 'EE' WHERE id = $1", params![id]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(sorted(browser.get(path).await.expect(200)), wanted(&FIAT), "the player's own licence counts");
        let answer = browser.post("/api/player/accounts", json!({ "currency": "BTC" })).await;
        assert_eq!(answer.field("currency"), ["VALIDATION.CURRENCY.NOT_ALLOWED"]);
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
