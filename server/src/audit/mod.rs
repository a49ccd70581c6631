//! Proof that nobody wrote into the books behind the ledger's back.
//!
//! Three ways of looking, from quick to thorough: [`quick_check`] asks the newest rows and the sums of all
//! balances, in one statement each, cheap enough to be asked all day; [`seal`] chains and signs the log as
//! it grows; [`verify`] reads the sealed log again and names the first row that is not what it was. The
//! full invariants are the wallet's ([`crate::wallet::check`]). What is sealed and old can leave the store: see
//! [`archive`].

pub mod archive;
mod balances;
mod checkpoint;
mod row;
pub mod seal;
mod store;
mod verify;

pub use balances::{BalanceRow, balances_at};
pub use checkpoint::{Checkpoint, Signer};
pub use store::{quick_check, quick_rules};
pub use verify::{LaneSeal, Tampering, verify};

/// The purpose of the key that the log is signed with.
pub const SIGNING_KEY: &str = "log signature";
