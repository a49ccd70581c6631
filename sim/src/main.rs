//! `cargo xtask simulate [histories] [--seeds N] [--from S]`: runs seeds and says how many held.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::{Db, Target};
use croupier_pgtest::Cluster;
use croupier_sim::histories::{in_memory, on_store};
use croupier_sim::sql::Store;
use croupier_sim::world::{self, Tally};

/// Seeds in memory, for each one that goes through the databases as well.
const IN_MEMORY: u64 = 50;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let number = |name: &str, otherwise: u64| -> Result<u64> {
        let Some(at) = arguments.iter().position(|argument| argument == name) else { return Ok(otherwise) };
        arguments
            .get(at + 1)
            .and_then(|text| text.parse().ok())
            .with_context(|| format!("{name} needs a number"))
    };
    let from = number("--from", 0)?;
    if arguments.first().is_some_and(|what| what == "histories") {
        let runtime = tokio::runtime::Runtime::new()?;
        return runtime.block_on(histories(from, number("--seeds", 20)?));
    }
    simulate(from, number("--seeds", 10_000)?)
}

/// Runs seeds of the world on every processor.
fn simulate(from: u64, seeds: u64) -> Result<()> {
    let began = Instant::now();
    let (next, failed) = (AtomicU64::new(from), AtomicBool::new(false));
    let threads = std::thread::available_parallelism()?.get();
    let work = || -> Result<Tally> {
        let fixture = world::Fixture::new()?;
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= from + seeds || failed.load(Ordering::Relaxed) {
                return Ok(tally);
            }
            let run = fixture.run(seed).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            tally.add(run.tally);
        }
    };
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            tally.add(thread.join().map_err(|_| anyhow!("a run panicked"))??);
        }
        anyhow::Ok(())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    println!("{seeds} seeds from {from} held in {seconds:.1} s: {tally}");
    Ok(())
}

/// Runs histories through memory, SQLite and PostgreSQL.
async fn histories(from: u64, seeds: u64) -> Result<()> {
    let began = Instant::now();
    let more = if seeds == 1 { 1 } else { seeds * IN_MEMORY };
    for seed in from..from + more {
        in_memory(seed)?;
    }
    println!("{more} seeds from {from} are as the reference says in memory");
    let (folder, cluster) = (tempfile::tempdir()?, Cluster::start(false)?);
    let stores = [
        ("SQLite", Target::Sqlite(folder.path().to_owned())),
        ("PostgreSQL", Target::Postgres(cluster.database("histories")?)),
    ];
    for (name, target) in stores {
        let db = Db::open(&target).await?;
        db.migrate().await?;
        let store = Store::new(db).await?;
        for seed in from..from + seeds {
            on_store(&store, name, seed).await?;
        }
        let broken = store.check().await?;
        if !broken.is_empty() {
            bail!("the books on {name} are broken: {broken:?}");
        }
        println!("{seeds} seeds from {from} are as the reference says on {name}, and its books are exact");
    }
    println!("{:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}
