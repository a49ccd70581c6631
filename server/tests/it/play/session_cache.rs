//! What a server remembers between spins never allows what the store forbids.

use std::time::Duration;

use croupier_db::{log, params};
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::identity::LEASE_MS;
use serde_json::json;

use super::{Frame, KOI, SAILS, assert_books, rich_player};
use crate::browser::{Browser, PASSWORD};
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

const LEASE: Duration = Duration::from_millis(LEASE_MS.unsigned_abs());

/// A player at a game for money, with a round behind him; so this server remembers session and seed pair.
async fn seated_player(kit: &Kit) -> (Browser, i64, Frame) {
    let (browser, player) = rich_player(kit).await;
    let frame = Frame::open(kit, &browser, SAILS, "real").await;
    let round = frame.spin("before", 20).await.expect(201);
    assert_eq!(round["seed_no"], 1);
    frame.finish(round).await;
    (browser, player, frame)
}

on_both_engines! {
    async fn a_pair_put_into_force_behind_the_servers_back_is_taken_up(kit: Kit) {
        let (browser, player, frame) = seated_player(&kit).await;
        // What the commit of a rotation on another server writes.
        let mut tx = kit.app.db.begin().await.unwrap();
        log::lock_lane(&kit.app.db, &mut tx, player).await.unwrap();
        tx.execute("UPDATE wallet SET seed_no = 2 WHERE player_id = $1", params![player]).await.unwrap();
        let sql = "INSERT INTO fair_seed (player_id, currency, seed_no, client_seed, first_nonce, begun_at_ms)
                   VALUES ($1, 'EUR', 2, 'from-elsewhere', 2, 0)";
        tx.execute(sql, params![player]).await.unwrap();
        tx.commit().await.unwrap();
        let second = frame.spin("second", 20).await.expect(201);
        assert_eq!(second["seed_no"], 2);
        let id = second["id"].as_str().unwrap();
        let proof = browser.get(&format!("/api/player/fairness/rounds/{id}")).await.expect(200);
        assert_eq!(proof["seed"]["client_seed"], "from-elsewhere");
    }

    async fn a_stopped_wallet_takes_no_further_bet(kit: Kit) {
        let (_, player, frame) = seated_player(&kit).await;
        stop(&kit.app, player, StopReason::Verification).await;
        assert_eq!(frame.spin("after", 20).await.expect(403)["error"]["code"], "verification_required");
    }

    async fn a_game_session_runs_out_though_it_is_remembered(kit: Kit) {
        let (browser, _, frame) = seated_player(&kit).await;
        kit.app.clock.advance(Duration::from_hours(12));
        let password = json!({ "password": PASSWORD });
        browser.post("/api/users/reauthenticate", password).await.expect(204);
        let round = frame.spin("at-its-end", 20).await.expect(201);
        frame.finish(round).await;
        kit.app.clock.advance(Duration::from_millis(1));
        frame.spin("after", 20).await.expect(401);
    }

    async fn a_game_may_be_played_beside_an_open_round_of_another(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let koi = Frame::open(&kit, &browser, KOI, "real").await;
        let waiting = koi.open_round(20).await;
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let also = sails.open_round(20).await;
        assert_eq!(koi.spin("no", 20).await.expect(409)["error"]["code"], "round_conflict");
        assert_eq!(sails.spin("no", 20).await.expect(409)["error"]["code"], "round_conflict");
        assert_eq!(kit.app.wallet.open_rounds(player, Currency::EUR).await.unwrap().len(), 2);
        koi.finish(waiting).await;
        sails.finish(also).await;
        koi.spin("yes", 20).await.expect(201);
        assert_books(&kit.app).await;
    }

    async fn bets_made_at_once_open_one_round_of_a_game(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        for count in 0..1_000 {
            let keys: Vec<_> = (0..8).map(|number| format!("at-once-{count}-{number}")).collect();
            let bets = keys.iter().map(|key| frame.spin(key, 20));
            let answers = futures_util::future::join_all(bets).await;
            let open = kit.app.wallet.open_rounds(player, Currency::EUR).await.unwrap();
            assert!(open.len() <= 1, "{} rounds are open", open.len());
            if open.len() == 1 {
                let round = json!(open[0].id.to_string());
                let reported = answers.iter().filter(|answer| answer.body["id"] == round).count();
                assert_eq!(reported, 1);
                assert_books(&kit.app).await;
                return;
            }
        }
        panic!("eight thousand rounds without free spins")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_on_another_server_is_taken_up() {
    let kit = Kit::start(Engine::Postgres).await;
    let (browser, _, frame) = seated_player(&kit).await;
    let second = kit.second().await;
    let elsewhere = browser.moved_to(&second);
    let requested = json!({ "currency": "EUR", "client_seed": "rotated-elsewhere" });
    elsewhere.post_once("r", "/api/player/fairness/rotation", requested).await.expect(200);
    assert_eq!(frame.spin("second", 20).await.expect(201)["seed_no"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_elsewhere_is_out_here_when_the_log_tells_it() {
    let kit = Kit::start(Engine::Postgres).await;
    let (browser, _, frame) = seated_player(&kit).await;
    let second = kit.second().await;
    let elsewhere = browser.moved_to(&second);
    elsewhere.delete("/api/users/sign_out").await.expect(204);
    // The clock stands still, so it is the log that tells it and not the lease.
    Kit::until("the end of the session", async || (frame.session().await.status == 401).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_elsewhere_is_out_after_the_lease_at_the_latest() {
    let kit = Kit::start(Engine::Postgres).await;
    let (browser, _) = rich_player(&kit).await;
    // A server that does not hear of the log: it has the lease alone.
    let deaf = kit.second_without_background().await;
    let there = deaf.browser();
    there.set_cookie(browser.cookie());
    let frame = Frame::open(&deaf, &there, SAILS, "real").await;
    let round = frame.spin("first", 20).await.expect(201);
    frame.finish(round).await;
    browser.delete("/api/users/sign_out").await.expect(204);
    deaf.app.clock.advance(LEASE);
    frame.spin("after", 20).await.expect(401);
}
