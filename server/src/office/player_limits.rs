//! Limits that staff sets on a player's behalf, for somebody who asks for it or has to be protected.

use croupier_db::log;
use croupier_ledger::{Key, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::limits::{self, LimitRequest, OnBehalf};
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::staff::{self, Actor, Permission};

/// A limit that a member wants for a player.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    pub(super) player: PlayerId,
    pub(super) limit: LimitRequest,
    pub(super) member: Uuid,
    /// Names the decision: the same one is carried out once.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

/// Puts a stricter limit in force at once, together with its fact.
pub(super) async fn tighten(app: &App, wanted: &Wanted<'_>, by: &Actor) -> ApiResult<()> {
    let Wanted { player: id, limit, member, reference, reason } = *wanted;
    let now = app.clock.now();
    let asked = json!([id, format!("{limit:?}"), reason]).to_string();
    let fingerprint = Uuid::from_bytes(Key::hash(&[asked.as_bytes()]).0).to_string();
    let act = Act {
        kind: ActKind::Limit,
        reference,
        fingerprint: &fingerprint,
        member,
        player: id,
        weight: 0,
        at: now,
    };
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, and that before the other rows, as by everybody else.
    player::lock(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    log::lock_lane(&app.db, &mut tx, id).await?;
    staff::require_in(&mut tx, member, Permission::PlayersLimit).await?;
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    acts::keep_in(&mut tx, &act, Bounds::NONE).await?;
    limits::tighten_in(app, &mut tx, OnBehalf { player: id, wanted: limit, reason, by }, now).await?;
    Ok(tx.commit().await?)
}
