//! Giving the password again in an open session, or showing a passkey.
//!
//! Only the player's own sessions can try, and each has tries of its own: neither strangers at the sign-in or in the same
//! network nor another device of the player keep a session out, and tries here do not close the sign-in.

use croupier_db::Tx;
use croupier_ledger::PlayerId;
use serde_json::Value;

use super::sign_in::{Allowed, wait_s};
use super::store::{self, Login};
use super::tries_store::{self as tries, Attempt, Tally, TriesOf};
use super::{passkeys, two_factor};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{PASSWORD_MAX, Rule};

/// Wrong tries of a session, and the milliseconds that they count for.
const SESSION_TRIES: Allowed = (5, 60 * 1000);

/// Makes the caller's session fresh again when `password` is right.
pub(super) async fn reauthenticate(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    password: String,
) -> ApiResult<()> {
    let Tried { attempt, fits, .. } = try_password(app, visitor, caller, "password", password).await?;
    let mut tx = app.db.begin().await?;
    end(&mut tx, attempt, caller.id, fits).await?;
    let refreshed = fits && store::refresh_session(&mut tx, &caller.session, app.clock.now()).await?;
    tx.commit().await?;
    match (fits, refreshed) {
        (true, true) => Ok(()),
        (true, false) => Err(ApiError::unauthorized()),
        (false, _) => Err(wrong("password")),
    }
}

/// Makes the caller's session fresh again when `sent` is a passkey of the player.
pub(super) async fn reauthenticate_by_passkey(
    app: &App,
    caller: &PlayerCaller,
    sent: &Value,
) -> ApiResult<()> {
    let shown = passkeys::Shown::judge(app, sent).await?;
    let mut tx = two_factor::begin_locked(app, caller.id).await?;
    if shown.player != caller.id || !shown.spend(app, &mut tx).await? {
        return Err(passkeys::wrong());
    }
    if !store::refresh_session(&mut tx, &caller.session, app.clock.now()).await? {
        return Err(ApiError::unauthorized());
    }
    Ok(tx.commit().await?)
}

/// Checks the password that a player gives again in the `field` of a form. Answers the login that it opens.
pub async fn check_password(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    field: &str,
    password: String,
) -> ApiResult<Login> {
    let Tried { attempt, fits, login } = try_password(app, visitor, caller, field, password).await?;
    let mut tx = app.db.begin().await?;
    end(&mut tx, attempt, caller.id, fits).await?;
    tx.commit().await?;
    if fits { Ok(login) } else { Err(wrong(field)) }
}

/// A try that has been looked at and is still to be ended.
struct Tried {
    attempt: i64,
    fits: bool,
    login: Login,
}

async fn try_password(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    field: &str,
    password: String,
) -> ApiResult<Tried> {
    if password.is_empty() {
        return Err(ApiError::fields(vec![Rule::Required.on(field)]));
    }
    let login = super::login_of(app, caller.id).await?;
    let attempt = begin(app, visitor, caller, &login.email).await?;
    let hash = login.password_hash.clone();
    let fits = password.len() <= PASSWORD_MAX && app.passwords.verify(password, Some(hash)).await?;
    Ok(Tried { attempt, fits, login })
}

async fn end(tx: &mut Tx, attempt: i64, player: PlayerId, fits: bool) -> ApiResult<()> {
    let result = if fits { "reauth_ok" } else { "reauth_wrong" };
    Ok(tries::end_attempt(tx, attempt, Some(player), result).await?)
}

fn wrong(field: &str) -> ApiError {
    ApiError::field(field, "SIGN_IN.WRONG_PASSWORD", "This password is wrong.")
}

/// Writes a try down before the password is looked at, so that tries made at once count together. A try that has to wait
/// is refused before anything is written.
async fn begin(app: &App, visitor: &Visitor, caller: &PlayerCaller, email: &str) -> ApiResult<i64> {
    let (now, address, network) = (app.clock.now(), visitor.address(), visitor.limit_key().to_string());
    let of = TriesOf::Reauth(&caller.session);
    refuse(wait_s(&mut Tally::AsRead(&app.db), of, SESSION_TRIES, now).await?)?;
    let mut tx = app.db.begin().await?;
    // The number comes from a counter that stays locked until commit.
    let id = tries::attempt_number(&mut tx).await?;
    refuse(wait_s(&mut Tally::Locked(&mut tx), of, SESSION_TRIES, now).await?)?;
    let attempt = Attempt {
        id,
        email,
        address: &address,
        network: &network,
        device: &visitor.device,
        dfpc: "",
        known_device: None,
        session: Some(&caller.session),
        hard: false,
        result: "reauth_pending",
    };
    tries::add_attempt(&mut tx, &attempt, now).await?;
    tries::end_attempt(&mut tx, id, Some(caller.id), "reauth_pending").await?;
    tx.commit().await?;
    Ok(id)
}

fn refuse(wait_s: Option<u64>) -> ApiResult<()> {
    wait_s.map_or(Ok(()), |seconds| Err(ApiError::too_many(seconds)))
}
