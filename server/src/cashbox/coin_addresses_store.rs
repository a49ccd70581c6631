//! SQL of lasting addresses of coins.

use croupier_db::{Db, Error, Result, Row, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::address::CASH_PREFIX;

/// A player's lasting address for a coin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CoinAddress {
    pub(super) player: PlayerId,
    pub(super) currency: Currency,
    /// The network that the coin has to be sent on; empty where there is no choice.
    pub(super) network: String,
    pub(super) provider: String,
    pub(super) address: String,
    /// What tells payments to one address apart; empty where the network has none.
    pub(super) memo: String,
    pub(super) method_id: String,
    /// The address of the operator where it was asked for, without a path.
    pub(super) site_address: String,
    /// UTC milliseconds.
    pub(super) created_at: i64,
}

const ADDRESS: &str =
    "SELECT player_id, currency, network, provider, address, memo, method_id, site_address, created_at_ms
    FROM coin_address";

fn read(row: &Row) -> Result<CoinAddress> {
    let currency: String = row.get(1)?;
    Ok(CoinAddress {
        player: row.get(0)?,
        currency: currency
            .parse()
            .map_err(|_| Error::Corrupt(format!("currency {currency:?} of an address")))?,
        network: row.get(2)?,
        provider: row.get(3)?,
        address: row.get(4)?,
        memo: row.get(5)?,
        method_id: row.get(6)?,
        site_address: row.get(7)?,
        created_at: row.get(8)?,
    })
}

/// The player's addresses.
pub(super) async fn of_player(db: &Db, player: PlayerId) -> Result<Vec<CoinAddress>> {
    let sql = format!("{ADDRESS} WHERE player_id = $1 ORDER BY currency, network");
    db.query(&sql, params![player]).await?.iter().map(read).collect()
}

/// Whose address it is that a coin came to.
pub(super) async fn owner(
    db: &Db,
    provider: &str,
    currency: Currency,
    address: &str,
    memo: &str,
) -> Result<Option<CoinAddress>> {
    let sql = format!("{ADDRESS} WHERE provider = $1 AND currency = $2 AND address = $3 AND memo = $4");
    let row = db.query_opt(&sql, params![provider, currency.code(), address, memo]).await?;
    row.as_ref().map(read).transpose()
}

/// Whether it is the lasting address of a player, however its letters are written, and with or without the prefix of Bitcoin Cash.
/// Some coins have addresses of one form: one that belongs here for another coin takes none either.
pub(super) async fn is_ours(db: &Db, address: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM coin_address WHERE LOWER(address) IN ($1, $2) LIMIT 1";
    let small = address.to_lowercase();
    let bare = small.strip_prefix(CASH_PREFIX).and_then(|rest| rest.strip_prefix(':')).unwrap_or(&small);
    Ok(db.query_opt(sql, params![bare, format!("{CASH_PREFIX}:{bare}")]).await?.is_some())
}

/// Keeps an address, unless the player has one for the coin and network, or somebody else has this one.
pub(super) async fn keep(db: &Db, new: &CoinAddress) -> Result<()> {
    let sql =
        "INSERT INTO coin_address (player_id, currency, network, provider, address, memo, method_id, site_address,
                   created_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
    let row = params![
        new.player,
        new.currency.code(),
        &new.network,
        &new.provider,
        &new.address,
        &new.memo,
        &new.method_id,
        &new.site_address,
        new.created_at,
    ];
    let mut tx = db.begin().await?;
    tx.execute(sql, row).await?;
    tx.commit().await
}

/// Whether `provider` has issued any.
pub(super) async fn has_issued(db: &Db, provider: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM coin_address WHERE provider = $1 LIMIT 1";
    Ok(db.query_opt(sql, params![provider]).await?.is_some())
}
