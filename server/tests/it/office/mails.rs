//! Mails that staff sends again.

use std::time::Duration;

use croupier_db::params;
use croupier_server::mail;
use croupier_server::staff::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::testkit::Kit;

/// The mails to a player, once none of them waits.
async fn carried(kit: &Kit, member: &Member, id: i64) -> Vec<Value> {
    Kit::until("the mails to go out", async || {
        mail::send_due(&kit.app).await.unwrap();
        let list = member.browser.get(&format!("/api/players/{id}/mails")).await.expect(200);
        let mails = list["mails"].as_array().unwrap().clone();
        mails.iter().all(|mail| mail["state"] == "sent").then_some(mails)
    })
    .await
}

async fn resend(member: &Member, id: i64, mail: &Value, key: &str) -> Answer {
    let path = format!("/api/players/{id}/mails/{}/resend", mail["id"].as_str().unwrap());
    member.browser.post_once(key, &path, json!({ "reason": "it was in no folder" })).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// Subject and text of a mail in the outbox.
async fn written(kit: &Kit, mail: &Value) -> (String, String) {
    let id: Uuid = mail["id"].as_str().unwrap().parse().unwrap();
    let sql = "SELECT subject, body FROM mail_outbox WHERE id = $1";
    let row = kit.app.db.query_one(sql, params![id]).await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap())
}

on_each_engine! {
    async fn a_mail_without_a_token_is_sent_again(engine: Engine) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file://{}", folder.path().display());
        let kit = Kit::start_with(engine, |config| config.smtp_url = Some(url)).await;
        let office = Office::open(&kit).await;
        let (carl, sue) = (office.member(Role::Compliance).await, office.member(Role::Support).await);
        let (_, id) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("other@example.com").await;
        let confirmation = carried(&kit, &sue, id).await.remove(0);
        assert_eq!(confirmation["resendable"], false);
        assert_eq!(written(&kit, &confirmation).await.1, "", "its token is gone with it");
        assert_eq!(refused(&resend(&sue, id, &confirmation, "token").await), (409, "mail_not_resendable"));
        let question = json!({ "days": 14, "note": "We have to ask you." });
        carl.browser.post(&format!("/api/players/{id}/wealth"), question).await.expect(200);
        let asked = &Kit::until("the question to go out", async || {
            carried(&kit, &sue, id).await.into_iter().find(|mail| mail["resendable"] == true)
        })
        .await;
        assert_eq!(refused(&resend(&sue, other, asked, "other").await), (404, "not_found"), "of another player");
        // Pressed twice, sent once; and not again while it is on its way.
        let (one, two) = tokio::join!(resend(&sue, id, asked, "one"), resend(&sue, id, asked, "one"));
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (204, 204));
        let mails = carried(&kit, &sue, id).await;
        let again: Vec<_> = mails.iter().filter(|mail| mail["resent"] == true).collect();
        assert_eq!(again.len(), 1);
        assert_eq!(written(&kit, again[0]).await, written(&kit, asked).await);
        for key in ["two", "three", "four", "five"] {
            resend(&sue, id, asked, key).await.expect(204);
        }
        assert_eq!(refused(&resend(&carl, id, asked, "six").await), (409, "mails_resent_often"), "whoever asks");
        kit.app.clock.advance(Duration::from_secs(3_601));
        // Whose session is over by then.
        sue.browser.post("/api/sign-in", office.credentials(&sue)).await.expect(200);
        resend(&sue, id, asked, "seven").await.expect(204);
        let boss = office.member(Role::Administrator).await;
        let entries = office.log(&boss, &format!("?player={id}&member={}", sue.id), 6).await;
        assert_eq!(kinds(&entries), ["mail.resent"; 6]);
        assert_eq!(entries[0]["reason"], "it was in no folder");
        let editor = office.member(Role::Editor).await;
        assert_eq!(refused(&resend(&editor, id, asked, "eight").await), (403, "forbidden"));
    }

    async fn a_mail_that_waits_is_not_sent_again(engine: Engine) {
        let kit = Kit::start_with(engine, |_| ()).await;
        let office = Office::open(&kit).await;
        let carl = office.member(Role::Compliance).await;
        let (_, id) = kit.player("jane@example.com").await;
        let question = json!({ "days": 14, "note": "We have to ask you." });
        carl.browser.post(&format!("/api/players/{id}/wealth"), question).await.expect(200);
        let list = carl.browser.get(&format!("/api/players/{id}/mails")).await.expect(200);
        let mails = list["mails"].as_array().unwrap();
        assert!(mails.iter().all(|mail| mail["state"] == "waiting" && mail["resendable"] == false), "{list}");
        for (mail, key) in mails.iter().zip(["one", "two", "three"]) {
            assert_eq!(resend(&carl, id, mail, key).await.status, 409);
        }
    }
}
