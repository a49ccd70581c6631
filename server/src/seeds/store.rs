//! The SQL of seeds and of the list of commitments.

use croupier_db::{Db, Result, Row, Statement, Tx, Value, params, placeholders};

/// Seeds read by their names in one go at most: engines limit the parameters of a statement.
const NAMES_MAX: usize = 500;

/// A seed as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeedRow {
    pub name: String,
    /// The key that it is encrypted under.
    pub key: String,
    pub sealed: Vec<u8>,
    /// What is published, hex.
    pub server_seed_hash: String,
}

/// An entry of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub number: i64,
    pub server_seed_hash: String,
    pub at: i64,
    pub head: String,
}

/// Where the list ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct End {
    pub number: i64,
    pub head: String,
}

const SEED: &str = "SELECT name, key_id, sealed, server_seed_hash FROM server_seed";

fn seed(row: &Row) -> Result<SeedRow> {
    Ok(SeedRow { name: row.get(0)?, key: row.get(1)?, sealed: row.get(2)?, server_seed_hash: row.get(3)? })
}

/// The statement that keeps a seed; it misses when there is one of that name.
pub(super) fn keep(name: String, key: String, sealed: Vec<u8>, published: &str, now: i64) -> Statement {
    let sql = "INSERT INTO server_seed (name, key_id, sealed, server_seed_hash, created_at_ms)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING";
    Statement { sql, params: params![name, key, sealed, published, now], expect_one_row: true }
}

/// The seeds with these names, in any order.
pub(super) async fn named(db: &Db, names: &[String]) -> Result<Vec<SeedRow>> {
    let mut found = Vec::new();
    for names in names.chunks(NAMES_MAX) {
        let (sql, params) = by_names(names);
        found.extend(db.query(&sql, params).await?);
    }
    found.iter().map(seed).collect()
}

/// Like [`named`], within a transaction.
pub(super) async fn named_in(tx: &mut Tx, names: &[String]) -> Result<Vec<SeedRow>> {
    let mut found = Vec::new();
    for names in names.chunks(NAMES_MAX) {
        let (sql, params) = by_names(names);
        found.extend(tx.query(&sql, params).await?);
    }
    found.iter().map(seed).collect()
}

fn by_names(names: &[String]) -> (String, Vec<Value>) {
    let sql = format!("{SEED} WHERE name IN ({})", placeholders(1, names.len()));
    (sql, names.iter().map(Value::from).collect())
}

/// The first name of a key, in the order of names, that comes after `after` and that a seed is encrypted under.
pub(super) async fn key_after(db: &Db, after: &str) -> Result<Option<String>> {
    let sql = "SELECT MIN(key_id) FROM server_seed WHERE key_id > $1";
    db.query_one(sql, params![after]).await?.get(0)
}

/// How many seeds are encrypted under a key.
pub(super) async fn count_under(db: &Db, key: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM server_seed WHERE key_id = $1";
    db.query_one(sql, params![key]).await?.get(0)
}

/// At most `limit` seeds under a key whose names come after `after`, in the order of names.
pub(super) async fn under(db: &Db, key: &str, after: &str, limit: i64) -> Result<Vec<SeedRow>> {
    let sql = format!("{SEED} WHERE key_id = $1 AND name > $2 ORDER BY name LIMIT $3");
    db.query(&sql, params![key, after, limit]).await?.iter().map(seed).collect()
}

/// Writes a seed down under another key; `false` when it is not any more as it was read.
pub(super) async fn encrypt_anew(
    tx: &mut Tx,
    before: &SeedRow,
    (key, sealed): (String, Vec<u8>),
) -> Result<bool> {
    let sql = "UPDATE server_seed SET key_id = $3, sealed = $4 WHERE name = $1 AND key_id = $2";
    let params = params![&before.name, &before.key, key, sealed];
    Ok(tx.execute(sql, params).await? == 1)
}

/// Whether a commitment waits to be appended to the list.
pub(super) async fn is_any_waiting(db: &Db) -> Result<bool> {
    let sql = "SELECT 1 FROM server_seed WHERE number IS NULL LIMIT 1";
    Ok(db.query_opt(sql, params![]).await?.is_some())
}

/// Takes the turn to append: nobody else appends before the transaction has ended.
pub(super) async fn lock_chain(tx: &mut Tx) -> Result<End> {
    let sql = "UPDATE seed_chain SET turn = turn + 1 WHERE id = 1 RETURNING number, head";
    let row = tx.query_one(sql, params![]).await?;
    Ok(End { number: row.get(0)?, head: row.get(1)? })
}

/// At most `limit` seeds whose commitments wait, each with its commitment, the oldest first.
pub(super) async fn waiting(tx: &mut Tx, limit: i64) -> Result<Vec<(String, String)>> {
    let sql = "SELECT name, server_seed_hash FROM server_seed WHERE number IS NULL
               ORDER BY created_at_ms, name LIMIT $1";
    tx.query(sql, params![limit]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Appends entries, each with the name of its seed; the turn is held.
pub(super) async fn append(tx: &mut Tx, entries: &[(String, Entry)]) -> Result<()> {
    let Some((_, last)) = entries.last() else { return Ok(()) };
    let sql = "INSERT INTO seed_commitment (number, server_seed_hash, at_ms, head) VALUES ($1, $2, $3, $4)";
    let rows = entries.iter().map(|(_, Entry { number, server_seed_hash, at, head })| {
        params![*number, server_seed_hash, *at, head]
    });
    tx.execute_each(sql, rows.collect()).await?;
    let mut numbers: Vec<_> = entries.iter().map(|(name, entry)| (name, entry.number)).collect();
    numbers.sort_unstable();
    let sql = "UPDATE server_seed SET number = $2 WHERE name = $1";
    tx.execute_each(sql, numbers.into_iter().map(|(name, number)| params![name, number]).collect()).await?;
    let sql = "UPDATE seed_chain SET number = $1, head = $2 WHERE id = 1";
    tx.execute(sql, params![last.number, &last.head]).await.map(drop)
}

/// Where the list ends.
pub(super) async fn end(db: &Db) -> Result<End> {
    let row = db.query_one("SELECT number, head FROM seed_chain WHERE id = 1", params![]).await?;
    Ok(End { number: row.get(0)?, head: row.get(1)? })
}

const ENTRY: &str = "SELECT number, server_seed_hash, at_ms, head FROM seed_commitment";

fn entry(row: &Row) -> Result<Entry> {
    Ok(Entry { number: row.get(0)?, server_seed_hash: row.get(1)?, at: row.get(2)?, head: row.get(3)? })
}

/// At most `limit` entries after the one numbered `after`, in their order.
pub(super) async fn entries(db: &Db, after: i64, limit: i64) -> Result<Vec<Entry>> {
    let sql = format!("{ENTRY} WHERE number > $1 ORDER BY number LIMIT $2");
    db.query(&sql, params![after, limit]).await?.iter().map(entry).collect()
}

/// The entry of a commitment, the first when there are several.
pub(super) async fn entry_of(db: &Db, server_seed_hash: &str) -> Result<Option<Entry>> {
    let sql = format!("{ENTRY} WHERE server_seed_hash = $1 ORDER BY number LIMIT 1");
    db.query_opt(&sql, params![server_seed_hash]).await?.as_ref().map(entry).transpose()
}
