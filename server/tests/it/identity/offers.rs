//! Offers by mail: subscriptions, the ways out, and what mail servers report.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_sandbox::Config as SandboxConfig;
use croupier_server::{account, identity, mail};
use reqwest::Method;
use reqwest::header::LOCATION;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::browser::{Browser, form_with};
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

/// Signs somebody up who wants offers, and confirms the address: the first offers are in the outbox.
async fn greeted(kit: &Kit, email: &str) -> (Browser, String) {
    let browser = kit.browser();
    let user = form_with(email, json!({ "receive_promos": true }));
    browser.post("/api/users", json!({ "user": user })).await.expect(201);
    let sql = "SELECT body FROM mail_outbox WHERE recipient = $1 ORDER BY posted_at_ms, id";
    let text: String = kit.app.db.query_one(sql, params![email]).await.unwrap().get(0).unwrap();
    let token = text.split_once("_token=").unwrap().1.split_whitespace().next().unwrap().to_owned();
    browser.get(&format!("/api/users/confirmation?confirmation_token={token}")).await.expect(204);
    let sql = "SELECT unsubscribe_url FROM mail_outbox WHERE recipient = $1 AND unsubscribe_url IS NOT NULL";
    let url: String = kit.app.db.query_one(sql, params![email]).await.unwrap().get(0).unwrap();
    (browser, url.split_once("token=").unwrap().1.to_owned())
}

async fn put(browser: &Browser, wanted: Value) -> Value {
    browser.send(Method::PUT, "/api/subscriptions", Some(wanted), &[]).await.expect(200)
}

on_both_engines! {
    async fn subscriptions_are_the_fields_of_the_profile(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let none = json!({ "receive_promos": false, "receive_sms_promos": false });
        assert_eq!(browser.get("/api/subscriptions").await.expect(200), none);
        let wanted = json!({ "receive_promos": true, "receive_sms_promos": true });
        assert_eq!(put(&browser, wanted.clone()).await, wanted);
        assert_eq!(browser.get("/api/subscriptions").await.expect(200), wanted);
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!((&player["receive_promos"], &player["receive_sms_promos"]), (&json!(true), &json!(true)));
        kit.browser().get("/api/subscriptions").await.expect(401);
    }

    async fn a_link_ends_offers_without_a_session(kit: Kit) {
        let (jane, token) = greeted(&kit, "jane@example.com").await;
        let (joan, _) = greeted(&kit, "joan@example.com").await;
        let wants = async |player: &Browser| player.get("/api/subscriptions").await.expect(200)["receive_promos"].clone();
        let guest = kit.browser();
        let number = token.split_once('.').unwrap().0.parse::<i64>().unwrap();
        let of_another = token.replacen(&number.to_string(), &(number + 1).to_string(), 1);
        for bad in ["", "1", "1.00", of_another.as_str(), &token[..token.len() - 2]] {
            let refused = guest.post("/api/subscriptions/unsubscribe", json!({ "token": bad })).await;
            assert_eq!(refused.field("token"), ["VALIDATION.TOKEN.INVALID"], "{bad}");
        }
        assert_eq!((wants(&jane).await, wants(&joan).await), (json!(true), json!(true)));
        for _ in 0..2 {
            guest.post("/api/subscriptions/unsubscribe", json!({ "token": token })).await.expect(204);
        }
        assert_eq!((wants(&jane).await, wants(&joan).await), (json!(false), json!(true)));
    }

    async fn a_break_takes_back_the_offers_that_wait_and_nothing_else(kit: Kit) {
        let (jane, _) = greeted(&kit, "jane@example.com").await;
        greeted(&kit, "joan@example.com").await;
        let id = jane.get("/api/player").await.expect(200)["id"].as_i64().unwrap();
        let waiting = async |address: &str| {
            let sql = "SELECT COUNT(unsubscribe_url), COUNT(*) FROM mail_outbox WHERE recipient = $1 AND next_try_ms IS NOT NULL";
            let row = kit.app.db.query_one(sql, params![address]).await.unwrap();
            (row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap())
        };
        let before = waiting("jane@example.com").await;
        assert_eq!(before.0, 1);
        stop(&kit.app, id, StopReason::CoolingOff).await;
        assert_eq!(waiting("jane@example.com").await, (0, before.1 - 1), "what is about the account still goes out");
        assert_eq!(waiting("joan@example.com").await.0, 1);
    }

    async fn a_mail_program_ends_offers_by_itself(kit: Kit) {
        let (jane, token) = greeted(&kit, "jane@example.com").await;
        let url = kit.url(&format!("/webhooks/mail/unsubscribe?token={token}"));
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        // Looking at the address changes nothing; prefetchers do that.
        let page = client.get(&url).send().await.unwrap();
        assert_eq!(page.status(), 303);
        assert_eq!(page.headers()[LOCATION], format!("/unsubscribe?token={token}"));
        assert_eq!(jane.get("/api/subscriptions").await.expect(200)["receive_promos"], true);
        let sent = client.post(&url).header("content-type", "application/x-www-form-urlencoded");
        let answer = sent.body("List-Unsubscribe=One-Click").send().await.unwrap();
        assert_eq!(answer.status(), 204);
        assert_eq!(jane.get("/api/subscriptions").await.expect(200)["receive_promos"], false);
        let made_up = client.post(kit.url("/webhooks/mail/unsubscribe?token=1.00")).send().await.unwrap();
        assert_eq!(made_up.status(), 404);
    }
}

