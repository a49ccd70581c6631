//! A player over HTTP: signs up, opens a game, spins, pays in and out.

use std::fmt;

use anyhow::{Context, Result};
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// The game that is played.
const GAME: &str = "northlight/solar-sails";

/// The card method, and the currency of every visitor.
const CARD: &str = "visa_mastercard";
const CURRENCY: &str = "EUR";

/// Everybody's password.
const PASSWORD: &str = "a long bench password 7";

/// A signed-up player with an open game.
#[derive(Debug, Clone)]
pub struct Visitor {
    client: Client,
    base: String,
    email: String,
    cookie: String,
    /// The player's number.
    pub id: i64,
    token: String,
}

/// What became of a spin or of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spun {
    /// The round's number.
    pub round: String,
    /// Its play number.
    pub nonce: i64,
    /// What was staked and what was won so far, in subunits.
    pub stake_cents: i64,
    /// See `stake_cents`.
    pub win_cents: i64,
    /// The wallet after it, in subunits.
    pub balance_cents: i64,
    /// How many steps it has.
    pub steps: usize,
    /// Whether free spins wait.
    pub open: bool,
}

/// Why there is no success to tell of.
#[derive(Debug)]
pub enum Failure {
    /// No answer, or one that says nothing about what became of the call: it may have counted.
    Unknown(String),
    /// The server refuses, with a status below 500 and a body.
    Refused(u16, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(why) => write!(f, "no answer: {why}"),
            Self::Refused(status, body) => write!(f, "refused with {status}: {body}"),
        }
    }
}

impl std::error::Error for Failure {}

impl Visitor {
    /// Signs up at the server with the address `base`.
    pub async fn sign_up(client: &Client, base: &str, number: usize) -> Result<Self> {
        let email = format!("player{number}@bench.example");
        let user = json!({
            "email": email,
            "password": PASSWORD,
            "currency": CURRENCY,
            "country": "CA",
            "terms_acceptance": true,
            "date_of_birth": "1990-04-05",
            "dfpc": format!("device-{number}"),
        });
        let request = client.post(format!("{base}/api/users")).json(&json!({ "user": user }));
        let (player, cookie) = with_cookie(request).await?;
        let id = player["id"].as_i64().context("no player number")?;
        let (client, base) = (client.clone(), base.to_owned());
        Ok(Self { client, base, email, cookie, id, token: String::new() })
    }

    /// Signs in anew, as a session has to that was left alone.
    pub async fn sign_in(&mut self) -> Result<()> {
        let user = json!({ "email": self.email, "password": PASSWORD });
        let request = self.client.post(self.url("/api/users/sign_in")).json(&json!({ "user": user }));
        self.cookie = with_cookie(request).await?.1;
        Ok(())
    }

    /// Goes on at another address of the same installation.
    pub fn move_to(&mut self, base: &str) {
        base.clone_into(&mut self.base);
    }

    /// The token of the open game.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Opens the game for money.
    pub async fn launch(&mut self) -> Result<()> {
        let body = json!({ "identifier": GAME, "mode": "real", "device": "desktop" });
        let answer = self.call(self.client.post(self.url("/api/games/launch")).json(&body)).await?;
        let address = answer["launch_url"].as_str().context("no launch address")?;
        address.split("session=").nth(1).context("no token")?.clone_into(&mut self.token);
        Ok(())
    }

    /// Bets once; asking again with the same key is harmless.
    pub async fn spin(&self, key: &str, stake_cents: i64) -> Result<Spun, Failure> {
        let request = self.client.post(self.url("/api/play/rounds"));
        self.played(request.json(&json!({ "stake_cents": stake_cents })), key).await
    }

    /// Plays step number `step` of an open round.
    pub async fn step(&self, round: &str, step: usize, key: &str) -> Result<Spun, Failure> {
        let request = self.client.post(self.url(&format!("/api/play/rounds/{round}/steps")));
        self.played(request.json(&json!({ "step": step })), key).await
    }

    /// Tells what the cashbox wants to know of a player.
    pub async fn complete_profile(&self) -> Result<()> {
        let body = json!({"player": {
            "first_name": "Ada", "last_name": "Byron", "city": "Toronto", "address": "1 King Street",
            "postal_code": "M5H 1A1", "mobile_phone": "+14165550123",
        }});
        self.call(self.client.patch(self.url("/api/player")).json(&body)).await?;
        Ok(())
    }

    /// Chooses the bonus of the next deposit; choosing it again is harmless.
    pub async fn choose_bonus(&self, code: &str) -> Result<(), Failure> {
        let request = self.client.patch(self.url("/api/player/set_bonus_code"));
        self.call(request.json(&json!({ "deposit_bonus_code": code }))).await.map(drop)
    }

    /// Starts a card payment (`deposit` or `cashout`) with a kept card or on the partner's page; answers it
    /// as the server tells it.
    pub async fn pay(
        &self,
        action: &str,
        amount_cents: i64,
        card: Option<&str>,
        key: &str,
    ) -> Result<Value, Failure> {
        let body = json!({"action": action, "payment_method_id": CARD, "currency": CURRENCY,
            "amount_cents": amount_cents, "profile_id": card});
        let request = self.client.post(self.url("/api/player/payments")).json(&body);
        self.call(request.header("idempotency-key", key)).await
    }

