//! Signing in with a second factor.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha1::Sha1;

use crate::browser::{Answer, Browser, PASSWORD};
use crate::stops::stop;
use crate::testkit::Kit;

pub const EMAIL: &str = "jane@example.com";
const STEP: Duration = Duration::from_secs(30);

/// The code of an authenticator app at the server's time, `steps` later.
pub fn code_at(kit: &Kit, secret: &str, steps: i64) -> String {
    let secret = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).unwrap();
    mac.update(&(kit.app.clock.now() / 30_000 + steps).to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[19] & 15);
    let number = u32::from_be_bytes(hash[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// A code that is wrong now.
fn wrong_code(kit: &Kit, secret: &str) -> String {
    let right: Vec<_> = (-1..=1).map(|steps| code_at(kit, secret, steps)).collect();
    (0..1_000_000).map(|number| format!("{number:06}")).find(|code| !right.contains(code)).unwrap()
}

/// A player with a second factor.
pub struct Guarded {
    pub browser: Browser,
    pub id: i64,
    pub secret: String,
    pub recovery_codes: Vec<String>,
}

impl Guarded {
    /// A player who has just switched it on; the next code is that of the next step.
    pub async fn at(kit: &Kit) -> Self {
        let (browser, id) = kit.player(EMAIL).await;
        let begun = begin(&browser, PASSWORD).await.expect(201);
        let secret = begun["secret"].as_str().unwrap().to_owned();
        let confirmed = put(&browser, &code_at(kit, &secret, 0)).await.expect(200);
        let codes = confirmed["recovery_codes"].as_array().unwrap();
        let recovery_codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        kit.app.clock.advance(2 * STEP);
        Self { browser, id, secret, recovery_codes }
    }

    fn code(&self, kit: &Kit) -> String {
        code_at(kit, &self.secret, 0)
    }
}

/// Asks for a secret.
pub async fn begin(browser: &Browser, password: &str) -> Answer {
    browser.post("/api/player/two_factor", json!({ "password": password })).await
}

pub async fn put(browser: &Browser, code: &str) -> Answer {
    let body = json!({ "otp_attempt": code });
    browser.send(reqwest::Method::PUT, "/api/player/two_factor", Some(body), &[]).await
}

/// A browser that has given the password and has to give a code.
async fn half_way(kit: &Kit) -> Browser {
    let browser = kit.browser();
    give_password(&browser).await.expect(202);
    browser
}

async fn give_password(browser: &Browser) -> Answer {
    let user = json!({ "email": EMAIL, "password": PASSWORD, "dfpc": "device-2" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

async fn give(browser: &Browser, field: &str, code: &str) -> Answer {
    browser.post("/api/users/sign_in", json!({ "user": { field: code } })).await
}

on_both_engines! {
    async fn a_password_alone_does_not_sign_in(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        assert_eq!(jane.browser.get("/api/player").await.expect(200)["two_factor_enabled"], true);
        let browser = kit.browser();
        let first = give_password(&browser).await;
        let cookie = first.set_cookie().unwrap();
        assert!(cookie.contains("-pending=") && cookie.contains("Max-Age=300") && cookie.contains("HttpOnly"), "{cookie}");
        assert_eq!(first.expect(202), json!({ "two_factor_required": true }));
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
        browser.get("/api/player/stats").await.expect(401);
        // No captcha, no address, no password: the cookie says who it is.
        assert_eq!(give(&browser, "otp_attempt", &jane.code(&kit)).await.expect(201), json!({ "id": jane.id }));
        assert_eq!(browser.get("/api/player").await.expect(200)["id"], jane.id);
    }

    async fn a_code_without_a_password_is_nothing(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let code = jane.code(&kit);
        let nobody = give(&kit.browser(), "otp_attempt", &code).await;
        assert_eq!((nobody.status.as_u16(), nobody.field("otp_attempt")), (422, vec!["SIGN_IN.EXPIRED"]));
        let made_up = kit.browser();
        made_up.set_cookie(Some("__Host-croupier-pending=made-up".to_owned()));
        assert_eq!(give(&made_up, "otp_attempt", &code).await.field("otp_attempt"), ["SIGN_IN.EXPIRED"]);
        let late = half_way(&kit).await;
        kit.app.clock.advance(Duration::from_mins(5));
        assert_eq!(give(&late, "otp_attempt", &jane.code(&kit)).await.field("otp_attempt"), ["SIGN_IN.EXPIRED"]);
    }

    async fn what_is_no_code_is_refused_and_costs_no_try(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let browser = half_way(&kit).await;
        for (code, refused) in [
            ("", "VALIDATION.OTP_ATTEMPT.REQUIRED"),
            ("12345", "VALIDATION.OTP_ATTEMPT.INVALID"),
            ("1234567", "VALIDATION.OTP_ATTEMPT.INVALID"),
            ("12345a", "VALIDATION.OTP_ATTEMPT.INVALID"),
            ("١٢٣٤٥٦", "VALIDATION.OTP_ATTEMPT.INVALID"),
        ] {
            assert_eq!(give(&browser, "otp_attempt", code).await.field("otp_attempt"), [refused], "{code:?}");
        }
        let long = give(&browser, "recovery_code", "ABCDE").await;
        assert_eq!(long.field("recovery_code"), ["VALIDATION.RECOVERY_CODE.INVALID"]);
        give(&browser, "otp_attempt", &jane.code(&kit)).await.expect(201);
    }

    async fn a_code_counts_once(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let code = jane.code(&kit);
        let (first, second) = (half_way(&kit).await, half_way(&kit).await);
        give(&first, "otp_attempt", &code).await.expect(201);
        assert_eq!(give(&second, "otp_attempt", &code).await.field("otp_attempt"), ["SIGN_IN.WRONG_CODE"]);
        kit.app.clock.advance(2 * STEP);
        give(&second, "otp_attempt", &jane.code(&kit)).await.expect(201);
    }

    async fn of_one_code_given_twenty_times_at_once_one_counts(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let code = jane.code(&kit);
        let mut browsers = Vec::new();
        for _ in 0..4 {
            browsers.push(half_way(&kit).await);
        }
        let calls = browsers.iter().flat_map(|browser| (0..5).map(|_| give(browser, "otp_attempt", &code)));
        let answers = join_all(calls).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        let rows = kit.app.db.query_one("SELECT COUNT(*) FROM session", params![]).await.unwrap();
        assert_eq!(rows.get::<i64>(0).unwrap(), 2, "that of the sign-up, and one more");
    }

    async fn the_sixth_code_finds_the_sign_in_over(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let browser = half_way(&kit).await;
        for _ in 0..5 {
            let wrong = give(&browser, "otp_attempt", &wrong_code(&kit, &jane.secret)).await;
            assert_eq!(wrong.field("otp_attempt"), ["SIGN_IN.WRONG_CODE"]);
        }
        let sixth = give(&browser, "otp_attempt", &jane.code(&kit)).await;
        assert_eq!(sixth.field("otp_attempt"), ["SIGN_IN.EXPIRED"]);
        let again = half_way(&kit).await;
        give(&again, "otp_attempt", &jane.code(&kit)).await.expect(201);
    }

    async fn who_guesses_codes_keeps_the_player_out_of_no_browser_of_theirs(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let known = kit.browser();
        give_password(&known).await.expect(202);
        let entered = give(&known, "otp_attempt", &jane.code(&kit)).await;
        let device = Browser::device_of(&entered);
        // Somebody who has the password guesses, with a browser of their own.
        for _ in 0..4 {
            let thief = half_way(&kit).await;
            for _ in 0..5 {
                give(&thief, "otp_attempt", &wrong_code(&kit, &jane.secret)).await.expect(422);
            }
        }
        kit.app.clock.advance(2 * STEP);
        let thief = half_way(&kit).await;
        assert_eq!(give(&thief, "otp_attempt", &jane.code(&kit)).await.status, 429);
        // A recovery code cannot be guessed, so it opens from anywhere.
        give(&thief, "recovery_code", &jane.recovery_codes[0]).await.expect(201);
        // The player's own browser is not held up.
        let own = kit.browser();
        own.set_cookie(Some(device.clone()));
        give_password(&own).await.expect(202);
        let both = format!("{device}; {}", own.cookie().unwrap());
        own.set_cookie(Some(both));
        give(&own, "otp_attempt", &jane.code(&kit)).await.expect(201);
    }

    async fn each_recovery_code_opens_once(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        assert_eq!(jane.recovery_codes.len(), 10);
        let code = &jane.recovery_codes[3];
        give(&half_way(&kit).await, "recovery_code", &code.to_lowercase()).await.expect(201);
        let again = give(&half_way(&kit).await, "recovery_code", code).await;
        assert_eq!(again.field("recovery_code"), ["SIGN_IN.WRONG_CODE"]);
        let state = jane.browser.get("/api/player/two_factor").await.expect(200);
        assert_eq!(state, json!({ "enabled": true, "recovery_codes_left": 9 }));
        // What is kept opens nothing.
        let rows = kit.app.db.query("SELECT code_hash FROM recovery_code", params![]).await.unwrap();
        let plain = code.replace('-', "");
        assert!(rows.iter().all(|row| row.get::<Vec<u8>>(0).unwrap() != plain.as_bytes()));
    }

    async fn a_changed_password_ends_what_was_begun_with_the_old_one(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let browser = half_way(&kit).await;
        let hash = kit.app.passwords.hash("another-Harbour-7".to_owned()).await.unwrap();
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE login SET password_hash = $1", params![&hash]).await.unwrap();
        tx.commit().await.unwrap();
        let late = give(&browser, "otp_attempt", &jane.code(&kit)).await;
        assert_eq!(late.field("otp_attempt"), ["SIGN_IN.EXPIRED"]);
    }

    async fn a_stop_between_the_two_steps_holds(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let browser = half_way(&kit).await;
        stop(&kit.app, jane.id, StopReason::Exclusion).await;
        let refused = give(&browser, "otp_attempt", &jane.code(&kit)).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
    }
}
