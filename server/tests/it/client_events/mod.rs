//! What the site tells of a visit: it is kept, free of secrets, and forgotten in time.

mod affiliates;

use std::time::Duration;

use croupier_db::params;
use croupier_server::client_events::{self, LOG_KEPT_MS, LogFilter, MEASURES_KEPT_MS, TimingSummary};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::testkit::Kit;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

async fn put(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(Method::PUT, path, Some(body), &[]).await
}

fn entry(code: &str) -> Value {
    json!({ "level": "error", "code": code, "message": "500 internal", "url": "/", "trace_id": TRACE })
}

async fn count(kit: &Kit, table: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {table}");
    kit.app.db.query_one(&sql, params![]).await.unwrap().get(0).unwrap()
}

fn all() -> LogFilter {
    LogFilter { limit: 100, ..LogFilter::default() }
}

on_both_engines! {
    async fn staff_read_what_browsers_log(kit: Kit) {
        let (browser, player) = kit.player("jane@example.com").await;
        let reported = json!({
            "level": "error", "code": "GET_API_PLAYER_STATS", "message": "500 internal", "url": "/profile?token=x#y",
            "stack": "at x", "trace_id": TRACE, "session_id": TRACE, "release": "1a2b",
        });
        put(&browser, "/log", reported).await.expect(204);
        kit.app.clock.advance(Duration::from_secs(1));
        put(&kit.browser(), "/log", json!({ "level": "info", "code": "NAVIGATION", "message": "" })).await.expect(204);
        let rows = client_events::logs(&kit.app.db, &all()).await.unwrap();
        let shown: Vec<Value> = rows.iter().map(|row| serde_json::to_value(row).unwrap()).collect();
        assert_eq!(shown, [
            json!({
                "at": "2026-01-01T00:00:01.000Z", "level": "info", "code": "NAVIGATION", "message": "", "url": "",
                "stack": null, "trace_id": null, "session_id": null, "release": null, "player_id": null,
            }),
            json!({
                "at": "2026-01-01T00:00:00.000Z", "level": "error", "code": "GET_API_PLAYER_STATS",
                "message": "500 internal", "url": "/profile", "stack": "at x", "trace_id": TRACE,
                "session_id": TRACE, "release": "1a2b", "player_id": player,
            }),
        ]);
        let only = LogFilter { code: Some("NAVIGATION".to_owned()), ..all() };
        assert_eq!(client_events::logs(&kit.app.db, &only).await.unwrap(), rows[..1]);
        let only = LogFilter { level: Some("error".to_owned()), ..all() };
        assert_eq!(client_events::logs(&kit.app.db, &only).await.unwrap(), rows[1..]);
        let only = LogFilter { since: kit.app.clock.now(), ..all() };
        assert_eq!(client_events::logs(&kit.app.db, &only).await.unwrap(), rows[..1]);
    }

    async fn no_secret_is_kept(kit: Kit) {
        let secrets = ["Zu9!kelmotra", "4111 1111 1111 1111", "b3RwMTIzNDU2Nzg5MDEyMzQ1Njc4OTA", "ada@example.com"];
        let text = format!("sent password={} \ncard {} token {} of {}", secrets[0], secrets[1], secrets[2], secrets[3]);
        let browser = kit.browser();
        let reported = json!({ "level": "error", "code": text, "message": text, "url": text, "stack": text });
        put(&browser, "/log", reported).await.expect(204);
        let form = json!({ "side": "client", "component": text, "errors": { text.as_str(): text } });
        put(&browser, "/metrics-errors-validation", form).await.expect(204);
        for (table, columns) in [("client_log", "code, message, url, stack"), ("refused_field", "component, field, code, side")] {
            let sql = format!("SELECT {columns} FROM {table}");
            let row = kit.app.db.query_one(&sql, params![]).await.unwrap();
            for column in 0..4 {
                let kept: String = row.get(column).unwrap();
                assert!(secrets.iter().all(|secret| !kept.contains(secret)), "{table}: {kept}");
            }
        }
    }

    async fn an_address_writes_sixty_entries_a_minute(kit: Kit) {
        let browser = kit.browser();
        for _ in 0..60 {
            put(&browser, "/log", entry("A")).await.expect(204);
        }
        let limited = put(&browser, "/log", entry("A")).await;
        assert_eq!((limited.status.as_u16(), limited.code()), (429, "too_many_requests"));
        assert_eq!(count(&kit, "client_log").await, 60);
        kit.app.clock.advance(Duration::from_mins(1));
        put(&browser, "/log", entry("A")).await.expect(204);
    }

    async fn measures_of_a_page_are_summed_up(kit: Kit) {
        let browser = kit.browser();
        for lcp in [1200.5, 900.0, 2500.0, 1000.0] {
            let timings = json!([{ "name": "LCP", "value": lcp }, { "name": "TTFB", "value": 80 }]);
            put(&browser, "/performance", json!({ "trace_id": TRACE, "timings": timings })).await.expect(204);
        }
        let summary = |name, p50_thousandths, p75_thousandths| TimingSummary { name, count: 4, p50_thousandths, p75_thousandths };
        let reported = client_events::timings(&kit.app.db, 0).await.unwrap();
        assert_eq!(reported, [summary("TTFB", 80_000, 80_000), summary("LCP", 1_000_000, 1_200_500)]);
        for bad in [
            json!([]), json!([{ "name": "LCP", "value": -1 }]), json!([{ "name": "LCP", "value": 1e12 }]),
            json!([{ "name": "NAME", "value": 1 }]), json!([{ "name": "LCP", "value": null }]),
        ] {
            put(&browser, "/performance", json!({ "timings": bad })).await.expect(422);
        }
    }

    async fn a_network_is_told_in_the_browsers_words(kit: Kit) {
        let browser = kit.browser();
        put(&browser, "/network-performance", json!({ "rtt": 50, "downlink": 1.55, "effectiveType": "4g" })).await.expect(204);
        let sql = "SELECT rtt_ms, downlink_kbps, effective_type FROM network_timing";
        let row = kit.app.db.query_one(sql, params![]).await.unwrap();
        let kept: (i64, i64, String) = (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        assert_eq!(kept, (50, 1550, "4g".to_owned()));
        for (field, bad) in [("rtt", json!(-1)), ("downlink", json!(1e9)), ("effectiveType", json!("6g"))] {
            let mut reported = json!({ "rtt": 50, "downlink": 1.5, "effectiveType": "4g" });
            reported[field] = bad;
            put(&browser, "/network-performance", reported).await.expect(422);
        }
    }

    async fn refused_fields_are_counted_by_form(kit: Kit) {
        let form = json!({ "side": "client", "component": "registration", "errors": { "email": "VALIDATION.EMAIL.INVALID" } });
        put(&kit.browser(), "/metrics-errors-validation", form).await.expect(204);
        let sql = "SELECT side, component, field, code FROM refused_field";
        let row = kit.app.db.query_one(sql, params![]).await.unwrap();
        let kept: Vec<String> = (0..4).map(|column| row.get(column).unwrap()).collect();
        assert_eq!(kept, ["client", "registration", "email", "VALIDATION.EMAIL.INVALID"]);
        let nothing = json!({ "side": "client", "component": "registration", "errors": {} });
        put(&kit.browser(), "/metrics-errors-validation", nothing).await.expect(422);
    }

    async fn a_survey_has_one_answer_a_player(kit: Kit) {
        let (browser, player) = kit.player("jane@example.com").await;
        let answer = |score: i64, comment: &str| json!({
            "survey_id": "spring", "survey_collector_id": "site", "score": score, "comment": comment, "locale": "en",
        });
        kit.browser().post("/api/survey", answer(9, "")).await.expect(401);
        browser.post("/api/survey", answer(3, "slow")).await.expect(204);
        browser.post("/api/survey", answer(9, " better, my card 4111 1111 1111 1111 works ")).await.expect(204);
        let sql = "SELECT player_id, score, comment, locale FROM survey_answer";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        let read = |row: &croupier_db::Row| {
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap(), row.get(3).unwrap())
        };
        let kept: Vec<(i64, i64, String, Option<String>)> = rows.iter().map(read).collect();
        assert_eq!(kept, [(player, 9, "better, my card [removed] works".to_owned(), Some("en".to_owned()))]);
        browser.post("/api/survey", answer(11, "")).await.expect(422);
        let nameless = json!({ "survey_id": "", "survey_collector_id": "site", "score": 1 });
        browser.post("/api/survey", nameless).await.expect(422);
    }

    async fn the_pixel_is_a_picture_and_counts_what_makes_sense(kit: Kit) {
        let known = format!("/pixel.gif?event=sign_up&visitor={TRACE}");
        for path in [known.as_str(), "/pixel.gif", "/pixel.gif?event=other&visitor=1", "/pixel.gif?event=sign_up&visitor=1"] {
            let answer = reqwest::get(kit.url(path)).await.unwrap();
            assert_eq!((answer.status().as_u16(), answer.headers()["content-type"].to_str().unwrap()), (200, "image/gif"), "{path}");
        }
        assert_eq!(count(&kit, "pixel_hit").await, 1);
    }

    async fn marks_are_kept_without_card_numbers(kit: Kit) {
        let marks = json!({ "utmMetrics": { "utm_source": "mail", "utm_term": "4111 1111 1111 1111" } });
        kit.browser().post("/log_utm_set", marks).await.expect(204);
        let kept = kit.app.db.query_one("SELECT marks FROM utm_marks", vec![]).await.unwrap();
        let kept: Value = serde_json::from_str(&kept.get::<String>(0).unwrap()).unwrap();
        assert_eq!(kept, json!({ "utm_source": "mail", "utm_term": "[removed]" }));
    }

    async fn what_is_old_is_forgotten(kit: Kit) {
        let (player, _) = kit.player("jane@example.com").await;
        let guest = kit.browser();
        put(&guest, "/log", entry("A")).await.expect(204);
        put(&guest, "/performance", json!({ "timings": [{ "name": "LCP", "value": 1 }] })).await.expect(204);
        let marks = json!({ "utmMetrics": { "utm_source": "x" } });
        guest.post("/log_utm_set", marks.clone()).await.expect(204);
        player.post("/log_utm_send", marks).await.expect(204);
        let kept = async || [count(&kit, "client_log").await, count(&kit, "page_timing").await, count(&kit, "utm_marks").await];
        let pass = |ms: i64| kit.app.clock.advance(Duration::from_millis(u64::try_from(ms).unwrap()));
        pass(LOG_KEPT_MS - 1);
        client_events::sweep::forget_old(&kit.app).await.unwrap();
        assert_eq!(kept().await, [1, 1, 2]);
        pass(1);
        assert_eq!(client_events::sweep::forget_old(&kit.app).await.unwrap(), 1);
        assert_eq!(kept().await, [0, 1, 2]);
        pass(MEASURES_KEPT_MS - LOG_KEPT_MS);
        assert_eq!(client_events::sweep::forget_old(&kit.app).await.unwrap(), 2);
        assert_eq!(kept().await, [0, 0, 1]);
    }
}
