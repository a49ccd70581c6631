//! The second factor of a player: an authenticator app or a passkey, and recovery codes for the day on which they are lost.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::credentials::forget_sessions;
use super::factors_store as store;
use super::proof::{FactorFields, Proof, asked_proof};
use super::session::end_sessions_but;
use super::sign_in::{Allowed, wait_s};
use super::store::Login;
use super::totp::{self, SECRET_BYTES, Secret};
use super::tries_store::{self as tries, Attempt, Tally, TriesOf};
use super::{app_secrets, reauth, recovery_codes};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;

/// Wrong codes of one session of a player who is signed in.
const SESSION_TRIES: Allowed = (10, 15 * 60 * 1000);

/// What an authenticator app is set up with.
#[derive(Debug)]
pub struct Enrolment {
    /// In base 32, to be typed.
    pub secret: String,
    /// The address in the QR code.
    pub address: String,
    /// The QR code, an SVG image.
    pub qr_svg: String,
}

/// How a player's second factor stands.
#[derive(Debug, Clone, Copy)]
pub struct TwoFactorState {
    /// Whether an authenticator app is in force.
    pub is_enabled: bool,
    /// How many recovery codes are not used yet.
    pub recovery_codes_left: i64,
}

/// How the player's second factor stands.
pub async fn two_factor_state(app: &App, player: PlayerId) -> ApiResult<TwoFactorState> {
    let is_enabled = store::factors(&app.db, player).await?.app;
    Ok(TwoFactorState { is_enabled, recovery_codes_left: store::codes_left(&app.db, player).await? })
}

/// Draws a secret for an app under the name `issuer`, for a player who gives the password, and a passkey or a recovery code
/// where a passkey is asked for. It is in force once a code of the app has confirmed it; until then a further call replaces
/// it. 409 when an app is in force.
pub async fn enrol(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    password: String,
    factor: FactorFields<'_>,
    issuer: &str,
) -> ApiResult<Enrolment> {
    let player = caller.id;
    reauth::reauthenticate(app, visitor, caller, password).await?;
    let login = super::login_of(app, player).await?;
    if store::factors(&app.db, player).await?.app {
        return Err(enabled());
    }
    let proof = asked_proof(app, &login, factor).await?;
    let secret: Secret = app.entropy.bytes::<SECRET_BYTES>();
    let kept = app_secrets::seal(&app.secrets, player, &secret)?;
    let mut tx = begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    if !store::put_secret(&mut tx, player, kept, app.clock.now()).await? {
        return Err(enabled());
    }
    tx.commit().await?;
    let address = totp::address(&secret, issuer, &login.email);
    let qr_svg = totp::qr(&address)?;
    Ok(Enrolment { secret: totp::typed(&secret), address, qr_svg })
}

fn enabled() -> ApiError {
    ApiError::conflict("two_factor_enabled", "The second factor is on already.")
}

fn disabled() -> ApiError {
    ApiError::conflict("two_factor_disabled", "The second factor is off.")
}

/// Puts the drawn secret in force by a code of the app; answers the recovery codes, which nobody sees again. Every other
/// session of the player ends, and no browser but the visitor's stays known: they were opened by the password alone.
/// Wrong codes count by session, as those of a secret that is in force.
pub async fn confirm(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    otp: &str,
) -> ApiResult<Vec<String>> {
    let proof = Proof::code(otp)?;
    let (player, now) = (caller.id, app.clock.now());
    waiting_secret(&mut app.db.begin().await?, player).await?;
    let login = super::login_of(app, player).await?;
    let limits = [(TriesOf::CodesOfDevice(&caller.session, player), SESSION_TRIES)];
    let attempt = begin_attempt(app, visitor, &login, &proof, &limits, Some(&caller.session)).await?;
    // A sign-in looks under the same lock whether to ask for a code.
    let mut tx = begin_locked(app, player).await?;
    let row = waiting_secret(&mut tx, player).await?;
    let secret = app_secrets::open(&app.secrets, player, &row)?;
    let Proof::Code(code) = &proof else { return Err(proof.wrong()) };
    let step = totp::step_of(&secret, code, now, row.last_step);
    let fits = match step {
        Some(step) => store::confirm(&mut tx, player, &row.secret, step, now).await?,
        None => false,
    };
    end_attempt(&mut tx, attempt, player, &proof, fits).await?;
    if !fits {
        tx.commit().await?;
        return Err(proof.wrong());
    }
    let codes = replace_codes(app, &mut tx, player).await?;
    super::store::forget_devices_but(&mut tx, player, visitor.device_id.as_deref()).await?;
    let (ended, mut facts) = end_sessions_but(&mut tx, player, Some(&caller.session)).await?;
    facts.push(fact("player.two_factor_enabled", &visitor.host));
    log::append(&app.db, &mut tx, player, now, &facts).await?;
    tx.commit().await?;
    forget_sessions(app, &ended);
    Ok(codes)
}

