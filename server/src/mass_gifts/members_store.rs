//! The SQL of members of mass gifts.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::PlayerId;

use super::model::Outcome;
use super::orders::Line;
use crate::segments::Selection;

/// Writes the players of `selection` between two numbers down as members; answers how many they are.
pub(super) async fn gather(
    tx: &mut Tx,
    id: i64,
    selection: &Selection,
    (after, last): (PlayerId, PlayerId),
) -> Result<i64> {
    let mut values = params![id, after, last];
    let holds = selection.condition(&mut values);
    let sql = format!(
        "INSERT INTO mass_gift_member (gift_id, player_id, currency, outcome)
         SELECT $1, p.id, p.currency, 'waiting' FROM player p WHERE p.id > $2 AND p.id <= $3 AND {holds}"
    );
    let added = tx.execute(&sql, values).await?;
    i64::try_from(added).map_err(|error| Error::Engine(error.to_string()))
}

/// Writes the players of a list down as members; a number that no player has is kept as well, and is passed over.
pub(super) async fn add_listed(tx: &mut Tx, id: i64, players: &[PlayerId]) -> Result<()> {
    let rows = players.iter().map(|player| params![id, *player]).collect::<Vec<Vec<Value>>>();
    // One statement: a player who signs up in between would be in neither of two, and the gift would never be done.
    let sql = "INSERT INTO mass_gift_member (gift_id, player_id, currency, outcome)
               VALUES ($1, $2, COALESCE((SELECT p.currency FROM player p WHERE p.id = $2), ''),
                   CASE WHEN EXISTS (SELECT 1 FROM player p WHERE p.id = $2) THEN 'waiting' ELSE 'gone' END)";
    tx.execute_each(sql, rows).await
}

/// How many members wait by the currency of their wallets, and how many are passed over already.
pub(super) async fn count(db: &Db, id: i64) -> Result<(BTreeMap<String, i64>, i64)> {
    let sql = "SELECT outcome, currency, COUNT(*) FROM mass_gift_member WHERE gift_id = $1 GROUP BY outcome, currency";
    let (mut waiting, mut skipped) = (BTreeMap::new(), 0);
    for row in db.query(sql, params![id]).await? {
        let (outcome, count): (String, i64) = (row.get(0)?, row.get(2)?);
        if outcome == Outcome::Waiting.name() {
            waiting.insert(row.get(1)?, count);
        } else {
            skipped += count;
        }
    }
    Ok((waiting, skipped))
}

/// A member whose turn it is, with what is known of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) player: PlayerId,
    pub(super) currency: String,
    /// `None` when there is no such player any more.
    pub(super) locale: Option<String>,
    pub(super) is_stopped: bool,
    pub(super) wants_bonuses: bool,
    pub(super) has_wallet: bool,
}

/// Whose turn it is: some of a lane, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberFilter {
    /// At most so many players whose number leaves the remainder `lane`, of `lanes`.
    Some { lane: i64, lanes: i64, limit: i64 },
    /// This player.
    One(PlayerId),
}

/// The members whose turn it is at `now` (UTC milliseconds), in the order of their numbers. The transaction holds the lock of
/// their lane, under which players are stopped and members are taken.
pub(super) async fn due(tx: &mut Tx, id: i64, member_filter: MemberFilter, now: i64) -> Result<Vec<Due>> {
    let mut values = params![id, now];
    let which = match member_filter {
        MemberFilter::Some { lane, lanes, limit } => {
            values.extend(params![lanes, lane, limit]);
            "AND m.player_id % $3 = $4 ORDER BY m.player_id LIMIT $5"
        }
        MemberFilter::One(player) => {
            values.extend(params![player]);
            "AND m.player_id = $3"
        }
    };
    let sql = format!(
        "SELECT m.player_id, m.currency, p.locale,
             EXISTS (SELECT 1 FROM player_stop s WHERE s.player_id = m.player_id AND s.until_ms > $2),
             NOT EXISTS (SELECT 1 FROM player_bonus_choice c WHERE c.player_id = m.player_id AND NOT c.can_issue),
             EXISTS (SELECT 1 FROM wallet w WHERE w.player_id = m.player_id AND w.currency = m.currency)
         FROM mass_gift_member m LEFT JOIN player p ON p.id = m.player_id
         WHERE m.gift_id = $1 AND m.outcome = 'waiting' {which}"
    );
    let read = |row: &Row| {
        Ok(Due {
            player: row.get(0)?,
            currency: row.get(1)?,
            locale: row.get(2)?,
            is_stopped: row.get(3)?,
            wants_bonuses: row.get(4)?,
            has_wallet: row.get(5)?,
        })
    };
    tx.query(&sql, values).await?.iter().map(read).collect()
}

