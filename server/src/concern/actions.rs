//! What staff does about a player of concern: it is kept, a fact of the log, and closes the concern until there is more.

use croupier_db::log;
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::markers::Marker;
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionTaken {
    /// Somebody has talked with the player.
    Contacted,
    /// A limit was suggested.
    LimitSuggested,
    /// The player was stopped.
    Stopped,
    /// There is nothing to do.
    NoAction,
}

impl ActionTaken {
    const ALL: [Self; 4] = [Self::Contacted, Self::LimitSuggested, Self::Stopped, Self::NoAction];

    /// The name in rows and facts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contacted => "contacted",
            Self::LimitSuggested => "limit_suggested",
            Self::Stopped => "stopped",
            Self::NoAction => "no_action",
        }
    }

    /// What is called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|taken| taken.name() == name)
    }
}

/// Something that was done about a player of concern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConcernAction {
    /// Its number.
    pub id: Uuid,
    /// What.
    pub taken: ActionTaken,
    /// Why, or what came of it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
    /// What the concern was about by then.
    pub markers: Vec<Marker>,
}

/// What a member of staff did.
#[derive(Debug, Clone)]
pub struct Act {
    /// Its number: the same call again is the same action.
    pub id: Uuid,
    /// About whom.
    pub player: PlayerId,
    /// The last action that the member has seen.
    pub seen: Option<Uuid>,
    /// The markers that the member has seen.
    pub markers: Vec<Marker>,
    /// What.
    pub taken: ActionTaken,
    /// Why, or what came of it.
    pub reason: String,
    /// The member.
    pub member: Uuid,
    /// The member, as the log names them.
    pub by: Actor,
}

/// Keeps what was done, together with its fact. 409 when a colleague has done something meanwhile, or a marker was found that
/// the member has not seen: nothing that nobody has looked at is closed.
pub async fn act(app: &App, act: &Act) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, act.player).await?;
    staff::require_in(&mut tx, act.member, Permission::ConcernsManage).await?;
    if store::is_kept(&mut tx, act.id).await? {
        return Ok(());
    }
    if !store::close(&mut tx, act.player, (act.seen, act.markers.as_slice()), (act.id, now)).await? {
        let message =
            "A colleague has done something about this player meanwhile, or there is another marker.";
        return Err(ApiError::conflict("concern_changed", message));
    }
    let action = ConcernAction {
        id: act.id,
        taken: act.taken,
        reason: act.reason.clone(),
        by: act.by.name.trim().to_owned(),
        at: now,
        markers: store::markers_in(&mut tx, act.player).await?,
    };
    store::keep(&mut tx, act.player, act.member, &action).await?;
    let markers: Vec<_> = action.markers.iter().map(|marker| marker.name()).collect();
    let body = json!({ "subject": act.taken.name(), "reason": act.reason, "markers": markers });
    let fact = Fact { kind: "concern.acted", body: act.by.signing(body).to_string() };
    log::append(&app.db, &mut tx, act.player, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(())
}
