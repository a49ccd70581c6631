//! The way to a provider and back.
//!
//! The browser holds a secret of its own in a cookie, and the address at the provider carries a state of this one way. Both have to
//! come back together, once, within ten minutes: an answer that was got by somebody else opens nothing here, and what another
//! browser sends does not use up the way of this one.

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::claims::{Expected, PersonClaims};
use super::client::{Answered, AuthorizationQuery};
use super::store::{self, FlowRow};
use super::{FlowPurpose, ProviderPerson};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{self, without_card_numbers};

/// How long a way may take, in milliseconds; people look for their passwords.
pub(super) const FLOW_MS: i64 = 10 * 60 * 1000;

/// The longest code that is looked at, in bytes.
const CODE_MAX: usize = 4096;

/// So much is logged of what a provider says when it has let nobody in, in characters.
const ERROR_MAX: usize = 64;

/// The longest name that is taken over, in characters.
const NAME_MAX: usize = 128;

/// What a browser wants at a provider.
#[derive(Debug)]
pub struct FlowStart<'a> {
    /// The provider's name.
    pub provider: &'a str,
    /// What for.
    pub purpose: FlowPurpose,
    /// The address of ours to which the provider sends the browser.
    pub redirect_uri: String,
    /// The path of the site on which the visitor goes on.
    pub return_to: String,
    /// The visitor's language.
    pub locale: &'a str,
}

/// A way that has begun.
#[derive(Debug)]
pub struct BegunFlow {
    /// Where the browser goes.
    pub address: String,
    /// The secret that it holds meanwhile.
    pub browser_token: String,
}

/// What a browser comes back with.
#[derive(Debug, Clone, Copy, Default)]
pub struct FlowAnswer<'a> {
    /// Of the way.
    pub state: &'a str,
    /// What the provider gives when it has let somebody in.
    pub code: Option<&'a str>,
    /// What it says when it has not.
    pub error: Option<&'a str>,
    /// The issuer, where the provider names it.
    pub issuer: Option<&'a str>,
}

/// Who came back, and what for.
#[derive(Debug)]
pub struct Returned {
    /// What it was for.
    pub purpose: FlowPurpose,
    /// The path of the site on which the visitor goes on.
    pub return_to: String,
    /// Who has signed in at the provider.
    pub person: ProviderPerson,
}

pub(super) fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

fn random(app: &App) -> String {
    URL_SAFE_NO_PAD.encode(app.entropy.bytes::<32>())
}

/// How long the browser keeps its secret, in seconds.
pub const BROWSER_TOKEN_S: i64 = FLOW_MS / 1000;

/// Begins a way to a provider. `caller` is who is signed in; linking asks for a fresh session. 404 for a provider that the operator does
/// not have.
pub async fn begin_provider_flow(
    app: &App,
    visitor: &Visitor,
    caller: Option<&PlayerCaller>,
    start: FlowStart<'_>,
) -> ApiResult<BegunFlow> {
    app.limits.provider_flows.take(visitor.limit_key())?;
    let provider = app.providers.named(start.provider).ok_or_else(ApiError::not_found)?;
    let caller = match start.purpose {
        FlowPurpose::SignIn => {
            super::super::refuse_restricted(app, visitor)?;
            None
        }
        FlowPurpose::Link | FlowPurpose::Reauth => Some(caller.ok_or_else(ApiError::unauthorized)?),
    };
    if let (FlowPurpose::Link, Some(caller)) = (start.purpose, caller) {
        caller.require_fresh()?;
    }
    let now = app.clock.now();
    let (state, nonce, verifier) = (random(app), random(app), random(app));
    let asked = AuthorizationQuery {
        redirect_uri: &start.redirect_uri,
        state: &state,
        nonce: &nonce,
        challenge: &URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier)),
        locale: start.locale,
        anew: start.purpose == FlowPurpose::Reauth,
    };
    let address = provider.address(&asked, now).await.map_err(|error| failed(start.provider, &error))?;
    // One secret for all that the browser has begun: two tabs do not spoil each other's.
    let browser_token = visitor.provider_token.clone().unwrap_or_else(|| random(app));
    let row = FlowRow {
        provider: start.provider.to_owned(),
        purpose: start.purpose,
        caller: caller.map(|caller| (caller.id, caller.session.clone())),
        nonce,
        verifier,
        redirect_uri: start.redirect_uri,
        return_to: start.return_to,
        begun_at: now,
        expires_at: now + FLOW_MS,
    };
    let mut tx = app.db.begin().await?;
    store::add_flow(&mut tx, &hash(&state), &hash(&browser_token), &row).await?;
    tx.commit().await?;
    Ok(BegunFlow { address, browser_token })
}

