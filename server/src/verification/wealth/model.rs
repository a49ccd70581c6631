//! What a questionnaire is, and what its answer says.

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::staff::Actor;

/// Where a questionnaire stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WealthState {
    /// It waits for the player.
    Asked,
    /// It waits for staff.
    Answered,
    /// Staff has accepted the answer.
    Approved,
    /// Staff was not content with the answer, and has asked again.
    Returned,
}

impl WealthState {
    const ALL: [Self; 4] = [Self::Asked, Self::Answered, Self::Approved, Self::Returned];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Answered => "answered",
            Self::Approved => "approved",
            Self::Returned => "returned",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What somebody earns in a year, in euros before taxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum IncomeRange {
    /// Less than 25,000.
    #[serde(rename = "under_25000")]
    Under25000,
    /// 25,000 to 50,000.
    #[serde(rename = "25000_to_50000")]
    From25000,
    /// 50,000 to 100,000.
    #[serde(rename = "50000_to_100000")]
    From50000,
    /// 100,000 to 250,000.
    #[serde(rename = "100000_to_250000")]
    From100000,
    /// More than 250,000.
    #[serde(rename = "over_250000")]
    Over250000,
}

/// Where most of somebody's wealth comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WealthSource {
    /// A salary.
    Employment,
    /// A business of one's own.
    Business,
    /// Money that was put aside.
    Savings,
    /// A site or another property that was sold or is let.
    Property,
    /// Shares, funds, coins.
    Investments,
    /// An inheritance or a gift.
    Inheritance,
    /// A pension or benefits.
    Pension,
    /// Something else, which the details tell.
    Other,
}

/// What a player has answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WealthAnswer {
    /// What the player does for a living.
    pub profession: String,
    /// What the player earns in a year.
    pub income: IncomeRange,
    /// Where most of it comes from.
    pub source: WealthSource,
    /// In the player's own words.
    pub details: Option<String>,
}

/// What staff asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WealthRequest {
    /// Until when, UTC milliseconds.
    pub due_at: i64,
    /// What the player reads with it.
    pub note: String,
    /// Who asks.
    pub by: Actor,
}

/// A questionnaire. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub struct WealthQuestionnaire {
    /// Its number.
    pub id: Uuid,
    /// Whose.
    pub player: PlayerId,
    /// Where it stands.
    pub state: WealthState,
    /// From when on it holds deposits and withdrawals while it is not answered.
    pub due_at: i64,
    /// What staff has written to the player.
    pub note: String,
    /// When it was asked for.
    pub asked_at: i64,
    /// Who has asked for it.
    pub asked_by: String,
    /// What the player has answered, encrypted.
    pub(super) answer: Option<Vec<u8>>,
    /// When the player has answered.
    pub answered_at: Option<i64>,
    /// When staff has decided.
    pub reviewed_at: Option<i64>,
    /// Who has decided.
    pub reviewed_by: Option<String>,
}

impl WealthQuestionnaire {
    /// What its answer is bound to.
    pub(super) fn owner(&self) -> String {
        format!("questionnaire {} of player {}", self.id, self.player)
    }

    /// Whether it waits for an answer whose time is over at `now` (UTC milliseconds).
    pub const fn is_overdue(&self, now: i64) -> bool {
        matches!(self.state, WealthState::Asked) && self.due_at <= now
    }
}
