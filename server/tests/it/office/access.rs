//! Another role or other brands of a member: two people, nobody who may do more than they, and in force at once.

use std::time::Duration;

use croupier_db::params;
use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::{Member, Office, kinds, reassigned};
use crate::browser::Answer;

fn form(mut access: Value) -> Value {
    access["reason"] = json!("another desk");
    access
}

async fn ask(member: &Member, about: &Member, access: Value) -> Answer {
    member.browser.post(&format!("/api/staff/{}/access", about.id), form(access)).await
}

async fn decide(member: &Member, change: &Value, step: &str) -> Answer {
    let path = format!("/api/access-changes/{}/{step}", change["id"].as_str().unwrap());
    member.browser.post(&path, json!({ "reason": "looked into it" })).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

async fn bosses(office: &Office<'_>) -> (Member, Member) {
    (
        office.member(Role::Administrator).await,
        office.member_at("two@house.example", Role::Administrator).await,
    )
}

on_both_engines! {
    async fn a_role_takes_two_and_holds_from_the_next_call_on(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = bosses(&office).await;
        let rita = office.member(Role::Risk).await;
        let wanted = form(json!({ "role": "support", "brands": ["marina"] }));
        let path = format!("/api/staff/{}/access", rita.id);
        let asked = one.browser.post_once("key", &path, wanted.clone()).await.expect(201);
        assert_eq!(one.browser.post_once("key", &path, wanted).await.expect(201)["id"], asked["id"]);
        assert_eq!((&asked["state"], &asked["before"]["role"], &asked["after"]["role"]), (&json!("waiting"), &json!("risk"), &json!("support")));
        rita.browser.get("/api/documents?state=pending").await.expect(200);
        let list = two.browser.get("/api/staff").await.expect(200);
        assert_eq!((list["waiting"].as_array().unwrap().len(), &list["waiting"][0]["member_name"]), (1, &asked["member_name"]));
        assert_eq!(refused(&decide(&one, &asked, "approve").await), (409, "second_person_needed"));
        kit.app.clock.advance(Duration::from_millis(1));
        let late = office.member_at("late@house.example", Role::Administrator).await;
        assert_eq!(refused(&decide(&late, &asked, "approve").await), (409, "second_person_needed"), "invited afterwards");
        let (left, right) = tokio::join!(decide(&two, &asked, "approve"), decide(&two, &asked, "approve"));
        let mut reported = [refused(&left), refused(&right)];
        reported.sort_unstable();
        assert_eq!(reported, [(200, ""), (409, "access_change_decided")]);
        let me = rita.browser.get("/api/me").await.expect(200);
        assert_eq!((&me["role"], &me["brands"]), (&json!("support"), &json!(["marina"])));
        assert_eq!(rita.browser.get("/api/documents?state=pending").await.code(), "forbidden");
        assert_eq!(two.browser.get("/api/staff").await.expect(200)["waiting"], json!([]));
        let entries = office.log(&two, &format!("?member={}", two.id), 2).await;
        assert_eq!((kinds(&entries)[0], &entries[0]["subject"]), ("staff.access_approved", &json!(rita.id)));
        let sql = "SELECT body FROM event WHERE kind = 'staff.access_approved'";
        let body: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        let reported: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(reported["before"], json!({ "role": "risk", "role_title": null, "brands": [] }));
        assert_eq!(reported["after"], json!({ "role": "support", "role_title": null, "brands": ["marina"] }));
    }

    async fn what_lapses_or_builds_on_what_is_over_changes_nothing(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = bosses(&office).await;
        let rita = office.member(Role::Risk).await;
        assert_eq!(ask(&one, &rita, json!({})).await.field("role"), ["VALIDATION.ROLE.REQUIRED"]);
        assert_eq!(ask(&one, &rita, json!({ "role": "risk" })).await.field("role"), ["VALIDATION.ROLE.NOT_ALLOWED"], "it is so already");
        let first = ask(&one, &rita, json!({ "role": "support" })).await.expect(201);
        let second = ask(&two, &rita, json!({ "role": "compliance" })).await.expect(201);
        decide(&two, &first, "approve").await.expect(200);
        assert_eq!(refused(&decide(&one, &second, "approve").await), (409, "member_changed"));
        assert_eq!(decide(&two, &second, "refuse").await.expect(200)["state"], "refused", "who has asked takes it back");
        let slow = ask(&one, &rita, json!({ "brands": ["marina"] })).await.expect(201);
        kit.app.clock.advance(Duration::from_hours(24));
        two.browser.post("/api/sign-in", office.credentials(&two)).await.expect(200);
        assert_eq!(refused(&decide(&two, &slow, "approve").await), (409, "access_change_expired"));
        let list = two.browser.get("/api/staff").await.expect(200);
        assert_eq!(list["waiting"][0]["state"], "expired");
        let late = ask(&two, &rita, json!({ "role": "risk" })).await.expect(201);
        one.browser.post("/api/sign-in", office.credentials(&one)).await.expect(200);
        one.browser.post(&format!("/api/staff/{}/dismiss", rita.id), json!({})).await.expect(200);
        assert_eq!(refused(&decide(&one, &late, "approve").await), (409, "member_dismissed"), "dismissing waits for nobody");
    }

    async fn nobody_reaches_above_themselves(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = bosses(&office).await;
        let body = json!({ "name": "Staff desk", "permissions": ["staff.manage", "chat.read"], "reason": "a desk" });
        let role = one.browser.post("/api/roles", body).await.expect(201);
        let path = format!("/api/role-changes/{}/approve", role["id"].as_str().unwrap());
        two.browser.post(&path, json!({ "reason": "fine" })).await.expect(200);
        let desk = role["role"].as_str().unwrap();
        let ann = office.taken(&office.invited_for("ann@house.example", desk, &BrandScope::ALL).await).await;
        let bea = office.taken(&office.invited_for("bea@house.example", desk, &BrandScope::ALL).await).await;
        let rita = office.taken(&office.invited_for("rita@house.example", "risk", &BrandScope::of(["marina".to_owned()])).await).await;
        let invited = office.invited("guest@house.example", Role::Administrator).await;
        for access in [json!({ "role": desk }), json!({ "brands": [] }), json!({ "brands": ["borealis"] })] {
            assert_eq!(refused(&ask(&ann, &rita, access).await), (403, "permission_lacked"));
        }
        assert_eq!(refused(&ask(&ann, &one, json!({ "role": desk })).await), (403, "permission_lacked"), "demoted");
        for member in [&one, &rita] {
            let answer = ann.browser.post(&format!("/api/staff/{}/dismiss", member.id), json!({})).await;
            assert_eq!(refused(&answer), (403, "permission_lacked"), "dismissed");
        }
        let again = json!({ "email": "guest@house.example", "name": "Guest", "role": desk });
        assert_eq!(refused(&ann.browser.post("/api/staff", again).await), (403, "permission_lacked"), "invited anew as less");
        office.browser().get(&format!("/api/invitations/{invited}")).await.expect(200);
        let asked = ask(&one, &rita, json!({ "role": "support" })).await.expect(201);
        assert_eq!(refused(&decide(&ann, &asked, "approve").await), (403, "permission_lacked"));
        // Neither whom it is about nor somebody who has lost the right to ask.
        let own = ask(&ann, &bea, json!({ "brands": ["marina"] })).await.expect(201);
        for step in ["approve", "refuse"] {
            assert_eq!(refused(&decide(&bea, &own, step).await), (409, "own_account"), "{step}");
        }
        reassigned(&one, &two, &ann.id, json!({ "role": "support" })).await;
        assert_eq!(refused(&decide(&one, &own, "approve").await), (409, "requester_gone"));
        bea.browser.post(&format!("/api/staff/{}/dismiss", ann.id), json!({})).await.expect(403);
        one.browser.post(&format!("/api/staff/{}/dismiss", ann.id), json!({})).await.expect(200);
    }

    async fn nobody_gets_another_role_by_an_invitation(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = bosses(&office).await;
        let body = json!({ "name": "Desk", "permissions": ["chat.read"], "reason": "a desk" });
        let role = one.browser.post("/api/roles", body).await.expect(201);
        let approve = format!("/api/role-changes/{}/approve", role["id"].as_str().unwrap());
        two.browser.post(&approve, json!({ "reason": "fine" })).await.expect(200);
        let desk = role["role"].as_str().unwrap();
        let rita = office.member(Role::Risk).await;
        let carl = office.taken(&office.invited_for("carl@house.example", desk, &BrandScope::ALL).await).await;
        let again = |member: &Member, role: &str, brands: Value| {
            json!({ "email": member.email, "name": "Again", "role": role, "brands": brands })
        };
        one.browser.post(&format!("/api/staff/{}/dismiss", rita.id), json!({})).await.expect(200);
        for form in [again(&rita, "administrator", json!([])), again(&rita, "risk", json!(["marina"]))] {
            assert_eq!(refused(&one.browser.post("/api/staff", form).await), (409, "access_kept"), "dismissed");
        }
        let invited = one.browser.post("/api/staff", again(&rita, "risk", json!([]))).await.expect(201);
        assert_eq!(invited["member"]["id"], json!(rita.id));
        let form = again(&rita, "support", json!([]));
        assert_eq!(refused(&one.browser.post("/api/staff", form).await), (409, "access_kept"), "invited");
        reassigned(&one, &two, &rita.id, json!({ "role": "support" })).await;
        one.browser.post("/api/staff", again(&rita, "support", json!([]))).await.expect(201);
        // Two have withdrawn the role of somebody who is gone: any other one is a new one.
        one.browser.post(&format!("/api/staff/{}/dismiss", carl.id), json!({})).await.expect(200);
        let form = json!({ "email": carl.email, "name": "Carl", "role": "support" });
        assert_eq!(refused(&one.browser.post("/api/staff", form.clone()).await), (409, "access_kept"));
        let leave = json!({ "seen": 1, "reason": "not needed" });
        let wanted = one.browser.post(&format!("/api/roles/{desk}/withdraw"), leave).await.expect(201);
        let approve = format!("/api/role-changes/{}/approve", wanted["id"].as_str().unwrap());
        two.browser.post(&approve, json!({ "reason": "fine" })).await.expect(200);
        one.browser.post("/api/staff", form).await.expect(201);
    }

    async fn the_last_administrator_stays(kit: Kit) {
        let office = Office::open(&kit).await;
        let (one, two) = bosses(&office).await;
        let third = office.member_at("three@house.example", Role::Administrator).await;
        let demote = ask(&one, &two, json!({ "role": "support" })).await.expect(201);
        let bind = ask(&two, &one, json!({ "brands": ["marina"] })).await.expect(201);
        decide(&third, &demote, "approve").await.expect(200);
        assert_eq!(refused(&decide(&third, &bind, "approve").await), (409, "requester_gone"));
        one.browser.post(&format!("/api/staff/{}/dismiss", third.id), json!({})).await.expect(200);
        let rita = office.member(Role::Risk).await;
        let alone = ask(&one, &rita, json!({ "role": "support" })).await.expect(201);
        assert_eq!(refused(&decide(&one, &alone, "approve").await), (409, "second_person_needed"));
        assert_eq!(decide(&one, &alone, "refuse").await.expect(200)["state"], "refused");
    }
}
