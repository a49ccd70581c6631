//! Closed accounts: what stands in the way of an end, and the rows that tell of it.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::Closure;

/// What a wallet holds, in subunits of its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WalletHolds {
    pub(super) currency: String,
    /// Money of the player: to withdraw, or locked until a bonus is wagered.
    pub(super) cash: i64,
    /// Money of withdrawals under way.
    pub(super) held: i64,
    /// Money that lapses: of bonuses, and winnings of free spins that are not all played.
    pub(super) bonus: i64,
    pub(super) points: i64,
    pub(super) open_rounds: i64,
}

const WALLETS: &str = "SELECT currency, cash + locked_deposit, held, bonus + locked_win + freespin_win, points,
     CASE WHEN stake > 0 AND open_rounds = 0 THEN 1 ELSE open_rounds END FROM wallet WHERE player_id = $1 ORDER BY id";

/// Payments under way, coins that have come and are not credited, gifts that have not ended, and prizes of money that were won
/// and are not in a wallet: gifts of tournaments and lotteries are no money.
const OPEN: &str = "SELECT
     (SELECT COUNT(*) FROM payment WHERE player_id = $1 AND state IN ('pending', 'reserved', 'processing')),
     (SELECT COUNT(*) FROM coin_arrival WHERE player_id = $1 AND state IN ('seen', 'confirmed', 'held', 'returning')),
     (SELECT COUNT(*) FROM bonus_award WHERE player_id = $1 AND ended_at_ms IS NULL),
     (SELECT COUNT(*) FROM freespin_grant WHERE player_id = $1 AND ended_at_ms IS NULL),
     (SELECT COUNT(*) FROM lootbox WHERE player_id = $1 AND stage = 'issued'),
     (SELECT COUNT(*) FROM due_payment
         WHERE player_id = $1 AND paid_at_ms IS NULL AND reader IN ('jackpots', 'tournaments')),
     (SELECT COUNT(*) FROM tournament_award WHERE NOT is_published AND player_id = $1 AND prize LIKE '{\"kind\":\"money\"%'),
     (SELECT COUNT(*) FROM lottery_award WHERE player_id = $1 AND paid_at_ms IS NULL AND prize LIKE '{\"money\":%')";

/// What an account holds, and what is under way in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Holdings {
    pub(super) wallets: Vec<WalletHolds>,
    pub(super) open_payments: i64,
    pub(super) bonuses: i64,
    pub(super) free_spins: i64,
    pub(super) lootboxes: i64,
    pub(super) open_prizes: i64,
}

fn holdings(wallets: &[Row], open: &Row) -> Result<Holdings> {
    let wallet = |row: &Row| {
        Ok(WalletHolds {
            currency: row.get(0)?,
            cash: row.get(1)?,
            held: row.get(2)?,
            bonus: row.get(3)?,
            points: row.get(4)?,
            open_rounds: row.get(5)?,
        })
    };
    Ok(Holdings {
        wallets: wallets.iter().map(wallet).collect::<Result<_>>()?,
        open_payments: open.get::<i64>(0)? + open.get::<i64>(1)?,
        bonuses: open.get(2)?,
        free_spins: open.get(3)?,
        lootboxes: open.get(4)?,
        open_prizes: open.get::<i64>(5)? + open.get::<i64>(6)? + open.get::<i64>(7)?,
    })
}

pub(super) async fn holdings_of(db: &Db, player: PlayerId) -> Result<Holdings> {
    let wallets = db.query(WALLETS, params![player]).await?;
    holdings(&wallets, &db.query_one(OPEN, params![player]).await?)
}

/// Like [`holdings_of`], within a transaction that holds the lock of the player's lane.
pub(super) async fn holdings_in(tx: &mut Tx, player: PlayerId) -> Result<Holdings> {
    let wallets = tx.query(WALLETS, params![player]).await?;
    holdings(&wallets, &tx.query_one(OPEN, params![player]).await?)
}

const CLOSURE: &str =
    "SELECT id, player_id, closed_at_ms, closed_by, is_own_wish, reason, erase_from_ms, reopened_at_ms,
     reopened_by, reopen_reason, erased_at_ms FROM account_closure";

fn closure(row: &Row) -> Result<Closure> {
    Ok(Closure {
        id: row.get(0)?,
        player: row.get(1)?,
        closed_at: row.get(2)?,
        closed_by: row.get(3)?,
        is_own_wish: row.get(4)?,
        reason: row.get(5)?,
        erase_from: row.get(6)?,
        reopened_at: row.get(7)?,
        reopened_by: row.get(8)?,
        reopen_reason: row.get(9)?,
        erased_at: row.get(10)?,
    })
}

/// Every time that a player's account was closed, the newest first.
pub(super) async fn of_player(db: &Db, player: PlayerId) -> Result<Vec<Closure>> {
    let sql = format!("{CLOSURE} WHERE player_id = $1 ORDER BY closed_at_ms DESC, id DESC");
    db.query(&sql, params![player]).await?.iter().map(closure).collect()
}

pub(super) async fn add(tx: &mut Tx, new: &Closure) -> Result<()> {
    let sql = "INSERT INTO account_closure
                   (id, player_id, closed_at_ms, closed_by, is_own_wish, reason, erase_from_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let Closure { id, player, closed_at, closed_by, is_own_wish, reason, erase_from, .. } = new;
    let row = params![*id, *player, *closed_at, closed_by, *is_own_wish, reason, *erase_from];
    tx.execute(sql, row).await.map(drop)
}

/// Notes that an account is open again; `false` when it is not closed, or its data is erased.
pub(super) async fn reopen(tx: &mut Tx, player: PlayerId, by: &str, why: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE account_closure SET reopened_at_ms = $2, reopened_by = $3, reopen_reason = $4
               WHERE player_id = $1 AND reopened_at_ms IS NULL AND erased_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, now, by, why]).await? == 1)
}

/// Of a closure `c`: no exclusion is in force at `$1`. Who is excluded has to be known again.
const NOT_EXCLUDED: &str = "NOT EXISTS (SELECT 1 FROM player_stop s
     WHERE s.player_id = c.player_id AND s.reason = 2 AND s.until_ms > $1)";

/// Closures whose data is to be erased at `now`, after the one with that end of retention and that number.
pub(super) async fn due(db: &Db, now: i64, after: Option<(i64, Uuid)>, limit: i64) -> Result<Vec<Closure>> {
    let (from, id) = after.unwrap_or((i64::MIN, Uuid::nil()));
    let sql = format!(
        "{CLOSURE} c WHERE erase_from_ms <= $1 AND reopened_at_ms IS NULL AND erased_at_ms IS NULL
         AND {NOT_EXCLUDED} AND (erase_from_ms > $2 OR (erase_from_ms = $2 AND id > $3))
         ORDER BY erase_from_ms, id LIMIT $4"
    );
    db.query(&sql, params![now, from, id, limit]).await?.iter().map(closure).collect()
}

/// Notes that the data is erased; `false` when it was, the account was opened again, or its player is excluded meanwhile.
pub(super) async fn note_erased(tx: &mut Tx, id: Uuid, now: i64) -> Result<bool> {
    let sql = format!(
        "UPDATE account_closure AS c SET erased_at_ms = $1, reason = ''
         WHERE id = $2 AND reopened_at_ms IS NULL AND erased_at_ms IS NULL AND {NOT_EXCLUDED}"
    );
    Ok(tx.execute(&sql, params![now, id]).await? == 1)
}
