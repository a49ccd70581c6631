//! The end of a second factor that its player has lost, by a member who has made sure who asks.

use croupier_db::log;
use croupier_ledger::{Key, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};

/// A second factor that a member wants off.
#[derive(Debug)]
pub(super) struct FactorOff<'a> {
    pub(super) player: PlayerId,
    pub(super) member: Uuid,
    /// Names the decision: the same one is carried out once, and takes no factor off that was set up since.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

/// Takes the second factor off together with the fact.
pub(super) async fn switch_off(app: &App, wanted: &FactorOff<'_>, by: &Actor) -> ApiResult<()> {
    let FactorOff { player, member, reference, reason } = *wanted;
    let now = app.clock.now();
    let asked = json!([player, reason]).to_string();
    let fingerprint = Uuid::from_bytes(Key::hash(&[asked.as_bytes()]).0).to_string();
    let kind = ActKind::SecondFactor;
    let act = Act { kind, reference, fingerprint: &fingerprint, member, player, weight: 0, at: now };
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, player).await?;
    staff::require_in(&mut tx, member, Permission::PlayersCorrect).await?;
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    acts::keep_in(&mut tx, &act, Bounds::NONE).await?;
    let told = by.signing(json!({ "why": reason }));
    if !identity::take_factor_off_in(&app.db, &mut tx, player, &told, now).await? {
        return Err(ApiError::conflict("second_factor_gone", "The player has no second factor."));
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(())
}
