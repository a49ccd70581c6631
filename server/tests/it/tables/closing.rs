//! Closing a table after its round: what goes on, what begins no more, and what its players and staff are told.

use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::staff::Role;

use super::*;
use crate::office::{Member, Office, kinds};
use crate::realtime::Client;

const CLOSE: &str = "/api/tables/northlight/polar-ascent/close";
const OPEN: &str = "/api/tables/northlight/polar-ascent/open";
const ROUNDS: &str = "/api/tables/northlight/polar-ascent/rounds";

fn closing() -> Value {
    json!({ "told": "check", "reason": "the curve looks odd" })
}

/// The table as staff sees it.
async fn listed(kit: &Kit, member: &Member) -> Value {
    let today = Date::of_days(kit.app.clock.now().div_euclid(DAY_MS));
    let tables = member.browser.get(&format!("/api/tables?from={today}&to={today}")).await.expect(200);
    tables.as_array().unwrap().iter().find(|table| table["game"]["identifier"] == GAME).unwrap().clone()
}

/// What a browser that listens is told of the table's closing.
async fn told(guest: &mut Client) -> Value {
    loop {
        let (channel, data, _) = guest.publication().await;
        if channel == "crash_table" && data["type"] == "closed" {
            return data;
        }
    }
}

on_both_engines! {
    async fn a_table_is_closed_after_its_round_and_tells_why(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let table = Table::of(&kit).await;
        let (ann, ben) = (seated(&kit, "ann@example.com").await, seated(&kit, "ben@example.com").await);
        let (mut guest, _) = Client::connect(kit.address, "").await;
        guest.ask(json!({ "subscribe": { "channel": "crash_table" } })).await;
        let taking = round(&kit, "betting").await;
        let (seed, point) = table.client_seed(&kit, &taking, &["ben"], |point| (300..5_000).contains(&point)).await;
        bet(&ann.0, "a", 1_000, Some(150), &seed).await.expect(201);
        assert_eq!(view(&kit).await["closed"], Value::Null);

        rita.browser.post(CLOSE, closing()).await.expect(204);
        let again = rita.browser.post(CLOSE, closing()).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "already_switched"));
        assert_eq!((&told(&mut guest).await["closed"], &view(&kit).await["closed"]), (&json!("check"), &json!("check")));
        bet(&ben.0, "b", 500, None, "ben").await.expect(201);
        let seen = listed(&kit, &rita).await;
        assert_eq!((&seen["closed"]["reason"], &seen["closed"]["told"]), (&json!("the curve looks odd"), &json!("check")));
        assert_eq!((&seen["round"]["bets"], &seen["round"]["players"]), (&json!(2), &json!(2)));
        assert_eq!(seen["round"]["sums"], json!([{ "currency": "EUR", "stakes_cents": 1_500, "wins_cents": 0 }]));

        let running = start(&kit).await;
        rise_to(&kit, &running, 160);
        ended_bets(&ann.0).await;
        rise_to(&kit, &running, point);
        let over = round(&kit, "settled").await;
        kit.app.clock.advance(Duration::from_mins(1));
        assert_eq!(bet(&ann.0, "late", 100, None, "late").await.code(), "table_closed");
        // What does not come gives nothing to wait for. Rounds are opened in passes 50 ms apart; ten of them are let by.
        for _ in 0..20 {
            assert_eq!(view(&kit).await["round"]["id"], over["id"], "no round is opened");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }

        let played = rita.browser.get(ROUNDS).await.expect(200);
        assert_eq!((&played["rounds"][0]["id"], &played["rounds"][0]["point"]), (&over["id"], &json!(point)));
        assert_eq!(played["rounds"][0]["sums"], json!([{ "currency": "EUR", "stakes_cents": 1_500, "wins_cents": 1_500 }]));
        assert_eq!(played["next"], Value::Null);
        let id = over["id"].as_str().unwrap();
        let proof = rita.browser.get(&format!("/api/tables/rounds/{id}")).await.expect(200);
        assert_eq!(proof, kit.browser().get(&format!("/api/tables/rounds/{id}")).await.expect(200), "the proof of players");

        rita.browser.post(OPEN, json!({ "reason": "looked into" })).await.expect(204);
        assert_eq!(told(&mut guest).await["closed"], Value::Null);
        let next = round(&kit, "betting").await;
        assert_ne!(next["id"], over["id"]);
        assert_eq!(rita.browser.post(OPEN, json!({ "reason": "again" })).await.code(), "already_switched");
        let entries = office.log(&boss, &format!("?member={}", rita.id), 3).await;
        assert_eq!(kinds(&entries)[..2], ["table.opened", "table.closed"]);
        assert_eq!(entries[1]["subject"], GAME);
        assert_sound(&kit).await;
    }

    async fn what_is_no_closing_is_refused(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, cora) = (office.member(Role::Risk).await, office.member(Role::Compliance).await);
        assert_eq!(rita.browser.post(CLOSE, json!({ "told": "check", "reason": " " })).await.field("reason").len(), 1);
        rita.browser.post(CLOSE, json!({ "told": "whatever", "reason": "odd" })).await.expect(422);
        for slug in ["solar-sails", "nothing"] {
            rita.browser.post(&format!("/api/tables/northlight/{slug}/close"), closing()).await.expect(404);
            rita.browser.get(&format!("/api/tables/northlight/{slug}/rounds")).await.expect(404);
        }
        for id in ["0", "x", "99999999999999999999"] {
            rita.browser.get(&format!("/api/tables/rounds/{id}")).await.expect(404);
        }
        cora.browser.post(CLOSE, closing()).await.expect(403);
        assert_eq!(listed(&kit, &cora).await["closed"], Value::Null);
    }
}
