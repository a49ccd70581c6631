use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::identity::{Activity, live_session};
use serde_json::{Value, json};

use crate::browser::{Answer, Browser, PASSWORD, form_with};
use crate::stops::stop;

async fn sign_in(browser: &Browser, email: &str, password: &str) -> Answer {
    let user = json!({ "email": email, "password": password, "dfpc": "device-2" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

on_both_engines! {
    async fn signing_in_opens_a_session_and_signing_out_ends_it(kit: Kit) {
        let (_, id) = kit.player("jane@example.com").await;
        kit.app.clock.advance(Duration::from_mins(1));
        let browser = kit.browser();
        assert_eq!(sign_in(&browser, " JANE@example.com", PASSWORD).await.expect(201), json!({ "id": id }));
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!(player["current_sign_in_at"], "2026-01-01T00:01:00.000Z");
        let cookie = browser.cookie();
        let gone = browser.delete("/api/users/sign_out").await;
        assert!(gone.set_cookie().unwrap().contains("Max-Age=0"));
        gone.expect(204);
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
        // The old cookie is told once that it is over, and taken away.
        browser.set_cookie(cookie);
        let ended = browser.get("/api/player").await;
        assert_eq!((ended.status.as_u16(), ended.code()), (401, "unauthorized"));
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
        browser.delete("/api/users/sign_out").await.expect(204);
    }

    async fn wrong_and_unknown_are_answered_the_same(kit: Kit) {
        kit.player("jane@example.com").await;
        let wrong = sign_in(&kit.browser(), "jane@example.com", "Wrong!password").await;
        let unknown = sign_in(&kit.browser(), "nobody@example.com", "Wrong!password").await;
        assert_eq!(wrong.field("email"), ["SIGN_IN.INVALID"]);
        assert_eq!((wrong.status, &wrong.body), (unknown.status, &unknown.body));
        assert_eq!(wrong.headers.keys().count(), unknown.headers.keys().count());
        let empty = sign_in(&kit.browser(), "", "").await;
        assert_eq!(empty.field("email"), ["VALIDATION.EMAIL.REQUIRED"]);
        assert_eq!(empty.field("password"), ["VALIDATION.PASSWORD.REQUIRED"]);
    }

    async fn the_sixth_wrong_try_in_a_minute_has_to_wait(kit: Kit) {
        kit.player("jane@example.com").await;
        let browser = kit.browser();
        for _ in 0..5 {
            assert_eq!(sign_in(&browser, "jane@example.com", "Wrong!password").await.status, 422);
        }
        let limited = sign_in(&browser, "jane@example.com", PASSWORD).await;
        assert_eq!((limited.status.as_u16(), limited.code()), (429, "too_many_requests"));
        let wait: u64 = limited.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        kit.app.clock.advance(Duration::from_secs(61));
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
    }

    async fn tries_made_at_once_count_together(kit: Kit) {
        kit.player("jane@example.com").await;
        let browser = kit.browser();
        let tries = (0..12).map(|_| sign_in(&browser, "jane@example.com", "Wrong!password"));
        let answers = futures_util::future::join_all(tries).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 422).count(), 5);
        assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 7);
    }

    async fn every_try_is_noted(kit: Kit) {
        let (_, id) = kit.player("jane@example.com").await;
        let browser = kit.browser().with("user-agent", "Testfox/1.0");
        sign_in(&browser, "jane@example.com", "Wrong!password").await.expect(422);
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
        let sql = "SELECT player_id, address, device, dfpc, result, at_ms FROM sign_in_attempt ORDER BY id";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        let results: Vec<String> = rows.iter().map(|row| row.get(4).unwrap()).collect();
        assert_eq!(results, ["wrong", "ok"]);
        for row in &rows {
            assert_eq!(row.get::<i64>(0).unwrap(), id);
            let reported: Vec<String> = (1..4).map(|column| row.get(column).unwrap()).collect();
            assert_eq!(reported, ["127.0.0.1", "Testfox/1.0", "device-2"]);
            assert_eq!(row.get::<i64>(5).unwrap(), crate::testkit::START_MS);
        }
    }

    async fn a_device_without_a_fingerprint_is_let_in_and_looked_at(kit: Kit) {
        let (_, id) = kit.player("jane@example.com").await;
        let flagged = async || {
            let sql = "SELECT player_id FROM event WHERE kind = 'player.device_unknown' ORDER BY player_id";
            let rows = kit.app.db.query(sql, params![]).await.unwrap();
            rows.iter().map(|row| row.get::<i64>(0).unwrap()).collect::<Vec<_>>()
        };
        sign_in(&kit.browser(), "jane@example.com", PASSWORD).await.expect(201);
        assert_eq!(flagged().await, [0; 0]);
        let user = json!({ "email": "jane@example.com", "password": PASSWORD });
        kit.browser().post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        assert_eq!(flagged().await, [id]);
        let form = form_with("june@example.com", json!({ "dfpc": "" }));
        let june = kit.browser().post("/api/users", json!({ "user": form })).await.expect(201);
        assert_eq!(flagged().await, [id, june["id"].as_i64().unwrap()]);
    }

    async fn a_new_session_replaces_the_browsers_old_one(kit: Kit) {
        kit.player("jane@example.com").await;
        let browser = kit.browser();
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
        let first = browser.cookie();
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
        let second = browser.cookie();
        assert_ne!(first, second);
        browser.get("/api/player/stats").await.expect(200);
        browser.set_cookie(first);
        browser.get("/api/player/stats").await.expect(401);
        browser.set_cookie(second);
        browser.get("/api/player/stats").await.expect(200);
    }

    async fn sessions_end_by_idleness_and_by_age(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let day = Duration::from_hours(24);
        let cookie = browser.cookie();
        for _ in 0..29 {
            kit.app.clock.advance(day);
            browser.get("/api/player/stats").await.expect(200);
        }
        kit.app.clock.advance(day);
        browser.get("/api/player/stats").await.expect(401);
        browser.set_cookie(cookie);
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
        kit.app.clock.advance(6 * day);
        browser.get("/api/player/stats").await.expect(200);
        kit.app.clock.advance(7 * day);
        browser.get("/api/player/stats").await.expect(401);
    }

    async fn a_wrong_password_is_told_nothing_of_a_stop(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        browser.get("/api/player/stats").await.expect(401);
        let wrong = sign_in(&kit.browser(), "jane@example.com", "Wrong!password").await;
        assert_eq!(wrong.field("email"), ["SIGN_IN.INVALID"]);
        let right = sign_in(&kit.browser(), "jane@example.com", PASSWORD).await;
        assert_eq!((right.status.as_u16(), right.code()), (403, "self_excluded"));
    }

    async fn a_token_made_up_opens_nothing(kit: Kit) {
        kit.player("jane@example.com").await;
        let browser = kit.browser();
        for token in ["", "x", &"A".repeat(43), "'; DROP TABLE session; --", &"z".repeat(10_000)] {
            browser.set_cookie(Some(format!("__Host-croupier={token}")));
            browser.get("/api/player/accounts").await.expect(401);
        }
    }

    async fn an_address_can_be_checked_a_few_times(kit: Kit) {
        kit.player("jane@example.com").await;
        let browser = kit.browser();
        for (email, valid, available) in [
            ("jane@example.com", true, false),
            ("JANE@example.com ", true, false),
            ("free@example.com", true, true),
            ("a@b", false, false),
        ] {
            let answer: Value = browser.post("/check-email", json!({ "email": email })).await.expect(200);
            assert_eq!(answer, json!({ "valid": valid, "available": available }), "{email}");
        }
        for _ in 0..6 {
            browser.post("/check-email", json!({ "email": "a@b.co" })).await.expect(200);
        }
        let eleventh = browser.post("/check-email", json!({ "email": "a@b.co" })).await;
        assert_eq!(eleventh.status, 429);
        assert!(eleventh.headers.contains_key("retry-after"));
    }

    async fn money_asks_for_the_password_after_half_an_hour_alone(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let fresh = async || {
            let token = browser.cookie().unwrap().split_once('=').unwrap().1.to_owned();
            live_session(&kit.app, &token, Activity::Acts).await.unwrap().unwrap().fresh
        };
        for _ in 0..4 {
            kit.app.clock.advance(Duration::from_mins(20));
            assert!(fresh().await);
        }
        kit.app.clock.advance(Duration::from_mins(30));
        assert!(!fresh().await);
        // Coming back does not make it fresh; the password does.
        browser.get("/api/player/stats").await.expect(200);
        kit.app.clock.advance(Duration::from_mins(1));
        assert!(!fresh().await);
        sign_in(&browser, "jane@example.com", PASSWORD).await.expect(201);
        assert!(fresh().await);
    }
}
