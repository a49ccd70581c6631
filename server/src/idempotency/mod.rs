//! Calls that may be sent twice and count once.
//!
//! For calls that change something and move no money. The first call with an `Idempotency-Key` claims it; a
//! successful answer is kept for a day and told again to the same call; the same key with another call is a
//! conflict. A call that fails lets go of its key, and one that dies on the way loses it after a minute.
//! A few calls take no part, see [`NEVER_KEPT`]. Answers that say `no-store` hold secrets and are never kept. Nor are
//! cookies: an answer that had signed somebody in signs in anew, for a minute, as long as the password stays and no second
//! factor is asked for. Later the player signs in.

mod store;

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use croupier_db::Tx;
use croupier_ledger::PlayerId;
use hmac::Mac;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::identity::{self, Login};
use crate::platform::body::{BODY_MAX, unread};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::platform::secrets::hmac_sha256;
use crate::rules::has_card_number;

const HEADER: &str = "idempotency-key";

/// Names the conversation that a guest's call of the chat is about: such a call is another one with another of it.
const RESTORE_ID: &str = "x-chat-restore-id";

/// Where the calls of the chat are.
const CHAT: &str = "/api/chat/";

/// Calls whose answers are worth nothing later or open a session anew, and reports of browsers. They claim no key, which
/// would cost a row each: a stranger who spends the allowance of a network keeps nobody in it from signing in.
pub const NEVER_KEPT: &[&str] = &[
    "/api/users/sign_in",
    "/api/users/reauthenticate",
    "/check-email",
    "/api/chat/guests",
    "/log",
    "/metrics-errors-validation",
    "/network-performance",
    "/performance",
    "/variant-shown",
];

/// The longest key, in bytes.
const KEY_MAX: usize = 255;

/// How long answers are kept.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// After this a claim without an answer belongs to a call that died.
const CLAIM_MS: i64 = 60 * 1000;

/// How long after the claim a repeated call may open a session: a lost answer is asked for again at once.
const SIGNS_IN_MS: i64 = 60 * 1000;

/// A key that the running call has claimed.
#[derive(Debug, Clone)]
pub struct Claim {
    key: Vec<u8>,
}

/// What the store says about a key.
enum Found {
    /// Ours now.
    Claimed,
    /// Answered before.
    Answered { status: StatusCode, body: String, signed_in: Option<SignedIn> },
}

/// Whom a kept answer had signed in.
struct SignedIn {
    player: PlayerId,
    /// That of the login at that time.
    stamp: Vec<u8>,
    claimed_at: i64,
}

/// Passes a call on once per key.
pub async fn once_per_key(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(next.run(request).await);
    }
    let key = request.headers().get(HEADER).cloned();
    let Some(key) = key.filter(|_| !NEVER_KEPT.contains(&request.uri().path())) else {
        return Ok(next.run(request).await);
    };
    if key.is_empty() || key.len() > KEY_MAX {
        let message = "An Idempotency-Key has 1 to 255 characters.";
        return Err(ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message));
    }
    let (mut parts, body) = request.into_parts();
    let caller = Caller::from_request_parts(&mut parts, &app).await?;
    let visitor = Visitor::from_request_parts(&mut parts, &app).await?;
    let body = to_bytes(body, BODY_MAX).await.map_err(|error| unread(&error))?;
    let call = format!("{} {}\n", parts.method, parts.uri);
    let is_of_guest = caller.player().is_none();
    let restore_id =
        parts.headers.get(RESTORE_ID).filter(|_| is_of_guest && parts.uri.path().starts_with(CHAT));
    let fingerprint = fingerprint(&app, call.as_bytes(), restore_id, &body);
    if is_of_guest {
        app.limits.keyed_guest_calls_of_address.take(visitor.limit_key())?;
        let browser = visitor.device_id.as_deref().map(LimitKey::browser);
        app.limits.keyed_guest_calls.take(browser.unwrap_or_else(|| visitor.limit_key()))?;
    }
    let claim = Claim { key: row_key(&caller, &visitor, key.as_bytes()) };
    match find_or_claim(&app, &claim, &fingerprint).await? {
        Found::Answered { status, body, signed_in } => replay(&app, &visitor, status, body, signed_in).await,
        Found::Claimed => {
            parts.extensions.insert(claim.clone());
            let response = next.run(Request::from_parts(parts, Body::from(body))).await;
            keep(&app, &claim, response).await
        }
    }
}

/// The key of a call that is not made without one and keeps it for good with what it makes.
pub fn required_key(headers: &HeaderMap) -> ApiResult<String> {
    let key = headers.get(HEADER).and_then(|value| value.to_str().ok());
    // A UUID may look like a card number by chance.
    let is_harmless = |key: &str| Uuid::parse_str(key).is_ok() || !has_card_number(key);
    let key = key.filter(|key| (1..=KEY_MAX).contains(&key.len()) && is_harmless(key));
    key.map(str::to_owned).ok_or_else(|| {
        let message = "This call needs an Idempotency-Key of 1 to 255 characters without a card number.";
        ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message)
    })
}

