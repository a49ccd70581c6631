use std::time::Duration;

use croupier_db::params;
use serde_json::json;

use crate::browser::{form, form_with};

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
        kit.browser().post_once("key-1", "/api/users", user.clone()).await.expect(201);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE login SET locked = $1", params![true]).await.unwrap();
        tx.commit().await.unwrap();
        let answer = kit.browser().post_once("key-1", "/api/users", user).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (403, "account_locked"));
        assert!(answer.set_cookie().is_none());
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
