//! Games of partners, played at the sandbox's studio over HTTP.

mod desk;
mod rules;
mod spins;
mod wins;

use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_sandbox::{Config as SandboxConfig, Secret as SandboxSecret};
use croupier_server::platform::config::{Config, GamePartner};
use croupier_server::platform::signature::Secret;
use futures_util::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::{assert_books, cash, give, grown_player, launch, rich_player};
use crate::browser::Browser;
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

pub const REELS: &str = "brassworks/steam-reels";
pub const DICE: &str = "brassworks/copper-dice";

/// What calls are signed with, both ways.
const SECRET: &str = "the studio's secret";

/// A server with the studio as its partner.
pub struct Fixture {
    pub kit: Kit,
    http: Client,
    task: JoinHandle<()>,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A game that a player has opened at the studio.
pub struct Opened {
    /// The address of its page.
    page: String,
    session: String,
    player: i64,
}

impl Fixture {
    pub async fn start(engine: Engine) -> Self {
        Self::start_with(engine, |_| {}).await
    }

    /// A server with these further settings.
    pub async fn start_with(engine: Engine, configure: impl FnOnce(&mut Config)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let kit = Kit::start_with(engine, |config| {
            config.game_partners = vec![GamePartner {
                name: "studio".to_owned(),
                url: format!("http://{host}/studio/api"),
                casino_id: "croupier".to_owned(),
                secret: SECRET.to_owned(),
                providers: vec!["brassworks".to_owned()],
            }];
            configure(config);
        })
        .await;
        let mut config = SandboxConfig::new("key", "whsec_c2VjcmV0").unwrap();
        config.studio_secret = SandboxSecret::of_key(SECRET.as_bytes()).unwrap();
        config.casino_url = kit.url("");
        let task = tokio::spawn(async move { croupier_sandbox::serve(listener, config).await.unwrap() });
        let http = Client::builder().no_proxy().build().unwrap();
        Self { kit, http, task }
    }

    /// Opens a game for money.
    pub async fn open(&self, browser: &Browser, player: i64, game: &str) -> Opened {
        let opened = launch(browser, game, "real").await.expect(201);
        Opened {
            page: opened["launch_url"].as_str().unwrap().to_owned(),
            session: opened["session_id"].as_str().unwrap().to_owned(),
            player,
        }
    }

    /// What the page of a game comes to when its player presses a button.
    async fn press(&self, page: &str, act: &str, stake: i64) -> Value {
        let call = self.http.post(format!("{page}/acts")).json(&json!({ "act": act, "stake": stake }));
        call.send().await.unwrap().json().await.unwrap()
    }

    /// A call of the partner with this body, signed as it should be; the answer's status and body.
    async fn signed(&self, call: &str, body: &str) -> (u16, Value) {
        let call = self.http.post(self.kit.url(&format!("/webhooks/games/studio/{call}")));
        let call = call.header("x-request-sign", Secret::of_text(SECRET).sign_hex(&[body.as_bytes()]));
        let answer = call.body(body.to_owned()).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// A call about a round of steam reels in euros.
    pub async fn call(&self, opened: &Opened, call: &str, round: &str, actions: Value) -> (u16, Value) {
        self.signed(call, &body(opened, round, actions).to_string()).await
    }

    pub async fn bet(&self, opened: &Opened, id: &str, amount: i64) -> (u16, Value) {
        let actions = json!([{ "action": "bet", "action_id": id, "amount": amount }]);
        self.call(opened, "play", &format!("round-{id}"), actions).await
    }
}

fn body(opened: &Opened, round: &str, actions: Value) -> Value {
    let mut body = json!({
        "session_id": opened.session, "user_id": opened.player.to_string(), "currency": "EUR",
        "game": REELS.replace('/', ":"), "game_id": round, "finished": false,
    });
    body["actions"] = actions;
    body
}

/// The statuses of the calls that an act of the page has made.
fn statuses(outcome: &Value) -> Vec<i64> {
    outcome["calls"].as_array().unwrap().iter().map(|call| call["status"].as_i64().unwrap()).collect()
}

on_each_engine! {
    async fn a_round_moves_the_wallet_and_stands_in_the_history(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let listed = browser.get(&format!("/api/games/{REELS}")).await.expect(200);
        assert_eq!((&listed["playable"], &listed["has_demo_mode"], &listed["own"]), (&json!(true), &json!(true), &json!(false)));
        let opened = fixture.open(&browser, player, REELS).await;
        let page = fixture.http.get(&opened.page).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("Steam Reels") && page.contains("100000"), "{page}");
        let mut expected = 100_000;
        for _ in 0..10 {
            let round = fixture.press(&opened.page, "play", 100).await;
            assert_eq!(statuses(&round), [200, 200], "{round:#}");
            expected += round["win"].as_i64().unwrap() - 100;
            assert_eq!(round["balance"], expected);
        }
        assert_eq!(cash(&fixture.kit.app, player).await, expected);
        let played = Kit::until("the history of ten rounds", async || {
            let played = browser.get("/api/player/played_games").await.expect(200);
            (played["data"].as_array().unwrap().len() == 10).then_some(played)
        });
        let played = played.await;
        let last = &played["data"][0];
        assert_eq!((&last["game"]["identifier"], &last["status"], &last["bet_cents"]), (&json!(REELS), &json!("finished"), &json!(100)));
        let rng = fixture.open(&browser, player, DICE).await;
        assert_eq!(statuses(&fixture.press(&rng.page, "play", 50).await), [200, 200]);
        assert_books(&fixture.kit.app).await;
    }