/// The secret that waits for its first code; 409 when there is none, or one is in force.
async fn waiting_secret(tx: &mut Tx, player: PlayerId) -> ApiResult<store::TwoFactorRow> {
    let row = store::two_factor(tx, player).await?.ok_or_else(disabled)?;
    if row.confirmed_at.is_some() { Err(enabled()) } else { Ok(row) }
}

/// Ends the second factor of a player who gives the password and a code.
pub async fn disable(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    password: String,
    factor: FactorFields<'_>,
) -> ApiResult<()> {
    let proof = Proof::read(app, factor).await?;
    let login = reauth::check_password(app, visitor, caller, "password", password).await?;
    if !store::factors(&app.db, caller.id).await?.app {
        return Err(disabled());
    }
    let mut tx = begin_guarded(app, visitor, caller, &login, Some(&proof)).await?;
    store::remove_two_factor(&mut tx, caller.id).await?;
    publish(app, &mut tx, caller.id, "player.two_factor_disabled", &visitor.host).await?;
    Ok(tx.commit().await?)
}

/// Draws new recovery codes in place of the player's old ones, by a code of the app or a passkey.
pub async fn renew_codes(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    factor: FactorFields<'_>,
) -> ApiResult<Vec<String>> {
    let proof = Proof::read(app, FactorFields { recovery_code: None, ..factor }).await?;
    let login = super::login_of(app, caller.id).await?;
    if !login.two_factor {
        return Err(disabled());
    }
    let mut tx = prove(app, visitor, caller, &login, &proof).await?;
    let codes = replace_codes(app, &mut tx, caller.id).await?;
    publish(app, &mut tx, caller.id, "player.recovery_codes_renewed", &visitor.host).await?;
    tx.commit().await?;
    Ok(codes)
}

/// A transaction for a change of what guards an account, by a player who has just given the password of `login`. It holds
/// the lock of the player's lane, and uses up `proof` ([`asked_proof`]). 409 when the password was changed since `login` was
/// read; 422 when the second factor was switched on since.
pub async fn begin_guarded(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    login: &Login,
    proof: Option<&Proof>,
) -> ApiResult<Tx> {
    let mut tx = match proof {
        Some(proof) => prove(app, visitor, caller, login, proof).await?,
        None => begin_locked(app, login.player).await?,
    };
    if !super::store::has_password(&mut tx, login.player, &login.password_hash).await? {
        return Err(ApiError::conflict("conflict", "The password was changed meanwhile."));
    }
    if proof.is_none() && store::is_in_force(&mut tx, login.player).await? {
        return Err(ApiError::fields(vec![Rule::Required.on("otp_attempt")]));
    }
    Ok(tx)
}

/// A transaction that holds the lock of the player's lane.
pub(super) async fn begin_locked(app: &App, player: PlayerId) -> ApiResult<Tx> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    Ok(tx)
}

/// The same for a caller whose session has to be open still: what was begun in it counts no more once a new password or the
/// player's own word has ended it.
pub(super) async fn begin_in_session(app: &App, caller: &PlayerCaller) -> ApiResult<Tx> {
    let mut tx = begin_locked(app, caller.id).await?;
    if !super::store::has_session(&mut tx, caller.id, &caller.session).await? {
        return Err(ApiError::unauthorized());
    }
    Ok(tx)
}

/// Checks a proof of somebody who is signed in; answers the transaction in which it is used up, which holds the lock of the
/// player's lane. Wrong ones count by session, so a stranger at the sign-in does not hold the player up here.
async fn prove(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    login: &Login,
    proof: &Proof,
) -> ApiResult<Tx> {
    let limits = [(TriesOf::CodesOfDevice(&caller.session, caller.id), SESSION_TRIES)];
    let attempt = begin_attempt(app, visitor, login, proof, &limits, Some(&caller.session)).await?;
    let mut tx = begin_locked(app, caller.id).await?;
    if spend(app, &mut tx, caller.id, proof, &visitor.host).await? {
        end_attempt(&mut tx, attempt, caller.id, proof, true).await?;
        return Ok(tx);
    }
    drop(tx);
    let mut tx = app.db.begin().await?;
    end_attempt(&mut tx, attempt, caller.id, proof, false).await?;
    tx.commit().await?;
    Err(proof.wrong())
}

