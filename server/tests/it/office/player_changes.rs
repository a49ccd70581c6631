//! What staff changes about a player by hand: groups, points, and lootboxes that are issued.

use croupier_ledger::StopReason;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::loyalty::assert_sound;
use crate::play::grown_player;
use crate::stops::stop;

async fn send(member: &Member, id: i64, part: &str, body: Value) -> Answer {
    member.browser.post(&format!("/api/players/{id}/{part}"), body).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// The ids of `statuses`.
fn ids(statuses: &Value) -> Vec<&str> {
    statuses.as_array().unwrap().iter().map(|status| status["id"].as_str().unwrap()).collect()
}

fn points(count: i64) -> Value {
    json!({ "points": count, "reason": "a lost purchase" })
}

fn lootbox(code: &str) -> Value {
    json!({ "code": code, "currency": "EUR", "reason": "a birthday" })
}

on_both_engines! {
    async fn a_player_is_put_into_groups_and_taken_out(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let known = rita.browser.get("/api/groups").await.expect(200);
        let offered: Vec<_> = known["groups"].as_array().unwrap().iter().map(|group| group["id"].as_i64().unwrap()).collect();
        assert!(offered.contains(&21) && offered.contains(&100), "{offered:?}");
        assert!([259, 1117, 543, 544].iter().all(|group| !offered.contains(group)), "what the server assigns: {offered:?}");
        let change = |add: &[i64], remove: &[i64]| json!({ "add": add, "remove": remove, "reason": "two accounts" });
        let now = send(&rita, id, "groups", change(&[100, 21], &[])).await.expect(200);
        assert!(ids(&now["groups"]).contains(&"group_100"), "{now}");
        let page = boss.browser.get(&format!("/api/players/{id}")).await.expect(200);
        assert_eq!(page["groups"], now["groups"]);
        let own = jane.get("/api/player").await.expect(200);
        assert!(ids(&own["statuses"]).contains(&"group_21"), "{own}");
        let path = format!("/api/players/{id}/groups");
        for _ in 0..2 {
            let left = rita.browser.post_once("key", &path, change(&[1308], &[21])).await.expect(200);
            assert!(!ids(&left["groups"]).contains(&"group_21") && ids(&left["groups"]).contains(&"group_1308"), "{left}");
        }
        let other = rita.browser.post_once("key", &path, change(&[21], &[])).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        send(&rita, id, "groups", change(&[100], &[21])).await.expect(200);
        let entries = office.log(&boss, &format!("?player={id}"), 2).await;
        assert_eq!(kinds(&entries), ["groups.changed"; 2], "what was so already is no change");
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!("+1308 -21"), &json!("two accounts")));
        assert_eq!(entries[0]["email"], json!(rita.email));
    }

    async fn groups_that_are_unknown_or_the_servers_own_are_refused(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let (_, id) = kit.player("jane@example.com").await;
        let before = boss.browser.get(&format!("/api/players/{id}")).await.expect(200)["groups"].clone();
        for (add, remove, field, rule) in [
            (json!([7]), json!([]), "add", "NOT_ALLOWED"),
            (json!([-1]), json!([]), "add", "NOT_ALLOWED"),
            (json!([100, 259]), json!([]), "add", "NOT_ALLOWED"),
            (json!([]), json!([1117]), "remove", "NOT_ALLOWED"),
            (json!([544]), json!([]), "add", "NOT_ALLOWED"),
            (json!([]), json!([]), "add", "REQUIRED"),
            (json!([100]), json!([100]), "remove", "INVALID"),
            (json!(vec![100; 51]), json!([]), "add", "INVALID"),
        ] {
            let answer = send(&rita, id, "groups", json!({ "add": add, "remove": remove, "reason": "why not" })).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())], "{add} {remove}");
        }
        let wordless = send(&rita, id, "groups", json!({ "add": [100], "reason": " " })).await;
        assert_eq!(wordless.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        let good = json!({ "add": [100], "reason": "two accounts" });
        assert_eq!(refused(&send(&rita, 999, "groups", good.clone()).await), (404, "not_found"));
        let sue = office.member(Role::Support).await;
        assert_eq!(refused(&send(&sue, id, "groups", good.clone()).await), (403, "forbidden"));
        boss.browser.post(&format!("/api/staff/{}/dismiss", rita.id), json!({})).await.expect(200);
        assert_eq!(refused(&send(&rita, id, "groups", good).await), (401, "unauthorized"));
        let after = boss.browser.get(&format!("/api/players/{id}")).await.expect(200)["groups"].clone();
        assert_eq!(before, after);
    }

    async fn points_are_corrected_and_never_below_zero(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "player@example.com").await;
        let given = send(&bob, id, "points", points(500)).await.expect(200);
        assert_eq!(given, json!({ "points": 500, "total_points": 0 }));
        assert_eq!(jane.get("/api/player/comp_points").await.expect(200)["chargeable"]["points"], 500);
        assert_eq!(refused(&send(&bob, id, "points", points(-501)).await), (409, "points_too_low"));
        let path = format!("/api/players/{id}/points");
        let once = || bob.browser.post_once("key", &path, points(-500));
        let (one, two) = tokio::join!(once(), once());
        assert_eq!((one.expect(200), two.expect(200)), (json!({ "points": 0, "total_points": 0 }), json!({ "points": 0, "total_points": 0 })));
        once().await.expect(200);
        let other = bob.browser.post_once("key", &path, points(-1)).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        let twice = (send(&bob, id, "points", points(30)), send(&boss, id, "points", points(12)));
        let (one, two) = tokio::join!(twice.0, twice.1);
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (200, 200), "neither is lost");
        let page = bob.browser.get(&format!("/api/players/{id}")).await.expect(200);
        assert_eq!(page["points"], json!({ "points": 42, "total_points": 0 }));
        for (count, reason, field, rule) in [
            (0, "x", "points", "INVALID"), (1_000_000_001, "x", "points", "INVALID"), (i64::MIN, "x", "points", "INVALID"),
            (1, "", "reason", "REQUIRED"),
        ] {
            let answer = send(&bob, id, "points", json!({ "points": count, "reason": reason })).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())], "{count}");
        }
        assert_eq!(refused(&send(&bob, 999, "points", points(1)).await), (404, "not_found"));
        for role in [Role::Support, Role::Risk, Role::Compliance] {
            let member = office.member(role).await;
            assert_eq!(refused(&send(&member, id, "points", points(1)).await), (403, "forbidden"), "{}", role.name());
        }
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        assert_eq!(kinds(&entries), ["points.corrected"; 4]);
        assert_eq!((&entries[2]["subject"], &entries[2]["reason"]), (&json!("-500"), &json!("a lost purchase")));
        assert_sound(&kit.app).await;
    }

    async fn small_corrections_do_not_add_up_to_a_large_one(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (_, id) = grown_player(&kit, "player@example.com").await;
        assert_eq!(refused(&send(&bob, id, "points", points(100_001)).await), (409, "points_too_many"));
        let path = format!("/api/players/{id}/points");
        let at_once = |key| bob.browser.post_once(key, &path, points(50_000));
        let (one, two) = tokio::join!(at_once("one"), at_once("two"));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "points_too_many")]);
        assert_eq!(refused(&send(&boss, id, "points", points(-40_000)).await), (409, "points_too_many"), "of a colleague");
        // A point is worth ten ninths of a cent, as the largest card pays.
        let left = send(&boss, id, "points", points(-39_999)).await.expect(200);
        assert_eq!(left["points"], 10_001);
        assert_sound(&kit.app).await;
    }

    async fn a_lootbox_is_issued_once_and_arrives(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "player@example.com").await;
        let known = bob.browser.get("/api/lootbox-kinds").await.expect(200);
        let wheel = &known["kinds"][0];
        assert_eq!((&wheel["code"], &wheel["title"], &wheel["valid_hours"]), (&json!("wheel"), &json!("Spin of the wheel"), &json!(72)));
        assert!(wheel["currencies"].as_array().unwrap().contains(&json!("EUR")), "{wheel}");
        let path = format!("/api/players/{id}/lootboxes");
        let once = || bob.browser.post_once("key", &path, lootbox("wheel"));
        let (one, two) = tokio::join!(once(), once());
        let (one, two) = (one.expect(201), two.expect(201));
        assert_eq!((one["lootboxes"].as_array().unwrap().len(), &one), (1, &two), "pressed twice, issued once");
        assert_eq!((&one["lootboxes"][0]["stage"], &one["lootboxes"][0]["prize"]), (&json!("issued"), &Value::Null));
        let other = bob.browser.post_once("key", &path, lootbox("daily")).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        let own = jane.get("/api/player/lootboxes").await.expect(200);
        assert_eq!((own.as_array().unwrap().len(), &own[0]["id"]), (1, &one["lootboxes"][0]["id"]));
        for (field, value) in [("code", "none"), ("currency", "USD"), ("currency", "x")] {
            let mut wrong = lootbox("wheel");
            wrong[field] = json!(value);
            let answer = bob.browser.post(&path, wrong).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.NOT_ALLOWED", field.to_uppercase())], "{value}");
        }
        assert_eq!(refused(&send(&bob, 999, "lootboxes", lootbox("wheel")).await), (404, "not_found"));
        let rita = office.member(Role::Risk).await;
        assert_eq!(refused(&send(&rita, id, "lootboxes", lootbox("wheel")).await), (403, "forbidden"));
        let entries = office.log(&boss, &format!("?player={id}"), 1).await;
        assert_eq!(kinds(&entries), ["lootbox.by_staff"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!("wheel"), &json!("a birthday")));
        for _ in 0..9 {
            send(&boss, id, "lootboxes", lootbox("wheel")).await.expect(201);
        }
        assert_eq!(refused(&send(&bob, id, "lootboxes", lootbox("wheel")).await), (409, "lootboxes_too_many"));
        let (_, stopped) = kit.player("stopped@example.com").await;
        stop(&kit.app, stopped, StopReason::Operator).await;
        assert_eq!(refused(&send(&bob, stopped, "lootboxes", lootbox("wheel")).await), (409, "player_stopped"));
        assert_sound(&kit.app).await;
    }
}
