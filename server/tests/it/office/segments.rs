//! Segments of players: what a rule finds, and who has saved it.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::player;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::stops::stop;
use crate::testkit::Kit;

const DAY: Duration = Duration::from_hours(24);

pub fn rule(conditions: &Value) -> Value {
    json!({ "version": 1, "join": "all", "parts": [{ "join": "all", "conditions": conditions }] })
}

/// Makes a segment of one condition; answers its number.
pub async fn made(member: &Member, name: &str, condition: Value) -> String {
    let body = json!({ "name": name, "rule": rule(&json!([condition])) });
    let page = member.browser.post("/api/segments", body).await.expect(201);
    page["segment"]["id"].as_str().unwrap().to_owned()
}

pub async fn join(kit: &Kit, player: i64, group: i64) {
    let mut tx = kit.app.db.begin().await.unwrap();
    player::add_groups(&kit.app, &mut tx, player, &[group]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn found(member: &Member, rule: Value) -> Vec<i64> {
    let counted = member.browser.post("/api/segments/count", json!({ "rule": rule })).await.expect(200);
    let ids: Vec<i64> =
        counted["sample"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect();
    assert_eq!((&counted["players"], &counted["complete"]), (&json!(ids.len()), &json!(true)));
    ids
}

async fn written(kit: &Kit, sql: &str, values: Vec<croupier_db::Value>) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, values).await.unwrap();
    tx.commit().await.unwrap();
}

async fn deposit(kit: &Kit, player: i64, amount: i64) {
    let sql = "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount, idempotency_key,
                   fingerprint, recallable, created_at_ms, changed_at_ms, finished_at_ms)
               VALUES ($1, $2, 'deposit', 'succeeded', 'card', 'visa', 'northpay', 'EUR', $3, $4, $5, $6, $7, $7, $7)";
    let (id, now) = (kit.app.entropy.uuid(&kit.app.clock), kit.app.clock.now());
    written(kit, sql, params![id, player, amount, id.to_string(), vec![1_u8; 32], false, now]).await;
}

