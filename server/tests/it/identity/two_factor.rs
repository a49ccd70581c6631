//! Switching the second factor on and off.

use std::time::Duration;

use croupier_db::params;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::second_step::{Guarded, begin, code_at, put};
use crate::browser::{Answer, Browser, PASSWORD};
use crate::testkit::Kit;

const PATH: &str = "/api/player/two_factor";

async fn disable(browser: &Browser, body: Value) -> Answer {
    browser.send(Method::DELETE, PATH, Some(body), &[]).await
}

async fn facts(kit: &Kit) -> Vec<String> {
    let sql = "SELECT kind FROM event WHERE kind LIKE 'player.two_factor%' OR kind LIKE 'player.recovery%' ORDER BY lsn";
    let rows = kit.app.db.query(sql, params![]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

on_both_engines! {
    async fn a_code_of_the_app_switches_it_on(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let off = browser.get(PATH).await.expect(200);
        assert_eq!(off, json!({ "enabled": false, "recovery_codes_left": 0 }));
        assert_eq!(put(&browser, "123456").await.code(), "two_factor_disabled");
        let begun = browser.post_once("key-1", PATH, json!({ "password": PASSWORD })).await;
        assert_eq!(begun.headers["cache-control"], "no-store");
        let begun = begun.expect(201);
        let secret = begun["secret"].as_str().unwrap();
        let address = begun["otpauth_url"].as_str().unwrap();
        let wanted = format!("otpauth://totp/Borealis:jane%40example.com?secret={secret}&issuer=Borealis");
        assert_eq!(address, wanted);
        assert!(begun["qr_svg"].as_str().unwrap().contains("<svg"));
        assert_eq!(browser.get("/api/player").await.expect(200)["two_factor_enabled"], false);
        assert_eq!(put(&browser, "12345").await.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.INVALID"]);
        let late = code_at(&kit, secret, 3);
        assert_eq!(put(&browser, &late).await.field("otp_attempt"), ["SIGN_IN.WRONG_CODE"]);
        let body = json!({ "otp_attempt": code_at(&kit, secret, 0) });
        let headers = [("idempotency-key", "key-2")];
        let confirmed = browser.send(Method::PUT, PATH, Some(body), &headers).await.expect(200);
        assert_eq!(confirmed["recovery_codes"].as_array().unwrap().len(), 10);
        assert_eq!(begin(&browser, PASSWORD).await.code(), "two_factor_enabled");
        assert_eq!(facts(&kit).await, ["player.two_factor_enabled"]);
        // Neither the secret nor a code stands anywhere as it was shown, kept answers included.
        let rows = kit.app.db.query("SELECT body FROM http_idem WHERE body IS NOT NULL", params![]).await.unwrap();
        assert_eq!(rows.len(), 0);
        let kept = kit.app.db.query_one("SELECT secret FROM two_factor", params![]).await.unwrap();
        let raw = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
        assert!(!kept.get::<Vec<u8>>(0).unwrap().windows(20).any(|part| part == raw));
    }

    async fn wrong_codes_while_it_is_set_up_are_limited_by_session(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let secret = begin(&browser, PASSWORD).await.expect(201)["secret"].as_str().unwrap().to_owned();
        let wrong = code_at(&kit, &secret, 10);
        // Tries made at once count together.
        let answers = join_all((0..14).map(|_| put(&browser, &wrong))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 422).count(), 10);
        assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 4);
        assert_eq!(put(&browser, &code_at(&kit, &secret, 0)).await.status, 429, "the right one waits as well");
        // A new secret brings no new tries.
        let secret = begin(&browser, PASSWORD).await.expect(201)["secret"].as_str().unwrap().to_owned();
        assert_eq!(put(&browser, &code_at(&kit, &secret, 0)).await.status, 429);
        kit.app.clock.advance(Duration::from_mins(16));
        put(&browser, &code_at(&kit, &secret, 0)).await.expect(200);
    }

    async fn of_two_secrets_the_later_one_counts(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let first = begin(&browser, PASSWORD).await.expect(201);
        let second = begin(&browser, PASSWORD).await.expect(201);
        let code = |begun: &Value| code_at(&kit, begun["secret"].as_str().unwrap(), 0);
        assert_eq!(put(&browser, &code(&first)).await.field("otp_attempt"), ["SIGN_IN.WRONG_CODE"]);
        let code = code(&second);
        let answers = join_all((0..8).map(|_| put(&browser, &code))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "one set of codes is shown");
    }

    async fn password_and_code_switch_it_off(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let code = code_at(&kit, &jane.secret, 0);
        let wrong = disable(&jane.browser, json!({ "password": "Wrong!password", "otp_attempt": code })).await;
        assert_eq!(wrong.field("password"), ["SIGN_IN.WRONG_PASSWORD"]);
        let wrong = disable(&jane.browser, json!({ "password": PASSWORD, "otp_attempt": "12345" })).await;
        assert_eq!(wrong.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.INVALID"]);
        let wrong = disable(&jane.browser, json!({ "password": PASSWORD })).await;
        assert_eq!(wrong.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.REQUIRED"]);
        disable(&jane.browser, json!({ "password": PASSWORD, "otp_attempt": code })).await.expect(204);
        assert_eq!(jane.browser.get(PATH).await.expect(200), json!({ "enabled": false, "recovery_codes_left": 0 }));
        let again = disable(&jane.browser, json!({ "password": PASSWORD, "otp_attempt": code })).await;
        assert_eq!(again.code(), "two_factor_disabled");
        let user = json!({ "email": "jane@example.com", "password": PASSWORD });
        kit.browser().post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        assert_eq!(facts(&kit).await, ["player.two_factor_enabled", "player.two_factor_disabled"]);
    }

    async fn who_has_lost_the_phone_switches_it_off_with_a_recovery_code(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let body = json!({ "password": PASSWORD, "recovery_code": jane.recovery_codes[0] });
        disable(&jane.browser, body).await.expect(204);
        assert_eq!(jane.browser.get("/api/player").await.expect(200)["two_factor_enabled"], false);
    }

    async fn new_recovery_codes_take_the_place_of_the_old(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let path = "/api/player/two_factor/recovery_codes";
        let body = json!({ "otp_attempt": code_at(&kit, &jane.secret, 0) });
        let renewed = jane.browser.post(path, body.clone()).await.expect(200);
        let renewed = renewed["recovery_codes"].as_array().unwrap().clone();
        assert_eq!(renewed.len(), 10);
        assert_eq!(jane.browser.post(path, body).await.field("otp_attempt"), ["SIGN_IN.WRONG_CODE"]);
        let with = |code: &str| json!({ "password": PASSWORD, "recovery_code": code });
        let old = disable(&jane.browser, with(&jane.recovery_codes[0])).await;
        assert_eq!(old.field("recovery_code"), ["SIGN_IN.WRONG_CODE"]);
        disable(&jane.browser, with(renewed[0].as_str().unwrap())).await.expect(204);
    }

    async fn a_session_left_alone_asks_for_the_password_first(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        kit.app.clock.advance(Duration::from_mins(31));
        assert_eq!(put(&browser, "123456").await.code(), "reauth_required");
        let begun = begin(&browser, PASSWORD).await.expect(201);
        put(&browser, &code_at(&kit, begun["secret"].as_str().unwrap(), 0)).await.expect(200);
    }

    async fn codes_are_not_guessed_in_a_session(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let path = "/api/player/two_factor/recovery_codes";
        for _ in 0..10 {
            jane.browser.post(path, json!({ "otp_attempt": "000000" })).await.expect(422);
        }
        let code = code_at(&kit, &jane.secret, 0);
        assert_eq!(jane.browser.post(path, json!({ "otp_attempt": code })).await.status, 429);
    }
}
