//! A round of a game: what was staked, what was won, and whether it may still go on.

use crate::{AccountId, BonusId, PlayerId, WalletId};

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
    /// How much of the stake was bonus money.
    pub stake_bonus: i64,
    /// The bonus whose money was staked; a round takes money of one bonus only.
    pub bonus: Option<BonusId>,
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

impl Round {
    /// How a win of this round is split into cash and bonus money: by the shares of the stake, the cash
    /// rounded down, so that the subunit that does not divide stays bonus money.
    ///
    /// Once every bet was taken back there are no shares; then a round that had bonus money wins bonus money.
    pub fn split(&self, win: i64) -> (i64, i64) {
        if self.bonus.is_none() {
            return (win, 0);
        }
        if self.stake == 0 {
            return (0, win);
        }
        let staked_cash = i128::from(self.stake - self.stake_bonus);
        let share = i128::from(win) * staked_cash / i128::from(self.stake);
        // A share of `win` is never above it.
        let cash = i64::try_from(share).unwrap_or(win);
        (cash, win - cash)
    }
}
