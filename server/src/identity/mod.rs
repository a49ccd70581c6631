//! Who somebody is: logins, passwords, sessions, and the proof that no robot asks.

pub mod captcha;
pub mod http;
pub mod password;

mod live;
mod session;
mod sign_in;
mod store;

use croupier_db::Tx;
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::auth::Visitor;
use crate::config::Captcha;
use crate::error::{ApiError, ApiResult};
use crate::rules::Rule;

pub use live::{LEASE_MS, LiveSessions};
pub use session::{LiveSession, OpenedSession, live_session, open_session, session_is_live, session_stands};
pub use sign_in::{device_unknown, kept_dfpc, refuse_shut};
pub use store::Login;

/// What `/check-email` may be asked in a minute from one address.
const CHECKS_PER_MINUTE: u32 = 10;
/// How many of those need no captcha.
const CHECKS_WITHOUT_CAPTCHA: u32 = 5;

/// The player's login.
pub async fn login_of(app: &App, player: PlayerId) -> ApiResult<Login> {
    let login = store::login_of(&app.db, player).await?;
    login.ok_or_else(|| ApiError::internal(&format!("player {player} has no login")))
}

/// Makes a login within the caller's transaction; refuses an address that somebody has.
pub async fn add_login(tx: &mut Tx, login: &Login) -> ApiResult<()> {
    match store::add_login(tx, login).await {
        Err(error) if error.is_unique("login_email_key") => Err(taken()),
        other => Ok(other?),
    }
}

/// Somebody else has the address.
pub fn taken() -> ApiError {
    ApiError::fields(vec![Rule::Taken.on("email")])
}

/// Whether nobody has `email` (in lower case).
pub async fn is_available(app: &App, email: &str) -> ApiResult<bool> {
    Ok(store::login_by_email(&app.db, email).await?.is_none())
}

/// A fresh captcha challenge.
pub fn challenge(app: &App) -> captcha::Challenge {
    captcha::challenge(&captcha_key(app), app.entropy, app.clock.now())
}

/// Judges the `captcha` field; `None` when the house asks for none.
pub fn solved_captcha(app: &App, field: Option<&str>) -> ApiResult<Option<captcha::Solved>> {
    match app.config.captcha {
        Captcha::None => Ok(None),
        Captcha::Altcha => Ok(Some(captcha::verify(&captcha_key(app), field, app.clock.now())?)),
    }
}

/// Uses a solved captcha up within the caller's transaction.
pub async fn spend_captcha(app: &App, tx: &mut Tx, solved: Option<&captcha::Solved>) -> ApiResult<()> {
    match solved {
        Some(solved) => captcha::spend(tx, solved, app.clock.now()).await,
        None => Ok(()),
    }
}

fn captcha_key(app: &App) -> [u8; 32] {
    app.secrets.key_for("captcha")
}

/// Refuses visitors from countries that the house may not serve, and from nowhere.
pub fn refuse_restricted(app: &App, visitor: &Visitor) -> ApiResult<()> {
    if app.house.licences.is_restricted(visitor.country()) {
        return Err(ApiError::forbidden("restricted_country", "This is not available in your country."));
    }
    Ok(())
}
