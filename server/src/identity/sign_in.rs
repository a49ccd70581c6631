//! Signing in with e-mail and password.
//!
//! A try is written down before the password is looked at, so that tries made at once count together, and
//! an unknown account takes as long and is answered the same as a wrong password. A try that has to wait is refused
//! before anything is written, so that a flood of them holds up no writer.

use std::pin::Pin;

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId, StopReason};
use serde_json::json;

use super::captcha::Difficulty;
use super::device_name::DeviceName;
use super::session::lock_for_sign_in;
use super::store::{self, Login};
use super::tries_store::{self as tries, Attempt, Tally, TriesOf};
use super::{
    OpenedSession, captcha, factors_store, judged_captcha, know_device, open_session, refuse_restricted,
    second_step, spend_captcha,
};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::config::Captcha;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{PASSWORD_MAX, Refusals, Rule, email, without_card_numbers};

/// Wrong tries, and the milliseconds that they count for.
pub(super) type Allowed = (i64, i64);

const MINUTE_MS: i64 = 60 * 1000;
/// Of a known device on its player's account. Nothing else holds it up.
const DEVICE_TRIES: Allowed = (5, MINUTE_MS);
/// On one account, of all devices that are not known.
const ACCOUNT_TRIES: Allowed = (5, MINUTE_MS);
/// The same of those that have solved a hard captcha. Guesses from ever new networks end here; a known device still
/// comes in, and so does who chooses a new password by mail.
const ACCOUNT_HARD_TRIES: Allowed = (100, 60 * MINUTE_MS);
/// On one account and from one address. Of those that have solved a hard captcha, this alone counts on the account:
/// however many networks others guess from, a player on a new device is not kept out.
const ACCOUNT_FROM_ADDRESS_TRIES: Allowed = (5, MINUTE_MS);
/// From one address.
pub(super) const ADDRESS_TRIES: Allowed = (50, 15 * MINUTE_MS);

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

/// The player who signed in, and the session.
pub(super) type SignedIn = (PlayerId, OpenedSession);

/// What a right password leads to.
pub(super) enum Outcome {
    /// A session.
    SignedIn(SignedIn),
    /// The second step.
    SecondStep(second_step::SecondStepChallenge),
}

/// A device fingerprint as it is kept: cut to a length, and without what may be a card number.
pub fn kept_dfpc(dfpc: &str) -> String {
    let cut: String = dfpc.chars().take(DFPC_MAX).collect();
    without_card_numbers(&cut)
}

/// The fact that somebody came in on a device of which no fingerprint was made. The operator looks at it; nobody is
/// turned away for it.
pub fn device_unknown() -> Fact {
    Fact { kind: "player.device_unknown", body: "{}".to_owned() }
}

/// Signs somebody in on the browser with the id `device`: answers the player and a new session in place of the browser's
/// old one, or where there is a second factor, what the second step begins with.
pub(super) async fn sign_in(
    app: &App,
    visitor: &Visitor,
    device: &str,
    credentials: Credentials,
) -> ApiResult<Outcome> {
    refuse_restricted(app, visitor)?;
    let mut refusals = Refusals::default();
    let address = refusals.check("email", email(&credentials.email));
    if credentials.password.is_empty() {
        refusals.add("password", Rule::Required);
    }
    refusals.into_result()?;
    let Some(email) = address else { return Err(wrong()) };
    let solved = judged_captcha(app, credentials.captcha.as_deref(), true).await?;
    let login = store::login_by_email(&app.db, &email).await?;
    let known = known_device(app, visitor, login.as_ref()).await?;
    let attempt = begin_attempt(app, visitor, &email, &credentials.dfpc, known, solved.as_ref()).await?;
    let fits = verify(app, credentials.password, login.as_ref()).await?;
    match login {
        Some(login) if fits => {
            let has_dfpc = !credentials.dfpc.is_empty();
            finish(app, visitor, device, attempt, &login, known, has_dfpc).await
        }
        login => {
            end_attempt(app, attempt, login.map(|login| login.player), "wrong").await?;
            Err(wrong())
        }
    }
}