/// The numbers of the members whose turn it would be.
pub(super) async fn waiting(
    db: &Db,
    id: i64,
    (lane, lanes): (i64, i64),
    limit: i64,
) -> Result<Vec<PlayerId>> {
    let sql = "SELECT player_id FROM mass_gift_member
               WHERE gift_id = $1 AND outcome = 'waiting' AND player_id % $2 = $3 ORDER BY player_id LIMIT $4";
    db.query(sql, params![id, lanes, lane, limit]).await?.iter().map(|row| row.get(0)).collect()
}

/// What came of a member, and why it could not be given.
pub(super) type MemberResult<'a> = (PlayerId, Outcome, Option<&'a str>);

/// Writes down what came of members.
pub(super) async fn take(tx: &mut Tx, id: i64, taken: &[MemberResult<'_>], now: i64) -> Result<()> {
    let sql = "UPDATE mass_gift_member SET outcome = $3, error = $4, at_ms = $5
               WHERE gift_id = $1 AND player_id = $2 AND outcome = 'waiting'";
    let row = |(player, outcome, error): &MemberResult<'_>| params![id, *player, outcome.name(), *error, now];
    tx.execute_each(sql, taken.iter().map(row).collect()).await
}

/// Lets those wait again that could not be given their gifts, at most `limit`; answers how many they are.
pub(super) async fn let_wait_again(tx: &mut Tx, id: i64, limit: i64) -> Result<i64> {
    let sql = "UPDATE mass_gift_member SET outcome = 'waiting', error = NULL, at_ms = NULL
               WHERE gift_id = $1 AND outcome = 'failed' AND player_id IN (
                   SELECT f.player_id FROM mass_gift_member f WHERE f.gift_id = $1 AND f.outcome = 'failed'
                   ORDER BY f.player_id LIMIT $2)";
    let many = tx.execute(sql, params![id, limit]).await?;
    i64::try_from(many).map_err(|error| Error::Engine(error.to_string()))
}

/// How many members each outcome has.
pub(super) async fn outcomes(db: &Db, id: i64) -> Result<BTreeMap<Outcome, i64>> {
    let sql = "SELECT outcome, COUNT(*) FROM mass_gift_member WHERE gift_id = $1 GROUP BY outcome";
    let rows = db.query(sql, params![id]).await?;
    rows.iter().map(|row| Ok((outcome(&row.get::<String>(0)?)?, row.get(1)?))).collect()
}

/// At most `limit` members after the number `after`, in the order of their numbers; those of one outcome, when it is named.
pub(super) async fn lines_after(
    db: &Db,
    id: i64,
    only: Option<Outcome>,
    after: PlayerId,
    limit: i64,
) -> Result<Vec<Line>> {
    let mut values = params![id, after, limit];
    let which = match only {
        Some(only) => {
            values.extend(params![only.name()]);
            "AND outcome = $4"
        }
        None => "",
    };
    let sql = format!(
        "SELECT player_id, currency, outcome, error, at_ms FROM mass_gift_member
         WHERE gift_id = $1 AND player_id > $2 {which} ORDER BY player_id LIMIT $3"
    );
    let read = |row: &Row| {
        Ok(Line {
            player: row.get(0)?,
            currency: row.get(1)?,
            outcome: outcome(&row.get::<String>(2)?)?,
            error: row.get(3)?,
            at: row.get(4)?,
        })
    };
    db.query(&sql, values).await?.iter().map(read).collect()
}

fn outcome(name: &str) -> Result<Outcome> {
    Outcome::from_name(name).ok_or_else(|| Error::Corrupt(format!("outcome {name:?} of a mass gift")))
}

/// Players of a list by the currency of their active wallet; whoever is stopped at `now` is left out.
pub(super) async fn count_listed(db: &Db, players: &[PlayerId], now: i64) -> Result<BTreeMap<String, i64>> {
    let mut found = BTreeMap::new();
    for some in players.chunks(500) {
        let mut values = params![now];
        values.extend(some.iter().map(|player| Value::Int(*player)));
        let sql = format!(
            "SELECT p.currency, COUNT(*) FROM player p
             WHERE p.id IN ({}) AND NOT EXISTS (
                 SELECT 1 FROM player_stop s WHERE s.player_id = p.id AND s.until_ms > $1)
             GROUP BY p.currency",
            placeholders(2, some.len())
        );
        for row in db.query(&sql, values).await? {
            *found.entry(row.get(0)?).or_insert(0) += row.get::<i64>(1)?;
        }
    }
    Ok(found)
}
