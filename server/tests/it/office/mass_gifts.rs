//! Gifts for many players: each of them is given one, whatever happens in between.

use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_server::mass_gifts::{self, check};
use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::segments::{join, made};
use super::{Member, Office};
use crate::bonus::offer;
use crate::browser::Answer;
use crate::stops::stop;
use crate::testkit::Kit;

const GIFTS: &str = "/api/mass-gifts";

/// Worth more than one member gives alone.
const BIG: &str = r#"
    [[offer]]
    code = "BIG"
    trigger = "staff"
    kind = "Cash"
    group_key = "big"
    title = { en = "Big" }
    activatable_hours = 24
    amounts.EUR = { amount = 60000 }

    [[offer]]
    code = "PHONE"
    trigger = "staff"
    kind = "Custom"
    group_key = "phone"
    title = { en = "A phone" }
    activatable_hours = 24
"#;

fn form(code: &str, to: &Value) -> Value {
    let mut gift = to.clone();
    gift["kind"] = json!("offer");
    gift["code"] = json!(code);
    json!({ "name": "Spring", "gift": gift, "reason": "the spring promotion" })
}

/// Players in the group of a segment; answers their numbers and the segment.
async fn members(kit: &Kit, bob: &Member, count: usize) -> (Vec<i64>, Value) {
    let mut ids = Vec::new();
    for number in 0..count {
        let (_, id) = kit.player(&format!("player{number}@example.com")).await;
        join(kit, id, 259).await;
        ids.push(id);
    }
    let segment = made(bob, "Gold", json!({ "fact": "groups", "is": true, "groups": [259] })).await;
    (ids, json!({ "segment": segment }))
}

/// The mass gift once `is_reached` holds of its page.
async fn once(member: &Member, id: &Value, is_reached: impl Fn(&Value) -> bool) -> Value {
    Kit::until("the mass gift", async || {
        let page = member.browser.get(&format!("{GIFTS}/{id}")).await.expect(200);
        Some(page).filter(&is_reached)
    })
    .await
}

fn is(state: &'static str) -> impl Fn(&Value) -> bool {
    move |page| page["mass_gift"]["state"] == state
}

fn counts(page: &Value) -> [i64; 4] {
    ["members", "given", "skipped", "failed"].map(|name| page["mass_gift"][name].as_i64().unwrap())
}

async fn act(member: &Member, id: &Value, step: &str) -> Answer {
    member.browser.post(&format!("{GIFTS}/{id}/{step}"), json!({ "reason": "looked into it" })).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

async fn number(kit: &Kit, sql: &str) -> i64 {
    kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap()
}

async fn written(kit: &Kit, sql: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, vec![]).await.unwrap();
    tx.commit().await.unwrap();
}

const GIVEN: &str = "SELECT COUNT(*) FROM bonus_award WHERE source LIKE 'mass:%'";