/// The visitor's device, when it is known to be that of `login`. An unknown account is asked for as well, so that it
/// takes as long.
pub(super) async fn known_device<'a>(
    app: &App,
    visitor: &'a Visitor,
    login: Option<&Login>,
) -> ApiResult<Option<&'a str>> {
    let Some(device) = visitor.device_id.as_deref() else { return Ok(None) };
    let (player, stamp) = login.map_or((0, [0; 32]), |login| (login.player, login.stamp()));
    let since = app.clock.now() - store::DEVICE_KNOWN_MS;
    let is_known = store::is_known_device(&app.db, device, player, &stamp, since).await?;
    Ok(is_known.then_some(device))
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
    device: Option<&str>,
    solved: Option<&captcha::Solved>,
) -> ApiResult<i64> {
    let (now, address, network) = (app.clock.now(), visitor.address(), visitor.limit_key().to_string());
    let (dfpc, tried) = (kept_dfpc(dfpc), Tried { email, network: &network, device, solved });
    let attempt = |id, result| Attempt {
        id,
        email,
        address: &address,
        network: &network,
        device: &visitor.device,
        dfpc: &dfpc,
        known_device: device,
        session: None,
        hard: is_hard(solved),
        result,
    };
    let refusal = if let Some(refusal) = refuse(app, &mut Tally::AsRead(&app.db), tried).await? {
        refusal
    } else {
        let mut tx = app.db.begin().await?;
        // The number comes from a counter that stays locked until commit: tries are counted one after another.
        let id = tries::attempt_number(&mut tx).await?;
        if let Some(refusal) = refuse(app, &mut Tally::Locked(&mut tx), tried).await? {
            refusal
        } else {
            spend_captcha(app, &mut tx, solved).await?;
            tries::add_attempt(&mut tx, &attempt(id, "pending"), now).await?;
            tx.commit().await?;
            return Ok(id);
        }
    };
    // A try that has to wait may come again with the same proof, and not for ever.
    if let Some(solved) = solved
        && app.limits.refused_sign_ins_of_proof.take(solved.limit_key()).is_err()
    {
        return Err(captcha::Refused::Wrong.into());
    }
    if app.limits.refused_sign_ins_noted.take(visitor.limit_key()).is_ok() {
        let mut tx = app.db.begin().await?;
        let id = tries::attempt_number(&mut tx).await?;
        tries::add_attempt(&mut tx, &attempt(id, "limited"), now).await?;
        tx.commit().await?;
    }
    Err(refusal)
}

/// Who tries to sign in, as limits count it.
#[derive(Clone, Copy)]
struct Tried<'a> {
    email: &'a str,
    network: &'a str,
    /// The device, when it is known to be the player's.
    device: Option<&'a str>,
    solved: Option<&'a captcha::Solved>,
}

/// The refusal of a try that has to wait. Where only the tries of others are in the way, more work opens the account.
async fn refuse(app: &App, tally: &mut Tally<'_>, tried: Tried<'_>) -> ApiResult<Option<ApiError>> {
    let (now, Tried { email, network, device, solved }) = (app.clock.now(), tried);
    if let Some(device) = device {
        let wait = wait_s(tally, TriesOf::Device(device, email), DEVICE_TRIES, now).await?;
        return Ok(wait.map(ApiError::too_many));
    }
    let from_address = wait_s(tally, TriesOf::Network(network), ADDRESS_TRIES, now).await?;
    let on_both =
        wait_s(tally, TriesOf::AccountFrom(email, network), ACCOUNT_FROM_ADDRESS_TRIES, now).await?;
    if let Some(seconds) = from_address.max(on_both) {
        return Ok(Some(ApiError::too_many(seconds)));
    }
    if is_hard(solved) {
        let wait = wait_s(tally, TriesOf::AccountHard(email), ACCOUNT_HARD_TRIES, now).await?;
        return Ok(wait.map(ApiError::too_many));
    }
    let on_account = wait_s(tally, TriesOf::Account(email), ACCOUNT_TRIES, now).await?;
    Ok(on_account.map(|seconds| match app.config.captcha {
        Captcha::Altcha | Captcha::Recaptcha => ApiError::hard_captcha_required(seconds),
        Captcha::None => ApiError::too_many(seconds),
    }))
}

fn is_hard(solved: Option<&captcha::Solved>) -> bool {
    solved.is_some_and(|solved| solved.difficulty == Difficulty::Hard)
}

/// The seconds until another try is allowed; `None` when it is now.
pub(super) async fn wait_s(
    tally: &mut Tally<'_>,
    of: TriesOf<'_>,
    (limit, window_ms): Allowed,
    now: i64,
) -> ApiResult<Option<u64>> {
    let made = tries::tries(tally, of, now - window_ms).await?;
    let Some(oldest) = made.oldest.filter(|_| made.count >= limit) else { return Ok(None) };
    Ok(Some(u64::try_from((oldest + window_ms - now + 999) / 1000).unwrap_or(1).max(1)))
}

