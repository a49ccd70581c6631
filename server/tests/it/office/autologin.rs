//! Players who are made without a form, and the links that sign them in.

use std::time::Duration;

use croupier_server::staff::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::{Answer, Browser};

const JANE: &str = "jane@example.com";

fn newcomer() -> Value {
    json!({ "email": JANE, "country": "CA", "currency": "EUR", "locale": "en", "stag": "partner-7", "reason": "The spring offer." })
}

fn token(link: &str) -> String {
    link.split_once("/autologin?token=").unwrap().1.to_owned()
}

/// Makes Jane; answers her number and the token of her link.
async fn made(bonnie: &Member) -> (i64, String) {
    let answer = bonnie.browser.post("/api/players", newcomer()).await.expect(201);
    (answer["player"].as_i64().unwrap(), token(answer["link"].as_str().unwrap()))
}

async fn follow(browser: &Browser, token: &str) -> Answer {
    browser.post("/api/users/sign_in/link", json!({ "user": { "token": token, "dfpc": "device-2" } })).await
}

async fn choose(browser: &Browser, password: &str) -> Answer {
    let user = json!({ "password": password, "password_confirmation": password });
    browser.send(reqwest::Method::PUT, "/api/users/password", Some(json!({ "user": user })), &[]).await
}

async fn player(browser: &Browser) -> Value {
    browser.get("/api/player").await.expect(200)
}

