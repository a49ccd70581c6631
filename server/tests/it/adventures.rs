//! Adventures: days that deposits complete, and gifts that are issued once.

use std::time::Duration;

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::{adventure, bonus};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::play::{give, grown_player};
use crate::testkit::Kit;
use crate::tournaments::notices::{next_of, socket};

/// Two days from the start of the tests' clock on.
pub const TRAIL: &str = r#"
[[adventure]]
id = "trail"
first_day = "2026-01-01"
deposit_min = { EUR = 2000, USD = 2500 }
days = [
    { offer = "WHEEL-10-SPINS", activation_days = 3 },
    { offer = "WHEEL-BONUS-SMALL", activation_days = 2 },
]
superb = { offer = "WHEEL-50-SPINS", activation_days = 7 }
title = { en = "The Trail", de = "Der Pfad" }
description = { en = "Walk it." }
"#;

const DAY: Duration = Duration::from_hours(24);

/// Puts `definitions` in the place of those of the content folder.
pub async fn define(kit: &Kit, definitions: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("adventures.toml"), definitions).unwrap();
    adventure::reload(&kit.app.adventures, folder.path(), &kit.app.bonuses.offers()).unwrap();
    adventure::keep(&kit.app).await.unwrap();
}

async fn calendar(browser: &Browser) -> Value {
    browser.get("/api/fe/config/vip-adventures?l=en").await.expect(200)
}

fn states(calendar: &Value) -> Vec<&str> {
    calendar["days"].as_array().unwrap().iter().map(|day| day["state"].as_str().unwrap()).collect()
}

/// Waits until the reader has counted `amount` for today.
async fn until_counted(browser: &Browser, day: usize, currency: &str, amount: i64) {
    Kit::until("the deposit of the day", async || {
        (calendar(browser).await["days"][day]["deposited"][currency] == amount).then_some(())
    })
    .await;
}

/// Waits until the gift of a step is issued.
async fn gift(browser: &Browser, place: usize) -> Value {
    Kit::until("the gift of the day", async || {
        let gift = calendar(browser).await["days"][place]["gift"].clone();
        (!gift.is_null()).then_some(gift)
    })
    .await
}

/// How many gifts adventures have made, and how many days are completed.
pub async fn counts(kit: &Kit) -> (i64, i64) {
    let sql = "SELECT (SELECT COUNT(*) FROM bonus_award WHERE source LIKE 'adventure:%')
                   + (SELECT COUNT(*) FROM freespin_grant WHERE source LIKE 'adventure:%'),
                   (SELECT COUNT(*) FROM adventure_completion)";
    let row = kit.app.db.query_one(sql, params![]).await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap())
}

async fn assert_sound(kit: &Kit) {
    assert_eq!(adventure::check(&kit.app.db).await.unwrap(), []);
    assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
}

