//! Gifts that are no money: what an award of each kind does, once.

use croupier_server::staff::Role;
use serde_json::json;

use super::*;
use crate::office::{Office, kinds};

const THINGS: &str = r#"
    [[offer]]
    code = "POINTS"
    trigger = "coupon"
    coupon = "PLUS"
    kind = "XP"
    group_key = "points"
    title = { en = "250 points" }
    activatable_hours = 24
    amounts.EUR = { amount = 250 }

    [[offer]]
    code = "CLUB"
    trigger = "staff"
    kind = "Group"
    group = 21
    group_key = "club"
    title = { en = "A place in the club" }
    activatable_hours = 24

    [[offer]]
    code = "WATCH"
    trigger = "staff"
    kind = "Custom"
    group_key = "watch"
    title = { en = "A watch" }
    activatable_hours = 24

    [[offer]]
    code = "MUG"
    trigger = "staff"
    kind = "SoftGaming Gift"
    group_key = "mug"
    title = { en = "A mug" }
    activatable_hours = 24
"#;

async fn points(browser: &Browser) -> i64 {
    browser.get("/api/player/comp_points").await.expect(200)["chargeable"]["points"].as_i64().unwrap()
}

/// Whether the profile of the player has a group.
async fn is_in(browser: &Browser, group: &str) -> bool {
    let player = browser.get("/api/player").await.expect(200);
    player["statuses"].as_array().unwrap().iter().any(|status| status["id"] == group)
}

