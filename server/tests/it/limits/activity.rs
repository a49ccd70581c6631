//! What a player has staked and won: within the session, the day and the year, and as a statement.

use std::time::Duration;

use serde_json::Value;

use super::assert_sound;
use crate::play::{Frame, SAILS, rich_player};

/// Staked and won in euros within `span`.
fn played(summary: &Value, span: &str) -> (i64, i64) {
    let Some(euros) = summary[span]["positions"].as_array().unwrap().iter().find(|p| p["currency"] == "EUR")
    else {
        return (0, 0);
    };
    assert_eq!(
        euros["net_cents"],
        euros["won_cents"].as_i64().unwrap() - euros["staked_cents"].as_i64().unwrap()
    );
    (euros["staked_cents"].as_i64().unwrap(), euros["won_cents"].as_i64().unwrap())
}

on_both_engines! {
    async fn sums_follow_what_is_played_by_session_day_and_year(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let summary = async || browser.get("/api/player/play_summary").await.expect(200);
        assert_eq!(played(&summary().await, "session"), (0, 0));
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let mut won = 0;
        for key in ["a", "b"] {
            let round = frame.finish(frame.spin(key, 20).await.expect(201)).await;
            won += round["win_cents"].as_i64().unwrap();
        }
        Kit::until("both rounds", async || (played(&summary().await, "session") == (40, won)).then_some(())).await;
        assert_eq!(played(&summary().await, "day"), (40, won));
        assert_eq!(played(&summary().await, "year"), (40, won));
        kit.app.clock.advance(Duration::from_hours(25));
        assert_eq!(played(&summary().await, "day"), (0, 0));
        assert_eq!(played(&summary().await, "year"), (40, won));
        assert_sound(&kit).await;
    }

    async fn a_statement_has_a_line_a_day_and_currency(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = frame.finish(frame.spin("a", 20).await.expect(201)).await;
        let won = round["win_cents"].as_i64().unwrap();
        let line = format!(
            "2026-01-01,EUR,0.20,{}.{:02},{}{}.{:02},1000.00,0.00\r\n",
            won / 100, won % 100, if won < 20 { "-" } else { "" }, (won - 20).abs() / 100, (won - 20).abs() % 100
        );
        let expected = format!("date,currency,staked,won,net,deposits,withdrawals\r\n{line}");
        Kit::until("the statement", async || (browser.get("/api/player/statement").await.body == expected).then_some(())).await;
        browser.get("/api/player/statement?year=1999").await.expect(422);
        browser.get("/api/player/statement?year=x").await.expect(422);
        assert_eq!(browser.get("/api/player/statement?year=2025").await.status, 200);
    }
}
