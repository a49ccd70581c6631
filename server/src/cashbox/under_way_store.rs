//! Deposits that are under way, which limits count beside what has arrived.
//!
//! One that was canceled before its partner knew of it is under way as long as the call that asks for it may yet arrive: it
//! is paid then.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

/// The longest that a call which asks a partner for a payment may be on its way, with room to spare, in milliseconds.
const CALL_ARRIVES_MS: i64 = 60_000;

/// Those of the player `$1`, by currency, when calls that began after `$2` may yet arrive.
const UNDER_WAY: &str = "SELECT currency, CAST(SUM(amount) AS bigint) FROM (
        SELECT currency, amount FROM payment
        WHERE player_id = $1 AND action = 'deposit' AND finished_at_ms IS NULL
        UNION ALL SELECT currency, amount FROM payment
        WHERE player_id = $1 AND action = 'deposit' AND state = 'canceled' AND partner_id IS NULL AND asked > 0
            AND finished_at_ms > $2
    ) under_way GROUP BY currency";

/// What they come to in a currency at `now` (UTC milliseconds), in subunits.
pub(super) async fn reserved_in(tx: &mut Tx, player: PlayerId, currency: Currency, now: i64) -> Result<i64> {
    let rows = tx.query(UNDER_WAY, params![player, now - CALL_ARRIVES_MS]).await?;
    for (held_in, sum) in sums(&rows)? {
        if held_in == currency {
            return Ok(sum);
        }
    }
    Ok(0)
}

/// What they come to in each currency at `now` (UTC milliseconds), in subunits.
pub(super) async fn deposits_under_way(db: &Db, player: PlayerId, now: i64) -> Result<Vec<(Currency, i64)>> {
    sums(&db.query(UNDER_WAY, params![player, now - CALL_ARRIVES_MS]).await?)
}

fn sums(rows: &[Row]) -> Result<Vec<(Currency, i64)>> {
    let sum = |row: &Row| {
        let code: String = row.get(0)?;
        let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code:?} of a payment")))?;
        Ok((currency, row.get(1)?))
    };
    rows.iter().map(sum).collect()
}
