//! Gifts that staff gives and ends: of the offers for staff, within their sums, once, and to nobody who is stopped.

use croupier_db::params;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::bonus::{activate, assert_sound, find, money, offer, player};
use crate::browser::Answer;

const BIG: &str = r#"
    [[offer]]
    code = "BIG"
    trigger = "staff"
    kind = "Cash"
    group_key = "big"
    title = { en = "Big" }
    activatable_hours = 24
    amounts.EUR = { amount = 100001 }

    [[offer]]
    code = "HIDDEN"
    trigger = "staff"
    kind = "Cash"
    group_key = "off"
    title = { en = "Hidden" }
    activatable_hours = 24
    amounts.EUR = { amount = 500 }
"#;

fn form(offer: &str, amount: Option<i64>) -> Value {
    json!({ "currency": "EUR", "offer": offer, "amount_cents": amount, "reason": "a lost evening" })
}

async fn give(member: &Member, id: i64, form: Value) -> Answer {
    member.browser.post(&format!("/api/players/{id}/gifts"), form).await
}

async fn cancel(member: &Member, id: i64, gift: &str) -> Answer {
    let path = format!("/api/players/{id}/gifts/{gift}/cancel");
    member.browser.post(&path, json!({ "reason": "a mistake" })).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

on_both_engines! {
    async fn a_gift_is_given_once_and_its_player_activates_it(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (jane, id) = player(&kit, 0).await;
        let offers = bob.browser.get("/api/gift-offers").await.expect(200);
        let codes: Vec<_> = offers["offers"].as_array().unwrap().iter().map(|offer| offer["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["PLAIN", "STRICT", "MONEY", "FREE"]);
        assert_eq!(offers["offers"][3]["amounts"], json!([{ "currency": "EUR", "amount_cents": null, "points": null, "stake_cents": 20 }]));
        let path = format!("/api/players/{id}/gifts");
        let once = || bob.browser.post_once("key", &path, form("PLAIN", Some(400)));
        let (one, two) = tokio::join!(once(), once());
        let (one, two) = (one.expect(201), two.expect(201));
        assert_eq!((one["bonuses"].as_array().unwrap().len(), &one["bonuses"][0]["amount_cents"]), (1, &json!(400)));
        assert_eq!(one, two, "pressed twice, given once");
        let bonus = one["bonuses"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(activate(&jane, "bonuses", &bonus).await["stage"], "handle_bets");
        assert_eq!(money(&kit, id).await, (0, 400));
        let given = give(&bob, id, form("FREE", None)).await.expect(201);
        assert_eq!((&given["freespins"][0]["freespins_total"], &given["freespins"][0]["stage"]), (&json!(30), &json!("issued")));
        let whole = give(&bob, id, form("MONEY", None)).await.expect(201);
        assert_eq!(whole["bonuses"][0]["amount_cents"], 700, "what the offer says");
        let entries = office.log(&boss, &format!("?player={id}"), 3).await;
        assert_eq!(kinds(&entries), ["bonus.issued_by_staff"; 3]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!("MONEY"), &json!("a lost evening")));
        assert_eq!(entries[0]["email"], json!(bob.email));
        assert_sound(&kit).await;
    }

    async fn what_no_offer_holds_is_not_given(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (_, id) = player(&kit, 0).await;
        offer(&kit, &format!("disabled_groups = [\"off\"]\n{BIG}"));
        for (field, value, rule) in [
            ("offer", json!("NONE"), "NOT_ALLOWED"), ("offer", json!("HELLO"), "NOT_ALLOWED"), ("offer", json!("FIRST"), "NOT_ALLOWED"),
            ("offer", json!("HIDDEN"), "NOT_ALLOWED"), ("currency", json!("USD"), "NOT_ALLOWED"), ("currency", json!("x"), "NOT_ALLOWED"),
            ("amount_cents", json!(0), "INVALID"), ("amount_cents", json!(-1), "INVALID"), ("amount_cents", json!(1_001), "NOT_ALLOWED"),
            ("amount_cents", json!(i64::MAX), "NOT_ALLOWED"), ("reason", json!(" "), "REQUIRED"),
        ] {
            let mut wrong = form("PLAIN", Some(1_000));
            wrong[field] = value.clone();
            let answer = give(&bob, id, wrong).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())], "{field} {value}");
        }
        assert_eq!(give(&bob, id, form("FREE", Some(1))).await.field("amount_cents"), ["VALIDATION.AMOUNT_CENTS.NOT_ALLOWED"]);
        assert_eq!(refused(&give(&bob, id, form("BIG", None)).await), (409, "gift_too_large"));
        assert_eq!(refused(&give(&bob, 999, form("PLAIN", None)).await), (404, "not_found"));
        let stop = json!({ "reason": "operator", "why": "many accounts" });
        boss.browser.post(&format!("/api/players/{id}/stops"), stop).await.expect(200);
        assert_eq!(refused(&give(&bob, id, form("PLAIN", None)).await), (409, "player_stopped"));
        assert_eq!(office_gifts(&bob, id).await, json!({ "bonuses": [], "freespins": [], "versions": {} }));
        assert_sound(&kit).await;
    }

    async fn small_gifts_do_not_add_up_to_a_large_one(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rose) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (_, id) = player(&kit, 0).await;
        let (_, other) = kit.player("other@example.com").await;
        offer(&kit, &BIG.replace("100001", "60000"));
        let path = format!("/api/players/{id}/gifts");
        let at_once = |key| bob.browser.post_once(key, &path, form("BIG", None));
        let (one, two) = tokio::join!(at_once("one"), at_once("two"));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(201, ""), (409, "gift_too_large")]);
        assert_eq!(refused(&give(&rose, id, form("BIG", Some(40_001))).await), (409, "gift_too_large"), "of a colleague");
        give(&rose, id, form("BIG", Some(40_000))).await.expect(201);
        give(&bob, other, form("BIG", None)).await.expect(201);
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE staff_gift SET worth_cents = 980000 WHERE player_id = $1";
        assert_eq!(tx.execute(sql, params![other]).await.unwrap(), 1);
        tx.commit().await.unwrap();
        let (_, third) = kit.player("third@example.com").await;
        assert_eq!(refused(&give(&bob, third, form("BIG", None)).await), (409, "gift_too_large"), "to everybody");
        give(&rose, third, form("BIG", None)).await.expect(201);
        assert_sound(&kit).await;
    }

    async fn a_key_gives_nothing_else(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (_, id) = player(&kit, 0).await;
        let path = format!("/api/players/{id}/gifts");
        bob.browser.post_once("key", &path, form("PLAIN", Some(400))).await.expect(201);
        let other = bob.browser.post_once("key", &path, form("PLAIN", Some(500))).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        let again = bob.browser.post_once("key", &path, form("PLAIN", Some(400))).await.expect(201);
        assert_eq!(again["bonuses"].as_array().unwrap().len(), 1);
        assert_sound(&kit).await;
    }

    async fn what_staff_is_about_to_end_is_not_activated(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (jane, id) = player(&kit, 0).await;
        for (offer, kind, table) in
            [("PLAIN", "bonuses", "bonus_award"), ("MONEY", "bonuses", "bonus_award"), ("FREE", "freespins", "freespin_grant")]
        {
            let given = give(&bob, id, form(offer, None)).await.expect(201);
            let gift = given[kind][0]["id"].as_str().unwrap();
            // Said, and not yet carried out by the worker.
            let mut tx = kit.app.db.begin().await.unwrap();
            let sql = format!("UPDATE {table} SET due = 'staff', next_try_ms = $2 WHERE id = $1");
            let later = kit.app.clock.now() + 3_600_000;
            tx.execute(&sql, params![gift.parse::<i64>().unwrap(), later]).await.unwrap();
            tx.commit().await.unwrap();
            let answer = jane.post(&format!("/api/player/{kind}/{gift}/activation"), json!({})).await;
            assert!(answer.status.is_client_error(), "{offer}: {}", answer.status);
            assert_eq!(find(&jane, kind, gift).await["stage"], "issued", "{offer}");
        }
        assert_eq!(money(&kit, id).await, (0, 0));
    }

    async fn a_gift_ends_once_and_its_money_goes_back(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rita) = (office.member(Role::Bonus).await, office.member(Role::Risk).await);
        let boss = office.member(Role::Administrator).await;
        let (jane, id) = player(&kit, 300).await;
        let (_, other) = kit.player("other@example.com").await;
        let given = give(&bob, id, form("PLAIN", None)).await.expect(201);
        let bonus = given["bonuses"][0]["id"].as_str().unwrap().to_owned();
        activate(&jane, "bonuses", &bonus).await;
        assert_eq!(money(&kit, id).await, (300, 1_000));
        assert_eq!(refused(&cancel(&bob, other, &bonus).await), (404, "not_found"), "of another player");
        assert_eq!(refused(&cancel(&bob, id, "77").await), (404, "not_found"));
        let wordless = bob.browser.post(&format!("/api/players/{id}/gifts/{bonus}/cancel"), json!({ "reason": "" })).await;
        assert_eq!(wordless.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        let (one, two) = tokio::join!(cancel(&bob, id, &bonus), cancel(&rita, id, &bonus));
        let mut answers = [refused(&one), refused(&two)];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "gift_ended")]);
        assert_eq!((money(&kit, id).await, &find(&jane, "bonuses", &bonus).await["ended_by"]), ((300, 0), &json!("staff")));
        let spins = give(&bob, id, form("FREE", None)).await.expect(201)["freespins"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(cancel(&rita, id, &spins).await.expect(200)["freespins"][0]["stage"], "canceled");
        assert_eq!(refused(&cancel(&bob, id, &spins).await), (409, "gift_ended"));
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        assert_eq!(kinds(&entries).iter().filter(|kind| **kind == "bonus.ended_by_staff").count(), 2);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!(spins), &json!("a mistake")));
        boss.browser.post(&format!("/api/staff/{}/dismiss", bob.id), json!({})).await.expect(200);
        assert_eq!(refused(&give(&bob, id, form("PLAIN", None)).await), (401, "unauthorized"));
        assert_eq!(refused(&give(&rita, id, form("PLAIN", None)).await), (403, "forbidden"));
        assert_sound(&kit).await;
    }
}

async fn office_gifts(member: &Member, id: i64) -> Value {
    member.browser.get(&format!("/api/players/{id}/gifts")).await.expect(200)
}
