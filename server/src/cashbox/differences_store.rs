//! SQL of partners' files and of the differences that they show.

use croupier_db::{Db, Result, Row, Tx, params};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

/// A day of a partner that was laid beside its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledDay {
    /// The partner.
    pub partner: String,
    /// `YYYY-MM-DD`, in UTC.
    pub day: String,
    /// `running`, `agrees`, `differs` or `failed`.
    pub state: String,
    /// Why it failed.
    pub why: Option<String>,
    /// When it was last looked at, in UTC milliseconds.
    pub checked_at: i64,
    /// Its differences that nobody has explained.
    pub open: i64,
}

/// A difference. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its number.
    pub id: Uuid,
    /// The partner.
    pub partner: String,
    /// The day of the file.
    pub day: String,
    /// Our name for the payment, as the partner or the books state it.
    pub reference: String,
    /// What differs: `unknown`, `repeated`, `state`, `money`, `not_paid` or `not_asked`.
    pub kind: String,
    /// What the books say.
    pub here: Option<String>,
    /// What the partner says.
    pub there: Option<String>,
    /// When it was first found.
    pub found_at: i64,
    /// When a later look did not find it any more.
    pub gone_at: Option<i64>,
    /// Who has explained it.
    pub explained_by: Option<String>,
    /// How.
    pub explanation: Option<String>,
    /// When.
    pub explained_at: Option<i64>,
}

/// A difference that a look has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) reference: String,
    pub(super) kind: &'static str,
    pub(super) here: Option<String>,
    pub(super) there: Option<String>,
}

/// When the first payment was asked of a partner, or refused by it, in UTC milliseconds; `None` before there was one.
pub(super) async fn first_payment(db: &Db, partner: &str) -> Result<Option<i64>> {
    let sql = "SELECT MIN(first_ms) FROM (
                   SELECT MIN(created_at_ms) AS first_ms FROM payment WHERE provider = $1
                   UNION ALL SELECT MIN(at_ms) FROM payment_refusal WHERE provider = $1) firsts";
    db.query_one(sql, params![partner]).await?.get(0)
}

/// Claims a look at a day: `false` when it was done, or is being done by another since `before`. `again` claims one that was
/// done too.
pub(super) async fn claim(
    db: &Db,
    partner: &str,
    day: &str,
    now: i64,
    before: i64,
    again: bool,
) -> Result<bool> {
    let sql =
        "INSERT INTO settlement_day (provider, day, state, checked_at_ms) VALUES ($1, $2, 'running', $3)
               ON CONFLICT (provider, day) DO UPDATE SET state = 'running', why = NULL, checked_at_ms = $3
               WHERE (settlement_day.state IN ('running', 'failed') AND settlement_day.checked_at_ms <= $4)
                   OR ($5 AND settlement_day.state <> 'running')";
    let mut tx = db.begin().await?;
    let claimed = tx.execute(sql, params![partner, day, now, before, again]).await? == 1;
    tx.commit().await?;
    Ok(claimed)
}

/// Notes that the file of a day could not be had.
pub(super) async fn fail(db: &Db, partner: &str, day: &str, why: &str) -> Result<()> {
    let sql = "UPDATE settlement_day SET state = 'failed', why = $3 WHERE provider = $1 AND day = $2";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![partner, day, why]).await?;
    tx.commit().await
}

/// Keeps what a look at a day has found: new differences are open, known ones stay as they are unless they say something
/// else now, and those that were not found again are gone.
pub(super) async fn keep(
    db: &Db,
    (partner, day): (&str, &str),
    agrees: bool,
    found: &[Found],
    now: i64,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let state = if agrees { "agrees" } else { "differs" };
    let sql = "INSERT INTO settlement_day (provider, day, state, checked_at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (provider, day) DO UPDATE SET state = $3, why = NULL, checked_at_ms = $4";
    tx.execute(sql, params![partner, day, state, now]).await?;
    // Whatever is found below loses this mark again.
    let sql = "UPDATE settlement_difference SET gone_at_ms = $3
               WHERE provider = $1 AND day = $2 AND gone_at_ms IS NULL";
    tx.execute(sql, params![partner, day, now]).await?;
    let sql = "INSERT INTO settlement_difference (id, provider, day, reference, kind, here, there, found_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (provider, day, reference, kind) DO UPDATE SET gone_at_ms = NULL, here = $6, there = $7,
                   explained_at_ms = CASE WHEN COALESCE(settlement_difference.here, '') = COALESCE($6, '')
                       AND COALESCE(settlement_difference.there, '') = COALESCE($7, '')
                       THEN settlement_difference.explained_at_ms END";
    for Found { reference, kind, here, there } in found {
        let row = params![
            number_of(&[partner, day, reference, kind]),
            partner,
            day,
            reference,
            *kind,
            here.as_ref(),
            there.as_ref(),
            now,
        ];
        tx.execute(sql, row).await?;
    }
    tx.commit().await
}

