//! A player's own passkeys: registering, naming and removing them, and asking for one after the password.

use croupier_db::log;
use croupier_ledger::PlayerId;
use hmac::Mac as _;
use serde_json::{Value, json};

use super::super::credentials::forget_sessions;
use super::super::proof::{FactorFields, asked_proof};
use super::super::session::end_sessions_but;
use super::super::{factors_store, reauth, two_factor};
use super::ceremony::{self, Answer, HANDLE_BYTES, PasskeySite};
use super::store::{self, ChallengeRow, PasskeyRow};
use super::{ANSWER_MS, FIELD, expired, publish};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;
use crate::rules::{Refusals, Rule};

/// How many passkeys a player may have.
const PASSKEYS_MAX: i64 = 20;

/// The longest name, in characters.
const NAME_MAX: usize = 50;

/// Begins to register a passkey for a player who gives the password, and a code where there is a second factor; answers what
/// the browser is asked. 409 when the player has as many as allowed.
pub async fn begin_passkey(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    site: PasskeySite,
    password: String,
    factor: FactorFields<'_>,
) -> ApiResult<Value> {
    let login = reauth::check_password(app, visitor, caller, "password", password).await?;
    let proof = asked_proof(app, &login, factor).await?;
    let mut tx = two_factor::begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    if store::count(&mut tx, caller.id).await? >= PASSKEYS_MAX {
        return Err(ApiError::conflict(
            "too_many_passkeys",
            "There are too many passkeys; remove one first.",
        ));
    }
    let known = store::credentials(&mut tx, caller.id, &site.rp_id).await?;
    let begun = ceremony::begin_registration(&site, handle(app, caller.id), &login.email, known)?;
    let now = app.clock.now();
    let registers = Some((caller.id, caller.session.clone()));
    let row = ChallengeRow { registers, site, state: Vec::new(), expires_at: now + ANSWER_MS };
    store::add_challenge(&mut tx, &begun, &row, now).await?;
    tx.commit().await?;
    Ok(begun.options)
}

/// What authenticators know the player by: it says nothing to who reads it there.
fn handle(app: &App, player: PlayerId) -> [u8; HANDLE_BYTES] {
    let mut mac = hmac_sha256(&app.secrets.key_for("passkey_handle"));
    mac.update(&player.to_be_bytes());
    mac.finalize().into_bytes().into()
}

/// Keeps the passkey that the browser has made for the challenge of [`begin_passkey`], under the player's own name for it.
/// Answers its id.
pub async fn add_passkey(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    name: &str,
    made: &Value,
) -> ApiResult<String> {
    let name = judged_name(name)?;
    let refused = || ApiError::fields(vec![Rule::Invalid.on(FIELD)]);
    let answer = Answer::read(made).ok_or_else(refused)?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let asked = store::take_challenge(&mut tx, &answer.challenge).await?;
    tx.commit().await?;
    let own = |row: &ChallengeRow| {
        let registers = row.registers.as_ref();
        registers.is_some_and(|(player, session)| *player == caller.id && *session == caller.session)
    };
    let asked = asked.filter(|row| own(row) && row.expires_at > now).ok_or_else(expired)?;
    let kept = answer.finish(&asked.site, &asked.state)?.ok_or_else(refused)?;
    let id = app.entropy.uuid(&app.clock).to_string();
    let row = PasskeyRow { id: id.clone(), player: caller.id, rp_id: asked.site.rp_id, kept };
    let mut tx = two_factor::begin_in_session(app, caller).await?;
    if store::count(&mut tx, caller.id).await? >= PASSKEYS_MAX {
        return Err(ApiError::conflict(
            "too_many_passkeys",
            "There are too many passkeys; remove one first.",
        ));
    }
    match store::add(&mut tx, &row, &name, now).await {
        Err(error) if error.is_unique("passkey_credential_id_key") => {
            return Err(ApiError::conflict("passkey_known", "This passkey is registered already."));
        }
        other => other?,
    }
    let body = json!({ "host": visitor.host, "passkey": id, "name": name });
    publish(app, &mut tx, caller.id, "player.passkey_added", &body).await?;
    tx.commit().await?;
    Ok(id)
}

