//! Notifications that staff sends to players and takes back.

use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_server::app::App;
use croupier_server::notifications::campaign_steps;
use croupier_server::player;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::segments::made;
use super::{Member, Office, kinds};
use crate::browser::Browser;
use crate::realtime::Client;
use crate::stops::stop;
use crate::testkit::Kit;

const LETTER: &str = "/api/notifications";

/// A notification for `audience`, which has the fields that say to whom it goes.
fn letter(audience: &Value, promotional: bool) -> Value {
    let mut letter = json!({
        "promotional": promotional, "icon": "gift", "title": { "en": "A gift", "de": "Ein Geschenk" },
        "text": { "en": "It waits for you." }, "button_title": { "en": "See it" }, "button_path": "/promotions",
        "expires_at": "2026-01-03T00:00:00Z", "reason": "the weekly gift",
    });
    for (field, value) in audience.as_object().unwrap() {
        letter[field] = value.clone();
    }
    letter
}

async fn join(app: &App, player: i64, group: i64) {
    let mut tx = app.db.begin().await.unwrap();
    player::add_groups(app, &mut tx, player, &[group]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn notices(browser: &Browser) -> Vec<Value> {
    browser.get("/api/player/notifications").await.expect(200).as_array().unwrap().clone()
}

/// The newest of what was sent, once `is_reached` holds of it.
async fn newest(member: &Member, is_reached: impl Fn(&Value) -> bool) -> Value {
    Kit::until("the campaign", async || {
        let list = member.browser.get(LETTER).await.expect(200);
        Some(list["campaigns"][0].clone()).filter(&is_reached)
    })
    .await
}

fn is_sent(campaign: &Value) -> bool {
    campaign["state"] == "sent"
}

async fn socket(kit: &Kit, browser: &Browser) -> Client {
    let settings = browser.get("/api/player/settings").await.expect(200);
    Client::connect(kit.address, settings["realtime"]["token"].as_str().unwrap()).await.0
}

async fn frame(socket: &mut Client) -> Value {
    loop {
        let (channel, data, _) = socket.publication().await;
        if channel.starts_with("personal_notifications#") {
            return data;
        }
    }
}

on_both_engines! {
    async fn a_player_is_sent_a_notification_once_and_reading_is_counted(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let (joe, _) = kit.player("joe@example.com").await;
        let mut socket = socket(&kit, &jane).await;
        let body = letter(&json!({ "player": id }), false);
        let once = || bob.browser.post_once("key", LETTER, body.clone());
        let (one, two) = tokio::join!(once(), once());
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (204, 204), "pressed twice");
        let other = bob.browser.post_once("key", LETTER, letter(&json!({ "player": id }), true)).await;
        assert_eq!((other.status.as_u16(), other.code()), (409, "idempotency_conflict"));
        let reported = frame(&mut socket).await;
        assert_eq!((&reported["title"], &reported["content"]["button"]["path"]), (&json!("A gift"), &json!("/promotions")));
        let found = notices(&jane).await;
        assert_eq!(found, [reported], "sent once");
        assert!(notices(&joe).await.is_empty());
        let campaign = newest(&bob, is_sent).await;
        let counts = [&campaign["sent"], &campaign["left_out"], &campaign["read"]];
        assert_eq!((counts, &campaign["player_id"]), ([&json!(1), &json!(0), &json!(0)], &json!(id)));
        for _ in 0..2 {
            jane.post("/api/player/notifications/read", json!({ "ids": [found[0]["id"]] })).await.expect(204);
        }
        assert_eq!(newest(&bob, is_sent).await["read"], 1, "read once");
        let entries = office.log(&boss, &format!("?player={id}"), 1).await;
        assert_eq!(kinds(&entries), ["notification.campaign_begun"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!("A gift"), &json!("the weekly gift")));
    }

    async fn members_of_groups_get_promotions_unless_they_protect_themselves(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let mut players = Vec::new();
        for name in ["gold", "both", "pause", "excluded", "stranger"] {
            players.push(kit.player(&format!("{name}@example.com")).await);
        }
        for (_, id) in &players[..4] {
            join(&kit.app, *id, 259).await;
        }
        join(&kit.app, players[1].1, 100).await;
        stop(&kit.app, players[2].1, StopReason::CoolingOff).await;
        stop(&kit.app, players[3].1, StopReason::Exclusion).await;
        let reach = |promotional: bool| format!("{LETTER}/reach?groups=259,100&promotional={promotional}");
        let all = bob.browser.get(&reach(false)).await.expect(200);
        assert_eq!(all, json!({ "players": 4, "left_out": 0, "complete": true }), "who is in two groups counts once");
        let some = bob.browser.get(&reach(true)).await.expect(200);
        assert_eq!(some, json!({ "players": 2, "left_out": 2, "complete": true }));
        bob.browser.post(LETTER, letter(&json!({ "groups": [259, 100] }), true)).await.expect(204);
        let campaign = newest(&bob, is_sent).await;
        assert_eq!((&campaign["sent"], &campaign["left_out"]), (&json!(2), &json!(2)));
        assert_eq!(campaign["groups"].as_array().unwrap().len(), 2);
        let counts = [notices(&players[0].0).await.len(), notices(&players[1].0).await.len(), notices(&players[4].0).await.len()];
        assert_eq!(counts, [1, 1, 0]);
        // What is about the account goes to them too.
        kit.app.clock.advance(Duration::from_secs(1));
        bob.browser.post(LETTER, letter(&json!({ "groups": [259] }), false)).await.expect(204);
        let campaign = newest(&bob, is_sent).await;
        assert_eq!((&campaign["sent"], &campaign["left_out"]), (&json!(4), &json!(0)));
    }

    async fn a_campaign_goes_on_where_it_was_and_nobody_gets_two(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let mut ids = Vec::new();
        for number in 0..5 {
            let (_, id) = kit.player(&format!("player{number}@example.com")).await;
            join(&kit.app, id, 259).await;
            ids.push(id);
        }
        bob.browser.post(LETTER, letter(&json!({ "groups": [259] }), false)).await.expect(204);
        // Steps of two servers at once, each of which may end anywhere.
        for _ in 0..5 {
            let (one, two) = tokio::join!(campaign_steps::go_on(&kit.app, 2), campaign_steps::go_on(&kit.app, 1));
            one.unwrap();
            two.unwrap();
        }
        let campaign = newest(&bob, is_sent).await;
        assert_eq!((&campaign["sent"], &campaign["left_out"]), (&json!(5), &json!(0)));
        let sql = "SELECT COUNT(*), COUNT(DISTINCT player_id) FROM notification WHERE campaign_id IS NOT NULL";
        let row = kit.app.db.query_one(sql, vec![]).await.unwrap();
        assert_eq!((row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap()), (5, 5));
    }

    async fn a_segment_gets_a_promotion_and_who_is_stopped_does_not(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let mut ids = Vec::new();
        for number in 0..4 {
            ids.push(kit.player(&format!("player{number}@example.com")).await);
        }
        for (_, id) in &ids[..3] {
            join(&kit.app, *id, 259).await;
        }
        stop(&kit.app, ids[2].1, StopReason::Fraud).await;
        let segment = made(&bob, "Gold", json!({ "fact": "groups", "is": true, "groups": [259] })).await;
        let brand: String = kit.app.db.query_one("SELECT MIN(brand) FROM player", vec![]).await.unwrap().get(0).unwrap();
        let reach = |promotional: bool| format!("{LETTER}/reach?segment={segment}&brand={brand}&promotional={promotional}");
        let some = bob.browser.get(&reach(true)).await.expect(200);
        assert_eq!(some, json!({ "players": 2, "left_out": 1, "complete": true }));
        assert_eq!(bob.browser.get(&reach(false)).await.expect(200)["players"], 3);
        bob.browser.post(LETTER, letter(&json!({ "segment": segment, "brand": brand }), true)).await.expect(204);
        let campaign = newest(&bob, is_sent).await;
        assert_eq!((&campaign["sent"], &campaign["segment"]["name"], &campaign["brand"]), (&json!(2), &json!("Gold"), &json!(brand)));
        let counts = [notices(&ids[0].0).await.len(), notices(&ids[1].0).await.len(), notices(&ids[3].0).await.len()];
        assert_eq!(counts, [1, 1, 0]);
        kit.app.clock.advance(Duration::from_secs(1));
        let mine = json!({ "groups": [259], "brand": brand });
        bob.browser.post(LETTER, letter(&mine, false)).await.expect(204);
        assert_eq!(newest(&bob, is_sent).await["sent"], 3, "members of a group in a brand");
        for (field, to) in [
            ("segment", json!({ "segment": segment, "groups": [259] })),
            ("segment", json!({ "segment": "00000000-0000-0000-0000-000000000000" })),
            ("brand", json!({ "groups": [259], "brand": "none" })),
            ("brand", json!({ "player": ids[0].1, "brand": brand })),
        ] {
            let answer = bob.browser.post(LETTER, letter(&to, true)).await;
            assert_eq!(answer.field(field).len(), 1, "{to}");
        }
    }

    async fn what_is_withdrawn_is_gone_for_everybody(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, id) = kit.player("jane@example.com").await;
        join(&kit.app, id, 259).await;
        let mut socket = socket(&kit, &jane).await;
        bob.browser.post(LETTER, letter(&json!({ "groups": [259] }), false)).await.expect(204);
        let reported = frame(&mut socket).await;
        let campaign = newest(&bob, is_sent).await;
        assert_eq!(reported["campaign"], campaign["id"]);
        let path = format!("{LETTER}/{}/withdraw", campaign["id"].as_str().unwrap());
        let answer = boss.browser.post(&path, json!({ "reason": "" })).await;
        assert_eq!(answer.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        boss.browser.post(&path, json!({ "reason": "a wrong amount" })).await.expect(204);
        assert_eq!(frame(&mut socket).await, json!({ "type": "withdrawn", "campaign": campaign["id"] }));
        assert!(notices(&jane).await.is_empty());
        let gone = newest(&bob, |campaign| campaign["state"] == "withdrawn").await;
        assert_eq!((&gone["withdrawn"]["reason"], &gone["withdrawn"]["by"]), (&json!("a wrong amount"), &json!("administrator of administrator@house.example")));
        let again = bob.browser.post(&path, json!({ "reason": "again" })).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "campaign_over"));
        let nowhere = format!("{LETTER}/00000000-0000-0000-0000-000000000000/withdraw");
        assert_eq!(bob.browser.post(&nowhere, json!({ "reason": "x" })).await.code(), "not_found");
        Kit::until("the fact", async || {
            let page = boss.browser.get("/api/log").await.expect(200);
            let entries = page["entries"].as_array().unwrap();
            entries.iter().any(|entry| entry["kind"] == "notification.withdrawn").then_some(())
        })
        .await;
    }

    async fn what_does_not_fit_is_refused_at_its_field(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (_, id) = kit.player("jane@example.com").await;
        let choices = bob.browser.get("/api/notifications/choices").await.expect(200);
        assert!(choices["languages"].as_array().unwrap().contains(&json!("de")), "{choices}");
        assert!(choices["groups"].as_array().unwrap().iter().any(|group| group["id"] == 259), "{choices}");
        let far = kit.app.clock.now() + i64::try_from(Duration::from_hours(24 * 91).as_millis()).unwrap();
        for (field, value, rule) in [
            ("player", json!(999), "NOT_ALLOWED"), ("player", Value::Null, "REQUIRED"), ("groups", json!([259]), "INVALID"),
            ("icon", json!("skull"), "NOT_ALLOWED"), ("title", json!({}), "REQUIRED"), ("title", json!({ "de": "x" }), "REQUIRED"),
            ("title", json!({ "en": "x", "xx": "y" }), "NOT_ALLOWED"), ("title", json!({ "en": "two\nlines" }), "INVALID"),
            ("text", json!({ "en": "x".repeat(401) }), "INVALID"), ("button_title", json!({}), "REQUIRED"),
            ("button_path", json!("//evil.example"), "INVALID"), ("button_path", Value::Null, "REQUIRED"),
            ("expires_at", json!("soon"), "INVALID"), ("expires_at", json!("2025-12-31T00:00:00Z"), "NOT_ALLOWED"),
            ("expires_at", json!(croupier_server::platform::calendar::rfc3339(far)), "NOT_ALLOWED"), ("reason", json!(" "), "REQUIRED"),
        ] {
            let mut wrong = letter(&json!({ "player": id }), false);
            wrong[field] = value.clone();
            let answer = bob.browser.post(LETTER, wrong).await;
            let named = if field == "player" && value.is_null() { "groups" } else { field };
            assert_eq!(answer.field(named), [format!("VALIDATION.{}.{rule}", named.to_uppercase())], "{field}: {value}");
        }
        let unknown = bob.browser.post(LETTER, letter(&json!({ "groups": [7] }), false)).await;
        assert_eq!(unknown.field("groups"), ["VALIDATION.GROUPS.NOT_ALLOWED"]);
        let wrong = bob.browser.get("/api/notifications/reach?groups=x&promotional=true").await;
        assert_eq!(wrong.field("groups"), ["VALIDATION.GROUPS.INVALID"]);
        assert_eq!(bob.browser.get(LETTER).await.expect(200)["campaigns"], json!([]));
    }
}