/// The number of a difference: the same for all that find it.
fn number_of(parts: &[&str]) -> Uuid {
    let digest = Sha256::digest(parts.join("\n"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Builder::from_random_bytes(bytes).into_uuid()
}

/// The newest days, at most `limit`.
pub(super) async fn days(db: &Db, limit: i64) -> Result<Vec<SettledDay>> {
    let sql = "SELECT s.provider, s.day, s.state, s.why, s.checked_at_ms,
                   (SELECT COUNT(*) FROM settlement_difference d WHERE d.provider = s.provider AND d.day = s.day
                       AND d.gone_at_ms IS NULL AND d.explained_at_ms IS NULL)
               FROM settlement_day s ORDER BY s.day DESC, s.provider LIMIT $1";
    let read = |row: &Row| {
        Ok(SettledDay {
            partner: row.get(0)?,
            day: row.get(1)?,
            state: row.get(2)?,
            why: row.get(3)?,
            checked_at: row.get(4)?,
            open: row.get(5)?,
        })
    };
    db.query(sql, params![limit]).await?.iter().map(read).collect()
}

const DIFFERENCE: &str = "SELECT id, provider, day, reference, kind, here, there, found_at_ms, gone_at_ms,
    explained_by, explanation, explained_at_ms FROM settlement_difference";

fn read(row: &Row) -> Result<Difference> {
    Ok(Difference {
        id: row.get(0)?,
        partner: row.get(1)?,
        day: row.get(2)?,
        reference: row.get(3)?,
        kind: row.get(4)?,
        here: row.get(5)?,
        there: row.get(6)?,
        found_at: row.get(7)?,
        gone_at: row.get(8)?,
        explained_by: row.get(9)?,
        explanation: row.get(10)?,
        explained_at: row.get(11)?,
    })
}

/// Differences, the open ones or the others, by day from the newest and by number; at most `limit` after `after`.
pub(super) async fn differences(
    db: &Db,
    open: bool,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Difference>> {
    let part = if open {
        "gone_at_ms IS NULL AND explained_at_ms IS NULL"
    } else {
        "(gone_at_ms IS NOT NULL OR explained_at_ms IS NOT NULL)"
    };
    let rows = match after {
        None => {
            let sql = format!("{DIFFERENCE} WHERE {part} ORDER BY day DESC, id DESC LIMIT $1");
            db.query(&sql, params![limit]).await?
        }
        Some(after) => {
            let sql = format!(
                "{DIFFERENCE} WHERE {part} AND (day, id) <
                     (SELECT l.day, l.id FROM settlement_difference l WHERE l.id = $2)
                 ORDER BY day DESC, id DESC LIMIT $1"
            );
            db.query(&sql, params![limit, after]).await?
        }
    };
    rows.iter().map(read).collect()
}

/// The difference with this number.
pub(super) async fn difference(db: &Db, id: Uuid) -> Result<Option<Difference>> {
    let sql = format!("{DIFFERENCE} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(read).transpose()
}

/// Explains an open difference; `false` when it is not open.
pub(super) async fn explain(tx: &mut Tx, id: Uuid, reason: &str, by: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE settlement_difference SET explanation = $2, explained_by = $3, explained_at_ms = $4
               WHERE id = $1 AND gone_at_ms IS NULL AND explained_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, reason, by, now]).await? == 1)
}
