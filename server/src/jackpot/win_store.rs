//! The SQL of wins.

use croupier_db::log::take_numbers;
use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde::Deserialize;
use utoipa::ToSchema;

use super::READER;
use super::pot::Level;
use super::store::{currency, level};
use crate::platform::retries;

/// A win as it is written down. Amounts are in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Win {
    pub jackpot: i64,
    pub level: Level,
    pub cycle: i64,
    pub player: PlayerId,
    pub game: i64,
    /// The row of the log that has won.
    pub lsn: i64,
    /// Tells what is owed for one row apart.
    pub payment_no: i64,
    pub currency: Currency,
    pub amount: i64,
    pub original_currency: Currency,
    pub original_amount: i64,
    /// In EUR.
    pub worth: i64,
    /// UTC milliseconds.
    pub at: i64,
}

/// A win as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownWin {
    pub id: i64,
    pub identifier: String,
    pub shown_name: Option<String>,
    pub win: Win,
}

/// In which order wins are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JackpotWinOrder)]
pub enum WinOrder {
    /// What was worth most comes first.
    Biggest,
    /// The newest comes first.
    #[default]
    Latest,
}

impl WinOrder {
    const fn sql(self) -> &'static str {
        match self {
            Self::Biggest => "w.worth_cents DESC, w.id DESC",
            Self::Latest => "w.won_at_ms DESC, w.id DESC",
        }
    }
}

/// Writes a win down within the transaction of the reader.
pub(super) async fn add(tx: &mut Tx, win: &Win) -> Result<()> {
    let sql =
        "INSERT INTO jackpot_win (id, jackpot_id, level, cycle, player_id, game_id, lsn, payment_no, currency,
                   amount_cents, original_currency, original_amount_cents, worth_cents, won_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let params = params![
        take_numbers(tx, "jackpot_win", 1).await?,
        win.jackpot,
        win.level.number(),
        win.cycle,
        win.player,
        win.game,
        win.lsn,
        win.payment_no,
        win.currency.code(),
        win.amount,
        win.original_currency.code(),
        win.original_amount,
        win.worth,
        win.at,
    ];
    tx.execute(sql, params).await.map(drop)
}

const WIN: &str = "SELECT w.id, j.identifier, w.shown_name, w.jackpot_id, w.level, w.cycle, w.player_id, w.game_id,
    w.lsn, w.payment_no, w.currency, w.amount_cents, w.original_currency, w.original_amount_cents, w.worth_cents,
    w.won_at_ms FROM jackpot_win w JOIN jackpot j ON j.id = w.jackpot_id";

fn shown(row: &Row) -> Result<ShownWin> {
    let win = Win {
        jackpot: row.get(3)?,
        level: level(row.get(4)?)?,
        cycle: row.get(5)?,
        player: row.get(6)?,
        game: row.get(7)?,
        lsn: row.get(8)?,
        payment_no: row.get(9)?,
        currency: currency(&row.get::<String>(10)?)?,
        amount: row.get(11)?,
        original_currency: currency(&row.get::<String>(12)?)?,
        original_amount: row.get(13)?,
        worth: row.get(14)?,
        at: row.get(15)?,
    };
    Ok(ShownWin { id: row.get(0)?, identifier: row.get(1)?, shown_name: row.get(2)?, win })
}

/// A page of the wins of all jackpots, or of one.
pub(super) async fn page(
    db: &Db,
    identifier: Option<&str>,
    order: WinOrder,
    (offset, limit): (i64, i64),
) -> Result<Vec<ShownWin>> {
    let sql = format!("{WIN} WHERE $1 = '' OR j.identifier = $1 ORDER BY {} LIMIT $2 OFFSET $3", order.sql());
    let params = params![identifier.unwrap_or_default(), limit, offset];
    db.query(&sql, params).await?.iter().map(shown).collect()
}

/// How many wins all jackpots have, or one.
pub(super) async fn count(db: &Db, identifier: Option<&str>) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM jackpot_win w JOIN jackpot j ON j.id = w.jackpot_id
               WHERE $1 = '' OR j.identifier = $1";
    db.query_one(sql, params![identifier.unwrap_or_default()]).await?.get(0)
}

/// Wins that are paid, not announced and to be looked at at `now`, at most `limit`, each with its number: those that wait
/// longest come first. One may be unreadable, to a server of another version for example.
pub(super) async fn silent(db: &Db, now: i64, limit: i64) -> Result<Vec<(i64, Result<ShownWin>)>> {
    let sql = format!(
        "{WIN} JOIN due_payment d ON d.reader = $1 AND d.lsn = w.lsn AND d.no = w.payment_no
         WHERE w.announced_at_ms IS NULL AND d.paid_at_ms IS NOT NULL AND w.retry_at_ms <= $2
         ORDER BY w.retry_at_ms, w.id LIMIT $3"
    );
    let rows = db.query(&sql, params![READER, now, limit]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, shown(row)))).collect()
}

/// Puts an announcement off: it is tried again after a second that doubles each time, up to an hour.
pub(super) async fn put_off(db: &Db, id: i64, now: i64) -> Result<()> {
    let put_off = retries::put_off("$2");
    let sql = format!("UPDATE jackpot_win SET {put_off} WHERE id = $1 AND announced_at_ms IS NULL");
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![id, now]).await?;
    tx.commit().await
}

/// Notes that a win is announced under `name`; `false` when it was before.
pub(super) async fn announce(tx: &mut Tx, id: i64, name: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE jackpot_win SET shown_name = $2, announced_at_ms = $3
               WHERE id = $1 AND announced_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, name, now]).await? == 1)
}