on_both_engines! {
    async fn deposits_of_one_day_and_currency_add_up_and_complete_it_once(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 1_200).await;
        until_counted(&jane, 0, "EUR", 1_200).await;
        assert_eq!(states(&calendar(&jane).await), ["active", "future", "superb"]);
        give(&kit.app, id, Currency::EUR, 800).await;
        let waits = gift(&jane, 0).await;
        assert_eq!((&waits["type"], &waits["stage"], &waits["activatable"]), (&json!("freespins"), &json!("issued"), &json!(true)));
        assert_eq!((&waits["title"], &waits["activatable_until"]), (&json!("10 free spins"), &json!("2026-01-04T00:00:00.000Z")));
        give(&kit.app, id, Currency::EUR, 5_000).await;
        until_counted(&jane, 0, "EUR", 7_000).await;
        for kept in join_all((0..4).map(|_| adventure::keep(&kit.app))).await {
            kept.unwrap();
        }
        assert_eq!(counts(&kit).await, (1, 1));
        let seen = calendar(&jane).await;
        assert_eq!(states(&seen), ["completed", "future", "superb"]);
        let day = &seen["days"][0];
        assert_eq!((&day["isCompleted"], &day["today"], &day["wager"]), (&json!(true), &json!(true), &json!(30)));
        let path = format!("/api/player/freespins/{}/activation", waits["id"].as_str().unwrap());
        jane.post_once("a", &path, json!({})).await.expect(200);
        assert_eq!(calendar(&jane).await["days"][0]["gift"]["stage"], "activated");
        assert_sound(&kit).await;
    }

    async fn a_deposit_that_is_a_part_of_a_day_is_told_to_open_pages(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        let mut socket = socket(&kit, &jane).await;
        give(&kit.app, id, Currency::EUR, 1_200).await;
        let frame = next_of(&mut socket, "adventures_changes#").await;
        assert_eq!((&frame["adventure"], &frame["step"]), (&calendar(&jane).await["campaign"]["id"], &json!(1)));
        assert_eq!(calendar(&jane).await["days"][0]["deposited"]["EUR"], 1_200, "counted before it is told");
        assert_eq!(counts(&kit).await, (0, 0));
    }

    async fn who_changes_the_currency_completes_a_day_in_one_of_them(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 1_900).await;
        until_counted(&jane, 0, "EUR", 1_900).await;
        // What was paid in in euros does not help the dollars, however much both are worth together.
        jane.post("/api/player/accounts", json!({ "currency": "USD" })).await.expect(201);
        let dollars: Currency = "USD".parse().unwrap();
        give(&kit.app, id, dollars, 2_400).await;
        until_counted(&jane, 0, "USD", 2_400).await;
        adventure::keep(&kit.app).await.unwrap();
        assert_eq!(counts(&kit).await, (0, 0));
        give(&kit.app, id, dollars, 100).await;
        gift(&jane, 0).await;
        // Nor does the day come twice when the euros are enough as well, and its gift stays in the wallet of the deposit.
        give(&kit.app, id, Currency::EUR, 5_000).await;
        until_counted(&jane, 0, "EUR", 6_900).await;
        adventure::keep(&kit.app).await.unwrap();
        assert_eq!(counts(&kit).await, (1, 1));
        let sql = "SELECT currency FROM freespin_grant WHERE source LIKE 'adventure:%'";
        let currency: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(currency, "USD");
        assert_sound(&kit).await;
    }

    async fn every_day_brings_the_gift_for_all_of_them_once(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 2_000).await;
        gift(&jane, 0).await;
        // What runs is promised as it is, and no second calendar of its definition runs beside it.
        let other = TRAIL.replace("WHEEL-10-SPINS", "WHEEL-20-SPINS").replace("EUR = 2000", "EUR = 3000");
        let before = calendar(&jane).await;
        let again = |day: &str| other.replace("\"2026-01-01\"", &format!("\"{day}\"\nevery_days = 2"));
        for edited in [other.clone(), again("2025-12-31"), again("2026-01-02")] {
            define(&kit, &edited).await;
            assert_eq!(calendar(&jane).await, before, "{edited}");
        }
        define(&kit, TRAIL).await;
        kit.app.clock.advance(DAY);
        give(&kit.app, id, Currency::EUR, 1_000).await;
        until_counted(&jane, 1, "EUR", 1_000).await;
        assert_eq!(states(&calendar(&jane).await), ["completed", "active", "superb"]);
        give(&kit.app, id, Currency::EUR, 1_000).await;
        gift(&jane, 2).await;
        gift(&jane, 1).await;
        let done = calendar(&jane).await;
        assert_eq!((&done["campaign"]["isFinished"], &done["days"][2]["isCompleted"]), (&json!(true), &json!(true)));
        adventure::keep(&kit.app).await.unwrap();
        assert_eq!(counts(&kit).await, (3, 3));
        assert_sound(&kit).await;
    }

    async fn the_check_finds_days_that_were_not_paid_for_and_gifts_without_one(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 2_000).await;
        gift(&jane, 0).await;
        kit.app.clock.advance(DAY);
        give(&kit.app, id, Currency::EUR, 2_000).await;
        gift(&jane, 2).await;
        gift(&jane, 1).await;
        assert_sound(&kit).await;
        let paid = "a completed day of an adventure was paid for with what it asked for";
        let whole = "the prize for all days of an adventure has every day of its player";
        let given = "the gift of a completed day of an adventure was given when it is marked, and not before";
        let found = async |sql: &str| {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, params![]).await.unwrap();
            tx.commit().await.unwrap();
            let findings = adventure::check(&kit.app.db).await.unwrap();
            findings.into_iter().map(|finding| finding.rule).collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        assert_eq!(found("UPDATE adventure_deposit SET amount = amount - 1 WHERE step = 1").await, [paid]);
        assert_eq!(found("UPDATE adventure_deposit SET amount = amount + 1 WHERE step = 1").await, none);
        // The job would give what is not marked, so it is put off.
        let unmarked = "UPDATE adventure_completion SET given_at_ms = NULL, retry_at_ms = 9007199254740991 WHERE step = 2";
        assert_eq!(found(unmarked).await, [given]);
        assert_eq!(found("UPDATE adventure_completion SET given_at_ms = 1 WHERE step = 2").await, none);
        assert_eq!(found("DELETE FROM adventure_completion WHERE step = 1").await, [whole, given]);
    }

    async fn a_week_without_a_lost_day_brings_the_further_gift(kit: Kit) {
        let five_more = "    { offer = \"WHEEL-10-SPINS\", activation_days = 3 },\n".repeat(5);
        let week = TRAIL.replace("days = [\n", &format!("days = [\n{five_more}"));
        define(&kit, &week).await;
        let (_, all) = grown_player(&kit, "jane@example.com").await;
        let (_, most) = grown_player(&kit, "john@example.com").await;
        let steps = async |player: i64| {
            let sql = "SELECT step FROM adventure_completion WHERE player_id = $1 ORDER BY step";
            let rows = kit.app.db.query(sql, params![player]).await.unwrap();
            rows.iter().map(|row| row.get::<i64>(0).unwrap()).collect::<Vec<_>>()
        };
        for day in 1..=7 {
            // Twice as much on the other days makes up for nothing.
            for (player, amount) in [(most, if day == 4 { 100 } else { 4_000 }), (all, 2_000)] {
                give(&kit.app, player, Currency::EUR, amount).await;
                Kit::until("the deposit of the day", async || {
                    let sql = "SELECT COUNT(*) FROM adventure_deposit WHERE player_id = $1 AND step = $2";
                    let row = kit.app.db.query_one(sql, params![player, day]).await.unwrap();
                    (row.get::<i64>(0).unwrap() == 1).then_some(())
                })
                .await;
            }
            kit.app.clock.advance(DAY);
        }
        // The step after the last day stands for all of them.
        assert_eq!(steps(all).await, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(steps(most).await, [1, 2, 3, 5, 6, 7]);
        Kit::until("every gift", async || {
            adventure::keep(&kit.app).await.unwrap();
            (counts(&kit).await == (14, 14)).then_some(())
        })
        .await;
        assert_sound(&kit).await;
    }

    async fn a_gift_can_be_activated_for_its_days_and_not_after_them(kit: Kit) {
        define(&kit, TRAIL).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 2_000).await;
        let waits = gift(&jane, 0).await;
        kit.app.clock.advance(DAY * 3);
        let path = format!("/api/player/freespins/{}/activation", waits["id"].as_str().unwrap());
        jane.post_once("a", &path, json!({})).await.expect(422);
    }

    async fn a_guest_sees_the_calendar_until_a_day_after_its_last(kit: Kit) {
        define(&kit, TRAIL).await;
        let guest = kit.browser();
        let seen = calendar(&guest).await;
        let days = seen["days"].as_array().unwrap();
        let day = &days[1];
        assert_eq!(
            [&day["day"], &day["month"], &day["weekday"], &day["index"], &day["step"], &day["stepTotal"]],
            [&json!(2), &json!(1), &json!(5), &json!(1), &json!(2), &json!(2)]
        );
        assert_eq!((&day["prize"]["type"], &day["periodActivationDays"]), (&json!("bonus"), &json!(2)));
        assert_eq!(day["condition"], json!({ "minDep": { "EUR": 2000, "USD": 2500 } }));
        assert_eq!((&days[2]["prize"]["type"], &days[2]["step"]), (&json!("superb"), &json!(3)));
        assert_eq!(seen["campaign"]["endAt"], "2026-01-03T00:00:00.000Z");
        kit.app.clock.advance(DAY * 2);
        assert_eq!(states(&calendar(&guest).await), ["lost", "lost", "superb"]);
        kit.app.clock.advance(DAY);
        assert_eq!(calendar(&guest).await, json!({ "campaign": null, "days": [] }));
    }

    async fn days_begin_at_midnight_of_the_calendar(kit: Kit) {
        define(&kit, &TRAIL.replace("deposit_min = { EUR = 2000, USD", "utc_offset_minutes = -60\ndeposit_min = { EUR = 2000, USD")).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        assert_eq!(calendar(&jane).await["campaign"], Value::Null);
        give(&kit.app, id, Currency::EUR, 2_000).await;
        kit.app.clock.advance(Duration::from_hours(1));
        give(&kit.app, id, Currency::EUR, 1_000).await;
        until_counted(&jane, 0, "EUR", 1_000).await;
        assert_eq!(counts(&kit).await, (0, 0));
        assert_sound(&kit).await;
    }
}
