//! Gifts of levels: once a level, in the player's currency, told at once, and held against the books.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::account::stops::{StopChange, stop_player};
use croupier_server::bonus;
use croupier_server::loyalty::staff;
use croupier_server::segments::Selection;
use croupier_server::site_config::Statuses;
use serde_json::{Value, json};

use super::{Partner, assert_sound, statuses, until_points, until_quiet};
use crate::browser::{Browser, form_with};
use crate::content::{copied, write};
use crate::play::rich_player;
use crate::realtime::Client;
use crate::testkit::Kit;

async fn earn(kit: &Kit, player: i64, points: i64) {
    let now = kit.app.clock.now();
    staff::adjust(&kit.app.db, player, points, true, ("Ann", "a test"), now).await.unwrap();
    until_quiet(&kit.app).await;
}

/// Waits until every gift that was written down is issued; answers the levels, bonuses and grants of free spins.
async fn gifts(kit: &Kit, browser: &Browser) -> (Vec<i64>, Vec<String>) {
    Kit::until("the gifts of levels", async || {
        let sql = "SELECT COUNT(*) FROM level_gift WHERE issued_at_ms IS NULL";
        let due: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        (due == 0).then_some(())
    })
    .await;
    let levels = browser.get("/api/player/level_gifts").await.expect(200);
    let issued = levels.as_array().unwrap().iter().filter(|level| !level["issued_at"].is_null());
    let issued = issued.map(|level| level["level"].as_i64().unwrap()).collect();
    let list = |list: Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let mut titles = list(browser.get("/api/player/bonuses").await.expect(200));
    titles.extend(list(browser.get("/api/player/freespins").await.expect(200)));
    titles.sort_unstable();
    (issued, titles)
}

on_both_engines! {
    async fn a_level_brings_its_gift_when_it_is_reached_for_the_first_time(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let ahead = browser.get("/api/player/level_gifts?l=de").await.expect(200);
        let levels: Vec<_> = ahead.as_array().unwrap().iter().map(|one| one["level"].as_i64().unwrap()).collect();
        assert_eq!(levels, (1..=12).collect::<Vec<_>>());
        assert_eq!((&ahead[1]["gift"]["title"], &ahead[1]["reached_at"]), (&json!("10 Freispiele"), &Value::Null));
        assert_eq!(ahead[3]["gift"]["attributes"]["bonus_amount"]["EUR"]["amount_cents"], 500);
        assert_eq!(gifts(&kit, &browser).await, (vec![], vec![]));
        let partner = Partner::new(&kit.app, id);
        partner.lose("first", 1_000).await;
        until_points(&browser, (1, 1)).await;
        assert_eq!(gifts(&kit, &browser).await, (vec![1], vec!["5 free spins".to_owned()]), "the first point");
        earn(&kit, id, 99).await;
        assert_eq!(gifts(&kit, &browser).await.0, [1], "100 are still the first level");
        partner.lose("second", 1_000).await;
        until_points(&browser, (101, 101)).await;
        assert_eq!(gifts(&kit, &browser).await, (vec![1, 2], vec!["10 free spins".to_owned(), "5 free spins".to_owned()]));
        partner.roll_back("second").await;
        until_points(&browser, (100, 100)).await;
        partner.lose("third", 1_000).await;
        until_points(&browser, (101, 101)).await;
        assert_eq!(gifts(&kit, &browser).await.1.len(), 2, "reached again, it brings nothing");
        kit.browser().get("/api/player/level_gifts").await.expect(401);
        assert_sound(&kit.app).await;
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    }

    async fn the_level_of_a_player_follows_the_table_that_is_in_force(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        earn(&kit, id, 50).await;
        assert!(statuses(&browser).await.contains(&"level_1".to_owned()));
        let folder = copied();
        let text = std::fs::read_to_string(folder.path().join("statuses.toml")).unwrap();
        let lower = text.replace("max = 100 }", "max = 40 }").replace("min = 101,", "min = 41,");
        assert_ne!(lower, text);
        write(folder.path(), "statuses.toml", &lower);
        kit.app.site_config.statuses.replace(Statuses::load(folder.path()).unwrap());
        assert!(statuses(&browser).await.contains(&"level_2".to_owned()), "at once, and not with the next level");
        let selection = |level: i64| {
            let condition = json!({ "fact": "level", "bound": "at_least", "level": level });
            let rule = json!({ "version": 1, "join": "all", "parts": [{ "join": "all", "conditions": [condition] }] });
            let levels = kit.app.site_config.statuses.now();
            Selection::of(Some(serde_json::from_value(rule).unwrap()), kit.app.clock.now(), levels)
        };
        assert_eq!(selection(2).next(&kit.app.db, 0, 10).await.unwrap(), [id]);
        assert_eq!(selection(3).next(&kit.app.db, 0, 10).await.unwrap(), [0_i64; 0]);
    }

    async fn levels_that_are_passed_at_once_bring_all_their_gifts(kit: Kit) {
        let browser = kit.browser();
        let form = form_with("usd@example.com", json!({ "currency": "USD" }));
        let player = browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        earn(&kit, id, 2_000_000).await;
        let (levels, titles) = gifts(&kit, &browser).await;
        assert_eq!((levels, titles.len()), ((1..=12).collect(), 12));
        let bonuses = browser.get("/api/player/bonuses").await.expect(200);
        assert!(bonuses.as_array().unwrap().iter().all(|bonus| bonus["currency"] == "USD"));
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    }

    async fn the_gift_of_a_level_is_told_over_the_socket(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let settings = browser.get("/api/player/settings").await.expect(200);
        let token = settings["realtime"]["token"].as_str().unwrap().to_owned();
        let (mut socket, _) = Client::connect(kit.address, &token).await;
        earn(&kit, id, 1).await;
        loop {
            let (channel, data, _) = socket.publication().await;
            if channel.starts_with("freespins_changes#") {
                assert_eq!((&data["title"], &data["group_key"]), (&json!("5 free spins"), &json!("level")));
                break;
            }
        }
    }

    async fn who_is_stopped_gets_the_gift_afterwards(kit: Kit) {
        let (_, id) = rich_player(&kit).await;
        let now = kit.app.clock.now();
        let change = StopChange { player: id, reason: StopReason::Operator, by: "Ann", why: "test", signed: None };
        stop_player(&kit.app.db, change, now + 60_000, now).await.unwrap();
        earn(&kit, id, 1).await;
        Kit::until("a try", async || {
            let sql = "SELECT COUNT(*) FROM level_gift WHERE retries > 0";
            (kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap() == 1).then_some(())
        })
        .await;
        let given = async || {
            let sql = "SELECT COUNT(*) FROM freespin_grant WHERE source = 'loyalty:1'";
            kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap()
        };
        assert_eq!(given().await, 0);
        kit.app.clock.advance(std::time::Duration::from_hours(2));
        Kit::until("the gift", async || (given().await == 1).then_some(())).await;
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    }

    async fn the_check_finds_gifts_that_fit_no_level(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        earn(&kit, id, 1).await;
        gifts(&kit, &browser).await;
        let forge = async |sql: &str| {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, params![]).await.unwrap();
            tx.commit().await.unwrap();
            bonus::check(&kit.app.db).await.unwrap().len()
        };
        assert_eq!(forge("UPDATE level_gift SET currency = 'CAD'").await, 1);
        assert_eq!(forge("UPDATE level_gift SET currency = 'EUR', offer = 'LEVEL-2'").await, 1);
        assert_eq!(forge("UPDATE freespin_grant SET source = 'loyalty:7'").await, 2);
        assert_eq!(forge("DELETE FROM level_gift").await, 1);
    }
}
