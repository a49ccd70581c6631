//! What a batch is decided on, and what comes out of it.

use rustc_hash::FxHashMap;

use crate::{
    AccountId, BetLimit, BonusId, Fact, Key, LimitKind, LimitPeriod, Lsn, PlayerId, Round, WalletId,
};

/// A wallet as stored: balances in subunits, and the counters that feed fair play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    /// Its number.
    pub id: WalletId,
    /// Whose it is.
    pub player: PlayerId,
    /// Money to play with or to withdraw.
    pub cash: i64,
    /// Money of withdrawals under way.
    pub held: i64,
    /// Stakes of open rounds.
    pub stake: i64,
    /// Money of the active bonus.
    pub bonus: i64,
    /// The active bonus; its money is all the bonus money there is.
    pub bonus_id: Option<BonusId>,
    /// Where the money of the newest bonus came from and goes back to; kept when the bonus ends.
    pub bonus_cost: Option<AccountId>,
    /// Rounds of the house's own games opened so far.
    pub nonce: i64,
    /// The seed pair in force.
    pub seed_no: i64,
    /// No new bets are taken; open rounds may be finished and money may leave.
    pub blocked: bool,
    /// Bets are held to limits, which have to be loaded with the wallet.
    pub limited: bool,
}

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
}

impl TransferKind {
    const ALL: [Self; 13] = [
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
    /// Place of the first transfer of the same command; legs of one command share it.
    pub op: Lsn,
    /// Why.
    pub kind: TransferKind,
    /// The account that gives.
    pub debit: AccountId,
    /// The account that receives.
    pub credit: AccountId,
    /// How much, in subunits; above zero.
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
    /// The transfer that it takes back.
    pub reverses: Option<Lsn>,
    /// When the command was asked, UTC milliseconds.
    pub at: i64,
}

/// What a stored key leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The command was accepted with this answer.
    Accepted {
        /// Cash after it.
        cash: i64,
        /// Held money after it.
        held: i64,
        /// Bonus money after it.
        bonus: i64,
        /// The round it played in.
        round: Option<i64>,
    },
    /// It was rolled back before it came, and must be refused when it comes.
    Tombstone,
    /// The key is a partner's round id; `lsn` of the row is the round's number.
    Round,
}

/// A stored key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRow {
    /// The key.
    pub key: Key,
    /// Hash of the command that took the key.
    pub fingerprint: Key,
    /// Its first place in the log.
    pub lsn: Lsn,
    /// What it leads to.
    pub answer: Answer,
}

/// The answer to an accepted command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// First place in the log.
    pub lsn: Lsn,
    /// The key was known: this is the answer that was given the first time.
    pub replayed: bool,
    /// Cash after the command.
    pub cash: i64,
    /// Held money after the command.
    pub held: i64,
    /// Bonus money after the command.
    pub bonus: i64,
    /// The round's number, when the command played.
    pub round_id: Option<i64>,
    /// The round after the command; `None` for a replay, whose round the caller reads from the table.
    pub round: Option<Round>,
}

/// Why a command is refused. A refusal moves nothing and keeps no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The account has less than is asked.
    #[error("not enough money: {available} available")]
    InsufficientFunds {
        /// What there is, in subunits.
        available: i64,
    },
    /// The amount is zero, negative or too large.
    #[error("the amount cannot move")]
    BadAmount,
    /// The key stands for another request.
    #[error("the key was used for another request")]
    KeyConflict,
    /// The command was rolled back before it arrived.
    #[error("the command was taken back before it came")]
    Tombstoned,
    /// No such wallet.
    #[error("no such wallet")]
    UnknownWallet,
    /// No such round, or another wallet's.
    #[error("no such round")]
    UnknownRound,
    /// The round is settled, or has moved on since the caller looked.
    #[error("the round has moved on")]
    RoundConflict,
    /// The bet or win was moved into the archive of the log, which takes nothing back.
    #[error("the round is in the archive")]
    Archived,
    /// Another seed pair is in force by now.
    #[error("the seed pair has changed")]
    SeedChanged,
    /// The bet would pass a limit of the player.
    #[error("the {kind:?} limit of a {period:?} leaves {left}")]
    LimitReached {
        /// What is limited.
        kind: LimitKind,
        /// For how long.
        period: LimitPeriod,
        /// What may still be staked in cash, in subunits.
        left: i64,
        /// When the window ends, UTC milliseconds.
        until: i64,
    },
    /// Another bonus is active, or this one is not.
    #[error("this is not the active bonus")]
    BonusConflict,
    /// Other stakes wait in open rounds of the wallet than the caller knows of.
    #[error("other rounds are open")]
    RoundsChanged,
    /// The wallet takes no bets.
    #[error("the wallet takes no bets")]
    Blocked,
    /// The game refuses the bet, with its own code.
    #[error("the game refuses: {0}")]
    Game(&'static str),
    /// A condition that came with the command does not hold any more.
    #[error("the state has changed")]
    Stale,
}

/// What became of one command.
pub type Outcome = Result<Receipt, Refusal>;

/// All a batch needs, loaded before it is decided. Maps hold what exists; absence means there is none.
#[derive(Debug, Default)]
pub struct Batch {
    /// The lane whose log the batch is appended to.
    pub lane: u8,
    /// The next free number of that lane.
    pub next_seq: i64,
    /// The places of that lane up to this number are in the archive.
    pub archived_seq: i64,
    /// Wallets named by the commands.
    pub wallets: FxHashMap<WalletId, Wallet>,
    /// Keys named by the commands.
    pub keys: FxHashMap<Key, KeyRow>,
    /// Rounds named by the commands.
    pub rounds: FxHashMap<i64, Round>,
    /// Transfers of commands that are to be rolled back, by their first place.
    pub operations: FxHashMap<Lsn, Vec<Transfer>>,
    /// Limits of wallets that have any.
    pub limits: FxHashMap<WalletId, Vec<BetLimit>>,
}

/// All a decided batch writes.
#[derive(Debug, Default)]
pub struct Writes {
    /// Transfers, in log order.
    pub transfers: Vec<Transfer>,
    /// Facts with their place and player, in log order.
    pub facts: Vec<(Lsn, PlayerId, i64, Fact)>,
    /// New keys.
    pub keys: Vec<KeyRow>,
    /// Rounds opened in this batch, as they are at its end.
    pub rounds_opened: Vec<Round>,
    /// Rounds that were there before and changed.
    pub rounds_changed: Vec<Round>,
    /// Wallets that changed, as they are at the end.
    pub wallets: Vec<Wallet>,
    /// Limits whose window or sum changed, as they are at the end.
    pub limits: Vec<BetLimit>,
    /// The lane's next free number afterwards.
    pub next_seq: i64,
}
