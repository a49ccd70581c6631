//! Signing in with a link: a one-time token, mailed to who asks for it, or made by the operator. Players who were made without a
//! form have links of their own.
//!
//! A link takes the place of the password and of nothing else: where sign-in asks for a second factor, it still does.

use axum::http::StatusCode;
use croupier_db::{Db, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::session::lock_for_sign_in;
use super::sign_in::{Outcome, admit, known_device, may_enter};
use super::store::{self, Login};
use super::tokens::{self, Purpose, TokenRow};
use super::tries_store::{self as tries, Attempt};
use super::{autologin, factors_store, kept_dfpc, second_step};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::clock::Entropy;
use crate::platform::error::{ApiError, ApiResult};

/// Makes a link's token for the player who signs in with `email`, beside the running server; `None` when nobody does. `by`
/// names who has asked for it.
pub async fn make_sign_in_token(
    db: &Db,
    entropy: Entropy,
    email: &str,
    by: &str,
    now: i64,
) -> ApiResult<Option<String>> {
    let Some(login) = store::login_by_email(db, email).await? else { return Ok(None) };
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, login.player).await?;
    let token = tokens::add_token(entropy, &mut tx, login.player, Purpose::SignIn, email, now).await?;
    let fact = Fact { kind: "player.sign_in_link_made", body: json!({ "by": by }).to_string() };
    log::append(db, &mut tx, login.player, now, &[fact]).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Signs the player of the link with `token` in, or begins the second step where there is one. 410 for a link that was used or
/// is too old; a refusal of the player or the country does not use it up.
pub(super) async fn sign_in_by_link(
    app: &App,
    visitor: &Visitor,
    device: &str,
    token: &str,
    dfpc: &str,
) -> ApiResult<Outcome> {
    super::refuse_restricted(app, visitor)?;
    app.limits.token_tries.take(visitor.limit_key())?;
    let found = Found::by(app, token).await?.ok_or_else(over)?;
    let login = super::login_of(app, found.player()).await?;
    let known = known_device(app, visitor, Some(&login)).await?;
    if let Err(refusal) = may_enter(app, login.player).await {
        let mut tx = app.db.begin().await?;
        note(app, &mut tx, visitor, &login, known, dfpc, "refused").await?;
        tx.commit().await?;
        return Err(refusal);
    }
    let factors = factors_store::factors(&app.db, login.player).await?;
    let mut tx = app.db.begin().await?;
    lock_for_sign_in(app, &mut tx, login.player, visitor).await?;
    if !found.use_up(app, &mut tx, token).await? {
        return Err(over());
    }
    let has_dfpc = !dfpc.is_empty();
    let outcome = if factors_store::is_in_force(&mut tx, login.player).await? {
        note(app, &mut tx, visitor, &login, known, dfpc, "code_asked").await?;
        let token = second_step::begin(app, &mut tx, &login, known, has_dfpc).await?;
        Outcome::SecondStep(second_step::SecondStepChallenge { token, factors })
    } else {
        note(app, &mut tx, visitor, &login, known, dfpc, "link_ok").await?;
        let session = admit(app, &mut tx, visitor, device, &login, known, has_dfpc).await?;
        Outcome::SignedIn((login.player, session.ok_or_else(over)?))
    };
    tx.commit().await?;
    Ok(outcome)
}

/// A link that counts.
enum Found {
    /// It was mailed, or made by the operator's command.
    Sent(TokenRow),
    /// It is that of a player who was made without a form.
    Autologin(PlayerId),
}

impl Found {
    async fn by(app: &App, token: &str) -> ApiResult<Option<Self>> {
        if let Some(row) = tokens::find_token(app, token, &[Purpose::SignIn]).await? {
            return Ok(Some(Self::Sent(row)));
        }
        Ok(autologin::owner_of(app, token).await?.map(Self::Autologin))
    }

    const fn player(&self) -> PlayerId {
        match self {
            Self::Sent(row) => row.player,
            Self::Autologin(player) => *player,
        }
    }

    /// Uses it up within the caller's transaction, which holds the lock of the player's lane; `false` when it counts no more.
    async fn use_up(&self, app: &App, tx: &mut Tx, token: &str) -> ApiResult<bool> {
        match self {
            // Who has the old address no longer signs in.
            Self::Sent(row) => Ok(tokens::use_token(app, tx, token, row).await?
                && store::has_email(tx, row.player, &row.email).await?),
            Self::Autologin(player) => autologin::use_link(app, tx, *player, token).await,
        }
    }
}

fn over() -> ApiError {
    ApiError::code(StatusCode::GONE, "link_over", "This link was used or is too old.")
}

/// Writes down within the caller's transaction what became of a sign-in that needed no guess, as of every other.
pub(super) async fn note(
    app: &App,
    tx: &mut Tx,
    visitor: &Visitor,
    login: &Login,
    known_device: Option<&str>,
    dfpc: &str,
    result: &'static str,
) -> ApiResult<()> {
    let attempt = Attempt {
        id: tries::attempt_number(tx).await?,
        email: &login.email,
        address: &visitor.address(),
        network: &visitor.limit_key().to_string(),
        device: &visitor.device,
        dfpc: &kept_dfpc(dfpc),
        known_device,
        session: None,
        hard: false,
        result,
    };
    tries::add_attempt(tx, &attempt, app.clock.now()).await?;
    Ok(tries::end_attempt(tx, attempt.id, Some(login.player), result).await?)
}
