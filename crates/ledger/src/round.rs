//! A round of a game: what was staked, what was won, and whether it may still go on.

use crate::{AccountId, PlayerId, WalletId};

/// Whether a round may still take bets and wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundStatus {
    /// More steps may follow.
    Open,
    /// Settled.
    Closed,
    /// Every bet of it was rolled back.
    Void,
}

impl RoundStatus {
    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Closed => 1,
            Self::Void => 2,
        }
    }

    /// The status stored as `code`; an unknown code reads as closed, which refuses further play.
    pub const fn from_code(code: i64) -> Self {
        match code {
            0 => Self::Open,
            2 => Self::Void,
            _ => Self::Closed,
        }
    }
}

/// A round as stored. Its number is the log number of the bet that opened it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Log number of the opening bet.
    pub id: i64,
    /// The wallet that plays.
    pub wallet: WalletId,
    /// The player behind the wallet.
    pub player: PlayerId,
    /// The game's number in the catalogue.
    pub game: i64,
    /// The house account that takes the stakes and pays the wins.
    pub house: AccountId,
    /// Open, closed or void.
    pub status: RoundStatus,
    /// Rises by one with each accepted step; a step names the version it follows.
    pub version: i64,
    /// Sum of the bets, in subunits.
    pub stake: i64,
    /// Sum of the wins, in subunits.
    pub win: i64,
    /// The wallet's play number that fed the outcome; 0 for a partner's round.
    pub nonce: i64,
    /// The seed pair in force at the opening; 0 for a partner's round.
    pub seed_no: i64,
    /// When the opening bet was decided, UTC milliseconds.
    pub opened_at: i64,
    /// When it was settled, UTC milliseconds.
    pub closed_at: Option<i64>,
    /// What the game wants to keep, as JSON; opaque here.
    pub detail: String,
}
