//! The parts of a player's page: what the player has done, and what staff has written down.

use std::time::Duration;

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::cashbox::payment_kit::PaymentKit;
use crate::play::{Frame, SAILS, rich_player};
use crate::verification::uploaded;

/// The values of `name` in the rows of a list.
fn each(list: &Value, name: &str) -> Vec<Value> {
    list.as_array().unwrap().iter().map(|row| row[name].clone()).collect()
}

on_both_engines! {
    async fn rounds_are_listed_with_what_their_player_is_shown(kit: Kit) {
        let office = Office::open(&kit).await;
        let sue = office.member(Role::Support).await;
        let (jane, id) = rich_player(&kit).await;
        let (_, other) = kit.player("other@example.com").await;
        let frame = Frame::open(&kit, &jane, SAILS, "real").await;
        let mut played = Vec::new();
        for key in ["one", "two", "three"] {
            kit.app.clock.advance(Duration::from_millis(1));
            let round = frame.spin(key, 100).await.expect(201);
            let round = frame.finish(round).await;
            played.insert(0, round["id"].clone());
        }
        let path = format!("/api/players/{id}/rounds");
        let listed = Kit::until("the rounds", async || {
            let list = sue.browser.get(&path).await.expect(200);
            (list["pagination"]["total_count"] == 3).then(|| each(&list["data"], "id"))
        })
        .await;
        assert_eq!(listed, played, "newest first");
        let second = sue.browser.get(&format!("{path}?page=2&page_size=2")).await.expect(200);
        assert_eq!((each(&second["data"], "id"), &second["pagination"]["next_page"]), (vec![played[2].clone()], &Value::Null));
        let round = played[0].as_str().unwrap();
        let shown = sue.browser.get(&format!("{path}/{round}")).await.expect(200);
        assert_eq!(shown, jane.get(&format!("/api/player/fairness/rounds/{round}")).await.expect(200));
        assert_eq!(shown["seed"]["server_seed"], Value::Null, "a pair in force is shown to nobody");
        for path in [format!("/api/players/{other}/rounds/{round}"), format!("{path}/1"), "/api/players/999/rounds".to_owned()] {
            sue.browser.get(&path).await.expect(404);
        }
        let page = sue.browser.get(&format!("/api/players/{id}")).await.expect(200);
        assert_eq!(page["points"]["points"], 0);
    }

    async fn sessions_are_ended_with_a_reason_that_the_log_keeps(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, carl) = (office.member(Role::Support).await, office.member(Role::Compliance).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("other@example.com").await;
        let path = format!("/api/players/{id}/sessions");
        let sessions = sue.browser.get(&path).await.expect(200);
        let session = sessions["sessions"][0]["id"].as_str().unwrap();
        let reason = json!({ "reason": "a stolen phone" });
        assert_eq!(sue.browser.post(&format!("{path}/end"), json!({ "reason": " " })).await.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        let foreign = sue.browser.post(&format!("/api/players/{other}/sessions/{session}/end"), reason.clone()).await;
        assert_eq!((foreign.status.as_u16(), foreign.code()), (409, "session_gone"), "a session of somebody else");
        jane.get("/api/player/sessions").await.expect(200);
        let left = sue.browser.post(&format!("{path}/{session}/end"), reason.clone()).await.expect(200);
        assert_eq!(left["sessions"], json!([]));
        jane.get("/api/player/sessions").await.expect(401);
        for path in [format!("{path}/{session}/end"), format!("{path}/end")] {
            let late = sue.browser.post(&path, reason.clone()).await;
            assert_eq!((late.status.as_u16(), late.code()), (409, "session_gone"));
        }
        let entries = office.log(&carl, &format!("?player={id}"), 1).await;
        assert_eq!(kinds(&entries), ["player.sessions_ended"], "what did not happen is no fact");
        assert_eq!((&entries[0]["email"], &entries[0]["reason"]), (&json!(sue.email), &json!("a stolen phone")));
    }

    async fn notes_are_kept_and_counted_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, paul) = (office.member(Role::Support).await, office.member(Role::Payments).await);
        let boss = office.member(Role::Administrator).await;
        let (_, id) = kit.player("jane@example.com").await;
        let path = format!("/api/players/{id}/notes");
        for (text, rule) in [(" ".to_owned(), "REQUIRED"), ("x".repeat(2_001), "TOO_LONG")] {
            let refused = sue.browser.post(&path, json!({ "text": text })).await;
            assert_eq!(refused.field("text"), [format!("VALIDATION.TEXT.{rule}")]);
        }
        let first = json!({ "text": "<b>Calls</b> on Mondays\nnever before noon" });
        let made = sue.browser.post_once("key", &path, first.clone()).await.expect(201);
        let again = sue.browser.post_once("key", &path, first.clone()).await.expect(201);
        assert_eq!(made["id"], again["id"], "the same call counts once");
        paul.browser.post_once("key", &path, first.clone()).await.expect(201);
        for number in 0..50 {
            kit.app.clock.advance(Duration::from_millis(1));
            sue.browser.post(&path, json!({ "text": format!("note {number}") })).await.expect(201);
        }
        let list = paul.browser.get(&path).await.expect(200);
        let texts = each(&list["notes"], "text");
        assert_eq!((texts.len(), &texts[0], &texts[49]), (50, &json!("note 49"), &json!("note 0")));
        let rest = paul.browser.get(&format!("{path}?after={}", list["next"].as_str().unwrap())).await.expect(200);
        let mut by = each(&rest["notes"], "by");
        by.sort_by_key(Value::to_string);
        assert_eq!(by, ["payments of payments@house.example", "support of support@house.example"]);
        assert_eq!((&rest["notes"][0]["text"], &rest["next"]), (&first["text"], &Value::Null));
        let entries = office.log(&boss, &format!("?member={}&player={id}", paul.id), 1).await;
        assert_eq!((kinds(&entries), &entries[0]["reason"]), (vec!["player.note_added"], &Value::Null));
    }

    async fn mails_documents_and_the_conversation_are_found_from_the_page(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let (jane, id) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("other@example.com").await;
        let of = async |part: &str| boss.browser.get(&format!("/api/players/{id}/{part}")).await.expect(200);
        assert_eq!((&of("chat").await["chat"], &of("documents").await["documents"]), (&Value::Null, &json!([])));
        jane.post("/api/chat/messages", json!({ "text": "Hello" })).await.expect(201);
        assert_eq!(of("chat").await["chat"]["player"]["id"], json!(id));
        let document = uploaded(&kit, &jane, "one", "identity").await;
        assert_eq!(each(&of("documents").await["documents"], "id"), [json!(document)]);
        let mails = of("mails").await;
        let (subject, state) = (&mails["mails"][0]["subject"], &mails["mails"][0]["state"]);
        assert_eq!((subject.as_str().map(str::is_empty), state), (Some(false), &json!("waiting")));
        assert!(!mails.to_string().contains("jane@"), "{mails}");
        let theirs = boss.browser.get(&format!("/api/players/{other}/mails")).await.expect(200);
        let [mine, theirs] = [&mails, &theirs].map(|list| each(&list["mails"], "id"));
        assert!(mine.iter().all(|mail| !theirs.contains(mail)), "{mine:?} {theirs:?}");
    }

    async fn gifts_are_those_of_the_player(kit: Kit) {
        let (jane, id) = crate::bonus::player(&kit, 0).await;
        let office = Office::open(&kit).await;
        let sue = office.member(Role::Support).await;
        let gift = crate::bonus::gift(&kit, &jane, id, "MONEY").await;
        let gifts = sue.browser.get(&format!("/api/players/{id}/gifts")).await.expect(200);
        let both = [each(&gifts["bonuses"], "id"), each(&gifts["freespins"], "id")].concat();
        assert_eq!(both, [json!(gift)]);
    }
}

on_each_engine! {
    async fn payments_and_links_go_beyond_the_first_page(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let office = Office::open(&payments.kit).await;
        let sue = office.member(Role::Support).await;
        let (ada, bob) = (payments.player("EUR").await, payments.player("EUR").await);
        payments.fill(&ada, 10_000).await;
        assert_eq!(sue.browser.get(&format!("/api/players/{}/links", ada.id)).await.expect(200)["links"], json!([]));
        payments.fill(&bob, 5_000).await;
        let links = sue.browser.get(&format!("/api/players/{}/links", ada.id)).await.expect(200)["links"].clone();
        assert_eq!((links[0]["player"]["id"].as_i64(), &links[0]["kind"]), (Some(bob.id), &json!("account")));
        let path = format!("/api/players/{}/payments", ada.id);
        let list = sue.browser.get(&path).await.expect(200);
        let made = each(&list["payments"], "id");
        assert_eq!((made.len(), &list["payments"][0]["amount_cents"], &list["next"]), (1, &json!(10_000), &Value::Null));
        let after = sue.browser.get(&format!("{path}?after={}", made[0].as_str().unwrap())).await.expect(200);
        assert_eq!(after["payments"], json!([]));
        payments.close().await;
    }
}
