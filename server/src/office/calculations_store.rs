//! The SQL of what staff has worked out from the log beside requests.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use uuid::Uuid;

/// What is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What a draft would have cost.
    Cost,
    /// The scores of a tournament.
    Scoring,
    /// What a draft of the fraud rules would have decided.
    DryRun,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Cost, Self::Scoring, Self::DryRun];

    /// The name in rows.
    const fn name(self) -> &'static str {
        match self {
            Self::Cost => "cost",
            Self::Scoring => "scoring",
            Self::DryRun => "dry_run",
        }
    }
}

/// How a calculation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It is asked for.
    Waiting,
    /// A server is at it.
    Running,
    /// There is a result.
    Done,
    /// There is none.
    Failed,
    /// Somebody has stopped it.
    Canceled,
}

impl State {
    const ALL: [Self; 5] = [Self::Waiting, Self::Running, Self::Done, Self::Failed, Self::Canceled];

    /// The name in rows.
    const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }
}

/// The latest calculation of a subject. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub(super) struct Calculation {
    pub(super) subject: String,
    pub(super) run: i64,
    /// Of the draft.
    pub(super) revision: i64,
    pub(super) state: State,
    pub(super) asked_by: String,
    pub(super) asked_at: i64,
    /// JSON.
    pub(super) result: Option<String>,
    pub(super) fault: Option<String>,
}

const COLUMNS: &str = "subject, run, revision, state, asked_by, asked_at_ms, result, fault";

fn calculation(row: &Row) -> Result<Calculation> {
    let state: String = row.get(3)?;
    let known = State::ALL.into_iter().find(|known| known.name() == state);
    Ok(Calculation {
        subject: row.get(0)?,
        run: row.get(1)?,
        revision: row.get(2)?,
        state: known.ok_or_else(|| Error::Corrupt(format!("a calculation that is {state}")))?,
        asked_by: row.get(4)?,
        asked_at: row.get(5)?,
        result: row.get(6)?,
        fault: row.get(7)?,
    })
}

/// The latest calculation of a subject.
pub(super) async fn latest(db: &Db, kind: Kind, subject: &str) -> Result<Option<Calculation>> {
    let sql = format!("SELECT {COLUMNS} FROM calculation WHERE kind = $1 AND subject = $2");
    db.query_opt(&sql, params![kind.name(), subject]).await?.as_ref().map(calculation).transpose()
}

/// Whether a calculation that `member` has asked for is under way.
pub(super) async fn is_busy(tx: &mut Tx, member: Uuid) -> Result<bool> {
    let sql = "SELECT 1 FROM calculation WHERE member_id = $1 AND state IN ('waiting', 'running') LIMIT 1";
    Ok(tx.query_opt(sql, params![member]).await?.is_some())
}

/// Asks for a calculation; `false` while one of the same subject is under way.
pub(super) async fn ask(
    tx: &mut Tx,
    (kind, subject, revision): (Kind, &str, i64),
    (member, name): (Uuid, &str),
    now: i64,
) -> Result<bool> {
    let sql = "INSERT INTO calculation (kind, subject, run, revision, state, member_id, asked_by, asked_at_ms, beat_at_ms)
               VALUES ($1, $2, 1, $3, 'waiting', $4, $5, $6, $6)
               ON CONFLICT (kind, subject) DO UPDATE SET run = calculation.run + 1, revision = $3, state = 'waiting',
                   member_id = $4, asked_by = $5, asked_at_ms = $6, beat_at_ms = $6, ended_at_ms = NULL,
                   result = NULL, fault = NULL
               WHERE calculation.state NOT IN ('waiting', 'running')";
    Ok(tx.execute(sql, params![kind.name(), subject, revision, member, name, now]).await? == 1)
}

/// The calculation that waits longest, or whose worker was last at it before `silent_since`.
pub(super) async fn next(db: &Db, silent_since: i64) -> Result<Option<(Kind, Calculation)>> {
    let sql = format!(
        "SELECT {COLUMNS}, kind FROM calculation
         WHERE state IN ('waiting', 'running') AND (state = 'waiting' OR beat_at_ms < $1)
         ORDER BY asked_at_ms, subject LIMIT 1"
    );
    let Some(row) = db.query_opt(&sql, params![silent_since]).await? else { return Ok(None) };
    let name: String = row.get(8)?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| Error::Corrupt(format!("a calculation of {name}")))?;
    Ok(Some((kind, calculation(&row)?)))
}

/// Takes a calculation up; `false` when another was quicker. Its run is then one higher.
pub(super) async fn take(tx: &mut Tx, kind: Kind, of: &Calculation, now: i64) -> Result<bool> {
    let sql = "UPDATE calculation SET state = 'running', run = run + 1, beat_at_ms = $4
               WHERE kind = $1 AND subject = $2 AND run = $3 AND state IN ('waiting', 'running')";
    Ok(tx.execute(sql, params![kind.name(), &of.subject, of.run, now]).await? == 1)
}

/// Says that the worker of a run is at it; `false` when the run is over.
pub(super) async fn beat(tx: &mut Tx, (kind, subject, run): (Kind, &str, i64), now: i64) -> Result<bool> {
    let sql = "UPDATE calculation SET beat_at_ms = $4
               WHERE kind = $1 AND subject = $2 AND run = $3 AND state = 'running'";
    Ok(tx.execute(sql, params![kind.name(), subject, run, now]).await? == 1)
}

/// Ends a run with its result, or with why there is none. One that is over stays as it is.
pub(super) async fn end(
    tx: &mut Tx,
    (kind, subject, run): (Kind, &str, i64),
    found: std::result::Result<&str, &str>,
    now: i64,
) -> Result<()> {
    let state = if found.is_ok() { State::Done } else { State::Failed };
    let sql = "UPDATE calculation SET state = $4, result = $5, fault = $6, ended_at_ms = $7
               WHERE kind = $1 AND subject = $2 AND run = $3 AND state = 'running'";
    let values = params![kind.name(), subject, run, state.name(), found.ok(), found.err(), now];
    tx.execute(sql, values).await?;
    Ok(())
}

/// Stops what is under way; `false` when nothing is.
pub(super) async fn cancel(tx: &mut Tx, kind: Kind, subject: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE calculation SET state = 'canceled', ended_at_ms = $3
               WHERE kind = $1 AND subject = $2 AND state IN ('waiting', 'running')";
    Ok(tx.execute(sql, params![kind.name(), subject, now]).await? == 1)
}
