//! What a batch is decided on, and what comes out of it.

use rustc_hash::FxHashMap;

use crate::{
    BetLimit, Fact, Key, LimitKind, LimitPeriod, Lsn, PlayerId, Round, Stop, Transfer, Wallet, WalletId,
};

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
    /// The answers to the command's linked parts, in their order.
    pub linked: Vec<Receipt>,
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
    /// The wallet would hold more than an amount can say; for a bet, if it won the most that it can.
    #[error("the wallet would hold more than {}", croupier_money::WIRE_MAX)]
    BalanceFull,
    /// A transfer names an account that is neither a system account nor one that the command may move.
    #[error("the command names an account that it may not move")]
    UnknownAccount,
    /// The command, or the rule of the game that it asked, has panicked.
    #[error("the command could not be decided")]
    Panicked,
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
    /// Rounds of the built-in games are open, whose further steps are under the seed pair in force.
    #[error("a round is open under the seed pair")]
    RoundOpen,
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
    /// The bets of the round would come to more than they may.
    #[error("the bets of a round may come to {most}")]
    RoundMax {
        /// The most, in subunits.
        most: i64,
    },
    /// Another bonus is active, or this one is not.
    #[error("this is not the active bonus")]
    BonusConflict,
    /// Another bonus is active than the caller knows of, or it holds another amount.
    #[error("the bonus has changed")]
    BonusChanged,
    /// Other stakes wait in open rounds of the wallet than the caller knows of.
    #[error("other rounds are open")]
    RoundsChanged,
    /// The player is stopped.
    #[error("the player is stopped: {}", .0.reason.name())]
    Stopped(Stop),
    /// The player may sign in, and makes withdrawals without staff.
    #[error("the player may sign in")]
    MaySignIn,
    /// The game refuses the bet, with its own code.
    #[error("the game refuses: {0}")]
    Game(&'static str),
    /// A condition that came with the command does not hold any more.
    #[error("the state has changed")]
    PreconditionFailed,
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
