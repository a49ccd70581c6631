//! Mails to players that staff sends again.

use croupier_db::log;
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};
use crate::{identity, mail};

/// A mail that a member sends again.
#[derive(Debug)]
pub(super) struct Resend<'a> {
    pub(super) player: PlayerId,
    /// The mail that is repeated.
    pub(super) mail: Uuid,
    /// The number of the new one: the same call makes one.
    pub(super) id: Uuid,
    pub(super) member: Uuid,
    pub(super) reason: &'a str,
}

/// Sends a mail to the player's present address once more, together with the fact.
pub(super) async fn resend(app: &App, wanted: &Resend<'_>, by: &Actor) -> ApiResult<()> {
    let Resend { player, mail, id, member, reason } = *wanted;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else: of two members who send at once, one is counted first.
    log::lock_lane(&app.db, &mut tx, player).await?;
    staff::require_in(&mut tx, member, Permission::PlayersHelp).await?;
    let address = identity::email_in(&mut tx, player).await?.ok_or_else(ApiError::not_found)?;
    let Some(subject) = mail::resend_in(&mut tx, mail, &address, id, now).await? else { return Ok(()) };
    let body = by.signing(json!({ "subject": subject, "mail": mail, "resent_as": id, "reason": reason }));
    let fact = Fact { kind: "mail.resent", body: body.to_string() };
    log::append(&app.db, &mut tx, player, now, &[fact]).await?;
    Ok(tx.commit().await?)
}