/// The path of the site on which the visitor of the way with `state` goes on, while it waits; nothing is used up. `None` for a way to
/// another provider than the one that sends the visitor back.
pub async fn return_of(app: &App, state: &str, provider: &str) -> ApiResult<Option<String>> {
    Ok(store::return_to(&app.db, &hash(state), provider).await?)
}

/// Ends a way: asks the provider who the code is for. `caller` is who is signed in; what was begun for a session counts in that
/// session alone. 410 for a way that is over, was ended before, or is another browser's.
pub async fn finish_provider_flow(
    app: &App,
    visitor: &Visitor,
    caller: Option<&PlayerCaller>,
    answer: FlowAnswer<'_>,
) -> ApiResult<Returned> {
    app.limits.provider_flows.take(visitor.limit_key())?;
    let browser_token = visitor.provider_token.as_deref().ok_or_else(over)?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let row = store::take_flow(&mut tx, &hash(answer.state), &hash(browser_token)).await?;
    tx.commit().await?;
    let row = row.filter(|row| row.expires_at > now).ok_or_else(over)?;
    let came_back = caller.map(|caller| (caller.id, caller.session.clone()));
    if row.caller.is_some() && row.caller != came_back {
        return Err(over());
    }
    let provider = app.providers.named(&row.provider).ok_or_else(over)?;
    if let Some(error) = answer.error {
        let error: String = error.chars().take(ERROR_MAX).collect();
        tracing::info!(provider = row.provider, error, "a provider has let nobody in");
        return Err(canceled());
    }
    let issuer = &provider.settings.issuer;
    if answer.issuer.is_some_and(|reported| reported != issuer) {
        return Err(over());
    }
    let code = answer.code.filter(|code| !code.is_empty() && code.len() <= CODE_MAX).ok_or_else(over)?;
    let expected = Expected {
        issuer,
        client_id: &provider.settings.client_id,
        nonce: &row.nonce,
        now,
        signed_in_since: (row.purpose == FlowPurpose::Reauth).then_some(row.begun_at),
    };
    let FlowRow { redirect_uri, verifier, .. } = &row;
    let answered = Answered { code, redirect_uri, verifier, expected };
    let reported = provider.person(&answered).await;
    let (subject, claims) = reported.map_err(|error| failed(&row.provider, &error))?;
    let person = ProviderPerson {
        provider: row.provider.clone(),
        issuer: issuer.clone(),
        subject,
        ..person_of(claims)
    };
    Ok(Returned { purpose: row.purpose, return_to: row.return_to, person })
}

/// What is taken over of what a provider tells.
fn person_of(claims: PersonClaims) -> ProviderPerson {
    let email_verified = claims.has_verified_email();
    let email = claims.email.as_deref().and_then(|typed| rules::email(typed).ok());
    let name = |reported: Option<String>| {
        let reported = reported.map(|name| without_card_numbers(name.trim()));
        reported.filter(|name| !name.is_empty() && name.chars().count() <= NAME_MAX)
    };
    let gender = match claims.gender.as_deref() {
        Some("female") => Some("f"),
        Some("male") => Some("m"),
        _ => None,
    };
    ProviderPerson {
        email_verified: email_verified && email.is_some(),
        email,
        first_name: name(claims.given_name),
        last_name: name(claims.family_name),
        date_of_birth: claims.birthdate,
        gender,
        ..ProviderPerson::default()
    }
}

pub(super) fn over() -> ApiError {
    ApiError::code(
        StatusCode::GONE,
        "provider_sign_in_over",
        "This took too long, or was used before. Please try again.",
    )
}

fn canceled() -> ApiError {
    ApiError::conflict("provider_sign_in_canceled", "The sign-in was canceled.")
}

fn failed(provider: &str, error: &anyhow::Error) -> ApiError {
    tracing::warn!(provider, error = format!("{error:#}"), "a provider of sign-in has failed");
    let message = "The provider cannot say who you are right now. Please try again, or sign in another way.";
    // No failure of a gateway: a browser would try again, with an answer that was used up.
    ApiError::conflict("provider_failed", message)
}
