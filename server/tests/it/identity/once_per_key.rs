use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use serde_json::json;

use crate::browser::{Browser, PASSWORD, form, form_with};
use crate::stops::stop;

on_both_engines! {
    async fn a_lost_answer_is_told_again_and_signs_in_anew(kit: Kit) {
        let user = json!({ "user": form("jane@example.com") });
        let first = kit.browser().post_once("key-1", "/api/users", user.clone()).await;
        let first_cookie = first.set_cookie().unwrap().to_owned();
        let first = first.expect(201);
        // The answer never arrived: the browser has no cookie.
        let browser = kit.browser();
        let again = browser.post_once("key-1", "/api/users", user.clone()).await;
        assert_ne!(again.set_cookie().unwrap(), first_cookie);
        assert_eq!(again.expect(201), first);
        assert_eq!(browser.get("/api/player").await.expect(200)["id"], first["id"]);
        let other = json!({ "user": form_with("jane@example.com", json!({ "password": "Another!one9" })) });
        let conflict = kit.browser().post_once("key-1", "/api/users", other).await;
        assert_eq!((conflict.status.as_u16(), conflict.code()), (409, "idempotency_conflict"));
        let sql = "SELECT COUNT(*) FROM http_idem WHERE body LIKE '%croupier%' OR body LIKE '%Zu9%'";
        assert_eq!(kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap(), 0);
    }

    async fn a_replay_signs_nobody_in_who_is_shut_out(kit: Kit) {
        let user = json!({ "user": form("jane@example.com") });
        let jane = kit.browser().post_once("key-1", "/api/users", user.clone()).await.expect(201);
        stop(&kit.app, jane["id"].as_i64().unwrap(), StopReason::Operator).await;
        let answer = kit.browser().post_once("key-1", "/api/users", user).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (403, "account_locked"));
        assert!(answer.set_cookie().is_none());
    }

    async fn a_replay_signs_in_for_a_minute_and_while_the_password_stays(kit: Kit) {
        let user = json!({ "user": form("jane@example.com") });
        kit.browser().post_once("key-1", "/api/users", user.clone()).await.expect(201);
        kit.app.clock.advance(Duration::from_mins(1));
        kit.browser().post_once("key-1", "/api/users", user.clone()).await.expect(201);
        let refused = async || {
            let answer = kit.browser().post_once("key-1", "/api/users", user.clone()).await;
            assert_eq!((answer.status.as_u16(), answer.code()), (401, "unauthorized"));
            assert!(answer.set_cookie().is_none());
        };
        kit.app.clock.advance(Duration::from_secs(1));
        refused().await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let now = kit.app.clock.now();
        tx.execute("UPDATE http_idem SET claimed_at_ms = $1", params![now]).await.unwrap();
        tx.execute("UPDATE login SET password_hash = $1", params!["changed"]).await.unwrap();
        tx.commit().await.unwrap();
        refused().await;
    }

    async fn guests_do_not_share_their_keys(kit: Kit) {
        let june = kit.browser().with("user-agent", "Other/1.0");
        let (jane, user) = (kit.browser(), json!({ "user": form("jane@example.com") }));
        jane.post_once("key-1", "/api/users", user).await.expect(201);
        let user = json!({ "user": form("june@example.com") });
        let signed_up = june.post_once("key-1", "/api/users", user).await;
        let device_of_june = Browser::device_of(&signed_up);
        signed_up.expect(201);
        // What is stored before it is worked on is limited.
        let guest = kit.browser();
        let form = async |n: usize| guest.post_once(&format!("k{n}"), "/api/users", json!({ "user": {} })).await.status;
        let mut stored = 0;
        while form(stored).await == 422 {
            stored += 1;
            assert!(stored <= 120, "there is no end");
        }
        assert_eq!(form(stored).await, 429);
        // A browser that was here before has an allowance of its own, and nothing closes the way to sign in.
        let cookie = device_of_june.as_str();
        let june = kit.browser().with("cookie", cookie);
        june.post_once("other", "/api/users", json!({ "user": {} })).await.expect(422);
        let user = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        guest.post_once("in", "/check-email", json!({})).await.expect(422);
        guest.post_once("in", "/api/users/sign_in", user).await.expect(201);
    }

    async fn an_honest_sign_up_follows_a_hundred_empty_forms(kit: Kit) {
        for _ in 0..110 {
            kit.browser().post("/api/users", json!({ "user": {} })).await.expect(422);
        }
        kit.browser().post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
    }

    async fn keys_belong_to_their_caller_and_fail_without_trace(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let (june, _) = kit.player("june@example.com").await;
        let body = json!({ "currency": "USD" });
        let first = jane.post_once("k", "/api/player/accounts", body.clone()).await.expect(201);
        jane.post("/api/player/accounts", json!({ "currency": "EUR" })).await.expect(201);
        // The answer of then, not the state of now.
        assert_eq!(jane.post_once("k", "/api/player/accounts", body.clone()).await.expect(201), first);
        june.post_once("k", "/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
        jane.post_once("bad", "/api/player/accounts", json!({ "currency": "XXX" })).await.expect(422);
        jane.post_once("bad", "/api/player/accounts", json!({ "currency": "JPY" })).await.expect(201);
        jane.post_once(&"k".repeat(256), "/api/player/accounts", body.clone()).await.expect(400);
        kit.app.clock.advance(Duration::from_hours(25));
        let later = jane.post_once("k", "/api/player/accounts", body).await.expect(201);
        assert_eq!(later.as_array().unwrap().len(), 3);
    }

    async fn a_call_that_died_does_not_hold_its_key_for_long(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let body = json!({ "currency": "USD" });
        jane.post_once("k", "/api/player/accounts", body.clone()).await.expect(201);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE http_idem SET status = NULL, body = NULL", params![]).await.unwrap();
        tx.commit().await.unwrap();
        let busy = jane.post_once("k", "/api/player/accounts", body.clone()).await;
        assert_eq!((busy.status.as_u16(), busy.code()), (409, "conflict"));
        kit.app.clock.advance(Duration::from_mins(1));
        jane.post_once("k", "/api/player/accounts", body).await.expect(201);
    }
}
