//! After half an hour alone, money asks for the password: in the site and in a game that is open.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::browser::{Answer, Browser, PASSWORD};
use crate::play::{Frame, KOI, SAILS, launch, rich_player};

const HALF_HOUR: Duration = Duration::from_mins(30);

async fn reauthenticate(browser: &Browser, password: &str) -> Answer {
    browser.post("/api/users/reauthenticate", json!({ "password": password })).await
}

fn asks_for_password(answer: &Answer) -> bool {
    (answer.status.as_u16(), answer.code()) == (403, "reauth_required")
}

on_both_engines! {
    async fn an_open_game_asks_for_the_password_and_goes_on_with_it(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = frame.spin("first", 20).await.expect(201);
        frame.finish(round).await;
        kit.app.clock.advance(HALF_HOUR);
        assert!(asks_for_password(&frame.spin("second", 20).await));
        // The token still opens the game, and neither that nor trying again makes the session fresh.
        frame.session().await.expect(200);
        assert!(asks_for_password(&frame.spin("second", 20).await));
        assert!(asks_for_password(&launch(&browser, SAILS, "real").await));
        browser.get("/api/player/stats").await.expect(200);
        assert!(asks_for_password(&frame.spin("second", 20).await));
        assert_eq!(reauthenticate(&browser, "Wrong!password").await.field("password"), ["SIGN_IN.WRONG_PASSWORD"]);
        assert!(asks_for_password(&frame.spin("second", 20).await));
        let cookie = browser.cookie();
        reauthenticate(&browser, PASSWORD).await.expect(204);
        assert_eq!(browser.cookie(), cookie, "the session stays");
        frame.spin("second", 20).await.expect(201);
        launch(&browser, SAILS, "real").await.expect(201);
    }

    async fn an_open_round_is_finished_without_the_password(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let round = frame.open_round(20).await;
        kit.app.clock.advance(HALF_HOUR);
        frame.finish(round).await;
        assert!(asks_for_password(&frame.spin("after", 20).await));
    }

    async fn playing_is_presence_and_what_a_page_asks_by_itself_is_not(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        for turn in 0..4 {
            kit.app.clock.advance(Duration::from_mins(20));
            let round = frame.spin(&format!("turn{turn}"), 20).await.expect(201);
            frame.finish(round).await;
        }
        launch(&browser, SAILS, "real").await.expect(201);
        let watching = kit.browser().with("x-background", "1");
        watching.set_cookie(browser.cookie());
        for _ in 0..4 {
            kit.app.clock.advance(Duration::from_mins(10));
            browser.get("/api/player/settings").await.expect(200);
            watching.get("/api/player/accounts").await.expect(200);
            let measured = json!({ "level": "error", "code": "X", "message": "x" });
            browser.send(Method::PUT, "/log", Some(measured), &[]).await;
            frame.session().await.expect(200);
        }
        assert!(asks_for_password(&frame.spin("after", 20).await));
    }

    async fn neither_neighbours_nor_another_device_keep_a_session_out(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        for n in 0..11 {
            let (neighbour, _) = kit.player(&format!("neighbour{n}@example.com")).await;
            for _ in 0..5 {
                reauthenticate(&neighbour, "Wrong!password").await.expect(422);
            }
        }
        reauthenticate(&browser, PASSWORD).await.expect(204);
        let other = kit.browser();
        let user = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        other.post("/api/users/sign_in", user).await.expect(201);
        for _ in 0..5 {
            reauthenticate(&other, "Wrong!password").await.expect(422);
        }
        assert_eq!(reauthenticate(&other, PASSWORD).await.status, 429);
        reauthenticate(&browser, PASSWORD).await.expect(204);
    }

    async fn the_sixth_wrong_password_of_a_minute_has_to_wait(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let user = json!({ "user": { "email": "player@example.com", "password": "Wrong!password" } });
        for _ in 0..6 {
            kit.browser().post("/api/users/sign_in", user.clone()).await;
        }
        // Strangers have closed the sign-in, and not this.
        for _ in 0..5 {
            reauthenticate(&browser, "Wrong!password").await.expect(422);
        }
        let limited = reauthenticate(&browser, PASSWORD).await;
        assert_eq!((limited.status.as_u16(), limited.code()), (429, "too_many_requests"));
        assert!(limited.headers.contains_key("retry-after"));
        kit.app.clock.advance(Duration::from_secs(61));
        reauthenticate(&browser, PASSWORD).await.expect(204);
        assert_eq!(reauthenticate(&browser, "").await.field("password"), ["VALIDATION.PASSWORD.REQUIRED"]);
        reauthenticate(&kit.browser(), PASSWORD).await.expect(401);
    }
}
