//! reCAPTCHA in the place of the built-in captcha, where the settings name a key and a secret: the browser gets a token from
//! the provider's script, and the provider says to this server what it holds of it.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use http_body_util::Full;
use serde::Deserialize;

use crate::platform::config::{Captcha, Config};
use crate::platform::http_client::HttpClient;

/// How long the provider may take.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// The longest token that is looked at, in bytes.
const TOKEN_MAX: usize = 4_096;

/// Below this the provider takes who has sent the token for a robot: its own advice.
const SCORE_MIN: f64 = 0.5;

/// Asks the provider about tokens.
#[derive(Debug, Clone)]
pub struct Recaptcha {
    http: HttpClient,
    url: String,
    secret: String,
}

/// What the provider says of a token.
#[derive(Debug, Deserialize)]
struct Verdict {
    success: bool,
    /// How sure it is of a person, from 0 to 1; keys that show a box to tick have none.
    score: Option<f64>,
    #[serde(default, rename = "error-codes")]
    errors: Vec<String>,
}

impl Recaptcha {
    /// As the settings say; `None` when another captcha is asked.
    pub(crate) fn of(config: &Config, http: &HttpClient) -> Option<Self> {
        let secret = config.recaptcha_secret.clone().filter(|_| config.captcha == Captcha::Recaptcha)?;
        Some(Self { http: http.clone(), url: config.recaptcha_url.clone(), secret })
    }

    /// Whether a person has got `token`. Fails when the provider does not answer, or knows the secret not.
    pub(super) async fn is_person(&self, token: &str) -> Result<bool> {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_' || b == b'.';
        if token.len() > TOKEN_MAX || !token.bytes().all(is_token) {
            return Ok(false);
        }
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", &self.secret)
            .append_pair("response", token)
            .finish();
        let request = Request::post(&self.url)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(form)))?;
        let answer = self.http.send(request, ANSWER_MAX).await?;
        ensure!(answer.status().is_success(), "reCAPTCHA answers {}", answer.status());
        let verdict: Verdict =
            serde_json::from_slice(answer.body()).context("reCAPTCHA answers no verdict")?;
        let is_ours = |code: &&String| code.ends_with("-input-secret");
        if let Some(code) = verdict.errors.iter().find(is_ours) {
            anyhow::bail!("reCAPTCHA does not take the secret: {code}");
        }
        Ok(verdict.success && verdict.score.is_none_or(|score| score >= SCORE_MIN))
    }
}