/// Keys of one caller say nothing about those of another. Guests are told apart by their browser and not by address:
/// a call is repeated most where a phone has changed its network.
fn row_key(caller: &Caller, visitor: &Visitor, key: &[u8]) -> Vec<u8> {
    let owner = caller.player().map_or(0, |player| player.id);
    let browser = if owner == 0 { visitor.device.as_str() } else { "" };
    let browser = Sha256::digest(browser);
    let hash = Sha256::new().chain_update(owner.to_be_bytes()).chain_update(browser).chain_update(key);
    hash.finalize().to_vec()
}

/// Keyed with a secret, because a body may hold a password.
fn fingerprint(app: &App, call: &[u8], restore_id: Option<&HeaderValue>, body: &[u8]) -> Vec<u8> {
    let mut mac = hmac_sha256(&app.secrets.key_for("idempotency"));
    mac.update(call);
    if let Some(restore_id) = restore_id {
        mac.update(&Sha256::digest(restore_id.as_bytes()));
    }
    mac.update(body);
    mac.finalize().into_bytes().to_vec()
}

async fn find_or_claim(app: &App, claim: &Claim, fingerprint: &[u8]) -> ApiResult<Found> {
    let (key, now) = (&claim.key, app.clock.now());
    let mut tx = app.db.begin().await?;
    store::forget(&mut tx, now - KEPT_MS).await?;
    if store::claim(&mut tx, key, fingerprint, now).await? {
        tx.commit().await?;
        return Ok(Found::Claimed);
    }
    let row = store::held(&mut tx, key).await?;
    if row.get::<Vec<u8>>(0)? != fingerprint {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another call."));
    }
    if let Some(status) = row.get::<Option<i64>>(1)? {
        let status = u16::try_from(status).map_err(|error| ApiError::internal(&error))?;
        let status = StatusCode::from_u16(status).map_err(|error| ApiError::internal(&error))?;
        let body = row.get::<Option<String>>(2)?.unwrap_or_default();
        let signed_in = match row.get::<Option<i64>>(3)? {
            Some(player) => {
                let stamp = row.get::<Option<Vec<u8>>>(4)?.unwrap_or_default();
                Some(SignedIn { player, stamp, claimed_at: row.get(5)? })
            }
            None => None,
        };
        return Ok(Found::Answered { status, body, signed_in });
    }
    if !store::take_over(&mut tx, key, now - CLAIM_MS, now).await? {
        return Err(ApiError::conflict("conflict", "The same call is still under way."));
    }
    tx.commit().await?;
    Ok(Found::Claimed)
}

/// Keeps the answer to a claimed call within the transaction of what it did, so that there is no moment in
/// which one exists without the other. `signed_in` is the login that the answer signs in.
pub async fn complete(
    tx: &mut Tx,
    claim: &Claim,
    status: StatusCode,
    body: &str,
    signed_in: Option<&Login>,
) -> ApiResult<()> {
    let signed_in = signed_in.map(|login| (login.player, login.stamp()));
    Ok(store::answer(tx, &claim.key, status.as_u16(), body, signed_in).await?)
}

/// Keeps a successful answer that the handler has not kept itself; anything else lets go of the key.
async fn keep(app: &App, claim: &Claim, response: Response) -> Result<Response, ApiError> {
    let headers = response.headers();
    let is_secret = headers.get(CACHE_CONTROL).is_some_and(|value| value == "no-store");
    let plain = response.status().is_success() && !headers.contains_key(SET_COOKIE) && !is_secret;
    let (parts, body) = response.into_parts();
    let mut tx = app.db.begin().await?;
    let body = if plain {
        let bytes = to_bytes(body, usize::MAX).await.map_err(|error| ApiError::internal(&error))?;
        let text = std::str::from_utf8(&bytes).map_err(|error| ApiError::internal(&error))?;
        complete(&mut tx, claim, parts.status, text, None).await?;
        Body::from(bytes)
    } else {
        store::release(&mut tx, &claim.key).await?;
        body
    };
    tx.commit().await?;
    Ok(Response::from_parts(parts, body))
}

async fn replay(
    app: &App,
    visitor: &Visitor,
    status: StatusCode,
    body: String,
    signed_in: Option<SignedIn>,
) -> Result<Response, ApiError> {
    let mut response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
    if let Some(SignedIn { player, stamp, claimed_at }) = signed_in {
        identity::refuse_restricted(app, visitor)?;
        let login = identity::login_of(app, player).await?;
        identity::refuse_shut(app, player).await?;
        if app.clock.now() - claimed_at > SIGNS_IN_MS || login.stamp().as_slice() != stamp {
            return Err(ApiError::unauthorized());
        }
        let mut tx = app.db.begin().await?;
        let session = identity::open_session(app, &mut tx, player, visitor).await?;
        if !identity::enters_by_password(&mut tx, &login).await? {
            return Err(ApiError::unauthorized());
        }
        let (device, device_cookie) = visitor.device_cookie(app)?;
        identity::know_device(app, &mut tx, &login, &device).await?;
        tx.commit().await?;
        let cookie = visitor.cookie.set(&session.token, session.max_age_s)?;
        response.headers_mut().insert(SET_COOKIE, cookie);
        response.headers_mut().append(SET_COOKIE, device_cookie);
    }
    Ok(response)
}