    /// Sets a limit on what the player pays in within a day, in subunits.
    pub async fn limit_deposits(&self, amount_cents: i64) -> Result<(), Failure> {
        let limit =
            json!({ "type": "deposit", "period": "day", "currency": CURRENCY, "amount_cents": amount_cents });
        self.call(self.client.post(self.url("/api/user_limits")).json(&limit)).await.map(drop)
    }

    /// Joins a tournament; joining it again is harmless.
    pub async fn join_tournament(&self, id: &str) -> Result<(), Failure> {
        let request = self.client.post(self.url(&format!("/api/tournaments/{id}/confirm")));
        self.call(request.json(&json!({ "confirmed": true }))).await.map(drop)
    }

    /// Excludes the player for a day at least; nothing that needs the session is answered afterwards.
    pub async fn cool_off(&self) -> Result<(), Failure> {
        let pause = json!({ "type": "coolingoff", "period": "day" });
        self.call(self.client.post(self.url("/api/user_limits")).json(&pause)).await.map(drop)
    }

    /// Uploads a picture that proves who the player is; answers the document's number.
    pub async fn upload(&self, key: &str, picture: &'static [u8]) -> Result<String, Failure> {
        let request = self.client.post(self.url("/api/player/documents?kind=identity")).body(picture);
        let request = request.header(CONTENT_TYPE, "application/octet-stream").header("idempotency-key", key);
        let document = self.call(request).await?;
        Ok(document["id"].as_str().unwrap_or_default().to_owned())
    }

    /// A payment as it stands.
    pub async fn payment(&self, id: &str) -> Result<Value, Failure> {
        self.call(self.client.get(self.url(&format!("/api/player/payments/{id}")))).await
    }

    /// The card that the first payment has left behind.
    pub async fn card(&self) -> Result<String> {
        let path = format!("/api/player/payment_methods?action=deposit&currency={CURRENCY}");
        let methods = self.call(self.client.get(self.url(&path))).await?;
        let all = methods.as_array().context("no methods")?;
        let card = all.iter().find_map(|method| method["savedProfiles"][0]["id"].as_str());
        Ok(card.context("no kept card")?.to_owned())
    }

    /// The cash of the wallet, in subunits.
    pub async fn balance(&self) -> Result<i64> {
        let accounts = self.call(self.client.get(self.url("/api/player/accounts"))).await?;
        let all = accounts.as_array().context("no accounts")?;
        let account = all.iter().find(|account| account["currency"] == CURRENCY);
        account.and_then(|account| account["amount_cents"].as_i64()).context("no balance")
    }

    /// What `path` answers.
    pub async fn get(&self, path: &str) -> Result<Value, Failure> {
        self.call(self.client.get(self.url(path))).await
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    async fn call(&self, request: RequestBuilder) -> Result<Value, Failure> {
        let sent = marked(request).header(COOKIE, &self.cookie).send().await;
        body_of(sent.map_err(|error| Failure::Unknown(error.to_string()))?).await
    }

    async fn played(&self, request: RequestBuilder, key: &str) -> Result<Spun, Failure> {
        let request = marked(request).bearer_auth(&self.token).header("idempotency-key", key);
        let sent = request.send().await.map_err(|error| Failure::Unknown(error.to_string()))?;
        let view = body_of(sent).await?;
        let number = |name: &str| view[name].as_i64().unwrap_or(i64::MIN);
        Ok(Spun {
            round: view["id"].as_str().unwrap_or_default().to_owned(),
            nonce: number("nonce"),
            stake_cents: number("stake_cents"),
            win_cents: number("win_cents"),
            balance_cents: number("balance_cents"),
            steps: view["steps"].as_array().map_or(0, Vec::len),
            open: view["status"] == "open",
        })
    }
}

/// State-changing calls carry the mark that no foreign page can set.
fn marked(request: RequestBuilder) -> RequestBuilder {
    request.header("x-requested-with", "XMLHttpRequest")
}

/// The body of a success, and the cookie that came with it.
pub async fn with_cookie(request: RequestBuilder) -> Result<(Value, String)> {
    let answer = marked(request).send().await?;
    let cookie = answer.headers().get(SET_COOKIE).map(|value| value.to_str().map(str::to_owned));
    let body = body_of(answer).await?;
    let cookie = cookie.context("no session cookie")??;
    Ok((body, cookie.split(';').next().unwrap_or_default().to_owned()))
}

/// The body of a success, null without one; anything else as a failure.
async fn body_of(answer: reqwest::Response) -> Result<Value, Failure> {
    let status = answer.status();
    let text = answer.text().await.map_err(|error| Failure::Unknown(error.to_string()))?;
    if status.is_server_error() {
        return Err(Failure::Unknown(format!("{status}: {text}")));
    }
    if !status.is_success() {
        return Err(Failure::Refused(status.as_u16(), text));
    }
    if status == StatusCode::NO_CONTENT {
        return Ok(Value::Null);
    }
    serde_json::from_str(&text).map_err(|error| Failure::Unknown(error.to_string()))
}
