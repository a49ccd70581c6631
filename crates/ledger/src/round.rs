//! A round of a game: what was staked, what was won, and whether it may still go on.

use crate::{AccountId, BonusId, GrantId, PlayerId, SubAccount, WalletId};

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

/// Who pays the bets of a round, and where its wins go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Funding {
    /// The wallet: cash first and the rest from the bonus. Wins are split as the stake was.
    Wallet,
    /// A grant (free spins, a partner's free rounds): its bets cost the wallet nothing.
    Grant {
        /// Which.
        grant: GrantId,
        /// Where its wins go: cash, or a sub-account that no other rule watches over.
        to: SubAccount,
    },
}

impl Funding {
    /// The grant, when one pays.
    pub const fn grant(self) -> Option<GrantId> {
        match self {
            Self::Wallet => None,
            Self::Grant { grant, .. } => Some(grant),
        }
    }

    /// Where all wins go, when they are not split.
    pub const fn win_to(self) -> Option<SubAccount> {
        match self {
            Self::Wallet => None,
            Self::Grant { to, .. } => Some(to),
        }
    }

    /// The funding that is stored as a grant and the code of a sub-account. `None` when the code is unknown.
    pub fn from_stored(grant: Option<GrantId>, win_to: Option<i64>) -> Option<Self> {
        match (grant, win_to) {
            (Some(grant), Some(code)) => SubAccount::from_code(code).map(|to| Self::Grant { grant, to }),
            (None, None) => Some(Self::Wallet),
            _ => None,
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
    /// The system account that takes the stakes and pays the wins.
    pub system: AccountId,
    /// Open, closed or void.
    pub status: RoundStatus,
    /// Rises by one with each accepted step; a step names the version it follows.
    pub version: i64,
    /// How many bets it has, less those that were taken back.
    pub bets: i64,
    /// Sum of the bets, in subunits; 0 when a grant pays them.
    pub stake: i64,
    /// How much of the stake was bonus money.
    pub stake_bonus: i64,
    /// The bonus whose money was staked; a round takes money of one bonus only.
    pub bonus: Option<BonusId>,
    /// The system account that bears the cost of that bonus.
    pub bonus_funding: Option<AccountId>,
    /// Who pays its bets.
    pub funding: Funding,
    /// Sum of the wins, in subunits.
    pub win: i64,
    /// The most that it can still win, in subunits, for which its wallet keeps room; 0 once it has ended, and for a
    /// partner's round, whose wins are reported when they come.
    pub win_room: i64,
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
