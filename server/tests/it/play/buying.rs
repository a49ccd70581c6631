//! Rounds that are bought, and licences that forbid it.

use croupier_money::Currency;
use serde_json::json;

use super::{Frame, SAILS, WHEEL, assert_books, cash, give, rich_player};
use crate::browser::{form_with, personal_id};

const KINGS: &str = "northlight/tidal-kings";

/// The lowest stake of the game that sells rounds.
const STAKE: i64 = 40;

on_both_engines! {
    async fn a_bought_round_costs_its_price_and_begins_with_free_spins(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KINGS, "real").await;
        let session = frame.session().await.expect(200);
        assert_eq!(session["bonus_buy"], true);
        let price = STAKE * session["game"]["definition"]["bonus_buy"]["cost_x"].as_i64().unwrap();
        let bought = frame.bet("buy", json!({ "stake_cents": STAKE, "buy": true })).await.expect(201);
        assert_eq!(bought["stake_cents"], price);
        assert_eq!(bought["bet_cents"], STAKE);
        let resumed = frame.session().await.expect(200);
        assert_eq!(resumed["open_round"]["bet_cents"], STAKE, "a game that is opened again measures by the bet");
        assert_eq!(bought["steps"][0]["kind"], "buy");
        assert_eq!(bought["next"]["kind"], "freespin");
        let finished = frame.finish(bought).await;
        let won = finished["win_cents"].as_i64().unwrap();
        assert_eq!(cash(&kit.app, player).await, 100_000 - price + won);
        frame.spin("plain", STAKE).await.expect(201);
        let history = Kit::until("both rounds in the history", async || {
            let page = browser.get("/api/player/played_games").await.expect(200);
            (page["pagination"]["total_count"] == 2).then_some(page)
        })
        .await;
        let (plain, row) = (&history["data"][0], &history["data"][1]);
        assert_eq!((&row["bet_cents"], &row["win_cents"]), (&json!(price), &json!(won)));
        assert_eq!(row["bought"], json!({ "bet_cents": STAKE, "currency": "EUR" }));
        assert_eq!((&plain["bet_cents"], &plain["bought"]), (&json!(STAKE), &json!(null)));
        let id = row["id"].as_str().unwrap();
        let proof = browser.get(&format!("/api/player/fairness/rounds/{id}")).await.expect(200);
        assert_eq!((&proof["stake_cents"], &proof["round"]["bet_cents"]), (&json!(price), &json!(STAKE)));
        assert_books(&kit.app).await;
    }

    async fn a_licence_that_forbids_it_is_obeyed(kit: Kit) {
        let browser = kit.browser();
        let mari = json!({
            "country": "EE", "first_name": "Mari", "last_name": "Maasikas", "date_of_birth": "1990-04-05",
            "personal_id": personal_id("1990-04-05"),
        });
        let form = json!({ "user": form_with("mari@example.com", mari) });
        let player = browser.post("/api/users", form).await.expect(201)["id"].as_i64().unwrap();
        give(&kit.app, player, Currency::EUR, 100_000).await;
        let frame = Frame::open(&kit, &browser, KINGS, "real").await;
        assert_eq!(frame.session().await.expect(200)["bonus_buy"], false);
        let refused = frame.bet("buy", json!({ "stake_cents": STAKE, "buy": true })).await.expect(403);
        assert_eq!(refused["error"]["code"], "bonus_buy_not_allowed");
        assert_eq!(cash(&kit.app, player).await, 100_000);
        frame.spin("plain", STAKE).await.expect(201);
    }

    async fn only_what_is_for_sale_is_sold(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        for (game, stake) in [(SAILS, 100), (WHEEL, 100)] {
            let frame = Frame::open(&kit, &browser, game, "real").await;
            assert_eq!(frame.session().await.expect(200)["bonus_buy"], false);
            let refused = frame.bet("buy", json!({ "stake_cents": stake, "buy": true })).await;
            assert_eq!(refused.field("buy"), ["VALIDATION.BUY.INVALID"]);
        }
        let demo = Frame::open(&kit, &browser, KINGS, "demo").await;
        let before = demo.session().await.expect(200)["balance_cents"].as_i64().unwrap();
        let bought = demo.bet("buy", json!({ "stake_cents": STAKE, "buy": true })).await.expect(201);
        assert_eq!((&bought["status"], &bought["bet_cents"]), (&json!("open"), &json!(STAKE)));
        let finished = demo.finish(bought).await;
        let moved = finished["win_cents"].as_i64().unwrap() - finished["stake_cents"].as_i64().unwrap();
        assert_eq!(finished["balance_cents"], before + moved);
    }
}
