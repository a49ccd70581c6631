//! Offers that staff writes: as documents with versions, checked by field, and looked at before players see them.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::browser::{Answer, Browser};
use crate::play::grown_player;
use crate::testkit::Kit;

/// A bonus that comes by the coupon of its own code.
pub(super) fn form(code: &str, amount: i64) -> Value {
    json!({
        "code": code, "trigger": "coupon", "kind": "NonDeposit", "group_key": "spring", "title": { "en": "Spring gift" },
        "deposit_number": null, "hidden": false, "audience": audience(&[], &[]), "coupon": code, "group": null, "points": null, "percent": 0, "period": null,
        "counted": { "games": [], "categories": [] },
        "amounts": { "EUR": { "amount": amount, "deposit_min": 0, "bet_max": 200, "win_max": null, "lost_below": 20, "loss_min": 0 } },
        "wager": 3, "wager_on": "bonus", "contributions": { "games": {}, "categories": { "table": 10 }, "other": 100 },
        "excluded": { "games": [], "categories": [] }, "on_cashout": "keep", "sticky": false, "activatable_hours": 72, "valid_hours": 168,
        "freespins": null, "from": null, "until": null, "withdrawn": false,
    })
}

/// Members of `groups` who live in `countries`.
fn audience(groups: &[i64], countries: &[&str]) -> Value {
    json!({
        "groups": groups, "excluded_groups": [], "countries": countries, "excluded_countries": [], "licences": [], "brands": [],
    })
}

fn with(mut form: Value, field: &str, value: Value) -> Value {
    form[field] = value;
    form
}

impl Member {
    async fn writes(&self, (base, revision): (i64, i64), offer: Value) -> Answer {
        let body = json!({ "is_new": base == 0 && revision == 0, "base": base, "revision": revision, "offer": offer });
        self.browser.post("/api/offers/save", body).await
    }

    /// Publishes the draft of `offer` as it is saved now.
    async fn brings(&self, offer: &str) -> Answer {
        let seen = self.browser.get(&format!("/api/offers/{offer}")).await.expect(200);
        let documents = json!([{ "path": seen["path"], "revision": seen["draft"]["revision"] }]);
        self.browser.post("/api/content/publish", json!({ "documents": documents, "reason": "spring" })).await
    }
}

/// Waits until a server offers this version.
async fn offered(kit: &Kit, code: &str, version: i64) {
    Kit::until("the version", async || {
        let offers = kit.app.bonuses.offers();
        offers.find(code).filter(|offer| offer.version == version).map(drop)
    })
    .await;
}

async fn redeem(browser: &Browser, code: &str) -> Value {
    browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await.expect(200)
}

/// What a player has: its amount, what is to be wagered, and the version that it was made by.
async fn bonus_of(member: &Member, player: i64) -> (Value, Value, Value) {
    let gifts = member.browser.get(&format!("/api/players/{player}/gifts")).await.expect(200);
    let bonus = gifts["bonuses"][0].clone();
    let version = gifts["versions"][bonus["id"].as_str().unwrap()].clone();
    (bonus["amount_cents"].clone(), bonus["amount_wager_requirement_cents"].clone(), version)
}

