//! The SQL of what rounds of tables come to.

use croupier_db::{Db, Result, params};

use super::overview::CurrencySum;

/// How many players have bets on each round from `first` to `last`.
pub(super) async fn players(db: &Db, first: i64, last: i64) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT round_id, COUNT(DISTINCT player_id) FROM table_bet
               WHERE round_id BETWEEN $1 AND $2 GROUP BY round_id";
    db.query(sql, params![first, last]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What was staked and won on each round from `first` to `last`, by currency.
pub(super) async fn by_currency(db: &Db, first: i64, last: i64) -> Result<Vec<(i64, CurrencySum)>> {
    let sql = "SELECT round_id, currency, CAST(SUM(stake_cents) AS bigint), CAST(SUM(win_cents) AS bigint)
               FROM table_bet WHERE round_id BETWEEN $1 AND $2
               GROUP BY round_id, currency ORDER BY round_id, currency";
    let rows = db.query(sql, params![first, last]).await?;
    rows.iter()
        .map(|row| {
            let sum =
                CurrencySum { currency: row.get(1)?, stakes_cents: row.get(2)?, wins_cents: row.get(3)? };
            Ok((row.get(0)?, sum))
        })
        .collect()
}