/// Writes a try down before the proof is looked at, so that tries made at once count together; 429 before anything is
/// written where one of `limits` is reached. `known_device` is what the tries of a browser that is known to be the player's are counted by.
pub(super) async fn begin_attempt(
    app: &App,
    visitor: &Visitor,
    login: &Login,
    proof: &Proof,
    limits: &[(TriesOf<'_>, Allowed)],
    known_device: Option<&str>,
) -> ApiResult<i64> {
    let (now, address, network) = (app.clock.now(), visitor.address(), visitor.limit_key().to_string());
    refuse(&mut Tally::AsRead(&app.db), limits, now).await?;
    let mut tx = app.db.begin().await?;
    // The number comes from a counter that stays locked until commit.
    let id = tries::attempt_number(&mut tx).await?;
    refuse(&mut Tally::Locked(&mut tx), limits, now).await?;
    let result = match proof {
        Proof::Code(_) => "code_pending",
        Proof::Recovery(_) => "recovery_pending",
        Proof::Passkey(_) => "passkey_pending",
    };
    let attempt = Attempt {
        id,
        email: &login.email,
        address: &address,
        network: &network,
        device: &visitor.device,
        dfpc: "",
        known_device,
        session: None,
        hard: false,
        result,
    };
    tries::add_attempt(&mut tx, &attempt, now).await?;
    tries::end_attempt(&mut tx, id, Some(login.player), result).await?;
    tx.commit().await?;
    Ok(id)
}

/// Refuses a try that has to wait by one of `limits`.
async fn refuse(tally: &mut Tally<'_>, limits: &[(TriesOf<'_>, Allowed)], now: i64) -> ApiResult<()> {
    let mut wait = None;
    for (of, allowed) in limits {
        wait = wait.max(wait_s(tally, *of, *allowed, now).await?);
    }
    wait.map_or(Ok(()), |seconds| Err(ApiError::too_many(seconds)))
}

/// Notes within the caller's transaction what became of a try.
pub(super) async fn end_attempt(
    tx: &mut Tx,
    attempt: i64,
    player: PlayerId,
    proof: &Proof,
    fits: bool,
) -> ApiResult<()> {
    let result = match (proof, fits) {
        (Proof::Code(_), true) => "code_ok",
        (Proof::Code(_), false) => "code_wrong",
        (Proof::Recovery(_), true) => "recovery_ok",
        (Proof::Recovery(_), false) => "recovery_wrong",
        (Proof::Passkey(_), true) => "passkey_ok",
        (Proof::Passkey(_), false) => "passkey_wrong",
    };
    Ok(tries::end_attempt(tx, attempt, Some(player), result).await?)
}

/// Uses a proof up within the caller's transaction, which holds the lock of the player's lane; `false` when it does not fit,
/// or was used before. `host` is the one on which it was given.
pub(super) async fn spend(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    proof: &Proof,
    host: &str,
) -> ApiResult<bool> {
    let now = app.clock.now();
    match proof {
        Proof::Code(code) => {
            let Some(row) = store::two_factor(tx, player).await? else { return Ok(false) };
            let secret = app_secrets::open(&app.secrets, player, &row)?;
            let Some(step) = totp::step_of(&secret, code, now, row.last_step) else { return Ok(false) };
            Ok(store::use_step(tx, player, step).await?)
        }
        Proof::Recovery(code) => {
            let hash = recovery_codes::hash(app, player, code);
            let used = store::use_code(tx, player, &hash, now).await?;
            if used {
                publish(app, tx, player, "player.recovery_code_used", host).await?;
            }
            Ok(used)
        }
        Proof::Passkey(shown) => Ok(shown.player == player && shown.spend(app, tx).await?),
    }
}

pub(super) async fn replace_codes(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<Vec<String>> {
    let codes = recovery_codes::fresh(app);
    let hash = |code: &String| recovery_codes::hash(app, player, &code.replace('-', ""));
    let hashes: Vec<_> = codes.iter().map(hash).collect();
    store::replace_codes(tx, player, &hashes).await?;
    Ok(codes)
}

/// The fact that something became of the second factor, of which the player is told by mail; the host names the brand.
fn fact(kind: &'static str, host: &str) -> Fact {
    Fact { kind, body: json!({ "host": host }).to_string() }
}

async fn publish(app: &App, tx: &mut Tx, player: PlayerId, kind: &'static str, host: &str) -> ApiResult<()> {
    Ok(log::append(&app.db, tx, player, app.clock.now(), &[fact(kind, host)]).await?)
}
