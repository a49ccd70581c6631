//! Coupons that staff makes and ends: under codes that nothing else has, once, and with what they have brought kept.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::bonus::{assert_sound, player};
use crate::browser::{Answer, Browser};

/// Until when the coupons of these tests can be used.
const UNTIL: &str = "2027-01-01T00:00:00Z";

fn form(code: &str, offer: &str) -> Value {
    json!({ "code": code, "offer": offer, "valid_until": UNTIL, "reason": "spring" })
}

async fn make(member: &Member, form: Value) -> Answer {
    member.browser.post("/api/coupons", form).await
}

async fn end(member: &Member, code: &str) -> Answer {
    member.browser.post(&format!("/api/coupons/{code}/end"), json!({ "reason": "a mistake" })).await
}

async fn listed(member: &Member, state: &str) -> Vec<Value> {
    let list = member.browser.get(&format!("/api/coupons?state={state}")).await.expect(200);
    list["coupons"].as_array().unwrap().clone()
}

async fn redeem(browser: &Browser, code: &str) -> Value {
    browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await.expect(200)
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

on_both_engines! {
    async fn a_coupon_is_made_once_and_ended_with_what_it_brought_kept(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, _) = player(&kit, 0).await;
        let (john, _) = kit.player("john@example.com").await;
        let choices = bob.browser.get("/api/coupon-choices").await.expect(200);
        let offered: Vec<_> = choices["offers"].as_array().unwrap().iter().map(|offer| (offer["code"].clone(), offer["kind"].clone())).collect();
        assert_eq!(offered, [(json!("SPINS"), json!("gift")), (json!("FIRST"), json!("deposit")), (json!("SECRET"), json!("deposit"))]);
        assert!(choices["groups"].as_array().unwrap().iter().any(|group| group["id"] == 21), "{choices}");

        let once = || bob.browser.post_once("key", "/api/coupons", form(" SPRING ", "SPINS"));
        let (one, two) = tokio::join!(once(), once());
        let (one, two) = (one.expect(201), two.expect(201));
        assert_eq!((&one, &one["code"], &one["kind"], &one["state"]), (&two, &json!("SPRING"), &json!("gift"), &json!("open")));
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        assert_eq!(once().await.expect(201), one, "a retry makes no other");
        let other = bob.browser.post_once("key", "/api/coupons", form("SUMMER", "SPINS")).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));

        assert_eq!(redeem(&jane, "SPRING").await["status"], "activated");
        let now = listed(&bob, "current").await;
        assert_eq!((now.len(), &now[0]["uses"], &now[0]["reason"]), (1, &json!(1), &json!("spring")));
        let (one, two) = tokio::join!(end(&bob, "SPRING"), end(&boss, "SPRING"));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "coupon_ended")]);
        assert_eq!(refused(&end(&bob, "NONE").await), (404, "not_found"));

        assert_eq!(redeem(&john, "SPRING").await["status"], "expired");
        assert_eq!(redeem(&jane, "SPRING").await["status"], "already_used");
        assert_eq!(jane.get("/api/player/freespins").await.expect(200).as_array().unwrap().len(), 1, "what it brought stays");
        let past = listed(&boss, "past").await;
        assert_eq!((listed(&bob, "current").await.len(), past.len()), (0, 1));
        assert_eq!((&past[0]["state"], &past[0]["uses"], &past[0]["ended"]["reason"]), (&json!("ended"), &json!(1), &json!("a mistake")));
        assert_eq!(make(&bob, form("SPRING", "SPINS")).await.field("code"), ["VALIDATION.CODE.TAKEN"], "its code stays taken");
        let entries = Kit::until("the log", async || {
            let page = boss.browser.get("/api/log").await.expect(200);
            let all = page["entries"].as_array().unwrap().iter();
            let found: Vec<_> = all.filter(|entry| entry["subject"] == "SPRING").cloned().collect();
            (found.len() == 2).then_some(found)
        })
        .await;
        assert_eq!(kinds(&entries), ["coupon.ended", "coupon.made"]);
        assert_sound(&kit).await;
    }

    async fn an_end_that_had_no_answer_is_asked_for_again(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        player(&kit, 0).await;
        make(&bob, form("SPRING", "SPINS")).await.expect(201);
        let body = || json!({ "reason": "a mistake" });
        for _ in 0..2 {
            let ended = bob.browser.post_once("key", "/api/coupons/SPRING/end", body()).await.expect(200);
            assert_eq!(ended["state"], "ended");
        }
    }

    async fn a_code_belongs_to_one_of_two_members_and_to_no_offer(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rose) = (office.member(Role::Bonus).await, office.member_at("rose@house.example", Role::Bonus).await);
        player(&kit, 0).await;
        let (one, two) = tokio::join!(make(&bob, form("RACE", "SPINS")), make(&rose, form("RACE", "SECRET")));
        let mut answers = [one.status.as_u16(), two.status.as_u16()];
        answers.sort_unstable();
        assert_eq!((answers, listed(&bob, "current").await.len()), ([201, 422], 1));
        for code in ["TEN", "SPINS", "FIRST", "PLAIN"] {
            assert_eq!(make(&bob, form(code, "SPINS")).await.field("code"), ["VALIDATION.CODE.TAKEN"], "{code}");
        }
        // Nor does an offer become one that a coupon has.
        let document = bob.browser.get("/api/content/document?path=bonuses.toml").await.expect(200);
        let body = document["in_force"]["body"].as_str().unwrap().replace("coupon = \"LANTERNS\"", "coupon = \"RACE\"");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bonuses.toml"), &body).unwrap();
        let mut command = kit.command();
        command.args(["content", "import"]).arg(folder.path()).args(["--by", "Ann"]);
        let done = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let why = String::from_utf8(done.stderr).unwrap();
        assert!(!done.status.success() && why.contains("RACE"), "nor does one of a folder: {why}");
        let draft = json!({ "path": "bonuses.toml", "base": 0, "revision": 0, "body": body });
        bob.browser.post("/api/content/save", draft).await.expect(200);
        let documents = json!([{ "path": "bonuses.toml", "revision": 1 }]);
        let faults = bob.browser.post("/api/content/check", json!({ "documents": documents })).await.expect(200);
        assert!(faults.to_string().contains("RACE"), "{faults}");
        let published = rose.browser.post("/api/content/publish", json!({ "documents": documents, "reason": "spring" })).await;
        assert_eq!(refused(&published), (409, "content_faulty"));
    }

    async fn a_coupon_that_cannot_be_right_is_refused(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rita) = (office.member(Role::Bonus).await, office.member(Role::Risk).await);
        player(&kit, 0).await;
        for (field, value, rule) in [
            ("code", json!(" "), "REQUIRED"), ("code", json!("x".repeat(65)), "INVALID"), ("code", json!("a\nb"), "INVALID"), ("code", json!(".."), "INVALID"),
            ("offer", json!("NONE"), "NOT_ALLOWED"), ("offer", json!("PLAIN"), "NOT_ALLOWED"),
            ("valid_from", json!("soon"), "INVALID"), ("valid_from", json!("2027-01-01T00:00:00Z"), ""),
            ("valid_until", json!("2025-12-31T00:00:00Z"), "INVALID"), ("valid_until", json!("x"), "INVALID"),
            ("uses_max", json!(0), "INVALID"), ("groups", json!([7]), "NOT_ALLOWED"), ("reason", json!(" "), "REQUIRED"),
        ] {
            let mut wrong = form("RIGHT", "SPINS");
            wrong[field] = value.clone();
            let answer = make(&bob, wrong).await;
            let (field, rule) = if rule.is_empty() { ("valid_until", "INVALID") } else { (field, rule) };
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())], "{field} {value}");
        }
        assert_eq!(refused(&make(&rita, form("RIGHT", "SPINS")).await), (403, "forbidden"));
        assert_eq!(listed(&bob, "current").await.len(), 0);
    }

    async fn a_promo_code_of_deposits_keeps_to_its_groups_and_uses(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (jane, _) = player(&kit, 0).await;
        let mut members = form("MEMBERS", "SECRET");
        members["groups"] = json!([21]);
        assert_eq!(make(&bob, members).await.expect(201)["groups"][0]["id"], 21);
        let choose = async |code: &str| {
            jane.patch("/api/player/set_bonus_code", json!({ "deposit_bonus_code": code })).await
        };
        assert_eq!(choose("MEMBERS").await.field("deposit_bonus_code"), ["deposit_bonus_code_restricted"]);
        let made = make(&bob, form("RELOAD", "SECRET")).await.expect(201);
        assert_eq!(made["kind"], "deposit");
        assert!(choose("RELOAD").await.status.is_success());
        end(&bob, "RELOAD").await.expect(200);
        assert_eq!(choose("RELOAD").await.field("deposit_bonus_code"), ["deposit_bonus_code_invalid"]);
    }
}
