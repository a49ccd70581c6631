//! Players as staff sees them: found by anything, masked until asked for, stopped and freed.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};

/// The numbers of the players whom `query` finds.
async fn found(member: &Member, query: &str) -> Vec<i64> {
    let list = member.browser.get(&format!("/api/players?query={query}")).await.expect(200);
    list["players"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

on_both_engines! {
    async fn a_player_is_found_by_anything_and_masked(kit: Kit) {
        let office = Office::open(&kit).await;
        let sue = office.member(Role::Support).await;
        let (jane, id) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("percent_john@example.com").await;
        let profile = json!({ "player": {
            "first_name": "Jane", "last_name": "Doe", "mobile_phone": "+1 (416) 555-0123",
        }});
        jane.patch("/api/player", profile).await.expect(200);
        assert_eq!(found(&sue, "").await, [other, id], "newest first");
        let number = id.to_string();
        for query in [number.as_str(), "jane", "JANE@example.com", "jane%20doe", "doe", "555-0123", "%2B1416", "14165550"] {
            assert_eq!(found(&sue, query).await, [id], "{query}");
        }
        let (other_jane, named) = kit.player("named@example.com").await;
        other_jane.patch("/api/player", json!({ "player": { "first_name": "Øyvind", "last_name": "Ås" } })).await.expect(200);
        for query in ["øyvind", "Øyv", "øyvind%20ås", "ås"] {
            assert_eq!(found(&sue, query).await, [named], "{query}");
        }
        for query in ["%25", "_ane", "example.com", "'%20OR%201=1", "4169"] {
            assert_eq!(found(&sue, query).await, [0; 0], "{query}");
        }
        sue.browser.get(&format!("/api/players?query={}", "x".repeat(101))).await.expect(422);
        let row = sue.browser.get("/api/players?query=jane").await.expect(200)["players"][0].clone();
        assert_eq!((&row["email"], &row["name"], &row["mobile_phone"]), (&json!("j***@e***.com"), &json!("J*** D***"), &json!("+1(***23")));
        let page = sue.browser.get(&format!("/api/players/{id}")).await.expect(200);
        assert_eq!((&page["email"], &page["name"], &page["sessions_count"]), (&row["email"], &row["name"], &json!(1)));
        assert_eq!(page["wallets"][0]["currency"], "EUR");
        assert!(!page.to_string().contains("Doe") && !page.to_string().contains("jane@"), "{page}");
        sue.browser.get("/api/players/999").await.expect(404);
        sue.browser.get("/api/players/jane").await.expect(404);
    }

    async fn a_list_goes_on_where_its_page_ends(kit: Kit) {
        let office = Office::open(&kit).await;
        let sue = office.member(Role::Support).await;
        for number in 0..52 {
            kit.player(&format!("player{number}@example.com")).await;
        }
        let first = sue.browser.get("/api/players").await.expect(200);
        assert_eq!(first["players"].as_array().unwrap().len(), 50);
        let second = sue.browser.get(&format!("/api/players?after={}", first["next"])).await.expect(200);
        assert_eq!((second["players"].as_array().unwrap().len(), &second["next"]), (2, &Value::Null));
        assert!(second["players"][0]["id"].as_i64() < first["players"][49]["id"].as_i64());
    }

    async fn personal_data_is_shown_with_a_reason_that_the_log_keeps(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, carl) = (office.member(Role::Support).await, office.member(Role::Compliance).await);
        let (jane, id) = kit.player("jane@example.com").await;
        jane.patch("/api/player", json!({ "player": { "first_name": "Jane" } })).await.expect(200);
        let path = format!("/api/players/{id}/reveal");
        assert_eq!(sue.browser.post(&path, json!({ "reason": "" })).await.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        sue.browser.post("/api/players/999/reveal", json!({ "reason": "she calls" })).await.expect(404);
        let shown = sue.browser.post(&path, json!({ "reason": "she calls" })).await.expect(200);
        assert_eq!((&shown["email"], &shown["first_name"]), (&json!("jane@example.com"), &json!("Jane")));
        let entries = office.log(&carl, &format!("?player={id}"), 1).await;
        assert_eq!(kinds(&entries), ["player.revealed"], "a refused call shows nothing and tells nothing");
        assert_eq!((&entries[0]["email"], &entries[0]["reason"]), (&json!(sue.email), &json!("she calls")));
    }

    async fn staff_sees_a_postal_code_that_lies_elsewhere(kit: Kit) {
        let office = Office::open(&kit).await;
        let sue = office.member(Role::Support).await;
        let (jane, id) = kit.player("jane@example.com").await;
        let lies = async |fields: Value| {
            jane.patch("/api/player", json!({ "player": fields })).await.expect(200);
            sue.browser.get(&format!("/api/players/{id}")).await.expect(200)["state_disagrees"].clone()
        };
        assert_eq!(lies(json!({ "city": "Ottawa" })).await, false, "nothing is said");
        assert_eq!(lies(json!({ "postal_code": "K1A 0B1", "state": "ontario" })).await, false);
        assert_eq!(lies(json!({ "postal_code": "V1A 0B1" })).await, true);
        assert_eq!(lies(json!({ "state": "British Columbia" })).await, false);
    }

    async fn a_player_is_stopped_and_freed(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, carl) = (office.member(Role::Risk).await, office.member(Role::Compliance).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let (stops, lift) = (format!("/api/players/{id}/stops"), format!("/api/players/{id}/stops/lift"));
        let past = json!({ "reason": "operator", "until": "2020-01-01T00:00:00Z", "why": "x" });
        assert_eq!(rita.browser.post(&stops, past).await.field("until"), ["VALIDATION.UNTIL.INVALID"]);
        let page = rita.browser.post(&stops, json!({ "reason": "operator", "why": "many accounts" })).await.expect(200);
        assert_eq!((&page["stops"], &page["stop_rows"][0]["why"]), (&json!(["operator"]), &json!("many accounts")));
        assert_eq!(page["stop_rows"][0]["by"], "risk of risk@house.example");
        jane.get("/api/user_limits").await.expect(401);
        let page = rita.browser.post(&lift, json!({ "reason": "operator", "why": "a brother" })).await.expect(200);
        assert_eq!(page["stops"], json!([]));
        let gone = rita.browser.post(&lift, json!({ "reason": "operator", "why": "again" })).await;
        assert_eq!((gone.status.as_u16(), gone.code()), (409, "stop_gone"));
        rita.browser.post(&stops, json!({ "reason": "exclusion", "why": "asked on the phone" })).await.expect(200);
        let own = rita.browser.post(&lift, json!({ "reason": "exclusion", "why": "asks to come back" })).await;
        assert_eq!((own.status.as_u16(), own.code()), (409, "own_wish"));
        let entries = office.log(&carl, &format!("?player={id}"), 3).await;
        assert_eq!(kinds(&entries), ["player.stopped", "player.stop_lifted", "player.stopped"]);
        assert_eq!(entries[2]["reason"], "operator: many accounts");
        let mine = office.log(&carl, &format!("?member={}&player={id}", carl.id), 0).await;
        assert_eq!(mine, [] as [Value; 0]);
    }
}
