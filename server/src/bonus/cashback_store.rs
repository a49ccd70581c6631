//! The SQL of cashback.

use std::collections::BTreeMap;

use croupier_db::{Db, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::offers::Offer;
use super::store::{execute, json, of_json, readable};
use crate::platform::calendar::DAY_MS;

/// A period of an offer. Days are counted from 1970-01-01 in UTC.
#[derive(Debug, Clone)]
pub(super) struct Period {
    /// The offer as it is promised for this period.
    pub(super) offer: Offer,
    pub(super) first_day: i64,
    pub(super) days: i64,
}

impl Period {
    /// The period of an offer that `day` lies in; `None` when the offer is no cashback.
    pub(super) fn starting(offer: &Offer, day: i64) -> Option<Self> {
        let period = offer.period?;
        Some(Self { offer: offer.clone(), first_day: period.first_day(day), days: period.days() })
    }

    /// Whether `day` lies in it.
    pub(super) const fn has(&self, day: i64) -> bool {
        self.first_day <= day && day < self.first_day + self.days
    }

    /// When it is over, UTC milliseconds.
    pub(super) const fn end(&self) -> i64 {
        (self.first_day + self.days) * DAY_MS
    }
}

/// What a loss is counted under.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LossKey {
    pub(super) offer: String,
    pub(super) first_day: i64,
    pub(super) player: PlayerId,
    pub(super) currency: String,
}

/// Stakes and wins of real money, in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) staked: i64,
    pub(super) won: i64,
}

impl Sum {
    /// Adds another one.
    pub(super) const fn add(&mut self, other: Self) {
        self.staked = self.staked.saturating_add(other.staked);
        self.won = self.won.saturating_add(other.won);
    }
}

/// What a player has staked and won within a period.
#[derive(Debug, Clone)]
pub(super) struct Loss {
    pub(super) key: LossKey,
    pub(super) sum: Sum,
}

const PERIOD: &str = "SELECT terms, first_day, days FROM cashback_period";

fn period(row: &Row) -> Result<Period> {
    Ok(Period { offer: of_json(&row.get::<String>(0)?)?, first_day: row.get(1)?, days: row.get(2)? })
}

/// The periods that are not settled yet.
pub(super) async fn open_periods(tx: &mut Tx) -> Result<Vec<Period>> {
    let sql = format!("{PERIOD} WHERE closed_at_ms IS NULL ORDER BY offer, first_day");
    Ok(readable(&tx.query(&sql, params![]).await?, period))
}

/// Writes a period down, once.
pub(super) async fn add_period(tx: &mut Tx, new: &Period) -> Result<()> {
    let sql = "INSERT INTO cashback_period (offer, first_day, days, terms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (offer, first_day) DO NOTHING";
    let terms = json(&new.offer)?;
    tx.execute(sql, params![&new.offer.code, new.first_day, new.days, terms]).await.map(drop)
}

/// Adds to what players have staked and won.
pub(super) async fn add_losses(tx: &mut Tx, sums: &BTreeMap<LossKey, Sum>) -> Result<()> {
    let sql = "INSERT INTO cashback_loss (offer, first_day, player_id, currency, staked, won)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (offer, first_day, player_id, currency) DO UPDATE SET
                   staked = cashback_loss.staked + $5, won = cashback_loss.won + $6";
    let rows = sums
        .iter()
        .map(|(key, sum)| params![&key.offer, key.first_day, key.player, &key.currency, sum.staked, sum.won]);
    tx.execute_each(sql, rows.collect()).await
}

/// The periods whose end was before `until` (UTC milliseconds) and that are not settled. One that cannot be read holds up no
/// other.
pub(super) async fn ended_periods(db: &Db, until: i64) -> Result<Vec<Period>> {
    let sql = format!(
        "{PERIOD} WHERE closed_at_ms IS NULL AND (first_day + days) * 86400000 <= $1 ORDER BY first_day"
    );
    Ok(readable(&db.query(&sql, params![until]).await?, period))
}

/// The periods that `day` lies in.
pub(super) async fn periods_at(db: &Db, day: i64) -> Result<Vec<Period>> {
    let sql = format!(
        "{PERIOD} WHERE closed_at_ms IS NULL AND first_day <= $1 AND first_day + days > $1 ORDER BY offer"
    );
    Ok(readable(&db.query(&sql, params![day]).await?, period))
}

const LOSS: &str = "SELECT offer, first_day, player_id, currency, staked, won FROM cashback_loss";

fn loss(row: &Row) -> Result<Loss> {
    let key =
        LossKey { offer: row.get(0)?, first_day: row.get(1)?, player: row.get(2)?, currency: row.get(3)? };
    Ok(Loss { key, sum: Sum { staked: row.get(4)?, won: row.get(5)? } })
}

/// The periods that ended after the first of two days and not after the second one, settled or not.
pub(super) async fn periods_that_ended(db: &Db, (after, upto): (i64, i64)) -> Result<Vec<Period>> {
    let sql =
        format!("{PERIOD} WHERE first_day + days > $1 AND first_day + days <= $2 ORDER BY offer, first_day");
    Ok(readable(&db.query(&sql, params![after, upto]).await?, period))
}

