//! Passkeys: registering them, signing in with them, and what they are good for beside.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::authenticator::{PRESENT, Passkey};
use super::second_step::{Guarded, begin, code_at};
use crate::browser::{Answer, Browser, PASSWORD};
use crate::stops::stop;
use crate::testkit::Kit;

const JANE: &str = "jane@example.com";
const HOST: &str = "localhost:8080";
const ORIGIN: &str = "http://localhost:8080";
const LIST: &str = "/api/player/passkeys";
const REGISTRATIONS: &str = "/api/player/passkeys/registrations";
const REQUIRED: &str = "/api/player/passkeys/required";

/// A browser that has never been here, under a host that has a name.
fn browser(kit: &Kit) -> Browser {
    kit.browser().with("host", HOST)
}

/// A player under a host that has a name.
async fn player(kit: &Kit, email: &str) -> (Browser, i64) {
    let (browser, id) = kit.player(email).await;
    (browser.with("host", HOST), id)
}

async fn register_with(browser: &Browser, seed: u8, proof: Value) -> (Passkey, Answer) {
    let mut body = json!({ "password": PASSWORD });
    body.as_object_mut().unwrap().extend(proof.as_object().unwrap().clone());
    let options = browser.post(REGISTRATIONS, body).await.expect(201)["public_key"].clone();
    let (passkey, made) = Passkey::make(&options, ORIGIN, seed);
    (passkey, browser.post(LIST, json!({ "name": "My phone", "passkey": made })).await)
}

async fn register(browser: &Browser, seed: u8) -> Passkey {
    let (passkey, added) = register_with(browser, seed, json!({})).await;
    added.expect(201);
    passkey
}

/// What the browser is asked when a passkey is to be shown.
async fn asked(browser: &Browser) -> Value {
    browser.post("/api/passkeys/challenges", json!({})).await.expect(201)["public_key"].clone()
}

async fn shown(browser: &Browser, passkey: &mut Passkey) -> Value {
    passkey.show(&asked(browser).await, ORIGIN)
}

async fn enter(browser: &Browser, shown: Value) -> Answer {
    let user = json!({ "passkey": shown, "dfpc": "device-2" });
    browser.post("/api/users/sign_in/passkey", json!({ "user": user })).await
}

