//! Migrations: numbered files of portable SQL, run once each, in order, all that are due in one transaction.
//!
//! Four words differ between the engines: `{{rowid}}` (a number that is the key of an append-mostly
//! table), `{{bytes}}`, `{{clustered}}` (rows kept in the order of their key), and `{{bytewise}}` (text in the order
//! of its bytes, whatever the database's language). Nothing else may.

use crate::postgres::Timeouts;
use crate::{Db, Error, Result, Tx, params};

/// One migration.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Its file name without the ending; the order of names is the order of running.
    pub name: &'static str,
    /// Its text.
    pub sql: &'static str,
}

/// Every migration, in order.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "0001_ledger", sql: include_str!("../migrations/0001_ledger.sql") },
    Migration { name: "0002_privacy", sql: include_str!("../migrations/0002_privacy.sql") },
    Migration { name: "0003_players", sql: include_str!("../migrations/0003_players.sql") },
    Migration { name: "0004_protection", sql: include_str!("../migrations/0004_protection.sql") },
    Migration { name: "0005_cashbox", sql: include_str!("../migrations/0005_cashbox.sql") },
    Migration { name: "0006_games", sql: include_str!("../migrations/0006_games.sql") },
    Migration { name: "0007_bonuses", sql: include_str!("../migrations/0007_bonuses.sql") },
    Migration { name: "0008_loyalty", sql: include_str!("../migrations/0008_loyalty.sql") },
    Migration { name: "0009_competitions", sql: include_str!("../migrations/0009_competitions.sql") },
    Migration { name: "0010_people", sql: include_str!("../migrations/0010_people.sql") },
    Migration { name: "0011_content", sql: include_str!("../migrations/0011_content.sql") },
    Migration { name: "0012_staff", sql: include_str!("../migrations/0012_staff.sql") },
    Migration { name: "0013_reports", sql: include_str!("../migrations/0013_reports.sql") },
];

/// The lock that keeps two servers from migrating at once on PostgreSQL.
const ADVISORY_LOCK: i64 = 0x0063_726f_7570_6965;

pub(crate) async fn run(db: &Db, migrations: &[Migration]) -> Result<usize> {
    // An index over a large table takes its time.
    let mut tx = db.begin_with(Timeouts::Endless).await?;
    lock(db, &mut tx).await?;
    tx.execute(
        "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL)",
        vec![],
    )
    .await?;
    refuse_newer(&mut tx, migrations).await?;
    let mut ran = 0;
    for migration in migrations {
        if is_done(&mut tx, migration).await? {
            continue;
        }
        for statement in statements(&in_dialect(db, migration.sql)) {
            tx.execute(statement, vec![]).await?;
        }
        let row = params![migration.name, checksum(migration.sql)];
        tx.execute("INSERT INTO migration (name, checksum) VALUES ($1, $2)", row).await?;
        ran += 1;
    }
    for lane in 0..db.lanes() {
        let sql = "INSERT INTO lane (id, next_seq) VALUES ($1, 1) ON CONFLICT (id) DO NOTHING";
        tx.execute(sql, params![lane]).await?;
    }
    tx.commit().await?;
    Ok(ran)
}

async fn lock(db: &Db, tx: &mut Tx) -> Result<()> {
    // SQLite's write transaction is the lock.
    if db.engine_name() == "postgresql" {
        tx.query("SELECT pg_advisory_xact_lock($1)::text", params![ADVISORY_LOCK]).await?;
    }
    Ok(())
}

/// Refuses tables that a newer program has changed: what this one writes into them could be wrong.
async fn refuse_newer(tx: &mut Tx, migrations: &[Migration]) -> Result<()> {
    for row in tx.query("SELECT name FROM migration ORDER BY name", vec![]).await? {
        let name: String = row.get(0)?;
        if !migrations.iter().any(|known| known.name == name) {
            return Err(Error::Newer(name));
        }
    }
    Ok(())
}

async fn is_done(tx: &mut Tx, migration: &Migration) -> Result<bool> {
    let row = tx.query_opt("SELECT checksum FROM migration WHERE name = $1", params![migration.name]).await?;
    let Some(row) = row else { return Ok(false) };
    if row.get::<String>(0)? == checksum(migration.sql) {
        Ok(true)
    } else {
        Err(Error::Corrupt(format!("migration {} has changed since it ran", migration.name)))
    }
}

fn in_dialect(db: &Db, sql: &str) -> String {
    let (rowid, bytes, clustered) = match db.engine_name() {
        "sqlite" => ("integer PRIMARY KEY", "blob", " WITHOUT ROWID"),
        _ => ("bigint PRIMARY KEY", "bytea", ""),
    };
    sql.replace("{{rowid}}", rowid)
        .replace("{{bytes}}", bytes)
        .replace("{{clustered}}", clustered)
        .replace("{{bytewise}}", db.bytewise())
}

/// Statements end with a semicolon at the end of a line.
fn statements(sql: &str) -> impl Iterator<Item = &str> {
    sql.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}

/// 64-bit FNV-1a of the text; enough to notice an edited file.
fn checksum(sql: &str) -> String {
    let hash = sql.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
