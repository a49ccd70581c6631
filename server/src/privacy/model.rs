//! Copies of data and closed accounts, as they are kept.

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Where a copy of a player's data stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    /// It is being written.
    Asked,
    /// It can be taken.
    Ready,
    /// It was removed because its time was over.
    Expired,
    /// It could not be written, or the account was closed first.
    Failed,
}

impl ExportState {
    const ALL: [Self; 4] = [Self::Asked, Self::Ready, Self::Expired, Self::Failed];

    /// As rows hold it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Ready => "ready",
            Self::Expired => "expired",
            Self::Failed => "failed",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// How far a copy is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The section, counted from 0.
    pub(super) section: i64,
    /// The key of the section's last row that is written.
    pub(super) after: String,
    /// How many of its rows are.
    pub(super) rows: i64,
}

/// A copy of all data held about a player. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub struct Export {
    /// The number.
    pub id: Uuid,
    /// Whose.
    pub player: PlayerId,
    /// Where it stands.
    pub state: ExportState,
    pub(super) host: String,
    /// When it was asked for.
    pub asked_at: i64,
    pub(super) place: Place,
    /// Files that it consists of.
    pub(super) parts: i64,
    /// Its size.
    pub size_bytes: i64,
    pub(super) epoch: i64,
    pub(super) failures: i64,
    /// When it was ready, or failed.
    pub ended_at: Option<i64>,
    /// Until when it can be taken.
    pub expires_at: Option<i64>,
}

impl Export {
    /// What its files are bound to.
    pub(super) fn owner(&self) -> String {
        format!("data_export:{}:{}", self.player, self.id)
    }
}

/// That an account was closed. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub struct Closure {
    /// The number.
    pub id: Uuid,
    /// Whose account.
    pub player: PlayerId,
    /// When.
    pub closed_at: i64,
    /// By whom: `player`, or a member of staff.
    pub closed_by: String,
    /// Whether the player did it.
    pub is_own_wish: bool,
    /// In the words of who did it; may be empty of a player.
    pub reason: String,
    /// From when on personal data is erased.
    pub erase_from: i64,
    /// When it was opened again.
    pub reopened_at: Option<i64>,
    /// By whom.
    pub reopened_by: Option<String>,
    /// Why.
    pub reopen_reason: Option<String>,
    /// When personal data was erased.
    pub erased_at: Option<i64>,
}

impl Closure {
    /// Whether the account is closed by it now.
    pub const fn is_in_force(&self) -> bool {
        self.reopened_at.is_none()
    }
}
