//! Rows of the log about money, and what they mean for a round.

use crate::{AccountId, GrantId, Lsn, RoundStatus, SubAccount, WalletId};

/// Why money moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i64)]
pub enum TransferKind {
    /// Payment partner to cash.
    Deposit = 1,
    /// Cash or bonus to the provider, or to stake while the round is open.
    Bet = 2,
    /// Provider to cash or bonus.
    Win = 3,
    /// Stake to the provider when an open round ends.
    Settle = 4,
    /// The reverse of a bet.
    BetRollback = 5,
    /// Cash to held.
    PayoutHold = 6,
    /// Held to cash.
    PayoutRelease = 7,
    /// Held to the payment partner.
    PayoutFinish = 8,
    /// Between cash and the adjustment account.
    Adjust = 9,
    /// The reverse of a win.
    WinRollback = 10,
    /// The account that bears the cost to bonus.
    BonusGrant = 11,
    /// Bonus to cash.
    BonusConvert = 12,
    /// Bonus to the account that bears the cost.
    BonusForfeit = 13,
    /// Between two accounts that a command names: system accounts, and sub-accounts that no other rule watches over.
    Move = 14,
}

impl TransferKind {
    const ALL: [Self; 14] = [
        Self::Deposit,
        Self::Bet,
        Self::Win,
        Self::Settle,
        Self::BetRollback,
        Self::PayoutHold,
        Self::PayoutRelease,
        Self::PayoutFinish,
        Self::Adjust,
        Self::WinRollback,
        Self::BonusGrant,
        Self::BonusConvert,
        Self::BonusForfeit,
        Self::Move,
    ];

    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The kind stored as `code`.
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// One movement: both postings and the event of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Its place in the log.
    pub lsn: Lsn,
    /// Place of the first transfer of the same part of a command; its legs share it.
    pub op: Lsn,
    /// Why.
    pub kind: TransferKind,
    /// The account that gives.
    pub debit: AccountId,
    /// The account that receives.
    pub credit: AccountId,
    /// How much, in subunits. Zero only in a row of a round: a bet that a grant pays, or a win of nothing.
    pub amount: i64,
    /// The wallet of the command.
    pub wallet: WalletId,
    /// The wallet's cash after this transfer.
    pub cash_after: i64,
    /// The wallet's held money after this transfer.
    pub held_after: i64,
    /// The wallet's bonus money after this transfer.
    pub bonus_after: i64,
    /// The round it belongs to.
    pub round: Option<i64>,
    /// The round's game, by its number in the catalogue.
    pub game: Option<i64>,
    /// The grant that pays the round.
    pub grant: Option<GrantId>,
    /// Whether the round has ended with this row, and how: closed or void. A round that was closed is void later when
    /// its bets are taken back, and a void one is open again when another bet comes.
    pub ends: Option<RoundStatus>,
    /// The transfer that it takes back.
    pub reverses: Option<Lsn>,
    /// When the command was asked, UTC milliseconds.
    pub at: i64,
}

/// What a transfer means for its round: all that wagering, points, tournaments, quests and jackpots need of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Which of the round's sums it changes, and in which direction.
    pub kind: PlayedKind,
    /// The round.
    pub round: i64,
    /// Its game.
    pub game: i64,
    /// The grant that pays the round; `None` when the wallet pays its bets.
    pub grant: Option<GrantId>,
    /// What of the amount is real money (cash), in subunits.
    pub real: i64,
    /// What of the amount is bonus money, also when the bonus has ended meanwhile, in subunits. What a grant wins
    /// into another sub-account is neither.
    pub bonus: i64,
    /// The row opens its round.
    pub opens: bool,
    /// Whether the round has ended with this row, and how.
    pub ends: Option<RoundStatus>,
}

/// What a row of a round does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedKind {
    /// Adds to the stake.
    Bet,
    /// Adds to the win; zero when the step has won nothing.
    Win,
    /// Takes a bet back.
    BetRollback,
    /// Takes a win back.
    WinRollback,
    /// Changes no sum: the stake of an open round went to the provider as the round ended.
    Settle,
}

impl Transfer {
    /// What it means for its round; `None` when it belongs to none.
    pub fn played(&self) -> Option<Played> {
        let (kind, of_player) = match self.kind {
            TransferKind::Bet => (PlayedKind::Bet, Some(self.debit)),
            TransferKind::Win => (PlayedKind::Win, Some(self.credit)),
            TransferKind::BetRollback => (PlayedKind::BetRollback, Some(self.credit)),
            TransferKind::WinRollback => (PlayedKind::WinRollback, Some(self.debit)),
            TransferKind::Settle => (PlayedKind::Settle, None),
            _ => return None,
        };
        let part =
            |is_part: fn(AccountId) -> bool| of_player.filter(|a| is_part(*a)).map_or(0, |_| self.amount);
        let round = self.round?;
        Some(Played {
            kind,
            round,
            game: self.game?,
            grant: self.grant,
            real: part(|account| account.sub_account() == Some(SubAccount::Cash)),
            // The part of a bonus that has ended is between system accounts.
            bonus: part(|account| account.is_system() || account.sub_account() == Some(SubAccount::Bonus)),
            opens: round == self.lsn.0,
            ends: self.ends,
        })
    }
}