async fn give_password(browser: &Browser, email: &str) -> Answer {
    let user = json!({ "email": email, "password": PASSWORD, "dfpc": "device-2" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

async fn second_step(browser: &Browser, field: &str, proof: Value) -> Answer {
    browser.post("/api/users/sign_in", json!({ "user": { field: proof } })).await
}

async fn delete(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(Method::DELETE, path, Some(body), &[]).await
}

async fn put(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(Method::PUT, path, Some(body), &[]).await
}

async fn facts(kit: &Kit) -> Vec<String> {
    let sql = "SELECT kind FROM event WHERE kind LIKE 'player.passkey%' ORDER BY lsn";
    let rows = kit.app.db.query(sql, params![]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

on_both_engines! {
    async fn a_passkey_signs_in_by_itself(kit: Kit) {
        let (jane, id) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let list = jane.get(LIST).await.expect(200);
        assert_eq!((&list["required"], &list["available"]), (&json!(false), &json!(true)));
        assert_eq!(list["passkeys"][0]["name"], "My phone");
        assert_eq!((&list["passkeys"][0]["host"], &list["passkeys"][0]["used_at"]), (&json!("localhost"), &json!(null)));
        let guest = browser(&kit);
        let shown = shown(&guest, &mut passkey).await;
        assert_eq!(enter(&guest, shown).await.expect(201), json!({ "id": id }));
        assert_eq!(guest.get("/api/player").await.expect(200)["id"], id);
        assert!(jane.get(LIST).await.expect(200)["passkeys"][0]["used_at"].is_string());
        let sql = "SELECT result FROM sign_in_attempt ORDER BY id DESC LIMIT 1";
        let kept: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(kept, "passkey_ok");
        // The password opens the account as before: nobody has asked for more.
        give_password(&browser(&kit), JANE).await.expect(201);
    }

    async fn each_change_is_told_by_mail(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        register(&jane, 1).await;
        let id = jane.get(LIST).await.expect(200)["passkeys"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("{LIST}/{id}");
        assert_eq!(delete(&jane, &path, json!({ "password": "Wrong!password" })).await.field("password").len(), 1);
        delete(&jane, &path, json!({ "password": PASSWORD })).await.expect(204);
        delete(&jane, &path, json!({ "password": PASSWORD })).await.expect(404);
        assert_eq!(facts(&kit).await, ["player.passkey_added", "player.passkey_removed"]);
        for subject in ["A passkey was added", "A passkey was removed"] {
            let sql = "SELECT body FROM mail_outbox WHERE subject = $1";
            let mail = Kit::until(subject, async || kit.app.db.query_opt(sql, params![subject]).await.unwrap()).await;
            let body: String = mail.get(0).unwrap();
            assert!(body.contains("“My phone”") && body.contains("/profile/security"), "{body}");
        }
    }

    async fn a_challenge_counts_once_and_not_for_ever(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let guest = browser(&kit);
        let proof = shown(&guest, &mut passkey).await;
        enter(&guest, proof.clone()).await.expect(201);
        assert_eq!(enter(&browser(&kit), proof).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"]);
        let proof = shown(&guest, &mut passkey).await;
        let answers = join_all((0..6).map(|_| enter(&guest, proof.clone()))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        let late = shown(&guest, &mut passkey).await;
        kit.app.clock.advance(Duration::from_mins(5));
        assert_eq!(enter(&guest, late).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"]);
        // A challenge of a registration is none for signing in.
        let options = jane.post(REGISTRATIONS, json!({ "password": PASSWORD })).await.expect(201);
        let other = passkey.show(&options["public_key"], ORIGIN);
        assert_eq!(enter(&guest, other).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"]);
        // One that nobody was given.
        let made_up = passkey.show(&json!({ "challenge": "AAAAAAAAAAAAAAAAAAAAAA" }), ORIGIN);
        assert_eq!(enter(&guest, made_up).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"]);
    }

    async fn what_does_not_fit_opens_nothing(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let guest = browser(&kit);
        let wrong = async |shown: Value| {
            let answer = enter(&guest, shown).await;
            assert_eq!((answer.status.as_u16(), answer.field("passkey")), (422, vec!["SIGN_IN.WRONG_PASSKEY"]));
        };
        // Shown on the page of another site.
        for origin in ["https://evil.example", "http://localhost:9999", "https://localhost:8080", "http://sub.localhost:8080"] {
            wrong(passkey.show(&asked(&guest).await, origin)).await;
        }
        // Its holder was not looked at.
        let mut unverified = passkey.clone();
        unverified.flags = PRESENT;
        wrong(unverified.show(&asked(&guest).await, ORIGIN)).await;
        // Another's key under this id, and one that nobody has registered.
        let options = jane.post(REGISTRATIONS, json!({ "password": PASSWORD })).await.expect(201)["public_key"].clone();
        let (other, _) = Passkey::make(&options, ORIGIN, 2);
        wrong(other.clone().called(1).show(&asked(&guest).await, ORIGIN)).await;
        wrong(other.clone().show(&asked(&guest).await, ORIGIN)).await;
        // A signature over something else.
        let mut changed = passkey.show(&asked(&guest).await, ORIGIN);
        let other = passkey.show(&asked(&guest).await, ORIGIN);
        changed["response"]["signature"] = other["response"]["signature"].clone();
        wrong(changed).await;
        for nonsense in [json!(null), json!("x"), json!({}), json!({ "id": "AA" }), json!([1, 2])] {
            enter(&guest, nonsense).await.expect(422);
        }
        assert_eq!(guest.get("/api/player").await.expect(200), json!({}));
        let proof = shown(&guest, &mut passkey).await;
        enter(&guest, proof).await.expect(201);
    }

    async fn a_copy_gives_itself_away_by_its_counter(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let mut copy = passkey.clone();
        let guest = browser(&kit);
        for _ in 0..2 {
            let proof = shown(&guest, &mut passkey).await;
            enter(&guest, proof).await.expect(201);
        }
        let proof = shown(&browser(&kit), &mut copy).await;
        assert_eq!(enter(&browser(&kit), proof).await.field("passkey"), ["SIGN_IN.WRONG_PASSKEY"]);
        assert_eq!(facts(&kit).await, ["player.passkey_added", "player.passkey_copied"]);
    }

    async fn a_passkey_is_made_by_the_session_that_has_asked(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let (june, _) = player(&kit, "june@example.com").await;
        let begun = async |browser: &Browser| {
            browser.post(REGISTRATIONS, json!({ "password": PASSWORD })).await.expect(201)["public_key"].clone()
        };
        let keep = async |browser: &Browser, made: &Value| browser.post(LIST, json!({ "name": "Key", "passkey": made })).await;
        let options = begun(&jane).await;
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        // Enforced, browsers would refuse every authenticator that does not know it.
        assert_eq!(options["extensions"]["enforceCredentialProtectionPolicy"], false);
        let (_, made) = Passkey::make(&options, ORIGIN, 1);
        assert_eq!(keep(&june, &made).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"], "somebody else's");
        assert_eq!(keep(&jane, &made).await.field("passkey"), ["SIGN_IN.PASSKEY_EXPIRED"], "used up by that");
        let (_, elsewhere) = Passkey::make(&begun(&jane).await, "https://evil.example", 1);
        assert_eq!(keep(&jane, &elsewhere).await.field("passkey"), ["VALIDATION.PASSKEY.INVALID"]);
        let (_, made) = Passkey::make(&begun(&jane).await, ORIGIN, 1);
        for name in ["", "   ", "a\u{7}b", &"x".repeat(51)] {
            let refused = jane.post(LIST, json!({ "name": name, "passkey": made })).await;
            assert_eq!(refused.field("name").len(), 1, "{name:?}");
        }
        keep(&jane, &made).await.expect(201);
        assert_eq!(begun(&jane).await["excludeCredentials"].as_array().unwrap().len(), 1);
        // The same passkey for another account.
        let (_, made) = Passkey::make(&begun(&june).await, ORIGIN, 1);
        assert_eq!(keep(&june, &made).await.code(), "passkey_known");
        let wrong = jane.post(REGISTRATIONS, json!({ "password": "Wrong!password" })).await;
        assert_eq!(wrong.field("password"), ["SIGN_IN.WRONG_PASSWORD"]);
    }

    async fn under_an_address_without_a_name_there_are_none(kit: Kit) {
        let (jane, _) = kit.player(JANE).await;
        assert_eq!(jane.get(LIST).await.expect(200)["available"], false);
        assert_eq!(jane.post(REGISTRATIONS, json!({ "password": PASSWORD })).await.code(), "passkeys_unavailable");
        assert_eq!(kit.browser().post("/api/passkeys/challenges", json!({})).await.code(), "passkeys_unavailable");
        kit.browser().with("host", "evil.example").post("/api/passkeys/challenges", json!({})).await.expect(421);
    }

    async fn a_passkey_of_one_brand_is_none_at_the_other(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let other = kit.browser().with("host", "marina.localhost:8080");
        let options = asked(&other).await;
        assert_eq!(options["rpId"], "marina.localhost");
        let refused = enter(&other, passkey.show(&options, "http://marina.localhost:8080")).await;
        assert_eq!(refused.field("passkey"), ["SIGN_IN.WRONG_PASSKEY"]);
    }

    async fn it_takes_the_place_of_a_code(kit: Kit) {
        let guarded = Guarded::at(&kit).await;
        let jane = guarded.browser.with("host", HOST);
        // A second factor guards new passkeys, too.
        let refused = jane.post(REGISTRATIONS, json!({ "password": PASSWORD })).await;
        assert_eq!(refused.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.REQUIRED"]);
        let code = json!({ "otp_attempt": code_at(&kit, &guarded.secret, 0) });
        let (mut passkey, added) = register_with(&jane, 1, code).await;
        added.expect(201);
        let guest = browser(&kit);
        let first = give_password(&guest, JANE).await.expect(202);
        assert_eq!(first, json!({ "two_factor_required": true, "factors": ["otp_attempt", "passkey"] }));
        let proof = shown(&guest, &mut passkey).await;
        assert_eq!(second_step(&guest, "passkey", proof).await.expect(201)["id"], guarded.id);
        // Somebody else's is no second factor of hers.
        let (june, _) = player(&kit, "june@example.com").await;
        let mut foreign = register(&june, 2).await;
        let guest = browser(&kit);
        give_password(&guest, JANE).await.expect(202);
        let proof = shown(&guest, &mut foreign).await;
        assert_eq!(second_step(&guest, "passkey", proof).await.field("passkey"), ["SIGN_IN.WRONG_PASSKEY"]);
        // And wherever a code goes with the password.
        let proof = shown(&jane, &mut passkey).await;
        let body = json!({ "email": "new@example.com", "current_password": PASSWORD, "passkey": proof });
        jane.post("/api/users/email", json!({ "user": body })).await.expect(204);
        let proof = shown(&jane, &mut passkey).await;
        let renewed = jane.post("/api/player/two_factor/recovery_codes", json!({ "passkey": proof })).await.expect(200);
        assert_eq!(renewed["recovery_codes"].as_array().unwrap().len(), 10);
        let proof = shown(&jane, &mut passkey).await;
        delete(&jane, "/api/player/two_factor", json!({ "password": PASSWORD, "passkey": proof })).await.expect(204);
        assert_eq!(jane.get("/api/player").await.expect(200)["two_factor_enabled"], false);
    }

    async fn it_is_a_second_factor_without_an_app(kit: Kit) {
        let (jane, id) = player(&kit, JANE).await;
        let elsewhere = browser(&kit);
        give_password(&elsewhere, JANE).await.expect(201);
        let own = json!({ "password": PASSWORD });
        assert_eq!(put(&jane, REQUIRED, own.clone()).await.code(), "no_passkey");
        let mut passkey = register(&jane, 1).await;
        let codes = put(&jane, REQUIRED, own.clone()).await;
        assert_eq!(codes.headers["cache-control"], "no-store");
        let codes = codes.expect(200)["recovery_codes"].as_array().unwrap().clone();
        assert_eq!(codes.len(), 10);
        assert_eq!(elsewhere.get("/api/player").await.status, 401, "other sessions have ended");
        assert_eq!(jane.get("/api/player").await.expect(200)["two_factor_enabled"], true);
        assert_eq!(jane.get("/api/player/two_factor").await.expect(200)["enabled"], false, "there is no app");
        let guest = browser(&kit);
        let first = give_password(&guest, JANE).await.expect(202);
        assert_eq!(first["factors"], json!(["passkey"]));
        let proof = shown(&guest, &mut passkey).await;
        assert_eq!(second_step(&guest, "passkey", proof).await.expect(201)["id"], id);
        // The last one stays, and a code of an app counts for nothing.
        let entry = jane.get(LIST).await.expect(200)["passkeys"][0]["id"].as_str().unwrap().to_owned();
        let proof = shown(&jane, &mut passkey).await;
        let body = json!({ "password": PASSWORD, "passkey": proof });
        assert_eq!(delete(&jane, &format!("{LIST}/{entry}"), body).await.code(), "last_passkey");
        assert_eq!(delete(&jane, REQUIRED, own.clone()).await.field("otp_attempt").len(), 1);
        // An app is not set up behind its back.
        assert_eq!(begin(&jane, PASSWORD).await.field("otp_attempt").len(), 1);
        let proof = shown(&jane, &mut passkey).await;
        jane.post("/api/player/two_factor", json!({ "password": PASSWORD, "passkey": proof })).await.expect(201);
        let guest = browser(&kit);
        give_password(&guest, JANE).await.expect(202);
        second_step(&guest, "recovery_code", codes[0].clone()).await.expect(201);
        delete(&jane, REQUIRED, json!({ "password": PASSWORD, "recovery_code": codes[1] })).await.expect(204);
        give_password(&browser(&kit), JANE).await.expect(201);
        let left = kit.app.db.query_one("SELECT COUNT(*) FROM recovery_code", params![]).await.unwrap();
        assert_eq!(left.get::<i64>(0).unwrap(), 0);
    }

    async fn it_makes_a_session_fresh(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        let (june, _) = player(&kit, "june@example.com").await;
        let mut foreign = register(&june, 2).await;
        kit.app.clock.advance(Duration::from_mins(31));
        assert_eq!(jane.send(Method::DELETE, "/api/player/sessions", None, &[]).await.code(), "reauth_required");
        let proof = shown(&jane, &mut foreign).await;
        let wrong = jane.post("/api/users/reauthenticate", json!({ "passkey": proof })).await;
        assert_eq!(wrong.field("passkey"), ["SIGN_IN.WRONG_PASSKEY"]);
        let proof = shown(&jane, &mut passkey).await;
        jane.post("/api/users/reauthenticate", json!({ "passkey": proof })).await.expect(204);
        jane.send(Method::DELETE, "/api/player/sessions", None, &[]).await.expect(200);
    }

    async fn who_may_not_be_signed_in_is_not(kit: Kit) {
        let (jane, id) = player(&kit, JANE).await;
        let mut passkey = register(&jane, 1).await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        let guest = browser(&kit);
        let proof = shown(&guest, &mut passkey).await;
        assert_eq!(enter(&guest, proof).await.code(), "self_excluded");
    }

    async fn names_change_and_there_are_not_endless_many(kit: Kit) {
        let (jane, _) = player(&kit, JANE).await;
        let (june, _) = player(&kit, "june@example.com").await;
        register(&jane, 1).await;
        let id = jane.get(LIST).await.expect(200)["passkeys"][0]["id"].as_str().unwrap().to_owned();
        let rename = async |browser: &Browser, name: &str| {
            browser.send(Method::PATCH, &format!("{LIST}/{id}"), Some(json!({ "name": name })), &[]).await
        };
        rename(&june, "Mine").await.expect(404);
        rename(&jane, " Laptop ").await.expect(204);
        assert_eq!(jane.get(LIST).await.expect(200)["passkeys"][0]["name"], "Laptop");
        delete(&june, &format!("{LIST}/{id}"), json!({ "password": PASSWORD })).await.expect(404);
        for seed in 2..=20 {
            register(&jane, seed).await;
        }
        assert_eq!(jane.post(REGISTRATIONS, json!({ "password": PASSWORD })).await.code(), "too_many_passkeys");
    }
}
