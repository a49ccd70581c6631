//! The ledger: double entry, append-only, and decided by one pure function.
//!
//! A **transfer** moves an amount from one account to another; nothing else ever changes a balance.
//! A player's wallet has sub-accounts ([`SubAccount`]): `cash`, `held` (withdrawals under way), `stake` (bets of
//! rounds that are still open), `bonus` (money of the one active bonus), and those of locked money, free spins,
//! jackpots and points. A system account exists per purpose and partner. Sub-accounts never go below zero, system
//! accounts may, and over all accounts of a currency the sum is zero.
//!
//! A round is paid by the wallet or by a grant ([`Funding`]). A bet of the wallet takes cash first and the rest from
//! the bonus; its wins follow the same split. Limits of a player ([`BetLimit`]) count real money only and are held in
//! the same decision as the bet.
//!
//! Every row of a round names its game, and says which part is real money and when the round ends
//! ([`Transfer::played`]). Readers of the log need nothing else.
//!
//! [`decide`] takes the state that a batch of commands needs and the commands in order, and says for
//! each either the transfers it makes or why it is refused. It reads no clock, no table and no randomness, so
//! SQLite, PostgreSQL and a test in memory give the same answers.

mod account;
pub mod civil;
mod command;
mod decide;
mod limit;
mod needs;
mod round;
mod state;
mod stop;
mod transfer;
mod wallet;

pub use account::{AccountId, BonusId, GrantId, Lsn, PlayerId, SubAccount, WalletId};
pub use command::{Action, Command, Fact, Key, Part, PlayContext, RoundRef, Settle, Settlement};
pub use decide::{Open, decide};
pub use limit::{BetLimit, LimitKind, LimitPeriod};
pub use needs::{Needs, first_needs, is_held, second_needs};
pub use round::{Funding, Round, RoundStatus};
pub use state::{Answer, Batch, KeyRow, Outcome, Receipt, Refusal, Writes};
pub use stop::{NO_END, Stop, StopReason, Stops};
pub use transfer::{Played, PlayedKind, Transfer, TransferKind};
pub use wallet::{Balances, Wallet};
