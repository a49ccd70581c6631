//! Quests and achievements: levels by bets and points, and a gift for each level, once.

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::bonus::{Offers, Prize};
use croupier_server::tournaments::{check, issue_due};
use serde_json::{Value, json};

use super::notices::{next_of, socket};
use super::{CUP, CUP_MS, define, join, ms, racer, round, round_in, scored, status, take_back};
use crate::browser::{Browser, form_with};
use crate::play::give;
use crate::testkit::Kit;

/// A quest of the first size, two of whose levels bring a gift.
fn quest() -> String {
    CUP.replace("\"cup\"", "\"test-quest--xs--gold\"").replace(
        "title =",
        "rewards = [{ level = 2, offer = \"QUEST-SPINS-10\" }, { level = 3, offer = \"QUEST-BONUS-10\" }]\ntitle =",
    )
}

fn achievement() -> String {
    CUP.replace("\"cup\"", "\"achievement--three\"")
        .replace("sum_of_bets", "rounds")
        .replace("title =", "goal = 3\nrewards = [{ level = 1, offer = \"QUEST-SPINS-10\" }]\ntitle =")
}

const QUEST: &str = "test-quest--xs--gold";

/// Issues what is due until nothing is, as the server does every second.
async fn issued(kit: &Kit) {
    scored(&kit.app).await;
    Kit::until("the gifts", async || {
        issue_due(&kit.app).await.unwrap();
        let sql = "SELECT COUNT(*) FROM tournament_level WHERE issued_at_ms IS NULL";
        let due: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        (due == 0).then_some(())
    })
    .await;
}

/// How many gifts of quests the player was issued: bonuses, and grants of free spins. Play earns gifts of loyalty levels too.
async fn gifts(browser: &Browser) -> (usize, usize) {
    let count =
        |list: Value| list.as_array().unwrap().iter().filter(|gift| gift["group_key"] == "quest").count();
    let bonuses = browser.get("/api/player/bonuses").await.expect(200);
    let freespins = browser.get("/api/player/freespins").await.expect(200);
    (count(bonuses), count(freespins))
}

async fn in_canadian_dollars(kit: &Kit, tournament: &str) -> (Browser, i64, Currency) {
    racer_in(kit, tournament, "CAD").await
}

async fn racer_in(kit: &Kit, tournament: &str, code: &str) -> (Browser, i64, Currency) {
    let browser = kit.browser();
    let form = form_with("other@example.com", json!({ "currency": code }));
    let player = browser.post("/api/users", json!({ "user": form })).await.expect(201);
    let (id, currency) = (player["id"].as_i64().unwrap(), code.parse().unwrap());
    give(&kit.app, id, currency, 1_000_000).await;
    join(&browser, tournament).await;
    (browser, id, currency)
}

