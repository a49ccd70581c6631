//! Sessions, sockets, tokens and games of a player who is stopped.

use std::time::Duration;

use croupier_ledger::StopReason::{self, CoolingOff, Exclusion, Fraud, Operator, Verification};
use serde_json::{Value, json};

use super::{lift, stop, stop_until};
use crate::browser::{Answer, Browser, PASSWORD};
use crate::play::{Frame, SAILS, rich_player};
use crate::realtime::Client;
use crate::testkit::{Engine, Kit};

/// The close code after which a client comes back with a new token.
const SESSION_ENDED: u16 = 4401;

async fn sign_in(kit: &Kit) -> Answer {
    let user = json!({ "email": "player@example.com", "password": PASSWORD, "dfpc": "device-2" });
    kit.browser().post("/api/users/sign_in", json!({ "user": user })).await
}

/// A realtime token as the site is given it.
async fn token_of(browser: &Browser) -> String {
    let settings = browser.get("/api/player/settings").await.expect(200);
    settings["realtime"]["token"].as_str().unwrap().to_owned()
}

async fn facts(kit: &Kit, kind: &str) -> Vec<Value> {
    let sql = "SELECT body FROM event WHERE kind = $1 ORDER BY lsn";
    let rows = kit.app.db.query(sql, croupier_db::params![kind]).await.unwrap();
    rows.iter().map(|row| serde_json::from_str(&row.get::<String>(0).unwrap()).unwrap()).collect()
}

/// Stops a player who is at `kit` with a game and a socket open, by a command on `other`.
async fn is_reached(kit: &Kit, other: &Kit) {
    let (browser, player) = rich_player(kit).await;
    let second = sign_in(kit).await;
    let also = kit.browser();
    also.set_cookie(second.set_cookie().map(|cookie| cookie.split(';').next().unwrap().to_owned()));
    let frame = Frame::open(kit, &browser, SAILS, "real").await;
    let round = frame.spin("before", 20).await.expect(201);
    frame.finish(round).await;
    let token = token_of(&browser).await;
    let (mut socket, _) = Client::connect(kit.address, &token).await;
    let (mut elsewhere, _) = Client::connect(other.address, &token_of(&also).await).await;
    stop(&other.app, player, Operator).await;
    // The clock stands still, so no lease runs out: the bet is refused by the ledger or by the ended session.
    let refused = frame.spin("after", 20).await;
    assert!([401, 403].contains(&refused.status.as_u16()), "{}", refused.body);
    assert_eq!(socket.close_code().await, SESSION_ENDED);
    assert_eq!(elsewhere.close_code().await, SESSION_ENDED);
    for browser in [&browser, &also] {
        assert_eq!(browser.get("/api/player/stats").await.status, 401);
    }
    Kit::until("the game to be closed", async || (frame.session().await.status == 401).then_some(())).await;
    let mut again = Client::open(kit.address).await;
    let reply = again.ask(json!({ "connect": { "token": token } })).await;
    assert_eq!(reply["error"]["code"], 109, "the token is refused: {reply}");
    assert_eq!(facts(kit, "session.ended").await.len(), 2);
    let reported = facts(kit, "player.stopped").await;
    assert_eq!(reported, [json!({ "reason": "operator", "until": null, "by": "Ann", "why": "a test" })]);
}

