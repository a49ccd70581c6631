//! Questions about the source of wealth: staff asks, the player answers, staff decides.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::testkit::Kit;
use crate::verification::uploaded;

const QUESTIONNAIRE: &str = "/api/player/wealth_questionnaire";

fn path(player: i64) -> String {
    format!("/api/players/{player}/wealth")
}

fn question(days: i64) -> Value {
    json!({ "days": days, "note": "We have to ask you." })
}

fn answer() -> Value {
    json!({
        "profession": "Lighthouse keeper", "income": "25000_to_50000", "source": "employment",
        "details": "Twenty years on the same rock.",
    })
}

/// How many mails ask a player to answer.
async fn mails(kit: &Kit) -> usize {
    let rows = kit.app.db.query("SELECT body FROM mail_outbox", vec![]).await.unwrap();
    rows.iter().filter(|row| row.get::<String>(0).unwrap().contains("/profile/wealth")).count()
}

on_both_engines! {
    async fn a_player_is_asked_answers_and_is_asked_again(kit: Kit) {
        let office = Office::open(&kit).await;
        let (carl, boss) = (office.member(Role::Compliance).await, office.member(Role::Administrator).await);
        let (jane, id) = kit.player("jane@example.com").await;
        assert_eq!(jane.get(QUESTIONNAIRE).await.expect(200)["state"], Value::Null);
        assert_eq!(jane.post(QUESTIONNAIRE, answer()).await.code(), "wealth_not_asked");
        let asked = carl.browser.post(&path(id), question(14)).await.expect(200);
        let first = asked["questionnaires"][0]["id"].as_str().unwrap().to_owned();
        Kit::until("the mail", async || (mails(&kit).await == 1).then_some(())).await;
        let reported = jane.get(QUESTIONNAIRE).await.expect(200);
        assert_eq!((&reported["state"], &reported["note"]), (&json!("asked"), &json!("We have to ask you.")));
        assert_eq!(jane.get("/api/player").await.expect(200)["sow_questionnaire_expires_at"], reported["due_at"]);

        assert_eq!(jane.post(QUESTIONNAIRE, answer()).await.field("file"), ["VALIDATION.WEALTH_FILE.REQUIRED"]);
        uploaded(&kit, &jane, "payslip", "wealth").await;
        let reported = jane.post(QUESTIONNAIRE, answer()).await.expect(200);
        assert_eq!((&reported["state"], &reported["due_at"]), (&json!("answered"), &Value::Null));
        assert_eq!(jane.get("/api/player").await.expect(200)["sow_questionnaire_expires_at"], Value::Null);
        assert_eq!(carl.browser.post(&path(id), question(14)).await.code(), "wealth_answered");

        let read = carl.browser.get(&format!("{}/{first}/answer", path(id))).await.expect(200);
        assert_eq!(read, answer());
        let again = format!("{}/{first}/return", path(id));
        let list = carl.browser.post(&again, question(7)).await.expect(200);
        let states: Vec<_> = list["questionnaires"].as_array().unwrap().iter().map(|row| &row["state"]).collect();
        assert_eq!(states.len(), 2);
        assert!(states.contains(&&json!("asked")) && states.contains(&&json!("returned")), "{states:?}");
        assert_eq!(carl.browser.post(&again, question(7)).await.code(), "wealth_decided");
        Kit::until("the second mail", async || (mails(&kit).await == 2).then_some(())).await;

        // Of one instant, the two decisions would have no order.
        kit.app.clock.advance(std::time::Duration::from_millis(1));
        jane.post(QUESTIONNAIRE, answer()).await.expect(200);
        let list = carl.browser.get(&path(id)).await.expect(200);
        let rows = list["questionnaires"].as_array().unwrap();
        let second = rows.iter().find(|row| row["state"] == "answered").unwrap()["id"].as_str().unwrap();
        carl.browser.post(&format!("{}/{second}/approve", path(id)), json!({})).await.expect(200);
        assert_eq!(jane.get(QUESTIONNAIRE).await.expect(200)["state"], "approved");
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        assert_eq!(kinds(&entries), ["wealth.approved", "wealth.returned", "wealth.shown", "wealth.asked"]);
        assert_eq!((&entries[3]["subject"], &entries[3]["reason"]), (&json!(first), &json!("We have to ask you.")));
    }

    async fn an_answer_is_kept_encrypted_and_read_by_few(kit: Kit) {
        let office = Office::open(&kit).await;
        let (carl, sue) = (office.member(Role::Compliance).await, office.member(Role::Support).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("joan@example.com").await;
        let asked = carl.browser.post(&path(id), question(14)).await.expect(200);
        let number = asked["questionnaires"][0]["id"].as_str().unwrap();
        let read = |player: i64| format!("{}/{number}/answer", path(player));
        carl.browser.get(&read(id)).await.expect(404);
        uploaded(&kit, &jane, "payslip", "wealth").await;
        jane.post(QUESTIONNAIRE, answer()).await.expect(200);
        let row = kit.app.db.query_one("SELECT answer FROM wealth_questionnaire", vec![]).await.unwrap();
        let kept: Vec<u8> = row.get(0).unwrap();
        assert!(!kept.windows(10).any(|part| part == b"Lighthouse"));
        sue.browser.get(&read(id)).await.expect(403);
        carl.browser.get(&read(other)).await.expect(404);
        assert_eq!(carl.browser.get(&read(id)).await.expect(200)["profession"], "Lighthouse keeper");
    }

    async fn what_is_wrong_is_told_at_its_field(kit: Kit) {
        let office = Office::open(&kit).await;
        let carl = office.member(Role::Compliance).await;
        let (jane, id) = kit.player("jane@example.com").await;
        for days in [0, 91] {
            assert_eq!(carl.browser.post(&path(id), question(days)).await.field("days"), ["VALIDATION.DAYS.NOT_ALLOWED"]);
        }
        let silent = json!({ "days": 7, "note": " " });
        assert_eq!(carl.browser.post(&path(id), silent).await.field("note"), ["VALIDATION.NOTE.REQUIRED"]);
        carl.browser.post(&path(999_999), question(7)).await.expect(404);
        carl.browser.post(&path(id), question(7)).await.expect(200);
        let empty = json!({ "profession": "", "income": "over_250000", "source": "other" });
        let refused = jane.post(QUESTIONNAIRE, empty).await;
        assert_eq!(refused.field("profession"), ["VALIDATION.PROFESSION.REQUIRED"]);
        assert_eq!(refused.field("details"), ["VALIDATION.DETAILS.REQUIRED"]);
        let unknown = json!({ "profession": "Baker", "income": "all", "source": "other", "details": "x" });
        assert_eq!(jane.post(QUESTIONNAIRE, unknown).await.field("income"), ["VALIDATION.INVALID"]);
    }
}
