//! Players who have signed up on one device: they wait for a decision, which marks and stops the later account.

use croupier_db::params;
use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::{Answer, Browser, form_with};

/// The pairs that the list answers, the later player first, with what tells it.
async fn pairs(member: &Member, state: &str) -> Vec<(i64, i64, String)> {
    let list = member.browser.get(&format!("/api/shared-devices?state={state}")).await.expect(200);
    let pair = |row: &Value| {
        let id = |name: &str| row[name]["id"].as_i64().unwrap();
        (id("player"), id("other"), row["kind"].as_str().unwrap().to_owned())
    };
    list["shared"].as_array().unwrap().iter().map(pair).collect()
}

async fn linked(member: &Member, player: i64) -> Vec<(i64, String)> {
    let found = member.browser.get(&format!("/api/players/{player}/links")).await.expect(200);
    let link =
        |row: &Value| (row["player"]["id"].as_i64().unwrap(), row["kind"].as_str().unwrap().to_owned());
    found["links"].as_array().unwrap().iter().map(link).collect()
}

async fn decide(member: &Member, (player, other): (i64, i64), same_person: bool) -> Answer {
    let form = json!({ "same_person": same_person, "marks": true, "stops": true, "reason": "one address, one birthday" });
    member.browser.post(&format!("/api/shared-devices/{player}/{other}"), form).await
}

on_both_engines! {
    async fn one_browser_waits_for_a_decision(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let sign_up = async |email: &str, browser: Browser| {
            let user = form_with(email, json!({ "dfpc": email }));
            browser.post("/api/users", json!({ "user": user })).await
        };
        let first = sign_up("jane@example.com", kit.browser()).await;
        let cookie = Browser::device_of(&first);
        let jane = first.expect(201)["id"].as_i64().unwrap();
        let mut later = Vec::new();
        for email in ["june@example.com", "july@example.com"] {
            let made = sign_up(email, kit.browser().with("cookie", &cookie)).await.expect(201);
            later.push(made["id"].as_i64().unwrap());
        }
        let (june, july) = (later[0], later[1]);
        let by_browser = |player, other| (player, other, "browser".to_owned());
        let waiting = Kit::until("the pairs", async || Some(pairs(&rita, "waiting").await).filter(|found| found.len() == 3)).await;
        assert_eq!(waiting, [by_browser(june, jane), by_browser(july, jane), by_browser(july, june)], "oldest first");
        let link = |player| (player, "browser".to_owned());
        assert_eq!(linked(&rita, jane).await, [link(june), link(july)]);
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE player SET brand = CASE WHEN id = $1 THEN 'borealis' ELSE 'marina' END";
        tx.execute(sql, params![june]).await.unwrap();
        tx.commit().await.unwrap();
        let marina = BrandScope::of(["marina".to_owned()]);
        let mina = office.taken(&office.invited_for("mina@house.example", Role::Risk.name(), &marina).await).await;
        assert_eq!(linked(&mina, jane).await, [link(july)], "players of other brands are nobody's link");

        let asked = decide(&rita, (june, jane), false).await.expect(200);
        assert_eq!((&asked["verdict"]["same_person"], &asked["player"]["stops"]), (&json!(false), &json!([])));
        assert_eq!(linked(&rita, jane).await, [link(july)], "other people are no link");
        let asked = decide(&rita, (july, jane), true).await.expect(200);
        assert_eq!((&asked["verdict"]["same_person"], &asked["player"]["stops"]), (&json!(true), &json!(["operator"])));
        let again = decide(&boss, (july, jane), false).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "device_decided"));
        decide(&rita, (jane, july), true).await.expect(404);
        assert_eq!(pairs(&rita, "waiting").await, [by_browser(july, june)]);
        assert_eq!(pairs(&rita, "decided").await, [by_browser(july, jane), by_browser(june, jane)], "newest first");

        let sql = "SELECT player_id FROM player_group WHERE group_id = 100";
        let marked = kit.app.db.query(sql, vec![]).await.unwrap();
        assert_eq!(marked.iter().map(|row| row.get(0).unwrap()).collect::<Vec<i64>>(), [july]);
        let entries = office.log(&boss, &format!("?player={july}"), 2).await;
        let kinds = kinds(&entries);
        assert!(kinds.contains(&"device_sharing.decided") && kinds.contains(&"player.stopped"), "{kinds:?}");
    }
}
