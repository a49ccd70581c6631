//! Who was taken for an excluded player, as staff sees it.

use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::account::stops::{StopChange, lift_stop};
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::browser::form_with;
use crate::play::{SAILS, give, grown_player, launch};
use crate::stops::stop;
use crate::testkit::Kit;

async fn matches(member: &Member, of: &str) -> Vec<Value> {
    let list = member.browser.get(&format!("/api/exclusion-matches?of={of}")).await.expect(200);
    assert_eq!(list["next"], Value::Null);
    list["matches"].as_array().unwrap().clone()
}

async fn sign_up(kit: &Kit, email: &str, fields: Value) -> u16 {
    kit.browser().post("/api/users", json!({ "user": form_with(email, fields) })).await.status.as_u16()
}

on_both_engines! {
    async fn refused_sign_ups_and_stopped_accounts_are_explained(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, sue) = (office.member(Role::Risk).await, office.member(Role::Support).await);
        assert_eq!(sue.browser.get("/api/exclusion-matches?of=sign_ups").await.status, 403);
        let (ada, excluded) = kit.player("ada@gmail.com").await;
        let person = json!({
            "first_name": "Ada", "last_name": "Hara", "date_of_birth": "1990-04-05", "mobile_phone": "+1 416 555 0133",
        });
        ada.patch("/api/player", json!({ "player": person })).await.expect(200);
        let now = kit.app.clock.now();
        stop(&kit.app, excluded, StopReason::Exclusion).await;
        assert_eq!(sign_up(&kit, "a.da@gmail.com", json!({})).await, 422);
        kit.app.clock.advance(std::time::Duration::from_mins(1));
        assert_eq!(sign_up(&kit, "eve@example.com", json!({ "mobile_phone": "(416) 555-0133" })).await, 403);
        let refused = matches(&rita, "sign_ups").await;
        let fields: Vec<_> = refused.iter().map(|one| one["fields"].clone()).collect();
        assert_eq!(fields, [json!(["mobile_phone"]), json!(["email"])], "newest first");
        for one in &refused {
            assert_eq!((&one["outcome"], &one["player"]), (&json!("sign_up_refused"), &Value::Null));
            assert_eq!((&one["excluded"]["id"], &one["excluded_until"]), (&json!(excluded), &Value::Null));
        }
        assert_eq!(matches(&rita, "accounts").await, Vec::<Value>::new());
        // An open account that tells the same phone later is asked for documents.
        let (eve, other) = grown_player(&kit, "eve@example.com").await;
        give(&kit.app, other, Currency::EUR, 1_000).await;
        eve.patch("/api/player", json!({ "player": { "mobile_phone": "+1 416 555 0133" } })).await.expect(200);
        assert_eq!(launch(&eve, SAILS, "real").await.code(), "verification_required");
        let asked = &matches(&rita, "accounts").await[0];
        assert_eq!((&asked["outcome"], &asked["player"]["id"]), (&json!("documents_asked"), &json!(other)));
        assert_eq!(asked["cleared_at"], Value::Null);
        let change =
            StopChange { player: other, reason: StopReason::Verification, by: "Ann", why: "a family", signed: None };
        lift_stop(&kit.app.db, change, now).await.unwrap();
        assert!(matches(&rita, "accounts").await[0]["cleared_at"].is_string());
        let first = refused[0]["id"].as_str().unwrap();
        let older = rita.browser.get(&format!("/api/exclusion-matches?of=sign_ups&after={first}")).await.expect(200);
        assert_eq!(older["matches"], json!([refused[1]]));
        assert_eq!(rita.browser.get("/api/exclusion-matches?of=nobody").await.status, 422);
    }
}
