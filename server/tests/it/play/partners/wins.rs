//! What everybody is told of rounds at partners, and wallets that partners do not take.

use croupier_money::Currency;
use serde_json::{Value, json};

use super::{DICE, Fixture, REELS};
use crate::content::copied;
use crate::play::{give, rich_player};
use crate::testkit::Kit;

on_each_engine! {
    async fn a_big_win_of_a_partner_is_told_to_everybody_once(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        let win = async |round: &str, id: &str, amount: i64| {
            let actions = json!([{ "action": "win", "action_id": id, "amount": amount }]);
            assert_eq!(fixture.call(&opened, "play", round, actions).await.0, 200, "{id}");
        };
        let told = async || -> Vec<Value> {
            let recent = fixture.kit.browser().get("/api/games/recent_wins").await.expect(200);
            recent.as_array().unwrap().clone()
        };
        for name in ["small", "big", "free"] {
            assert_eq!(fixture.bet(&opened, name, 100).await.0, 200);
        }
        win("round-small", "w-small", 999).await;
        win("round-big", "w-big-1", 600).await;
        win("round-big", "w-big-2", 500).await;
        win("round-big", "w-big-2", 500).await;
        win("round-big", "w-big-3", 50).await;
        let found = Kit::until("the win", async || Some(told().await).filter(|all| !all.is_empty())).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((&found[0]["game"]["identifier"], &found[0]["amount_cents"]), (&json!(REELS), &json!(1_100)));
        // A call with its bet and its win counts alike.
        let whole = json!([{ "action": "bet", "action_id": "b", "amount": 100 }, { "action": "win", "action_id": "w", "amount": 2_000 }]);
        assert_eq!(fixture.call(&opened, "play", "whole", whole).await.0, 200);
        let found = Kit::until("the next", async || Some(told().await).filter(|all| all.len() > 1)).await;
        assert_eq!((found.len(), &found[0]["amount_cents"]), (2, &json!(2_000)));
    }

    async fn a_wallet_of_a_coin_opens_no_game_of_a_partner_that_takes_none(engine: Engine) {
        let folder = copied();
        let games = std::fs::read_to_string(folder.path().join("catalogue.toml")).unwrap();
        let named = format!("identifier = \"{DICE}\"\n");
        assert!(games.contains(&named));
        let in_euros = games.replace(&named, &format!("{named}currencies = [\"EUR\"]\n"));
        std::fs::write(folder.path().join("catalogue.toml"), in_euros).unwrap();
        let content_dir = folder.path().to_owned();
        let fixture = Fixture::start_with(engine, |config| config.content_dir = content_dir).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        browser.post("/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
        let coin: Currency = "BTC".parse().unwrap();
        give(&fixture.kit.app, player, coin, 100_000_000).await;
        let launch = async |currency: &str| {
            let body = json!({ "identifier": DICE, "mode": "real", "device": "desktop", "currency": currency });
            browser.post("/api/games/launch", body).await
        };
        assert_eq!(launch("BTC").await.field("currency"), ["currency_not_supported"]);
        let opened = launch("EUR").await.expect(201);
        // Nor does the partner get at the coins by naming them.
        let body = json!({
            "session_id": opened["session_id"], "user_id": player.to_string(), "currency": "BTC",
            "game": DICE.replace('/', ":"), "game_id": "r", "finished": false,
            "actions": [{ "action": "bet", "action_id": "b", "amount": 100 }],
        });
        let (status, answer) = fixture.signed("play", &body.to_string()).await;
        assert_eq!((status, &answer["code"]), (412, &json!(154)));
    }
}
