//! The SQL of what rounds of tables come to.

use croupier_db::{Db, Result, params};

use super::overview::CurrencySum;

/// How many players have bets on each round of a table from `first` to `last`.
pub(super) async fn players(db: &Db, game: &str, (first, last): (i64, i64)) -> Result<Vec<(i64, i64)>> {
    // Tables share the numbers of rounds: of one that rested, two neighbours have many rounds of others between them.
    let sql = "SELECT round_id, COUNT(DISTINCT player_id) FROM table_bet
               WHERE round_id IN (SELECT r.id FROM table_round r WHERE r.game = $1 AND r.id BETWEEN $2 AND $3)
               GROUP BY round_id";
    let rows = db.query(sql, params![game, first, last]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What was staked and won on each round of a table from `first` to `last`, by currency.
pub(super) async fn by_currency(
    db: &Db,
    game: &str,
    (first, last): (i64, i64),
) -> Result<Vec<(i64, CurrencySum)>> {
    let sql = "SELECT round_id, currency, CAST(SUM(stake_cents) AS bigint), CAST(SUM(win_cents) AS bigint)
               FROM table_bet
               WHERE round_id IN (SELECT r.id FROM table_round r WHERE r.game = $1 AND r.id BETWEEN $2 AND $3)
               GROUP BY round_id, currency ORDER BY round_id, currency";
    let rows = db.query(sql, params![game, first, last]).await?;
    rows.iter()
        .map(|row| {
            let sum =
                CurrencySum { currency: row.get(1)?, stakes_cents: row.get(2)?, wins_cents: row.get(3)? };
            Ok((row.get(0)?, sum))
        })
        .collect()
}
