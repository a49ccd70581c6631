//! What a reader may do with a batch of rows: write into its transaction, and owe players money.

use std::ops::{Deref, DerefMut};

use croupier_db::log::LogRow;
use croupier_db::readers::{DuePayment, owe};
use croupier_db::{Error, Result, Tx};
use croupier_ledger::{BonusId, SubAccount};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};

tokio::task_local! {
    /// Set while a reader works on a batch.
    static AT_WORK: ();
}

/// The transaction of a reader. What it writes, what it owes and the reader's place are committed together.
///
/// A reader never moves money itself: on SQLite its transaction holds the one writer, which the command would wait for.
/// It notes with [`Effects::pay`] what it owes, and the wallet refuses commands that come from within a reader.
#[derive(Debug)]
pub struct Effects {
    tx: Tx,
    reader: &'static str,
}

/// What a reader owes a player. Amounts are in subunits, above zero; system accounts go by their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payment {
    /// A gift, a jackpot, cashback or points: from a system account to a sub-account of the wallet.
    Give { from: String, to: SubAccountCode, amount: i64 },
    /// What a player pays: from a sub-account to a system account.
    Take { from: SubAccountCode, to: String, amount: i64 },
    /// Between two sub-accounts of the wallet, such as winnings that are unlocked.
    Shift { from: SubAccountCode, to: SubAccountCode, amount: i64 },
    /// Bonus money.
    GrantBonus { bonus: BonusId, from: String, amount: i64 },
    /// The end of a bonus in the player's favour: at most `most` becomes cash.
    ConvertBonus { bonus: BonusId, most: i64 },
    /// The end of a bonus.
    ForfeitBonus { bonus: BonusId },
}

/// A sub-account as it is stored: the name of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SubAccountCode(pub SubAccount);

impl From<SubAccountCode> for String {
    fn from(SubAccountCode(sub_account): SubAccountCode) -> Self {
        sub_account.column().to_owned()
    }
}

impl TryFrom<String> for SubAccountCode {
    type Error = String;

    fn try_from(name: String) -> std::result::Result<Self, String> {
        let known = SubAccount::ALL.into_iter().find(|sub_account| sub_account.column() == name);
        known.map(Self).ok_or_else(|| format!("no sub-account {name}"))
    }
}

impl Effects {
    pub(super) const fn new(tx: Tx, reader: &'static str) -> Self {
        Self { tx, reader }
    }

    pub(super) fn into_tx(self) -> Tx {
        self.tx
    }

    /// Owes the player of `row` a payment in `currency`. `no` tells the payments of one row apart. It is carried out
    /// once, soon after the commit; while the wallet refuses it, it is tried again with pauses up to an hour.
    pub async fn pay(&mut self, row: &LogRow, no: i64, currency: Currency, payment: &Payment) -> Result<()> {
        let takes = if let Payment::Take { amount, .. } = payment { *amount } else { 0 };
        let payment = serde_json::to_string(payment).map_err(|error| Error::Corrupt(error.to_string()))?;
        let due = DuePayment {
            lsn: row.lsn(),
            no,
            player: row.player(),
            currency: currency.code().to_owned(),
            payment,
            takes,
            due_at: row.at(),
        };
        owe(&mut self.tx, self.reader, &due).await
    }
}

impl Deref for Effects {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl DerefMut for Effects {
    fn deref_mut(&mut self) -> &mut Tx {
        &mut self.tx
    }
}

/// Runs a reader's work on a batch.
pub(super) async fn at_work<T>(work: impl Future<Output = T>) -> T {
    AT_WORK.scope((), work).await
}

/// Whether the caller is a reader at work on a batch, which holds a transaction.
pub fn is_reader_at_work() -> bool {
    AT_WORK.try_with(|()| ()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_is_stored_by_names() {
        let payment =
            Payment::Give { from: "gifts".to_owned(), to: SubAccountCode(SubAccount::Points), amount: 5 };
        let stored = serde_json::to_string(&payment).unwrap();
        assert_eq!(stored, r#"{"give":{"from":"gifts","to":"points","amount":5}}"#);
        assert_eq!(serde_json::from_str::<Payment>(&stored).unwrap(), payment);
        assert!(serde_json::from_str::<Payment>(&stored.replace("points", "purse")).is_err());
    }
}
