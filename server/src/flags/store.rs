//! Rows of switches.

use croupier_db::{Db, Error, Result, Row, Tx, params};

use super::{FlagVersion, rule::FlagRule};

/// Versions in one answer.
const VERSIONS_SHOWN: i64 = 100;

const VERSION: &str = "f.version, f.run, f.rule, f.reason, f.by_name, f.at_ms";

fn read(row: &Row) -> Result<FlagVersion> {
    Ok(FlagVersion {
        version: row.get(0)?,
        run: row.get(1)?,
        rule: rule_of(&row.get::<String>(2)?)?,
        reason: row.get(3)?,
        by: row.get(4)?,
        at: row.get(5)?,
    })
}

fn rule_of(json: &str) -> Result<FlagRule> {
    serde_json::from_str(json).map_err(|error| Error::Corrupt(format!("a switch: {error}")))
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
    db.query(&sql, params![]).await?.iter().map(|row| Ok((row.get(6)?, read(row)?))).collect()
}

/// Versions of one switch, newest first.
pub(super) async fn history(db: &Db, name: &str) -> Result<Vec<FlagVersion>> {
    let sql =
        format!("SELECT {VERSION} FROM feature_flag f WHERE f.name = $1 ORDER BY f.version DESC LIMIT $2");
    db.query(&sql, params![name, VERSIONS_SHOWN]).await?.iter().map(read).collect()
}

/// Keeps the version after `base`, in the run that it goes on with or begins; `false` when `base` is not the last one.
pub(super) async fn add(tx: &mut Tx, name: &str, base: i64, new: &FlagVersion) -> Result<bool> {
    let last =
        format!("SELECT {VERSION} FROM feature_flag f WHERE f.name = $1 ORDER BY f.version DESC LIMIT 1");
    let last = tx.query_opt(&last, params![name]).await?.as_ref().map(read).transpose()?;
    if last.as_ref().map_or(0, |last| last.version) != base {
        return Ok(false);
    }
    let FlagVersion { version, rule, reason, by, at, .. } = new;
    let earlier = last.filter(|last| rule.goes_on(&last.rule)).and_then(|last| last.run);
    let run = earlier.or_else(|| rule.counts().then_some(*version));
    let sql = "INSERT INTO feature_flag (name, version, run, rule, reason, by_name, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name, version) DO NOTHING";
    Ok(tx.execute(sql, params![name, *version, run, json(rule)?, reason, by, *at]).await? == 1)
}
