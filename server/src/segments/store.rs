//! The SQL of segments that staff keeps.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use uuid::Uuid;

use super::rule::SegmentRule;
use super::saved::{Segment, SegmentRef, Version};

/// Versions in one answer.
const VERSIONS_SHOWN: i64 = 100;

const VERSION: &str = "v.revision, v.name, v.rule, v.member_id, v.member_name, v.saved_at_ms";

const SEGMENT: &str = "FROM player_segment s
    JOIN player_segment_version v ON v.segment_id = s.id AND v.revision = s.revision";

fn version(row: &Row) -> Result<Version> {
    let rule: String = row.get(2)?;
    Ok(Version {
        revision: row.get(0)?,
        name: row.get(1)?,
        rule: serde_json::from_str(&rule).map_err(|error| Error::Corrupt(format!("a segment: {error}")))?,
        member: row.get(3)?,
        by: row.get(4)?,
        at: row.get(5)?,
    })
}

fn read(row: &Row) -> Result<Segment> {
    Ok(Segment { version: version(row)?, id: row.get(6)?, archived_at: row.get(7)? })
}

fn json(rule: &SegmentRule) -> Result<String> {
    serde_json::to_string(rule).map_err(|error| Error::Engine(error.to_string()))
}

/// What was asked for under a number before.
pub(super) async fn fingerprint_in(tx: &mut Tx, id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT fingerprint FROM player_segment WHERE id = $1";
    tx.query_opt(sql, params![id]).await?.map(|row| row.get(0)).transpose()
}

/// Keeps a new segment, whose first version follows.
pub(super) async fn add(tx: &mut Tx, id: Uuid, fingerprint: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO player_segment (id, fingerprint, revision, created_at_ms) VALUES ($1, $2, 1, $3)";
    tx.execute(sql, params![id, fingerprint, now]).await.map(drop)
}

pub(super) async fn add_version(tx: &mut Tx, id: Uuid, new: &Version) -> Result<()> {
    let sql = "INSERT INTO player_segment_version
                   (segment_id, revision, name, rule, member_id, member_name, saved_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let row = params![id, new.revision, &new.name, json(&new.rule)?, new.member, &new.by, new.at];
    tx.execute(sql, row).await.map(drop)
}

/// Moves a segment in use on from the version `seen`; `false` when it is another one by now.
pub(super) async fn move_on(tx: &mut Tx, id: Uuid, seen: i64) -> Result<bool> {
    let sql = "UPDATE player_segment SET revision = revision + 1
               WHERE id = $1 AND revision = $2 AND archived_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, seen]).await? == 1)
}

/// Puts a segment away; `false` when it was before.
pub(super) async fn archive(tx: &mut Tx, id: Uuid, (by, reason): (&str, &str), now: i64) -> Result<bool> {
    let sql = "UPDATE player_segment SET archived_at_ms = $2, archived_by = $3, archive_reason = $4
               WHERE id = $1 AND archived_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, now, by, reason]).await? == 1)
}

pub(super) async fn segment(db: &Db, id: Uuid) -> Result<Option<Segment>> {
    let sql = format!("SELECT {VERSION}, s.id, s.archived_at_ms {SEGMENT} WHERE s.id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(read).transpose()
}

/// At most `limit` segments, newest first, after the one with the number `after`.
pub(super) async fn page(db: &Db, archived: bool, after: Option<Uuid>, limit: i64) -> Result<Vec<Segment>> {
    let which = if archived { "s.archived_at_ms IS NOT NULL" } else { "s.archived_at_ms IS NULL" };
    let mut values = params![limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            "AND (s.created_at_ms, s.id) < (SELECT o.created_at_ms, o.id FROM player_segment o WHERE o.id = $2)"
        }
        None => "",
    };
    let sql = format!(
        "SELECT {VERSION}, s.id, s.archived_at_ms {SEGMENT} WHERE {which} {further}
         ORDER BY s.created_at_ms DESC, s.id DESC LIMIT $1"
    );
    db.query(&sql, values).await?.iter().map(read).collect()
}

/// The versions of a segment, newest first.
pub(super) async fn versions(db: &Db, id: Uuid) -> Result<Vec<Version>> {
    let sql = format!(
        "SELECT {VERSION} FROM player_segment_version v WHERE v.segment_id = $1 ORDER BY v.revision DESC LIMIT $2"
    );
    db.query(&sql, params![id, VERSIONS_SHOWN]).await?.iter().map(version).collect()
}

/// A version of a segment.
pub(super) async fn version_of(db: &Db, of: SegmentRef) -> Result<Option<Version>> {
    let sql =
        format!("SELECT {VERSION} FROM player_segment_version v WHERE v.segment_id = $1 AND v.revision = $2");
    db.query_opt(&sql, params![of.id, of.revision]).await?.as_ref().map(version).transpose()
}
