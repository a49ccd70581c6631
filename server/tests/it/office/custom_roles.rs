//! Roles that the installation makes: two people, no permission that one lacks, and in force at once.

use std::time::Duration;

use croupier_db::params;
use croupier_server::office::check;
use croupier_server::staff::{BrandScope, Role};
use reqwest::Method;
use serde_json::{Value, json};

use super::roles::{PUBLIC, office_calls};
use super::{Member, Office, kinds, reassigned};
use crate::browser::Answer;

fn form(name: &str, permissions: &[&str]) -> Value {
    json!({ "name": name, "permissions": permissions, "reason": "a new desk" })
}

async fn decide(member: &Member, change: &Value, step: &str) -> Answer {
    let path = format!("/api/role-changes/{}/{step}", change["id"].as_str().unwrap());
    member.browser.post(&path, json!({ "reason": "looked into it" })).await
}

/// A role that `one` asks for and `two` approves; answers its number.
pub(super) async fn made(one: &Member, two: &Member, name: &str, permissions: &[&str]) -> String {
    let change = one.browser.post("/api/roles", form(name, permissions)).await.expect(201);
    decide(two, &change, "approve").await.expect(200);
    change["role"].as_str().unwrap().to_owned()
}

/// What `one` asks for about the role `id`, whose version `seen` is in force, and `two` approves.
async fn changed(one: &Member, two: &Member, id: &str, seen: i64, permissions: &[&str]) {
    let mut form = form("Chat desk", permissions);
    form["seen"] = json!(seen);
    let change = one.browser.post(&format!("/api/roles/{id}/change"), form).await.expect(201);
    decide(two, &change, "approve").await.expect(200);
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// What asks for no permission: views are a member's own.
const EVERYBODYS: [&str; 6] = [
    "GET /api/calendar",
    "GET /api/me",
    "GET /api/currencies",
    "GET /api/views",
    "POST /api/views",
    "POST /api/views/{id}/remove",
];

/// The calls that `member` may make, besides those that ask for no permission.
async fn open_to(member: &Member) -> Vec<String> {
    let mut open = Vec::new();
    for (method, path) in office_calls() {
        let call = format!("{method} {path}");
        if PUBLIC.contains(&call.as_str()) || EVERYBODYS.contains(&call.as_str()) {
            continue;
        }
        let address = path.replace("{id}", "00000000-0000-0000-0000-000000000000");
        let body = (method == "POST").then(|| json!({}));
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let status = member.browser.send(method, &address, body, &[]).await.status.as_u16();
        assert!(status != 401 && status < 500, "{call} answers {status}");
        if status != 403 {
            open.push(call);
        }
    }
    open.sort_unstable();
    open
}

on_both_engines! {
    async fn a_role_of_one_permission_opens_exactly_its_calls(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = (office.member(Role::Administrator).await, office.member_at("two@house.example", Role::Administrator).await);
        let role = made(&one, &two, "Chat desk", &["chat.read"]).await;
        let ann = office.taken(&office.invited_for("ann@house.example", &role, &BrandScope::ALL).await).await;
        let me = ann.browser.get("/api/me").await.expect(200);
        assert_eq!((&me["role"], &me["role_title"], &me["permissions"]), (&json!(role), &json!("Chat desk"), &json!(["chat.read"])));
        assert_eq!(open_to(&ann).await, [
            "GET /api/chats", "GET /api/chats/{id}", "GET /api/chats/{id}/pictures/{picture}", "GET /api/players/{id}/chat",
        ]);
        // The session that is open gets what the next version allows, and loses what it does not.
        changed(&one, &two, &role, 1, &["adjustments.decide"]).await;
        assert_eq!(open_to(&ann).await, ["POST /api/adjustments/{id}/approve", "POST /api/adjustments/{id}/refuse"]);
        // So does a commit, which asks the member's row itself.
        changed(&one, &two, &role, 2, &["groups.change"]).await;
        let (_, jane) = kit.player("jane@example.com").await;
        let (path, form) = (format!("/api/players/{jane}/groups"), json!({ "add": [100], "remove": [], "reason": "a friend" }));
        ann.browser.post_once("one", &path, form.clone()).await.expect(200);
        changed(&one, &two, &role, 3, &["players.read", "players.help"]).await;
        assert_eq!(refused(&ann.browser.post_once("two", &path, form).await), (403, "forbidden"));
        let entries = office.log(&one, &format!("?member={}", two.id), 5).await;
        assert_eq!(kinds(&entries)[..2], ["staff.role_approved", "staff.role_approved"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!(role), &json!("looked into it")));
        let sql = "SELECT body FROM event WHERE kind = 'staff.role_approved' ORDER BY lsn DESC LIMIT 1";
        let body: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        let reported: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(reported["before"], json!({ "name": "Chat desk", "permissions": ["groups.change"] }));
        assert_eq!(reported["after"], json!({ "name": "Chat desk", "permissions": ["players.read", "players.help"] }));
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        let history = one.browser.get(&format!("/api/roles/{role}")).await.expect(200);
        let steps: Vec<_> = history["changes"].as_array().unwrap().iter().map(|change| change["step"].clone()).collect();
        assert_eq!(steps, ["change", "change", "change", "create"]);
    }

    async fn nobody_makes_a_role_alone(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = (office.member(Role::Administrator).await, office.member_at("two@house.example", Role::Administrator).await);
        let wrong = one.browser.post("/api/roles", form(" ", &[])).await;
        assert_eq!((wrong.field("name").len(), wrong.field("permissions").len()), (1, 1));
        assert_eq!(one.browser.post("/api/roles", form("Desk", &["all.things"])).await.field("permissions"), ["VALIDATION.INVALID"]);
        assert_eq!(one.browser.post("/api/roles", form("Support", &["chat.read"])).await.field("name"), ["VALIDATION.NAME.TAKEN"]);
        let asked = one.browser.post_once("key", "/api/roles", form("Desk", &["chat.read"])).await.expect(201);
        let again = one.browser.post_once("key", "/api/roles", form("Desk", &["chat.read"])).await.expect(201);
        assert_eq!((&asked["id"], &asked["state"]), (&again["id"], &json!("waiting")));
        assert_eq!(refused(&decide(&one, &asked, "approve").await), (409, "second_person_needed"));
        let role = asked["role"].as_str().unwrap();
        let early = json!({ "email": "ann@house.example", "name": "Ann", "role": role });
        assert_eq!(one.browser.post("/api/staff", early.clone()).await.field("role"), ["VALIDATION.INVALID"], "it is not there yet");
        kit.app.clock.advance(Duration::from_millis(1));
        let late = office.member_at("late@house.example", Role::Administrator).await;
        assert_eq!(refused(&decide(&late, &asked, "approve").await), (409, "second_person_needed"), "invited afterwards");
        let (left, right) = tokio::join!(decide(&two, &asked, "approve"), decide(&two, &asked, "approve"));
        let mut reported = [refused(&left), refused(&right)];
        reported.sort_unstable();
        assert_eq!(reported, [(200, ""), (409, "role_change_decided")]);
        one.browser.post("/api/staff", early).await.expect(201);
        // Two versions that build on the same one: the second approval sees that the role has changed.
        let path = format!("/api/roles/{role}/change");
        let mut next = form("Desk", &["chat.read", "chat.reply"]);
        next["seen"] = json!(1);
        let first = one.browser.post(&path, next.clone()).await.expect(201);
        let second = two.browser.post(&path, next.clone()).await.expect(201);
        decide(&two, &first, "approve").await.expect(200);
        assert_eq!(refused(&decide(&one, &second, "approve").await), (409, "role_changed"));
        assert_eq!(decide(&one, &second, "refuse").await.expect(200)["state"], "refused");
        assert_eq!(refused(&one.browser.post(&path, next).await), (409, "role_changed"));
        // A role that somebody has stays; one that nobody has goes, and is given to nobody.
        let leave = format!("/api/roles/{role}/withdraw");
        let wanted = one.browser.post(&leave, json!({ "seen": 2, "reason": "not needed" })).await.expect(201);
        assert_eq!(refused(&decide(&two, &wanted, "approve").await), (409, "role_in_use"));
        let team = one.browser.get("/api/staff").await.expect(200);
        let ann = team["members"].as_array().unwrap().iter().find(|member| member["name"] == "Ann").unwrap();
        let ann = ann["id"].as_str().unwrap().to_owned();
        reassigned(&one, &two, &ann, json!({ "role": "support" })).await;
        decide(&two, &wanted, "approve").await.expect(200);
        let wanted = json!({ "role": role, "reason": "back again" });
        let gone = one.browser.post(&format!("/api/staff/{ann}/access"), wanted).await;
        assert_eq!(gone.field("role"), ["VALIDATION.INVALID"]);
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        let roles = one.browser.get("/api/roles").await.expect(200);
        assert_eq!(roles["roles"].as_array().unwrap().len(), Role::ALL.len());
        let slow = one.browser.post("/api/roles", form("Late desk", &["chat.read"])).await.expect(201);
        kit.app.clock.advance(Duration::from_hours(24));
        two.browser.post("/api/sign-in", office.credentials(&two)).await.expect(200);
        assert_eq!(refused(&decide(&two, &slow, "approve").await), (409, "role_change_expired"));
    }

    async fn nobody_gives_what_they_lack(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = (office.member(Role::Administrator).await, office.member_at("two@house.example", Role::Administrator).await);
        let role = made(&one, &two, "Desk lead", &["staff.manage", "chat.read"]).await;
        let lead = office.taken(&office.invited_for("lead@house.example", &role, &BrandScope::ALL).await).await;
        let second = office.taken(&office.invited_for("next@house.example", &role, &BrandScope::ALL).await).await;
        assert_eq!(refused(&lead.browser.post("/api/roles", form("Money", &["payouts.decide"])).await), (403, "permission_lacked"));
        kit.app.clock.advance(Duration::from_millis(1));
        let asked = one.browser.post("/api/roles", form("Money", &["payouts.decide"])).await.expect(201);
        assert_eq!(refused(&decide(&lead, &asked, "approve").await), (403, "permission_lacked"));
        let support = json!({ "role": "support", "reason": "another desk" });
        let other = format!("/api/staff/{}/access", second.id);
        assert_eq!(refused(&lead.browser.post(&other, support).await), (403, "permission_lacked"));
        let invited = json!({ "email": "ann@house.example", "name": "Ann", "role": "administrator" });
        assert_eq!(refused(&lead.browser.post("/api/staff", invited).await), (403, "permission_lacked"));
        let own = lead.browser.post("/api/roles", form("Readers", &["chat.read"])).await.expect(201);
        decide(&second, &own, "approve").await.expect(200);
        // Who has asked and may not any more has asked for nothing.
        let late = lead.browser.post("/api/roles", form("More readers", &["chat.read"])).await.expect(201);
        one.browser.post(&format!("/api/staff/{}/dismiss", lead.id), json!({})).await.expect(200);
        assert_eq!(refused(&decide(&second, &late, "approve").await), (409, "requester_gone"));
    }
}