on_both_engines! {
    async fn a_stop_ends_sessions_games_and_sockets(kit: Kit) {
        is_reached(&kit, &kit).await;
    }

    async fn sign_in_says_why_and_until_when(kit: Kit) {
        let (_, player) = rich_player(&kit).await;
        let until = kit.app.clock.now() + 24 * 60 * 60 * 1000;
        for (reason, refused, end) in [
            (Operator, Some("account_locked"), Value::Null),
            (Fraud, Some("account_locked"), Value::Null),
            (Exclusion, Some("self_excluded"), json!("2026-01-02T00:00:00.000Z")),
            (CoolingOff, None, Value::Null),
            (Verification, None, Value::Null),
        ] {
            stop_until(&kit.app, player, reason, until).await;
            let answer = sign_in(&kit).await;
            match refused {
                Some(code) => {
                    assert_eq!((answer.status.as_u16(), answer.code()), (403, code), "{reason:?}");
                    assert_eq!(answer.body["error"]["until"], end, "{reason:?}");
                }
                None => drop(answer.expect(201)),
            }
            lift(&kit.app, player, reason).await;
        }
        sign_in(&kit).await.expect(201);
    }

    async fn a_reason_ends_at_its_time(kit: Kit) {
        let (_, player) = rich_player(&kit).await;
        stop_until(&kit.app, player, Exclusion, kit.app.clock.now() + 60_000).await;
        sign_in(&kit).await.expect(403);
        kit.app.clock.advance(Duration::from_mins(1));
        sign_in(&kit).await.expect(201);
    }

    async fn a_game_is_refused_with_the_reason_and_finished_all_the_same(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, crate::play::KOI, "real").await;
        let round = frame.open_round(20).await;
        stop(&kit.app, player, Verification).await;
        assert_eq!(frame.spin("after", 20).await.code(), "verification_required");
        frame.finish(round).await;
        assert_eq!(frame.spin("after", 20).await.code(), "verification_required");
        let refused = crate::play::launch(&browser, SAILS, "real").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "verification_required"));
    }

    async fn an_operator_stops_shows_and_lifts_by_command(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let (mut socket, _) = Client::connect(kit.address, &token_of(&browser).await).await;
        let run = |words: &[&str]| {
            let output = kit.command().arg("player").args(words).output().unwrap();
            (output.status.success(), String::from_utf8(output.stdout).unwrap())
        };
        let email = ["--email", "Player@Example.com"];
        let stopping = [&["stop"], &email[..], &["--reason", "exclusion", "--until", "2099-01-02T03:04:05Z", "--by", "Ann"]];
        let (done, reported) = run(&stopping.concat());
        assert!(done && reported.contains("until 2099-01-02T03:04:05"), "{reported}");
        // The running server hears of it though the command is another process.
        assert_eq!(socket.close_code().await, SESSION_ENDED);
        assert_eq!(sign_in(&kit).await.code(), "self_excluded");
        let (_, shown) = run(&[&["show"], &email[..]].concat());
        assert!(shown.contains("exclusion until 2099-01-02T03:04:05") && shown.contains("by Ann"), "{shown}");
        let lifting = [&["lift"], &email[..], &["--reason", "exclusion", "--by", "Bob", "--why", "asked"]].concat();
        assert!(run(&lifting).0);
        assert!(!run(&lifting).0, "there is nothing left to lift");
        sign_in(&kit).await.expect(201);
        for wrong in [&["stop"][..], &["stop", "--email", "player@example.com", "--reason", "boredom", "--by", "Ann"],
            &["stop", "--email", "player@example.com", "--reason", "operator"], &["show", "--email", "nobody@example.com"]] {
            assert!(!run(wrong).0, "{wrong:?}");
        }
        assert_eq!(facts(&kit, "player.stop_lifted").await, [json!({ "reason": "exclusion", "by": "Bob", "why": "asked" })]);
    }

    async fn a_stop_and_the_end_of_a_session_at_once_do_not_wait_for_each_other(kit: Kit) {
        let (_, player) = rich_player(&kit).await;
        let user = json!({ "user": { "email": "player@example.com", "password": PASSWORD, "dfpc": "device-2" } });
        for turn in 0..8 {
            let browser = kit.browser();
            browser.post("/api/users/sign_in", user.clone()).await.expect(201);
            let ends = async || match turn % 2 {
                0 => browser.delete("/api/users/sign_out").await.status.as_u16(),
                _ => browser.post("/api/users/sign_in", user.clone()).await.status.as_u16(),
            };
            let (status, ()) = tokio::join!(ends(), stop(&kit.app, player, StopReason::Operator));
            assert!([201, 204, 403].contains(&status), "{turn}: {status}");
            lift(&kit.app, player, StopReason::Operator).await;
        }
    }

    async fn a_stop_and_a_sign_in_at_once_do_not_miss_each_other(kit: Kit) {
        let (_, player) = rich_player(&kit).await;
        for _ in 0..5 {
            let (answer, ()) = tokio::join!(sign_in(&kit), stop(&kit.app, player, StopReason::Operator));
            if let Some(cookie) = answer.set_cookie() {
                let browser = kit.browser();
                browser.set_cookie(cookie.split(';').next().map(str::to_owned));
                browser.get("/api/player/stats").await.expect(401);
            }
            let left = kit.app.db.query_one("SELECT COUNT(*) FROM session", vec![]).await.unwrap();
            assert_eq!(left.get::<i64>(0).unwrap(), 0);
            lift(&kit.app, player, StopReason::Operator).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_on_one_server_reaches_the_other() {
    let kit = Kit::start(Engine::Postgres).await;
    let other = kit.second().await;
    is_reached(&kit, &other).await;
}