async fn finish(
    app: &App,
    visitor: &Visitor,
    device: &str,
    attempt: i64,
    login: &Login,
    known_device: Option<&str>,
    has_dfpc: bool,
) -> ApiResult<Outcome> {
    if let Err(refusal) = may_enter(app, login.player).await {
        end_attempt(app, attempt, Some(login.player), "refused").await?;
        return Err(refusal);
    }
    let factors = factors_store::factors(&app.db, login.player).await?;
    let mut tx = app.db.begin().await?;
    lock_for_sign_in(app, &mut tx, login.player, visitor).await?;
    // `login` was read before the password was verified, and the second factor may have been switched on meanwhile.
    let outcome = if factors_store::is_in_force(&mut tx, login.player).await? {
        tries::end_attempt(&mut tx, attempt, Some(login.player), "code_asked").await?;
        let token = second_step::begin(app, &mut tx, login, known_device, has_dfpc).await?;
        Outcome::SecondStep(second_step::SecondStepChallenge { token, factors })
    } else {
        tries::end_attempt(&mut tx, attempt, Some(login.player), "ok").await?;
        let admitted = admit(app, &mut tx, visitor, device, login, known_device, has_dfpc).await?;
        let Some(session) = admitted else {
            drop(tx);
            end_attempt(app, attempt, Some(login.player), "wrong").await?;
            return Err(wrong());
        };
        Outcome::SignedIn((login.player, session))
    };
    tx.commit().await?;
    Ok(outcome)
}

/// Opens the session of somebody who has shown everything, within the caller's transaction; `None` when the password of
/// `login` was changed since it was read.
pub(super) async fn admit(
    app: &App,
    tx: &mut Tx,
    visitor: &Visitor,
    device: &str,
    login: &Login,
    known_device: Option<&str>,
    has_dfpc: bool,
) -> ApiResult<Option<OpenedSession>> {
    let session = open_session(app, tx, login.player, visitor).await?;
    // The lane is locked: a password that was changed since the look at it opens nothing.
    if !store::has_password(tx, login.player, &login.password_hash).await? {
        return Ok(None);
    }
    know_device(app, tx, login, device).await?;
    let mut facts = Vec::new();
    if !has_dfpc {
        facts.push(device_unknown());
    }
    if known_device.is_none() {
        facts.push(new_device(visitor));
    }
    if !facts.is_empty() {
        log::append(&app.db, tx, login.player, app.clock.now(), &facts).await?;
    }
    Ok(Some(session))
}

/// The fact that a player came in with a browser on which nobody had signed in to the account, of which the player is
/// told by mail.
fn new_device(visitor: &Visitor) -> Fact {
    let name = DeviceName::of(&visitor.device);
    let body = json!({
        "browser": name.browser, "system": name.system, "country": visitor.country(), "host": visitor.host,
    });
    Fact { kind: "player.new_device", body: body.to_string() }
}

/// What contexts above ask before a player comes in, see [`SignInCheck`].
pub type SignInChecked<'a> = Pin<Box<dyn Future<Output = ApiResult<()>> + Send + 'a>>;

/// A look at a player that a context above has before a session is opened; it may stop the player, or refuse.
pub type SignInCheck = for<'a> fn(&'a App, PlayerId) -> SignInChecked<'a>;

/// Refuses players whom a stop forbids to be signed in, once the check before a sign-in was made. Whom the operator itself keeps
/// out is not asked about. A register's word may have changed.
pub(super) async fn may_enter(app: &App, player: PlayerId) -> ApiResult<()> {
    let stops = super::stops_of(&app.db, player).await?;
    let keeps_out = |reason: StopReason| reason != StopReason::Register && reason.forbids_sign_in();
    super::refuse_stopped(&stops, app.clock.now(), keeps_out)?;
    (app.sign_in_check)(app, player).await?;
    refuse_shut(app, player).await
}

/// Refuses players whom a stop forbids to be signed in.
pub async fn refuse_shut(app: &App, player: PlayerId) -> ApiResult<()> {
    let stops = super::stops_of(&app.db, player).await?;
    super::refuse_stopped(&stops, app.clock.now(), StopReason::forbids_sign_in)
}

async fn end_attempt(app: &App, id: i64, player: Option<PlayerId>, result: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    tries::end_attempt(&mut tx, id, player, result).await?;
    Ok(tx.commit().await?)
}

fn wrong() -> ApiError {
    ApiError::field("email", "SIGN_IN.INVALID", "E-mail or password is wrong.")
}
