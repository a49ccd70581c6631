//! Players who have signed up on one device: a person decides whether they are one.
//!
//! The fact is written at sign-up. This reader keeps each pair for a decision, which marks and stops the account that came
//! later if staff wants so, in one commit.

use croupier_db::log::LogRow;
use croupier_db::{Db, log};
use croupier_ledger::{Fact, NO_END, PlayerId, StopReason};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::shared_devices_store as store;
use super::stops::{StopChange, stop_in};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::{After, Reader};
use crate::player;
use crate::staff::{self, Actor, BrandScope, Permission};

/// What tells that two players have signed up on one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownBy {
    /// The browser itself.
    Browser,
    /// Its fingerprint, which devices of one model may share.
    Fingerprint,
}

impl KnownBy {
    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Fingerprint => "fingerprint",
        }
    }

    /// What is called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Browser, Self::Fingerprint].into_iter().find(|by| by.name() == name)
    }
}

/// Two players on one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Who has signed up later.
    pub player: PlayerId,
    /// Who was there.
    pub other: PlayerId,
}

/// What staff has made of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether both accounts are of one person.
    pub same_person: bool,
    /// Who says so.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When, in UTC milliseconds.
    pub at: i64,
}

/// A pair with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedDevice {
    /// Who.
    pub pair: Pair,
    /// What tells it.
    pub by: KnownBy,
    /// When the later one has signed up, in UTC milliseconds.
    pub seen_at: i64,
    /// `None` while nobody has decided.
    pub verdict: Option<Verdict>,
}

/// The fact `player.device_shared`.
#[derive(Deserialize)]
struct Reported {
    by: KnownBy,
    players: Vec<PlayerId>,
}

/// The reader that keeps pairs for a decision.
pub fn reader() -> Reader {
    Reader::new("shared_devices", |tx, rows| {
        Box::pin(async move {
            for row in rows {
                let LogRow::Event { kind, player, body, at, .. } = row else { continue };
                if kind != "player.device_shared" {
                    continue;
                }
                match serde_json::from_str::<Reported>(body) {
                    Ok(found) => {
                        for other in found.players {
                            store::note(tx, Pair { player: *player, other }, found.by, *at).await?;
                        }
                    }
                    Err(error) => tracing::error!(%error, player, "a shared device cannot be read"),
                }
            }
            Ok(After::nothing())
        })
    })
}

/// At most `limit` pairs after `after`: those that wait for a decision, or those that were decided about.
pub async fn page(
    db: &Db,
    decided: bool,
    after: Option<Pair>,
    limit: i64,
) -> croupier_db::Result<Vec<SharedDevice>> {
    store::page(db, decided, after, limit).await
}

/// The pair, when its players have signed up on one device.
pub async fn get(db: &Db, pair: Pair) -> croupier_db::Result<Option<SharedDevice>> {
    store::get(db, pair).await
}

/// Other players whom `scope` sees on the device of `player`, those left out of whom staff has said that they are other people.
pub async fn others(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
    limit: i64,
) -> croupier_db::Result<Vec<(PlayerId, KnownBy)>> {
    store::others(db, player, scope, limit).await
}

/// What a member of staff decides about a pair.
#[derive(Debug, Clone)]
pub struct DeviceDecision {
    /// Which.
    pub pair: Pair,
    /// Whether both accounts are of one person.
    pub same_person: bool,
    /// Whether the later account is marked as one of several.
    pub marks: bool,
    /// Whether the later account is stopped.
    pub stops: bool,
    /// Why.
    pub reason: String,
    /// The member.
    pub member: Uuid,
    /// The member, as the log names them.
    pub by: Actor,
}

/// Carries a decision out, together with its fact.
pub async fn decide(app: &App, decision: &DeviceDecision) -> ApiResult<()> {
    let DeviceDecision { pair, same_person, reason, by, .. } = decision;
    let (marks, stops) = (*same_person && decision.marks, *same_person && decision.stops);
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, pair.player).await?;
    staff::require_in(&mut tx, decision.member, Permission::PlayersStop).await?;
    let (same_person, name) = (*same_person, by.name.trim().to_owned());
    let verdict = Verdict { same_person, by: name, reason: reason.clone(), at: now };
    if !store::decide(&mut tx, *pair, &verdict).await? {
        let message = "Somebody has decided about these players meanwhile.";
        return Err(ApiError::conflict("device_decided", message));
    }
    if marks {
        let joins = [player::MULTI_ACCOUNT];
        player::change_groups(&app.db, &mut tx, pair.player, (&joins, &[]), now).await?;
    }
    if stops {
        let change = StopChange {
            player: pair.player,
            reason: StopReason::Operator,
            by: &by.name,
            why: reason,
            signed: by.signed.as_ref(),
        };
        stop_in(&app.db, &mut tx, change, NO_END, now).await?;
    }
    let body = json!({
        "subject": format!("#{}", pair.other), "same_person": same_person, "marked": marks,
        "stopped": stops, "reason": reason,
    });
    let fact = Fact { kind: store::DECIDED, body: by.signing(body).to_string() };
    log::append(&app.db, &mut tx, pair.player, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(())
}
