//! Choosing a new password: with the link of a mail, with the old one, or for the first time.

use croupier_db::Tx;
use serde_json::Value;

use super::mails::{self, Mailing};
use super::store;
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::identity::{self, FactorFields, Login, PasswordChange, Purpose};
use crate::mail::{MailValues, Template};
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Player};
use crate::rules::{self, Refusals, Rule};

/// The field of the token, and the code of one that does not count.
const TOKEN_FIELD: &str = "reset_password_token";

/// The password that a form asks for, twice.
pub(super) struct NewPassword {
    pub(super) password: String,
    pub(super) confirmation: String,
}

impl NewPassword {
    fn judge(&self, refusals: &mut Refusals) {
        refusals.check("password", rules::password(&self.password));
        if self.password != self.confirmation {
            refusals.add("password_confirmation", Rule::NotMatch);
        }
    }
}

/// Puts the new password in the place of the one that was forgotten. Every session of the player ends. Whoever follows the link has
/// the mailbox, which confirms the address; what was made before to guard the account or to get into it is somebody else's.
pub(super) async fn reset(app: &App, visitor: &Visitor, token: &str, new: NewPassword) -> ApiResult<()> {
    app.limits.token_tries.take(visitor.limit_key())?;
    let purposes = [Purpose::PasswordReset];
    // Looked up before anything is hashed, which takes a core's while.
    let row = identity::find_token(app, token, &purposes).await?;
    let mut refusals = Refusals::default();
    if row.is_none() {
        refusals.add(TOKEN_FIELD, Rule::Invalid);
    }
    new.judge(&mut refusals);
    refusals.into_result()?;
    let Some(row) = row else { return Err(used()) };
    let login = identity::login_of(app, row.player).await?;
    let player = player::get(app, row.player).await?;
    let hash = app.passwords.hash(new.password).await?;
    let mut tx = app.db.begin().await?;
    if !identity::use_token(app, &mut tx, token, &row).await? {
        return Err(used());
    }
    // Who has the old address no longer chooses the password.
    if !identity::has_email(&mut tx, row.player, &row.email).await? {
        return Err(used());
    }
    let mut ended = Vec::new();
    if login.confirmed_at.is_none() {
        // Until now nobody has shown that the address is theirs.
        ended = identity::end_unproven_ways(app, &mut tx, visitor, row.player).await?;
        // The app of a player whom staff has given another address stays: whoever has that one may have talked staff into it.
        if login.proved_at.is_none() {
            identity::end_unproven_app(app, &mut tx, visitor, row.player).await?;
        }
        // What is made from now on is made by who has the mailbox.
        identity::confirm_email(app, &mut tx, row.player, &row.email).await?;
    }
    let replaced = Replacement { login: &login, player: &player, hash, change: PasswordChange::default() };
    replace(app, visitor, tx, replaced).await?;
    identity::forget_sessions(app, &ended);
    Ok(())
}

/// What a signed-in player gives beside the new password.
pub(super) struct Shown {
    pub(super) current_password: String,
    /// A code of the app, or a recovery code, where there is a second factor.
    pub(super) otp_attempt: Option<String>,
    pub(super) recovery_code: Option<String>,
    /// A passkey in their place.
    pub(super) passkey: Option<Value>,
}

/// Changes the password of a signed-in player who gives the old one, and a code where there is a second factor. Every other
/// session of the player ends.
pub(super) async fn change(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    shown: Shown,
    new: NewPassword,
) -> ApiResult<()> {
    let Shown { current_password, otp_attempt, recovery_code, passkey } = shown;
    let mut refusals = Refusals::default();
    new.judge(&mut refusals);
    if current_password.is_empty() {
        refusals.add("current_password", Rule::Required);
    }
    refusals.into_result()?;
    let login = identity::check_password(app, visitor, caller, "current_password", current_password).await?;
    let (otp_attempt, recovery_code) = (otp_attempt.as_deref(), recovery_code.as_deref());
    let factor = FactorFields { otp_attempt, recovery_code, passkey: passkey.as_ref() };
    let proof = identity::asked_proof(app, &login, factor).await?;
    let player = player::get(app, caller.id).await?;
    let hash = app.passwords.hash(new.password).await?;
    let tx = identity::begin_guarded(app, visitor, caller, &login, proof.as_ref()).await?;
    let change = PasswordChange { session: Some(&caller.session), device: visitor.device_id.as_deref() };
    replace(app, visitor, tx, Replacement { login: &login, player: &player, hash, change }).await
}

/// Whether the caller was made without a form and has chosen no password yet.
pub(super) async fn is_awaited(app: &App, caller: &PlayerCaller) -> ApiResult<bool> {
    let autoregistration = identity::autoregistration_of(app, caller.id).await?;
    Ok(autoregistration.is_some_and(|found| found.awaits_password))
}

/// Chooses the first password of a player who was made without a form. Every other session of the player ends, and no link signs
/// in any more.
pub(super) async fn choose_first(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    new: NewPassword,
) -> ApiResult<()> {
    let mut refusals = Refusals::default();
    new.judge(&mut refusals);
    refusals.into_result()?;
    // A password that is chosen after this look replaces this login's hash, and then this one is refused.
    let login = identity::login_of(app, caller.id).await?;
    if !is_awaited(app, caller).await? {
        return Err(ApiError::conflict("conflict", "The password was changed meanwhile."));
    }
    let player = player::get(app, caller.id).await?;
    let hash = app.passwords.hash(new.password).await?;
    let tx = app.db.begin().await?;
    let change = PasswordChange { session: Some(&caller.session), device: visitor.device_id.as_deref() };
    replace(app, visitor, tx, Replacement { login: &login, player: &player, hash, change }).await
}

/// A new password in place of an old one.
struct Replacement<'a> {
    login: &'a Login,
    player: &'a Player,
    /// Of the new one: Argon2id in PHC form.
    hash: String,
    change: PasswordChange<'a>,
}

/// Replaces the password and commits `tx`. Changes of the address that were asked for under the old password are off, those
/// that wait for their mail too.
async fn replace(app: &App, visitor: &Visitor, mut tx: Tx, replacement: Replacement<'_>) -> ApiResult<()> {
    let Replacement { login, player, hash, change } = replacement;
    let ended = identity::set_password(app, &mut tx, login, hash, change).await?;
    store::drop_requests(&mut tx, login.player, Purpose::EmailChange).await?;
    let (template, filled) = (Template::PasswordChanged, MailValues::default());
    let mailing = Mailing { template, to: &login.email, host: &visitor.host, filled };
    mails::post(app, &mut tx, player, mailing).await?;
    tx.commit().await?;
    identity::forget_sessions(app, &ended);
    Ok(())
}

fn used() -> ApiError {
    ApiError::fields(vec![Rule::Invalid.on(TOKEN_FIELD)])
}
