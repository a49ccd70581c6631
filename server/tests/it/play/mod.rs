//! Games over HTTP: opened, played, resumed, proved fair.

mod buying;
pub mod controls;
mod definitions;
mod demo_fairness;
mod exchange;
mod fair;
mod offered;
pub mod partners;
mod picks;
mod returns;
mod rounds;
mod saved_bets;
pub mod seeds;
mod session_cache;
mod shared_replays;

use croupier_ledger::{Action, Key};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::{self, Order};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::testkit::Kit;

pub const SAILS: &str = "northlight/solar-sails";
pub const KOI: &str = "northlight/koi-lanterns";
pub const WHEEL: &str = "northlight/aurora-roulette";
pub const KENO: &str = "northlight/firefly-keno";

/// Puts money into a wallet without a payment partner.
pub async fn give(app: &App, player: i64, currency: Currency, amount: i64) {
    let from = app.wallet.system_account("payments:test", currency).await.unwrap();
    let key = Key::new("gift", &app.entropy.uuid(&app.clock).to_string());
    let order = Order {
        key,
        fingerprint: key,
        player,
        currency,
        at: app.clock.now(),
        action: Action::Deposit { from, amount },
        facts: Vec::new(),
        attached: Vec::new(),
    };
    app.wallet.submit(order).await.unwrap();
}

/// A player with a thousand euros, in a browser.
pub async fn rich_player(kit: &Kit) -> (Browser, i64) {
    let (browser, id) = grown_player(kit, "player@example.com").await;
    give(&kit.app, id, Currency::EUR, 100_000).await;
    (browser, id)
}

/// A player who has told the birthday that the provider asks for before a game for money.
pub async fn grown_player(kit: &Kit, email: &str) -> (Browser, i64) {
    let (browser, id) = kit.player(email).await;
    let profile = json!({ "player": { "date_of_birth": "1990-04-05" } });
    browser.patch("/api/player", profile).await.expect(200);
    (browser, id)
}

/// The game client in its frame: it knows its token and sends no cookie.
pub struct Frame {
    browser: Browser,
    token: String,
}

impl Frame {
    /// Opens `game` in `mode`.
    pub async fn open(kit: &Kit, browser: &Browser, game: &str, mode: &str) -> Self {
        Self::at(kit, &launch(browser, game, mode).await.expect(201))
    }

    /// The client that a launch has answered with `answer`.
    pub fn at(kit: &Kit, answer: &Value) -> Self {
        let address = answer["launch_url"].as_str().unwrap();
        let token = address.split("#session=").nth(1).unwrap().to_owned();
        Self { browser: kit.browser(), token }
    }

    /// The same client at another server.
    pub fn moved_to(self, kit: &Kit) -> Self {
        Self { browser: kit.browser(), ..self }
    }

    /// The same client, whose calls carry this header.
    pub fn with(self, name: &'static str, value: &str) -> Self {
        Self { browser: self.browser.with(name, value), ..self }
    }

    pub async fn session(&self) -> Answer {
        self.send(Method::GET, "/api/play/session", None, "").await
    }

    pub async fn gifts(&self) -> Answer {
        self.send(Method::GET, "/api/play/gifts", None, "").await
    }

    /// Bets `stake` under `key`.
    pub async fn spin(&self, key: &str, stake: i64) -> Answer {
        self.bet(key, json!({ "stake_cents": stake })).await
    }

    /// Bets whatever `body` says.
    pub async fn bet(&self, key: &str, body: Value) -> Answer {
        self.send(Method::POST, "/api/play/rounds", Some(body), key).await
    }

    pub async fn step(&self, round: &str, step: i64, key: &str) -> Answer {
        let path = format!("/api/play/rounds/{round}/steps");
        self.send(Method::POST, &path, Some(json!({ "step": step })), key).await
    }

    /// Bets until a round stays open; answers it.
    pub async fn open_round(&self, stake: i64) -> Value {
        self.spin_until_open("until-open", stake).await
    }

    /// Like [`Frame::open_round`], under keys that begin with `name`.
    pub async fn spin_until_open(&self, name: &str, stake: i64) -> Value {
        for count in 0..2_000 {
            let round = self.spin(&format!("{name}-{count}"), stake).await.expect(201);
            if round["status"] == "open" {
                return round;
            }
        }
        panic!("two thousand rounds without free spins")
    }

    /// Plays an open round to its end; answers how it ended.
    pub async fn finish(&self, mut round: Value) -> Value {
        let id = round["id"].as_str().unwrap().to_owned();
        while round["status"] == "open" {
            let step = i64::try_from(round["steps"].as_array().unwrap().len()).unwrap();
            round = self.step(&id, step, &format!("finish-{id}-{step}")).await.expect(201);
        }
        round
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>, key: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let mut headers = vec![("authorization", bearer.as_str())];
        if !key.is_empty() {
            headers.push(("idempotency-key", key));
        }
        self.browser.send(method, path, body, &headers).await
    }
}

pub async fn launch(browser: &Browser, game: &str, mode: &str) -> Answer {
    let body = json!({ "identifier": game, "mode": mode, "device": "desktop" });
    browser.post("/api/games/launch", body).await
}

pub async fn assert_books(app: &App) {
    assert_eq!(wallet::check(&app.db).await.unwrap(), []);
}

pub async fn cash(app: &App, player: i64) -> i64 {
    app.wallet.get(player, Currency::EUR).await.unwrap().unwrap().cash
}