on_both_engines! {
    async fn an_offer_is_written_by_one_published_by_another_and_withdrawn(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rose) = (office.member(Role::Bonus).await, office.member_at("rose@house.example", Role::Bonus).await);
        let players = [grown_player(&kit, "a@example.com").await, grown_player(&kit, "b@example.com").await, grown_player(&kit, "c@example.com").await];
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        let saved = bob.writes((0, 0), form("SPRING", 1_000)).await.expect(200);
        assert_eq!((&saved["in_force"]["offer"], &saved["draft"]["is_own"]), (&Value::Null, &json!(true)));
        assert_eq!(redeem(&players[0].0, "SPRING").await["status"], "not_found", "a draft is no offer");
        assert_eq!(bob.brings("SPRING").await.code(), "second_person_needed");
        rose.brings("SPRING").await.expect(204);
        offered(&kit, "SPRING", 1).await;
        assert_eq!(redeem(&players[0].0, "SPRING").await["status"], "activated");

        let stale = rose.writes((0, 1), with(form("SPRING", 2_000), "wager", json!(4))).await;
        assert_eq!((stale.status.as_u16(), stale.code()), (409, "content_changed"), "it was published since");
        let seen = rose.browser.get("/api/offers/SPRING").await.expect(200);
        assert_eq!((&seen["in_force"]["version"], &seen["in_force"]["offer"]["amounts"]["EUR"]["amount"]), (&json!(1), &json!(1_000)));
        rose.writes((1, 0), with(form("SPRING", 2_000), "wager", json!(4))).await.expect(200);
        bob.brings("SPRING").await.expect(204);
        offered(&kit, "SPRING", 2).await;
        if kit.engine == Engine::Postgres {
            offered(&kit.second().await, "SPRING", 2).await;
        }
        assert_eq!(redeem(&players[1].0, "SPRING").await["status"], "activated");
        assert_eq!(bonus_of(&bob, players[0].1).await, (json!(1_000), json!(3_000), json!(1)), "what is given keeps its terms");
        assert_eq!(bonus_of(&bob, players[1].1).await, (json!(2_000), json!(8_000), json!(2)));

        bob.writes((2, 0), with(form("SPRING", 2_000), "withdrawn", json!(true))).await.expect(200);
        rose.brings("SPRING").await.expect(204);
        offered(&kit, "SPRING", 3).await;
        assert_eq!(redeem(&players[2].0, "SPRING").await["status"], "restricted");
        assert_eq!(bonus_of(&bob, players[0].1).await.0, json!(1_000), "it stays with who has it");
        let rows = bob.browser.get("/api/offers").await.expect(200);
        let row = rows["offers"].as_array().unwrap().iter().find(|row| row["code"] == "SPRING").unwrap().clone();
        assert_eq!((&row["state"], &row["version"], &row["writing"]), (&json!("withdrawn"), &json!(3), &json!("none")));
        let versions = bob.browser.get("/api/content/versions?path=offers/SPRING.toml").await.expect(200);
        assert_eq!(versions["versions"].as_array().unwrap().len(), 3);
        crate::bonus::assert_sound(&kit).await;
    }

    async fn a_listed_offer_is_changed_and_has_its_times(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rose) = (office.member(Role::Bonus).await, office.member_at("rose@house.example", Role::Bonus).await);
        let (early, on_time, late) = (grown_player(&kit, "a@example.com").await.0, grown_player(&kit, "b@example.com").await.0, grown_player(&kit, "c@example.com").await.0);
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        let seen = bob.browser.get("/api/offers/GIFT5").await.expect(200);
        assert_eq!((&seen["in_force"]["version"], &seen["in_force"]["offer"]["wager"]), (&json!(0), &json!(3)));
        let now = kit.app.clock.now();
        let at = |millis: i64| json!(croupier_server::platform::calendar::rfc3339(now + millis));
        let mut offer = with(seen["in_force"]["offer"].clone(), "from", at(3_600_000));
        offer["until"] = at(7_200_000);
        offer["coupon"] = json!("TIMED");
        let body = json!({ "is_new": false, "base": 0, "revision": 0, "offer": offer });
        bob.browser.post("/api/offers/save", body).await.expect(200);
        rose.brings("GIFT5").await.expect(204);
        offered(&kit, "GIFT5", 1).await;
        assert_eq!(redeem(&early, "TIMED").await["status"], "restricted");
        kit.app.clock.advance(std::time::Duration::from_hours(1));
        assert_eq!(redeem(&on_time, "TIMED").await["status"], "activated");
        kit.app.clock.advance(std::time::Duration::from_hours(1));
        assert_eq!(redeem(&late, "TIMED").await["status"], "restricted");
    }

    async fn of_two_who_write_the_second_is_told_of_the_first(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, rose) = (office.member(Role::Bonus).await, office.member_at("rose@house.example", Role::Bonus).await);
        let (one, two) = tokio::join!(bob.writes((0, 0), form("RACE", 1_000)), rose.writes((0, 0), form("RACE", 2_000)));
        let (first, lost) = if one.status == 200 { (&bob, two) } else { (&rose, one) };
        assert_eq!((lost.status.as_u16(), lost.code()), (409, "content_changed"));
        let reported = lost.expect(409)["error"]["message"].as_str().unwrap().to_owned();
        assert!(reported.contains(&first.email) || reported.contains("bonus of"), "{reported}");
        let amount = if first.email == bob.email { 1_000 } else { 2_000 };
        let again = first.writes((0, 0), form("RACE", amount)).await.expect(200);
        assert_eq!(again["draft"]["revision"], 1, "the same call again changes nothing");
        let seen = first.browser.get("/api/offers/RACE").await.expect(200);
        assert_eq!(seen["draft"]["offer"]["amounts"]["EUR"]["amount"], amount);
    }

    async fn what_no_offer_can_say_is_refused_by_field(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, editor, paul) = (office.member(Role::Bonus).await, office.member(Role::Editor).await, office.member(Role::Payments).await);
        for (field, value, reported) in [
            ("code", json!("A B"), "code"), ("code", json!("welcome"), "code"), ("wager", json!(101), "wager"),
            ("trigger", json!("deposit"), "trigger"), ("amounts", json!({}), "amounts"), ("until", json!("2020-01-01T00:00:00Z"), "until"),
            ("contributions", json!({ "games": {}, "categories": {}, "other": 101 }), "contributions"), ("title", json!({}), "offer"),
            ("period", json!("day"), "period"), ("group", json!(21), "group"), ("points", json!(5), "points"), ("valid_hours", json!(0), "valid_hours"),
            ("audience", audience(&[424_242], &[]), "audience"), ("audience", audience(&[], &["XX"]), "audience"),
            ("audience", with(audience(&[], &[]), "licences", json!(["XX"])), "audience"),
            ("audience", with(audience(&[], &[]), "brands", json!(["none"])), "audience"),
        ] {
            let mut wrong = with(form("WRONG", 1_000), field, value.clone());
            if field == "until" {
                wrong["from"] = json!("2026-01-01T00:00:00Z");
            }
            let answer = bob.writes((0, 0), wrong.clone()).await;
            assert_eq!(answer.status, 422, "{field} {value}");
            assert!(!answer.field(reported).is_empty(), "{field} {value}: told of {reported}");
            if reported != "offer" && field != "code" {
                let found = bob.browser.post("/api/offers/assess", json!({ "offer": wrong })).await.expect(200);
                assert!(found["faults"].as_array().unwrap().iter().any(|fault| fault["field"] == reported), "{found}");
            }
        }
        assert_eq!(editor.writes((0, 0), form("MINE", 1)).await.status, 403, "who writes pages writes no offers");
        assert_eq!(paul.browser.get("/api/offers").await.status, 403);
        for none in ["NONE", "a.b", "..%2Fbonuses"] {
            assert_eq!(bob.browser.get(&format!("/api/offers/{none}")).await.status, 404, "{none}");
        }
        // Two offers with one coupon are found where they are judged together.
        bob.writes((0, 0), with(form("TWICE", 1_000), "coupon", json!("LANTERNS"))).await.expect(200);
        let documents = json!({ "documents": [{ "path": "offers/TWICE.toml", "revision": 1 }] });
        let faults = bob.browser.post("/api/content/check", documents).await.expect(200);
        assert!(faults.to_string().contains("LANTERNS"), "{faults}");
    }

    async fn an_offer_is_looked_at_before_it_is_published(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let hard = with(with(form("HARD", 1_000), "wager", json!(60)), "on_cashout", json!("cancel"));
        let found = bob.browser.post("/api/offers/assess", json!({ "offer": hard })).await.expect(200);
        let reported: Vec<_> = found["warnings"].as_array().unwrap().iter().map(|one| one["warning"].clone()).collect();
        assert_eq!((reported, &found["warnings"][0]["currencies"]), (vec![json!("wager_high"), json!("cancels_on_cashout")], &json!(["EUR"])));

        let choices = bob.browser.get("/api/offer-choices").await.expect(200)["audience"].clone();
        let halves = |group: &&Value| group["id"] == 543 || group["id"] == 544;
        assert_eq!(choices["groups"].as_array().unwrap().iter().filter(halves).count(), 2, "every named group: {choices}");
        let first = |list: &str, name: &str| json!([choices[list][0][name]]);
        let mut some = audience(&[543], &[choices["countries"][0].as_str().unwrap()]);
        some["licences"] = first("licences", "code");
        some["brands"] = first("brands", "id");
        let sticky = with(with(form("FEW", 1_000), "audience", some.clone()), "sticky", json!(true));
        let found = bob.browser.post("/api/offers/assess", json!({ "offer": sticky })).await.expect(200);
        let reported: Vec<_> = found["warnings"].as_array().unwrap().iter().map(|one| one["warning"].clone()).collect();
        assert_eq!((&found["faults"], reported), (&json!([]), vec![json!("sticky"), json!("cancels_on_cashout")]));
        let saved = bob.writes((0, 0), sticky).await.expect(200);
        assert_eq!((&saved["draft"]["offer"]["audience"], &saved["draft"]["offer"]["sticky"]), (&some, &json!(true)));

        let simulate = |offer: Value, currency: &str, stake: Value| {
            json!({ "offer": offer, "currency": currency, "deposit_cents": null, "stake_cents": stake })
        };
        let mut money = with(form("MONEY", 500), "kind", json!("Cash"));
        money["wager"] = json!(0);
        let outlook = bob.browser.post("/api/offers/simulate", simulate(money, "EUR", Value::Null)).await.expect(200);
        assert_eq!(outlook["games"].as_array().unwrap().len(), 3, "{outlook}");
        for game in outlook["games"].as_array().unwrap() {
            let outcome = &game["outcome"];
            assert_eq!((&outcome["value_cents"]["mean"], &outcome["cost_cents"]["mean"], &outcome["largest_cents"]), (&json!(500), &json!(500), &json!(500)));
        }
        let asked = || bob.browser.post("/api/offers/simulate", simulate(form("GIFT", 1_000), "EUR", json!(100)));
        let (one, two) = tokio::join!(asked(), asked());
        let (one, two) = (one.expect(200), two.expect(200));
        assert_eq!(one, two, "the same question has the same answer");
        let classes: Vec<_> = one["games"].as_array().unwrap().iter().map(|game| game["volatility"].clone()).collect();
        assert_eq!(classes, ["low", "medium", "high"]);
        let value = one["games"][0]["outcome"]["value_cents"]["mean"].as_f64().unwrap();
        assert!((0.0..1_000.0).contains(&value), "a bonus to be wagered is worth less than money: {value}");
        let none = bob.browser.post("/api/offers/simulate", simulate(form("GIFT", 1_000), "CAD", Value::Null)).await;
        assert!(!none.field("currency").is_empty());
    }
}
