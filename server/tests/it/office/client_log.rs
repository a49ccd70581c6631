//! What browsers have written to the log, as staff finds it.

use std::time::Duration;

use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::testkit::Kit;

async fn write(kit: &Kit, entry: Value) {
    kit.browser().send(Method::PUT, "/log", Some(entry), &[]).await.expect(204);
}

fn entry(level: &str, code: &str, message: &str, session: &str) -> Value {
    json!({
        "level": level, "code": code, "message": message, "url": "/profile", "stack": "at x", "release": "1a2b",
        "session_id": session,
    })
}

async fn found(member: &Member, query: &str) -> Vec<Value> {
    let page = member.browser.get(&format!("/api/client-log{query}")).await.expect(200);
    assert_eq!(page["next"], Value::Null);
    page["groups"].as_array().unwrap().clone()
}

fn codes(groups: &[Value]) -> Vec<&str> {
    groups.iter().map(|group| group["code"].as_str().unwrap()).collect()
}

const ONE: &str = "0af7651916cd43dd8448eb211c80319c";
const TWO: &str = "1af7651916cd43dd8448eb211c80319c";

on_both_engines! {
    async fn entries_that_say_the_same_are_counted_together(kit: Kit) {
        let office = Office::open(&kit).await;
        let cora = office.member(Role::Compliance).await;
        for session in [ONE, TWO, TWO] {
            write(&kit, entry("error", "GET_API_PLAYER", "500 internal", session)).await;
            kit.app.clock.advance(Duration::from_secs(1));
        }
        write(&kit, json!({ "level": "info", "code": "NAVIGATION", "message": "100% done" })).await;
        let groups = found(&cora, "").await;
        assert_eq!(codes(&groups), ["NAVIGATION", "GET_API_PLAYER"], "the latest first");
        assert_eq!(groups[1], json!({
            "level": "error", "code": "GET_API_PLAYER", "message": "500 internal", "url": "/profile", "release": "1a2b",
            "stack": "at x", "count": 3, "visits": 2,
            "first_at": "2026-01-01T00:00:00.000Z", "last_at": "2026-01-01T00:00:02.000Z",
        }));
        assert_eq!((&groups[0]["release"], &groups[0]["visits"]), (&Value::Null, &json!(0)));
    }

    async fn a_text_that_no_database_keeps_is_refused(kit: Kit) {
        let office = Office::open(&kit).await;
        let cora = office.member(Role::Compliance).await;
        let refused = cora.browser.get("/api/client-log?period=week&query=a%00b").await;
        assert_eq!(refused.field("query"), ["VALIDATION.INVALID"], "{}", refused.body);
    }

    async fn entries_are_found_by_level_text_and_age(kit: Kit) {
        let office = Office::open(&kit).await;
        write(&kit, entry("error", "OLD", "a while ago", ONE)).await;
        kit.app.clock.advance(Duration::from_hours(25));
        write(&kit, entry("error", "GET_API_PLAYER", "500 internal", ONE)).await;
        write(&kit, entry("warning", "REALTIME_FRAME", "100% wrong", ONE)).await;
        let cora = office.member(Role::Compliance).await;
        for (query, expected) in [
            ("?level=error", &["GET_API_PLAYER"][..]), ("?level=error&period=week", &["GET_API_PLAYER", "OLD"]),
            ("?query=Internal", &["GET_API_PLAYER"]), ("?query=100%25", &["REALTIME_FRAME"]), ("?query=0%25%20i", &[]),
            ("?query=profile&level=warning", &["REALTIME_FRAME"]), ("?query=1A2B&period=all&level=error", &["GET_API_PLAYER", "OLD"]),
            ("?query=api_player", &["GET_API_PLAYER"]), ("?query=apixplayer", &[]), ("?level=debug", &[]),
        ] {
            assert_eq!(codes(&found(&cora, query).await), expected, "{query}");
        }
        for (query, field) in [("?level=fatal", "level"), ("?period=year", "period"), ("?after=-1", "after")] {
            let answer = cora.browser.get(&format!("/api/client-log{query}")).await;
            assert_eq!(answer.field(field), ["VALIDATION.INVALID"], "{query}");
        }
        let long = cora.browser.get(&format!("/api/client-log?query={}", "x".repeat(201))).await;
        assert_eq!(long.field("query"), ["VALIDATION.QUERY.TOO_LONG"]);
    }

    async fn a_long_list_comes_in_pages(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        for number in 0..51 {
            write(&kit, entry("error", &format!("CODE_{number}"), "x", ONE)).await;
        }
        let first = boss.browser.get("/api/client-log").await.expect(200);
        assert_eq!((first["groups"].as_array().unwrap().len(), &first["next"]), (50, &json!(50)));
        assert_eq!(found(&boss, "?after=50").await.len(), 1);
    }
}
