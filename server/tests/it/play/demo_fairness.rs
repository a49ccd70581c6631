//! Demos are provably fair: promised before the first round, and revealed when the seeds change.

use reqwest::Method;
use serde_json::{Value, json};

use super::fair::replayed;
use super::{Frame, KOI, SAILS, WHEEL, rich_player};
use crate::browser::Answer;

const SEEDS: &str = "/api/play/demo/seeds";

async fn seeds(frame: &Frame) -> Value {
    frame.send(Method::GET, SEEDS, None, "").await.expect(200)
}

async fn choose(frame: &Frame, client_seed: &str) -> Answer {
    frame.send(Method::POST, SEEDS, Some(json!({ "client_seed": client_seed })), "").await
}

async fn proof(frame: &Frame, nonce: &Value) -> Answer {
    frame.send(Method::GET, &format!("/api/play/demo/rounds/{nonce}"), None, "").await
}

on_both_engines! {
    async fn a_demo_round_can_be_worked_out_again(kit: Kit) {
        let frame = Frame::open(&kit, &kit.browser(), KOI, "demo").await;
        let promised = frame.session().await.expect(200)["seed"].clone();
        let chosen = choose(&frame, "mine").await.expect(200);
        assert_eq!(chosen["server_seed_hash"], promised["server_seed_hash"], "nothing was drawn with it");
        assert_eq!((&chosen["seed_no"], &chosen["client_seed"]), (&json!(1), &json!("mine")));
        assert_ne!(promised["client_seed"], "mine");

        let open = frame.open_round(20).await;
        assert_eq!(choose(&frame, "early").await.code(), "round_conflict");
        let finished = frame.finish(open).await;
        let hidden = proof(&frame, &finished["nonce"]).await.expect(200);
        assert_eq!((&hidden["seed"]["server_seed"], &hidden["seed"]["client_seed"]), (&Value::Null, &json!("mine")));
        assert_eq!(hidden["seed"]["server_seed_hash"], promised["server_seed_hash"]);
        let before = seeds(&frame).await;
        assert_eq!(before["played"][0]["is_revealed"], json!(false));

        let after = choose(&frame, "other").await.expect(200);
        assert_eq!(after["server_seed_hash"], before["next_server_seed_hash"]);
        assert_eq!((&after["rounds"], &after["played"][0]["is_revealed"]), (&json!(0), &json!(true)));
        let shown = proof(&frame, &finished["nonce"]).await.expect(200);
        assert_eq!(replayed(&shown), finished["steps"]);
        assert_eq!((&shown["seed"]["currency"], &shown["table_round"]), (&json!("FUN"), &Value::Null));
        let next = frame.spin("next", 20).await.expect(201);
        assert_eq!((&next["seed_no"], next["nonce"].as_i64()), (&json!(2), finished["nonce"].as_i64().map(|last| last + 1)));
    }

    async fn the_last_rounds_are_kept_with_their_bets(kit: Kit) {
        let frame = Frame::open(&kit, &kit.browser(), WHEEL, "demo").await;
        let bets = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        let mut played = Vec::new();
        for count in 0..22 {
            played.push(frame.bet(&format!("b{count}"), bets.clone()).await.expect(201));
        }
        choose(&frame, "other").await.expect(200);
        let kept = seeds(&frame).await;
        let nonces: Vec<_> = kept["played"].as_array().unwrap().iter().map(|round| round["nonce"].as_i64()).collect();
        assert_eq!(nonces, (3..=22).rev().map(Some).collect::<Vec<_>>());
        proof(&frame, &json!(2)).await.expect(404);
        let shown = proof(&frame, &json!(3)).await.expect(200);
        assert_eq!(replayed(&shown), played[2]["steps"]);
    }

    async fn seeds_are_those_of_the_own_demo(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let real = Frame::open(&kit, &browser, SAILS, "real").await;
        real.send(Method::GET, SEEDS, None, "").await.expect(404);
        assert_eq!(choose(&real, "mine").await.status.as_u16(), 404);
        let one = Frame::open(&kit, &browser, WHEEL, "demo").await;
        let two = Frame::open(&kit, &browser, WHEEL, "demo").await;
        assert_ne!(seeds(&one).await["server_seed_hash"], seeds(&two).await["server_seed_hash"]);
        let bets = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        one.bet("b", bets).await.expect(201);
        proof(&one, &json!(1)).await.expect(200);
        proof(&two, &json!(1)).await.expect(404);
        let long = "x".repeat(65);
        for refused in ["", "with space", long.as_str()] {
            assert_eq!(choose(&one, refused).await.field("client_seed"), ["VALIDATION.CLIENT_SEED.INVALID"], "{refused}");
        }
    }
}
