//! Whether a bet costs the same after ten million of them, how much they take on disk, how soon a server is
//! ready again on all that, and how long it takes to check all of the books.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target};
use croupier_pgtest::Cluster;
use croupier_server::wallet::Wallet;

use super::store::{Load, Player, Store, Who};
use super::{PLAYERS, POSTGRES, SQLITE};
use crate::figures::{Figures, option};

/// Callers in flight.
const IN_FLIGHT: usize = 512;

/// Runs it: `--millions M`, and `--postgres` for the other engine.
pub async fn run(arguments: &[String]) -> Result<()> {
    let millions: usize = option(arguments, "--millions", 10)?;
    let postgres = arguments.iter().any(|argument| argument == "--postgres");
    let cluster = postgres.then(Cluster::in_use).transpose()?;
    let url = cluster.as_ref().map(|cluster| cluster.database("growth")).transpose()?;
    let kind = if postgres { POSTGRES } else { SQLITE };
    let store = Store::open(kind, url.clone(), PLAYERS).await?;
    let mut runs = Vec::new();
    for million in 1..=millions {
        let left = Arc::new(AtomicU64::new(1_000_000));
        let more =
            move || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok();
        let load =
            Load { seconds: 0, in_flight: IN_FLIGHT, players: PLAYERS, hot: false, who: Who::Everybody };
        let figures = store.drive(load, more).await?;
        figures.print(&format!("growth_million_{million}"));
        runs.push(figures);
    }
    if let (Some(second), Some(last)) = (runs.get(1), runs.last()) {
        compare(second, last);
    }
    let bytes = match &url {
        Some(_) => {
            let sql = "SELECT pg_database_size(current_database())";
            store.db.query_one(sql, Vec::new()).await?.get::<i64>(0)?
        }
        None => i64::try_from(std::fs::metadata(store.folder().join("croupier.db"))?.len())?,
    };
    println!("RESULT name=growth_bytes_per_bet value={}", bytes / i64::try_from(millions * 1_000_000)?);
    let folder = store.close();
    let target = url.map_or_else(|| Target::Sqlite(folder.path().to_owned()), Target::Postgres);
    println!("RESULT name=growth_ready_ms value={}", restart(&target).await?);
    // As `croupier check` does: a server would give up a statement that reads all of it.
    let (db, began) = (Db::open_beside(&target).await?, Instant::now());
    let findings = croupier_server::wallet::check(&db).await?;
    println!("RESULT name=growth_check_s value={:.1}", began.elapsed().as_secs_f64());
    ensure!(findings.is_empty(), "{findings:?}");
    Ok(())
}

fn compare(second: &Figures, last: &Figures) {
    println!("RATIO growth_last_over_second={:.2}", last.ops_s / second.ops_s);
    let p99 = last.p99.as_secs_f64() / second.p99.as_secs_f64();
    println!("RATIO growth_p99_last_over_second={p99:.2}");
}

/// Opens the store as a server does, and waits for its first bet; answers the milliseconds.
async fn restart(target: &Target) -> Result<u128> {
    // The server before lets go of the file when the last of its tasks has ended.
    let mut opened = Db::open(target).await;
    while matches!(opened, Err(croupier_db::Error::Locked(_))) {
        tokio::task::yield_now().await;
        opened = Db::open(target).await;
    }
    drop(opened.context("opening")?);
    let began = Instant::now();
    let db = Db::open(target).await?;
    db.migrate().await?;
    Player::of(Arc::new(Wallet::start(db))).bet(1).await?;
    Ok(began.elapsed().as_millis())
}
