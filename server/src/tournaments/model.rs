//! A scheduled tournament, and where it stands in time.

use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::definition::Terms;
use super::kind::TournamentKind;
use super::levels::Ladder;

/// Where a tournament stands in time; the clock alone decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStatus {
    /// Before its start.
    Future,
    /// From its start until just before its end.
    Active,
    /// From its end on.
    Archive,
}

impl TournamentStatus {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Future => "future",
            Self::Active => "active",
            Self::Archive => "archive",
        }
    }
}

/// One time that a definition comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    pub(super) id: i64,
    pub(super) identifier: String,
    pub(super) terms: Terms,
    pub(super) game_ids: Vec<i64>,
    /// UTC milliseconds.
    pub(super) start_at: i64,
    /// UTC milliseconds, not part of it.
    pub(super) end_at: i64,
    /// When its places became final, UTC milliseconds.
    pub(super) closed_at: Option<i64>,
}

impl Tournament {
    /// Where it stands at `now` (UTC milliseconds).
    pub const fn status(&self, now: i64) -> TournamentStatus {
        if now < self.start_at {
            TournamentStatus::Future
        } else if now < self.end_at {
            TournamentStatus::Active
        } else {
            TournamentStatus::Archive
        }
    }

    /// When it begins and when it ends, UTC milliseconds.
    pub const fn span(&self) -> (i64, i64) {
        (self.start_at, self.end_at)
    }

    /// Its address.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// What it is.
    pub(super) fn kind(&self) -> TournamentKind {
        TournamentKind::of(&self.identifier)
    }

    /// What its levels ask for of a player with this currency; `None` when it has none.
    pub(super) fn ladder(&self, currency: Option<Currency>) -> Option<Ladder> {
        Ladder::of(&self.identifier, &self.terms, currency)
    }

    /// Whether members of `groups` see it.
    pub(super) fn is_for(&self, groups: &[i64]) -> bool {
        let own = &self.terms.groups;
        own.is_empty() || own.iter().any(|group| groups.contains(group))
    }
}

/// A player's score, or that a player has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Standing {
    pub player: i64,
    pub shown_name: String,
    pub points: i64,
    pub rounds: i64,
    pub bet: i64,
    pub win: i64,
    pub scored_at: i64,
    /// The wallet of the last round that counted.
    pub currency: Option<String>,
    pub is_disqualified: bool,
    /// In which bets are compared with the thresholds of a quest.
    pub level_currency: Option<Currency>,
}

impl Standing {
    /// Whether the board has it.
    pub(super) const fn is_ranked(&self) -> bool {
        self.points > 0 && !self.is_disqualified
    }
}
