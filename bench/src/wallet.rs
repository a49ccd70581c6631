//! Bets through the real wallet facade, against the same bet written the plain way, in the same run.
//!
//! A bet here is what a spin costs the books: key, balance, the block flag, the seed pair, the round with its
//! detail, the transfers that are also the events, and the balance written back. Every fourth bet wins. Of five
//! players one plays with 30 in cash and the rest in bonus money, so that each of his bets and wins is split
//! between the wallets; and one has a loss limit, which each of his bets has to fit into and is counted in.
//! What a bonus costs is measured with as many players who have one as players who have none, whose bets all win their
//! stake back. Every answer comes after the disk has it.

mod bare;
mod growth;
mod plain;
mod postgres;
mod sqlite;
mod store;

use anyhow::{Context, Result, ensure};
use croupier_pgtest::Cluster;

use self::store::{Kind, Load, Store, Who};
use crate::figures::{Figures, option};

pub use growth::run as growth;
pub use plain::{STAKE, WIN, detail};

/// One server on the embedded engine, and one on PostgreSQL.
const SQLITE: Kind = Kind::Ours { postgres: false, servers: 1, by_lane: false };
const POSTGRES: Kind = Kind::Ours { postgres: true, servers: 1, by_lane: false };

/// What is measured in one run, by its name in the output.
const KINDS: [(&str, Kind, Who); 12] = [
    ("sqlite", SQLITE, Who::Everybody),
    ("sqlite_without_bonus", SQLITE, Who::WithoutBonus),
    ("sqlite_with_bonus", SQLITE, Who::WithBonus),
    ("sqlite_one_tx_per_bet", Kind::SqliteOneByOne, Who::Everybody),
    ("sqlite_bare_group_commit", Kind::SqliteBare, Who::Everybody),
    ("postgres", POSTGRES, Who::Everybody),
    ("postgres_without_bonus", POSTGRES, Who::WithoutBonus),
    ("postgres_with_bonus", POSTGRES, Who::WithBonus),
    ("postgres_two_servers", Kind::Ours { postgres: true, servers: 2, by_lane: false }, Who::Everybody),
    (
        "postgres_two_servers_by_lane",
        Kind::Ours { postgres: true, servers: 2, by_lane: true },
        Who::Everybody,
    ),
    ("postgres_select_for_update", Kind::PostgresForUpdate, Who::Everybody),
    ("postgres_function", Kind::PostgresFunction, Who::Everybody),
];

/// How many players bet where nothing else is asked for.
const PLAYERS: i64 = 10_000;

/// How long each variant runs before anything is measured.
const WARM_UP_S: u64 = 1;

/// Runs all variants in turns and prints the median of each; `--full` walks through numbers of callers and
/// players, and through hot players.
pub async fn run(arguments: &[String]) -> Result<()> {
    let seconds = option(arguments, "--seconds", 3)?;
    let rounds: usize = option(arguments, "--rounds", 3)?;
    let players = option(arguments, "--players", PLAYERS)?;
    let only: String = option(arguments, "--only", String::new())?;
    ensure!(players >= 5, "--players takes 5 at least: one in five has a bonus");
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let in_flight: String = option(arguments, "--in-flight", "512".to_owned())?;
    let in_flight = in_flight.split(',').map(|n| n.parse().context("--in-flight takes numbers"));
    let in_flight = in_flight.collect::<Result<Vec<usize>>>()?;
    let usual = Load { seconds, in_flight: 512, players: PLAYERS, hot: false, who: Who::Everybody };
    let mut loads = Vec::new();
    if has("--full") {
        loads.extend([1, 64, 512, 4096].map(|callers| Load { in_flight: callers, ..usual }));
        loads.push(Load { hot: true, ..usual });
        loads.push(Load { players: 1_000_000, ..usual });
    } else {
        let hot = has("--hot");
        loads.extend(in_flight.into_iter().map(|in_flight| Load { in_flight, players, hot, ..usual }));
    }
    for load in loads {
        println!("LOAD in_flight={} players={} hot={}", load.in_flight, load.players, load.hot);
        compare(load, rounds, &only).await?;
    }
    Ok(())
}

/// What the wallet does by itself with `in_flight` callers, on a fresh store or the database at `url`: the
/// median of `runs` of `seconds` each.
pub async fn alone(url: Option<String>, in_flight: usize, seconds: u64, runs: usize) -> Result<Figures> {
    let load = Load { seconds, in_flight, players: PLAYERS, hot: false, who: Who::Everybody };
    let store = Store::open(if url.is_some() { POSTGRES } else { SQLITE }, url, PLAYERS).await?;
    let mut figures = Vec::new();
    for _ in 0..runs {
        figures.push(store.measure(load).await?);
    }
    let findings = store.check().await?;
    ensure!(findings.is_empty(), "{findings:?}");
    Figures::median(figures)
}

async fn compare(load: Load, rounds: usize, only: &str) -> Result<()> {
    let cluster = Cluster::in_use()?;
    let mut runs = Vec::new();
    for (name, kind, who) in KINDS {
        if name.starts_with(only) {
            let url = kind.on_postgres().then(|| cluster.database(&format!("bench_{name}"))).transpose()?;
            let store = Store::open(kind, url, load.players).await.context(name)?;
            // Servers look a wallet up once; plans and files are at their place after this too.
            let load = Load { who, ..load };
            store.measure(Load { seconds: WARM_UP_S, ..load }).await.context(name)?;
            runs.push((name, store, load, Vec::new()));
        }
    }
    for round in 1..=rounds {
        // What a variant leaves to the disk falls on the next one: each has both of its neighbours before it in turn.
        if round > 1 {
            runs.reverse();
        }
        for (name, store, load, figures) in &mut runs {
            store.settle().await.context(*name)?;
            let measured = store.measure(*load).await.context(*name)?;
            eprintln!("round {round}: {name} {:.0} bets/s", measured.ops_s);
            figures.push(measured);
        }
    }
    runs.sort_by_key(|(name, ..)| KINDS.iter().position(|(known, ..)| known == name));
    let mut medians = Vec::new();
    for (name, store, _, figures) in runs {
        let median = Figures::median(figures)?;
        median.print(name);
        medians.push((name, median.ops_s));
        let findings = store.check().await?;
        ensure!(findings.is_empty(), "{name}: {findings:?}");
    }
    let of = |name| medians.iter().find(|(known, _)| *known == name).map(|(_, ops_s)| *ops_s);
    for (over, ours, other) in [
        ("sqlite_with_bonus_over_without", "sqlite_with_bonus", "sqlite_without_bonus"),
        ("sqlite_over_one_tx_per_bet", "sqlite", "sqlite_one_tx_per_bet"),
        ("sqlite_over_bare_group_commit", "sqlite", "sqlite_bare_group_commit"),
        ("postgres_with_bonus_over_without", "postgres_with_bonus", "postgres_without_bonus"),
        ("postgres_over_select_for_update", "postgres", "postgres_select_for_update"),
        ("postgres_over_function", "postgres", "postgres_function"),
        ("postgres_two_servers_over_one", "postgres_two_servers", "postgres"),
        ("postgres_two_servers_by_lane_over_one", "postgres_two_servers_by_lane", "postgres"),
    ] {
        if let (Some(ours), Some(other)) = (of(ours), of(other)) {
            println!("RATIO {over}={:.2}", ours / other);
        }
    }
    Ok(())
}
