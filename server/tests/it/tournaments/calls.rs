//! What the calls of tournaments answer, to whom.

use croupier_ledger::{NO_END, StopReason};
use croupier_server::account::stops::{StopChange, stop_player};
use croupier_server::player;
use serde_json::{Value, json};

use super::{CUP, CUP_MS, define, join, ms, racer, round, scored};
use crate::browser::{Browser, PASSWORD};

async fn listed(browser: &Browser, path: &str) -> Vec<(String, String)> {
    let list = browser.get(path).await.expect(200);
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    let entries = list.as_array().unwrap().iter();
    entries.map(|entry| (text(entry, "frontend_identifier"), text(entry, "status"))).collect()
}

on_both_engines! {
    async fn a_fresh_install_has_one_running_one_coming_and_one_ended(kit: Kit) {
        croupier_server::tournaments::keep(&kit.app).await.unwrap();
        let guest = kit.browser();
        let open = listed(&guest, "/api/tournaments").await;
        let is = |name: &str, status: &str| (name.to_owned(), status.to_owned());
        assert!(open.contains(&is("daily-sprint-2026-01-01", "active")), "{open:?}");
        assert!(open.contains(&is("daily-sprint-2026-01-02", "future")), "{open:?}");
        let ended = listed(&guest, "/api/tournaments/recent").await;
        assert!(ended.contains(&is("daily-sprint-2025-12-31", "archive")), "{ended:?}");
        assert!(ended.iter().all(|(_, status)| status == "archive"));
        let one = guest.get("/api/tournaments/daily-sprint-2026-01-01?l=de").await.expect(200);
        assert_eq!(one["title"], "Tagessprint");
        assert!(one["game_ids"].as_array().unwrap().contains(&json!("northlight/solar-sails")));
        assert_eq!(one["money_budget_cents"], 24_500);
        let by_number = guest.get(&format!("/api/tournaments/{}", one["id"])).await.expect(200);
        assert_eq!(by_number["frontend_identifier"], one["frontend_identifier"]);
        guest.get("/api/tournaments/none").await.expect(404);
        guest.get("/api/tournaments/99999").await.expect(404);
        guest.get("/api/tournaments/player").await.expect(401);
    }

    async fn the_games_that_count_come_page_by_page(kit: Kit) {
        croupier_server::tournaments::keep(&kit.app).await.unwrap();
        let guest = kit.browser();
        let one = guest.get("/api/tournaments/daily-sprint-2026-01-01").await.expect(200);
        let path = "/api/tournaments/daily-sprint-2026-01-01/games";
        let (mut seen, mut number) = (Vec::new(), json!(1));
        while !number.is_null() {
            let page = guest.get(&format!("{path}?page_size=2&page={number}")).await.expect(200);
            let pagination = &page["pagination"];
            assert_eq!(pagination["current_page"], number);
            assert_eq!(pagination["total_count"], one["game_ids"].as_array().unwrap().len());
            let games = page["data"].as_array().unwrap();
            assert!((1..=2).contains(&games.len()));
            seen.extend(games.iter().map(|game| game["identifier"].clone()));
            number = pagination["next_page"].clone();
        }
        assert_eq!(json!(seen), one["game_ids"]);
        let beyond = guest.get(&format!("{path}?page=99")).await.expect(200);
        assert_eq!((&beyond["data"], &beyond["pagination"]["next_page"]), (&json!([]), &Value::Null));
        assert_eq!(guest.get(&format!("{path}?page=0")).await.field("page"), ["VALIDATION.MIN"]);
        guest.get("/api/tournaments/none/games").await.expect(404);
    }

    async fn status_follows_the_clock_to_the_millisecond(kit: Kit) {
        let later = CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z");
        define(&kit, &later).await;
        let guest = kit.browser();
        let status = async || guest.get("/api/tournaments/cup").await.expect(200)["status"].clone();
        assert_eq!(status().await, "future");
        kit.app.clock.advance(ms(CUP_MS - 1));
        assert_eq!(status().await, "future");
        kit.app.clock.advance(ms(1));
        assert_eq!(status().await, "active");
        kit.app.clock.advance(ms(CUP_MS - 1));
        assert_eq!(status().await, "active");
        kit.app.clock.advance(ms(1));
        assert_eq!(status().await, "archive");
    }

    async fn who_joins_is_shown_where_the_own_tournaments_are(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, _) = kit.player("jane@example.com").await;
        let path = "/api/tournaments/cup/confirm";
        for body in [json!({}), json!({ "confirmed": false })] {
            assert_eq!(browser.post(path, body).await.field("confirmed"), ["VALIDATION.REQUIRED"]);
        }
        kit.browser().post(path, json!({ "confirmed": true })).await.expect(401);
        browser.post("/api/tournaments/none/confirm", json!({ "confirmed": true })).await.expect(404);
        assert_eq!(browser.get("/api/tournaments/cup/status").await.expect(200)["joined"], false);
        assert_eq!(browser.get("/api/tournaments/player").await.expect(200), json!([]));
        assert_eq!(join(&browser, "cup").await["joined"], true);
        assert_eq!(join(&browser, "cup").await["joined"], true, "joining twice is joining once");
        let own = browser.get("/api/tournaments/player").await.expect(200);
        assert_eq!(own.as_array().unwrap().len(), 1);
        assert_eq!(own[0]["tournament"]["players_count"], 1);
        assert_eq!(own[0]["player_status"]["award_place"], Value::Null);
        kit.app.clock.advance(ms(CUP_MS));
        let (late, _) = kit.player("late@example.com").await;
        assert_eq!(late.post(path, json!({ "confirmed": true })).await.field("confirmed"), ["invalid_state"]);
    }

    async fn a_stopped_player_joins_nothing(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = kit.player("jane@example.com").await;
        let stop = async |reason| {
            let change = StopChange { player: id, reason, by: "test", why: "", signed: None };
            stop_player(&kit.app.db, change, NO_END, kit.app.clock.now()).await.unwrap();
        };
        let tried = async || {
            let answer = browser.post("/api/tournaments/cup/confirm", json!({ "confirmed": true })).await;
            (answer.status.as_u16(), answer.code().to_owned())
        };
        stop(StopReason::Verification).await;
        assert_eq!(tried().await, (403, "verification_required".to_owned()));
        // A break and an exclusion end the session; who signs in during a break may look on.
        stop(StopReason::CoolingOff).await;
        assert_eq!(tried().await, (401, "unauthorized".to_owned()));
        let login = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        browser.post("/api/users/sign_in", login).await.expect(201);
        assert_eq!(tried().await, (403, "cooling_off".to_owned()));
        stop(StopReason::Exclusion).await;
        assert_eq!(tried().await, (401, "unauthorized".to_owned()));
        let seen = kit.browser().get("/api/tournaments/cup").await.expect(200);
        assert_eq!(seen["players_count"], 0);
    }

    async fn a_tournament_of_a_group_is_for_its_members(kit: Kit) {
        define(&kit, &CUP.replace("lasts_hours = 1", "lasts_hours = 1\ngroups = [259]")).await;
        let (member, id) = kit.player("member@example.com").await;
        let (other, _) = kit.player("other@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        player::add_groups(&kit.app, &mut tx, id, &[259]).await.unwrap();
        tx.commit().await.unwrap();
        let sees = async |browser: &Browser| {
            listed(browser, "/api/tournaments").await.iter().any(|(name, _)| name == "cup")
        };
        assert_eq!([sees(&member).await, sees(&other).await, sees(&kit.browser()).await], [true, false, false]);
        other.get("/api/tournaments/cup").await.expect(404);
        let refused = other.post("/api/tournaments/cup/confirm", json!({ "confirmed": true })).await;
        assert_eq!(refused.field("confirmed"), ["not_for_player"]);
        join(&member, "cup").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        player::change_groups(&kit.app.db, &mut tx, id, (&[], &[259]), kit.app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        let own = member.get("/api/tournaments/cup/status").await.expect(200);
        assert_eq!(own["joined"], true, "who has joined looks on");
        assert_eq!(join(&member, "cup").await["joined"], true, "and joins once more without a change");
        other.get("/api/tournaments/cup/status").await.expect(404);
    }

    async fn lists_leave_out_what_is_hidden(kit: Kit) {
        let hidden = CUP.replace("\"cup\"", "\"cup-nonvisible\"");
        let achievement = CUP.replace("\"cup\"", "\"achievement--first\"").replace("title =", "goal = 1\ntitle =");
        define(&kit, &format!("{CUP}{hidden}{achievement}")).await;
        let names: Vec<_> = listed(&kit.browser(), "/api/tournaments").await;
        let names: Vec<_> = names.iter().map(|(name, _)| name.as_str()).filter(|name| !name.contains("-2")).collect();
        assert_eq!(names, ["cup"]);
        kit.browser().get("/api/tournaments/cup-nonvisible").await.expect(200);
    }

    async fn prizes_are_told_in_the_currency_of_the_player_as_well(kit: Kit) {
        define(&kit, CUP).await;
        let form = crate::browser::form_with("cad@example.com", json!({ "currency": "CAD" }));
        let browser = kit.browser();
        browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let seen = browser.get("/api/tournaments/cup").await.expect(200);
        assert_eq!(seen["display_currency"], "CAD");
        let shown = seen["prizes"][0]["display_amount_cents"].as_i64().unwrap();
        assert!(shown > 5_000, "a euro is worth more than a Canadian dollar: {shown}");
        let pool = seen["display_money_budget_cents"].as_i64().unwrap();
        assert!(pool > shown, "the pool is all prizes together: {pool}");
        let list = browser.get("/api/tournaments").await.expect(200);
        assert!(list.as_array().unwrap().iter().any(|cup| cup["display_money_budget_cents"] == json!(pool)));
        let guest = kit.browser().get("/api/tournaments/cup").await.expect(200);
        assert_eq!((&guest["display_currency"], &guest["prizes"][0]["amount_cents"]), (&Value::Null, &json!(5_000)));
        assert_eq!(guest["display_money_budget_cents"], Value::Null);
    }

    async fn neighbours_are_shown_around_the_own_place_and_names_are_masked(kit: Kit) {
        define(&kit, CUP).await;
        let mut racers = Vec::new();
        for number in 1..=7 {
            let racer = racer(&kit, &format!("r{number}@example.com"), "cup").await;
            round(&kit.app, &format!("n{number}"), racer.1, 1_000 - number * 10, 0).await;
            racers.push(racer);
        }
        scored(&kit.app).await;
        let own = racers[4].0.get("/api/tournaments/cup/status").await.expect(200);
        assert_eq!(own["award_place"], 5);
        let around: Vec<_> = own["neighbours"].as_array().unwrap().iter().collect();
        let places: Vec<_> = around.iter().map(|place| place["award_place"].as_i64().unwrap()).collect();
        assert_eq!(places, [3, 4, 5, 6, 7]);
        assert_eq!(around.iter().filter(|place| place["is_own"] == true).count(), 1);
        assert!(around.iter().all(|place| place["nickname"] == "Pla***"));
    }
}
