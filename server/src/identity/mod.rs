//! Who somebody is: logins, passwords, sessions, and the proof that no robot asks.

pub mod app_secrets;
pub mod captcha;
pub mod http;
pub mod password;
pub mod sweep;
pub mod totp;

mod autologin;
mod autologin_store;
mod credentials;
mod device_name;
mod factors_store;
mod live;
mod lost_factor;
mod passkeys;
mod proof;
mod providers;
mod reauth;
mod recaptcha;
mod recovery_codes;
mod second_step;
mod session;
mod session_list;
mod sign_in;
mod sign_in_link;
mod stops;
mod stops_store;
mod store;
mod tokens;
mod tokens_store;
mod tries_store;
mod two_factor;

use croupier_db::{Db, Tx};
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::auth::Visitor;
use crate::platform::config::Captcha;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;

pub use autologin::{
    AutologinLink, Autoregistration, add_autoregistration, autoregistration_of, renew_autologin,
};
pub use credentials::{
    PasswordChange, change_email, confirm_email, enters_by_password, forget_sessions, has_email,
    login_by_email, replace_email, set_password,
};
pub use device_name::{DeviceName, UNKNOWN_DEVICE};
pub use live::{LEASE_MS, LiveSessions};
pub use lost_factor::{take_factor_off, take_factor_off_in};
pub use passkeys::{
    PasskeySite, PasskeyView, add_passkey, ask_for_passkey, begin_passkey, passkeys_of, remove_passkey,
    rename_passkey, require_passkey, stop_requiring_passkey,
};
pub use proof::{FactorFields, Proof, asked_proof};
pub use providers::{
    BROWSER_TOKEN_S, BegunFlow, FlowAnswer, FlowPurpose, FlowStart, ProviderEntry, ProviderLink,
    ProviderPerson, Providers, Returned, accept_offer, add_first_link, add_provider_sign_up, awaits_country,
    awaits_country_in, begin_provider_flow, end_unproven_app, end_unproven_ways, finish_provider_flow,
    link_of_person, link_provider, note_declared_country, offer_link, provider_links,
    reauthenticate_by_provider, return_of, sign_in_by_provider, sign_in_providers, unlink_provider,
};
pub use reauth::check_password;
pub use recaptcha::Recaptcha;
pub use second_step::PENDING_S;
pub use session::{
    Activity, LiveSession, MONEY_IDLE_MS, OpenedSession, end_sessions, live_session, open_session,
    play_session, session_stands,
};
pub use session_list::{SessionView, end_by_staff, end_other_sessions, end_session, sessions_of};
pub use sign_in::{SignInCheck, SignInChecked, device_unknown, kept_dfpc, refuse_shut};
pub use sign_in_link::make_sign_in_token;
pub use stops::{
    StopRow, published_stop, put_stop, refuse_stopped, remove_stop, stop_rows, stop_rows_of, stopped,
    stops_in, stops_of, taking_a_break,
};
pub use store::Login;
pub use tokens::{Purpose, TokenRow, find_token, issue_token, use_token};
pub use two_factor::{
    Enrolment, TwoFactorState, begin_guarded, confirm, disable, enrol, renew_codes, two_factor_state,
};

/// The player's login.
pub async fn login_of(app: &App, player: PlayerId) -> ApiResult<Login> {
    let login = store::login_of(&app.db, player).await?;
    login.ok_or_else(|| ApiError::internal(&format!("player {player} has no login")))
}

/// The address that a player signs in with, within the caller's transaction.
pub async fn email_in(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Option<String>> {
    store::email_in(tx, player).await
}

/// Makes a login within the caller's transaction; refuses an address that somebody has.
pub async fn add_login(tx: &mut Tx, login: &Login) -> ApiResult<()> {
    match store::add_login(tx, login).await {
        Err(error) if error.is_unique("login_email_key") || error.is_unique("login_mailbox_key") => {
            Err(taken())
        }
        other => Ok(other?),
    }
}

/// The player who signs in with `email` (in lower case).
pub async fn player_by_email(db: &Db, email: &str) -> ApiResult<Option<PlayerId>> {
    Ok(store::login_by_email(db, email).await?.map(|login| login.player))
}

/// The player whose mailbox `email` (in lower case) leads to.
pub async fn player_by_mailbox(db: &Db, email: &str) -> ApiResult<Option<PlayerId>> {
    Ok(store::player_by_mailbox(db, email).await?)
}

/// The address that a player signs in with.
pub async fn email_of(db: &Db, player: PlayerId) -> ApiResult<Option<String>> {
    Ok(store::login_of(db, player).await?.map(|login| login.email))
}

/// Somebody else has the address.
pub fn taken() -> ApiError {
    ApiError::fields(vec![Rule::Taken.on("email")])
}

/// Notes within the caller's transaction that the player signed in on `device`: strangers who guess passwords hold up
/// nobody there. A change of password makes devices unknown.
pub async fn know_device(app: &App, tx: &mut Tx, login: &Login, device: &str) -> ApiResult<()> {
    let now = app.clock.now();
    store::forget_devices(tx, login.player, now - store::DEVICE_KNOWN_MS).await?;
    Ok(store::know_device(tx, device, login, now).await?)
}

/// Whether nobody has the mailbox that `email` (in lower case) leads to.
pub async fn is_available(app: &App, email: &str) -> ApiResult<bool> {
    Ok(!store::has_mailbox(&app.db, email).await?)
}

/// A fresh captcha challenge.
pub fn challenge(app: &App, difficulty: captcha::Difficulty) -> captcha::Challenge {
    captcha::challenge(&captcha_key(app), app.entropy, difficulty, app.clock.now())
}

/// Judges the `captcha` field; `None` when the operator asks for none.
pub async fn solved_captcha(app: &App, field: Option<&str>) -> ApiResult<Option<captcha::Solved>> {
    judged_captcha(app, field, false).await
}

/// The same; `takes_work` says whether more work of the built-in captcha stands in place of a token.
async fn judged_captcha(
    app: &App,
    field: Option<&str>,
    takes_work: bool,
) -> ApiResult<Option<captcha::Solved>> {
    let now = app.clock.now();
    let built_in = || captcha::verify(&captcha_key(app), field, now);
    match (app.config.captcha, &app.recaptcha) {
        (Captcha::None, _) => Ok(None),
        (Captcha::Recaptcha, Some(provider)) => {
            // Where more work is asked for, that is the built-in one.
            if takes_work
                && let Ok(solved) = built_in()
                && solved.difficulty == captcha::Difficulty::Hard
            {
                return Ok(Some(solved));
            }
            let token = field.filter(|field| !field.is_empty()).ok_or(captcha::Refused::Missing)?;
            let is_person = provider.is_person(token).await.map_err(|error| {
                tracing::warn!(?error, "nobody can say whether this is a person");
                ApiError::unavailable(&"the captcha's provider")
            })?;
            if is_person {
                Ok(Some(captcha::Solved::by_token(token, now)))
            } else {
                Err(captcha::Refused::Wrong.into())
            }
        }
        (Captcha::Altcha | Captcha::Recaptcha, _) => Ok(Some(built_in()?)),
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

/// Refuses visitors from countries that the operator may not serve, and from nowhere.
pub fn refuse_restricted(app: &App, visitor: &Visitor) -> ApiResult<()> {
    if app.site_config.licences.is_restricted(visitor.country()) {
        return Err(ApiError::forbidden("restricted_country", "This is not available in your country."));
    }
    Ok(())
}
