//! Lootboxes that staff issues to players, so many within a day.

use croupier_db::log;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde_json::json;
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::lootbox::{self, Definition, Issued, StaffOrder};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};

/// How many boxes a player is given within 24 hours by everybody, and how many a member gives.
const BOUNDS: Bounds = Bounds { to_player: 10, by_member: 100 };

/// A box that a member issues.
#[derive(Debug)]
pub(super) struct BoxByStaff<'a> {
    pub(super) player: PlayerId,
    /// The wallet that its prize goes to, in which every prize of it is made.
    pub(super) currency: Currency,
    pub(super) definition: &'a Definition,
    pub(super) member: Uuid,
    /// Names the decision: the same one issues once.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

/// Issues a box, which its player opens, together with its fact.
pub(super) async fn issue(app: &App, wanted: &BoxByStaff<'_>, by: &Actor) -> ApiResult<()> {
    let BoxByStaff { player, currency, definition, member, reference, reason } = *wanted;
    let (now, code) = (app.clock.now(), definition.code.as_str());
    let fingerprint = json!([player, currency.code(), code, reason]).to_string();
    let act = Act {
        kind: ActKind::Lootbox,
        reference,
        fingerprint: &fingerprint,
        member,
        player,
        weight: 1,
        at: now,
    };
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::touch(&app.db, &mut tx, player).await?;
    staff::require_in(&mut tx, member, Permission::BonusesIssue).await?;
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    if !acts::keep_in(&mut tx, &act, BOUNDS).await? {
        let message = "The player has been given many boxes today, or you have given many.";
        return Err(ApiError::conflict("lootboxes_too_many", message));
    }
    let log_body = by.signing(json!({
        "subject": code,
        "code": code,
        "currency": currency.code(),
        "reason": reason,
    }));
    let order = StaffOrder { definition, player, currency, reference, log_body };
    match lootbox::issue_in(&app.db, &mut tx, &app.secrets, order, now).await? {
        Issued::Done(_) => Ok(tx.commit().await?),
        Issued::Already => Ok(()),
        Issued::Stopped => {
            Err(ApiError::conflict("player_stopped", "The player is stopped and gets no lootboxes."))
        }
    }
}
