//! Changes of what guards an account: what each of them ends, and what it asks for.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::account::recovery;
use croupier_server::identity;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::recovery::{
    CONFIRM, NEW_PASSWORD, RESET, confirm, mails, put_password, remind, reset, sign_in, token,
};
use super::second_step::{Guarded, begin, code_at, put};
use crate::browser::{Answer, Browser, PASSWORD};
use crate::stops::stop;
use crate::testkit::Kit;

const JANE: &str = "jane@example.com";
const NEW: &str = "new@example.com";
const CHANGE: &str = "Confirm your new e-mail address";

/// Asks for `email` in place of the address; `code` is what is given beside the password.
async fn ask_change(browser: &Browser, email: &str, code: Value) -> Answer {
    let mut user = json!({ "email": email, "current_password": PASSWORD });
    user.as_object_mut().unwrap().extend(code.as_object().unwrap().clone());
    browser.post("/api/users/email", json!({ "user": user })).await
}

/// Chooses the new password; `code` is what is given beside the old one.
async fn change_password(browser: &Browser, code: Value) -> Answer {
    let (current, new) = (PASSWORD, NEW_PASSWORD);
    let mut user = json!({ "current_password": current, "password": new, "password_confirmation": new });
    user.as_object_mut().unwrap().extend(code.as_object().unwrap().clone());
    put_password(browser, user).await
}

async fn email_of(browser: &Browser) -> Value {
    browser.get("/api/player").await.expect(200)["email"].clone()
}

