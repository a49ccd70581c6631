//! A scheduled lottery, and where it stands in time. Times are UTC milliseconds.

use croupier_ledger::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::definition::{Prize, Terms};

/// Where a lottery stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LotteryStatus {
    /// Before the sale of its tickets.
    Future,
    /// From its start until just before its end.
    Active,
    /// From its end until its winners are drawn.
    Drawing,
    /// Once its winners are drawn.
    Archive,
}

impl LotteryStatus {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Future => "future",
            Self::Active => "active",
            Self::Drawing => "drawing",
            Self::Archive => "archive",
        }
    }
}

/// One time that a definition comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lottery {
    pub(super) id: i64,
    pub(super) slug: String,
    pub(super) terms: Terms,
    pub(super) start_at: i64,
    /// Not part of it.
    pub(super) end_at: i64,
    pub(super) tickets_max: i64,
    pub(super) tickets_count: i64,
    /// The commitment to the seed, hex.
    pub(super) server_seed_hash: String,
    pub(super) drawing: Option<Drawing>,
}

/// The draw of a lottery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Drawing {
    /// The seed, hex.
    pub server_seed: String,
    pub at: i64,
}

/// Tickets that were bought together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TicketRange {
    pub first: i64,
    pub size: i64,
}

/// A winner of a lottery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Award {
    pub lottery: i64,
    pub place: i64,
    pub ticket: i64,
    pub player: PlayerId,
    /// Masked.
    pub shown_name: String,
    /// The wallet that the prize goes to.
    pub currency: String,
    pub prize: Prize,
    pub is_paid: bool,
}

impl Lottery {
    /// Where it stands at `now`.
    pub const fn status(&self, now: i64) -> LotteryStatus {
        if self.drawing.is_some() {
            LotteryStatus::Archive
        } else if now < self.start_at {
            LotteryStatus::Future
        } else if now < self.end_at {
            LotteryStatus::Active
        } else {
            LotteryStatus::Drawing
        }
    }

    /// When its sale begins and when it ends.
    pub const fn span(&self) -> (i64, i64) {
        (self.start_at, self.end_at)
    }

    /// Its number.
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// Its address.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The card of the shop that sells its tickets.
    pub fn group(&self) -> &str {
        &self.terms.group
    }

    /// What a ticket costs, in points.
    pub const fn points(&self) -> i64 {
        self.terms.points
    }

    /// How it is called in `locale`.
    pub fn title(&self, locale: &str) -> &str {
        self.terms.title.in_locale(locale)
    }

    /// The most tickets that a player can have.
    pub const fn tickets_max(&self) -> i64 {
        self.tickets_max
    }

    /// How many tickets are sold.
    pub const fn tickets_count(&self) -> i64 {
        self.tickets_count
    }
}