/// The newest mail that asks `email` to confirm the wish for offers: its token, and that of the way out.
async fn asked(kit: &Kit, email: &str) -> (String, String) {
    let sql = "SELECT body, unsubscribe_url FROM mail_outbox WHERE recipient = $1 AND subject = $2
               ORDER BY posted_at_ms DESC, id DESC LIMIT 1";
    let row = kit.app.db.query_one(sql, params![email, "Confirm that you want our offers"]).await.unwrap();
    let (text, url): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
    let token = text.split_once("/subscription?token=").unwrap().1.split_whitespace().next().unwrap();
    (token.to_owned(), url.split_once("token=").unwrap().1.to_owned())
}

async fn requested(browser: &Browser, email: &str) -> crate::browser::Answer {
    browser.post("/api/subscriptions", json!({ "email": email, "locale": "en" })).await
}

async fn confirm(browser: &Browser, token: &str) -> Value {
    browser.post("/api/subscriptions/confirm", json!({ "token": token })).await.expect(200)["outcome"].clone()
}

on_both_engines! {
    async fn a_guest_gets_offers_once_the_link_of_the_mail_was_followed(kit: Kit) {
        let guest = kit.browser();
        requested(&guest, "Guest@Example.com").await.expect(204);
        let names = async || -> Vec<String> {
            let all = account::guest_subscribers(&kit.app.db).await.unwrap();
            all.into_iter().map(|one| one.email).collect()
        };
        assert!(names().await.is_empty(), "nothing is kept of an address that nobody has confirmed");
        let (token, way_out) = asked(&kit, "guest@example.com").await;
        let forged = token.replace(".en.", ".de.");
        for bad in ["", "g", way_out.as_str(), &token[..token.len() - 2], forged.as_str()] {
            let refused = guest.post("/api/subscriptions/confirm", json!({ "token": bad })).await;
            assert_eq!(refused.field("token"), ["VALIDATION.TOKEN.INVALID"], "{bad}");
        }
        assert_eq!(confirm(&guest, &token).await, "done");
        assert_eq!(confirm(&guest, &token).await, "already");
        assert_eq!(names().await, ["guest@example.com"]);
        let end = json!({ "token": way_out });
        for _ in 0..2 {
            guest.post("/api/subscriptions/unsubscribe", end.clone()).await.expect(204);
        }
        assert!(names().await.is_empty());
        kit.app.clock.advance(Duration::from_hours(72));
        let late = guest.post("/api/subscriptions/confirm", json!({ "token": token })).await;
        assert_eq!(late.field("token"), ["VALIDATION.TOKEN.INVALID"], "the link has run out");
    }

    async fn an_address_of_a_player_is_answered_like_any_other_and_switches_the_players_own_offers(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let wants = async || jane.get("/api/subscriptions").await.expect(200)["receive_promos"].clone();
        let stranger = kit.browser();
        let (known, unknown) = (requested(&stranger, "jane@example.com").await, requested(&stranger, "nobody@example.com").await);
        assert_eq!((known.status, known.body.clone()), (unknown.status, unknown.body.clone()));
        assert_eq!(wants().await, false, "the mailbox decides");
        let (token, way_out) = asked(&kit, "jane@example.com").await;
        assert_eq!(confirm(&stranger, &token).await, "done");
        assert_eq!(wants().await, true);
        assert!(account::guest_subscribers(&kit.app.db).await.unwrap().is_empty());
        stranger.post("/api/subscriptions/unsubscribe", json!({ "token": way_out })).await.expect(204);
        assert_eq!(wants().await, false);
    }

    async fn no_link_brings_offers_to_who_takes_a_break(kit: Kit) {
        let (_, id) = kit.player("jane@gmail.com").await;
        let guest = kit.browser();
        let mut tokens = Vec::new();
        for spelling in ["jane@gmail.com", "j.ane@gmail.com"] {
            requested(&guest, spelling).await.expect(204);
            tokens.push(asked(&kit, spelling).await.0);
            kit.app.clock.advance(Duration::from_secs(61));
        }
        stop(&kit.app, id, StopReason::Exclusion).await;
        for token in tokens {
            let refused = guest.post("/api/subscriptions/confirm", json!({ "token": token })).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        }
        let row = kit.app.db.query_one("SELECT receive_promos FROM player WHERE id = $1", params![id]).await.unwrap();
        assert!(!row.get::<bool>(0).unwrap());
        assert!(account::guest_subscribers(&kit.app.db).await.unwrap().is_empty());
        // A stranger is answered as ever, and no mail goes out.
        requested(&guest, "jane@gmail.com").await.expect(204);
        let sql = "SELECT COUNT(*) FROM mail_outbox WHERE unsubscribe_url IS NOT NULL AND next_try_ms IS NOT NULL AND recipient = $1";
        let waiting = kit.app.db.query_one(sql, params!["jane@gmail.com"]).await.unwrap();
        assert_eq!(waiting.get::<i64>(0).unwrap(), 0);
    }

    async fn what_a_guest_wanted_does_not_come_back_after_an_account(kit: Kit) {
        let guest = kit.browser();
        requested(&guest, "jane@example.com").await.expect(204);
        assert_eq!(confirm(&guest, &asked(&kit, "jane@example.com").await.0).await, "done");
        let (_, id) = kit.player("jane@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        identity::change_email(&kit.app, &mut tx, id, "new@example.com").await.unwrap();
        tx.commit().await.unwrap();
        assert!(account::guest_subscribers(&kit.app.db).await.unwrap().is_empty());
    }

    async fn each_brand_has_subscribers_of_its_own(kit: Kit) {
        let guest = kit.browser();
        requested(&guest, "guest@example.com").await.expect(204);
        let (token, way_out) = asked(&kit, "guest@example.com").await;
        let [marina, elsewhere] = ["marina.localhost", "marina.example"].map(|host| kit.browser().with("host", host));
        for (site, outcome) in [(&guest, "done"), (&marina, "done"), (&elsewhere, "already"), (&guest, "already")] {
            assert_eq!(confirm(site, &token).await, outcome);
        }
        let all = account::guest_subscribers(&kit.app.db).await.unwrap();
        assert_eq!(all.iter().filter(|one| one.host == "marina.example").count(), 1, "{all:?}");
        assert_eq!(all.len(), 2, "{all:?}");
        // Who has complained gets none, even after another look at the old mail.
        let mut tx = kit.app.db.begin().await.unwrap();
        mail::suppress(&kit.app, &mut tx, "guest@example.com", mail::Suppression::Complaint).await.unwrap();
        tx.commit().await.unwrap();
        assert!(account::guest_subscribers(&kit.app.db).await.unwrap().is_empty());
        assert!(mail::allow(&kit.app.db, "guest@example.com").await.unwrap());
        assert_eq!(account::guest_subscribers(&kit.app.db).await.unwrap().len(), 2);
        guest.post("/api/subscriptions/unsubscribe", json!({ "token": way_out })).await.expect(204);
        assert!(account::guest_subscribers(&kit.app.db).await.unwrap().is_empty(), "the way out ends all");
    }

    async fn one_mailbox_gets_one_such_mail_a_minute(kit: Kit) {
        let guest = kit.browser();
        for bad in ["", "no address"] {
            assert!(!requested(&guest, bad).await.field("email").is_empty(), "{bad}");
        }
        requested(&guest, "guest@example.com").await.expect(204);
        requested(&kit.browser(), "guest@example.com").await.expect(429);
        requested(&guest, "another@example.com").await.expect(204);
    }
}

const SECRET: &str = "whsec_bWFpbC1yZXBvcnRzLW9mLWEtdGVzdC0zMi1ieXRlcyE=";

async fn reports_stop_mail(engine: Engine) {
    let (pages, mails) =
        (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let smtp_url = format!("smtp://{}", mails.local_addr().unwrap());
    let sandbox = format!("http://{}", pages.local_addr().unwrap());
    let kit = Kit::start_with(engine, |config| {
        config.smtp_url = Some(smtp_url);
        config.mail_webhook_secret = Some(SECRET.to_owned());
    })
    .await;
    let mut config = SandboxConfig::new("key", SECRET).unwrap();
    config.mail_secret = croupier_sandbox::Secret::parse(SECRET).unwrap();
    config.casino_url = kit.url("");
    let now = kit.app.clock.now();
    config.clock = croupier_sandbox::Clock::from_fn(move || u64::try_from(now).unwrap());
    tokio::spawn(croupier_sandbox::serve_with_mailbox(pages, Some(mails), config));

    let page = Browser::at(sandbox.clone());
    let came = async |to: &str| -> Vec<Value> {
        let mails = page.get("/mailbox/mails").await.expect(200);
        mails.as_array().unwrap().iter().filter(|mail| mail["to"] == json!([to])).cloned().collect()
    };
    let report = async |mail: &Value, kind: &str| {
        let id = mail["message_id"].as_str().unwrap();
        let id = id.replace('<', "%3C").replace('>', "%3E").replace('@', "%40");
        let form = reqwest::Client::new().post(format!("{sandbox}/mailbox/reports"));
        let form = form.header("content-type", "application/x-www-form-urlencoded");
        let sent = form.body(format!("message_id={id}&kind={kind}")).send().await;
        assert!(sent.unwrap().status().is_success());
    };
    let user = form_with("jane@example.com", json!({ "receive_promos": true }));
    let jane = kit.browser();
    jane.post("/api/users", json!({ "user": user })).await.expect(201);
    let first = Kit::until("the mail", async || came("jane@example.com").await.pop()).await;
    assert!(first["html"].as_str().unwrap().contains("confirmation_token="));
    report(&first, "mail.complained").await;
    assert_eq!(jane.get("/api/subscriptions").await.expect(200)["receive_promos"], false);
    // Mails about the account still come.
    let change =
        json!({ "user": { "email": "new@example.com", "current_password": crate::browser::PASSWORD } });
    jane.post("/api/users/email", change).await.expect(204);
    Kit::until("the next mail", async || (came("jane@example.com").await.len() == 2).then_some(())).await;
    report(&first, "mail.bounced").await;
    let remind = json!({ "user": { "email": "jane@example.com" } });
    kit.browser().post("/api/users/password", remind).await.expect(204);
    let given_up = async || {
        let sql =
            "SELECT reason FROM mail_outbox WHERE subject = 'Choose a new password' AND next_try_ms IS NULL";
        kit.app.db.query_opt(sql, vec![]).await.unwrap().and_then(|row| row.get::<Option<String>>(0).unwrap())
    };
    assert_eq!(Kit::until("the end of the mail", given_up).await, "the address gets no mail");
    assert_eq!(came("jane@example.com").await.len(), 2);
    assert!(mail::allow(&kit.app.db, "jane@example.com").await.unwrap());
    // Who cannot sign is not believed.
    let forged = Browser::at(kit.url(""))
        .post(
            "/webhooks/mail/events",
            json!({ "type": "mail.bounced", "data": { "message_id": first["message_id"] } }),
        )
        .await;
    forged.expect(401);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_of_mail_servers_stop_mail_sqlite() {
    reports_stop_mail(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_of_mail_servers_stop_mail_postgres() {
    reports_stop_mail(Engine::Postgres).await;
}
