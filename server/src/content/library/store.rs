//! Rows of media.

use std::fmt::Write as _;

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use uuid::Uuid;

use super::MediaFilter;
use super::model::{Medium, MediumState, MediumTexts, MediumType};
use crate::platform::blobs::BlobName;

const MEDIUM: &str =
    "SELECT id, hash, state, blob, file_type, name, alts, brand, size_bytes, width, height, revision,
     uploaded_at_ms, uploaded_by FROM medium";

fn medium(row: &Row) -> Result<Medium> {
    let corrupt = |what: &str| Error::Corrupt(format!("{what} of a medium"));
    let (state, file_type): (String, String) = (row.get(2)?, row.get(4)?);
    let blob: String = row.get(3)?;
    let alts: String = row.get(6)?;
    let (width, height): (Option<i64>, Option<i64>) = (row.get(9)?, row.get(10)?);
    Ok(Medium {
        id: row.get(0)?,
        hash: row.get(1)?,
        state: MediumState::from_name(&state).ok_or_else(|| corrupt(&state))?,
        blob: BlobName::parse(&blob).ok_or_else(|| corrupt(&blob))?,
        file_type: MediumType::from_name(&file_type).ok_or_else(|| corrupt(&file_type))?,
        texts: MediumTexts {
            name: row.get(5)?,
            alts: serde_json::from_str(&alts).map_err(|_| corrupt(&alts))?,
            brand: row.get(7)?,
        },
        size_bytes: row.get(8)?,
        pixels: width.zip(height),
        revision: row.get(11)?,
        uploaded_at: row.get(12)?,
        uploaded_by: row.get(13)?,
    })
}

fn alts_of(texts: &MediumTexts) -> Result<String> {
    serde_json::to_string(&texts.alts).map_err(|error| Error::Corrupt(error.to_string()))
}

/// A pattern for what holds `text`.
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

/// At most `limit` media that are kept, after the number `after`, the newest first. Numbers rise with time.
pub(super) async fn page(
    db: &Db,
    filter: &MediaFilter,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Medium>> {
    let mut values = params![after.unwrap_or(Uuid::max()), limit];
    let mut only = String::new();
    if !filter.text.is_empty() {
        values.push(containing(&filter.text).into());
        let _ = write!(only, " AND searched LIKE ${} ESCAPE '!'", values.len());
    }
    if let Some(brand) = &filter.brand {
        values.push(brand.clone().into());
        let _ = write!(only, " AND brand = ${}", values.len());
    }
    if let Some(is_picture) = filter.is_picture {
        only.push_str(if is_picture { " AND file_type <> 'pdf'" } else { " AND file_type = 'pdf'" });
    }
    let sql = format!("{MEDIUM} WHERE state = 'kept' AND id < $1{only} ORDER BY id DESC LIMIT $2");
    db.query(&sql, values).await?.iter().map(medium).collect()
}

/// A medium that is kept.
pub(super) async fn kept(db: &Db, id: Uuid) -> Result<Option<Medium>> {
    let sql = format!("{MEDIUM} WHERE id = $1 AND state = 'kept'");
    db.query_opt(&sql, params![id]).await?.as_ref().map(medium).transpose()
}

/// The same within the caller's transaction.
pub(super) async fn kept_in(tx: &mut Tx, id: Uuid) -> Result<Option<Medium>> {
    let sql = format!("{MEDIUM} WHERE id = $1 AND state = 'kept'");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(medium).transpose()
}

/// A medium that is kept, by its hash.
pub(super) async fn kept_with_hash(db: &Db, hash: &str) -> Result<Option<Medium>> {
    let sql = format!("{MEDIUM} WHERE hash = $1 AND state = 'kept'");
    db.query_opt(&sql, params![hash]).await?.as_ref().map(medium).transpose()
}

/// The medium of this very file, however it stands.
pub(super) async fn with_hash(tx: &mut Tx, hash: &str) -> Result<Option<Medium>> {
    let sql = format!("{MEDIUM} WHERE hash = $1");
    tx.query_opt(&sql, params![hash]).await?.as_ref().map(medium).transpose()
}

/// Writes a medium down whose file is still to be written.
pub(super) async fn add(tx: &mut Tx, new: &Medium) -> Result<()> {
    let sql = "INSERT INTO medium (id, hash, state, blob, file_type, name, alts, searched, brand, size_bytes, width, height,
                   revision, uploaded_at_ms, uploaded_by)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let row = params![
        new.id,
        &new.hash,
        new.state.name(),
        new.blob.as_str(),
        new.file_type.name(),
        &new.texts.name,
        alts_of(&new.texts)?,
        new.texts.searched(),
        new.texts.brand.clone(),
        new.size_bytes,
        new.pixels.map(|(width, _)| width),
        new.pixels.map(|(_, height)| height),
        new.revision,
        new.uploaded_at,
        &new.uploaded_by,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Forgets a medium in the state `state`; `false` when it is in another one.
pub(super) async fn forget(tx: &mut Tx, id: Uuid, state: MediumState) -> Result<bool> {
    let sql = "DELETE FROM medium WHERE id = $1 AND state = $2";
    Ok(tx.execute(sql, params![id, state.name()]).await? == 1)
}

/// Takes a medium out of the state `from`; `false` when it is in another one.
pub(super) async fn change(tx: &mut Tx, id: Uuid, from: MediumState, to: MediumState) -> Result<bool> {
    let sql = "UPDATE medium SET state = $3 WHERE id = $1 AND state = $2";
    Ok(tx.execute(sql, params![id, from.name(), to.name()]).await? == 1)
}

/// Saves what staff says about a medium whose `revision` it has seen; `false` when that is no longer so.
pub(super) async fn save(tx: &mut Tx, id: Uuid, revision: i64, texts: &MediumTexts) -> Result<bool> {
    let sql = "UPDATE medium SET name = $3, alts = $4, searched = $5, brand = $6, revision = revision + 1
               WHERE id = $1 AND revision = $2 AND state = 'kept'";
    let row = params![id, revision, &texts.name, alts_of(texts)?, texts.searched(), texts.brand.clone()];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Uploads that were begun before `before` (UTC milliseconds) and never finished.
pub(super) async fn unfinished(db: &Db, before: i64, limit: i64) -> Result<Vec<Medium>> {
    let sql = format!(
        "{MEDIUM} WHERE state = 'uploading' AND uploaded_at_ms <= $1 ORDER BY uploaded_at_ms LIMIT $2"
    );
    db.query(&sql, params![before, limit]).await?.iter().map(medium).collect()
}

/// Media whose files are to be removed.
pub(super) async fn withdrawn(db: &Db, limit: i64) -> Result<Vec<Medium>> {
    let sql = format!("{MEDIUM} WHERE state = 'withdrawn' ORDER BY id LIMIT $1");
    db.query(&sql, params![limit]).await?.iter().map(medium).collect()
}

/// A statement that touches a row when the medium with this hash is not there for everybody.
pub(super) fn touch_unkept(hash: &str) -> Statement {
    let sql = "UPDATE medium SET revision = revision WHERE hash = $1 AND state <> 'kept'";
    Statement { sql, params: params![hash], expect_one_row: false }
}

/// The hash and the file of every medium that has to have one.
pub(super) async fn files(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT hash, blob FROM medium WHERE state = 'kept' ORDER BY id";
    db.query(sql, params![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