on_both_engines! {
    async fn a_rule_finds_the_players_it_says(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let mut ids = Vec::new();
        for name in ["ann", "ben", "cid"] {
            ids.push(kit.player(&format!("{name}@example.com")).await.1);
        }
        let [ann, ben, cid] = ids[..] else { panic!("three") };
        join(&kit, ann, 259).await;
        written(&kit, "UPDATE player SET country = 'DE', locale = 'de', receive_promos = $2, verified_at_ms = 1 WHERE id = $1", params![ann, true]).await;
        written(&kit, "UPDATE player SET receive_promos = $2 WHERE id <> $1", params![ann, false]).await;
        written(&kit, "INSERT INTO point_account (player_id, earned_points) VALUES ($1, 10000)", params![ben]).await;
        for amount in [3_000, 2_000] {
            deposit(&kit, ben, amount).await;
        }
        let hour = kit.app.clock.now();
        written(&kit, "INSERT INTO play_hour (player_id, currency, hour_ms, staked, won, deposits, cashouts) VALUES ($1, 'EUR', $2, 700, 0, 0, 0)", params![cid, hour]).await;
        kit.app.clock.advance(10 * DAY);
        bob.browser.post("/api/sign-in", office.credentials(&bob)).await.expect(200);
        let (_, dee) = kit.player("dee@example.com").await;
        let sum = |fact: &str, bound: &str, amount: i64, days: i64| json!({ "fact": fact, "bound": bound, "amount_cents": amount, "currency": "EUR", "days": days });
        let count = |bound: &str, count: i64, currency: Value| json!({ "fact": "deposit_count", "bound": bound, "count": count, "currency": currency, "days": 30 });
        let brand: String = kit.app.db.query_one("SELECT MIN(brand) FROM player", vec![]).await.unwrap().get(0).unwrap();
        for (condition, expected) in [
            (json!({ "fact": "brand", "is": true, "values": [brand] }), vec![ann, ben, cid, dee]),
            (json!({ "fact": "brand", "is": false, "values": [brand] }), vec![]),
            (json!({ "fact": "country", "is": true, "values": ["DE", "AT"] }), vec![ann]),
            (json!({ "fact": "language", "is": false, "values": ["de"] }), vec![ben, cid, dee]),
            (json!({ "fact": "currency", "is": true, "values": ["EUR"] }), vec![ann, ben, cid, dee]),
            (json!({ "fact": "groups", "is": true, "groups": [259] }), vec![ann]),
            (json!({ "fact": "level", "bound": "at_least", "level": 2 }), vec![ben]),
            (json!({ "fact": "level", "bound": "at_most", "level": 1 }), vec![ann, cid, dee]),
            (json!({ "fact": "registered", "within": true, "days": 5 }), vec![dee]),
            (json!({ "fact": "registered", "within": false, "days": 5 }), vec![ann, ben, cid]),
            (json!({ "fact": "seen", "within": false, "days": 5 }), vec![ann, ben, cid]),
            (json!({ "fact": "deposited", "within": true, "days": 30 }), vec![ben]),
            (json!({ "fact": "deposited", "within": true, "days": 5 }), vec![]),
            (count("at_least", 2, json!("EUR")), vec![ben]),
            (count("at_least", 1, json!("CAD")), vec![]),
            (count("at_most", 0, Value::Null), vec![ann, cid, dee]),
            (sum("deposit_sum", "at_least", 5_000, 30), vec![ben]),
            (sum("deposit_sum", "at_least", 5_001, 30), vec![]),
            (sum("bet_sum", "at_least", 700, 30), vec![cid]),
            (sum("bet_sum", "at_most", 699, 30), vec![ann, ben, dee]),
            (sum("bet_sum", "at_least", 1, 5), vec![]),
            (json!({ "fact": "active_bonus", "is": true }), vec![]),
            (json!({ "fact": "active_bonus", "is": false }), vec![ann, ben, cid, dee]),
            (json!({ "fact": "verified", "is": true }), vec![ann]),
            (json!({ "fact": "consent", "is": true, "channel": "email" }), vec![ann]),
            (json!({ "fact": "consent", "is": false, "channel": "sms" }), vec![ann, ben, cid, dee]),
        ] {
            // Who has just signed up has told what their form says.
            let expected: Vec<i64> = expected.into_iter().filter(|id| *id != dee || condition["fact"] != "consent").collect();
            let mut ids = found(&bob, rule(&json!([condition]))).await;
            ids.retain(|id| *id != dee || condition["fact"] != "consent");
            assert_eq!(ids, expected, "{condition}");
        }
        // Parts are joined as the rule says: in the group, or with deposits and a level.
        let either = json!({ "version": 1, "join": "any", "parts": [
            { "join": "all", "conditions": [{ "fact": "groups", "is": true, "groups": [259] }] },
            { "join": "all", "conditions": [count("at_least", 1, Value::Null), { "fact": "level", "bound": "at_least", "level": 5 }] },
        ] });
        assert_eq!(found(&bob, either.clone()).await, [ann, ben]);
        stop(&kit.app, ann, StopReason::Exclusion).await;
        assert_eq!(found(&bob, either).await, [ben], "who has excluded themselves is in no segment");
        let wrong = json!({ "rule": rule(&json!([{ "fact": "groups", "is": true, "groups": [7] }])) });
        assert_eq!(bob.browser.post("/api/segments/count", wrong).await.field("rule"), ["VALIDATION.RULE.NOT_ALLOWED"]);
        let masked = bob.browser.post("/api/segments/count", json!({ "rule": rule(&json!([{ "fact": "level", "bound": "at_least", "level": 5 }])) })).await.expect(200);
        assert_eq!(masked["sample"][0]["email"], "b***@e***.com");
    }

    async fn of_two_who_edit_a_segment_the_second_sees_the_conflict(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let body = |name: &str| json!({ "name": name, "rule": rule(&json!([{ "fact": "verified", "is": true }])) });
        let once = || bob.browser.post_once("key", "/api/segments", body("Verified"));
        let (one, two) = tokio::join!(once(), once());
        let (one, two) = (one.expect(201), two.expect(201));
        assert_eq!(one["segment"]["id"], two["segment"]["id"], "pressed twice, made once");
        let other = bob.browser.post_once("key", "/api/segments", body("Other")).await;
        assert_eq!((other.status.as_u16(), other.code()), (409, "idempotency_conflict"));
        let path = format!("/api/segments/{}", one["segment"]["id"].as_str().unwrap());
        let edit = |name: &str, revision: i64| {
            let mut edit = body(name);
            edit["revision"] = json!(revision);
            edit
        };
        let (one, two) = tokio::join!(bob.browser.post(&path, edit("By Bob", 1)), boss.browser.post(&path, edit("By the boss", 1)));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let (first, lost, name) = if one.status == 200 { (&bob, two, "By Bob") } else { (&boss, one, "By the boss") };
        assert_eq!(lost.code(), "segment_changed");
        let again = first.browser.post(&path, edit(name, 1)).await.expect(200);
        assert_eq!(again["segment"]["version"]["revision"], 2, "whose answer was lost asks again");
        let names: Vec<_> = again["versions"].as_array().unwrap().iter().map(|version| version["name"].as_str().unwrap()).collect();
        assert_eq!(names, [name, "Verified"]);
        let archive = format!("{path}/archive");
        boss.browser.post(&archive, json!({ "reason": "not used" })).await.expect(200);
        assert_eq!(boss.browser.post(&archive, json!({ "reason": "not used" })).await.code(), "segment_archived");
        assert_eq!(bob.browser.post(&path, edit("Late", 2)).await.code(), "segment_archived");
        assert_eq!(bob.browser.get("/api/segments?state=used").await.expect(200)["segments"], json!([]));
        assert_eq!(bob.browser.get("/api/segments?state=archived").await.expect(200)["segments"][0]["version"]["name"], name);
        let entries = Kit::until("the facts", async || {
            let page = boss.browser.get("/api/log").await.expect(200);
            let entries: Vec<Value> = page["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"].as_str().unwrap().starts_with("segment.")).cloned().collect();
            (entries.len() >= 3).then_some(entries)
        })
        .await;
        assert_eq!(kinds(&entries), ["segment.archived", "segment.saved", "segment.saved"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!(name), &json!("not used")));
    }
}
