//! Support chat: whose conversation it is, in which order, and what staff do in it.

mod joined;
mod offered;
mod pictures;
mod waiting;

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::chat::{self, Answered};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::browser::{Browser, PASSWORD};
use crate::realtime::Client;
use crate::stops::stop;
use crate::testkit::Kit;

const DAY: Duration = Duration::from_hours(24);

async fn say(browser: &Browser, text: &str) -> Value {
    browser.post("/api/chat/messages", json!({ "text": text })).await.expect(201)
}

async fn conversation(browser: &Browser) -> Value {
    browser.get("/api/chat").await.expect(200)["conversation"].clone()
}

async fn id_of(browser: &Browser) -> Uuid {
    conversation(browser).await["id"].as_str().unwrap().parse().unwrap()
}

/// Number, writer and text of each message that `browser` is shown.
async fn texts(browser: &Browser) -> Vec<(i64, String, String)> {
    let conversation = conversation(browser).await;
    let message = |message: &Value| {
        let text = |name: &str| message[name].as_str().unwrap_or("visitor").to_owned();
        (message["seq"].as_i64().unwrap(), text("staff_name"), text("text"))
    };
    conversation["messages"].as_array().unwrap().iter().map(message).collect()
}

fn line(seq: i64, name: &str, text: &str) -> (i64, String, String) {
    (seq, name.to_owned(), text.to_owned())
}

async fn restore_id(kit: &Kit) -> String {
    let begun = kit.browser().post("/api/chat/guests", json!({})).await.expect(201);
    begun["restore_id"].as_str().unwrap().to_owned()
}

fn guest(kit: &Kit, restore_id: &str) -> Browser {
    kit.browser().with("x-chat-restore-id", restore_id)
}

async fn socket(kit: &Kit, browser: &Browser) -> Client {
    let settings = browser.get("/api/player/settings").await.expect(200);
    Client::connect(kit.address, settings["realtime"]["token"].as_str().unwrap()).await.0
}

/// Waits for the frame that tells of a change of the conversation.
async fn changed(socket: &mut Client) {
    loop {
        let (channel, data, offset) = socket.publication().await;
        if channel.starts_with("chat#") {
            assert_eq!(data, json!({ "changed": true }), "no text is in the log");
            return assert!(offset.is_some(), "it is sent again after a lost connection");
        }
    }
}