on_both_engines! {
    async fn everybody_of_a_segment_is_given_it_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        offer(&kit, "");
        let (ids, to) = members(&kit, &bob, 7).await;
        kit.player("stranger@example.com").await;
        stop(&kit.app, ids[6], StopReason::Operator).await;
        let shown = bob.browser.post(&format!("{GIFTS}/preview"), form("PLAIN", &to)["gift"].clone()).await.expect(200);
        assert_eq!((&shown["players"], &shown["worth_cents"], &shown["takes_two"]), (&json!(6), &json!(6_000), &json!(false)));
        let begin = || bob.browser.post_once("key", GIFTS, form("PLAIN", &to));
        let (one, two) = tokio::join!(begin(), begin());
        let (one, two) = (one.expect(201), two.expect(201));
        let id = &one["mass_gift"]["id"];
        assert_eq!(id, &two["mass_gift"]["id"], "pressed twice, begun once");
        let other = bob.browser.post_once("key", GIFTS, form("MONEY", &to)).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        // Steps of several servers at once, each of which may end anywhere.
        for _ in 0..6 {
            let (one, two) = tokio::join!(mass_gifts::go_on(&kit.app, 2, 1), mass_gifts::go_on(&kit.app, 1, 2));
            one.unwrap();
            two.unwrap();
        }
        let page = once(&bob, id, is("done")).await;
        assert_eq!((counts(&page), &page["mass_gift"]["worth_cents"]), ([6, 6, 0, 0], &json!(6_000)));
        assert_eq!(number(&kit, GIVEN).await, 6);
        assert_eq!(number(&kit, "SELECT COUNT(*) FROM event WHERE kind = 'bonus.changed'").await, 6, "each is told of it");
        for step in ["approve", "pause", "resume", "cancel", "retry"] {
            assert_eq!(refused(&act(&bob, id, step).await), (409, "mass_gift_changed"), "{step}");
        }
        let next = bob.browser.get(GIFTS).await.expect(200);
        assert_eq!((&next["mass_gifts"][0]["segment"]["name"], &next["next"]), (&json!("Gold"), &Value::Null));
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        written(&kit, "UPDATE mass_gift SET given = given - 1").await;
        assert_eq!(check(&kit.app.db).await.unwrap().len(), 1, "a counter that is wrong is found");
        let subject = Kit::until("the fact", async || {
            let log = boss.browser.get("/api/log").await.expect(200);
            log["entries"].as_array().unwrap().iter().find(|entry| entry["kind"] == "mass_gift.begun").map(|entry| entry["subject"].clone())
        })
        .await;
        assert_eq!(subject, "Spring");
    }

    async fn above_the_sum_another_member_approves_it_in_time(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        offer(&kit, BIG);
        let (ids, to) = members(&kit, &bob, 3).await;
        let begun = bob.browser.post(GIFTS, form("BIG", &to)).await.expect(201);
        let id = &begun["mass_gift"]["id"];
        let page = once(&bob, id, is("waiting")).await;
        assert_eq!((counts(&page), &page["mass_gift"]["worth_cents"]), ([3, 0, 0, 0], &json!(180_000)));
        assert_eq!(refused(&act(&bob, id, "approve").await), (409, "second_person_needed"));
        kit.app.clock.advance(Duration::from_secs(1));
        let late = office.member_at("late@house.example", Role::Bonus).await;
        assert_eq!(refused(&act(&late, id, "approve").await), (409, "second_person_needed"), "nobody invites their own second person");
        // Who is stopped meanwhile gets nothing, and who joins the group meanwhile neither.
        stop(&kit.app, ids[1], StopReason::CoolingOff).await;
        let (_, joined) = kit.player("joined@example.com").await;
        join(&kit, joined, 259).await;
        let (one, two) = tokio::join!(act(&boss, id, "approve"), act(&boss, id, "approve"));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let page = once(&bob, id, is("done")).await;
        assert_eq!(counts(&page), [3, 2, 1, 0]);
        assert!(page["outcomes"].as_array().unwrap().contains(&json!({ "outcome": "stopped", "players": 1 })), "{page}");
        assert_eq!(page["mass_gift"]["approval"]["by"], "administrator of administrator@house.example");
        // One whose time is over is not approved, and can be taken off.
        let second = bob.browser.post(GIFTS, form("BIG", &to)).await.expect(201);
        let second = &second["mass_gift"]["id"];
        once(&bob, second, is("waiting")).await;
        kit.app.clock.advance(Duration::from_hours(25));
        for member in [&bob, &boss] {
            member.browser.post("/api/sign-in", office.credentials(member)).await.expect(200);
        }
        assert_eq!(refused(&act(&boss, second, "approve").await), (409, "mass_gift_expired"));
        assert_eq!(act(&boss, second, "cancel").await.expect(200)["mass_gift"]["state"], "canceled");
        assert_eq!(number(&kit, GIVEN).await, 2);
        // What one member begins alone within a day adds up.
        let alone = bob.browser.post(GIFTS, form("BIG", &json!({ "players": [ids[0]] }))).await.expect(201);
        once(&bob, &alone["mass_gift"]["id"], is("done")).await;
        let more = bob.browser.post(GIFTS, form("BIG", &json!({ "players": [ids[2]] }))).await.expect(201);
        once(&bob, &more["mass_gift"]["id"], is("waiting")).await;
        // So does what was canceled once somebody had it.
        written(&kit, &format!("UPDATE mass_gift SET state = 'canceled' WHERE id = {}", alone["mass_gift"]["id"])).await;
        let again = bob.browser.post(GIFTS, form("BIG", &json!({ "players": [ids[2], 999] }))).await.expect(201);
        let page = once(&bob, &again["mass_gift"]["id"], is("waiting")).await;
        assert_eq!(counts(&page), [2, 0, 1, 0], "there is no 999");
        // What a thing costs that staff hands over nobody has said.
        let thing = form("PHONE", &json!({ "players": [ids[2]] }));
        let shown = boss.browser.post(&format!("{GIFTS}/preview"), thing["gift"].clone()).await.expect(200);
        assert_eq!((&shown["worth_cents"], &shown["takes_two"]), (&Value::Null, &json!(true)));
        let thing = boss.browser.post(GIFTS, thing).await.expect(201);
        once(&boss, &thing["mass_gift"]["id"], is("waiting")).await;
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
    }

    async fn who_cannot_be_given_it_is_kept_and_tried_again(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        offer(&kit, "");
        let (ids, to) = members(&kit, &bob, 3).await;
        let first = bob.browser.post(GIFTS, form("PLAIN", &json!({ "players": [ids[1]] }))).await.expect(201);
        once(&bob, &first["mass_gift"]["id"], is("done")).await;
        // From here on nobody can have two.
        written(&kit, "CREATE UNIQUE INDEX only_one_idx ON bonus_award (player_id)").await;
        let begun = bob.browser.post(GIFTS, form("MONEY", &to)).await.expect(201);
        let id = &begun["mass_gift"]["id"];
        let page = once(&bob, id, is("done")).await;
        assert_eq!(counts(&page), [3, 2, 0, 1]);
        assert_eq!((page["failures"].as_array().unwrap().len(), &page["failures"][0]["player"]), (1, &json!(ids[1])));
        assert!(page["failures"][0]["error"].is_string(), "{page}");
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        written(&kit, "DROP INDEX only_one_idx").await;
        act(&bob, id, "retry").await.expect(200);
        let page = once(&bob, id, is("done")).await;
        assert_eq!((counts(&page), page["failures"].as_array().unwrap().len()), ([3, 3, 0, 0], 0));
        assert_eq!(number(&kit, GIVEN).await, 4);
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
    }

    async fn boxes_go_to_a_list_and_its_outcome_is_a_file(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (_, ann) = kit.player("ann@example.com").await;
        let (ben, ben_id) = kit.player("ben@example.com").await;
        ben.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        let gift = json!({ "kind": "lootbox", "code": "daily", "players": [ann, 999, ann, ben_id] });
        let begun = bob.browser.post(GIFTS, json!({ "name": "Boxes", "gift": gift, "reason": "a thank you" })).await.expect(201);
        let id = &begun["mass_gift"]["id"];
        let page = once(&bob, id, is("done")).await;
        assert_eq!(counts(&page), [3, 1, 2, 0]);
        assert!(page["outcomes"].as_array().unwrap().contains(&json!({ "outcome": "bonuses_off", "players": 1 })), "{page}");
        assert_eq!(number(&kit, "SELECT COUNT(*) FROM lootbox WHERE source LIKE 'mass:%'").await, 1);
        let file = bob.browser.send(Method::GET, &format!("{GIFTS}/{id}/outcome"), None, &[]).await;
        assert_eq!((file.status.as_u16(), file.headers["content-type"].to_str().unwrap()), (200, "text/csv; charset=utf-8"));
        assert!(file.body.as_str().unwrap().contains("999,,gone"), "{:#}", file.body);
        for (field, body) in [
            ("code", json!({ "kind": "offer", "code": "NONE", "players": [ann] })),
            ("segment", json!({ "kind": "lootbox", "code": "daily" })),
            ("segment", json!({ "kind": "lootbox", "code": "daily", "segment": "00000000-0000-0000-0000-000000000000" })),
            ("players", json!({ "kind": "lootbox", "code": "daily", "players": [0] })),
            ("brand", json!({ "kind": "lootbox", "code": "daily", "brand": "none", "players": [ann] })),
        ] {
            let answer = bob.browser.post(&format!("{GIFTS}/preview"), body.clone()).await;
            assert_eq!(answer.field(field).len(), 1, "{body}: {:#}", answer.body);
        }
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
    }
}