async fn subjects_to(kit: &Kit, recipient: &str) -> Vec<String> {
    let sql = "SELECT subject FROM mail_outbox WHERE recipient = $1 ORDER BY posted_at_ms, id";
    let rows = kit.app.db.query(sql, params![recipient]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

async fn waits_for(kit: &Kit, subject: &str) {
    Kit::until(subject, async || subjects_to(kit, JANE).await.iter().any(|one| one == subject).then_some(()))
        .await;
}

on_both_engines! {
    async fn a_change_of_address_does_not_outlive_the_password(kit: Kit) {
        let (player, _) = kit.player(JANE).await;
        ask_change(&player, NEW, json!({})).await.expect(204);
        let change = token(&kit, NEW, CHANGE).await;
        change_password(&player, json!({})).await.expect(204);
        assert_eq!(confirm(&kit.browser(), &change).await.field("confirmation_token").len(), 1);
        assert_eq!(email_of(&player).await, JANE);
    }

    async fn a_change_of_address_does_not_outlive_a_reset(kit: Kit) {
        let (player, _) = kit.player(JANE).await;
        let guest = kit.browser();
        ask_change(&player, NEW, json!({})).await.expect(204);
        let change = token(&kit, NEW, CHANGE).await;
        remind(&guest, JANE).await.expect(204);
        reset(&guest, &token(&kit, JANE, RESET).await, NEW_PASSWORD).await.expect(204);
        assert_eq!(confirm(&guest, &change).await.status, 422);
        sign_in(&guest, JANE, NEW_PASSWORD).await.expect(201);
        assert_eq!(email_of(&guest).await, JANE);
    }

    async fn a_change_that_waits_for_its_mail_is_off_with_the_password(kit: Kit) {
        let (player, id) = kit.player(JANE).await;
        // Noted as the call notes it, and not yet due.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO mail_request (id, purpose, email, player_id, host, asked_at_ms, next_try_ms)
                   VALUES ($1, 'email_change', $2, $3, 'localhost', $4, $4)";
        let (request, later) = (kit.app.entropy.uuid(&kit.app.clock), kit.app.clock.now() + 1);
        tx.execute(sql, params![request, NEW, id, later]).await.unwrap();
        tx.commit().await.unwrap();
        change_password(&player, json!({})).await.expect(204);
        kit.app.clock.advance(std::time::Duration::from_mins(1));
        assert_eq!(recovery::answer_due(&kit.app).await.unwrap(), 0);
        assert!(mails(&kit, NEW, CHANGE).await.is_empty());
    }

    async fn a_shut_account_keeps_its_address(kit: Kit) {
        let (player, id) = kit.player(JANE).await;
        ask_change(&player, NEW, json!({})).await.expect(204);
        let change = token(&kit, NEW, CHANGE).await;
        let own = token(&kit, JANE, CONFIRM).await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        for token in [change, own] {
            let refused = confirm(&kit.browser(), &token).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        }
        let sql = "SELECT email, confirmed_at_ms FROM login WHERE player_id = $1";
        let login = kit.app.db.query_one(sql, params![id]).await.unwrap();
        assert_eq!((login.get::<String>(0).unwrap(), login.get::<Option<i64>>(1).unwrap()), (JANE.to_owned(), None));
    }

    async fn a_reset_link_counts_for_the_address_that_it_went_to(kit: Kit) {
        let (_, id) = kit.player(JANE).await;
        let guest = kit.browser();
        remind(&guest, JANE).await.expect(204);
        let link = token(&kit, JANE, RESET).await;
        // As if the link was made while the address was being changed.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE login SET email = $2, mailbox = $2 WHERE player_id = $1";
        tx.execute(sql, params![id, NEW]).await.unwrap();
        tx.commit().await.unwrap();
        let refused = reset(&guest, &link, NEW_PASSWORD).await;
        assert_eq!(refused.field("reset_password_token"), ["VALIDATION.RESET_PASSWORD_TOKEN.INVALID"]);
        sign_in(&guest, NEW, PASSWORD).await.expect(201);
    }

    async fn an_app_of_who_took_the_address_goes_with_the_old_password(kit: Kit) {
        let stranger = Guarded::at(&kit).await;
        let owner = kit.browser();
        remind(&owner, JANE).await.expect(204);
        reset(&owner, &token(&kit, JANE, RESET).await, NEW_PASSWORD).await.expect(204);
        sign_in(&owner, JANE, NEW_PASSWORD).await.expect(201);
        let view = owner.get("/api/player/two_factor").await.expect(200);
        assert_eq!(view, json!({ "enabled": false, "recovery_codes_left": 0 }));
        assert!(owner.get("/api/player").await.expect(200)["confirmed_at"].is_string());
        waits_for(&kit, "Two-step sign-in is off").await;
        stranger.browser.get("/api/player/accounts").await.expect(401);
    }

    async fn the_operator_takes_a_lost_factor_off(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let half_way = kit.browser();
        sign_in(&half_way, JANE, PASSWORD).await.expect(202);
        let told = json!({ "by": "Ann", "why": "met in person" });
        let off = async || identity::take_factor_off(&kit.app.db, jane.id, &told, kit.app.clock.now()).await;
        assert!(off().await.unwrap());
        assert!(!off().await.unwrap(), "there is none any more");
        jane.browser.get("/api/player/accounts").await.expect(401);
        let code = json!({ "user": { "recovery_code": jane.recovery_codes[0] } });
        assert_eq!(half_way.post("/api/users/sign_in", code).await.field("recovery_code"), ["SIGN_IN.EXPIRED"]);
        sign_in(&kit.browser(), JANE, PASSWORD).await.expect(201);
        waits_for(&kit, "Two-step sign-in is off").await;
        let sql = "SELECT body FROM event WHERE kind = 'player.two_factor_disabled'";
        let told: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&told).unwrap(), json!({ "by": "Ann", "why": "met in person" }));
    }

    async fn an_app_of_who_has_the_address_outlives_a_reset(kit: Kit) {
        Guarded::at(&kit).await;
        let guest = kit.browser();
        confirm(&guest, &token(&kit, JANE, CONFIRM).await).await.expect(204);
        remind(&guest, JANE).await.expect(204);
        reset(&guest, &token(&kit, JANE, RESET).await, NEW_PASSWORD).await.expect(204);
        sign_in(&guest, JANE, NEW_PASSWORD).await.expect(202);
        // As when staff has put another address in the place of the confirmed one.
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE login SET confirmed_at_ms = NULL", params![]).await.unwrap();
        tx.commit().await.unwrap();
        kit.app.clock.advance(std::time::Duration::from_mins(2));
        remind(&guest, JANE).await.expect(204);
        reset(&guest, &token(&kit, JANE, RESET).await, PASSWORD).await.expect(204);
        sign_in(&guest, JANE, PASSWORD).await.expect(202);
    }

    async fn a_second_factor_is_begun_with_the_password(kit: Kit) {
        let (player, _) = kit.player(JANE).await;
        assert_eq!(begin(&player, "").await.field("password"), ["VALIDATION.PASSWORD.REQUIRED"]);
        assert_eq!(begin(&player, "Wrong!password").await.field("password"), ["SIGN_IN.WRONG_PASSWORD"]);
        assert_eq!(player.post("/api/player/two_factor", json!({})).await.status, 422);
        let rows = kit.app.db.query("SELECT player_id FROM two_factor", params![]).await.unwrap();
        assert!(rows.is_empty(), "no secret was drawn");
        begin(&player, PASSWORD).await.expect(201);
    }

    async fn players_are_told_what_becomes_of_their_second_factor(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        waits_for(&kit, "Two-step sign-in is on").await;
        let code = json!({ "otp_attempt": code_at(&kit, &jane.secret, 0) });
        let renewed = jane.browser.post("/api/player/two_factor/recovery_codes", code).await.expect(200);
        waits_for(&kit, "You have new recovery codes").await;
        let browser = kit.browser();
        sign_in(&browser, JANE, PASSWORD).await.expect(202);
        let user = json!({ "recovery_code": renewed["recovery_codes"][0] });
        browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        waits_for(&kit, "A recovery code was used").await;
        let off = json!({ "password": PASSWORD, "recovery_code": renewed["recovery_codes"][1] });
        jane.browser.send(Method::DELETE, "/api/player/two_factor", Some(off), &[]).await.expect(204);
        waits_for(&kit, "Two-step sign-in is off").await;
        let used = mails(&kit, JANE, "A recovery code was used").await;
        assert_eq!(used.len(), 2, "one for each code");
        assert!(used[0].contains("2026-01-01 00:01 UTC") && used[0].contains("/profile/security"), "{used:?}");
    }

    async fn a_second_factor_ends_what_the_password_alone_has_opened(kit: Kit) {
        let (player, id) = kit.player(JANE).await;
        let (other, third) = (kit.browser(), kit.browser());
        sign_in(&other, JANE, PASSWORD).await.expect(201);
        sign_in(&third, JANE, PASSWORD).await.expect(201);
        let own = sign_in(&player, JANE, PASSWORD).await;
        let own_device = Browser::device_of(&own);
        own.expect(201);
        let with_device = format!("{}; {own_device}", player.cookie().unwrap());
        player.set_cookie(Some(with_device));
        let begun = begin(&player, PASSWORD).await.expect(201);
        put(&player, &code_at(&kit, begun["secret"].as_str().unwrap(), 0)).await.expect(200);
        assert_eq!(email_of(&player).await, JANE);
        for browser in [other, third] {
            browser.get("/api/player/accounts").await.expect(401);
        }
        let sql = "SELECT device FROM known_device WHERE player_id = $1";
        let known = kit.app.db.query(sql, params![id]).await.unwrap();
        assert_eq!(known.len(), 1, "this browser stays known");
        let device: String = known[0].get(0).unwrap();
        assert!(own_device.contains(&device), "{own_device}");
    }

    async fn no_sign_in_overtakes_the_second_factor(kit: Kit) {
        let (player, _) = kit.player(JANE).await;
        let begun = begin(&player, PASSWORD).await.expect(201);
        let code = code_at(&kit, begun["secret"].as_str().unwrap(), 0);
        let browsers: Vec<_> = (0..4).map(|_| kit.browser()).collect();
        let switch_on = async {
            // Their login is read and their password is being verified.
            Kit::until("the tries", async || {
                let sql = "SELECT id FROM sign_in_attempt WHERE result = 'pending'";
                (!kit.app.db.query(sql, params![]).await.unwrap().is_empty()).then_some(())
            })
            .await;
            put(&player, &code).await.expect(200);
        };
        let sign_ins = join_all(browsers.iter().map(|browser| sign_in(browser, JANE, PASSWORD)));
        let (answers, ()) = tokio::join!(sign_ins, switch_on);
        assert!(answers.iter().all(|answer| [201, 202].contains(&answer.status.as_u16())), "{answers:?}");
        for browser in browsers {
            // A session that was opened before is ended, which its next call is told; another is none.
            let answer = browser.get("/api/player").await;
            assert!(answer.status == 401 || answer.body == json!({}), "{}", answer.body);
        }
        assert_eq!(email_of(&player).await, JANE);
    }

    async fn a_guarded_password_is_changed_with_a_code(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let missing = change_password(&jane.browser, json!({})).await;
        assert_eq!(missing.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.REQUIRED"]);
        let wrong = change_password(&jane.browser, json!({ "recovery_code": "ABCDE-23456" })).await;
        assert_eq!(wrong.field("recovery_code"), ["SIGN_IN.WRONG_CODE"]);
        sign_in(&kit.browser(), JANE, PASSWORD).await.expect(202);
        let code = code_at(&kit, &jane.secret, 0);
        change_password(&jane.browser, json!({ "otp_attempt": code })).await.expect(204);
        sign_in(&kit.browser(), JANE, NEW_PASSWORD).await.expect(202);
    }

    async fn a_guarded_address_is_changed_with_a_code(kit: Kit) {
        let jane = Guarded::at(&kit).await;
        let missing = ask_change(&jane.browser, NEW, json!({})).await;
        assert_eq!(missing.field("otp_attempt"), ["VALIDATION.OTP_ATTEMPT.REQUIRED"]);
        let wrong = ask_change(&jane.browser, NEW, json!({ "recovery_code": "ABCDE-23456" })).await;
        assert_eq!(wrong.field("recovery_code"), ["SIGN_IN.WRONG_CODE"]);
        assert_eq!(recovery::answer_due(&kit.app).await.unwrap(), 0);
        // A wrong code costs no mail of the minute.
        let code = json!({ "recovery_code": jane.recovery_codes[0] });
        ask_change(&jane.browser, NEW, code.clone()).await.expect(204);
        confirm(&kit.browser(), &token(&kit, NEW, CHANGE).await).await.expect(204);
        assert_eq!(email_of(&jane.browser).await, NEW);
        assert_eq!(ask_change(&jane.browser, JANE, code).await.field("recovery_code"), ["SIGN_IN.WRONG_CODE"]);
    }
}
