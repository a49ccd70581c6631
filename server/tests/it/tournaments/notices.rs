//! What players are told: notices once each, and places as they change.

use croupier_server::tournaments::announce_due;
use serde_json::{Value, json};

use super::{CUP, CUP_MS, define, join, ms, racer, round, scored};
use crate::browser::Browser;
use crate::realtime::Client;
use crate::testkit::Kit;

/// How long before the start players are told.
const SOON_MS: u64 = 3_600_000;

async fn events(browser: &Browser) -> Vec<String> {
    let list = browser.get("/api/player/notifications").await.expect(200);
    let mut events: Vec<_> =
        list.as_array().unwrap().iter().map(|entry| entry["event"].as_str().unwrap().to_owned()).collect();
    events.sort();
    events
}

pub async fn socket(kit: &Kit, browser: &Browser) -> Client {
    let settings = browser.get("/api/player/settings").await.expect(200);
    Client::connect(kit.address, settings["realtime"]["token"].as_str().unwrap()).await.0
}

pub async fn next_of(socket: &mut Client, channel: &str) -> Value {
    loop {
        let (name, data, _) = socket.publication().await;
        if name.starts_with(channel) {
            return data;
        }
    }
}

on_both_engines! {
    async fn the_coming_start_and_the_start_are_told_once(kit: Kit) {
        define(&kit, &CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T03:00:00Z")).await;
        let (browser, _) = kit.player("jane@example.com").await;
        join(&browser, "cup").await;
        kit.app.clock.advance(ms(3 * CUP_MS - SOON_MS - 1));
        announce_due(&kit.app).await.unwrap();
        assert_eq!(events(&browser).await, Vec::<String>::new());
        kit.app.clock.advance(ms(1));
        for _ in 0..3 {
            announce_due(&kit.app).await.unwrap();
        }
        assert_eq!(events(&browser).await, ["tournament_starts_soon"]);
        kit.app.clock.advance(ms(SOON_MS));
        for _ in 0..3 {
            announce_due(&kit.app).await.unwrap();
        }
        assert_eq!(events(&browser).await, ["tournament_started", "tournament_starts_soon"]);
        let list = browser.get("/api/player/notifications?l=de").await.expect(200);
        let soon = list.as_array().unwrap().iter().find(|entry| entry["event"] == "tournament_starts_soon").unwrap();
        assert_eq!((&soon["type"], &soon["identifier"]), (&json!("tournament"), &json!("cup")));
        assert!(soon["text"].as_str().unwrap().contains("Der Pokal"), "{soon}");
        assert_eq!(soon["content"]["button"]["path"], "/tournaments/cup");
    }

    async fn who_takes_a_break_is_not_called_back(kit: Kit) {
        define(&kit, &CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T03:00:00Z")).await;
        let (browser, _) = kit.player("jane@example.com").await;
        let (other, id) = kit.player("joe@example.com").await;
        join(&browser, "cup").await;
        join(&other, "cup").await;
        crate::stops::stop(&kit.app, id, croupier_ledger::StopReason::CoolingOff).await;
        kit.app.clock.advance(ms(3 * CUP_MS - SOON_MS));
        announce_due(&kit.app).await.unwrap();
        assert_eq!(events(&browser).await, ["tournament_starts_soon"]);
        let sql = "SELECT COUNT(*) FROM notification WHERE player_id = $1";
        let reported: i64 = kit.app.db.query_one(sql, croupier_db::params![id]).await.unwrap().get(0).unwrap();
        assert_eq!(reported, 0);
    }

    async fn coming_among_the_prizes_and_falling_out_is_told_once_each(kit: Kit) {
        let one_prize = CUP.replace("    { from = 2, to = 2, prize = { kind = \"money\", amount_cents = 2000 } },\n", "");
        define(&kit, &one_prize).await;
        let (slow_browser, slow) = racer(&kit, "slow@example.com", "cup").await;
        let (_, fast) = racer(&kit, "fast@example.com", "cup").await;
        round(&kit.app, "s", slow, 100, 0).await;
        scored(&kit.app).await;
        announce_due(&kit.app).await.unwrap();
        assert_eq!(events(&slow_browser).await, ["player_joined_leaderboard"]);
        round(&kit.app, "f", fast, 200, 0).await;
        scored(&kit.app).await;
        announce_due(&kit.app).await.unwrap();
        assert_eq!(events(&slow_browser).await.len(), 1, "not within a minute of the last");
        kit.app.clock.advance(ms(60_000));
        for _ in 0..3 {
            announce_due(&kit.app).await.unwrap();
        }
        assert_eq!(events(&slow_browser).await, ["player_joined_leaderboard", "player_kicked_from_leaderboard"]);
    }

    async fn places_and_notices_come_over_the_socket(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        let mut socket = socket(&kit, &browser).await;
        round(&kit.app, "one", id, 100, 0).await;
        let frame = loop {
            let frame = next_of(&mut socket, "tournaments_statuses#").await;
            if frame["points"] == 100 {
                break frame;
            }
        };
        assert_eq!((&frame["bets"], &frame["place"], &frame["award_place"]), (&json!(100), &json!(1), &json!(1)));
        assert_eq!(frame["status"], "active");
        let notice = next_of(&mut socket, "tournament_notifications#").await;
        assert_eq!((&notice["event"], &notice["identifier"]), (&json!("player_joined_leaderboard"), &json!("cup")));
    }
}
