//! Corrections of a player's cash: two people, once, and only while both of them may.

use std::time::Duration;

use croupier_server::office::check;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds, reassigned};
use crate::browser::Answer;
use crate::play::{assert_books, cash, rich_player};
use crate::testkit::Kit;

fn form(direction: &str, amount: i64) -> Value {
    json!({ "currency": "EUR", "direction": direction, "amount_cents": amount, "reason": "a lost round" })
}

/// What `member` asks for; answers its number.
async fn asked(member: &Member, player: i64, direction: &str, amount: i64) -> String {
    let path = format!("/api/players/{player}/adjustments");
    let made = member.browser.post(&path, form(direction, amount)).await.expect(201);
    made["id"].as_str().unwrap().to_owned()
}

async fn decide(member: &Member, id: &str, step: &str) -> Answer {
    member.browser.post(&format!("/api/adjustments/{id}/{step}"), json!({ "reason": "looked into it" })).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

async fn count(kit: &Kit, sql: &str) -> i64 {
    kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap()
}

const MOVED: &str = "SELECT COUNT(*) FROM event WHERE kind = 'adjustment.approved'";

on_both_engines! {
    async fn one_asks_and_another_moves_the_money(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, paul) = (office.member(Role::Support).await, office.member(Role::Payments).await);
        let boss = office.member(Role::Administrator).await;
        let (_, id) = rich_player(&kit).await;
        let path = format!("/api/players/{id}/adjustments");
        for (field, value, rule) in [
            ("amount_cents", json!(0), "INVALID"), ("amount_cents", json!(-5), "INVALID"), ("amount_cents", json!(1_i64 << 53), "INVALID"),
            ("currency", json!("USD"), "NOT_ALLOWED"), ("currency", json!("x"), "NOT_ALLOWED"), ("reason", json!(" "), "REQUIRED"),
        ] {
            let mut wrong = form("give", 500);
            wrong[field] = value;
            let answer = sue.browser.post(&path, wrong).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())]);
        }
        sue.browser.post("/api/players/999/adjustments", form("give", 500)).await.expect(404);
        let made = sue.browser.post_once("key", &path, form("give", 500)).await.expect(201);
        let again = sue.browser.post_once("key", &path, form("give", 500)).await.expect(201);
        assert_eq!((&made["id"], &made["state"], &made["decision"]), (&again["id"], &json!("waiting"), &Value::Null));
        kit.app.clock.advance(Duration::from_millis(1));
        let take = asked(&paul, id, "take", 300).await;
        let list = sue.browser.get("/api/adjustments?state=waiting").await.expect(200);
        let rows = list["adjustments"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[1]["id"], &rows[0]["direction"]), (2, &made["id"], &json!("take")));
        assert_eq!((cash(&kit.app, id).await, &list["next"]), (100_000, &Value::Null), "a request moves nothing");
        let done = decide(&paul, made["id"].as_str().unwrap(), "approve").await.expect(200);
        assert_eq!((&done["state"], &done["decision"]["reason"]), (&json!("approved"), &json!("looked into it")));
        decide(&boss, &take, "approve").await.expect(200);
        assert_eq!(cash(&kit.app, id).await, 100_200);
        assert_books(&kit.app).await;
        let decided = sue.browser.get("/api/adjustments?state=decided").await.expect(200);
        assert_eq!(decided["adjustments"].as_array().unwrap().len(), 2);
        let after = format!("/api/adjustments?state=decided&after={}", decided["adjustments"][1]["id"].as_str().unwrap());
        assert_eq!(sue.browser.get(&after).await.expect(200)["adjustments"], json!([]));
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        let mut reported = kinds(&entries);
        reported.sort_unstable();
        assert_eq!(reported, ["adjustment.approved", "adjustment.approved", "adjustment.requested", "adjustment.requested"]);
        assert_eq!((&entries[0]["email"], &entries[0]["subject"]), (&json!(boss.email), &json!(take)));
    }

    async fn nobody_approves_their_own_and_nothing_moves_twice(kit: Kit) {
        let office = Office::open(&kit).await;
        let (paul, boss) = (office.member(Role::Payments).await, office.member(Role::Administrator).await);
        let (_, id) = rich_player(&kit).await;
        let early = asked(&paul, id, "give", 500).await;
        kit.app.clock.advance(Duration::from_millis(1));
        let rita = office.member(Role::Risk).await;
        assert_eq!(refused(&decide(&rita, &early, "approve").await), (409, "second_person_needed"), "invited since");
        decide(&rita, &early, "refuse").await.expect(200);
        let mine = asked(&paul, id, "give", 500).await;
        assert_eq!(refused(&decide(&paul, &mine, "approve").await), (409, "second_person_needed"));
        let (one, two) = tokio::join!(decide(&rita, &mine, "approve"), decide(&boss, &mine, "approve"));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "adjustment_decided")]);
        let winner = if one.status == 200 { &rita } else { &boss };
        decide(winner, &mine, "approve").await.expect(200);
        assert_eq!((cash(&kit.app, id).await, count(&kit, MOVED).await), (100_500, 1), "the same decision again moves nothing");
        assert_eq!(refused(&decide(&rita, &mine, "refuse").await), (409, "adjustment_decided"));
        let other = asked(&paul, id, "give", 700).await;
        let (one, two) = tokio::join!(decide(&rita, &other, "approve"), decide(&boss, &other, "refuse"));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "adjustment_decided")]);
        let moved = if one.status == 200 { 700 } else { 0 };
        assert_eq!(cash(&kit.app, id).await, 100_500 + moved);
        let back = asked(&paul, id, "give", 900).await;
        assert_eq!(decide(&paul, &back, "refuse").await.expect(200)["state"], "refused", "who has asked may take it back");
        assert_eq!(refused(&decide(&rita, &back, "approve").await), (409, "adjustment_decided"));
        decide(&rita, "00000000-0000-0000-0000-000000000000", "approve").await.expect(404);
        assert_books(&kit.app).await;
    }

    async fn the_check_compares_approvals_with_the_books(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, paul) = (office.member(Role::Support).await, office.member(Role::Payments).await);
        let (_, id) = rich_player(&kit).await;
        for (direction, amount) in [("give", 500), ("take", 300), ("give", 100)] {
            let asked = asked(&sue, id, direction, amount).await;
            decide(&paul, &asked, if amount == 100 { "refuse" } else { "approve" }).await.expect(200);
        }
        assert_eq!(check(&kit.app.db).await.unwrap(), []);
        let forge = async |sql: &str, values: Vec<croupier_db::Value>| {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, values).await.unwrap();
            tx.commit().await.unwrap();
            check(&kit.app.db).await.unwrap().len()
        };
        assert_eq!(forge("UPDATE adjustment SET amount = 400 WHERE amount = 500", Vec::new()).await, 1, "another amount");
        assert_eq!(forge("UPDATE adjustment SET amount = 500 WHERE amount = 400", Vec::new()).await, 0);
        let nobody = croupier_db::params![uuid::Uuid::nil()];
        assert_eq!(forge("UPDATE adjustment SET decided_by = $1 WHERE amount = 500", nobody).await, 1, "nobody of the staff");
        // Both together sum up to what was moved, and are one approval too few.
        assert_eq!(forge("UPDATE adjustment SET amount = 200 WHERE amount = 500", Vec::new()).await, 2);
        assert_eq!(forge("DELETE FROM adjustment WHERE amount = -300", Vec::new()).await, 2, "moved twice for one approval");
    }

    async fn what_lapses_or_does_not_fit_moves_nothing(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, paul) = (office.member(Role::Support).await, office.member(Role::Payments).await);
        let boss = office.member(Role::Administrator).await;
        let other = office.member_at("other@house.example", Role::Administrator).await;
        let (_, id) = rich_player(&kit).await;
        let much = asked(&sue, id, "take", 100_001).await;
        assert_eq!(refused(&decide(&paul, &much, "approve").await), (409, "balance_too_low"));
        let all = asked(&sue, id, "take", 100_000).await;
        decide(&paul, &all, "approve").await.expect(200);
        assert_eq!(cash(&kit.app, id).await, 0);
        // The request stays, for the money may come yet.
        let list = paul.browser.get("/api/adjustments?state=waiting").await.expect(200);
        assert_eq!(list["adjustments"][0]["id"], json!(much));
        let full = asked(&sue, id, "give", (1 << 53) - 1).await;
        decide(&paul, &full, "approve").await.expect(200);
        let more = asked(&sue, id, "give", 1).await;
        assert_eq!(refused(&decide(&paul, &more, "approve").await), (409, "balance_full"));
        reassigned(&boss, &other, &sue.id, json!({ "role": "compliance" })).await;
        assert_eq!(refused(&decide(&paul, &much, "approve").await), (409, "requester_gone"), "another role");
        reassigned(&boss, &other, &sue.id, json!({ "role": "support" })).await;
        decide(&paul, &much, "approve").await.expect(200);
        let last = asked(&sue, id, "take", 100).await;
        boss.browser.post(&format!("/api/staff/{}/dismiss", sue.id), json!({})).await.expect(200);
        assert_eq!(refused(&decide(&paul, &last, "approve").await), (409, "requester_gone"));
        kit.app.clock.advance(Duration::from_millis(1));
        let late = asked(&boss, id, "take", 100).await;
        kit.app.clock.advance(Duration::from_hours(24));
        paul.browser.post("/api/sign-in", office.credentials(&paul)).await.expect(200);
        assert_eq!(refused(&decide(&paul, &late, "approve").await), (409, "adjustment_expired"));
        let list = paul.browser.get("/api/adjustments?state=waiting").await.expect(200);
        assert_eq!((&list["adjustments"][0]["id"], &list["adjustments"][0]["state"]), (&json!(late), &json!("expired")));
        assert_eq!(decide(&paul, &late, "refuse").await.expect(200)["state"], "refused", "what is over is cleared away so");
        assert_eq!(count(&kit, MOVED).await, 3);
        assert_books(&kit.app).await;
    }
}
