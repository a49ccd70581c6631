//! The SQL of closing tournaments, and of what their players are told.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::{PlayerId, StopReason};
use croupier_money::Currency;

use super::definition::Prize;
use crate::platform::retries;

fn corrupt(error: &serde_json::Error) -> Error {
    Error::Corrupt(format!("tournament: {error}"))
}

/// A tournament whose time is over, and whose places are not final.
pub(super) struct Closing {
    pub id: i64,
    pub identifier: String,
    /// JSON.
    close_after: Option<String>,
}

impl Closing {
    /// The ends of the lanes up to which the log has to be scored first, once they were noted.
    pub(super) fn ends(&self) -> Result<Option<Vec<i64>>> {
        let read = |text: &String| serde_json::from_str(text).map_err(|error| corrupt(&error));
        self.close_after.as_ref().map(read).transpose()
    }
}

/// Tournaments that ended at `until` or before, still to be closed and to be looked at at `now`, at most `limit`: those that
/// wait longest come first.
pub(super) async fn due(db: &Db, until: i64, now: i64, limit: i64) -> Result<Vec<Closing>> {
    let sql = "SELECT id, identifier, close_after FROM tournament
               WHERE closed_at_ms IS NULL AND end_at_ms <= $1 AND retry_at_ms <= $2
               ORDER BY retry_at_ms, end_at_ms, id LIMIT $3";
    let read = |row: &Row| Ok(Closing { id: row.get(0)?, identifier: row.get(1)?, close_after: row.get(2)? });
    db.query(sql, params![until, now, limit]).await?.iter().map(read).collect()
}

/// Puts the closing of a tournament off: it is tried again after a second that doubles each time, up to an hour.
pub(super) async fn put_closing_off(db: &Db, tournament: i64, now: i64) -> Result<()> {
    let put_off = retries::put_off("$2");
    let sql = format!("UPDATE tournament SET {put_off} WHERE id = $1 AND closed_at_ms IS NULL");
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![tournament, now]).await?;
    tx.commit().await
}

/// Notes up to where the log has to be scored; the first note holds.
pub(super) async fn note_ends(tx: &mut Tx, tournament: i64, ends: &[i64]) -> Result<()> {
    let text = serde_json::to_string(ends).map_err(|error| corrupt(&error))?;
    let sql = "UPDATE tournament SET close_after = $2 WHERE id = $1 AND close_after IS NULL";
    tx.execute(sql, params![tournament, text]).await.map(drop)
}

/// How far the reader `name` has come in `lane`.
pub(super) async fn position(db: &Db, name: &str, lane: u8) -> Result<i64> {
    let sql = "SELECT position FROM reader WHERE name = $1 AND lane = $2";
    db.query_opt(sql, params![name, i64::from(lane)]).await?.map_or(Ok(0), |row| row.get(0))
}

/// Makes the places of a tournament final; `false` when they are already.
pub(super) async fn close(tx: &mut Tx, tournament: i64, now: i64) -> Result<bool> {
    let sql = "UPDATE tournament SET closed_at_ms = $2 WHERE id = $1 AND closed_at_ms IS NULL";
    Ok(tx.execute(sql, params![tournament, now]).await? == 1)
}

