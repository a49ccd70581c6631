//! What players take out while not verified, in all their wallets together.

use croupier_db::{Db, Error, Result, Statement, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::model::Payment;

/// The query behind [`unverified_left`]: `$3` less what was taken out and did not come back; no row for a player who is
/// verified.
macro_rules! unverified_left {
    () => {
        "SELECT $3 - COALESCE((
             SELECT CAST(SUM(p.amount) AS bigint) FROM payment p WHERE p.player_id = $1 AND p.currency = $2
                 AND p.action = 'cashout' AND p.state IN ('pending', 'reserved', 'processing', 'succeeded')), 0)
         FROM player WHERE id = $1 AND verified_at_ms IS NULL"
    };
}

/// What the player may still take out in `currency` while not verified, in subunits, when that is `max` in all; `None` when
/// the player is verified.
pub(super) async fn unverified_left(
    db: &Db,
    player: PlayerId,
    currency: Currency,
    max: i64,
) -> Result<Option<i64>> {
    let row = db.query_opt(unverified_left!(), params![player, currency.code(), max]).await?;
    row.map(|row| row.get(0)).transpose()
}

/// What a player has taken out of the wallets in other currencies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TakenElsewhere {
    /// How many cashouts were ever written down there; it only grows.
    pub(super) cashouts: i64,
    /// What went out or is on its way, by currency in subunits.
    pub(super) sums: Vec<(Currency, i64)>,
}

/// What the player has taken out of the wallets that are not in `currency`.
pub(super) async fn taken_elsewhere(db: &Db, player: PlayerId, currency: Currency) -> Result<TakenElsewhere> {
    let sql = "SELECT currency, COUNT(*), CAST(COALESCE(SUM(CASE
                   WHEN state IN ('pending', 'reserved', 'processing', 'succeeded') THEN amount ELSE 0 END), 0) AS bigint)
               FROM payment WHERE player_id = $1 AND currency <> $2 AND action = 'cashout' GROUP BY currency";
    let mut taken = TakenElsewhere::default();
    for row in db.query(sql, params![player, currency.code()]).await? {
        taken.cashouts += row.get::<i64>(1)?;
        let code: String = row.get(0)?;
        let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
        taken.sums.push((currency, row.get(2)?));
    }
    Ok(taken)
}

/// The statement that holds a cashout of a player who is not verified to `room` in its currency, in the commit that writes it
/// down; it touches no row when other cashouts have taken the room since `check` was made, or the player is verified no longer.
/// `elsewhere` is the number of cashouts in other currencies that `room` was made for.
pub(super) fn is_let_out(check: Uuid, payment: &Payment, room: i64, elsewhere: i64) -> Statement {
    let sql = concat!(
        "UPDATE fraud_check SET decision = decision WHERE id = $4 AND $5 <= COALESCE((",
        unverified_left!(),
        "), $5) AND $6 >= (
             SELECT COUNT(*) FROM payment o JOIN player u ON u.id = o.player_id
             WHERE o.player_id = $1 AND o.currency <> $2 AND o.action = 'cashout' AND u.verified_at_ms IS NULL)"
    );
    let (player, currency) = (payment.player, payment.currency.code());
    let params = params![player, currency, room, check, payment.amount, elsewhere];
    Statement { sql, params, expect_one_row: true }
}