on_both_engines! {
    async fn a_player_and_staff_talk_on_every_page_of_the_player(kit: Kit) {
        let (tab, _) = kit.player("jane@example.com").await;
        let device = kit.browser();
        let form = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        device.post("/api/users/sign_in", form).await.expect(201);
        let (mut first, mut second) = (socket(&kit, &tab).await, socket(&kit, &device).await);
        assert_eq!(conversation(&tab).await, Value::Null);
        let sent = say(&tab, "Hello?\r\nIs anybody there? ").await;
        let expected = json!({
            "seq": 1, "from": "visitor", "staff_name": null, "text": "Hello?\nIs anybody there?", "picture": null,
            "created_at": "2026-01-01T00:00:00.000Z",
        });
        assert_eq!(sent, expected);
        changed(&mut first).await;
        changed(&mut second).await;
        assert_eq!(conversation(&device).await["messages"], json!([expected]));
        let id = id_of(&tab).await;
        kit.app.clock.advance(Duration::from_mins(1));
        let now = kit.app.clock.now();
        assert_eq!(chat::reply(&kit.app.db, id, "Ann", "Yes, I am.", now).await.unwrap(), Answered::Done);
        changed(&mut first).await;
        changed(&mut second).await;
        for browser in [&tab, &device] {
            let found = conversation(browser).await;
            let reported = (&found["state"], &found["assigned_to"], &found["unread_count"]);
            assert_eq!(reported, (&json!("open"), &json!("Ann"), &json!(1)));
            assert_eq!(found["messages"][1]["created_at"], "2026-01-01T00:01:00.000Z");
        }
        // What one page has shown is read on the other. A number beyond the last message changes nothing.
        device.post("/api/chat/read", json!({ "seq": 3 })).await.expect(204);
        assert_eq!(conversation(&tab).await["unread_count"], 1);
        device.post("/api/chat/read", json!({ "seq": 2 })).await.expect(204);
        changed(&mut first).await;
        assert_eq!(conversation(&tab).await["unread_count"], 0);
        for number in 2..=4 {
            chat::reply(&kit.app.db, id, "Ann", &format!("{number}"), now).await.unwrap();
        }
        assert_eq!(conversation(&tab).await["unread_count"], 3);
        let bodies = kit.app.db.query("SELECT body FROM event WHERE kind LIKE 'chat.%'", params![]).await.unwrap();
        assert!(bodies.iter().all(|row| !row.get::<String>(0).unwrap().contains("anybody")));
    }

    async fn nobody_reads_or_writes_the_conversation_of_another(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let (joe, _) = kit.player("joe@example.com").await;
        let (token, other) = (restore_id(&kit).await, restore_id(&kit).await);
        let (anna, stranger) = (guest(&kit, &token), guest(&kit, &other));
        say(&jane, "Jane's").await;
        say(&anna, "Anna's").await;
        assert_eq!(conversation(&joe).await, Value::Null);
        assert_eq!(conversation(&stranger).await, Value::Null);
        // A player's session counts, whatever restore id a browser names beside it.
        let jane = jane.with("x-chat-restore-id", &token);
        assert_eq!(texts(&jane).await, [line(1, "visitor", "Jane's")]);
        joe.post("/api/chat/read", json!({ "seq": 1 })).await.expect(204);
        joe.post("/api/chat/transcript", json!({})).await.expect(404);
        // Restore ids that this installation has not given out.
        let (id, signature) = token.split_once('.').unwrap();
        let bent = format!("{}{}.{signature}", if id.starts_with('A') { "B" } else { "A" }, &id[1..]);
        for made_up in ["", "x", ".", &bent, &format!("{id}."), &format!("{id}.{}", &other[23..])] {
            let forger = guest(&kit, made_up);
            assert_eq!(conversation(&forger).await, Value::Null, "{made_up}");
            for (path, body) in [("messages", json!({ "text": "Hi" })), ("read", json!({ "seq": 1 }))] {
                forger.post(&format!("/api/chat/{path}"), body).await.expect(409);
            }
        }
        kit.browser().post("/api/chat/messages", json!({ "text": "Hi" })).await.expect(409);
        kit.browser().post("/api/chat/transcript", json!({})).await.expect(401);
        anna.post("/api/chat/transcript", json!({})).await.expect(401);
        assert_eq!(texts(&anna).await, [line(1, "visitor", "Anna's")]);
    }

    async fn parallel_messages_keep_order_and_count(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        say(&browser, "first").await;
        let id = id_of(&browser).await;
        let own = futures_util::future::join_all((0..50).map(|number| {
            let browser = &browser;
            async move { say(browser, &format!("own {number}")).await["seq"].as_i64().unwrap() }
        }));
        let staff = futures_util::future::join_all((0..50).map(|number| {
            let (db, now) = (&kit.app.db, kit.app.clock.now());
            async move { chat::reply(db, id, "Ann", &format!("staff {number}"), now).await.unwrap() }
        }));
        let (mut seqs, replies) = tokio::join!(own, staff);
        assert!(replies.iter().all(|reply| *reply == Answered::Done));
        seqs.sort_unstable();
        seqs.dedup();
        assert_eq!(seqs.len(), 50, "no two have a number");
        let texts = texts(&browser).await;
        let numbers: Vec<i64> = texts.iter().map(|(seq, ..)| *seq).collect();
        assert_eq!(numbers, (1..=101).collect::<Vec<_>>());
        assert_eq!(texts.iter().filter(|(_, name, _)| name == "Ann").count(), 50);
        let last_own = texts.iter().rposition(|(_, name, _)| name == "visitor").unwrap();
        let unread = conversation(&browser).await["unread_count"].as_u64().unwrap();
        assert_eq!(unread, (100 - last_own) as u64, "who writes has read what stands above");
        for number in 51..60 {
            say(&browser, &format!("own {number}")).await;
        }
        let answer = browser.post("/api/chat/messages", json!({ "text": "too many" })).await;
        assert!(answer.headers.contains_key("retry-after"));
        answer.expect(429);
    }

    async fn text_stays_text_within_its_limits(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        for text in ["<script>alert(1)</script>", "<b>\"bold\"</b> & {brand}", "😀 مرحبا"] {
            assert_eq!(say(&browser, text).await["text"], text);
        }
        let longest = "ä".repeat(2_000);
        assert_eq!(say(&browser, &longest).await["text"], longest);
        assert!(!say(&browser, "card 4111 1111 1111 1111").await["text"].as_str().unwrap().contains("1111 1111"));
        for text in [json!(""), json!(" \n "), json!("ä".repeat(2_001)), json!("bell \u{7}"), json!("nul \u{0}"), json!(7), Value::Null] {
            let answer = browser.post("/api/chat/messages", json!({ "text": text })).await;
            assert_eq!(answer.status, 422, "{text}: {}", answer.body);
        }
        for seq in [json!("1"), Value::Null, json!(1.5)] {
            browser.post("/api/chat/read", json!({ "seq": seq })).await.expect(422);
        }
        for seq in [json!(-1), json!(0), json!(i64::MAX)] {
            browser.post("/api/chat/read", json!({ "seq": seq })).await.expect(204);
        }
        assert_eq!(texts(&browser).await.len(), 5);
        // The same call twice is one message.
        let again = json!({ "text": "once" });
        let first = browser.post_once("k", "/api/chat/messages", again.clone()).await.expect(201);
        assert_eq!(browser.post_once("k", "/api/chat/messages", again).await.expect(201), first);
        assert_eq!(texts(&browser).await.len(), 6);
    }

    async fn a_guest_who_signs_in_goes_on_with_the_conversation(kit: Kit) {
        let token = restore_id(&kit).await;
        let anna = guest(&kit, &token);
        anna.post("/restore-id/set", json!({ "restore_id": token })).await.expect(401);
        assert_eq!(anna.post("/restore-id/get", json!({})).await.expect(200), json!({ "restore_id": null }));
        say(&anna, "as a guest").await;
        let id = id_of(&anna).await;
        let now = kit.app.clock.now();
        chat::reply(&kit.app.db, id, "Ann", "Hello guest", now).await.unwrap();
        assert_eq!(conversation(&anna).await["unread_count"], 1);
        let (browser, player) = kit.player("jane@example.com").await;
        assert_eq!(browser.post("/restore-id/get", json!({})).await.expect(200), json!({ "restore_id": null }));
        browser.post("/restore-id/set", json!({ "restore_id": token })).await.expect(204);
        assert_eq!(texts(&browser).await, [line(1, "visitor", "as a guest"), line(2, "Ann", "Hello guest")]);
        assert_eq!(id_of(&browser).await, id);
        assert_eq!(conversation(&anna).await, Value::Null, "the restore id opens nothing any more");
        let device = kit.browser();
        let form = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        device.post("/api/users/sign_in", form).await.expect(201);
        assert_eq!(device.post("/restore-id/get", json!({})).await.expect(200), json!({ "restore_id": null }), "only a widget keeps one");
        // Another conversation of a guest follows the player's own.
        let second = restore_id(&kit).await;
        let again = guest(&kit, &second);
        say(&again, "a guest again").await;
        let joined = id_of(&again).await;
        for _ in 0..2 {
            browser.post("/restore-id/set", json!({ "restore_id": second })).await.expect(204);
        }
        assert_eq!(texts(&device).await[2], line(3, "visitor", "a guest again"));
        assert_eq!(conversation(&device).await["unread_count"], 1, "what was unread stays unread");
        assert_eq!(chat::reply(&kit.app.db, joined, "Ann", "?", now).await.unwrap(), Answered::Unknown);
        say(&browser, "as a player").await;
        assert_eq!(texts(&device).await.last().unwrap(), &line(4, "visitor", "as a player"));
        assert_eq!(chat::shown(&kit.app.db, id).await.unwrap().unwrap().0.player, Some(player));
        for value in [json!(""), json!("x".repeat(201)), json!("two\nlines")] {
            browser.post("/restore-id/set", json!({ "restore_id": value })).await.expect(422);
        }
    }

    async fn who_is_stopped_still_reaches_support(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        say(&browser, "Please close my account").await;
        let conversation = id_of(&browser).await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        browser.post("/api/chat/transcript", json!({})).await.expect(401);
        let guest = browser.with("x-chat-restore-id", &restore_id(&kit).await);
        say(&guest, "And now?").await;
        assert_eq!(texts(&guest).await, [line(1, "visitor", "And now?")]);
        let now = kit.app.clock.now();
        assert_eq!(chat::reply(&kit.app.db, conversation, "Ann", "Done.", now).await.unwrap(), Answered::Done);
    }

    async fn what_nobody_touches_for_long_is_deleted(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let anna = guest(&kit, &restore_id(&kit).await);
        say(&browser, "a player's").await;
        say(&anna, "a guest's").await;
        let rows = async || {
            let sql = "SELECT (SELECT COUNT(*) FROM chat_conversation), (SELECT COUNT(*) FROM chat_message)";
            let row = kit.app.db.query_one(sql, params![]).await.unwrap();
            (row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap())
        };
        for (days, left) in [(29, (2, 2)), (1, (1, 1)), (334, (1, 1)), (1, (0, 0))] {
            kit.app.clock.advance(DAY * days);
            chat::sweep::forget_old(&kit.app).await.unwrap();
            assert_eq!(rows().await, left, "{days} days later");
        }
    }

    async fn a_transcript_goes_to_the_confirmed_address_of_its_player(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        browser.post("/api/chat/transcript", json!({})).await.expect(404);
        say(&browser, "<b>Hello</b>\n{brand}").await;
        chat::reply(&kit.app.db, id_of(&browser).await, "Ann", "Good day", kit.app.clock.now()).await.unwrap();
        browser.post("/api/chat/transcript", json!({})).await.expect(409);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE login SET confirmed_at_ms = 1 WHERE player_id = $1", params![id]).await.unwrap();
        tx.commit().await.unwrap();
        for _ in 0..3 {
            browser.post("/api/chat/transcript", json!({})).await.expect(204);
        }
        browser.post("/api/chat/transcript", json!({})).await.expect(429);
        let sql = "SELECT recipient, body, html FROM mail_outbox WHERE subject = 'Your chat with us'";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        assert_eq!(rows.len(), 3);
        let text = |column| rows[0].get::<String>(column).unwrap();
        assert_eq!(text(0), "jane@example.com");
        assert!(text(1).contains("2026-01-01 00:00 UTC, You:\n<b>Hello</b>\n{brand}\n\n2026-01-01 00:00 UTC, Ann:\nGood day"), "{}", text(1));
        assert!(text(2).contains("&lt;b&gt;Hello&lt;/b&gt;<br>") && !text(2).contains("<b>"), "{}", text(2));
    }

    async fn staff_answer_by_a_command_that_the_log_remembers(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        say(&browser, "Hi\nthere").await;
        let id = id_of(&browser).await.to_string();
        let mut socket = socket(&kit, &browser).await;
        let run = |words: &[&str]| {
            let output = kit.command().arg("chat").args(words).output().unwrap();
            let reported = [output.stdout, output.stderr].concat();
            (output.status.success(), String::from_utf8_lossy(&reported).into_owned())
        };
        let done = |words: &[&str]| {
            let (ok, reported) = run(words);
            assert!(ok, "{words:?}: {reported}");
            reported
        };
        assert!(done(&["list"]).contains(&format!("{id} player ")));
        assert!(done(&["show", &id]).contains("jane@example.com"));
        done(&["reply", &id, "--by", "Ann", "--text", "Hello"]);
        changed(&mut socket).await;
        for (words, said) in [
            (&["reply", &id, "--by", "Ben", "--text", "Me too"][..], "Ann answers"),
            (&["reply", &id, "--by", "Ann"], "croupier chat"),
            (&["reply", &id, "--text", "x"], "croupier chat"),
            (&["reply", &id, "--by", "Ann", "--text", " "], "--text"),
            (&["reply", "7", "--by", "Ann", "--text", "x"], "no id"),
            (&["close", "00000000-0000-4000-8000-000000000000", "--by", "Ann"], "no conversation"),
            (&["show", "00000000-0000-4000-8000-000000000000"], "no conversation"),
            (&["hand-over", &id, "--to", "Ben"], "croupier chat"),
            (&["shout", &id], "croupier chat"),
            (&[], "croupier chat"),
        ] {
            let (ok, reported) = run(words);
            assert!(!ok && reported.contains(said), "{words:?}: {reported}");
        }
        done(&["hand-over", &id, "--to", "Ben", "--by", "Ann"]);
        changed(&mut socket).await;
        assert_eq!(conversation(&browser).await["assigned_to"], "Ben");
        done(&["reply", &id, "--by", "Ben", "--text", "Now it is me"]);
        done(&["close", &id, "--by", "Ben"]);
        assert!(!run(&["close", &id, "--by", "Ben"]).0);
        assert!(!run(&["hand-over", &id, "--to", "Ann", "--by", "Ben"]).0);
        assert_eq!(conversation(&browser).await["state"], "closed");
        assert!(done(&["list"]).contains("no open conversations"));
        // A further message opens it again, for anybody.
        say(&browser, "One more thing").await;
        let found = conversation(&browser).await;
        assert_eq!((&found["state"], &found["assigned_to"]), (&json!("open"), &Value::Null));
        done(&["reply", &id, "--by", "Ann", "--text", "Sure"]);
        assert_eq!(texts(&browser).await.last().unwrap(), &line(5, "Ann", "Sure"));
        let sql = "SELECT body FROM event WHERE kind IN ('chat.handed_over', 'chat.closed') ORDER BY lsn";
        let bodies = kit.app.db.query(sql, params![]).await.unwrap();
        let by = |row| serde_json::from_str::<Value>(&croupier_db::Row::get::<String>(row, 0).unwrap()).unwrap()["by"].clone();
        assert_eq!(bodies.iter().map(by).collect::<Vec<_>>(), [json!("Ann"), json!("Ben")]);
    }
}
