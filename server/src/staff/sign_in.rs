//! Signing in with e-mail, password and a code of the app, all at once.
//!
//! A try is written down before the password is looked at, so that tries made at once count together. Whatever is wrong is
//! answered alike, after the same work.
//!
//! Tries on an account from ever new networks are bounded together, and keep a member out nowhere that the member has signed in from
//! lately: there the tries of that network alone count.

use croupier_db::Tx;
use serde_json::json;
use uuid::Uuid;

use super::actor::Actor;
use super::model::Member;
use super::session::{self, OpenedSession};
use super::store::{self, Keys, TriesOf};
use super::{app_secrets, append, begin};
use crate::app::App;
use crate::auth::Visitor;
use crate::identity::totp;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{self, PASSWORD_MAX};

const MINUTE_MS: i64 = 60 * 1000;

/// Wrong tries on an account from one network, and the milliseconds that they count for.
const ACCOUNT_FROM_NETWORK: (i64, i64) = (5, 5 * MINUTE_MS);
/// The same on an account, wherever from; not where its member has signed in from lately.
const ACCOUNT: (i64, i64) = (20, 15 * MINUTE_MS);
/// The same from one network, on whichever account.
const NETWORK: (i64, i64) = (50, 15 * MINUTE_MS);

/// Tries are forgotten after this long, in milliseconds.
const KEPT_MS: i64 = 60 * MINUTE_MS;

/// A network is known to be a member's this long after the member has signed in from it, in milliseconds.
const NETWORK_KEPT_MS: i64 = 30 * DAY_MS;

/// What somebody signs in with, as typed.
#[derive(Debug)]
pub struct Credentials {
    /// The address.
    pub email: String,
    /// The password.
    pub password: String,
    /// Six digits of the app.
    pub code: String,
}

/// Signs a member in.
pub async fn sign_in(app: &App, visitor: &Visitor, typed: Credentials) -> ApiResult<(Member, OpenedSession)> {
    // An address that cannot be one is counted by its network alone.
    let email = rules::email(&typed.email).unwrap_or_default();
    let attempt = begin_attempt(app, &email, &visitor.limit_key().to_string()).await?;
    let keys = store::keys(&app.db, &email).await?;
    let stored = keys.as_ref().map(|keys| keys.password_hash.clone());
    let is_password =
        typed.password.len() <= PASSWORD_MAX && app.passwords.verify(typed.password, stored).await?;
    let Some(keys) = keys.filter(|_| is_password) else { return Err(wrong()) };
    let Some(step) = step_of(app, &keys, typed.code.trim())? else { return Err(wrong()) };
    let now = app.clock.now();
    let mut tx = begin(&app.db).await?;
    if !store::use_code(&mut tx, keys.member.id, &keys.password_hash, step, now).await? {
        return Err(wrong());
    }
    store::forget_attempt(&mut tx, attempt).await?;
    know_network(&mut tx, keys.member.id, visitor, now).await?;
    let opened = session::open(app, &mut tx, keys.member.id).await?;
    let actor = Actor::member(&keys.member, &visitor.address());
    let body = actor.signing(json!({ "member": keys.member.id }));
    append(&app.db, &mut tx, "staff.signed_in", &body, now).await?;
    tx.commit().await?;
    Ok((keys.member, opened))
}

/// Notes where a member has come in from: guesses from elsewhere keep the member out there no more.
pub(super) async fn know_network(tx: &mut Tx, member: Uuid, visitor: &Visitor, now: i64) -> ApiResult<()> {
    let network = visitor.limit_key().to_string();
    Ok(store::note_network(tx, member, &network, now, now - NETWORK_KEPT_MS).await?)
}

/// One answer to everything that is wrong.
fn wrong() -> ApiError {
    let status = axum::http::StatusCode::UNAUTHORIZED;
    ApiError::code(status, "sign_in_wrong", "E-mail, password or code is wrong.")
}

/// Notes a try; refuses the one too many with the time to wait, and notes nothing then.
async fn begin_attempt(app: &App, email: &str, network: &str) -> ApiResult<i64> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::forget_attempts(&mut tx, now - KEPT_MS).await?;
    let id = store::add_attempt(&mut tx, email, network, now).await?;
    let is_known = store::is_known_network(&mut tx, email, network, now - NETWORK_KEPT_MS).await?;
    for (of, (limit, window_ms)) in [
        (TriesOf::AccountFrom(email, network), ACCOUNT_FROM_NETWORK),
        (TriesOf::Account(email), ACCOUNT),
        (TriesOf::Network(network), NETWORK),
    ] {
        if is_known && matches!(of, TriesOf::Account(_)) {
            continue;
        }
        let (count, oldest) = store::tries(&mut tx, of, now - window_ms).await?;
        if let Some(oldest) = oldest.filter(|_| count > limit) {
            return Err(ApiError::too_many(
                u64::try_from((oldest + window_ms - now + 999) / 1000).unwrap_or(1),
            ));
        }
    }
    tx.commit().await?;
    Ok(id)
}

/// The time step of `code`, when it is one of the member's app and was not used.
fn step_of(app: &App, keys: &Keys, code: &str) -> ApiResult<Option<i64>> {
    let secret = app_secrets::open(&app.secrets, &keys.totp_secret)?;
    Ok(totp::step_of(&secret, code, app.clock.now(), keys.last_step))
}