/// The first `places` of the board, with the wallets that their prizes go to.
pub(super) async fn top(tx: &mut Tx, tournament: i64, places: i64) -> Result<Vec<(PlayerId, i64, String)>> {
    let sql = "SELECT player_id, points, currency FROM tournament_player
               WHERE tournament_id = $1 AND points > 0 AND disqualified_at_ms IS NULL
               ORDER BY points DESC, scored_at_ms, player_id LIMIT $2";
    let rows = tx.query(sql, params![tournament, places]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// A final place with a prize.
pub(super) struct Award {
    pub tournament: i64,
    pub identifier: String,
    pub place: i64,
    pub player: PlayerId,
    /// The wallet that it goes to.
    currency: String,
    /// JSON.
    prize: String,
    /// When the tournament ended, UTC milliseconds.
    pub end_at: i64,
    /// In which its prizes are.
    pub terms: String,
}

impl Award {
    /// The currency of the wallet that it goes to.
    pub(super) fn currency(&self) -> Result<Currency> {
        self.currency.parse().map_err(|_| Error::Corrupt(format!("currency {}", self.currency)))
    }

    /// What is won.
    pub(super) fn prize(&self) -> Result<Prize> {
        serde_json::from_str(&self.prize).map_err(|error| corrupt(&error))
    }
}

/// Writes final places down.
pub(super) async fn award(
    tx: &mut Tx,
    tournament: i64,
    awards: &[(i64, (PlayerId, i64, String), &Prize)],
) -> Result<()> {
    let sql = "INSERT INTO tournament_award (tournament_id, place, player_id, points, currency, prize)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let mut rows = Vec::new();
    for (place, (player, points, currency), prize) in awards {
        let prize = serde_json::to_string(prize).map_err(|error| corrupt(&error))?;
        rows.push(params![tournament, *place, *player, *points, currency.clone(), prize]);
    }
    tx.execute_each(sql, rows).await
}

/// Awards that the log does not tell of yet and that are to be looked at at `now` (UTC milliseconds), at most `limit`:
/// those that wait longest come first.
pub(super) async fn untold(db: &Db, now: i64, limit: i64) -> Result<Vec<Award>> {
    let sql = "SELECT a.tournament_id, t.identifier, a.place, a.player_id, a.currency, a.prize, t.end_at_ms, t.terms
               FROM tournament_award a JOIN tournament t ON t.id = a.tournament_id
               WHERE NOT a.is_published AND a.retry_at_ms <= $1
               ORDER BY a.retry_at_ms, a.tournament_id, a.place LIMIT $2";
    let read = |row: &Row| {
        Ok(Award {
            tournament: row.get(0)?,
            identifier: row.get(1)?,
            place: row.get(2)?,
            player: row.get(3)?,
            currency: row.get(4)?,
            prize: row.get(5)?,
            end_at: row.get(6)?,
            terms: row.get(7)?,
        })
    };
    db.query(sql, params![now, limit]).await?.iter().map(read).collect()
}

/// Notes that the log tells of an award of `amount` subunits; `false` when it did before.
pub(super) async fn publish(tx: &mut Tx, award: &Award, amount: i64) -> Result<bool> {
    let sql = "UPDATE tournament_award SET is_published = TRUE, published_amount = $3
               WHERE tournament_id = $1 AND place = $2 AND NOT is_published";
    Ok(tx.execute(sql, params![award.tournament, award.place, amount]).await? == 1)
}

const GIVEN: &str = "UPDATE tournament_award SET is_published = TRUE
                     WHERE tournament_id = $1 AND place = $2 AND NOT is_published";

/// The statement that notes that the gift of an award is issued, for the commit that makes it. It misses when that was noted
/// before.
pub(super) fn give(award: &Award) -> Statement {
    Statement { sql: GIVEN, params: params![award.tournament, award.place], expect_one_row: true }
}

/// Notes that the gift of an award was issued, when the gift is there and the note is not.
pub(super) async fn note_given(db: &Db, award: &Award) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute(GIVEN, params![award.tournament, award.place]).await?;
    tx.commit().await
}

/// Puts an award off: it is looked at again after a second that doubles each time, up to an hour.
pub(super) async fn put_off(db: &Db, award: &Award, now: i64) -> Result<()> {
    let put_off = retries::put_off("$3");
    let sql = format!(
        "UPDATE tournament_award SET {put_off}
         WHERE tournament_id = $1 AND place = $2 AND NOT is_published"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![award.tournament, award.place, now]).await?;
    tx.commit().await
}

/// Winners whose prize is held at `now` (UTC milliseconds), because one of `reasons` stops them, and a gift because anything
/// does.
pub(super) async fn held(
    db: &Db,
    tournament: i64,
    reasons: [StopReason; 2],
    now: i64,
) -> Result<Vec<PlayerId>> {
    let sql = "SELECT a.player_id FROM tournament_award a
               WHERE a.tournament_id = $1 AND NOT a.is_published AND EXISTS (
                   SELECT 1 FROM player_stop s
                   WHERE s.player_id = a.player_id AND s.until_ms > $4
                       AND (s.reason IN ($2, $3) OR a.prize LIKE '{\"kind\":\"gift\"%'))";
    let [one, other] = reasons.map(StopReason::code);
    db.query(sql, params![tournament, one, other, now]).await?.iter().map(|row| row.get(0)).collect()
}

/// The rates that rounds of `day` were scored with.
pub(super) async fn rates_of(db: &Db, day: i64) -> Result<Option<String>> {
    let row = db.query_opt("SELECT rates FROM tournament_rates WHERE day = $1", params![day]).await?;
    row.map(|row| row.get(0)).transpose()
}

/// A marker of `tournament_player` for what a player was told once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announced {
    /// That the tournament begins soon.
    Soon,
    /// That it has begun.
    Start,
}

impl Announced {
    const fn column(self) -> &'static str {
        match self {
            Self::Soon => "notified_soon",
            Self::Start => "notified_start",
        }
    }
}

