//! What becomes of a guest's conversation when the guest signs in.

use std::time::Duration;

use croupier_db::params;
use croupier_server::chat::{self, Answered};
use croupier_server::player;
use croupier_server::staff::BrandScope;
use serde_json::{Value, json};

use super::{conversation, guest, id_of, line, restore_id, say, texts};
use crate::browser::Browser;

async fn join(browser: &Browser, restore_id: &str) {
    browser.post("/restore-id/set", json!({ "restore_id": restore_id })).await.expect(204);
}

on_both_engines! {
    async fn a_message_on_its_way_reaches_the_conversation_of_the_player(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        // The first message of the guest is on its way as well.
        for (written, expected) in [(false, 1), (true, 3)] {
            let token = restore_id(&kit).await;
            let anna = guest(&kit, &token);
            if written {
                say(&anna, "before").await;
            }
            join(&browser, &token).await;
            assert_eq!(say(&anna, "on its way").await["seq"], expected);
            assert_eq!(conversation(&anna).await, Value::Null, "the restore id reads nothing");
            assert_eq!(texts(&browser).await.last().unwrap(), &line(expected, "visitor", "on its way"));
            kit.app.clock.advance(Duration::from_mins(10));
            assert_eq!(say(&anna, "another guest of this browser").await["seq"], 1);
        }
        let found = chat::open_conversations(&kit.app.db, &BrandScope::ALL, 1).await.unwrap().conversations;
        assert_eq!(found.iter().filter(|one| one.player == Some(id)).count(), 1);
        kit.app.clock.advance(Duration::from_hours(24 * 400));
        chat::sweep::forget_old(&kit.app).await.unwrap();
        let left = kit.app.db.query_one("SELECT COUNT(*) FROM chat_guest", params![]).await.unwrap();
        assert_eq!(left.get::<i64>(0).unwrap(), 0);
    }

    async fn messages_and_sign_ins_at_once_lose_nothing(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let mut tokens = Vec::new();
        for _ in 0..8 {
            tokens.push(restore_id(&kit).await);
        }
        let guests: Vec<Browser> = tokens.iter().map(|token| guest(&kit, token)).collect();
        let said = futures_util::future::join_all(guests.iter().map(|anna| say(anna, "from a guest")));
        let joined = futures_util::future::join_all(tokens.iter().map(|token| join(&browser, token)));
        let own = say(&browser, "from the player");
        tokio::join!(said, joined, own);
        let texts = texts(&browser).await;
        let numbers: Vec<i64> = texts.iter().map(|(seq, ..)| *seq).collect();
        assert_eq!(numbers, (1..=9).collect::<Vec<_>>());
    }

    async fn a_joined_conversation_is_answered_by_the_group_of_its_player(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        player::add_groups(&kit.app, &mut tx, id, &[258]).await.unwrap();
        tx.commit().await.unwrap();
        let (first, second) = (restore_id(&kit).await, restore_id(&kit).await);
        let group = async || chat::open_conversations(&kit.app.db, &BrandScope::ALL, 1).await.unwrap().conversations[0].routing_group;
        say(&guest(&kit, &first), "Hi").await;
        assert_eq!(group().await, 1);
        join(&browser, &first).await;
        assert_eq!(group().await, 2, "given to the player");
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE chat_conversation SET routing_group = 1", params![]).await.unwrap();
        tx.commit().await.unwrap();
        say(&guest(&kit, &second), "Hi again").await;
        join(&browser, &second).await;
        assert_eq!(group().await, 2, "joined to the player's");
    }

    async fn who_has_closed_the_players_conversation_answers_it_no_more(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        say(&browser, "Hi").await;
        let (own, now) = (id_of(&browser).await, kit.app.clock.now());
        chat::reply(&kit.app.db, own, "Ann", "Hello", now).await.unwrap();
        chat::close(&kit.app.db, own, "Ann", now).await.unwrap();
        let token = restore_id(&kit).await;
        kit.app.clock.advance(Duration::from_mins(1));
        say(&guest(&kit, &token), "Hi as a guest").await;
        join(&browser, &token).await;
        let found = conversation(&browser).await;
        assert_eq!((&found["state"], &found["assigned_to"]), (&json!("open"), &Value::Null));
        let waiting = chat::shown(&kit.app.db, own).await.unwrap().unwrap().0.waiting_since;
        assert_eq!(waiting, Some(kit.app.clock.now()));
        assert_eq!(chat::reply(&kit.app.db, own, "Ben", "Hello", now).await.unwrap(), Answered::Done);
    }

    async fn the_id_of_a_widget_stays_when_a_guest_signs_in(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        join(&browser, "theirs").await;
        join(&browser, &restore_id(&kit).await).await;
        let kept = browser.post("/restore-id/get", json!({})).await.expect(200);
        assert_eq!(kept, json!({ "restore_id": "theirs" }));
    }

    async fn a_key_counts_for_one_guest_only(kit: Kit) {
        let (anna, ben) = (guest(&kit, &restore_id(&kit).await), guest(&kit, &restore_id(&kit).await));
        let message = json!({ "text": "once" });
        let first = anna.post_once("k", "/api/chat/messages", message.clone()).await.expect(201);
        assert_eq!(anna.post_once("k", "/api/chat/messages", message.clone()).await.expect(201), first);
        let other = ben.post_once("k", "/api/chat/messages", message.clone()).await;
        assert_eq!((other.status.as_u16(), other.code()), (409, "idempotency_conflict"));
        // A browser with a restore id that is none begins anew, and its key is free.
        let forger = guest(&kit, "made-up").post_once("m", "/api/chat/messages", message.clone()).await;
        assert_eq!((forger.status.as_u16(), forger.code()), (409, "invalid_state"));
        ben.post_once("m", "/api/chat/messages", message).await.expect(201);
    }

    async fn a_guests_message_overtakes_no_batch_of_money(kit: Kit) {
        let versions = async || {
            let rows = kit.app.db.query("SELECT version FROM lane ORDER BY id", params![]).await.unwrap();
            rows.iter().map(|row| row.get::<i64>(0).unwrap()).collect::<Vec<_>>()
        };
        let (browser, _) = kit.player("jane@example.com").await;
        let before = versions().await;
        let token = restore_id(&kit).await;
        say(&guest(&kit, &token), "Hi").await;
        join(&browser, &token).await;
        say(&browser, "Hi again").await;
        chat::reply(&kit.app.db, id_of(&browser).await, "Ann", "Hello", kit.app.clock.now()).await.unwrap();
        browser.post("/api/chat/read", json!({ "seq": 3 })).await.expect(204);
        assert_eq!(versions().await, before);
        let sql = "SELECT player_id, kind FROM event WHERE kind LIKE 'chat.%' ORDER BY at_ms, lsn";
        assert_eq!(kit.app.db.query(sql, params![]).await.unwrap().len(), 5, "each step is in the log");
    }
}
