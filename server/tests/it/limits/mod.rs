//! Limits that players set: made, changed, reached, and pauses.

mod activity;
mod changes;
mod deposits;
mod pauses;
mod played;

use std::time::Duration;

use croupier_db::params;
use croupier_server::limits;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::testkit::Kit;

/// The body of a cap of money in euros.
pub fn cap(kind: &str, period: &str, amount: i64) -> Value {
    json!({ "type": kind, "period": period, "amount_cents": amount, "currency": "EUR" })
}

pub async fn set(browser: &Browser, body: Value) -> Answer {
    browser.post("/api/user_limits", body).await
}

/// The player's only limit of a type.
pub async fn limit(browser: &Browser, kind: &str) -> Value {
    let limits = browser.get("/api/user_limits").await.expect(200);
    let mut found = limits.as_array().unwrap().iter().filter(|limit| limit["type"] == kind);
    let limit = found.next().unwrap_or_else(|| panic!("no limit of type {kind} in {limits:#}")).clone();
    assert!(found.next().is_none(), "{limits:#}");
    limit
}

/// Tokens that were mailed, the oldest first.
pub async fn tokens(kit: &Kit) -> Vec<String> {
    let rows =
        kit.app.db.query("SELECT body FROM mail_outbox ORDER BY posted_at_ms, id", vec![]).await.unwrap();
    let token = |body: String| body.split("confirm?token=").nth(1).map(|rest| rest[..64].to_owned());
    rows.iter().filter_map(|row| token(row.get(0).unwrap())).collect()
}

pub async fn confirm(kit: &Kit, token: &str) -> Answer {
    kit.browser().post("/api/user_limits/confirm", json!({ "token": token })).await
}

/// Lets time pass, and what waits for it come into force.
pub async fn later(kit: &Kit, hours: u64) -> usize {
    kit.app.clock.advance(Duration::from_secs(hours * 3_600));
    limits::apply_due(&kit.app).await.unwrap()
}

pub async fn count(kit: &Kit, sql: &str) -> i64 {
    kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap()
}

/// Fails the test when an invariant of the books or of limits is broken.
pub async fn assert_sound(kit: &Kit) {
    crate::play::assert_books(&kit.app).await;
    assert_eq!(limits::check(&kit.app.db).await.unwrap(), []);
}

on_both_engines! {
    async fn input_is_checked_against_the_types_and_their_periods(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        for (body, field) in [
            (cap("losses", "day", 1), "type"),
            (cap("loss", "year", 1), "period"),
            (cap("loss", "month_6", 1), "period"),
            (cap("wager", "forever", 1), "period"),
            (json!({ "type": "coolingoff", "period": "month_6" }), "period"),
            (json!({ "type": "selfexclusion", "period": "day" }), "period"),
            (json!({ "type": "session", "period": "day" }), "amount_minutes"),
            (json!({ "type": "session", "period": "day", "amount_minutes": 0 }), "amount_minutes"),
            (json!({ "type": "loss", "period": "day", "currency": "EUR" }), "amount_cents"),
            (cap("loss", "day", -1), "amount_cents"),
            (json!({ "type": "loss", "period": "day", "amount_cents": 5, "currency": "XXX" }), "currency"),
            (json!({ "type": "loss", "period": "day", "amount_cents": 5, "currency": "USD" }), "currency"),
        ] {
            let answer = set(&browser, body.clone()).await;
            assert_eq!(answer.status, 422, "{body}: {}", answer.body);
            assert_eq!(answer.field(field).len(), 1, "{body}: {}", answer.body);
        }
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM user_limit").await, 0);
    }

    async fn a_broken_limit_is_found(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 1_000)).await.expect(201);
        assert_sound(&kit).await;
        let hour = format!("INSERT INTO play_hour VALUES ({player}, 'EUR', 0, 5, 0, 0, 0)");
        for (break_it, mend_it) in [
            ("UPDATE bet_limit SET kind = 1", "UPDATE bet_limit SET kind = 2"),
            (hour.as_str(), "DELETE FROM play_hour"),
        ] {
            for (sql, broken) in [(break_it, true), (mend_it, false)] {
                let mut tx = kit.app.db.begin().await.unwrap();
                tx.execute(sql, params![]).await.unwrap();
                tx.commit().await.unwrap();
                assert_eq!(!limits::check(&kit.app.db).await.unwrap().is_empty(), broken, "{sql}");
            }
        }
    }

    async fn limits_of_one_player_are_nobody_elses(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        let (other, _) = kit.player("other@example.com").await;
        let id = set(&browser, cap("loss", "day", 1_000)).await.expect(201)["id"].as_str().unwrap().to_owned();
        other.delete(&format!("/api/user_limits/{id}")).await.expect(404);
        other.delete("/api/user_limits/1").await.expect(404);
        assert_eq!(other.get("/api/user_limits").await.expect(200), json!([]));
        assert_eq!(limit(&browser, "loss").await["status"], "active");
    }
}