    async fn a_demo_asks_for_no_money(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let opened = launch(&fixture.kit.browser(), REELS, "demo").await.expect(201);
        assert_eq!(opened["currency"], "FUN");
        let page = opened["launch_url"].as_str().unwrap();
        let round = fixture.press(page, "play", 100).await;
        assert_eq!((round["calls"].as_array().unwrap().len(), round["faces"].as_array().unwrap().len()), (0, 3));
    }

    async fn bad_manners_move_no_money_that_they_should_not(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let page = fixture.open(&browser, player, REELS).await.page;
        let money = async || cash(&fixture.kit.app, player).await;
        let round = fixture.press(&page, "play", 100).await;
        let after = money().await;
        let again = fixture.press(&page, "repeat_bet", 0).await;
        assert_eq!(again["calls"][0]["answer"]["transactions"], round["calls"][0]["answer"]["transactions"]);
        assert_eq!(money().await, after, "a bet that is repeated is one bet");
        assert_eq!(statuses(&fixture.press(&page, "late_win", 0).await), [200]);
        assert_eq!(money().await, after + 100);
        for _ in 0..2 {
            assert_eq!(statuses(&fixture.press(&page, "roll_back", 0).await), [200]);
            assert_eq!(money().await, 100_000 + 100, "the late win stays");
        }
        let (before, first) = (money().await, fixture.press(&page, "roll_back_first", 100).await);
        assert_eq!(statuses(&first), [200, 400]);
        assert_eq!(statuses(&fixture.press(&page, "win_without_bet", 500).await), [404]);
        let forged = fixture.press(&page, "wrong_signature", 100).await;
        assert_eq!((statuses(&forged), &forged["calls"][0]["answer"]["code"]), (vec![403], &json!(403)));
        assert_eq!(money().await, before);
        let lost = fixture.press(&page, "lost_answer", 100).await;
        assert_eq!(statuses(&lost), [200, 200, 200]);
        assert_eq!(lost["calls"][0]["answer"]["transactions"], lost["calls"][1]["answer"]["transactions"]);
        assert_eq!(money().await, before - 100 + lost["win"].as_i64().unwrap());
        assert_books(&fixture.kit.app).await;
    }

    async fn calls_of_a_round_come_in_any_order_and_more_than_once(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        let mut expected = 100_000;
        for (order, comes_to) in [("bwr", 40), ("brw", 0), ("wbr", 0), ("wrb", 0), ("rbw", 0), ("rwb", 0), ("bw", -60), ("wb", -100)] {
            for call in order.chars() {
                let name = |what: &str| format!("{order}-{what}");
                let (path, action) = match call {
                    'b' => ("play", json!({ "action": "bet", "action_id": name("bet"), "amount": 100 })),
                    'w' => ("play", json!({ "action": "win", "action_id": name("win"), "amount": 40 })),
                    _ => ("rollback", json!({ "action": "rollback", "action_id": name("back"), "original_action_id": name("bet") })),
                };
                let first = fixture.call(&opened, path, order, json!([action])).await;
                let again = fixture.call(&opened, path, order, json!([action])).await;
                assert_eq!((first.0, &first.1["transactions"]), (again.0, &again.1["transactions"]), "{order} {call}");
            }
            expected += comes_to;
            assert_eq!(cash(&fixture.kit.app, player).await, expected, "{order}");
        }
        assert_books(&fixture.kit.app).await;
    }

    async fn bets_side_by_side_never_take_more_than_there_is(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = grown_player(&fixture.kit, "poor@example.com").await;
        give(&fixture.kit.app, player, Currency::EUR, 1_000).await;
        let opened = fixture.open(&browser, player, REELS).await;
        let names: Vec<_> = (0..100).map(|number| format!("bet-{number}")).collect();
        let answers = join_all(names.iter().map(|name| fixture.bet(&opened, name, 20))).await;
        assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 50);
        let refused = answers.iter().find(|(status, _)| *status == 412).unwrap();
        assert_eq!((&refused.1["code"], &refused.1["balance"]), (&json!(100), &json!(0)));
        assert_eq!(cash(&fixture.kit.app, player).await, 0);
        assert_books(&fixture.kit.app).await;
    }

