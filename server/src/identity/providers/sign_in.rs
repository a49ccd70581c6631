//! Signing in by a link with a provider, and showing it again in an open session.

use super::super::factors_store;
use super::super::second_step;
use super::super::session::lock_for_sign_in;
use super::super::sign_in::{admit, known_device, may_enter};
use super::super::sign_in_link::note;
use super::super::store as logins;
use super::super::{OpenedSession, login_of, refuse_restricted, two_factor};
use super::flow::over;
use super::{ProviderLink, ProviderPerson, store};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};

/// What a link leads to.
#[derive(Debug)]
pub enum ProviderEntry {
    /// A session.
    SignedIn(OpenedSession),
    /// The second step of a sign-in, with the token of what waits for it.
    SecondStep {
        /// For the browser's cookie.
        token: String,
        /// The fields by which it can be made beside a recovery code.
        factors: Vec<&'static str>,
    },
}

/// Signs the player of `link` in on the browser with the id `device`, or begins the second step where there is one. `dfpc` is the
/// device fingerprint, which may be empty.
pub async fn sign_in_by_provider(
    app: &App,
    visitor: &Visitor,
    device: &str,
    link: &ProviderLink,
    dfpc: &str,
) -> ApiResult<ProviderEntry> {
    refuse_restricted(app, visitor)?;
    let login = login_of(app, link.player).await?;
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
    if !store::note_use(&mut tx, login.player, &link.id, app.clock.now()).await? {
        return Err(over());
    }
    let has_dfpc = !dfpc.is_empty();
    let entry = if factors_store::is_in_force(&mut tx, login.player).await? {
        note(app, &mut tx, visitor, &login, known, dfpc, "code_asked").await?;
        let token = second_step::begin(app, &mut tx, &login, known, has_dfpc).await?;
        let fields = [(factors.app, "otp_attempt"), (factors.passkey, "passkey")];
        let factors = fields.into_iter().filter_map(|(is_there, field)| is_there.then_some(field)).collect();
        ProviderEntry::SecondStep { token, factors }
    } else {
        note(app, &mut tx, visitor, &login, known, dfpc, "provider_ok").await?;
        let session = admit(app, &mut tx, visitor, device, &login, known, has_dfpc).await?;
        ProviderEntry::SignedIn(session.ok_or_else(over)?)
    };
    tx.commit().await?;
    Ok(entry)
}

/// Makes the caller's session fresh again when `person` is who the player is linked with.
pub async fn reauthenticate_by_provider(
    app: &App,
    caller: &PlayerCaller,
    person: &ProviderPerson,
) -> ApiResult<()> {
    let link = store::link_of_subject(&app.db, &person.issuer, &person.subject).await?;
    let link = link.filter(|link| link.player == caller.id).ok_or_else(stranger)?;
    let mut tx = two_factor::begin_locked(app, caller.id).await?;
    if !store::note_use(&mut tx, caller.id, &link.id, app.clock.now()).await? {
        return Err(stranger());
    }
    if !logins::refresh_session(&mut tx, &caller.session, app.clock.now()).await? {
        return Err(ApiError::unauthorized());
    }
    Ok(tx.commit().await?)
}

fn stranger() -> ApiError {
    ApiError::conflict(
        "provider_other_person",
        "This is another account at the provider than the one that is linked.",
    )
}