fn judged_name(typed: &str) -> ApiResult<String> {
    let name = typed.trim();
    let mut refusals = Refusals::default();
    if name.is_empty() {
        refusals.add("name", Rule::Required);
    } else if name.chars().count() > NAME_MAX {
        refusals.add("name", Rule::TooLong);
    } else if name.chars().any(char::is_control) {
        refusals.add("name", Rule::Characters);
    }
    refusals.into_result()?;
    Ok(crate::rules::without_card_numbers(name))
}

/// Gives a passkey another name; 404 when it is none of the player's.
pub async fn rename_passkey(app: &App, caller: &PlayerCaller, id: &str, name: &str) -> ApiResult<()> {
    let name = judged_name(name)?;
    let mut tx = app.db.begin().await?;
    if !store::rename(&mut tx, caller.id, id, &name).await? {
        return Err(ApiError::not_found());
    }
    Ok(tx.commit().await?)
}

/// Removes a passkey of a player who gives the password, and a code where there is a second factor. Every other session of the
/// player ends, and no browser but the visitor's stays known. The last one stays while it is asked for after the password.
pub async fn remove_passkey(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    id: &str,
    password: String,
    factor: FactorFields<'_>,
) -> ApiResult<()> {
    let login = reauth::check_password(app, visitor, caller, "password", password).await?;
    let proof = asked_proof(app, &login, factor).await?;
    let mut tx = two_factor::begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    let (name, _) = store::remove(&mut tx, caller.id, id).await?.ok_or_else(ApiError::not_found)?;
    if store::count(&mut tx, caller.id).await? == 0 && store::is_required_in(&mut tx, caller.id).await? {
        return Err(ApiError::conflict(
            "last_passkey",
            "A passkey is asked for at sign-in; this is the last one.",
        ));
    }
    let body = json!({ "host": visitor.host, "passkey": id, "name": name });
    // The device that is lost with it may be signed in.
    super::super::store::forget_devices_but(&mut tx, caller.id, visitor.device_id.as_deref()).await?;
    let (ended, facts) = end_sessions_but(&mut tx, caller.id, Some(&caller.session)).await?;
    log::append(&app.db, &mut tx, caller.id, app.clock.now(), &facts).await?;
    publish(app, &mut tx, caller.id, "player.passkey_removed", &body).await?;
    tx.commit().await?;
    forget_sessions(app, &ended);
    Ok(())
}

/// From now on the password alone opens no session. Answers the recovery codes where the player had none, which nobody sees
/// again. Every other session of the player ends, and no browser but the visitor's stays known. 409 without a passkey.
pub async fn require_passkey(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    password: String,
    factor: FactorFields<'_>,
) -> ApiResult<Vec<String>> {
    let (player, now) = (caller.id, app.clock.now());
    let login = reauth::check_password(app, visitor, caller, "password", password).await?;
    let proof = asked_proof(app, &login, factor).await?;
    let mut tx = two_factor::begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    if store::count(&mut tx, player).await? == 0 {
        return Err(ApiError::conflict("no_passkey", "Add a passkey first."));
    }
    let had_factor = factors_store::is_in_force(&mut tx, player).await?;
    if !store::require(&mut tx, player, now).await? {
        return Err(ApiError::conflict("passkey_required", "A passkey is asked for already."));
    }
    let codes = if had_factor { Vec::new() } else { two_factor::replace_codes(app, &mut tx, player).await? };
    super::super::store::forget_devices_but(&mut tx, player, visitor.device_id.as_deref()).await?;
    let (ended, facts) = end_sessions_but(&mut tx, player, Some(&caller.session)).await?;
    log::append(&app.db, &mut tx, player, now, &facts).await?;
    publish(app, &mut tx, player, "player.passkey_required", &json!({ "host": visitor.host })).await?;
    tx.commit().await?;
    forget_sessions(app, &ended);
    Ok(codes)
}

/// Asks for a passkey after the password no more.
pub async fn stop_requiring_passkey(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    password: String,
    factor: FactorFields<'_>,
) -> ApiResult<()> {
    let login = reauth::check_password(app, visitor, caller, "password", password).await?;
    let proof = asked_proof(app, &login, factor).await?;
    let mut tx = two_factor::begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    if !store::stop_requiring(&mut tx, caller.id).await? {
        return Err(ApiError::conflict("passkey_not_required", "No passkey is asked for."));
    }
    factors_store::drop_idle_codes(&mut tx, caller.id).await?;
    publish(app, &mut tx, caller.id, "player.passkey_not_required", &json!({ "host": visitor.host })).await?;
    Ok(tx.commit().await?)
}
