//! The way back into an account, and the confirmation of addresses: by the mails in the outbox.

use std::time::Duration;

use croupier_db::params;
use croupier_server::account::recovery;
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser, PASSWORD, form_with};
use crate::testkit::{Engine, Kit};

pub const NEW_PASSWORD: &str = "Nordlys-ved-havet-42";

/// The texts of mails to `recipient` with this subject, the oldest first.
pub async fn mails(kit: &Kit, recipient: &str, subject: &str) -> Vec<String> {
    let sql = "SELECT body FROM mail_outbox WHERE recipient = $1 AND subject = $2 ORDER BY posted_at_ms, id";
    let rows = kit.app.db.query(sql, params![recipient, subject]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

/// The token of the last such mail.
pub async fn token(kit: &Kit, recipient: &str, subject: &str) -> String {
    recovery::answer_due(&kit.app).await.unwrap();
    let text = Kit::until("the mail", async || mails(kit, recipient, subject).await.pop()).await;
    let (_, rest) = text.split_once("token=").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

pub const RESET: &str = "Choose a new password";
pub const CONFIRM: &str = "Confirm your e-mail address";

pub async fn remind(browser: &Browser, email: &str) -> Answer {
    browser.post("/api/users/password", json!({ "user": { "email": email } })).await
}

pub async fn put_password(browser: &Browser, user: Value) -> Answer {
    browser.send(Method::PUT, "/api/users/password", Some(json!({ "user": user })), &[]).await
}

pub async fn reset(browser: &Browser, token: &str, password: &str) -> Answer {
    let user =
        json!({ "reset_password_token": token, "password": password, "password_confirmation": password });
    put_password(browser, user).await
}

pub async fn sign_in(browser: &Browser, email: &str, password: &str) -> Answer {
    let user = json!({ "email": email, "password": password, "dfpc": "" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

pub async fn confirm(browser: &Browser, token: &str) -> Answer {
    browser.get(&format!("/api/users/confirmation?confirmation_token={token}")).await
}

on_both_engines! {
    async fn a_forgotten_password_is_replaced_once(kit: Kit) {
        let (old, _) = kit.player("jane@example.com").await;
        let guest = kit.browser();
        assert_eq!(remind(&guest, "Jane@Example.com").await.expect(204), Value::Null);
        let token = token(&kit, "jane@example.com", RESET).await;
        let short = reset(&guest, &token, "short").await;
        assert_eq!(short.field("password"), ["VALIDATION.PASSWORD.TOO_SHORT"]);
        let differs = json!({ "reset_password_token": token, "password": NEW_PASSWORD, "password_confirmation": "x" });
        let differs = put_password(&guest, differs).await;
        assert_eq!(differs.field("password_confirmation"), ["VALIDATION.PASSWORD_CONFIRMATION.NOT_MATCH"]);
        reset(&guest, &token, NEW_PASSWORD).await.expect(204);
        // The link signs nobody in, and everybody out.
        assert_eq!(guest.get("/api/player").await.expect(200), json!({}));
        old.get("/api/player/accounts").await.expect(401);
        assert_eq!(sign_in(&guest, "jane@example.com", PASSWORD).await.field("email"), ["SIGN_IN.INVALID"]);
        sign_in(&guest, "jane@example.com", NEW_PASSWORD).await.expect(201);
        let again = reset(&kit.browser(), &token, "Annet-passord-77").await;
        assert_eq!((again.status.as_u16(), again.field("reset_password_token").len()), (422, 1));
        assert_eq!(mails(&kit, "jane@example.com", "Your password was changed").await.len(), 1);
    }

    async fn tokens_that_do_not_count_change_nothing(kit: Kit) {
        kit.player("jane@example.com").await;
        let guest = kit.browser();
        remind(&guest, "jane@example.com").await.expect(204);
        let reset_token = token(&kit, "jane@example.com", RESET).await;
        let confirmation = token(&kit, "jane@example.com", CONFIRM).await;
        let long = "x".repeat(10_000);
        for bad in ["", "made-up", &reset_token[1..], &confirmation, &long] {
            let answer = reset(&guest, bad, NEW_PASSWORD).await;
            assert_eq!(answer.field("reset_password_token"), ["VALIDATION.RESET_PASSWORD_TOKEN.INVALID"]);
        }
        assert_eq!(confirm(&guest, &reset_token).await.field("confirmation_token").len(), 1);
        kit.app.clock.advance(Duration::from_hours(2));
        assert_eq!(reset(&guest, &reset_token, NEW_PASSWORD).await.status, 422);
        kit.app.clock.advance(Duration::from_hours(70));
        assert_eq!(confirm(&guest, &confirmation).await.status, 422);
        sign_in(&guest, "jane@example.com", PASSWORD).await.expect(201);
    }

    async fn strangers_learn_nothing_of_an_address(kit: Kit) {
        kit.player("jane@example.com").await;
        let reported = |answer: Answer| (answer.status, answer.body, answer.headers.get("content-length").cloned());
        for path in ["/api/users/password", "/api/users/confirmation"] {
            let ask = async |email: &str| {
                let answer = kit.browser().post(path, json!({ "user": { "email": email } })).await;
                (reported(answer), kit.browser().post(path, json!({ "user": { "email": email } })).await.status)
            };
            // The second within a minute has to wait, whoever has the address.
            assert_eq!(ask("jane@example.com").await, ask("nobody@example.com").await, "{path}");
        }
        recovery::answer_due(&kit.app).await.unwrap();
        let rows = kit.app.db.query("SELECT id FROM mail_request", vec![]).await.unwrap();
        assert!(rows.is_empty(), "both are answered");
        let sql = "SELECT id FROM mail_outbox WHERE recipient = 'nobody@example.com'";
        assert!(kit.app.db.query(sql, vec![]).await.unwrap().is_empty());
    }

    async fn a_player_changes_the_password_with_the_old_one(kit: Kit) {
        let (here, _) = kit.player("jane@example.com").await;
        let elsewhere = kit.browser();
        sign_in(&elsewhere, "jane@example.com", PASSWORD).await.expect(201);
        let change = async |current: &str, new: &str| {
            let user = json!({ "current_password": current, "password": new, "password_confirmation": new });
            put_password(&here, user).await
        };
        assert_eq!(change("", NEW_PASSWORD).await.field("current_password").len(), 1);
        assert_eq!(change("wrong", NEW_PASSWORD).await.field("current_password"), ["SIGN_IN.WRONG_PASSWORD"]);
        elsewhere.get("/api/player/accounts").await.expect(200);
        change(PASSWORD, NEW_PASSWORD).await.expect(204);
        here.get("/api/player/accounts").await.expect(200);
        elsewhere.get("/api/player/accounts").await.expect(401);
        sign_in(&kit.browser(), "jane@example.com", NEW_PASSWORD).await.expect(201);
        let guest = json!({ "current_password": PASSWORD, "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
        put_password(&kit.browser(), guest).await.expect(401);
    }

    async fn guesses_at_the_old_password_have_to_wait(kit: Kit) {
        let (here, _) = kit.player("jane@example.com").await;
        let user = json!({ "current_password": "guess", "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
        for _ in 0..5 {
            put_password(&here, user.clone()).await.expect(422);
        }
        put_password(&here, user).await.expect(429);
        let email = json!({ "user": { "email": "new@example.com", "current_password": "guess" } });
        here.post("/api/users/email", email).await.expect(429);
    }

    async fn an_address_is_confirmed_once_by_whoever_has_the_mail(kit: Kit) {
        let (player, id) = kit.player("jane@example.com").await;
        let token = token(&kit, "jane@example.com", CONFIRM).await;
        kit.app.clock.advance(Duration::from_mins(5));
        let calls = (0..100).map(|_| async { confirm(&kit.browser(), &token).await.status.as_u16() });
        let statuses = futures_util::future::join_all(calls).await;
        assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [204, 422].contains(status)), "{statuses:?}");
        assert_eq!(player.get("/api/player").await.expect(200)["confirmed_at"], "2026-01-01T00:05:00.000Z");
        let sql = "SELECT COUNT(*) FROM event WHERE player_id = $1 AND kind = 'player.email_confirmed'";
        let reported: i64 = kit.app.db.query_one(sql, params![id]).await.unwrap().get(0).unwrap();
        assert_eq!(reported, 1);
        // What is confirmed is not asked for again.
        let resend = json!({ "user": { "email": "jane@example.com" } });
        player.post("/api/users/confirmation", resend).await.expect(204);
        recovery::answer_due(&kit.app).await.unwrap();
        assert_eq!(mails(&kit, "jane@example.com", CONFIRM).await.len(), 1);
    }

    async fn another_link_comes_once_a_minute_and_five_times_a_day(kit: Kit) {
        let (player, _) = kit.player("jane@example.com").await;
        let resend = async || {
            let body = json!({ "user": { "email": "jane@example.com", "captcha": "" } });
            player.post("/api/users/confirmation", body).await
        };
        for number in 1..=5 {
            resend().await.expect(204);
            resend().await.expect(429);
            recovery::answer_due(&kit.app).await.unwrap();
            Kit::until("the mail", async || {
                (mails(&kit, "jane@example.com", CONFIRM).await.len() == number + 1).then_some(())
            }).await;
            kit.app.clock.advance(Duration::from_mins(1));
        }
        kit.app.clock.advance(Duration::from_mins(10));
        resend().await.expect(429);
        let bad = player.post("/api/users/confirmation", json!({ "user": { "email": "a@" } })).await;
        assert_eq!(bad.field("email"), ["VALIDATION.EMAIL.INVALID"]);
    }

    async fn a_new_address_counts_once_it_is_confirmed(kit: Kit) {
        let (player, _) = kit.player("jane@example.com").await;
        kit.player("taken@example.com").await;
        let change = async |email: &str| {
            let user = json!({ "email": email, "current_password": PASSWORD });
            player.post("/api/users/email", json!({ "user": user })).await
        };
        change("taken@example.com").await.expect(204);
        change("new@example.com").await.expect(204);
        let token = token(&kit, "new@example.com", "Confirm your new e-mail address").await;
        assert!(mails(&kit, "taken@example.com", "Confirm your new e-mail address").await.is_empty());
        let reported = mails(&kit, "jane@example.com", "A new e-mail address for your account").await;
        assert!(reported.len() == 1 && reported[0].contains("new@example.com"), "{reported:?}");
        assert_eq!(player.get("/api/player").await.expect(200)["email"], "jane@example.com");
        confirm(&kit.browser(), &token).await.expect(204);
        let view = player.get("/api/player").await.expect(200);
        assert_eq!(view["email"], "new@example.com");
        assert!(view["confirmed_at"].is_string());
        assert_eq!(mails(&kit, "jane@example.com", "Your e-mail address was changed").await.len(), 1);
        assert_eq!(sign_in(&kit.browser(), "jane@example.com", PASSWORD).await.status, 422);
        sign_in(&kit.browser(), "new@example.com", PASSWORD).await.expect(201);
    }

    async fn an_address_that_was_taken_meanwhile_stays_with_its_owner(kit: Kit) {
        let (player, _) = kit.player("jane@example.com").await;
        let user = json!({ "email": "new@example.com", "current_password": PASSWORD });
        player.post("/api/users/email", json!({ "user": user })).await.expect(204);
        let token = token(&kit, "new@example.com", "Confirm your new e-mail address").await;
        kit.player("new@example.com").await;
        assert_eq!(confirm(&kit.browser(), &token).await.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
        assert_eq!(player.get("/api/player").await.expect(200)["email"], "jane@example.com");
    }

    async fn a_mail_speaks_the_players_language_and_wears_the_brand(kit: Kit) {
        let user = form_with("jo@example.com", json!({ "locale": "de" }));
        let marina = kit.browser().with("host", "marina.localhost");
        marina.post("/api/users", json!({ "user": user })).await.expect(201);
        let sql = "SELECT sender_name, body, html FROM mail_outbox WHERE subject = 'Bestätige deine E-Mail-Adresse'";
        let row = kit.app.db.query_one(sql, vec![]).await.unwrap();
        let (sender, text, html): (String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        assert_eq!(sender, "Marina");
        assert!(text.contains("http://marina.localhost/confirmation?confirmation_token="), "{text}");
        assert!(html.contains("<html lang=\"de\">") && html.contains("background:#0a5f96"), "{html}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_never_leads_to_a_host_that_only_a_call_has_named() {
    let public = |config: &mut croupier_server::platform::config::Config| {
        config.public_url = "https://play.example:8443".to_owned();
    };
    let kit = Kit::start_with(Engine::Sqlite, public).await;
    for (number, (host, site)) in [
        ("localhost:6666", "https://play.example:8443/"),
        ("play.example:6666", "https://play.example:8443/"),
        ("borealis.example:6666", "https://borealis.example:8443/"),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("p{number}@example.com");
        let browser = kit.browser().with("host", host);
        browser.post("/api/users", json!({ "user": form_with(&email, json!({})) })).await.expect(201);
        let text = mails(&kit, &email, CONFIRM).await.pop().unwrap();
        assert!(text.contains(&format!("{site}confirmation?confirmation_token=")), "{host}: {text}");
    }
}
