//! The rows that visits leave behind.

use std::fmt::Write as _;

use croupier_db::{Db, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::PlayerId;
use serde::Serialize;
use uuid::Uuid;

use super::model::SurveyAnswer;
use crate::platform::calendar::rfc3339;

/// A row to be.
#[derive(Debug)]
pub(super) enum Insert {
    /// An entry of a browser's log.
    Log {
        level: &'static str,
        code: String,
        message: String,
        url: String,
        stack: Option<String>,
        trace: Option<String>,
        session: Option<String>,
        release: Option<String>,
        player: Option<i64>,
    },
    /// One measure of a page.
    Timing { trace: Option<String>, name: &'static str, value_thousandths: i64 },
    /// What a browser thinks of its network.
    Network { rtt_ms: i64, downlink_kbps: i64, effective_type: &'static str },
    /// A field that was refused.
    RefusedField { side: &'static str, component: String, field: String, code: String },
    /// Marks of a campaign.
    Utm { moment: &'static str, player: Option<i64>, marks: String },
    /// A request of the tracking pixel.
    Pixel { event: &'static str, visitor: String },
}

impl Insert {
    /// Table and columns behind the id and the time, and their values.
    fn parts(self) -> (&'static str, &'static str, Vec<Value>) {
        match self {
            Self::Log { level, code, message, url, stack, trace, session, release, player } => (
                "client_log",
                "level, code, message, url, stack, trace_id, session_id, release, player_id",
                params![level, code, message, url, stack, trace, session, release, player],
            ),
            Self::Timing { trace, name, value_thousandths } => {
                ("page_timing", "trace_id, name, value_thousandths", params![trace, name, value_thousandths])
            }
            Self::Network { rtt_ms, downlink_kbps, effective_type } => (
                "network_timing",
                "rtt_ms, downlink_kbps, effective_type",
                params![rtt_ms, downlink_kbps, effective_type],
            ),
            Self::RefusedField { side, component, field, code } => {
                ("refused_field", "side, component, field, code", params![side, component, field, code])
            }
            Self::Utm { moment, player, marks } => {
                ("utm_marks", "moment, player_id, marks", params![moment, player, marks])
            }
            Self::Pixel { event, visitor } => ("pixel_hit", "event, visitor", params![event, visitor]),
        }
    }
}

/// Writes one row under `id`, at `at` (UTC milliseconds).
pub(super) async fn insert(tx: &mut Tx, id: Uuid, at: i64, row: Insert) -> Result<()> {
    let (table, columns, values) = row.parts();
    let all = placeholders(1, 2 + values.len());
    let sql = format!("INSERT INTO {table} (id, at_ms, {columns}) VALUES ({all})");
    tx.execute(&sql, params![id, at].into_iter().chain(values).collect()).await?;
    Ok(())
}

/// Writes the player's answer over an earlier one.
pub(super) async fn put_survey_answer(
    tx: &mut Tx,
    player: PlayerId,
    at: i64,
    answer: &SurveyAnswer,
) -> Result<()> {
    let sql = "INSERT INTO survey_answer (survey_id, player_id, collector_id, at_ms, score, comment, locale)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (survey_id, player_id) DO UPDATE SET collector_id = EXCLUDED.collector_id,
                   at_ms = EXCLUDED.at_ms, score = EXCLUDED.score, comment = EXCLUDED.comment,
                   locale = EXCLUDED.locale";
    let SurveyAnswer { survey_id, survey_collector_id: collector_id, score, comment, locale } = answer;
    let (survey_id, collector_id) = (survey_id.as_str(), collector_id.as_str());
    let values = params![survey_id, player, collector_id, at, *score, comment.clone(), locale.clone()];
    tx.execute(sql, values).await?;
    Ok(())
}

/// Which entries of the log to show.
#[derive(Debug, Clone, Default)]
pub struct LogFilter {
    /// Only those of this code.
    pub code: Option<String>,
    /// Only those of this level.
    pub level: Option<String>,
    /// Not before (UTC milliseconds).
    pub since: i64,
    /// At most so many.
    pub limit: i64,
}

/// An entry of a browser's log as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogRow {
    /// RFC 3339.
    pub at: String,
    /// How bad.
    pub level: String,
    /// What it is counted by.
    pub code: String,
    /// Free of secrets.
    pub message: String,
    /// The page.
    pub url: String,
    /// Where in the code.
    pub stack: Option<String>,
    /// The navigation.
    pub trace_id: Option<String>,
    /// The page's own number.
    pub session_id: Option<String>,
    /// The site's build.
    pub release: Option<String>,
    /// Who was signed in.
    pub player_id: Option<i64>,
}

fn log_row(row: &Row) -> Result<LogRow> {
    Ok(LogRow {
        at: rfc3339(row.get(0)?),
        level: row.get(1)?,
        code: row.get(2)?,
        message: row.get(3)?,
        url: row.get(4)?,
        stack: row.get(5)?,
        trace_id: row.get(6)?,
        session_id: row.get(7)?,
        release: row.get(8)?,
        player_id: row.get(9)?,
    })
}

pub(super) async fn logs(db: &Db, filter: &LogFilter) -> Result<Vec<LogRow>> {
    let mut sql = "SELECT at_ms, level, code, message, url, stack, trace_id, session_id, release, player_id
                   FROM client_log WHERE at_ms >= $1"
        .to_owned();
    let mut values = params![filter.since];
    for (column, wanted) in [("code", &filter.code), ("level", &filter.level)] {
        if let Some(wanted) = wanted {
            values.push(wanted.into());
            let _ = write!(sql, " AND {column} = ${}", values.len());
        }
    }
    values.push(filter.limit.into());
    let _ = write!(sql, " ORDER BY at_ms DESC, id DESC LIMIT ${}", values.len());
    db.query(&sql, values).await?.iter().map(log_row).collect()
}

/// Which entries of the log to count together.
#[derive(Debug, Clone, Default)]
pub struct LogSearch {
    /// Only those of this level.
    pub level: Option<&'static str>,
    /// A part of code, message, page or build; every entry when empty.
    pub text: String,
    /// Not before (UTC milliseconds).
    pub since: i64,
    /// How many groups to pass over.
    pub skipped: i64,
    /// At most so many groups.
    pub limit: i64,
}

/// Entries of browsers' logs that say the same. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogGroup {
    /// How bad.
    pub level: String,
    /// What they are counted by.
    pub code: String,
    /// Free of secrets.
    pub message: String,
    /// The page.
    pub url: String,
    /// The site's build.
    pub release: Option<String>,
    /// Where in the code, as one of them says.
    pub stack: Option<String>,
    /// How many.
    pub count: i64,
    /// From how many visits, as far as those tell.
    pub visits: i64,
    /// The first.
    pub first_at: i64,
    /// The latest.
    pub last_at: i64,
}

fn log_group(row: &Row) -> Result<LogGroup> {
    Ok(LogGroup {
        level: row.get(0)?,
        code: row.get(1)?,
        message: row.get(2)?,
        url: row.get(3)?,
        release: row.get(4)?,
        stack: row.get(5)?,
        count: row.get(6)?,
        visits: row.get(7)?,
        first_at: row.get(8)?,
        last_at: row.get(9)?,
    })
}

/// A pattern that holds for whatever has `text` in it.
fn containing(text: &str) -> String {
    let mut pattern = "%".to_owned();
    for sign in text.to_lowercase().chars() {
        if matches!(sign, '!' | '%' | '_') {
            pattern.push('!');
        }
        pattern.push(sign);
    }
    pattern.push('%');
    pattern
}

/// Entries that say the same, counted together, the latest first.
pub(super) async fn log_groups(db: &Db, search: &LogSearch) -> Result<Vec<LogGroup>> {
    let mut values = params![search.since, search.limit, search.skipped];
    let mut only = String::new();
    if let Some(level) = search.level {
        values.push(level.into());
        let _ = write!(only, " AND level = ${}", values.len());
    }
    if !search.text.is_empty() {
        values.push(containing(&search.text).into());
        let place = values.len();
        let _ = write!(
            only,
            " AND (LOWER(code) LIKE ${place} ESCAPE '!' OR LOWER(message) LIKE ${place} ESCAPE '!'
                   OR LOWER(url) LIKE ${place} ESCAPE '!' OR LOWER(release) LIKE ${place} ESCAPE '!')"
        );
    }
    let sql = format!(
        "SELECT level, code, message, url, release, MAX(stack), COUNT(*), COUNT(DISTINCT session_id), MIN(at_ms),
             MAX(at_ms)
         FROM client_log WHERE at_ms >= $1{only}
         GROUP BY level, code, message, url, release
         ORDER BY MAX(at_ms) DESC, code, message, url LIMIT $2 OFFSET $3"
    );
    db.query(&sql, values).await?.iter().map(log_group).collect()
}

/// How many measures called `name` there are since `since`.
pub(super) async fn timings_count(db: &Db, name: &str, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM page_timing WHERE name = $1 AND at_ms >= $2";
    db.query_one(sql, params![name, since]).await?.get(0)
}

/// The measure at place `rank` from the smallest, which has to be there.
pub(super) async fn timing_at(db: &Db, name: &str, since: i64, rank: i64) -> Result<i64> {
    let sql = "SELECT value_thousandths FROM page_timing WHERE name = $1 AND at_ms >= $2
               ORDER BY value_thousandths LIMIT 1 OFFSET $3";
    db.query_one(sql, params![name, since, rank]).await?.get(0)
}

/// Forgets entries of the log up to `log_until`, and other measures up to `measures_until`. Marks of campaigns
/// that belong to a player stay with the player.
pub(super) async fn forget(tx: &mut Tx, log_until: i64, measures_until: i64) -> Result<u64> {
    let mut rows = tx.execute("DELETE FROM client_log WHERE at_ms <= $1", params![log_until]).await?;
    for table in ["page_timing", "network_timing", "refused_field", "pixel_hit"] {
        let sql = format!("DELETE FROM {table} WHERE at_ms <= $1");
        rows += tx.execute(&sql, params![measures_until]).await?;
    }
    let sql = "DELETE FROM utm_marks WHERE player_id IS NULL AND at_ms <= $1";
    rows += tx.execute(sql, params![measures_until]).await?;
    Ok(rows)
}
