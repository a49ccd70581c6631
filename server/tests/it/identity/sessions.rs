//! The player's own list of sessions.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::{Browser, PASSWORD};
use crate::play::{Frame, SAILS, rich_player};
use crate::realtime::Client;
use crate::testkit::Kit;

const PATH: &str = "/api/player/sessions";

const FOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

/// The close code after which a client comes back with a new token.
const SESSION_ENDED: u16 = 4401;

/// Another browser of the same player.
async fn signed_in(kit: &Kit, email: &str) -> Browser {
    let browser = kit.browser().with("user-agent", FOX);
    let user = json!({ "email": email, "password": PASSWORD, "dfpc": "device-2" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
    browser
}

async fn listed(browser: &Browser) -> Vec<Value> {
    browser.get(PATH).await.expect(200).as_array().unwrap().clone()
}

fn id(session: &Value) -> &str {
    session["id"].as_str().unwrap()
}

on_both_engines! {
    async fn every_session_is_listed_with_device_and_times(kit: Kit) {
        let (first, _) = kit.player("jane@example.com").await;
        kit.app.clock.advance(Duration::from_mins(1));
        let second = signed_in(&kit, "jane@example.com").await;
        let sessions = listed(&second).await;
        assert_eq!(sessions.len(), 2);
        let reported = &sessions[0];
        assert_eq!((&reported["browser"], &reported["system"], &reported["current"]), (&json!("Firefox"), &json!("Linux"), &json!(true)));
        assert_eq!((&reported["created_at"], &reported["seen_at"]), (&json!("2026-01-01T00:01:00.000Z"), &json!("2026-01-01T00:01:00.000Z")));
        assert_eq!((&sessions[1]["browser"], &sessions[1]["current"]), (&Value::Null, &json!(false)));
        let sessions = listed(&first).await;
        assert_eq!((&sessions[0]["current"], &sessions[1]["current"]), (&json!(false), &json!(true)));
        // What is over by itself is not listed.
        kit.app.clock.advance(Duration::from_hours(24 * 6));
        first.get(PATH).await.expect(200);
        kit.app.clock.advance(Duration::from_hours(24 * 2));
        assert_eq!(listed(&first).await.len(), 1);
    }

    async fn an_ended_session_ends_with_its_game_and_its_socket(kit: Kit) {
        let (first, _) = rich_player(&kit).await;
        let second = signed_in(&kit, "player@example.com").await;
        let frame = Frame::open(&kit, &second, SAILS, "real").await;
        let settings = second.get("/api/player/settings").await.expect(200);
        let token = settings["realtime"]["token"].as_str().unwrap();
        let (mut socket, _) = Client::connect(kit.address, token).await;
        let other = listed(&first).await.into_iter().find(|session| session["current"] == false).unwrap();
        first.delete(&format!("{PATH}/{}", id(&other))).await.expect(204);
        second.get("/api/player/stats").await.expect(401);
        assert_eq!(socket.close_code().await, SESSION_ENDED);
        assert_eq!(frame.spin("after", 20).await.status, 401);
        assert_eq!(listed(&first).await.len(), 1);
        first.delete(&format!("{PATH}/{}", id(&other))).await.expect(404);
    }

    async fn all_others_end_at_once(kit: Kit) {
        let (first, _) = kit.player("jane@example.com").await;
        let others = [signed_in(&kit, "jane@example.com").await, signed_in(&kit, "jane@example.com").await];
        assert_eq!(first.delete(PATH).await.expect(200), json!({ "ended": 2 }));
        assert_eq!(first.delete(PATH).await.expect(200), json!({ "ended": 0 }));
        first.get("/api/player/stats").await.expect(200);
        for other in others {
            other.get("/api/player/stats").await.expect(401);
        }
    }

    async fn nobody_ends_a_session_of_somebody_else(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let (june, _) = kit.player("june@example.com").await;
        let session = listed(&jane).await.remove(0);
        june.delete(&format!("{PATH}/{}", id(&session))).await.expect(404);
        june.delete(PATH).await.expect(200);
        jane.get("/api/player/stats").await.expect(200);
    }
}
