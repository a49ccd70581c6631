//! What drafts would have cost, the odds of boxes that are being written, and scorings that are done anew.

use std::time::Duration;

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::loyalty;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::browser::Answer;
use crate::jackpots;
use crate::lootbox::{issue, open};
use crate::play::{give, grown_player};
use crate::testkit::Kit;
use crate::tournaments::{CUP, define, racer, round, round_in, scored};

const HALF_AN_HOUR: Duration = Duration::from_mins(30);

/// The whole day of the tests' clock but its last half an hour.
const UNTIL_LATE: Duration = Duration::from_mins(23 * 60 + 30);

const DAY: Duration = Duration::from_hours(24);

/// Cashback of a day for members of the club's first status.
const BRONZE_CASHBACK: &str = r#"
    [[offer]]
    code = "BRONZE"
    trigger = "cashback"
    kind = "Cashback"
    group_key = "cashback"
    title = { en = "Cashback of Bronze" }
    period = "day"
    percent = 10
    activatable_hours = 24
    audience = { groups = [257] }
    amounts.EUR = { amount = 500, loss_min = 1000 }
"#;

const LOYALTY: &str = include_str!("../../../../content/loyalty.toml");
const ADVENTURES: &str = include_str!("../../../../content/adventures.toml");
const STATUSES: &str = include_str!("../../../../content/statuses.toml");
const JACKPOTS: &str = include_str!("../../../../content/jackpots.toml");
const BOXES: &str = include_str!("../../../../content/lootboxes.toml");

impl Member {
    /// Saves a draft and asks what it would have cost; answers the estimate once there is one.
    async fn estimates(&self, path: &str, body: &str) -> Value {
        let draft = json!({ "path": path, "base": 0, "revision": 0, "body": body });
        let saved = self.browser.post("/api/content/save", draft).await.expect(200);
        let revision = saved["draft"]["revision"].as_i64().unwrap();
        self.asks(path, revision).await.expect(200);
        let standing = self.ended(&format!("/api/content/cost?path={path}"), "estimate").await;
        assert_eq!(
            (&standing["state"], &standing["revision"]),
            (&json!("done"), &json!(revision)),
            "{standing}"
        );
        standing["cost"].clone()
    }

    /// Asks anew what the draft of `path` would have cost that was saved before.
    async fn estimates_again(&self, path: &str) -> Value {
        let standing = self.browser.get(&format!("/api/content/cost?path={path}")).await.expect(200);
        self.asks(path, standing["estimate"]["revision"].as_i64().unwrap()).await.expect(200);
        self.ended(&format!("/api/content/cost?path={path}"), "estimate").await["cost"].clone()
    }

    async fn asks(&self, path: &str, revision: i64) -> Answer {
        self.browser.post("/api/content/cost", json!({ "path": path, "revision": revision })).await
    }

    /// Scores a tournament anew; answers what has come of it.
    async fn rescores(&self, identifier: &str) -> Value {
        let path = format!("/api/scorings/{identifier}");
        self.browser.post(&path, json!({})).await.expect(200);
        let standing = self.ended(&path, "standing").await;
        assert_eq!(standing["state"], "done", "{standing}");
        standing["scoring"].clone()
    }

    async fn ended(&self, path: &str, name: &str) -> Value {
        Kit::until("the end of a calculation", async || {
            let standing = self.browser.get(path).await.expect(200)[name].clone();
            (standing["state"] != "waiting" && standing["state"] != "running").then_some(standing)
        })
        .await
    }
}

/// Waits until `reader` has read the whole log.
async fn read_by(kit: &Kit, reader: &str) {
    Kit::until("a reader of the log", async || {
        let lags = croupier_db::readers::lags(&kit.app.db).await.unwrap();
        let ours: Vec<_> = lags.iter().filter(|lag| lag.reader == reader).collect();
        let all = ours.len() == usize::from(kit.app.db.lanes()) && ours.iter().all(|lag| lag.rows == 0);
        all.then_some(())
    })
    .await;
}

