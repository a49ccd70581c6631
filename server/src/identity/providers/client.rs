//! The calls to providers: what they say of themselves, their keys, and who a code is for. Every call has a time limit and an
//! answer of bounded size, and none is made before somebody wants to sign in by that provider.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use axum::http::Request;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::Full;
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

use super::claims::{Claims, Expected, PersonClaims};
use super::jws::{Bad, Keys};
use crate::platform::config::{Config, SignInProvider, is_safe_address};
use crate::platform::http_client::HttpClient;

/// How long a provider may take for one answer.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// How long what a provider says of itself is believed, in milliseconds; its keys as well.
const FRESH_MS: i64 = 60 * 60 * 1000;

/// Keys that were asked for within so many milliseconds are not asked for again over a token that none of them fits.
const KEYS_PAUSE_MS: i64 = 10 * 1000;

/// The providers of the operator.
#[derive(Debug)]
pub struct Providers(Vec<Provider>);

/// One provider, with what this server knows of it.
#[derive(Debug)]
pub(super) struct Provider {
    pub(super) settings: SignInProvider,
    http: HttpClient,
    known: Mutex<ProviderCache>,
}

#[derive(Debug, Clone, Default)]
struct ProviderCache {
    /// And when that was asked, UTC milliseconds.
    metadata: Option<(Metadata, i64)>,
    keys: Option<(Keys, i64)>,
}

/// What a provider says of itself.
#[derive(Debug, Clone, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl Metadata {
    fn endpoints(&self) -> impl Iterator<Item = &String> {
        [&self.authorization_endpoint, &self.token_endpoint, &self.jwks_uri]
            .into_iter()
            .chain(&self.userinfo_endpoint)
    }
}

/// What a way to a provider carries.
pub(super) struct AuthorizationQuery<'a> {
    pub(super) redirect_uri: &'a str,
    pub(super) state: &'a str,
    pub(super) nonce: &'a str,
    pub(super) challenge: &'a str,
    /// In which language the provider may ask.
    pub(super) locale: &'a str,
    /// Whether somebody who is signed in there has to show it anew.
    pub(super) anew: bool,
}

/// A code that came back, and what it was asked for with.
pub(super) struct Answered<'a> {
    pub(super) code: &'a str,
    pub(super) redirect_uri: &'a str,
    pub(super) verifier: &'a str,
    pub(super) expected: Expected<'a>,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

impl Providers {
    /// As the settings say.
    pub(crate) fn of(config: &Config, http: &HttpClient) -> Self {
        let provider = |settings: &SignInProvider| Provider {
            settings: settings.clone(),
            http: http.clone(),
            known: Mutex::default(),
        };
        Self(config.sign_in_providers.iter().map(provider).collect())
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &SignInProvider> {
        self.0.iter().map(|provider| &provider.settings)
    }

    pub(super) fn named(&self, name: &str) -> Option<&Provider> {
        self.0.iter().find(|provider| provider.settings.name == name)
    }

    /// What players read of the provider called `name`; the name itself for one that is no longer in the settings.
    pub fn title<'a>(&'a self, name: &'a str) -> &'a str {
        self.named(name).map_or(name, |provider| provider.settings.title.as_str())
    }
}

impl Provider {
    /// The address at the provider where a browser asks for a code.
    pub(super) async fn address(&self, asked: &AuthorizationQuery<'_>, now: i64) -> Result<String> {
        let metadata = self.metadata(now).await?;
        let mut url = Url::parse(&metadata.authorization_endpoint)?;
        let mut scopes: Vec<&str> = self.settings.scopes.iter().map(String::as_str).collect();
        if !scopes.contains(&"openid") {
            scopes.insert(0, "openid");
        }
        let AuthorizationQuery { redirect_uri, state, nonce, challenge, locale, anew } = *asked;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", &scopes.join(" "))
            .append_pair("state", state)
            .append_pair("nonce", nonce)
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("ui_locales", locale);
        if anew {
            url.query_pairs_mut().append_pair("prompt", "login").append_pair("max_age", "0");
        }
        Ok(url.into())
    }

    /// Who the code is for: the subject, and what is told of the person. Fails when the provider does not answer, or what it
    /// answers does not fit.
    pub(super) async fn person(&self, answered: &Answered<'_>) -> Result<(String, PersonClaims)> {
        let now = answered.expected.now;
        let metadata = self.metadata(now).await?;
        let tokens = self.tokens(&metadata, answered).await?;
        let payload = self.verified(&metadata, &tokens.id_token, now).await?;
        let claims: Claims = serde_json::from_slice(&payload).context("the ID token says nothing")?;
        if let Err(unfit) = claims.judge(&answered.expected) {
            bail!("the ID token does not fit: {unfit:?}");
        }
        let Claims { sub, person, .. } = claims;
        let asks_more = person.email.is_none();
        match (&metadata.userinfo_endpoint, &tokens.access_token) {
            (Some(address), Some(token)) if asks_more => {
                let reported = self.reported(address, token, &sub).await?;
                Ok((sub, reported))
            }
            _ => Ok((sub, person)),
        }
    }

