//! What cannot be read is refused in the one shape of errors, and parsers never speak for themselves.

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::browser::Answer;
use crate::testkit::{Engine, Kit};

/// Words of parsers and of our own code.
const INSIDES: [&str; 8] =
    ["eserializ", "invalid type", "expected", "variant", "struct", "line 1", "column", "UTF-8"];

#[track_caller]
fn check(answer: &Answer, call: &str, status: u16, field: &str) {
    let text = answer.body.to_string();
    assert_eq!(answer.status, status, "{call}: {text}");
    let kind = answer.headers["content-type"].to_str().unwrap();
    assert!(kind.starts_with("application/json"), "{call}: {kind}");
    assert!(!INSIDES.iter().any(|word| text.contains(word)), "{call}: {text}");
    match status {
        422 => assert_eq!(answer.field(field), ["VALIDATION.INVALID"], "{call}: {text}"),
        _ => assert_eq!(answer.code(), field, "{call}: {text}"),
    }
}

on_both_engines! {
    async fn queries_paths_and_bodies_are_refused_in_one_shape(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        for (path, status, field) in [
            ("/api/player/payments?page_size=-1", 422, "page_size"),
            ("/api/player/payments?page=x", 422, "page"),
            ("/api/player/played_games?page=-1", 422, "page"),
            ("/api/player/payment_methods", 422, "action"),
            ("/api/player/fairness", 422, "currency"),
            ("/api/games/collections?device=AAA", 422, "device"),
            ("/api/games/providers?device=", 422, "device"),
            ("/api/captcha?difficulty=easy", 422, "difficulty"),
            ("/api/player/notifications?l=d%00e", 422, "l"),
            ("/api/player/payments/%ff", 404, "not_found"),
            ("/api/games/a/%ff", 404, "not_found"),
            ("/connection/websocket", 400, "bad_request"),
        ] {
            check(&jane.get(path).await, path, status, field);
        }
        let launch = |mode: Value| json!({ "identifier": "a/b", "mode": mode, "device": "desktop" });
        for (path, body, field) in [
            ("/api/games/launch", launch(json!({})), "mode"),
            ("/api/games/launch", launch(json!([])), "mode"),
            ("/api/games/launch", launch(json!("x")), "mode"),
            ("/api/games/launch", launch(json!(null)), "mode"),
            ("/api/games/launch", Value::Null, "body"),
            ("/api/games/launch", json!(1), "body"),
            ("/api/games/launch", json!([]), "identifier"),
            ("/api/users/sign_in", Value::Null, "body"),
            ("/api/users/sign_in", json!({ "user": 1 }), "user"),
            ("/api/users/sign_in", json!({ "user": { "email": {} } }), "email"),
            ("/check-email", json!({}), "email"),
        ] {
            let answer = jane.post(path, body.clone()).await;
            let call = format!("{path} {body}");
            if body.is_array() {
                // A list may stand for the fields in their order, and this one is too short.
                assert_eq!(answer.status, 422, "{call}");
            } else {
                check(&answer, &call, 422, field);
            }
        }
    }

    async fn an_answer_is_what_is_kept(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let changed = jane.send(Method::PATCH, "/api/player/update_locale", Some(json!({ "locale": "de \n" })), &[]);
        let changed = changed.await.expect(200);
        assert_eq!(changed, json!({ "locale": "de" }));
        assert_eq!(jane.get("/api/player").await.expect(200)["locale"], "de");
    }

    async fn card_numbers_are_not_kept_where_none_belongs(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let card = "4111 1111 1111 1111";
        let edit = json!({ "player": {
            "nickname": "378282246310005", "first_name": card, "address": format!("Main St 4, {card}"),
        } });
        let refused = jane.patch("/api/player", edit).await;
        for field in ["nickname", "first_name", "address"] {
            let code = format!("VALIDATION.{}.CARD_NUMBER", field.to_uppercase());
            assert_eq!(refused.field(field), [code.as_str()], "{}", refused.body);
        }
        let message = json!({
            "email": "a@b.example", "name": "A", "subject": "B",
            "message": "It is 4111.1111\n1111/1111, call +49 1512 3456789.",
        });
        jane.post("/api/send_contact_message", message).await.expect(201);
        let row = kit.app.db.query_one("SELECT message FROM contact_message", vec![]).await.unwrap();
        assert_eq!(row.get::<String>(0).unwrap(), "It is [removed], call +49 1512 3456789.");
        let user = json!({ "email": "jane@example.com", "password": "x", "dfpc": format!("f {card}") });
        jane.post("/api/users/sign_in", json!({ "user": user })).await.expect(422);
        let row = kit.app.db.query_one("SELECT dfpc FROM sign_in_attempt", vec![]).await.unwrap();
        assert_eq!(row.get::<String>(0).unwrap(), "f [removed]");
        let entry = json!({ "level": "error", "code": "X", "message": "x", "release": card });
        jane.send(reqwest::Method::PUT, "/log", Some(entry), &[]).await;
        let row = kit.app.db.query_one("SELECT release FROM client_log", vec![]).await.unwrap();
        assert_eq!(row.get::<String>(0).unwrap(), "[removed]");
        let marked = json!({ "stag": card, "affb_id": card, "partner_id": card });
        let form = crate::browser::form_with("june@example.com", marked);
        let june = kit.browser().with("user-agent", &format!("Phone {card}"));
        june.post("/api/users", json!({ "user": form })).await.expect(201);
        for sql in [
            "SELECT COUNT(*) FROM player WHERE stag LIKE '%1111%' OR affiliate_id LIKE '%1111%' OR partner_id LIKE '%1111%'",
            "SELECT COUNT(*) FROM session WHERE device LIKE '%1111%'",
        ] {
            assert_eq!(kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap(), 0, "{sql}");
        }
        let phone = json!({ "player": { "mobile_phone": "4111111111111111" } });
        let refused = jane.patch("/api/player", phone).await;
        assert_eq!(refused.field("mobile_phone"), ["VALIDATION.MOBILE_PHONE.TOO_LONG"]);
        let keyed = jane.post_once("key 4111111111111111", "/api/player/payments", json!({
            "action": "deposit", "payment_method_id": "x", "currency": "EUR", "amount_cents": 1000,
        }));
        assert_eq!(keyed.await.status, 400);
    }

    async fn a_page_with_a_player_in_it_is_kept_nowhere(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        for path in ["/api/player", "/client-context", "/api/player/accounts"] {
            assert_eq!(jane.get(path).await.headers["cache-control"], "no-store", "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_host_is_a_host() {
    let kit = Kit::start(Engine::Sqlite).await;
    let port = kit.address.port();
    for (lines, expected) in [
        (format!("host: localhost:{port}"), 200),
        ("host: [::1]".to_owned(), 200),
        (String::new(), 421),
        ("host: ".to_owned(), 421),
        ("host: localhost:443@evil.example".to_owned(), 421),
        ("host: localhost:99999".to_owned(), 421),
        ("host: localhost:80,evil.example".to_owned(), 421),
        ("host: [::1".to_owned(), 421),
        ("host: localhost\r\nhost: evil.example".to_owned(), 421),
    ] {
        let mut stream = TcpStream::connect(kit.address).await.unwrap();
        let lines = if lines.is_empty() { lines } else { format!("{lines}\r\n") };
        let call = format!("GET /api/current_ip HTTP/1.1\r\n{lines}connection: close\r\n\r\n");
        stream.write_all(call.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{lines:?}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_games_are_opened_so_often_and_then_no_more() {
    let kit = Kit::start(Engine::Sqlite).await;
    let (jane, _) = kit.player("jane@example.com").await;
    let guest = kit.browser();
    let game = crate::play::SAILS;
    for _ in 0..30 {
        crate::play::launch(&jane, game, "demo").await.expect(201);
    }
    assert_eq!(crate::play::launch(&jane, game, "demo").await.status, 429);
    let mut opened = 0;
    while crate::play::launch(&guest, game, "demo").await.status == 201 {
        opened += 1;
        assert!(opened <= 120, "there is no end");
    }
    let sessions = async || {
        let sql = "SELECT COUNT(*) FROM game_session";
        kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap()
    };
    assert!(sessions().await > 100);
    // A demo that nobody plays is gone after an hour.
    kit.app.clock.advance(std::time::Duration::from_mins(61));
    crate::play::launch(&guest, game, "demo").await.expect(201);
    assert_eq!(sessions().await, 1);
}