/// Players of a tournament after `after` who are still to be told, at most `limit`, by their numbers. Who has joined since
/// `joined_until` knows.
pub(super) async fn to_announce(
    db: &Db,
    tournament: i64,
    reported: Announced,
    joined_until: i64,
    (after, limit): (PlayerId, i64),
) -> Result<Vec<PlayerId>> {
    let sql = format!(
        "SELECT player_id FROM tournament_player
         WHERE tournament_id = $1 AND player_id > $3 AND NOT {} AND joined_at_ms < $2
             AND disqualified_at_ms IS NULL ORDER BY player_id LIMIT $4",
        reported.column()
    );
    let rows = db.query(&sql, params![tournament, joined_until, after, limit]).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// Notes that a player was told; `false` when that was noted before.
pub(super) async fn note_announced(
    tx: &mut Tx,
    tournament: i64,
    player: PlayerId,
    reported: Announced,
) -> Result<bool> {
    let column = reported.column();
    let sql = format!(
        "UPDATE tournament_player SET {column} = TRUE
         WHERE tournament_id = $1 AND player_id = $2 AND NOT {column}"
    );
    Ok(tx.execute(&sql, params![tournament, player]).await? == 1)
}

/// Those who were told that they are among the prizes.
pub(super) async fn announced_in_prizes(db: &Db, tournament: i64) -> Result<Vec<PlayerId>> {
    let sql = "SELECT player_id FROM tournament_player WHERE tournament_id = $1 AND notified_in_prizes";
    db.query(sql, params![tournament]).await?.iter().map(|row| row.get(0)).collect()
}

/// Those who were told of the prizes after `since`.
pub(super) async fn announced_lately(db: &Db, tournament: i64, since: i64) -> Result<Vec<PlayerId>> {
    let sql =
        "SELECT player_id FROM tournament_player WHERE tournament_id = $1 AND notified_prizes_at_ms > $2";
    db.query(sql, params![tournament, since]).await?.iter().map(|row| row.get(0)).collect()
}

/// Notes that a player was told of being among the prizes or not, unless that was noted before, or something of the kind
/// since `quiet_since`.
pub(super) async fn note_in_prizes(
    tx: &mut Tx,
    (tournament, player): (i64, PlayerId),
    is_in: bool,
    now: i64,
    quiet_since: i64,
) -> Result<bool> {
    let sql = "UPDATE tournament_player SET notified_in_prizes = $3, notified_prizes_at_ms = $4
               WHERE tournament_id = $1 AND player_id = $2 AND notified_in_prizes <> $3 AND notified_prizes_at_ms <= $5";
    Ok(tx.execute(sql, params![tournament, player, is_in, now, quiet_since]).await? == 1)
}
