//! The studio by itself; how its games move a player's money is a test of the server.

use croupier_sandbox::Secret;
use serde_json::{Value, json};

use crate::testkit::Sandbox;

/// What calls are signed with where nobody says otherwise.
const SECRET: &str = "sandbox-studio-secret";

async fn opened(sandbox: &Sandbox, path: &str, body: &Value, secret: &str) -> (u16, Value) {
    let body = body.to_string();
    let signature = Secret::of_key(secret.as_bytes()).unwrap().sign_hex(&body);
    let call = sandbox.client.post(format!("{}/studio/api/{path}", sandbox.url));
    let answer = call.header("x-request-sign", signature).body(body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn only_signed_calls_open_games_that_there_are() {
    let sandbox = Sandbox::start().await;
    let urls = json!({ "return_url": "http://localhost:8080/" });
    let ask = |game: &str| json!({ "casino_id": "croupier", "game": game, "urls": urls });
    let reels = ask("brassworks:steam-reels");
    assert_eq!(opened(&sandbox, "demo", &reels, "another secret").await.0, 403);
    assert_eq!(opened(&sandbox, "demo", &ask("brassworks:nothing"), SECRET).await.0, 400);
    assert_eq!(opened(&sandbox, "sessions", &reels, SECRET).await.0, 400, "nobody plays");
    let (status, answer) = opened(&sandbox, "demo", &reels, SECRET).await;
    assert_eq!(status, 200, "{answer}");
    let page = answer["launch_options"]["game_url"].as_str().unwrap();
    assert!(page.contains("/studio/play/play_"), "{page}");
}

#[tokio::test]
async fn a_demo_plays_with_money_of_its_own_and_cannot_misbehave() {
    let sandbox = Sandbox::start().await;
    let body =
        json!({ "game": "brassworks:copper-dice", "urls": { "return_url": "http://localhost:8080/" } });
    let (_, answer) = opened(&sandbox, "demo", &body, SECRET).await;
    let key = answer["launch_options"]["game_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let address = format!("{}/studio/play/{key}", sandbox.url);
    let page = sandbox.client.get(&address).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-ancestors http://localhost:*"), "{policy}");
    let page = page.text().await.unwrap();
    assert!(page.contains("Copper Dice") && !page.contains("Misbehave"), "{page}");
    let acts = async |act: &str, stake: i64| -> Value {
        let call =
            sandbox.client.post(format!("{address}/acts")).json(&json!({ "act": act, "stake": stake }));
        call.send().await.unwrap().json().await.unwrap()
    };
    let round = acts("play", 100).await;
    let balance = 100_000 - 100 + round["win"].as_i64().unwrap();
    assert_eq!((&round["balance"], round["faces"].as_array().unwrap().len()), (&json!(balance), 2));
    for (act, stake) in [("play", -5), ("play", 900_000_000), ("late_win", 100)] {
        assert_eq!(acts(act, stake).await["balance"], balance, "{act} {stake}");
    }
    let gone = sandbox.client.get(format!("{}/studio/play/play_none", sandbox.url)).send().await.unwrap();
    assert_eq!(gone.status(), 404);
}
