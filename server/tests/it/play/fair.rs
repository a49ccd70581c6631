//! Provably fair: committed before, changeable by the player, revealed after, and recomputable.

use croupier_games::Game;
use croupier_games::fair::{ServerSeed, Stream};
use serde_json::{Value, json};

use super::{Frame, KOI, SAILS, rich_player};

/// Works a proven round out again from its seeds, as a player's verifier does.
pub(super) fn replayed(proof: &Value) -> Value {
    let game = Game::from_value(proof["game"]["definition"].clone()).unwrap();
    let seed = ServerSeed::from_hex(proof["seed"]["server_seed"].as_str().unwrap()).unwrap();
    assert_eq!(seed.commitment(), proof["seed"]["server_seed_hash"]);
    let (client, currency) =
        (proof["seed"]["client_seed"].as_str().unwrap(), proof["seed"]["currency"].as_str().unwrap());
    let nonce = proof["seed"]["nonce"].as_u64().unwrap();
    let stream = |step| Stream::new(&seed, client, currency, nonce, step);
    let bets: Vec<croupier_games::Bet> = serde_json::from_value(proof["bets"].clone()).unwrap();
    let mut transition = game.start(proof["stake_cents"].as_i64().unwrap(), &bets, &mut stream(0)).unwrap();
    let mut steps = vec![transition.step.clone()];
    while let Some(state) = transition.state {
        transition = game.step(&state, &mut stream(state.step_next)).unwrap();
        steps.push(transition.step.clone());
    }
    serde_json::to_value(steps).unwrap()
}

on_both_engines! {
    async fn a_round_can_be_worked_out_again_once_its_seed_is_revealed(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let too_early = json!({ "currency": "EUR", "client_seed": "before-the-first-game" });
        browser.post_once("r", "/api/player/fairness/rotation", too_early).await.expect(404);
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let before = browser.get("/api/player/fairness?currency=EUR").await.expect(200);
        let round = frame.open_round(20).await;
        let path = format!("/api/player/fairness/rounds/{}", round["id"].as_str().unwrap());
        let hidden = browser.get(&path).await.expect(200);
        assert_eq!(hidden["seed"]["server_seed"], json!(null));
        assert_eq!(hidden["seed"]["server_seed_hash"], before["server_seed_hash"]);

        let requested = json!({ "currency": "EUR", "client_seed": "my-own-seed" });
        let early = browser.post_once("r0", "/api/player/fairness/rotation", requested.clone()).await;
        assert_eq!(early.expect(409)["error"]["code"], "round_conflict", "the open round is under this pair");
        let finished = frame.finish(round).await;
        let after = browser.post_once("r1", "/api/player/fairness/rotation", requested).await.expect(200);
        assert_eq!(after["client_seed"], "my-own-seed");
        assert_eq!(after["server_seed_hash"], before["next_server_seed_hash"]);
        assert_eq!(after["revealed"][0]["server_seed_hash"], before["server_seed_hash"]);

        let proof = browser.get(&path).await.expect(200);
        assert_eq!(replayed(&proof), finished["steps"]);
        frame.spin("under-the-new-pair", 20).await.expect(201);
        let now = browser.get("/api/player/fairness?currency=EUR").await.expect(200);
        assert_eq!(now["nonce"].as_i64().unwrap(), after["nonce"].as_i64().unwrap() + 1);
        // Play numbers go on from pair to pair; the rounds of a pair are its own.
        assert_eq!((&after["rounds"], &now["rounds"]), (&json!(0), &json!(1)));
        assert_eq!(before["rounds"], 0);
    }

    async fn play_numbers_rise_by_one(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        for expected in 1..=5 {
            let round = frame.spin(&format!("n{expected}"), 20).await.expect(201);
            assert_eq!(round["nonce"], expected);
            frame.finish(round).await;
        }
    }

    async fn a_bad_client_seed_is_refused(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        assert_eq!(browser.get("/api/player/fairness?currency=EUR").await.expect(200), Value::Null);
        browser.get("/api/player/fairness?currency=XXX").await.expect(404);
        let _frame = Frame::open(&kit, &browser, SAILS, "real").await;
        for (count, seed) in ["", "tab\there", &"x".repeat(65), "ключ", "a:b", "a b", " lead", "<b>", "EUR:1:0:0"].iter().enumerate() {
            let requested = json!({ "currency": "EUR", "client_seed": seed });
            let refused = browser.post_once(&format!("r{count}"), "/api/player/fairness/rotation", requested).await;
            assert_eq!(refused.field("client_seed"), ["VALIDATION.CLIENT_SEED.INVALID"], "{seed}");
        }
    }
}
