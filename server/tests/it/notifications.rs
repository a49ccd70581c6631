//! Notifications of staff: who reads them, on which devices, and for how long.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::app::App;
use croupier_server::notifications::{self, Audience, Draft, LIVE_OF_PLAYER_MAX, Outcome, sweep};
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::Clock;
use croupier_server::player;
use serde_json::{Value, json};

use crate::browser::{Browser, PASSWORD};
use crate::realtime::Client;
use crate::stops::stop_until;

const HOUR: Duration = Duration::from_hours(1);

/// A notification that expires with the first day of the tests' clock.
const FILE: &str = r#"
icon = "gift"
expires = "2026-01-02T00:00:00Z"
title = { en = "A gift", de = "Ein Geschenk" }
text = { en = "It waits for you.", de = "Es wartet." }
button = { title = { en = "See it" }, path = "/promotions" }
"#;

async fn try_send(app: &App, audience: Audience) -> Outcome {
    try_send_file(app, FILE, audience).await
}

async fn try_send_file(app: &App, file: &str, audience: Audience) -> Outcome {
    let now = app.clock.now();
    let draft = Draft::read(file, audience, now, |_| Some("/promotions".to_owned())).unwrap();
    notifications::send(&app.db, app.entropy.uuid(&app.clock), &draft, "Ann", now).await.unwrap()
}

async fn send(app: &App, audience: Audience) {
    assert_eq!(try_send(app, audience).await, Outcome::Sent);
}