    async fn tokens(&self, metadata: &Metadata, answered: &Answered<'_>) -> Result<Tokens> {
        let request = self.token_request(metadata, answered)?;
        serde_json::from_value(self.answer(request).await?).context("no tokens were given")
    }

    fn token_request(&self, metadata: &Metadata, answered: &Answered<'_>) -> Result<Request<Full<Bytes>>> {
        let SignInProvider { client_id, client_secret, .. } = &self.settings;
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", answered.code)
            .append_pair("redirect_uri", answered.redirect_uri)
            .append_pair("code_verifier", answered.verifier);
        let mut request = Request::post(&metadata.token_endpoint)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(ACCEPT, "application/json");
        let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
        // The header is what every provider takes that does not say.
        let takes_header = methods.is_none_or(|all| all.iter().any(|one| one == "client_secret_basic"));
        match client_secret {
            Some(secret) if takes_header => {
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = STANDARD.encode(format!("{}:{}", encoded(client_id), encoded(secret)));
                request = request.header(AUTHORIZATION, format!("Basic {pair}"));
            }
            Some(secret) => {
                form.append_pair("client_id", client_id).append_pair("client_secret", secret);
            }
            None => {
                form.append_pair("client_id", client_id);
            }
        }
        Ok(request.body(Full::new(Bytes::from(form.finish())))?)
    }

    /// What the provider tells of the person with `subject` when asked.
    async fn reported(&self, address: &str, token: &str, subject: &str) -> Result<PersonClaims> {
        let request = Request::get(address)
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(ACCEPT, "application/json")
            .body(Full::default())?;
        let answer = self.answer(request).await?;
        ensure!(answer.get("sub").and_then(Value::as_str) == Some(subject), "it tells of somebody else");
        serde_json::from_value(answer).context("what it tells cannot be read")
    }

    /// The payload of a token by the keys in force; keys are asked for again when none of them is the one that it names, or that has
    /// signed it.
    async fn verified(&self, metadata: &Metadata, token: &str, now: i64) -> Result<Vec<u8>> {
        if let Some((keys, at)) = self.known().keys
            && now - at < FRESH_MS
        {
            match keys.verified(token) {
                Ok(payload) => return Ok(payload),
                // A provider may change a key and not its name, or name none.
                Err(Bad::Key | Bad::Signature) if now - at >= KEYS_PAUSE_MS => {}
                Err(bad) => bail!("the ID token is not taken: {bad:?}"),
            }
        }
        let request = Request::get(&metadata.jwks_uri).body(Full::default())?;
        let keys = Keys::read(&self.answer(request).await?).context("it has published no keys")?;
        let verified = keys.verified(token);
        self.remember(|known| known.keys = Some((keys, now)));
        verified.map_err(|bad| anyhow::anyhow!("the ID token is not taken: {bad:?}"))
    }

    async fn metadata(&self, now: i64) -> Result<Metadata> {
        if let Some((metadata, at)) = self.known().metadata
            && now - at < FRESH_MS
        {
            return Ok(metadata);
        }
        let issuer = &self.settings.issuer;
        let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let answer = self.answer(Request::get(address).body(Full::default())?).await?;
        let metadata: Metadata = serde_json::from_value(answer).context("it says nothing of itself")?;
        ensure!(metadata.issuer == *issuer, "it says that it is {}", metadata.issuer);
        if let Some(unsafe_one) = metadata.endpoints().find(|address| !is_safe_address(address)) {
            bail!("{unsafe_one} is no https address");
        }
        self.remember(|known| known.metadata = Some((metadata.clone(), now)));
        Ok(metadata)
    }

    async fn answer(&self, request: Request<Full<Bytes>>) -> Result<Value> {
        let address = request.uri().clone();
        let answer = self.http.send(request, ANSWER_MAX).await.with_context(|| format!("{address}"))?;
        ensure!(answer.status().is_success(), "{address} answers {}", answer.status());
        serde_json::from_slice(answer.body()).with_context(|| format!("{address} answers no JSON"))
    }

    fn known(&self) -> ProviderCache {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, change: impl FnOnce(&mut ProviderCache)) {
        change(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