/// Every loss of a period, by the numbers of players from above `after` on, `limit` players at most; and the last of them.
pub(super) async fn losses_after(
    db: &Db,
    of: &Period,
    after: PlayerId,
    limit: i64,
) -> Result<(Vec<Loss>, Option<PlayerId>)> {
    let sql = "SELECT MAX(player_id) FROM (
                   SELECT DISTINCT player_id FROM cashback_loss
                   WHERE offer = $1 AND first_day = $2 AND player_id > $3 ORDER BY player_id LIMIT $4) page";
    let row = db.query_one(sql, params![&of.offer.code, of.first_day, after, limit]).await?;
    let Some(last) = row.get::<Option<PlayerId>>(0)? else { return Ok((Vec::new(), None)) };
    let sql = format!(
        "{LOSS} WHERE offer = $1 AND first_day = $2 AND player_id > $3 AND player_id <= $4 ORDER BY player_id"
    );
    let rows = db.query(&sql, params![&of.offer.code, of.first_day, after, last]).await?;
    Ok((rows.iter().map(loss).collect::<Result<_>>()?, Some(last)))
}

/// Losses of a period that wait for their gift and may be tried at `now`: what was put off comes last.
pub(super) async fn unsettled(db: &Db, of: &Period, now: i64, limit: i64) -> Result<Vec<Loss>> {
    let sql = format!(
        "{LOSS} WHERE offer = $1 AND first_day = $2 AND settled_at_ms IS NULL AND next_try_ms <= $3
         ORDER BY next_try_ms, player_id LIMIT $4"
    );
    let rows = db.query(&sql, params![&of.offer.code, of.first_day, now, limit]).await?;
    rows.iter().map(loss).collect()
}

/// The losses of a player in `currency` within the given periods.
pub(super) async fn losses_of(
    db: &Db,
    player: PlayerId,
    currency: Currency,
    periods: &[Period],
) -> Result<Vec<Loss>> {
    let Some(first) = periods.iter().map(|period| period.first_day).min() else { return Ok(Vec::new()) };
    let sql = format!("{LOSS} WHERE player_id = $1 AND currency = $2 AND first_day >= $3");
    let rows = db.query(&sql, params![player, currency.code(), first]).await?;
    let found: Vec<Loss> = rows.iter().map(loss).collect::<Result<_>>()?;
    let is_of = |loss: &Loss, period: &Period| {
        loss.key.offer == period.offer.code && loss.key.first_day == period.first_day
    };
    Ok(found.into_iter().filter(|loss| periods.iter().any(|period| is_of(loss, period))).collect())
}

/// The statement that notes the gift of a loss; it hits one row, once.
pub(super) fn settled(key: &LossKey, given: i64, now: i64) -> Statement {
    let sql = "UPDATE cashback_loss SET settled_at_ms = $5, given = $6
               WHERE offer = $1 AND first_day = $2 AND player_id = $3 AND currency = $4 AND settled_at_ms IS NULL";
    let params = params![&key.offer, key.first_day, key.player, &key.currency, now, given];
    Statement { sql, params, expect_one_row: true }
}

/// Notes that a loss brings nothing. What was won beyond the stakes counts in the next period.
pub(super) async fn settle_without(db: &Db, of: &Period, loss: &Loss, now: i64) -> Result<()> {
    let Statement { sql, params, .. } = settled(&loss.key, 0, now);
    let mut tx = db.begin().await?;
    let is_first = tx.execute(sql, params).await? == 1;
    let beyond = loss.sum.won.saturating_sub(loss.sum.staked);
    if is_first && beyond > 0 {
        let next = LossKey { first_day: of.first_day + of.days, ..loss.key.clone() };
        let sums = BTreeMap::from([(next, Sum { staked: 0, won: beyond })]);
        add_losses(&mut tx, &sums).await?;
    }
    tx.commit().await
}

/// Puts a loss off until `next_try`, UTC milliseconds.
pub(super) async fn put_off(db: &Db, key: &LossKey, next_try: i64) -> Result<()> {
    let sql = "UPDATE cashback_loss SET next_try_ms = $5
               WHERE offer = $1 AND first_day = $2 AND player_id = $3 AND currency = $4";
    let params = params![&key.offer, key.first_day, key.player, &key.currency, next_try];
    execute(db, sql, params).await.map(drop)
}

/// Closes a period of which no loss waits.
pub(super) async fn close(db: &Db, of: &Period, now: i64) -> Result<()> {
    let sql = "UPDATE cashback_period SET closed_at_ms = $3
               WHERE offer = $1 AND first_day = $2 AND closed_at_ms IS NULL AND NOT EXISTS (
                   SELECT 1 FROM cashback_loss l WHERE l.offer = $1 AND l.first_day = $2
                       AND l.settled_at_ms IS NULL)";
    execute(db, sql, params![&of.offer.code, of.first_day, now]).await.map(drop)
}
