//! Partners with games in the back office: their failed calls, and a provider that is switched off.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Fixture, REELS};
use crate::office::Office;
use crate::play::{cash, launch, rich_player};

const OFF: &str = "/api/game-partners/providers/brassworks/off";
const ON: &str = "/api/game-partners/providers/brassworks/on";

on_each_engine! {
    async fn staff_sees_failed_calls_and_switches_a_provider_off(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let office = Office::open(&fixture.kit).await;
        let rita = office.member(Role::Risk).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        assert_eq!(fixture.bet(&opened, "open", 100).await.0, 200);
        let win = json!([{ "action": "win", "action_id": "nothing", "amount": 5 }]);
        assert_eq!(fixture.call(&opened, "play", "unknown", win).await.0, 404);
        let forged = fixture.http.post(fixture.kit.url("/webhooks/games/studio/play")).body("{}").send().await.unwrap();
        assert_eq!(forged.status(), 403);
        let partner = async || rita.browser.get("/api/game-partners").await.expect(200)[0].clone();
        let seen = partner().await;
        assert_eq!((&seen["name"], &seen["unsigned"], &seen["away_since"]), (&json!("studio"), &json!(1), &Value::Null));
        assert_eq!((&seen["answered"], &seen["asked"]), (&json!(1), &json!(1)), "the launch");
        let failure = &seen["failures"][0];
        assert_eq!((&failure["code"], &failure["player_id"], &failure["round"]), (&json!(404), &json!(player), &json!("unknown")));

        rita.browser.post(OFF, json!({ "reason": "wrong payouts" })).await.expect(204);
        assert_eq!(rita.browser.post(OFF, json!({ "reason": "again" })).await.code(), "game_switched");
        rita.browser.post("/api/game-partners/providers/northlight/off", json!({ "reason": "ours" })).await.expect(404);
        assert_eq!(partner().await["providers"][0]["off"]["reason"], "wrong payouts");
        launch(&browser, REELS, "real").await.expect(404);
        let (status, refused) = fixture.bet(&opened, "more", 100).await;
        assert_eq!((status, &refused["code"]), (412, &json!(405)));
        let win = json!([{ "action": "win", "action_id": "late", "amount": 40 }]);
        assert_eq!(fixture.call(&opened, "play", "round-open", win).await.0, 200, "what was open is paid");
        assert_eq!(cash(&fixture.kit.app, player).await, 99_940);

        rita.browser.post(ON, json!({ "reason": "looked into" })).await.expect(204);
        assert_eq!(fixture.bet(&opened, "more", 100).await.0, 200);
        launch(&browser, REELS, "real").await.expect(201);
    }

    async fn a_partner_that_gives_no_answer_opens_no_game(engine: Engine) {
        let mut fixture = Fixture::start(engine).await;
        let (browser, _) = rich_player(&fixture.kit).await;
        fixture.task.abort();
        assert!((&mut fixture.task).await.is_err(), "the studio has ended");
        assert_eq!(launch(&browser, REELS, "real").await.status, 503);
    }
}