on_both_engines! {
    async fn a_link_signs_in_once_and_the_next_one_is_its_owners(kit: Kit) {
        let office = Office::open(&kit).await;
        let (id, first) = made(&office.member(Role::Bonus).await).await;
        let browsers: Vec<_> = (0..4).map(|_| kit.browser()).collect();
        let answers = join_all(browsers.iter().map(|browser| follow(browser, &first))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        let again = follow(&kit.browser(), &first).await;
        assert_eq!((again.status.as_u16(), again.code()), (410, "link_over"));
        let jane = &browsers[answers.iter().position(|answer| answer.status == 201).unwrap()];
        let reported = player(jane).await;
        assert_eq!((&reported["id"], &reported["autoregistered"]), (&json!(id), &json!(true)));
        assert_eq!(reported["auth_fields_missed"], json!(["password", "terms_acceptance"]));
        let second = token(reported["autologin_link"].as_str().unwrap());
        assert_ne!(second, first);
        // An answer that is kept under a key has no link in it.
        let edited = jane.patch("/api/player", json!({ "player": { "nickname": "Jane" } })).await.expect(200);
        assert_eq!(edited["autologin_link"], Value::Null);
        follow(&kit.browser(), &second).await.expect(201);
        assert_eq!(follow(&kit.browser(), &second).await.code(), "link_over");
        let late = token(player(jane).await["autologin_link"].as_str().unwrap());
        kit.app.clock.advance(Duration::from_hours(24));
        assert_eq!(follow(&kit.browser(), &late).await.code(), "link_over");
        // The sessions of the day before are over.
        let boss = office.member(Role::Administrator).await;
        let renewed = boss.browser.post(&format!("/api/players/{id}/autologin"), json!({ "reason": "It was too old." })).await;
        assert_eq!(renewed.status, 201, "{}", renewed.body);
        assert_eq!(renewed.headers["cache-control"], "no-store");
        follow(&kit.browser(), &token(renewed.body["link"].as_str().unwrap())).await.expect(201);
        let entries = office.log(&boss, &format!("?player={id}"), 2).await;
        assert_eq!(kinds(&entries), ["player.autologin_renewed", "player.autoregistered"]);
        assert_eq!(entries[1]["reason"], "The spring offer.");
    }

    async fn no_link_opens_the_account_of_who_has_a_password(kit: Kit) {
        let office = Office::open(&kit).await;
        let bonnie = office.member(Role::Bonus).await;
        let (id, first) = made(&bonnie).await;
        let jane = kit.browser();
        follow(&jane, &first).await.expect(201);
        let second = token(player(&jane).await["autologin_link"].as_str().unwrap());
        assert_eq!(choose(&jane, "short").await.status, 422);
        choose(&jane, "quiet-Harbour-71").await.expect(204);
        let reported = player(&jane).await;
        assert_eq!((&reported["autologin_link"], &reported["autoregistered"]), (&Value::Null, &json!(true)));
        assert_eq!(reported["auth_fields_missed"], json!(["terms_acceptance"]));
        assert_eq!(follow(&kit.browser(), &second).await.code(), "link_over");
        let renewed = bonnie.browser.post(&format!("/api/players/{id}/autologin"), json!({ "reason": "Please." })).await;
        assert_eq!((renewed.status.as_u16(), renewed.code()), (409, "autologin_over"));
        assert_eq!(choose(&jane, "other-Harbour-72").await.field("current_password"), ["VALIDATION.CURRENT_PASSWORD.REQUIRED"]);
        let user = json!({ "email": JANE, "password": "quiet-Harbour-71" });
        kit.browser().post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        // Nor is there a link for a player who has filled in the form.
        let (_, other) = kit.player("joan@example.com").await;
        let refused = bonnie.browser.post(&format!("/api/players/{other}/autologin"), json!({ "reason": "Please." })).await;
        assert_eq!(refused.code(), "autologin_over");
    }

    async fn a_link_ends_with_the_address_that_it_was_made_for(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bonnie, sam) = (office.member(Role::Bonus).await, office.member(Role::Support).await);
        let (id, first) = made(&bonnie).await;
        let right = json!({ "email": "right@example.com", "reason": "A typo." });
        sam.browser.post(&format!("/api/players/{id}/correct"), right).await.expect(204);
        assert_eq!(follow(&kit.browser(), &first).await.code(), "link_over");
        let renewed = bonnie.browser.post(&format!("/api/players/{id}/autologin"), json!({ "reason": "A typo." })).await.expect(201);
        follow(&kit.browser(), &token(renewed["link"].as_str().unwrap())).await.expect(201);
    }

    async fn no_money_before_the_account_is_complete(kit: Kit) {
        let office = Office::open(&kit).await;
        let (_, first) = made(&office.member(Role::Bonus).await).await;
        let jane = kit.browser();
        follow(&jane, &first).await.expect(201);
        let deposit = json!({ "action": "deposit", "payment_method_id": "visa_mastercard", "currency": "EUR", "amount_cents": 5_000 });
        let pay = async |key: &str| jane.post_once(key, "/api/player/payments", deposit.clone()).await;
        assert_eq!(pay("1").await.code(), "account_incomplete");
        choose(&jane, "quiet-Harbour-71").await.expect(204);
        assert_eq!(pay("2").await.code(), "account_incomplete", "the terms are missing");
        jane.patch("/api/player", json!({ "player": { "terms_acceptance": true } })).await.expect(200);
        assert_ne!(pay("3").await.code(), "account_incomplete");
    }

    async fn who_is_made_wrongly_is_refused_at_the_field(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bonnie, carl) = (office.member(Role::Bonus).await, office.member(Role::Compliance).await);
        carl.browser.post("/api/players", newcomer()).await.expect(403);
        let wrong = json!({ "email": "no", "country": "XX", "currency": "ABC", "locale": "tlh", "reason": "x" });
        let refused = bonnie.browser.post("/api/players", wrong).await;
        assert_eq!(refused.field("email"), ["VALIDATION.EMAIL.INVALID"]);
        for field in ["country", "currency", "locale"] {
            assert_eq!(refused.field(field), [format!("VALIDATION.{}.NOT_ALLOWED", field.to_uppercase())]);
        }
        made(&bonnie).await;
        assert_eq!(bonnie.browser.post("/api/players", newcomer()).await.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
        assert_eq!(bonnie.browser.post("/api/players/999999/autologin", json!({ "reason": "x" })).await.status, 404);
    }
}
