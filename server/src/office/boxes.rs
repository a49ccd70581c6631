//! Lootboxes that members of staff issue to players, within bounds for 24 hours.

use croupier_db::log;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde_json::json;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::lootbox::{self, Definition, Issued, StaffOrder};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};

/// The most lootboxes that a player gets within 24 hours, and that a member of staff issues; the back office's text of
/// `lootboxes_too_many` names both.
const BOUNDS: Bounds = Bounds { to_player: 10, by_member: 100 };

/// A lootbox that a member of staff issues.
#[derive(Debug)]
pub(super) struct BoxByStaff<'a> {
    pub(super) player: PlayerId,
    /// The currency of every prize in it, and of the wallet that the prize goes to.
    pub(super) currency: Currency,
    pub(super) definition: &'a Definition,
    /// The key of the decision, under which one lootbox is issued.
    pub(super) reference: &'a str,
    /// Why, for the log.
    pub(super) reason: &'a str,
}

/// Issues a lootbox and appends its fact in one commit. 409 beyond the bounds, and for a player who is stopped.
pub(super) async fn issue(app: &App, wanted: &BoxByStaff<'_>, by: &Actor) -> ApiResult<()> {
    let BoxByStaff { player, currency, definition, reference, reason } = *wanted;
    let signed = by.signed.as_ref().ok_or_else(|| ApiError::internal(&"no member of staff issues this"))?;
    let member = signed.id;
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
    log::lock_lane(&app.db, &mut tx, player).await?;
    staff::require_in(&mut tx, member, Permission::BonusesIssue).await?;
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    if !acts::keep_in(&mut tx, &act, BOUNDS).await? {
        let Bounds { to_player, by_member } = BOUNDS;
        let message = format!(
            "A player gets at most {to_player} lootboxes in 24 hours, and a member of staff issues at most \
             {by_member}."
        );
        return Err(ApiError::conflict("lootboxes_too_many", &message));
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
        // An issued lootbox has its act from the same commit, and none was found under this lock.
        Issued::Already => Err(ApiError::internal(&format!("lootbox {reference} is there without its act"))),
        Issued::Stopped => {
            Err(ApiError::conflict("player_stopped", "The player is stopped and gets no lootboxes."))
        }
    }
}
