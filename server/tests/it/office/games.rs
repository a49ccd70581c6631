//! Games in the back office: what they return, and switching them off while rounds are open.

use croupier_money::Currency;
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::play::{Frame, give, grown_player, launch};
use crate::testkit::Kit;
use crate::tournaments::round_in;

const SAILS: &str = "northlight/solar-sails";

async fn games(kit: &Kit, member: &Member, rest: &str) -> Value {
    let today = Date::of_days(kit.app.clock.now().div_euclid(DAY_MS));
    member.browser.get(&format!("/api/games?from={today}&to={today}{rest}")).await.expect(200)
}

async fn game(kit: &Kit, member: &Member) -> Value {
    games(kit, member, "&query=solar").await["games"][0].clone()
}

on_both_engines! {
    async fn what_a_game_returns_stands_beside_its_sheet(kit: Kit) {
        let office = Office::open(&kit).await;
        let rita = office.member(Role::Risk).await;
        let (_, jane) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, jane, Currency::EUR, 1_000_000).await;
        for (key, win) in [("a", 0), ("b", 150), ("c", 0), ("d", 90)] {
            round_in(&kit.app, key, jane, Currency::EUR, 100, win).await;
        }
        let seen = Kit::until("the rounds", async || {
            let seen = game(&kit, &rita).await;
            (seen["rounds"] == 4 && seen["wins_cents"] == 240).then_some(seen)
        })
        .await;
        assert_eq!((&seen["identifier"], &seen["bets_cents"], &seen["wins_cents"]), (&json!(SAILS), &json!(400), &json!(240)));
        assert_eq!((&seen["actual"], &seen["theoretical"], &seen["deviation"]), (&json!("60.00"), &json!("96.19"), &json!("4.094")));
        assert_eq!((&seen["low"], &seen["stands_out"]), (&Value::Null, &json!(false)), "too few rounds tell nothing");
        // As many rounds as tell something, and a return that chance does not explain.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE report_return SET rounds = 10000, bets = 1000000000, wins = 2000000000, squares = 100000000";
        tx.execute(sql, vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let list = games(&kit, &rita, "&state=standing_out").await;
        assert_eq!((list["games"].as_array().unwrap().len(), &list["standing_out"]), (1, &json!(1)));
        let seen = &list["games"][0];
        assert_eq!((&seen["actual"], &seen["low"], &seen["high"]), (&json!("200.00"), &json!("88.17"), &json!("104.21")));
        let titles = games(&kit, &rita, "&sort=title").await;
        assert!(titles["games"].as_array().unwrap().len() > 10);
    }

    async fn a_game_that_is_switched_off_opens_for_nobody_and_its_round_is_finished(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 100_000).await;
        let frame = Frame::open(&kit, &jane, SAILS, "real").await;
        let round = frame.open_round(20).await;
        let number = game(&kit, &rita).await["id"].as_i64().unwrap();
        let (off, on) = (format!("/api/games/{number}/off"), format!("/api/games/{number}/on"));
        assert_eq!(rita.browser.post(&off, json!({ "reason": " " })).await.field("reason").len(), 1);
        rita.browser.post(&off, json!({ "reason": "returns too much" })).await.expect(204);
        assert_eq!(rita.browser.post(&off, json!({ "reason": "again" })).await.code(), "game_switched");
        rita.browser.post("/api/games/999999/off", json!({ "reason": "nothing" })).await.expect(404);
        launch(&jane, SAILS, "real").await.expect(404);
        assert_eq!(frame.finish(round).await["status"], "finished", "what was open is finished");
        let refused = frame.spin("one-more", 20).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "game_unavailable"));
        let seen = games(&kit, &rita, "&state=off").await;
        assert_eq!((&seen["games"][0]["identifier"], &seen["games"][0]["off"]["reason"]), (&json!(SAILS), &json!("returns too much")));
        if kit.engine == Engine::Postgres {
            let second = kit.second().await;
            assert!(second.app.catalogue.game_by_identifier(SAILS).is_none(), "a server that starts knows of it");
            rita.browser.post(&on, json!({ "reason": "looked into" })).await.expect(204);
            let follows = async || second.app.catalogue.game_by_identifier(SAILS).is_some().then_some(());
            Kit::until("the other server", follows).await;
        } else {
            rita.browser.post(&on, json!({ "reason": "looked into" })).await.expect(204);
        }
        launch(&jane, SAILS, "real").await.expect(201);
        let entries = office.log(&boss, &format!("?member={}", rita.id), 3).await;
        assert_eq!(kinds(&entries)[..2], ["game.switched_on", "game.switched_off"]);
        assert_eq!(entries[1]["subject"], SAILS);
    }
}
