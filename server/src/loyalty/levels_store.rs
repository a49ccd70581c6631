//! Gifts of levels. The reader that counts points writes down which levels a player has reached, each once: a level that is
//! lost with points that were taken back, and reached again, brings no second gift. Bonuses issue what is written here.

use std::ops::RangeInclusive;

use croupier_db::{Db, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::points::Earned;
use crate::platform::retries;
use crate::site_config::Statuses;

/// The gift of a level that a player has reached. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelGift {
    /// Who has reached it.
    pub player: PlayerId,
    /// Counted from 1.
    pub level: i64,
    /// The code of the offer.
    pub offer: String,
    /// When it was reached.
    pub reached_at: i64,
    /// When the gift was issued.
    pub issued_at: Option<i64>,
}

const LEVEL_GIFT: &str = "SELECT player_id, level, offer, reached_at_ms, issued_at_ms FROM level_gift";

fn level_gift(row: &Row) -> Result<LevelGift> {
    Ok(LevelGift {
        player: row.get(0)?,
        level: row.get(1)?,
        offer: row.get(2)?,
        reached_at: row.get(3)?,
        issued_at: row.get(4)?,
    })
}

/// The levels that a player reaches whose points for life rise from `before` to `after`. The first one is reached with the first
/// point.
pub fn passed(statuses: &Statuses, before: i64, after: i64) -> RangeInclusive<i64> {
    let level = |points: i64| match points {
        ..=0 => 0,
        points => statuses.level_of(points).unwrap_or_default(),
    };
    level(before) + 1..=level(after)
}

/// A level with a gift that a player has reached.
pub(super) struct ReachedLevel<'a> {
    /// Who.
    pub(super) player: PlayerId,
    /// Which.
    pub(super) level: i64,
    /// The offer that is its gift.
    pub(super) offer: &'a str,
    /// When, UTC milliseconds.
    pub(super) at: i64,
}

/// The levels with a gift that `player` reaches at `at` whose points for life rise from `before` to `after`.
pub(super) fn reached(
    statuses: &Statuses,
    player: PlayerId,
    (before, after): (Earned, Earned),
    at: i64,
) -> impl Iterator<Item = ReachedLevel<'_>> {
    let gift = move |level| statuses.gift_of(level).map(|offer| ReachedLevel { player, level, offer, at });
    passed(statuses, before.points, after.points).filter_map(gift)
}

/// Writes down levels that were reached. One that was reached before stays as it was.
pub(super) async fn note(tx: &mut Tx, reached: &[ReachedLevel<'_>]) -> Result<()> {
    let sql = "INSERT INTO level_gift (player_id, level, offer, reached_at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (player_id, level) DO NOTHING";
    let row = |of: &ReachedLevel<'_>| params![of.player, of.level, of.offer, of.at];
    tx.execute_each(sql, reached.iter().map(row).collect()).await
}

/// Gifts that are to be issued at `now`, at most `limit`: those that wait longest come first.
pub async fn due_level_gifts(db: &Db, now: i64, limit: i64) -> Result<Vec<LevelGift>> {
    let sql = format!(
        "{LEVEL_GIFT} WHERE issued_at_ms IS NULL AND retry_at_ms <= $1
         ORDER BY retry_at_ms, player_id, level LIMIT $2"
    );
    db.query(&sql, params![now, limit]).await?.iter().map(level_gift).collect()
}

/// Gifts of the levels that a player has reached.
pub async fn level_gifts_of(db: &Db, player: PlayerId) -> Result<Vec<LevelGift>> {
    let sql = format!("{LEVEL_GIFT} WHERE player_id = $1 ORDER BY level");
    db.query(&sql, params![player]).await?.iter().map(level_gift).collect()
}

/// The statement that notes that a gift is issued at `now` to a wallet, for the commit that makes it. It misses when that was
/// noted before.
pub fn level_gift_issued(gift: &LevelGift, currency: Currency, now: i64) -> Statement {
    let sql = "UPDATE level_gift SET issued_at_ms = $3, currency = $4
               WHERE player_id = $1 AND level = $2 AND issued_at_ms IS NULL";
    Statement { sql, params: params![gift.player, gift.level, now, currency.code()], expect_one_row: true }
}

/// Puts a gift off: it is looked at again after a second that doubles each time, up to an hour.
pub async fn put_off_level_gift(db: &Db, gift: &LevelGift, now: i64) -> Result<()> {
    let put_off = retries::put_off("$3");
    let sql = format!(
        "UPDATE level_gift SET {put_off}
         WHERE player_id = $1 AND level = $2 AND issued_at_ms IS NULL"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![gift.player, gift.level, now]).await?;
    tx.commit().await
}
