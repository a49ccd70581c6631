//! Rows of switches.

use croupier_db::{Db, Error, Result, Row, Tx, params};

use super::{FlagVersion, rule::FlagRule};

/// Versions in one answer.
const VERSIONS_SHOWN: i64 = 100;

const VERSION: &str = "f.version, f.rule, f.reason, f.by_name, f.at_ms";

fn read(row: &Row) -> Result<FlagVersion> {
    let rule: String = row.get(1)?;
    Ok(FlagVersion {
        version: row.get(0)?,
        rule: serde_json::from_str(&rule).map_err(|error| Error::Corrupt(format!("a switch: {error}")))?,
        reason: row.get(2)?,
        by: row.get(3)?,
        at: row.get(4)?,
    })
}

fn json(rule: &FlagRule) -> Result<String> {
    serde_json::to_string(rule).map_err(|error| Error::Engine(error.to_string()))
}

/// How many versions there are of all switches; it rises with each.
pub(super) async fn revision(db: &Db) -> Result<i64> {
    db.query_one("SELECT COUNT(*) FROM feature_flag", params![]).await?.get(0)
}

/// The version of each switch that holds.
pub(super) async fn in_force(db: &Db) -> Result<Vec<(String, FlagVersion)>> {
    let sql = format!(
        "SELECT {VERSION}, f.name FROM feature_flag f
         WHERE f.version = (SELECT MAX(v.version) FROM feature_flag v WHERE v.name = f.name)
         ORDER BY f.name"
    );
    db.query(&sql, params![]).await?.iter().map(|row| Ok((row.get(5)?, read(row)?))).collect()
}

/// Versions of one switch, newest first.
pub(super) async fn history(db: &Db, name: &str) -> Result<Vec<FlagVersion>> {
    let sql =
        format!("SELECT {VERSION} FROM feature_flag f WHERE f.name = $1 ORDER BY f.version DESC LIMIT $2");
    db.query(&sql, params![name, VERSIONS_SHOWN]).await?.iter().map(read).collect()
}

/// Keeps the version after `base`; `false` when `base` is not the last one.
pub(super) async fn add(tx: &mut Tx, name: &str, base: i64, new: &FlagVersion) -> Result<bool> {
    let last = "SELECT COALESCE(MAX(version), 0) FROM feature_flag WHERE name = $1";
    let last: i64 = tx.query_one(last, params![name]).await?.get(0)?;
    if last != base {
        return Ok(false);
    }
    let sql = "INSERT INTO feature_flag (name, version, rule, reason, by_name, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name, version) DO NOTHING";
    let FlagVersion { version, rule, reason, by, at } = new;
    Ok(tx.execute(sql, params![name, *version, json(rule)?, reason, by, *at]).await? == 1)
}
