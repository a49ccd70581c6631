//! Changing what a player signs in with: the password and the address.
//!
//! Every change holds the lock of the player's lane, under which sessions are opened too: a sign-in with the old password
//! either opened its session before, which the change ends, or finds the new password and is refused.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};

use super::session::end_sessions_but;
use super::store::{self, Login};
use super::tokens::{self, Purpose};
use super::{autologin, factors_store, providers};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// The player's login by its address (in lower case).
pub async fn login_by_email(app: &App, email: &str) -> ApiResult<Option<Login>> {
    Ok(store::login_by_email(&app.db, email).await?)
}

/// Who changes a password, and where.
#[derive(Debug, Clone, Copy, Default)]
pub struct PasswordChange<'a> {
    /// The session that stays; all others end.
    pub session: Option<&'a str>,
    /// The browser that stays known to the player.
    pub device: Option<&'a str>,
}

/// Puts the Argon2id hash `password_hash` in the place of that of `login` within the caller's transaction: other sessions
/// end, and mailed links to choose a password, to change the address or to sign in no longer count. Answers the ids of the ended
/// sessions. 409 when the password was changed since `login` was read.
pub async fn set_password(
    app: &App,
    tx: &mut Tx,
    login: &Login,
    password_hash: String,
    change: PasswordChange<'_>,
) -> ApiResult<Vec<String>> {
    let (player, now) = (login.player, app.clock.now());
    log::lock_lane(&app.db, tx, player).await?;
    if !store::set_password(tx, player, &login.password_hash, &password_hash).await? {
        return Err(ApiError::conflict("conflict", "The password was changed meanwhile."));
    }
    for purpose in [Purpose::PasswordReset, Purpose::EmailChange, Purpose::SignIn] {
        tokens::void_tokens(app, tx, player, purpose).await?;
    }
    autologin::note_password(app, tx, player).await?;
    providers::note_password(app, tx, player).await?;
    let (ended, mut facts) = end_sessions_but(tx, player, change.session).await?;
    if let Some(session) = change.session {
        store::refresh_session(tx, session, now).await?;
    }
    if let Some(device) = change.device {
        super::know_device(app, tx, &Login { password_hash, ..login.clone() }, device).await?;
    }
    facts.push(Fact { kind: "player.password_changed", body: "{}".to_owned() });
    log::append(&app.db, tx, player, now, &facts).await?;
    Ok(ended)
}

/// Forgets sessions that a committed change has ended: calls of theirs are refused from now on, also on this server's
/// memory alone.
pub fn forget_sessions(app: &App, ended: &[String]) {
    for id in ended {
        app.live_sessions.end(id);
    }
}

/// Whether the password of `login` still opens a session by itself, within the caller's transaction, which holds the lock of
/// the player's lane.
pub async fn enters_by_password(tx: &mut Tx, login: &Login) -> ApiResult<bool> {
    Ok(store::has_password(tx, login.player, &login.password_hash).await?
        && !factors_store::is_in_force(tx, login.player).await?)
}

/// Whether `email` (in lower case) is the address of the player's login, within the caller's transaction.
pub async fn has_email(tx: &mut Tx, player: PlayerId, email: &str) -> ApiResult<bool> {
    Ok(store::has_email(tx, player, email).await?)
}

/// Notes within the caller's transaction that the player has confirmed `email`; `false` when the login has another
/// address, or a confirmed one.
pub async fn confirm_email(app: &App, tx: &mut Tx, player: PlayerId, email: &str) -> ApiResult<bool> {
    let now = app.clock.now();
    if !store::confirm_email(tx, player, email, now).await? {
        return Ok(false);
    }
    let fact = Fact { kind: "player.email_confirmed", body: "{}".to_owned() };
    log::append(&app.db, tx, player, now, &[fact]).await?;
    Ok(true)
}

/// Makes `email`, which its owner has just confirmed, the address of the login within the caller's transaction. Links that
/// were mailed to the old address no longer count. Refuses an address that somebody else has.
pub async fn change_email(app: &App, tx: &mut Tx, player: PlayerId, email: &str) -> ApiResult<()> {
    log::lock_lane(&app.db, tx, player).await?;
    let now = app.clock.now();
    put_email(app, tx, player, email, Some(now)).await?;
    let fact = Fact { kind: "player.email_changed", body: "{}".to_owned() };
    Ok(log::append(&app.db, tx, player, now, &[fact]).await?)
}

/// Makes `email`, which nobody has confirmed yet, the address of the login within the caller's transaction, which holds the
/// lock of the player's lane. Whoever is in the account by the old address signs in anew: every session ends. Answers the ids
/// of those. Refuses an address that somebody else has.
pub async fn replace_email(app: &App, tx: &mut Tx, player: PlayerId, email: &str) -> ApiResult<Vec<String>> {
    put_email(app, tx, player, email, None).await?;
    tokens::void_tokens(app, tx, player, Purpose::EmailChange).await?;
    let (ended, mut facts) = end_sessions_but(tx, player, None).await?;
    facts.push(Fact { kind: "player.email_changed", body: "{}".to_owned() });
    log::append(&app.db, tx, player, app.clock.now(), &facts).await?;
    Ok(ended)
}

async fn put_email(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    email: &str,
    confirmed_at: Option<i64>,
) -> ApiResult<()> {
    match store::change_email(tx, player, email, confirmed_at).await {
        Err(error) if error.is_unique("login_email_key") || error.is_unique("login_mailbox_key") => {
            return Err(super::taken());
        }
        other => other?,
    }
    for purpose in [Purpose::PasswordReset, Purpose::EmailConfirmation, Purpose::SignIn] {
        tokens::void_tokens(app, tx, player, purpose).await?;
    }
    // Of who was made without a form, the link went to the old address.
    autologin::next_link(app, tx, player).await?;
    Ok(())
}
