//! Points in wallets: a count beside the money.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::{Db, Error, Result, Tx};
use croupier_ledger::{PlayerId, SubAccount, WalletId};
use croupier_money::Currency;

use super::points_store as store;
use crate::platform::readers::{Payment, SubAccountCode};

/// The wallets of a player with their currencies, the first one first.
pub async fn numbers_of(db: &Db, player: PlayerId) -> Result<Vec<(Currency, WalletId)>> {
    store::numbers(db, player).await
}

/// The currency of the first wallet of each of `players`, which holds all points of its player; nothing for one without a wallet.
pub async fn first_currencies_in(
    tx: &mut Tx,
    players: &BTreeSet<PlayerId>,
) -> Result<BTreeMap<PlayerId, Currency>> {
    store::first_currencies_in(tx, players).await
}

/// Points that `players` can spend: those in their wallets, less what `reader` has still to take back. Below zero when
/// more is to be taken back than is there.
pub async fn points_of(db: &Db, players: &[PlayerId], reader: &str) -> Result<Vec<(PlayerId, i64)>> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let (held, due) = store::points(db, players, reader).await?;
    let mut points: BTreeMap<PlayerId, i64> = held.into_iter().collect();
    for (player, payment) in due {
        let payment = serde_json::from_str(&payment).map_err(|error| Error::Corrupt(error.to_string()))?;
        if let Payment::Take { from: SubAccountCode(SubAccount::Points), amount, .. } = payment {
            *points.entry(player).or_default() -= amount;
        }
    }
    Ok(points.into_iter().collect())
}
