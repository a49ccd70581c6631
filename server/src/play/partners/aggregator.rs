//! The wire of a game aggregator: sessions that the operator asks for, answered by the address of a page; bodies signed by
//! HMAC-SHA256, in hex, in `X-REQUEST-SIGN`, both ways.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Request as HttpRequest, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::Full;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::catalogue::Device;
use crate::platform::config::GamePartner;
use crate::platform::http_client::HttpClient;
use crate::platform::signature::Secret;

/// The longest a call may take; a browser waits for it.
const CALL_MAX: std::time::Duration = std::time::Duration::from_secs(8);

/// The header that signs a body.
const SIGN: &str = "x-request-sign";

/// What a page is opened with.
#[derive(Debug, Clone)]
pub(super) struct Opening<'a> {
    /// The game as the partner calls it.
    pub(super) game: String,
    /// Who plays for money; `None` in a demo.
    pub(super) for_money: Option<ForMoney<'a>>,
    pub(super) locale: &'a str,
    /// The visitor's address.
    pub(super) ip: String,
    pub(super) device: Device,
    /// Where the player pays in.
    pub(super) deposit_url: String,
    /// Where the game's close button leads.
    pub(super) return_url: String,
}

/// Who plays for money.
#[derive(Debug, Clone)]
pub(super) struct ForMoney<'a> {
    /// Our name of the session.
    pub(super) session: &'a str,
    pub(super) player: i64,
    /// What others call the player.
    pub(super) nickname: &'a str,
    pub(super) country: &'a str,
    pub(super) currency: &'a str,
    /// What the player can bet, in subunits.
    pub(super) balance: i64,
}

/// Free spins that the partner is to take in.
#[expect(clippy::struct_field_names, reason = "the number is called so by its callers")]
#[derive(Debug, Clone)]
pub(super) struct Issue<'a> {
    /// Our name of them.
    pub(super) issue: &'a str,
    pub(super) player: i64,
    pub(super) currency: &'a str,
    /// The games as the partner calls them.
    pub(super) games: Vec<String>,
    pub(super) count: i64,
    /// What each is played at, in subunits.
    pub(super) stake: i64,
    /// RFC 3339.
    pub(super) valid_until: String,
}

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The partner refuses, with its own words.
    #[error("the partner refuses: {0}")]
    Refused(String),
    /// No answer, or one that says nothing.
    #[error("the partner gave no answer: {0}")]
    Unknown(String),
}

#[derive(Deserialize)]
struct Opened {
    launch_options: LaunchOptions,
}

#[derive(Deserialize)]
struct LaunchOptions {
    game_url: String,
}

/// The client.
#[derive(Debug)]
pub(super) struct Aggregator {
    http: HttpClient,
    url: String,
    casino_id: String,
    secret: Secret,
}

impl Aggregator {
    pub(super) fn open(named: &GamePartner, http: HttpClient) -> Self {
        let GamePartner { url, casino_id, secret, .. } = named;
        Self { http, url: url.clone(), casino_id: casino_id.clone(), secret: Secret::of_text(secret) }
    }

    /// Whether `body` is signed with the secret of this partner.
    pub(super) fn has_signed(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let given = headers.get(SIGN).and_then(|value| value.to_str().ok());
        given.is_some_and(|given| self.secret.verify_hex(&[body], given))
    }

    /// The address of a game's page.
    pub(super) async fn open_page(&self, opening: &Opening<'_>) -> Result<String, Failure> {
        let path = if opening.for_money.is_some() { "/sessions" } else { "/demo" };
        let answer = self.ask(path, &self.body(opening)).await?;
        let opened: Opened =
            serde_json::from_slice(&answer).map_err(|error| Failure::Unknown(error.to_string()))?;
        let page = opened.launch_options.game_url;
        let is_plain = page.bytes().all(|byte| byte.is_ascii_graphic());
        let is_web = page.starts_with("https://") || page.starts_with("http://");
        if is_plain && is_web { Ok(page) } else { Err(Failure::Unknown(format!("the address {page:?}"))) }
    }

    fn body(&self, opening: &Opening<'_>) -> Value {
        let mut body = json!({
            "casino_id": self.casino_id,
            "game": opening.game,
            "locale": opening.locale,
            "ip": opening.ip,
            "client_type": opening.device,
            "urls": { "deposit_url": opening.deposit_url, "return_url": opening.return_url },
        });
        if let Some(for_money) = &opening.for_money {
            body["session_id"] = json!(for_money.session);
            body["currency"] = json!(for_money.currency);
            body["balance"] = json!(for_money.balance);
            body["user"] = json!({
                "id": for_money.player.to_string(),
                "nickname": for_money.nickname,
                "country": for_money.country,
            });
        }
        body
    }

    /// Asks for free spins.
    pub(super) async fn issue_spins(&self, issue: &Issue<'_>) -> Result<(), Failure> {
        let body = json!({
            "casino_id": self.casino_id,
            "issue_id": issue.issue,
            "currency": issue.currency,
            "games": issue.games,
            "freespins_quantity": issue.count,
            "bet_amount": issue.stake,
            "valid_until": issue.valid_until,
            "user": { "id": issue.player.to_string() },
        });
        self.ask("/freespins/issue", &body).await.map(drop)
    }

    /// Takes free spins back.
    pub(super) async fn cancel_spins(&self, issue: &str) -> Result<(), Failure> {
        let body = json!({ "casino_id": self.casino_id, "issue_id": issue });
        self.ask("/freespins/cancel", &body).await.map(drop)
    }

    /// The body of the answer to a signed call.
    async fn ask(&self, path: &str, body: &Value) -> Result<Bytes, Failure> {
        let unsent = |error: String| Failure::Unknown(error);
        let address: Uri = format!("{}{path}", self.url).parse().map_err(|_| unsent(path.to_owned()))?;
        let body = body.to_string();
        let call = HttpRequest::builder()
            .method(Method::POST)
            .uri(&address)
            .header(CONTENT_TYPE, "application/json")
            .header(SIGN, self.secret.sign_hex(&[body.as_bytes()]))
            .body(Full::from(body))
            .map_err(|error| unsent(error.to_string()))?;
        let answer = self.http.send(call, CALL_MAX).await.map_err(|error| unsent(format!("{error:#}")))?;
        match answer.status() {
            status if status.is_success() => Ok(answer.into_body()),
            status if is_refusal(status) => Err(Failure::Refused(status.to_string())),
            status => Err(unsent(status.to_string())),
        }
    }
}

/// Whether an answer refuses what was asked. A call that was not believed, or that came at the wrong time, says nothing of it.
fn is_refusal(status: StatusCode) -> bool {
    status.is_client_error() && !matches!(status.as_u16(), 401 | 403 | 408 | 425 | 429)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_says_nothing_of_what_was_asked_is_no_refusal() {
        for (status, refuses) in [(400, true), (404, true), (412, true), (422, true)]
            .into_iter()
            .chain([401, 403, 408, 425, 429, 500, 502, 503].map(|status| (status, false)))
        {
            assert_eq!(is_refusal(StatusCode::from_u16(status).unwrap()), refuses, "{status}");
        }
    }
}