on_both_engines! {
    async fn points_are_given_once_by_a_hundred_activations(kit: Kit) {
        let (browser, id) = player(&kit, 0).await;
        offer(&kit, THINGS);
        let got = browser.post("/api/bonuses/coupon", json!({ "coupon_code": "PLUS" })).await.expect(200);
        assert_eq!((&got["status"], &got["bonus"]["type"], &got["bonus"]["amount_cents"]), (&json!("activated"), &json!("XP"), &json!(250)));
        let before = points(&browser).await;
        let gift = got["bonus"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/player/bonuses/{gift}/activation");
        let answers = futures_util::future::join_all((0..100).map(|_| browser.post(&path, json!({})))).await;
        assert!(answers.iter().any(|answer| answer.status.as_u16() == 200));
        let over = find(&browser, "bonuses", &gift).await;
        assert_eq!((&over["stage"], &over["ended_by"]), (&json!("finished"), &json!("given")));
        assert_eq!((points(&browser).await, money(&kit, id).await), (before + 250, (0, 0)));
        assert_sound(&kit).await;
        crate::loyalty::assert_sound(&kit.app).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE bonus_award SET granted = 1, converted = 1 WHERE kind = 'XP'";
        assert_eq!(tx.execute(sql, croupier_db::params![]).await.unwrap(), 1);
        tx.commit().await.unwrap();
        let found = bonus::check(&kit.app.db).await.unwrap();
        assert!(found.iter().any(|broken| broken.rule == "a gift that is no money has moved none"), "{found:?}");
    }

    async fn a_group_takes_its_player_in_once_the_gift_is_activated(kit: Kit) {
        let (browser, id) = player(&kit, 0).await;
        offer(&kit, THINGS);
        let club = gift(&kit, &browser, id, "CLUB").await;
        assert!(!is_in(&browser, "group_21").await);
        let path = format!("/api/player/bonuses/{club}/activation");
        let (one, two) = tokio::join!(browser.post(&path, json!({})), browser.post(&path, json!({})));
        let mut answers = [one.status.as_u16(), two.status.as_u16()];
        answers.sort_unstable();
        assert_eq!(answers, [200, 422]);
        assert!(is_in(&browser, "group_21").await);
        let over = find(&browser, "bonuses", &club).await;
        assert_eq!((&over["stage"], &over["amount_cents"], &over["ended_by"]), (&json!("finished"), &json!(0), &json!("given")));
        assert_sound(&kit).await;
    }

    async fn a_stopped_player_gets_neither_points_nor_groups_nor_things(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (browser, id) = player(&kit, 0).await;
        offer(&kit, THINGS);
        let (club, watch) = (gift(&kit, &browser, id, "CLUB").await, gift(&kit, &browser, id, "WATCH").await);
        crate::stops::stop(&kit.app, id, croupier_ledger::StopReason::Operator).await;
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
        let path = format!("/api/players/{id}/gifts/{watch}/hand-over");
        let refused = bob.browser.post(&path, json!({ "reason": "by mail" })).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "player_stopped"));
        let gifts = bob.browser.get(&format!("/api/players/{id}/gifts")).await.expect(200);
        let stages: Vec<_> = gifts["bonuses"].as_array().unwrap().iter().map(|one| (one["id"].clone(), one["stage"].clone())).collect();
        assert_eq!(stages, [(json!(watch), json!("issued")), (json!(club), json!("issued"))]);
    }

    async fn things_are_handed_over_by_staff_alone_and_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, boss) = (office.member(Role::Bonus).await, office.member(Role::Administrator).await);
        let (browser, id) = player(&kit, 0).await;
        offer(&kit, THINGS);
        let offers = bob.browser.get("/api/gift-offers").await.expect(200);
        let watch = offers["offers"].as_array().unwrap().iter().find(|offer| offer["code"] == "WATCH").unwrap().clone();
        assert!(watch["amounts"].as_array().unwrap().iter().any(|of| of["currency"] == "EUR" && of["amount_cents"].is_null()), "{watch}");
        let given = |offer: &str| json!({ "currency": "EUR", "offer": offer, "amount_cents": null, "reason": "a birthday" });
        for offer in ["WATCH", "MUG"] {
            let gifts = bob.browser.post(&format!("/api/players/{id}/gifts"), given(offer)).await.expect(201);
            let thing = gifts["bonuses"][0]["id"].as_str().unwrap().to_owned();
            let seen = find(&browser, "bonuses", &thing).await;
            assert_eq!((&seen["activatable"], &seen["activatable_until"]), (&json!(false), &json!(null)), "{offer}");
            browser.post(&format!("/api/player/bonuses/{thing}/activation"), json!({})).await.expect(422);
            // No time takes from a player what staff is late with.
            let sql = "SELECT COUNT(*) FROM bonus_award WHERE id = $1 AND deadline_ms IS NULL";
            let timeless = kit.app.db.query_one(sql, croupier_db::params![thing.parse::<i64>().unwrap()]).await.unwrap();
            assert_eq!(timeless.get::<i64>(0).unwrap(), 1);
            let path = format!("/api/players/{id}/gifts/{thing}/hand-over");
            let once = |key| bob.browser.post_once(key, &path, json!({ "reason": "by mail" }));
            let (one, two) = tokio::join!(once("key"), once("key"));
            assert_eq!(one.expect(200)["bonuses"][0]["ended_by"], "given");
            two.expect(200);
            let other = once("another").await;
            assert_eq!((other.status.as_u16(), other.code()), (409, "gift_ended"));
            assert_eq!(find(&browser, "bonuses", &thing).await["stage"], "finished", "{offer}");
        }
        let money = gift(&kit, &browser, id, "MONEY").await;
        bob.browser.post(&format!("/api/players/{id}/gifts/{money}/hand-over"), json!({ "reason": "by mail" })).await.expect(404);
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        assert_eq!(kinds(&entries).iter().filter(|kind| **kind == "bonus.handed_over").count(), 2);
        assert_sound(&kit).await;
    }

    async fn what_is_no_money_comes_from_staff_or_by_a_coupon(kit: Kit) {
        offer_only(&kit, THINGS).unwrap();
        for (from, to) in [
            ("trigger = \"coupon\"\n    coupon = \"PLUS\"", "trigger = \"registration\""),
            ("kind = \"Group\"\n    group = 21", "kind = \"Group\""),
            ("kind = \"Custom\"", "kind = \"Custom\"\n    group = 21"),
            ("group = 21", "group = 543"),
            ("amounts.EUR = { amount = 250 }", ""),
        ] {
            assert!(THINGS.contains(from), "{from}");
            assert!(offer_only(&kit, &THINGS.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