/// Runs statements behind the server's back, in one commit.
async fn forge(kit: &Kit, statements: &[&str]) {
    let mut tx = kit.app.db.begin().await.unwrap();
    for sql in statements {
        tx.execute(sql, params![]).await.unwrap();
    }
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn quests_achievements_and_races_are_lists_of_their_own(kit: Kit) {
        let hidden = quest().replace("--gold", "--nonvisible");
        define(&kit, &format!("{CUP}{}{}{hidden}", quest(), achievement())).await;
        let guest = kit.browser();
        for (query, own) in [("", "cup"), ("?kind=tournament", "cup"), ("?kind=quest", QUEST), ("?kind=achievement", "achievement--three")] {
            let list = guest.get(&format!("/api/tournaments{query}")).await.expect(200);
            let names: Vec<&str> =
                list.as_array().unwrap().iter().map(|one| one["frontend_identifier"].as_str().unwrap()).collect();
            // The seeded ones that were scheduled before are others.
            let known = names.iter().filter(|name| ["cup", QUEST, "achievement--three"].contains(name));
            assert_eq!(known.copied().collect::<Vec<_>>(), [own], "{query}");
            assert!(names.iter().all(|name| !name.contains("nonvisible")));
        }
        guest.get("/api/tournaments?kind=lottery").await.expect(422);
    }

    async fn the_record_of_a_quest_has_its_size_its_slug_and_its_levels(kit: Kit) {
        define(&kit, &format!("{CUP}{}{}", quest(), achievement())).await;
        let guest = kit.browser();
        let quest = guest.get(&format!("/api/tournaments/{QUEST}")).await.expect(200);
        assert_eq!((&quest["kind"], &quest["questSize"], &quest["slug"]), (&json!("quest"), &json!("xs"), &json!("gold")));
        assert_eq!(quest["level_currency"], "EUR");
        let thresholds: Vec<&Value> = quest["levels"].as_array().unwrap().iter().map(|level| &level["threshold"]).collect();
        assert_eq!(thresholds, [0, 15_000, 50_000, 100_000, 500_000, 1_500_000]);
        assert_eq!((&quest["levels"][0]["reward"], &quest["levels"][1]["reward"]), (&Value::Null, &json!("10 free spins")));
        let achievement = guest.get("/api/tournaments/achievement--three").await.expect(200);
        assert_eq!(achievement["levels"], json!([{ "level": 1, "threshold": 3, "reward": "10 free spins" }]));
        let cup = guest.get("/api/tournaments/cup").await.expect(200);
        assert_eq!((&cup["levels"], &cup["questSize"], &cup["slug"]), (&json!([]), &Value::Null, &Value::Null));
    }

    async fn a_level_that_was_reached_brings_its_gift_once(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id) = racer(&kit, "jane@example.com", QUEST).await;
        let own = status(&kit, &browser, QUEST).await;
        assert_eq!((&own["level"], &own["level_progress"]), (&json!(1), &json!(0)));
        round(&kit.app, "below", id, 14_999, 0).await;
        issued(&kit).await;
        assert_eq!((status(&kit, &browser, QUEST).await["level"].clone(), gifts(&browser).await), (json!(1), (0, 0)));
        round(&kit.app, "at", id, 1, 0).await;
        issued(&kit).await;
        let own = status(&kit, &browser, QUEST).await;
        assert_eq!((&own["level"], &own["level_progress"], &own["rewarded_levels"]), (&json!(2), &json!(15_000), &json!([2])));
        assert_eq!(gifts(&browser).await, (0, 1));
        round(&kit.app, "far", id, 100_000, 0).await;
        issued(&kit).await;
        assert_eq!(status(&kit, &browser, QUEST).await["rewarded_levels"], json!([2, 3]));
        assert_eq!(gifts(&browser).await, (1, 1));
    }

    async fn the_gift_of_a_level_comes_in_whatever_the_wallet_is_in(kit: Kit) {
        define(&kit, &quest()).await;
        for (place, code) in ["USD", "BTC"].into_iter().enumerate() {
            let (browser, id) = kit.player(&format!("{code}@example.com")).await;
            join(&browser, QUEST).await;
            let currency: Currency = code.parse().unwrap();
            browser.post("/api/player/accounts", json!({ "currency": code })).await.expect(201);
            give(&kit.app, id, currency, 1_000_000_000).await;
            round_in(&kit.app, &format!("far{place}"), id, currency, 200_000_000, 0).await;
            issued(&kit).await;
            assert_eq!(gifts(&browser).await, (1, 1), "{code}");
            let bonuses = browser.get("/api/player/bonuses").await.expect(200);
            let bonus = bonuses.as_array().unwrap().iter().find(|bonus| bonus["group_key"] == "quest").unwrap();
            assert_eq!(bonus["currency"], code);
        }
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
    }

    async fn who_is_disqualified_before_the_gift_gets_none(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id) = racer(&kit, "jane@example.com", QUEST).await;
        round(&kit.app, "at", id, 15_000, 0).await;
        issued(&kit).await;
        assert_eq!(gifts(&browser).await, (0, 1));
        // As if the gift had still to be issued when the player was disqualified.
        forge(&kit, &[
            "UPDATE tournament_player SET disqualified_at_ms = 1",
            "DELETE FROM freespin_grant WHERE group_key = 'quest'",
            "UPDATE tournament_level SET issued_at_ms = NULL, retry_at_ms = 0",
        ]).await;
        for _ in 0..3 {
            issue_due(&kit.app).await.unwrap();
        }
        assert_eq!(gifts(&browser).await, (0, 0));
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
    }

    async fn the_check_finds_gifts_that_fit_no_level(kit: Kit) {
        define(&kit, &quest()).await;
        let (_, id) = racer(&kit, "jane@example.com", QUEST).await;
        round(&kit.app, "far", id, 60_000, 0).await;
        issued(&kit).await;
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        let found = async || check(&kit.app.db).await.unwrap().iter().map(|finding| finding.rows.len()).collect::<Vec<_>>();
        forge(&kit, &["UPDATE tournament_level SET currency = 'CAD' WHERE level = 2"]).await;
        assert_eq!(found().await, [1], "another wallet than was promised");
        forge(&kit, &["UPDATE tournament_level SET currency = 'EUR'", "UPDATE freespin_grant SET offer = 'OTHER' WHERE group_key = 'quest'"]).await;
        assert_eq!(found().await, [1], "another gift than was promised");
        forge(&kit, &["DELETE FROM freespin_grant WHERE group_key = 'quest'"]).await;
        assert_eq!(found().await, [1], "no gift");
        forge(&kit, &["DELETE FROM tournament_level"]).await;
        assert_eq!(found().await, [1], "a bonus without its level");
    }

    async fn a_quest_is_listed_whatever_ends_before_it(kit: Kit) {
        define(&kit, &format!("{CUP}{}", quest())).await;
        let sql = "INSERT INTO tournament (id, identifier, definition_id, terms, game_ids, start_at_ms, end_at_ms)
                   SELECT $1, $2, definition_id, terms, game_ids, start_at_ms, end_at_ms - 1 FROM tournament WHERE identifier = 'cup'";
        let mut tx = kit.app.db.begin().await.unwrap();
        for number in 1_000..1_201_i64 {
            tx.execute(sql, params![number, format!("cup-{number}")]).await.unwrap();
        }
        tx.commit().await.unwrap();
        let names = async |path: &str| {
            let list = kit.browser().get(path).await.expect(200);
            list.as_array().unwrap().iter().filter(|one| one["frontend_identifier"] == QUEST).count()
        };
        assert_eq!(names("/api/tournaments?kind=quest").await, 1);
        kit.app.clock.advance(ms(CUP_MS));
        assert_eq!(names("/api/tournaments/recent?kind=quest").await, 1);
    }

    async fn the_gift_of_a_level_is_told_over_the_socket(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id) = racer(&kit, "jane@example.com", QUEST).await;
        let mut socket = socket(&kit, &browser).await;
        round(&kit.app, "at", id, 15_000, 0).await;
        issued(&kit).await;
        while next_of(&mut socket, "tournaments_statuses#").await["rewarded_levels"] != json!([2]) {}
    }

    async fn a_server_that_dies_between_a_gift_and_its_note_gives_no_second_one(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id) = racer(&kit, "jane@example.com", QUEST).await;
        round(&kit.app, "far", id, 60_000, 0).await;
        scored(&kit.app).await;
        // Several servers at once, and then one that has not noted what it did.
        for _ in 0..2 {
            let all = (0..8).map(|_| issue_due(&kit.app));
            for done in futures_util::future::join_all(all).await {
                done.unwrap();
            }
            issued(&kit).await;
            assert_eq!(gifts(&browser).await, (1, 1));
            let mut tx = kit.app.db.begin().await.unwrap();
            let forget = "UPDATE tournament_level SET issued_at_ms = NULL, retry_at_ms = 0";
            tx.execute(forget, params![]).await.unwrap();
            tx.commit().await.unwrap();
        }
    }

    async fn bets_that_were_rolled_back_before_reach_no_level_and_a_later_rollback_takes_no_gift(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id) = racer(&kit, "jane@example.com", QUEST).await;
        round(&kit.app, "gone", id, 14_000, 0).await;
        scored(&kit.app).await;
        take_back(&kit.app, "gone", id).await;
        round(&kit.app, "kept", id, 14_000, 0).await;
        issued(&kit).await;
        assert_eq!(gifts(&browser).await, (0, 0));
        round(&kit.app, "more", id, 1_000, 0).await;
        issued(&kit).await;
        take_back(&kit.app, "more", id).await;
        let own = status(&kit, &browser, QUEST).await;
        assert_eq!((&own["level"], &own["rewarded_levels"]), (&json!(1), &json!([2])));
        round(&kit.app, "again", id, 1_000, 0).await;
        issued(&kit).await;
        assert_eq!(gifts(&browser).await, (0, 1));
    }

    async fn bets_are_compared_in_the_players_currency(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, id, cad) = in_canadian_dollars(&kit, QUEST).await;
        let seen = browser.get(&format!("/api/tournaments/{QUEST}")).await.expect(200);
        let threshold = seen["levels"][1]["threshold"].as_i64().unwrap();
        assert_eq!((&seen["level_currency"], threshold % 1_000), (&json!("CAD"), 0), "two digits");
        round_in(&kit.app, "below", id, cad, threshold - 100, 0).await;
        assert_eq!(status(&kit, &browser, QUEST).await["level"], 1);
        round_in(&kit.app, "above", id, cad, 200, 0).await;
        let own = status(&kit, &browser, QUEST).await;
        assert_eq!((&own["level"], &own["level_currency"]), (&json!(2), &json!("CAD")));
        issued(&kit).await;
        assert_eq!(gifts(&browser).await, (0, 1));
    }

    async fn a_currency_without_a_rate_has_the_euros_thresholds(kit: Kit) {
        let mut without = (*kit.app.site_config.rates.now()).clone();
        for worth in without.rates.values_mut() {
            worth.remove("CAD");
        }
        kit.app.site_config.rates.replace(without);
        define(&kit, &quest()).await;
        let (browser, ..) = in_canadian_dollars(&kit, QUEST).await;
        let seen = browser.get(&format!("/api/tournaments/{QUEST}")).await.expect(200);
        assert_eq!((&seen["level_currency"], &seen["levels"][1]["threshold"]), (&json!("EUR"), &json!(15_000)));
    }

    async fn thresholds_stay_when_rates_move(kit: Kit) {
        define(&kit, &quest()).await;
        let (browser, ..) = in_canadian_dollars(&kit, QUEST).await;
        let path = format!("/api/tournaments/{QUEST}");
        let before = browser.get(&path).await.expect(200)["levels"].clone();
        let mut without = (*kit.app.site_config.rates.now()).clone();
        without.rates.clear();
        kit.app.site_config.rates.replace(without);
        define(&kit, &quest()).await;
        assert_eq!(browser.get(&path).await.expect(200)["levels"], before);
    }

    async fn an_achievement_is_reached_with_its_points(kit: Kit) {
        define(&kit, &achievement()).await;
        let (browser, id) = racer(&kit, "jane@example.com", "achievement--three").await;
        for key in ["one", "two"] {
            round(&kit.app, key, id, 10, 0).await;
        }
        issued(&kit).await;
        let own = status(&kit, &browser, "achievement--three").await;
        assert_eq!((&own["level"], &own["level_progress"]), (&json!(0), &json!(2)));
        round(&kit.app, "three", id, 10, 0).await;
        issued(&kit).await;
        assert_eq!(status(&kit, &browser, "achievement--three").await["level"], 1);
        assert_eq!(gifts(&browser).await, (0, 1));
        kit.app.clock.advance(ms(CUP_MS));
        let ended = kit.browser().get("/api/tournaments/recent?kind=achievement").await.expect(200);
        assert_eq!(ended[0]["frontend_identifier"], "achievement--three");
    }
}

#[test]
fn every_reward_of_the_seed_is_an_offer() {
    let content = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let offers = Offers::load(&content).unwrap();
    let text = std::fs::read_to_string(content.join("tournaments.toml")).unwrap();
    let file: toml::Table = text.parse().unwrap();
    let tournaments = file["tournament"].as_array().unwrap().iter();
    let rewards = tournaments.filter_map(|one| one.get("rewards")).flat_map(|list| list.as_array().unwrap());
    let codes: Vec<&str> = rewards.map(|reward| reward["offer"].as_str().unwrap()).collect();
    assert!(codes.len() >= 7);
    for code in codes {
        assert!(Prize::find(&offers, code).is_some(), "{code}");
    }
}
