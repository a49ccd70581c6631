//! Versions of documents, and links that show drafts.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, Tx, params};
use uuid::Uuid;

use super::folder::Overlay;
use super::version::{Version, VersionState};

/// Columns of a version, with its text.
const WHOLE: &str = "path, version, state, body, revision, base, restores, started_at_ms, saved_at_ms, saved_by, due_at_ms, batch,
    publisher_id, publisher_name, reason, published_at_ms, fault";

/// The same without its text.
const HEAD: &str = "path, version, state, CAST(NULL AS text), revision, base, restores, started_at_ms, saved_at_ms, saved_by,
    due_at_ms, batch, publisher_id, publisher_name, reason, published_at_ms, fault";

const OPEN: &str = "path = $1 AND state IN ('draft', 'scheduled')";

fn version_of(row: &Row) -> Result<Version> {
    let state: String = row.get(2)?;
    Ok(Version {
        path: row.get(0)?,
        number: row.get(1)?,
        state: VersionState::from_name(&state)
            .ok_or_else(|| Error::Corrupt(format!("state {state:?} of a document")))?,
        body: row.get(3)?,
        revision: row.get(4)?,
        base: row.get(5)?,
        restores: row.get(6)?,
        started_at: row.get(7)?,
        saved_at: row.get(8)?,
        saved_by: row.get(9)?,
        due_at: row.get(10)?,
        batch: row.get(11)?,
        publisher_id: row.get(12)?,
        publisher: row.get(13)?,
        reason: row.get(14)?,
        published_at: row.get(15)?,
        fault: row.get(16)?,
    })
}

/// The number of the edition in force.
pub(super) async fn edition(db: &Db) -> Result<i64> {
    db.query_one("SELECT number FROM content_edition WHERE id = 1", params![]).await?.get(0)
}

/// The same within the caller's transaction.
pub(super) async fn edition_in(tx: &mut Tx) -> Result<i64> {
    tx.query_one("SELECT number FROM content_edition WHERE id = 1", params![]).await?.get(0)
}

/// Makes the next edition; `false` when `seen` is no longer the one in force.
pub(super) async fn advance(tx: &mut Tx, seen: i64) -> Result<bool> {
    let sql = "UPDATE content_edition SET number = number + 1 WHERE id = 1 AND number = $1";
    Ok(tx.execute(sql, params![seen]).await? == 1)
}

/// The texts that staff has published and the numbers of their versions, by path.
pub(super) async fn versions_in_force(db: &Db) -> Result<(Overlay, BTreeMap<String, i64>)> {
    let sql = "SELECT path, body, version FROM content_version WHERE state = 'published'";
    let (mut texts, mut versions) = (Overlay::new(), BTreeMap::new());
    for row in db.query(sql, params![]).await? {
        let path: String = row.get(0)?;
        versions.insert(path.clone(), row.get(2)?);
        texts.insert(path, row.get(1)?);
    }
    Ok((texts, versions))
}

/// The texts that staff has published, by path.
pub(super) async fn texts_in_force(db: &Db) -> Result<Overlay> {
    let sql = "SELECT path, body FROM content_version WHERE state = 'published'";
    db.query(sql, params![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

pub(super) async fn in_force(db: &Db, path: &str) -> Result<Option<Version>> {
    let sql = format!("SELECT {WHOLE} FROM content_version WHERE path = $1 AND state = 'published'");
    db.query_opt(&sql, params![path]).await?.as_ref().map(version_of).transpose()
}

/// The number of the version in force; 0 while it is the folder's.
pub(super) async fn number_in_force(tx: &mut Tx, path: &str) -> Result<i64> {
    let sql = "SELECT version FROM content_version WHERE path = $1 AND state = 'published'";
    tx.query_opt(sql, params![path]).await?.map_or(Ok(0), |row| row.get(0))
}

pub(super) async fn open_version(db: &Db, path: &str) -> Result<Option<Version>> {
    let sql = format!("SELECT {WHOLE} FROM content_version WHERE {OPEN}");
    db.query_opt(&sql, params![path]).await?.as_ref().map(version_of).transpose()
}

pub(super) async fn open_version_in(tx: &mut Tx, path: &str) -> Result<Option<Version>> {
    let sql = format!("SELECT {WHOLE} FROM content_version WHERE {OPEN}");
    tx.query_opt(&sql, params![path]).await?.as_ref().map(version_of).transpose()
}

pub(super) async fn version(db: &Db, path: &str, number: i64) -> Result<Option<Version>> {
    let sql = format!("SELECT {WHOLE} FROM content_version WHERE path = $1 AND version = $2");
    db.query_opt(&sql, params![path, number]).await?.as_ref().map(version_of).transpose()
}

pub(super) async fn version_in(tx: &mut Tx, path: &str, number: i64) -> Result<Option<Version>> {
    let sql = format!("SELECT {WHOLE} FROM content_version WHERE path = $1 AND version = $2");
    tx.query_opt(&sql, params![path, number]).await?.as_ref().map(version_of).transpose()
}

pub(super) async fn history(db: &Db, path: &str, limit: i64) -> Result<Vec<Version>> {
    let sql = format!("SELECT {HEAD} FROM content_version WHERE path = $1 ORDER BY version DESC LIMIT $2");
    db.query(&sql, params![path, limit]).await?.iter().map(version_of).collect()
}

pub(super) async fn heads(db: &Db) -> Result<Vec<Version>> {
    let sql = format!(
        "SELECT {HEAD} FROM content_version WHERE state IN ('draft', 'scheduled', 'published') ORDER BY path, version"
    );
    db.query(&sql, params![]).await?.iter().map(version_of).collect()
}

/// The same with their texts, within the caller's transaction.
pub(super) async fn living(tx: &mut Tx) -> Result<Vec<Version>> {
    let sql = format!(
        "SELECT {WHOLE} FROM content_version WHERE state IN ('draft', 'scheduled', 'published') ORDER BY path, version"
    );
    tx.query(&sql, params![]).await?.iter().map(version_of).collect()
}

/// What is due at `now`, the earliest first.
pub(super) async fn due(db: &Db, now: i64) -> Result<Vec<Version>> {
    let sql = format!(
        "SELECT {HEAD} FROM content_version WHERE state = 'scheduled' AND due_at_ms <= $1 ORDER BY due_at_ms, batch, path"
    );
    db.query(&sql, params![now]).await?.iter().map(version_of).collect()
}

/// What is due together.
pub(super) async fn batch_in(tx: &mut Tx, batch: Uuid) -> Result<Vec<Version>> {
    let sql =
        format!("SELECT {WHOLE} FROM content_version WHERE batch = $1 AND state = 'scheduled' ORDER BY path");
    tx.query(&sql, params![batch]).await?.iter().map(version_of).collect()
}

/// The newest version's number; 0 when there is none.
pub(super) async fn last_number(tx: &mut Tx, path: &str) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(version), 0) FROM content_version WHERE path = $1";
    tx.query_one(sql, params![path]).await?.get(0)
}

/// The highest revision of a document's versions before `number`; 0 where there is none.
pub(super) async fn last_revision(tx: &mut Tx, path: &str, number: i64) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(revision), 0) FROM content_version WHERE path = $1 AND version < $2";
    tx.query_one(sql, params![path, number]).await?.get(0)
}

