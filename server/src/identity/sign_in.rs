//! Signing in with e-mail and password.
//!
//! A try is written down before the password is looked at, so that tries made at once count together, and
//! an unknown account takes as long and is answered the same as a wrong password.

use croupier_db::log;
use croupier_ledger::{Fact, PlayerId};

use super::store::{self, Attempt, Login, Tries};
use super::{OpenedSession, captcha, open_session, refuse_restricted, solved_captcha, spend_captcha};
use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, ApiResult};
use crate::rules::{PASSWORD_MAX, Refusals, Rule, email};

/// Wrong tries on one account, and the time they count for in milliseconds.
const ACCOUNT_TRIES: (i64, i64) = (5, 60 * 1000);
/// Wrong tries from one address, and the time they count for in milliseconds.
const ADDRESS_TRIES: (i64, i64) = (50, 15 * 60 * 1000);

/// The longest device fingerprint that is kept, in characters.
const DFPC_MAX: usize = 128;

/// What somebody signs in with.
pub(super) struct Credentials {
    /// As typed.
    pub(super) email: String,
    /// As typed.
    pub(super) password: String,
    /// The device fingerprint, empty when the browser made none.
    pub(super) dfpc: String,
    /// The captcha's solution.
    pub(super) captcha: Option<String>,
}

/// Cuts a device fingerprint to the length that is kept.
pub fn kept_dfpc(dfpc: &str) -> String {
    dfpc.chars().take(DFPC_MAX).collect()
}

/// The fact that somebody came in on a device of which no fingerprint was made. The house looks at it; nobody is
/// turned away for it.
pub fn device_unknown() -> Fact {
    Fact { kind: "player.device_unknown", body: "{}".to_owned() }
}

/// Signs somebody in: answers the player and a new session in place of the browser's old one.
pub(super) async fn sign_in(
    app: &App,
    visitor: &Visitor,
    credentials: Credentials,
) -> ApiResult<(PlayerId, OpenedSession)> {
    refuse_restricted(app, visitor)?;
    let mut refusals = Refusals::default();
    let address = refusals.check("email", email(&credentials.email));
    if credentials.password.is_empty() {
        refusals.add("password", Rule::Required);
    }
    refusals.into_result()?;
    let Some(email) = address else { return Err(wrong()) };
    let solved = solved_captcha(app, credentials.captcha.as_deref())?;
    let attempt = begin_attempt(app, visitor, &email, &credentials.dfpc, solved.as_ref()).await?;
    let login = store::login_by_email(&app.db, &email).await?;
    let fits = verify(app, credentials.password, login.as_ref()).await?;
    match login {
        Some(login) if fits => finish(app, visitor, attempt, &login, credentials.dfpc.is_empty()).await,
        login => {
            end_attempt(app, attempt, login.map(|login| login.player), "wrong").await?;
            Err(wrong())
        }
    }
}

/// Too long a password is wrong without hashing it; whether the account exists makes no difference.
async fn verify(app: &App, password: String, login: Option<&Login>) -> ApiResult<bool> {
    if password.len() > PASSWORD_MAX {
        return Ok(false);
    }
    app.passwords.verify(password, login.map(|login| login.password_hash.clone())).await
}

async fn begin_attempt(
    app: &App,
    visitor: &Visitor,
    email: &str,
    dfpc: &str,
    solved: Option<&captcha::Solved>,
) -> ApiResult<i64> {
    let (now, address) = (app.clock.now(), visitor.address());
    let mut tx = app.db.begin().await?;
    spend_captcha(app, &mut tx, solved).await?;
    // The number comes from a counter that stays locked until commit: tries are counted one after another.
    let id = store::attempt_number(&mut tx).await?;
    let on_account = store::tries_on(&mut tx, email, now - ACCOUNT_TRIES.1).await?;
    let from_address = store::tries_from(&mut tx, &address, now - ADDRESS_TRIES.1).await?;
    let wait = wait_s(on_account, ACCOUNT_TRIES, now).max(wait_s(from_address, ADDRESS_TRIES, now));
    let result = if wait.is_some() { "limited" } else { "pending" };
    let dfpc = kept_dfpc(dfpc);
    let attempt = Attempt { id, email, address: &address, device: &visitor.device, dfpc: &dfpc, result };
    store::add_attempt(&mut tx, &attempt, now).await?;
    tx.commit().await?;
    wait.map_or(Ok(id), |seconds| Err(ApiError::too_many(seconds)))
}

/// The seconds until another try is allowed; `None` when it is now.
fn wait_s(tries: Tries, (limit, window_ms): (i64, i64), now: i64) -> Option<u64> {
    let oldest = tries.oldest.filter(|_| tries.count >= limit)?;
    Some(u64::try_from((oldest + window_ms - now + 999) / 1000).unwrap_or(1).max(1))
}

async fn finish(
    app: &App,
    visitor: &Visitor,
    attempt: i64,
    login: &Login,
    device_is_unknown: bool,
) -> ApiResult<(PlayerId, OpenedSession)> {
    if let Err(refusal) = refuse_shut(app, login) {
        end_attempt(app, attempt, Some(login.player), "refused").await?;
        return Err(refusal);
    }
    let mut tx = app.db.begin().await?;
    store::end_attempt(&mut tx, attempt, Some(login.player), "ok").await?;
    let session = open_session(app, &mut tx, login.player, visitor).await?;
    if device_is_unknown {
        log::append(&app.db, &mut tx, login.player, app.clock.now(), &[device_unknown()]).await?;
    }
    tx.commit().await?;
    Ok((login.player, session))
}

/// Refuses players who are locked by the house or excluded by their own wish.
pub fn refuse_shut(app: &App, login: &Login) -> ApiResult<()> {
    if let Some(until) = login.excluded_until.filter(|until| *until > app.clock.now()) {
        let day = crate::calendar::Date::of(until);
        return Err(ApiError::forbidden(
            "self_excluded",
            &format!("You have excluded yourself until {day}."),
        ));
    }
    if login.locked {
        return Err(ApiError::forbidden("account_locked", "This account is locked. Please ask our support."));
    }
    Ok(())
}

async fn end_attempt(app: &App, id: i64, player: Option<PlayerId>, result: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    store::end_attempt(&mut tx, id, player, result).await?;
    Ok(tx.commit().await?)
}

fn wrong() -> ApiError {
    ApiError::field("email", "SIGN_IN.INVALID", "E-mail or password is wrong.")
}
