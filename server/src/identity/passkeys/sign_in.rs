//! Signing in with a passkey alone.

use serde_json::Value;

use super::super::session::lock_for_sign_in;
use super::super::sign_in::{SignedIn, admit, known_device, may_enter};
use super::super::sign_in_link::note;
use super::{Shown, wrong};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::ApiResult;

/// Signs the owner of the passkey in on the browser with the id `device`: answers the player and a new session in place of the
/// browser's old one. `dfpc` is the device fingerprint, which may be empty.
pub async fn sign_in_by_passkey(
    app: &App,
    visitor: &Visitor,
    device: &str,
    sent: &Value,
    dfpc: &str,
) -> ApiResult<SignedIn> {
    super::super::refuse_restricted(app, visitor)?;
    app.limits.passkeys.take(visitor.limit_key())?;
    let shown = Shown::judge(app, sent).await?;
    let login = super::super::login_of(app, shown.player).await?;
    let known = known_device(app, visitor, Some(&login)).await?;
    if let Err(refusal) = may_enter(app, login.player).await {
        let mut tx = app.db.begin().await?;
        note(app, &mut tx, visitor, &login, known, dfpc, "refused").await?;
        tx.commit().await?;
        return Err(refusal);
    }
    let mut tx = app.db.begin().await?;
    lock_for_sign_in(app, &mut tx, login.player, visitor).await?;
    if !shown.spend(app, &mut tx).await? {
        return Err(wrong());
    }
    note(app, &mut tx, visitor, &login, known, dfpc, "passkey_ok").await?;
    let session = admit(app, &mut tx, visitor, device, &login, known, !dfpc.is_empty()).await?;
    let session = session.ok_or_else(wrong)?;
    tx.commit().await?;
    Ok((login.player, session))
}