/// Writes a version as it is now; `edition` is that in which it came into force.
pub(super) async fn keep(tx: &mut Tx, version: &Version, edition: Option<i64>) -> Result<()> {
    let sql = "INSERT INTO content_version (path, version, state, body, revision, base, restores, started_at_ms, saved_at_ms,
                   saved_by, due_at_ms, batch, publisher_id, publisher_name, reason, published_at_ms, fault, edition)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
               ON CONFLICT (path, version) DO UPDATE SET state = excluded.state, body = excluded.body,
                   revision = excluded.revision, base = excluded.base, saved_at_ms = excluded.saved_at_ms, saved_by = excluded.saved_by,
                   due_at_ms = excluded.due_at_ms, batch = excluded.batch, publisher_id = excluded.publisher_id,
                   publisher_name = excluded.publisher_name, reason = excluded.reason,
                   published_at_ms = excluded.published_at_ms, fault = excluded.fault, edition = excluded.edition";
    let row = params![
        &version.path,
        version.number,
        version.state.name(),
        version.body.clone(),
        version.revision,
        version.base,
        version.restores,
        version.started_at,
        version.saved_at,
        &version.saved_by,
        version.due_at,
        version.batch,
        version.publisher_id,
        version.publisher.clone(),
        version.reason.clone(),
        version.published_at,
        version.fault.clone(),
        edition,
    ];
    tx.execute(sql, row).await?;
    Ok(())
}

/// Takes the version in force out of force.
pub(super) async fn supersede(tx: &mut Tx, path: &str) -> Result<()> {
    let sql = "UPDATE content_version SET state = 'superseded' WHERE path = $1 AND state = 'published'";
    tx.execute(sql, params![path]).await?;
    Ok(())
}

/// Notes that a member has written in a version.
pub(super) async fn add_editor(tx: &mut Tx, version: &Version, member: Uuid) -> Result<()> {
    let sql = "INSERT INTO content_editor (path, version, member_id) VALUES ($1, $2, $3)
               ON CONFLICT (path, version, member_id) DO NOTHING";
    tx.execute(sql, params![&version.path, version.number, member]).await?;
    Ok(())
}

pub(super) async fn has_written(tx: &mut Tx, version: &Version, member: Uuid) -> Result<bool> {
    let sql = "SELECT 1 FROM content_editor WHERE path = $1 AND version = $2 AND member_id = $3";
    Ok(tx.query_opt(sql, params![&version.path, version.number, member]).await?.is_some())
}

pub(super) async fn editors(db: &Db, path: &str, number: i64) -> Result<Vec<Uuid>> {
    let sql = "SELECT member_id FROM content_editor WHERE path = $1 AND version = $2";
    db.query(sql, params![path, number]).await?.iter().map(|row| row.get(0)).collect()
}

pub(super) async fn add_preview(
    tx: &mut Tx,
    hash: &[u8],
    documents: &str,
    member: Uuid,
    expires: i64,
) -> Result<()> {
    let sql = "INSERT INTO content_preview (token_hash, documents, member_id, expires_at_ms) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, params![hash, documents, member, expires]).await?;
    Ok(())
}

/// What a link shows and until when, when it still counts at `now`.
pub(super) async fn preview(db: &Db, hash: &[u8], now: i64) -> Result<Option<(String, i64)>> {
    let sql =
        "SELECT documents, expires_at_ms FROM content_preview WHERE token_hash = $1 AND expires_at_ms > $2";
    db.query_opt(sql, params![hash, now]).await?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

pub(super) async fn forget_previews(tx: &mut Tx, now: i64) -> Result<()> {
    tx.execute("DELETE FROM content_preview WHERE expires_at_ms <= $1", params![now]).await?;
    Ok(())
}
