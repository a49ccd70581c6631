//! Limits at play: what is refused, what is told to open pages, and time of play.

use std::time::Duration;

use serde_json::{Value, json};

use super::{assert_sound, cap, limit, set};
use crate::browser::Browser;
use crate::play::{Frame, SAILS, launch, rich_player};
use crate::realtime::Client;

async fn token_of(browser: &Browser) -> String {
    let settings = browser.get("/api/player/settings").await.expect(200);
    settings["realtime"]["token"].as_str().unwrap().to_owned()
}

/// What the player's channel of limits carries next.
async fn frame_of_limits(socket: &mut Client) -> Value {
    loop {
        let (channel, data, _) = socket.publication().await;
        if channel.starts_with("game_limits#") {
            return data;
        }
    }
}

on_both_engines! {
    async fn a_wager_limit_that_is_reached_closes_games_for_money_and_leaves_demos(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        set(&browser, cap("wager", "day", 50)).await.expect(201);
        let (mut socket, _) = Client::connect(kit.address, &token_of(&browser).await).await;
        for (key, refused) in [("a", ""), ("b", ""), ("c", "limit_reached")] {
            let answer = frame.spin(key, 20).await;
            assert_eq!(answer.code(), refused, "{key}: {}", answer.body);
            if refused.is_empty() {
                frame.finish(answer.body).await;
            }
        }
        let used = limit(&browser, "wager").await;
        assert_eq!(used["accounts"][0]["current_value_amount_cents"], 40);
        assert_eq!(launch(&browser, SAILS, "real").await.status, 201, "10 are left");
        set(&browser, cap("wager", "day", 40)).await.expect(200);
        let refused = launch(&browser, SAILS, "real").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "limit_reached"));
        assert_eq!(refused.body["error"]["limit_id"], used["id"]);
        launch(&browser, SAILS, "demo").await.expect(201);
        let reported = frame_of_limits(&mut socket).await;
        assert_eq!(reported, json!({ "changed": true }));
        kit.app.clock.advance(Duration::from_hours(24));
        assert_eq!(limit(&browser, "wager").await["accounts"][0]["current_value_amount_cents"], 0);
        assert_sound(&kit).await;
    }

    async fn a_bet_that_uses_a_limit_up_is_told_to_open_pages(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        set(&browser, cap("wager", "day", 20)).await.expect(201);
        let (mut socket, _) = Client::connect(kit.address, &token_of(&browser).await).await;
        frame.finish(frame.spin("a", 20).await.expect(201)).await;
        let mut reported = frame_of_limits(&mut socket).await;
        // That the limit was set may be told only now.
        while reported == json!({ "changed": true }) {
            reported = frame_of_limits(&mut socket).await;
        }
        assert_eq!(reported, json!({ "type": "wager", "period": "day", "reached": true }));
    }

    async fn a_wallet_of_another_currency_decides_by_its_own_entry(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        browser.post("/api/player/accounts", json!({ "currency": "USD" })).await.expect(201);
        browser.post("/api/player/accounts", json!({ "currency": "EUR" })).await.expect(201);
        set(&browser, cap("wager", "day", 5_000)).await.expect(201);
        set(&browser, json!({ "type": "wager", "period": "day", "amount_cents": 0, "currency": "USD" })).await.expect(200);
        launch(&browser, SAILS, "real").await.expect(201);
        let in_dollars = json!({ "identifier": SAILS, "mode": "real", "device": "desktop", "currency": "USD" });
        assert_eq!(browser.post("/api/games/launch", in_dollars).await.code(), "limit_reached");
    }

    async fn play_time_that_is_used_up_ends_play_and_signs_out(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let made = set(&browser, json!({ "type": "session", "period": "day", "amount_minutes": 10 })).await.expect(201);
        assert_eq!(made["accounts"][0]["amount_minutes"], 10);
        assert_eq!(made["accounts"][0].get("amount_cents"), None::<&Value>);
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        for minute in 0..=10 {
            let round = frame.spin(&format!("m{minute}"), 20).await.expect(201);
            frame.finish(round).await;
            Kit::until("the round to be counted", async || {
                let used = limit(&browser, "session").await;
                (used["accounts"][0]["current_value_minutes"] == minute).then_some(())
            })
            .await;
            if minute < 10 {
                kit.app.clock.advance(Duration::from_mins(1));
            }
        }
        assert_eq!(launch(&browser, SAILS, "real").await.code(), "limit_reached");
        kit.app.clock.advance(Duration::from_secs(10));
        let refused = frame.spin("over", 20).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "session_limit_reached"));
        assert_eq!(refused.body["error"]["until"], "2026-01-02T00:00:00.000Z");
        browser.get("/api/user_limits").await.expect(401);
        assert_sound(&kit).await;
    }
}
