//! Who waits for staff, in which order, and what a visitor reads of a long conversation.

use std::time::Duration;

use croupier_db::params;
use croupier_server::chat::{self, Answered};
use croupier_server::player;
use croupier_server::staff::BrandScope;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{DAY, guest, restore_id, say, texts};
use crate::browser::Browser;
use crate::testkit::Kit;

async fn make_silver(kit: &Kit, id: i64) {
    let mut tx = kit.app.db.begin().await.unwrap();
    player::add_groups(&kit.app, &mut tx, id, &[258]).await.unwrap();
    tx.commit().await.unwrap();
}

/// The numbers of messages that `browser` is shown at `path`.
async fn numbers(browser: &Browser, path: &str) -> Vec<i64> {
    let found = browser.get(path).await.expect(200);
    let messages = found["conversation"]["messages"].as_array().unwrap();
    messages.iter().map(|message| message["seq"].as_i64().unwrap()).collect()
}

async fn change(kit: &Kit, sql: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, vec![]).await.unwrap();
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn vip_players_have_their_own_group_and_come_first(kit: Kit) {
        let (regular, joe) = kit.player("joe@example.com").await;
        let (silver, jane) = kit.player("jane@example.com").await;
        let anna = guest(&kit, &restore_id(&kit).await);
        for browser in [&anna, &regular] {
            say(browser, "Hi").await;
            assert_eq!(browser.get("/api/chat").await.expect(200)["group"], 1);
            kit.app.clock.advance(DAY);
        }
        make_silver(&kit, jane).await;
        say(&silver, "Hi").await;
        assert_eq!(silver.get("/api/chat").await.expect(200)["group"], 2);
        let listed = chat::open_conversations(&kit.app.db, &BrandScope::ALL, 1).await.unwrap();
        let order: Vec<_> = listed.conversations.iter().map(|one| (one.routing_group, one.player)).collect();
        assert_eq!(order, [(2, Some(jane)), (1, Some(joe)), (1, None)], "who has waited longest is a guest");
    }

    async fn who_writes_again_keeps_the_place(kit: Kit) {
        let (first, joe) = kit.player("joe@example.com").await;
        let (second, jane) = kit.player("jane@example.com").await;
        let began = kit.app.clock.now();
        say(&first, "Hi").await;
        kit.app.clock.advance(Duration::from_mins(7));
        say(&second, "Hi").await;
        kit.app.clock.advance(Duration::from_mins(3));
        say(&first, "Anybody?").await;
        let list = async || chat::open_conversations(&kit.app.db, &BrandScope::ALL, 1).await.unwrap().conversations;
        let found = list().await;
        assert_eq!((found[0].player, found[0].waiting_since), (Some(joe), Some(began)));
        let id = found[0].id;
        assert_eq!(chat::reply(&kit.app.db, id, "Ann", "Yes", kit.app.clock.now()).await.unwrap(), Answered::Done);
        let found = list().await;
        assert_eq!((found[0].player, found[1].waiting_since), (Some(jane), None));
        kit.app.clock.advance(Duration::from_mins(1));
        say(&first, "Thanks, and").await;
        assert_eq!(list().await[1].waiting_since, Some(kit.app.clock.now()));
        chat::close(&kit.app.db, id, "Ann", kit.app.clock.now()).await.unwrap();
        let shown = async || chat::shown(&kit.app.db, id).await.unwrap().unwrap().0.waiting_since;
        assert_eq!(shown().await, None);
        kit.app.clock.advance(Duration::from_mins(1));
        say(&first, "Not yet").await;
        assert_eq!(shown().await, Some(kit.app.clock.now()));
    }

    async fn a_flood_of_guests_is_paged_and_counted(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO chat_conversation (id, routing_group, locale, host, message_count, read_seq,
                       waiting_since_ms, created_at_ms, updated_at_ms)
                   VALUES ($1, 1, 'en', '', 1, 1, 1, 1, 1)";
        tx.execute_each(sql, (1..=203).map(|number| params![Uuid::from_u128(number)]).collect()).await.unwrap();
        tx.commit().await.unwrap();
        say(&browser, "Hi").await;
        let first = chat::open_conversations(&kit.app.db, &BrandScope::ALL, 1).await.unwrap();
        assert_eq!((first.conversations[0].player, first.conversations.len(), first.total), (Some(id), 200, 204));
        let second = chat::open_conversations(&kit.app.db, &BrandScope::ALL, 2).await.unwrap();
        assert_eq!((second.conversations.len(), second.total), (4, 204));
        assert!(second.conversations.iter().all(|one| !first.conversations.contains(one)));
        let run = |words: &[&str]| {
            let output = kit.command().arg("chat").args(words).output().unwrap();
            (output.status.success(), String::from_utf8(output.stdout).unwrap())
        };
        assert!(run(&["list"]).1.ends_with("4 more: croupier chat list --page 2\n"));
        assert_eq!(run(&["list", "--page", "2"]).1.lines().count(), 4);
        assert!(run(&["list", "--page", "3"]).1.contains("204 open conversations"));
        assert!(!run(&["list", "--page", "0"]).0);
    }

    async fn a_full_conversation_lets_go_of_its_oldest_message(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        for text in ["one", "two", "three"] {
            say(&browser, text).await;
        }
        change(&kit, "UPDATE chat_message SET seq = seq + 4998").await;
        change(&kit, "UPDATE chat_conversation SET message_count = 5001").await;
        assert_eq!(say(&browser, "four").await["seq"], 5_002);
        assert_eq!(texts(&browser).await.len(), 4, "5,000 are kept");
        change(&kit, "UPDATE chat_message SET seq = 1 WHERE seq = 4999").await;
        assert_eq!(say(&browser, "five").await["seq"], 5_003);
        assert_eq!(numbers(&browser, "/api/chat").await, [5_000, 5_001, 5_002, 5_003]);
    }

    async fn messages_are_read_from_both_ends(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        for number in 1..=5 {
            say(&browser, &format!("{number}")).await;
        }
        for (asked, expected) in [
            ("", &[1, 2, 3, 4, 5][..]),
            ("?after=3", &[4, 5]),
            ("?after=5", &[]),
            ("?before=3", &[1, 2]),
            ("?after=1&before=4", &[2, 3]),
            ("?after=-9223372036854775808&before=9223372036854775807", &[1, 2, 3, 4, 5]),
        ] {
            assert_eq!(numbers(&browser, &format!("/api/chat{asked}")).await, expected, "{asked}");
        }
        browser.get("/api/chat?after=x").await.expect(422);
        let mut looks = 6;
        let refused = loop {
            let answer = browser.get("/api/chat?after=5").await;
            if answer.status != 200 {
                break answer;
            }
            looks += 1;
            assert!(looks <= 240, "240 looks a minute");
        };
        assert!(refused.headers.contains_key("retry-after"));
        refused.expect(429);
        let marked = browser.post("/api/chat/read", json!({ "seq": 5 })).await;
        assert_eq!((marked.status.as_u16(), marked.code()), (429, "too_many_requests"));
        let stranger = kit.browser().get("/api/chat").await.expect(200);
        assert_eq!(stranger["conversation"], Value::Null);
        let anna = guest(&kit, &restore_id(&kit).await);
        say(&anna, "Hi").await;
        assert_eq!(texts(&anna).await.len(), 1, "others look on");
    }
}