async fn join(app: &App, player: i64, group: i64) {
    let mut tx = app.db.begin().await.unwrap();
    player::add_groups(app, &mut tx, player, &[group]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn list(browser: &Browser) -> Vec<Value> {
    let list = browser.get("/api/player/notifications").await.expect(200);
    list.as_array().unwrap().clone()
}

/// What `browser` finds: of each notification whether it was read.
async fn reads(browser: &Browser) -> Vec<bool> {
    list(browser).await.iter().map(|entry| entry["read"].as_bool().unwrap()).collect()
}

async fn token_of(browser: &Browser) -> String {
    let settings = browser.get("/api/player/settings").await.expect(200);
    settings["realtime"]["token"].as_str().unwrap().to_owned()
}

async fn socket(kit: &crate::testkit::Kit, browser: &Browser) -> Client {
    Client::connect(kit.address, &token_of(browser).await).await.0
}

/// The next notification on a socket, with its offset.
async fn notified(socket: &mut Client) -> (Value, Option<i64>) {
    loop {
        let (channel, data, offset) = socket.publication().await;
        if channel.starts_with("personal_notifications#") {
            return (data, offset);
        }
    }
}

on_both_engines! {
    async fn a_personal_notification_reaches_its_player_and_nobody_else(kit: Kit) {
        let (own, id) = kit.player("jane@example.com").await;
        let (other, other_id) = kit.player("joe@example.com").await;
        let (mut own_socket, mut other_socket) = (socket(&kit, &own).await, socket(&kit, &other).await);
        send(&kit.app, Audience::Player(id)).await;
        let (frame, offset) = notified(&mut own_socket).await;
        assert!(offset.is_some(), "it has a place in the player's log");
        let expected = json!({
            "id": frame["id"], "type": "personal", "title": "A gift", "text": "It waits for you.",
            "event": null, "identifier": null, "groups": [], "campaign": null, "read": false,
            "content": {
                "icon": "gift", "title": "A gift",
                "button": { "title": "See it", "toName": null, "path": "/promotions" },
            },
            "created_at": "2026-01-01T00:00:00.000Z", "expiry": "2026-01-02T00:00:00.000Z",
        });
        assert_eq!(frame, expected, "who has sent it stays inside");
        assert_eq!(list(&own).await, [expected]);
        // The other one is told of what came later, and so has missed nothing.
        send(&kit.app, Audience::Player(other_id)).await;
        let (frame, _) = notified(&mut other_socket).await;
        assert_eq!(list(&other).await, [frame]);
        assert!(other_socket.is_quiet().await && own_socket.is_quiet().await);
    }

    async fn members_of_groups_are_told_in_their_language_and_strangers_are_not(kit: Kit) {
        let (gold, gold_id) = kit.player("gold@example.com").await;
        let (tester, tester_id) = kit.player("tester@example.com").await;
        let (plain, _) = kit.player("plain@example.com").await;
        join(&kit.app, gold_id, 259).await;
        join(&kit.app, tester_id, 916).await;
        gold.patch("/api/player/update_locale", json!({ "locale": "de" })).await;
        let mut sockets = Vec::new();
        for browser in [&gold, &tester, &plain] {
            sockets.push(socket(&kit, browser).await);
        }
        send(&kit.app, Audience::Groups(vec![259])).await;
        let (frame, offset) = notified(&mut sockets[0]).await;
        assert_eq!((&frame["title"], &frame["groups"], offset), (&json!("Ein Geschenk"), &json!([259]), None));
        // Testers of notifications see what testers see.
        send(&kit.app, Audience::Groups(vec![21])).await;
        assert_eq!(notified(&mut sockets[1]).await.0["groups"], json!([21]));
        send(&kit.app, Audience::Everybody).await;
        for socket in &mut sockets {
            assert_eq!(notified(socket).await.0["groups"], json!([]));
            assert!(socket.is_quiet().await);
        }
        let counts = [list(&gold).await.len(), list(&tester).await.len(), list(&plain).await.len()];
        assert_eq!(counts, [2, 2, 1]);
        let german = plain.get("/api/player/notifications?l=de").await.expect(200);
        assert_eq!(german[0]["text"], "Es wartet.");
        let unknown = plain.get("/api/player/notifications?l=xx").await.expect(200);
        assert_eq!(unknown[0]["text"], "It waits for you.");
    }

    async fn who_was_offline_finds_notifications_until_they_expire(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let (client, connected) = Client::connect(kit.address, &token_of(&browser).await).await;
        drop(client);
        send(&kit.app, Audience::Player(id)).await;
        send(&kit.app, Audience::Everybody).await;
        assert_eq!(list(&browser).await.len(), 2);
        let channel = connected["subs"].as_object().unwrap().keys().find(|name| name.starts_with("personal")).unwrap();
        let missed = Kit::until("the frame that was missed", async || {
            let token = token_of(&browser).await;
            let (_, again) = Client::reconnect(kit.address, &token, &connected["subs"]).await;
            let sub = &again["subs"][channel];
            assert_eq!(sub["recovered"], true);
            sub["publications"].as_array().cloned()
        })
        .await;
        assert_eq!(missed.len(), 1, "a shared one is in nobody's own log");
        assert_eq!(missed[0]["data"]["title"], "A gift");
        kit.app.clock.advance(Duration::from_millis(24 * 3_600_000 - 1));
        assert_eq!(list(&browser).await.len(), 2);
        kit.app.clock.advance(Duration::from_millis(1));
        assert!(list(&browser).await.is_empty());
    }

    async fn who_takes_a_break_is_told_of_money_and_account_alone(kit: Kit) {
        let (_, id) = kit.player("jane@example.com").await;
        let (other, _) = kit.player("joe@example.com").await;
        send(&kit.app, Audience::Player(id)).await;
        let end = kit.app.clock.now() + 3_600_000;
        stop_until(&kit.app, id, StopReason::CoolingOff, end).await;
        let browser = kit.browser();
        let form = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        browser.post("/api/users/sign_in", form).await.expect(201);
        assert_eq!(list(&browser).await, Vec::<Value>::new(), "what was sent before waits too");
        let (mut resting, mut awake) = (socket(&kit, &browser).await, socket(&kit, &other).await);
        for audience in [Audience::Player(id), Audience::Everybody] {
            send(&kit.app, audience).await;
        }
        let service = format!("service = true\n{}", FILE.replace("A gift", "Your money"));
        assert_eq!(try_send_file(&kit.app, &service, Audience::Everybody).await, Outcome::Sent);
        assert_eq!(notified(&mut awake).await.0["title"], "A gift");
        assert_eq!(notified(&mut awake).await.0["title"], "Your money");
        assert_eq!(notified(&mut resting).await.0["title"], "Your money", "and of nothing before it");
        let titles: Vec<_> = list(&browser).await.iter().map(|entry| entry["title"].clone()).collect();
        assert_eq!(titles, ["Your money"]);
        kit.app.clock.advance(HOUR);
        assert_eq!(list(&browser).await.len(), 4, "the break is over");
    }

    async fn what_was_read_is_read_on_every_device(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let (other, _) = kit.player("joe@example.com").await;
        send(&kit.app, Audience::Player(id)).await;
        kit.app.clock.advance(HOUR);
        send(&kit.app, Audience::Everybody).await;
        let device = kit.browser();
        let form = json!({ "user": { "email": "jane@example.com", "password": PASSWORD } });
        device.post("/api/users/sign_in", form).await.expect(201);
        let ids: Vec<Value> = list(&browser).await.iter().map(|entry| entry["id"].clone()).collect();
        let path = "/api/player/notifications/read";
        browser.post(path, json!({ "ids": [ids[0]] })).await.expect(204);
        assert_eq!(reads(&device).await, [false, true], "unread ones come first");
        assert_eq!(reads(&other).await, [false], "another player has read nothing");
        // Somebody else's, and what there is not, are left out.
        let stranger = json!({ "ids": [ids[1], "00000000-0000-4000-8000-000000000000"] });
        other.post(path, stranger).await.expect(204);
        assert_eq!(reads(&browser).await, [false, true]);
        for _ in 0..2 {
            device.post(path, json!({ "ids": ids })).await.expect(204);
        }
        assert_eq!(reads(&browser).await, [true, true]);
        let many = vec!["00000000-0000-4000-8000-000000000000"; 101];
        for ids in [json!(many), json!(["x"]), json!([1]), json!("x"), Value::Null] {
            let answer = browser.post(path, json!({ "ids": ids })).await;
            assert_eq!(answer.status, 422, "{}", answer.body);
        }
    }

    async fn only_so_many_are_in_force_at_once(kit: Kit) {
        let app = &kit.app;
        let (_, id) = kit.player("jane@example.com").await;
        for _ in 2..LIVE_OF_PLAYER_MAX {
            send(app, Audience::Player(id)).await;
        }
        let one = || try_send(app, Audience::Player(id));
        let (a, b, c, d) = tokio::join!(one(), one(), one(), one());
        let sent = [a, b, c, d].iter().filter(|outcome| **outcome == Outcome::Sent).count();
        assert_eq!(sent, 2, "two were left");
        send(app, Audience::Player(id + 1)).await;
        for number in 0..51 {
            let audience = if number % 2 == 0 { Audience::Everybody } else { Audience::Groups(vec![259]) };
            let expected = if number < 50 { Outcome::Sent } else { Outcome::TooMany };
            assert_eq!(try_send(app, audience).await, expected, "{number}");
        }
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'notification.sent'";
        let facts: i64 = app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(facts, 101, "what was refused is in no log");
    }

    async fn what_expired_long_ago_is_deleted_with_its_marks(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        send(&kit.app, Audience::Player(id)).await;
        let ids: Vec<Value> = list(&browser).await.iter().map(|entry| entry["id"].clone()).collect();
        browser.post("/api/player/notifications/read", json!({ "ids": ids })).await.expect(204);
        let rows = async || {
            let sql = "SELECT (SELECT COUNT(*) FROM notification), (SELECT COUNT(*) FROM notification_read)";
            let row = kit.app.db.query_one(sql, params![]).await.unwrap();
            (row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap())
        };
        kit.app.clock.advance(30 * 24 * HOUR);
        sweep::forget_old(&kit.app).await.unwrap();
        assert_eq!(rows().await, (1, 1));
        kit.app.clock.advance(24 * HOUR);
        sweep::forget_old(&kit.app).await.unwrap();
        assert_eq!(rows().await, (0, 0));
    }

    async fn staff_send_by_a_command_that_the_log_remembers(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        join(&kit.app, id, 259).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gift.toml");
        // A command goes by the machine's clock.
        let tomorrow = rfc3339(Clock::System.now() + DAY_MS);
        let toml = FILE.replace("2026-01-02T00:00:00Z", &tomorrow).replace("path = \"/promotions\"", "to_name = \"PaymentsPage\"");
        std::fs::write(&file, &toml).unwrap();
        let run = |file: &std::path::Path, words: &[&str]| {
            kit.command().arg("notify").arg(file).args(words).output().unwrap()
        };
        for words in [
            &["--email", "jane@example.com", "--by", "Ann"][..],
            &["--groups", "259,255", "--by", "Ann"],
            &["--everybody", "--by", "Ann"],
        ] {
            let output = run(&file, words);
            assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let found = list(&browser).await;
        assert_eq!(found.len(), 3);
        let button = &found[0]["content"]["button"];
        assert_eq!((&button["toName"], &button["path"]), (&json!("PaymentsPage"), &json!("/payments")));
        let sql = "SELECT body FROM event WHERE kind = 'notification.sent'";
        for row in kit.app.db.query(sql, params![]).await.unwrap() {
            let body: Value = serde_json::from_str(&row.get::<String>(0).unwrap()).unwrap();
            assert_eq!(body["by"], "Ann");
        }
        std::fs::write(folder.path().join("broken.toml"), toml.replace("gift", "skull")).unwrap();
        for (file, words, said) in [
            ("gift.toml", &["--everybody"][..], "--by <NAME>"),
            ("gift.toml", &["--by", "Ann"], "--everybody"),
            ("gift.toml", &["--everybody", "--email", "jane@example.com", "--by", "Ann"], "--everybody"),
            ("gift.toml", &["--groups", "gold", "--by", "Ann"], "gold"),
            ("gift.toml", &["--groups", "0", "--by", "Ann"], "above 0"),
            ("gift.toml", &["--email", "nobody", "--by", "Ann"], "no e-mail address"),
            ("gift.toml", &["--email", "joe@example.com", "--by", "Ann"], "no player"),
            ("none.toml", &["--everybody", "--by", "Ann"], "cannot read"),
            ("broken.toml", &["--everybody", "--by", "Ann"], "skull"),
        ] {
            let output = run(&folder.path().join(file), words);
            let reported = [output.stdout.clone(), output.stderr.clone()].concat();
            let reported = String::from_utf8_lossy(&reported);
            assert!(!output.status.success() && reported.contains(said), "{words:?}: {reported}");
        }
        assert_eq!(list(&browser).await.len(), 3);
    }
}
