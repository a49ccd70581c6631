//! The ledger: double entry, append-only, and decided by one pure function.
//!
//! A **transfer** moves an amount from one account to another; nothing else ever changes a balance.
//! A player's wallet has four accounts: `cash`, `held` (withdrawals under way), `stake` (bets of rounds
//! that are still open) and `bonus` (money of the one active bonus). The house has one account per purpose
//! and partner. Player accounts never go below zero, house accounts may, and over all accounts of a
//! currency the sum is zero.
//!
//! A bet takes cash first and the rest from the bonus; its wins follow the same split. Limits of a player
//! ([`BetLimit`]) count real money only and are held in the same decision as the bet.
//!
//! [`decide`] takes the state that a batch of commands needs and the commands in order, and says for
//! each either the transfers it makes or why it is refused. It reads no clock, no table and no dice, so
//! SQLite, PostgreSQL and a test in memory give the same answers.

mod account;
pub mod civil;
mod command;
mod decide;
mod limit;
mod needs;
mod round;
mod state;

pub use account::{AccountId, BonusId, Bucket, Lsn, PlayerId, WalletId};
pub use command::{Action, Command, Fact, Key, PlayContext, RoundRef, Settle, Settlement};
pub use decide::{Open, decide};
pub use limit::{BetLimit, LimitKind, LimitPeriod};
pub use needs::{Needs, first_needs, is_held, second_needs};
pub use round::{Round, RoundStatus};
pub use state::{Answer, Batch, KeyRow, Outcome, Receipt, Refusal, Transfer, TransferKind, Wallet, Writes};
