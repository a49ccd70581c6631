//! Deposits as the log has them.

use croupier_db::log::LogRow;
use croupier_db::{Error, Result};
use croupier_ledger::{PlayerId, TransferKind};
use croupier_money::Currency;

/// Money that a player has paid in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidIn {
    /// Who.
    pub player: PlayerId,
    /// Into which wallet.
    pub currency: Currency,
    /// How much, in subunits.
    pub amount: i64,
    /// When, UTC milliseconds.
    pub at: i64,
}

impl PaidIn {
    /// The deposit of a row; `None` for any other row.
    pub fn of(row: &LogRow) -> Result<Option<Self>> {
        let LogRow::Transfer(row) = row else { return Ok(None) };
        if row.transfer.kind != TransferKind::Deposit {
            return Ok(None);
        }
        let code = &row.currency;
        let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
        let (player, amount, at) = (row.player, row.transfer.amount, row.transfer.at);
        Ok(Some(Self { player, currency, amount, at }))
    }
}