    async fn what_a_call_says_has_to_fit(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        let bet = |amount: Value| json!([{ "action": "bet", "action_id": "a", "amount": amount }]);
        for amount in [json!(0), json!(-100), json!(1.5), json!("100"), json!(1_i64 << 53), json!(i64::MAX), json!(u64::MAX)] {
            let (status, answer) = fixture.call(&opened, "play", "r", bet(amount.clone())).await;
            assert!(status == 400 || answer["code"] == 100, "{amount}: {status} {answer}");
        }
        let with = |field: &str, value: Value| {
            let mut body = body(&opened, "r", bet(json!(100)));
            body[field] = value;
            body.to_string()
        };
        for (field, value, status, code) in [
            ("session_id", json!("nobody's"), 404, 404),
            ("user_id", json!("999"), 400, 400),
            ("currency", json!("USD"), 412, 154),
            ("currency", json!("XXX"), 412, 154),
            ("game", json!("brassworks:copper-dice"), 400, 400),
            ("game_id", Value::Null, 400, 400),
            ("game_id", json!("x".repeat(200)), 400, 400),
            ("actions", json!([{ "action": "rollback", "action_id": "a", "original_action_id": "b" }]), 400, 400),
            ("actions", json!([{ "action": "gamble", "action_id": "a" }]), 400, 400),
        ] {
            let (reported, answer) = fixture.signed("play", &with(field, value)).await;
            assert_eq!((reported, &answer["code"]), (status, &json!(code)), "{field}: {answer}");
        }
        let win = json!([{ "action": "win", "action_id": "w", "amount": -1 }]);
        assert_eq!(fixture.signed("play", &with("actions", win)).await.0, 400);
        assert_eq!(fixture.signed("play", "no json").await.0, 400);
        assert_eq!(cash(&fixture.kit.app, player).await, 100_000);
        // Both actions of a call are carried out or none: the win names a round that the bet has opened.
        let whole = json!([{ "action": "bet", "action_id": "b1", "amount": 100 }, { "action": "win", "action_id": "w1", "amount": 30 }]);
        let (status, answer) = fixture.call(&opened, "play", "whole", whole).await;
        assert_eq!((status, &answer["balance"], answer["transactions"].as_array().unwrap().len()), (200, &json!(99_930), 2));
        let half = json!([{ "action": "win", "action_id": "w2", "amount": 30 }, { "action": "bet", "action_id": "b2", "amount": 999_999 }]);
        assert_eq!(fixture.call(&opened, "play", "whole", half).await.1["code"], 100);
        assert_eq!(cash(&fixture.kit.app, player).await, 99_930);
        assert_books(&fixture.kit.app).await;
    }

    async fn who_is_stopped_or_gone_bets_no_more_and_is_still_paid(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        assert_eq!(fixture.bet(&opened, "one", 100).await.0, 200);
        browser.delete("/api/users/sign_out").await;
        let gone = fixture.bet(&opened, "two", 100).await;
        assert_eq!((gone.0, &gone.1["code"]), (412, &json!(101)));
        assert_eq!(fixture.bet(&opened, "one", 100).await.0, 200, "it was taken before");
        let win = json!([{ "action": "win", "action_id": "win-one", "amount": 70 }]);
        assert_eq!(fixture.call(&opened, "play", "round-one", win).await.0, 200);
        assert_eq!(cash(&fixture.kit.app, player).await, 99_970);

        let (browser, player) = grown_player(&fixture.kit, "other@example.com").await;
        give(&fixture.kit.app, player, Currency::EUR, 1_000).await;
        let opened = fixture.open(&browser, player, REELS).await;
        assert_eq!(fixture.bet(&opened, "one", 100).await.0, 400, "the name is that of another player's bet");
        assert_eq!(fixture.bet(&opened, "three", 100).await.0, 200);
        stop(&fixture.kit.app, player, StopReason::Exclusion).await;
        let stopped = fixture.bet(&opened, "four", 100).await;
        assert_eq!(stopped.0, 412, "{}", stopped.1);
        let win = json!([{ "action": "win", "action_id": "win-three", "amount": 70 }]);
        assert_eq!(fixture.call(&opened, "play", "round-three", win).await.0, 200);
        assert_eq!(cash(&fixture.kit.app, player).await, 970);
        assert_books(&fixture.kit.app).await;
    }
}
