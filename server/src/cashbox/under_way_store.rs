//! Deposits that are under way, which limits count beside what has arrived.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

/// The longest that a call which asks a partner for a payment may be on its way, with room to spare, in milliseconds.
const CALL_ARRIVES_MS: i64 = 60_000;

/// What the player's deposits that are under way come to in a currency at `now` (UTC milliseconds), in subunits. One that was
/// canceled before its partner knew of it is under way as long as the call that asks for it may yet arrive: it is paid then.
pub(super) async fn reserved_in(tx: &mut Tx, player: PlayerId, currency: Currency, now: i64) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS bigint) FROM payment
               WHERE player_id = $1 AND currency = $2 AND action = 'deposit' AND (finished_at_ms IS NULL
                   OR (state = 'canceled' AND partner_id IS NULL AND asked > 0 AND finished_at_ms > $3))";
    tx.query_one(sql, params![player, currency.code(), now - CALL_ARRIVES_MS]).await?.get(0)
}

/// What the player's deposits that are under way come to in each currency, in subunits.
pub(super) async fn deposits_under_way(db: &Db, player: PlayerId) -> Result<Vec<(Currency, i64)>> {
    let sql = "SELECT currency, CAST(SUM(amount) AS bigint) FROM payment
               WHERE player_id = $1 AND action = 'deposit' AND finished_at_ms IS NULL GROUP BY currency";
    let read = |row: &Row| {
        let code: String = row.get(0)?;
        Ok((
            code.parse().map_err(|_| Error::Corrupt(format!("currency {code:?} of a payment")))?,
            row.get(1)?,
        ))
    };
    db.query(sql, params![player]).await?.iter().map(read).collect()
}
