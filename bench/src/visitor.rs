//! A player over HTTP: signs up, opens a game, spins.

use anyhow::{Context, Result, bail, ensure};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

/// The game that is played.
const GAME: &str = "northlight/solar-sails";

/// A signed-up player with an open game.
#[derive(Debug, Clone)]
pub struct Visitor {
    client: Client,
    base: String,
    cookie: String,
    /// The player's number.
    pub id: i64,
    token: String,
}

/// What became of a spin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spun {
    /// The round's number.
    pub round: String,
    /// The wallet after it, in subunits.
    pub balance_cents: i64,
    /// Whether free spins wait.
    pub open: bool,
}

impl Visitor {
    /// Signs up at the server with the address `base`.
    pub async fn sign_up(client: &Client, base: &str, number: usize) -> Result<Self> {
        let user = json!({
            "email": format!("player{number}@bench.example"),
            "password": "a long bench password 7",
            "currency": "EUR",
            "country": "CA",
            "terms_acceptance": true,
            "date_of_birth": "1990-04-05",
            "dfpc": "",
        });
        let request = marked(client.post(format!("{base}/api/users"))).json(&json!({ "user": user }));
        let answer = told(request.send().await?).await?;
        let cookie = answer.headers().get(SET_COOKIE).context("no session cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let player: Value = answer.json().await?;
        let id = player["id"].as_i64().context("no player number")?;
        Ok(Self { client: client.clone(), base: base.to_owned(), cookie, id, token: String::new() })
    }

    /// Goes on at another address of the same installation.
    pub fn move_to(&mut self, base: &str) {
        base.clone_into(&mut self.base);
    }

    /// Opens the game for money.
    pub async fn launch(&mut self) -> Result<()> {
        let body = json!({ "identifier": GAME, "mode": "real", "device": "desktop" });
        let request = marked(self.client.post(format!("{}/api/games/launch", self.base)));
        let answer: Value =
            told(request.header(COOKIE, &self.cookie).json(&body).send().await?).await?.json().await?;
        let address = answer["launch_url"].as_str().context("no launch address")?;
        address.split("session=").nth(1).context("no token")?.clone_into(&mut self.token);
        Ok(())
    }

    /// Bets once; asking again with the same key is harmless.
    pub async fn spin(&self, key: &str, stake_cents: i64) -> Result<Spun> {
        let request = self.client.post(format!("{}/api/play/rounds", self.base));
        self.played(request.json(&json!({ "stake_cents": stake_cents })), key).await
    }

    /// Plays step number `step` of an open round.
    pub async fn step(&self, round: &str, step: i64, key: &str) -> Result<Spun> {
        let request = self.client.post(format!("{}/api/play/rounds/{round}/steps", self.base));
        self.played(request.json(&json!({ "step": step })), key).await
    }

    async fn played(&self, request: RequestBuilder, key: &str) -> Result<Spun> {
        let request = marked(request).bearer_auth(&self.token).header("idempotency-key", key);
        let view: Value = told(request.send().await?).await?.json().await?;
        Ok(Spun {
            round: view["id"].as_str().context("no round")?.to_owned(),
            balance_cents: view["balance_cents"].as_i64().context("no balance")?,
            open: view["status"] == "open",
        })
    }
}

/// State-changing calls carry the mark that no foreign page can set, and a key of their own.
fn marked(request: RequestBuilder) -> RequestBuilder {
    request.header("x-requested-with", "XMLHttpRequest")
}

/// An answer that is a success; otherwise its status and body as an error.
async fn told(answer: Response) -> Result<Response> {
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    ensure!(!status.is_server_error(), "{status}");
    bail!("{status}: {}", answer.text().await?)
}