/// The parts of the line called `item`: count and euro cents of what is in force, and of the draft.
fn line(cost: &Value, item: &str) -> [i64; 4] {
    let lines = cost["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["item"] == item).unwrap_or_else(|| panic!("{item} in {cost}"));
    assert_eq!(line["currency"], "EUR");
    let part = |side: &str, name: &str| line[side][name].as_i64().unwrap();
    [part("old", "count"), part("old", "euro_cents"), part("new", "count"), part("new", "euro_cents")]
}

/// Players who have staked 300 and 500 euros late on the day before this one.
async fn with_a_day_of_play(kit: &Kit) {
    kit.app.clock.advance(UNTIL_LATE);
    for (email, stake) in [("jane@example.com", 30_000), ("john@example.com", 50_000)] {
        let (_, id) = kit.player(email).await;
        give(&kit.app, id, Currency::EUR, 100_000).await;
        round_in(&kit.app, email, id, Currency::EUR, stake, 0).await;
    }
    kit.app.clock.advance(HALF_AN_HOUR * 2);
    read_by(kit, "reports").await;
}

on_both_engines! {
    async fn points_and_jackpots_cost_what_the_stakes_of_the_days_come_to(kit: Kit) {
        let office = Office::open(&kit).await;
        with_a_day_of_play(&kit).await;
        let bob = office.member(Role::Bonus).await;

        let draft = LOYALTY.replace("EUR = \"0.1\"", "EUR = \"0.2\"");
        assert_ne!(draft, LOYALTY);
        let cost = bob.estimates("loyalty.toml", &draft).await;
        // 800 euros bring 80 points, or 160; the shop gives a euro for 90 of them at most.
        assert_eq!(line(&cost, "points"), [80, 89, 160, 178], "{cost}");
        assert_eq!(cost["ggr_euro_cents"], 80_000);
        assert_eq!(cost["warnings"], json!([]));
        assert_eq!(cost["notes"], json!(["points_exchanged", "statuses_by_last_quarter", "vip_cashback_only"]));

        jackpots::define(&kit, JACKPOTS).await;
        let draft = JACKPOTS.replace("contribution_ppm = 3000", "contribution_ppm = 60000");
        assert_ne!(draft, JACKPOTS);
        let cost = bob.estimates("jackpots.toml", &draft).await;
        // Bets add 240, and 4800; a cycle begins with 5000 and takes 22500.5 on average.
        assert_eq!(line(&cost, "mystic-aurora bronze"), [0, 240 + 53, 0, 4_800 + 1_066], "{cost}");
        let [_, old, _, new] = line(&cost, "mystic-aurora gold");
        assert_eq!(old, new, "what the draft leaves as it is costs the same");
        assert_eq!(cost["warnings"], json!([]), "5866 and the other levels are less than a tenth of 80000");
    }

    async fn boxes_cost_their_openings_by_their_odds(kit: Kit) {
        let office = Office::open(&kit).await;
        let (browser, id) = grown_player(&kit, "jane@example.com").await;
        let number = issue(&kit, id, "wheel", "one").await;
        open(&browser, &number, "seed").await.expect(200);
        kit.app.clock.advance(UNTIL_LATE + HALF_AN_HOUR);
        let bob = office.member(Role::Bonus).await;

        let odds = bob.browser.post("/api/content/odds", json!({ "body": BOXES })).await.expect(200);
        let wheel = odds["boxes"].as_array().unwrap().iter().find(|one| one["code"] == "wheel").unwrap().clone();
        assert_eq!((&wheel["weights"], &odds["fault"]), (&json!(10_000), &Value::Null));
        let worth = |place: usize| wheel["prizes"][place]["worth_euro_cents"].as_i64().unwrap();
        let mean = (4_000 * worth(0) + 4_000 * worth(1) + 2_000 * worth(2)) / 10_000;
        assert!(worth(0) > 0 && wheel["worth_euro_cents"] == mean, "{wheel}");

        let tens = "items = [\n    { prize = \"WHEEL-10-SPINS\", weight = 4000 },\n    { prize = \"WHEEL-20-SPINS\", weight = 4000 },\n    { prize = \"WHEEL-50-SPINS\", weight = 2000 },";
        let fifties = tens.replace("weight = 4000", "weight = 0");
        let draft = BOXES.replace(tens, &fifties);
        assert_ne!(draft, BOXES);
        let cost = bob.estimates("lootboxes.toml", &draft).await;
        assert_eq!(line(&cost, "wheel"), [1, mean, 1, worth(2)], "{cost}");

        let broken = bob.browser.post("/api/content/odds", json!({ "body": "[[box]]\n" })).await.expect(200);
        assert_eq!(broken["boxes"], json!([]));
        assert!(broken["fault"].is_string(), "{broken}");
    }

    async fn boxes_that_deposits_bring_follow_what_the_draft_asks_for(kit: Kit) {
        let office = Office::open(&kit).await;
        with_a_day_of_play(&kit).await;
        let bob = office.member(Role::Bonus).await;
        // Two players have paid in 1000 euros each; the daily box asks for 200, and the draft for 2000.
        let draft = BOXES.replace("deposit_min = { EUR = 20000,", "deposit_min = { EUR = 200000,");
        assert_ne!(draft, BOXES);
        let cost = bob.estimates("lootboxes.toml", &draft).await;
        let [old, worth, new, nothing] = line(&cost, "daily");
        assert_eq!((old, new, nothing), (2, 0, 0), "{cost}");
        assert!(worth > 0, "{cost}");
        assert!(cost["notes"].as_array().unwrap().contains(&json!("brought_boxes_opened")), "{cost}");
    }

    async fn calendars_cost_the_days_that_deposits_would_have_completed(kit: Kit) {
        let office = Office::open(&kit).await;
        with_a_day_of_play(&kit).await;
        let bob = office.member(Role::Bonus).await;
        // The day of play is the eleventh of a time that the trail would have had: 10 euros to each of two players.
        let draft = ADVENTURES.replace("deposit_min = { EUR = 2000,", "deposit_min = { EUR = 200000,");
        assert_ne!(draft, ADVENTURES);
        let cost = bob.estimates("adventures.toml", &draft).await;
        assert_eq!(line(&cost, "aurora-trail 11"), [2, 2_000, 0, 0], "{cost}");
        assert_eq!(cost["lines"].as_array().unwrap().len(), 1, "{cost}");
        assert_eq!(cost["notes"], json!(["gifts_in_full", "calendars_in_these_days", "everybody_gets"]));
    }

    async fn levels_cost_the_gifts_that_points_of_the_days_have_reached(kit: Kit) {
        let office = Office::open(&kit).await;
        with_a_day_of_play(&kit).await;
        read_by(&kit, "loyalty").await;
        let bob = office.member(Role::Bonus).await;
        // 30 and 50 points: both players come to the first level, and with the draft one of them to the second.
        let draft = STATUSES.replace("max = 100 }", "max = 40 }").replace("min = 101,", "min = 41,");
        assert_ne!(draft, STATUSES);
        let cost = bob.estimates("statuses.toml", &draft).await;
        let [old, first, new, same] = line(&cost, "level 01");
        assert_eq!((old, new, first), (2, 2, same), "{cost}");
        let [none, nothing, one, _] = line(&cost, "level 02");
        assert_eq!((none, nothing, one), (0, 0, 1), "{cost}");
        assert_eq!(cost["notes"], json!(["points_as_earned", "gifts_in_full", "everybody_gets"]));
        // Points that staff gives for life count as well, and those of after the days do not.
        kit.app.clock.advance(HALF_AN_HOUR);
        // Who has done nothing for that long is signed out.
        let bob = office.member_at("half@house.example", Role::Bonus).await;
        let (_, late) = kit.player("late@example.com").await;
        let (why, now) = (("Ann", "a test"), kit.app.clock.now());
        loyalty::staff::adjust(&kit.app.db, late, 5_000, true, why, now).await.unwrap();
        read_by(&kit, "loyalty").await;
        let again = bob.estimates_again("statuses.toml").await;
        assert_eq!(again["lines"], cost["lines"], "{again}");
        kit.app.clock.advance(DAY);
        // Who was signed in a day ago is not any more.
        let bob = office.member_at("later@house.example", Role::Bonus).await;
        let next_day = bob.estimates_again("statuses.toml").await;
        assert_eq!(line(&next_day, "level 01")[0], 3, "{next_day}");
        assert_eq!(line(&next_day, "level 05")[0], 1, "{next_day}");
    }

    async fn statuses_cost_the_cashback_that_is_for_their_groups(kit: Kit) {
        let office = Office::open(&kit).await;
        crate::bonus::offer_only(&kit, BRONZE_CASHBACK).unwrap();
        with_a_day_of_play(&kit).await;
        kit.app.clock.advance(DAY * 80);
        let sql = "SELECT id FROM player ORDER BY id LIMIT 1";
        let jane: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        round_in(&kit.app, "late", jane, Currency::EUR, 4_239, 0).await;
        for reader in ["loyalty", "bonus_progress"] {
            read_by(&kit, reader).await;
        }
        kit.app.clock.advance(DAY * 10);
        let bob = office.member(Role::Bonus).await;
        let draft = LOYALTY.replace(
            "EUR = { bets = 6000000, deposits = 600000 }",
            "EUR = { bets = 30000, deposits = 90000 }",
        );
        assert_ne!(draft, LOYALTY);
        let cost = bob.estimates("loyalty.toml", &draft).await;
        assert_eq!(line(&cost, "vip REGULAR"), [2, 0, 0, 0], "{cost}");
        assert_eq!(line(&cost, "vip BRONZE"), [0, 0, 2, 423], "{cost}");
    }

    async fn tournaments_cost_what_the_log_scores(kit: Kit) {
        let office = Office::open(&kit).await;
        define(&kit, CUP).await;
        with_a_day_of_play(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let other = CUP.replace("\"cup\"", "\"other\"").replace("sum_of_bets", "rounds").replace("5000", "700");
        let draft = format!("{}{other}", CUP.replace("5000", "90000"));
        let cost = bob.estimates("tournaments.toml", &draft).await;
        assert_eq!(line(&cost, "cup"), [2, 7_000, 2, 92_000], "{cost}");
        assert_eq!(line(&cost, "other"), [0, 0, 2, 2_700]);
        assert_eq!(cost["warnings"], json!([{ "kind": "above_ggr_share", "item": null }]));
    }

    async fn a_scoring_done_anew_tells_who_has_another_score(kit: Kit) {
        let office = Office::open(&kit).await;
        define(&kit, CUP).await;
        let (_, jane) = racer(&kit, "jane@example.com", "cup").await;
        let (_, john) = racer(&kit, "john@example.com", "cup").await;
        round(&kit.app, "one", jane, 300, 900).await;
        round(&kit.app, "two", john, 500, 0).await;
        round(&kit.app, "three", john, 200, 0).await;
        scored(&kit.app).await;
        let bob = office.member(Role::Bonus).await;
        let listed = bob.browser.get("/api/scorings").await.expect(200);
        let cup = listed["tournaments"].as_array().unwrap().iter().find(|one| one["identifier"] == "cup").unwrap();
        assert_eq!(cup["players"], 2, "{listed}");
        let found = bob.rescores("cup").await;
        assert_eq!((&found["players"], &found["different"], &found["is_final"]), (&json!(2), &json!(0), &json!(false)), "{found}");
        let score = json!({ "points": 700, "rounds": 2, "bet_cents": 700, "win_cents": 0 });
        assert_eq!(found["lines"][0]["anew"], score);

        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE tournament_player SET points = points + 5 WHERE player_id = $1";
        tx.execute(sql, params![jane]).await.unwrap();
        tx.commit().await.unwrap();
        let found = bob.rescores("cup").await;
        assert_eq!((&found["different"], &found["lines"][0]["player"]), (&json!(1), &json!(jane)));
        assert_eq!((&found["lines"][0]["kept"]["points"], &found["lines"][0]["anew"]["points"]), (&json!(305), &json!(300)));
        bob.browser.post("/api/scorings/none", json!({})).await.expect(404);
    }

    async fn an_estimate_is_of_the_draft_that_was_seen(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let draft = json!({ "path": "jackpots.toml", "base": 0, "revision": 0, "body": "nothing = 1" });
        let saved = bob.browser.post("/api/content/save", draft).await.expect(200);
        let revision = saved["draft"]["revision"].as_i64().unwrap();
        assert_eq!(bob.asks("jackpots.toml", revision + 1).await.code(), "content_changed");
        bob.asks("bonuses.toml", 1).await.expect(404);
        bob.asks("jackpots.toml", revision).await.expect(200);
        let standing = bob.ended("/api/content/cost?path=jackpots.toml", "estimate").await;
        assert_eq!((&standing["state"], &standing["fault"]), (&json!("failed"), &json!("faulty")));
        let nothing = bob.browser.get("/api/content/cost?path=loyalty.toml").await.expect(200);
        assert_eq!(nothing["estimate"], Value::Null);
    }
}
