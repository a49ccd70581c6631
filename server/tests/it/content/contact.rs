//! What visitors write to support, up to the mail in its mailbox.

use std::time::Duration;

use croupier_sandbox::Config as SandboxConfig;
use croupier_server::mail;
use croupier_server::platform::config::Captcha;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::browser::Browser;
use crate::testkit::{Engine, Kit};

const PATH: &str = "/api/send_contact_message";

fn message() -> Value {
    json!({ "email": "Ann@Player.example", "name": "Ann", "subject": "Käse", "message": "Line one\r\n.\r\nLine three" })
}

/// A mail server that shows what it was given; the address for mails, and for its pages.
async fn mailbox() -> (String, String) {
    let (pages, mails) =
        (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let addresses = (
        format!("smtp://{}", mails.local_addr().unwrap()),
        format!("http://{}", pages.local_addr().unwrap()),
    );
    let config = SandboxConfig::new("key", "whsec_bWFpbGJveC1vZi1hLXRlc3QtMzItYnl0ZXMtbG9uZyE=").unwrap();
    tokio::spawn(croupier_sandbox::serve_with_mailbox(pages, Some(mails), config));
    addresses
}

async fn reaches_support(engine: Engine) {
    let (smtp_url, pages) = mailbox().await;
    let kit = Kit::start_with(engine, |config| config.smtp_url = Some(smtp_url)).await;
    let (player, id) = kit.player("own@player.example").await;
    let receipt = player.with("host", "marina.localhost").post(PATH, message()).await.expect(201);
    let page = Browser::at(pages);
    let mails = Kit::until("the mail", async || {
        // The player was mailed too, and the address that was given gets a receipt.
        let mails = page.get("/mailbox/mails").await.expect(200);
        let to_support = json!(["hello@marina.example"]);
        let found = mails.as_array().unwrap().iter().find(|mail| mail["to"] == to_support).cloned();
        let is_all = mails.as_array().unwrap().len() == 3;
        found.filter(|_| is_all)
    });
    let mail = mails.await;
    assert_eq!(mail["to"], json!(["hello@marina.example"]));
    assert_eq!((&mail["reply_to"], &mail["subject"]), (&json!("ann@player.example"), &json!("Käse")));
    let text = mail["text"].as_str().unwrap().replace("\r\n", "\n");
    assert!(text.contains("Line one\n.\nLine three"), "{text}");
    assert!(
        text.contains(&format!("player {id}")) && text.contains(receipt["id"].as_str().unwrap()),
        "{text}"
    );
    Kit::until("the note that they have gone out", async || {
        let sql = "SELECT id FROM mail_outbox WHERE sent_at_ms IS NULL";
        kit.app.db.query(sql, vec![]).await.unwrap().is_empty().then_some(())
    })
    .await;
    // What has gone out is not carried again.
    kit.app.clock.advance(Duration::from_hours(2));
    assert_eq!(mail::send_due(&kit.app).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_becomes_a_mail_that_support_can_answer_sqlite() {
    reaches_support(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_becomes_a_mail_that_support_can_answer_postgres() {
    reaches_support(Engine::Postgres).await;
}

on_both_engines! {
    async fn a_message_that_is_not_in_order_is_told_field_by_field(kit: Kit) {
        let refused = kit.browser().post(PATH, json!({ "email": "a@", "name": "A\nB", "subject": " " })).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.field("email"), ["VALIDATION.EMAIL.INVALID"]);
        assert_eq!(refused.field("name"), ["VALIDATION.NAME.CHARACTERS"]);
        assert_eq!(refused.field("subject"), ["VALIDATION.SUBJECT.REQUIRED"]);
        assert_eq!(refused.field("message"), ["VALIDATION.MESSAGE.REQUIRED"]);
        let long = json!({ "email": "a@b.example", "name": "A", "subject": "B", "message": "x".repeat(4001) });
        assert_eq!(kit.browser().post(PATH, long).await.field("message"), ["VALIDATION.MESSAGE.TOO_LONG"]);
        let rows = kit.app.db.query("SELECT id FROM contact_message", vec![]).await.unwrap();
        assert!(rows.is_empty());
    }
}

on_both_engines! {
    async fn the_writer_gets_a_receipt_that_repeats_nothing(kit: Kit) {
        let receipts = async || {
            let sql = "SELECT subject, body, html, sender_name FROM mail_outbox
                       WHERE recipient = 'ann@player.example' ORDER BY posted_at_ms, id";
            let rows = kit.app.db.query(sql, vec![]).await.unwrap();
            let text = |row: &croupier_db::Row, column| row.get::<Option<String>>(column).unwrap().unwrap_or_default();
            rows.iter().map(|row| [0, 1, 2, 3].map(|column| text(row, column))).collect::<Vec<_>>()
        };
        let guest = kit.browser().with("host", "marina.localhost");
        guest.set_cookie(Some("locale=de".to_owned()));
        let receipt = guest.post(PATH, message()).await.expect(201);
        let [mail] = &receipts().await[..] else { panic!("one receipt") };
        let [subject, text, html, sender] = mail;
        assert_eq!(subject, "Deine Nachricht ist angekommen");
        assert!(text.contains(receipt["id"].as_str().unwrap()) && text.contains(sender), "{text}");
        assert!(html.contains("hello@marina.example"), "{html}");
        kit.app.clock.advance(Duration::from_secs(1)); // What follows was posted later, by the mails' order.
        for typed in ["Käse", "Line one", "Ann,"] {
            assert!(!text.contains(typed) && !html.contains(typed), "{typed}: {text}");
        }
        let (player, _) = kit.player("own@player.example").await;
        player.patch("/api/player/update_locale", json!({ "locale": "et" })).await.expect(200);
        // The address may be a stranger's, whichever way it is written.
        for address in ["ann@player.example", "ANN@player.example", "Ann@Player.Example"] {
            let mut message = message();
            message["email"] = json!(address);
            player.post(PATH, message).await.expect(201);
        }
        let mails = receipts().await;
        assert_eq!((mails.len(), mails[2][0].as_str()), (3, "Saime sinu kirja kätte"));
        let kept = kit.app.db.query("SELECT id FROM contact_message", vec![]).await.unwrap();
        assert_eq!(kept.len(), 4, "every message is taken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_messages_ask_for_a_captcha_and_then_for_patience() {
    let kit = Kit::start_with(Engine::Sqlite, |config| config.captcha = Captcha::Altcha).await;
    let guest = kit.browser();
    for expected in [201, 201, 422] {
        assert_eq!(guest.post(PATH, message()).await.status, expected);
    }
    assert_eq!(guest.post(PATH, message()).await.field("captcha"), ["VALIDATION.CAPTCHA.REQUIRED"]);
    for _ in 0..6 {
        guest.post(PATH, message()).await.expect(422);
    }
    guest.post(PATH, message()).await.expect(429);
}

on_both_engines! {
    async fn a_mail_waits_until_a_mail_server_takes_it(kit: Kit) {
        // Nobody listens here.
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let kit = Kit::start_with(kit.engine, |config| config.smtp_url = Some(format!("smtp://{closed}"))).await;
        kit.browser().post(PATH, message()).await.expect(201);
        let waiting = async || {
            let sql = "SELECT tries, next_try_ms, reason FROM mail_outbox WHERE recipient <> 'ann@player.example'";
            let row = kit.app.db.query_one(sql, vec![]).await.unwrap();
            let (tries, next): (i64, Option<i64>) = (row.get(0).unwrap(), row.get(1).unwrap());
            row.get::<Option<String>>(2).unwrap().map(|_| (tries, next.unwrap() - kit.app.clock.now()))
        };
        assert_eq!(Kit::until("the first try", waiting).await, (1, 30_000));
        kit.app.clock.advance(Duration::from_secs(30));
        let second = Kit::until("the second try", async || waiting().await.filter(|(tries, _)| *tries == 2));
        assert_eq!(second.await, (2, 60_000));
    }
}
