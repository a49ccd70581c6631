//! Conversations with support, as staff answers them in the back office.

use croupier_server::chat::{self, Answered};
use croupier_server::staff::{Actor, Role, Signed};
use serde_json::{Value, json};

use super::{Office, kinds};

on_both_engines! {
    async fn a_conversation_is_answered_handed_over_and_closed(kit: Kit) {
        let office = Office::open(&kit).await;
        let (boss, sue) = (office.member(Role::Administrator).await, office.member(Role::Support).await);
        let risk = office.member(Role::Risk).await;
        let (jane, id) = kit.player("jane@example.com").await;
        jane.post("/api/chat/messages", json!({ "text": "Where is my money?" })).await.expect(201);
        let list = sue.browser.get("/api/chats?state=open").await.expect(200);
        let row = &list["chats"][0];
        assert_eq!((&row["waits"], &row["player"]["id"], &row["assigned_to"]), (&json!(true), &json!(id), &Value::Null));
        let path = format!("/api/chats/{}", row["id"].as_str().unwrap());
        let (reply, hand_over, close) = (format!("{path}/reply"), format!("{path}/hand-over"), format!("{path}/close"));
        assert_eq!(sue.browser.post(&reply, json!({ "text": " " })).await.field("text"), ["VALIDATION.TEXT.REQUIRED"]);
        let page = sue.browser.post(&reply, json!({ "text": "<b>On its way</b>" })).await.expect(200);
        assert_eq!((&page["messages"][1]["text"], &page["waits"]), (&json!("<b>On its way</b>"), &json!(false)));
        let seen = jane.get("/api/chat").await.expect(200);
        assert_eq!(seen["conversation"]["messages"][1]["staff_name"], "support of support@house.example");
        let taken = boss.browser.post(&reply, json!({ "text": "Hello" })).await;
        assert_eq!((taken.status.as_u16(), taken.code()), (409, "chat_taken"));
        let colleagues = sue.browser.get("/api/chats/colleagues").await.expect(200);
        let ids: Vec<_> = colleagues["colleagues"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
        assert_eq!(ids, [json!(boss.id), json!(sue.id)]);
        let wrong = sue.browser.post(&hand_over, json!({ "to": risk.id })).await;
        assert_eq!(wrong.field("to"), ["VALIDATION.TO.NOT_ALLOWED"]);
        let page = sue.browser.post(&hand_over, json!({ "to": boss.id })).await.expect(200);
        assert_eq!(page["assigned_to"], "administrator of administrator@house.example");
        boss.browser.post(&reply, json!({ "text": "Hello" })).await.expect(200);
        assert_eq!(boss.browser.post(&close, json!({})).await.expect(200)["state"], "closed");
        assert_eq!(boss.browser.post(&close, json!({})).await.code(), "chat_closed");
        assert_eq!(sue.browser.get("/api/chats?state=open").await.expect(200)["chats"], json!([]));
        assert_eq!(sue.browser.get("/api/chats?state=closed").await.expect(200)["chats"][0]["message_count"], 3);
        sue.browser.get("/api/chats/00000000-0000-0000-0000-000000000000").await.expect(404);
        // Reading is a fact as well: once, however often a page asks for it.
        for _ in 0..3 {
            let read = sue.browser.get(&path).await.expect(200);
            assert_eq!((read["messages"].as_array().unwrap().len(), &read["earlier"]), (3, &Value::Null));
        }
        let earlier = sue.browser.get(&format!("{path}?before=3")).await.expect(200);
        assert_eq!(earlier["messages"].as_array().unwrap().len(), 2);
        let entries = office.log(&boss, &format!("?player={id}"), 5).await;
        assert_eq!(kinds(&entries), ["chat.shown", "chat.closed", "chat.message", "chat.handed_over", "chat.message"]);
    }

    async fn who_lost_the_permission_meanwhile_answers_nothing(kit: Kit) {
        let office = Office::open(&kit).await;
        let (boss, sue) = (office.member(Role::Administrator).await, office.member(Role::Support).await);
        let (jane, _) = kit.player("jane@example.com").await;
        jane.post("/api/chat/messages", json!({ "text": "Hello?" })).await.expect(201);
        let list = boss.browser.get("/api/chats?state=open").await.expect(200);
        let id = list["chats"][0]["id"].as_str().unwrap().parse().unwrap();
        let signed = Signed { id: sue.id.parse().unwrap(), email: sue.email.clone(), address: "127.0.0.1".to_owned() };
        let by = Actor { name: "Sue".to_owned(), signed: Some(signed) };
        // The call has been let in; the dismissal is committed while its picture is on the way.
        boss.browser.post(&format!("/api/staff/{}/dismiss", sue.id), json!({})).await.expect(200);
        let (db, now) = (&kit.app.db, kit.app.clock.now());
        assert_eq!(chat::reply(db, id, by.clone(), "Go away", now).await.unwrap(), Answered::Forbidden);
        assert_eq!(chat::close(db, id, by, now).await.unwrap(), Answered::Forbidden);
        let list = boss.browser.get("/api/chats?state=open").await.expect(200);
        let row = &list["chats"][0];
        assert_eq!((&row["message_count"], &row["waits"], &row["assigned_to"]), (&json!(1), &json!(true), &Value::Null));
    }
}
