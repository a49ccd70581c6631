//! Bets through the real wallet facade, against the same bet written the plain way, in the same run.
//!
//! A bet here is what a spin costs the books: key, balance, the block flag, the round, the transfer that is
//! also the event, and for every fourth bet a win. Every answer comes after the disk has it.

mod baseline;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target};
use croupier_ledger::{Action, Key, Settle, Settlement};
use croupier_money::Currency;
use croupier_pgtest::Cluster;
use croupier_server::wallet::{self, Order, Wallet};
use tempfile::TempDir;

use crate::figures::{Figures, option};

/// Players that bet.
pub const PLAYERS: i64 = 10_000;

/// The stake, and what every fourth bet wins, in subunits.
pub const STAKE: i64 = 100;
/// See [`STAKE`].
pub const WIN: i64 = 300;

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
struct Plan {
    seconds: u64,
    in_flight: usize,
}

/// Runs all variants in turns and prints the median of each.
pub async fn run(arguments: &[String]) -> Result<()> {
    let plan = Plan {
        seconds: option(arguments, "--seconds", 5)?,
        in_flight: option(arguments, "--in-flight", 512)?,
    };
    let rounds: usize = option(arguments, "--rounds", 3)?;
    let cluster = Cluster::start(true)?;
    let mut stores = vec![
        Store::open("sqlite", None, true).await?,
        Store::open("sqlite_one_tx_per_bet", None, false).await?,
        Store::open("postgres", Some(cluster.database("ours")?), true).await?,
        Store::open("postgres_select_for_update", Some(cluster.database("plain")?), false).await?,
    ];
    for round in 1..=rounds {
        for store in &mut stores {
            let figures = store.measure(plan).await?;
            eprintln!("round {round}: {} {:.0} bets/s", store.name, figures.ops_s);
            store.runs.push(figures);
        }
    }
    let mut medians = Vec::new();
    for store in stores {
        let median = Figures::median(store.runs.clone())?;
        median.print(store.name);
        medians.push(median.ops_s);
        store.check().await?;
    }
    println!("RATIO sqlite_over_one_tx_per_bet={:.1}", medians[0] / medians[1]);
    println!("RATIO postgres_over_select_for_update={:.1}", medians[2] / medians[3]);
    Ok(())
}

/// What the wallet does by itself with `in_flight` callers, on a fresh store or the database at `url`: the
/// median of `runs` of `seconds` each.
pub async fn alone(url: Option<String>, in_flight: usize, seconds: u64, runs: usize) -> Result<Figures> {
    let store = Store::open("alone", url, true).await?;
    let mut figures = Vec::new();
    for _ in 0..runs {
        figures.push(store.measure(Plan { seconds, in_flight }).await?);
    }
    store.check().await?;
    Figures::median(figures)
}

/// One variant with its own data.
struct Store {
    name: &'static str,
    db: Db,
    bets: Bets,
    runs: Vec<Figures>,
    _folder: TempDir,
}

#[derive(Clone)]
enum Bets {
    Ours(Arc<Wallet>),
    Plain(baseline::Plain),
}

impl Store {
    async fn open(name: &'static str, url: Option<String>, ours: bool) -> Result<Self> {
        // Not in memory: the disk is part of the figure.
        let folder = tempfile::tempdir_in(".")?;
        let target = match &url {
            Some(url) => Target::Postgres(url.clone()),
            None => Target::Sqlite(folder.path().to_owned()),
        };
        let db = Db::open(&target).await?;
        db.migrate().await?;
        let wallet = Wallet::start(db.clone());
        fill(&db, &wallet).await.context("filling")?;
        let bets = match (ours, url) {
            (true, _) => Bets::Ours(Arc::new(wallet)),
            (false, Some(url)) => Bets::Plain(baseline::Plain::postgres(&url).await?),
            (false, None) => Bets::Plain(baseline::Plain::sqlite(&folder.path().join("croupier.db"))?),
        };
        Ok(Self { name, db, bets, runs: Vec::new(), _folder: folder })
    }

    /// Bets for `plan.seconds` with `plan.in_flight` callers that each wait for their answer.
    async fn measure(&self, plan: Plan) -> Result<Figures> {
        let began = Instant::now();
        let until = began + Duration::from_secs(plan.seconds);
        let callers = (0..plan.in_flight).map(|caller| {
            let bets = self.bets.clone();
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                let mut dice = seed(caller);
                while Instant::now() < until {
                    dice = next(dice);
                    let player = i64::try_from(dice % u64::try_from(PLAYERS)?)? + 1;
                    let asked = Instant::now();
                    bets.place(player).await?;
                    latencies.push(u32::try_from(asked.elapsed().as_micros())?);
                }
                anyhow::Ok(latencies)
            })
        });
        let mut latencies = Vec::new();
        for caller in callers.collect::<Vec<_>>() {
            latencies.extend(caller.await??);
        }
        Ok(Figures::of(latencies, began.elapsed()))
    }

    /// The books have to be right after the run, for ours and for the baseline alike; only the PostgreSQL
    /// baseline, which numbers its rows from a sequence, has no gapless log.
    async fn check(&self) -> Result<()> {
        let mut findings = wallet::check(&self.db).await?;
        if matches!(self.bets, Bets::Plain(baseline::Plain::Postgres(_))) {
            findings.retain(|finding| !finding.rule.contains("gapless"));
        }
        ensure!(findings.is_empty(), "{}: {findings:?}", self.name);
        Ok(())
    }
}

static BETS: AtomicU64 = AtomicU64::new(1);

impl Bets {
    async fn place(&self, player: i64) -> Result<()> {
        let number = BETS.fetch_add(1, Ordering::Relaxed);
        let key = Key::new("bench", &number.to_string());
        match self {
            Self::Ours(wallet) => {
                let house = wallet.house("games:bench", Currency::EUR).await?;
                let settle = Settle::new(|context| {
                    let win = if context.nonce % 4 == 0 { WIN } else { 0 };
                    Ok(Settlement { win, open: false, detail: detail(context.nonce), facts: Vec::new() })
                });
                let action = Action::Play { game: 1, house, stake: STAKE, seed_no: 1, waiting: 0, settle };
                let order = Order {
                    key,
                    fingerprint: key,
                    player,
                    currency: Currency::EUR,
                    at: i64::try_from(number)?,
                    action,
                    facts: Vec::new(),
                    attached: Vec::new(),
                };
                wallet.submit(order).await?;
                Ok(())
            }
            Self::Plain(plain) => plain.place(key, player, i64::try_from(number)?).await,
        }
    }
}

/// What a game keeps of a spin: about as long as a real one.
pub fn detail(nonce: i64) -> String {
    format!(r#"{{"seed":1,"nonce":{nonce},"steps":[{{"kind":"spin","stops":[3,17,8,22,11],"wins":[]}}]}}"#)
}

/// Opens a wallet with enough money for every player.
async fn fill(db: &Db, wallet: &Wallet) -> Result<()> {
    let from = wallet.house("payments:bench", Currency::EUR).await?;
    // The house accounts of the baseline are the same as ours.
    wallet.house("games:bench", Currency::EUR).await?;
    let mut tx = db.begin().await?;
    for player in 1..=PLAYERS {
        wallet.open(&mut tx, player, Currency::EUR).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    }
    tx.commit().await?;
    let deposit = |player: i64| {
        let key = Key::new("fill", &player.to_string());
        let action = Action::Deposit { from, amount: 1_000_000_000 };
        let (facts, attached) = (Vec::new(), Vec::new());
        wallet.submit(Order {
            key,
            fingerprint: key,
            player,
            currency: Currency::EUR,
            at: 0,
            action,
            facts,
            attached,
        })
    };
    futures_util::future::try_join_all((1..=PLAYERS).map(deposit)).await?;
    Ok(())
}

/// A start value for [`next`] that differs by caller.
const fn seed(caller: usize) -> u64 {
    0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(caller as u64 + 1) | 1
}

/// One step of xorshift64: the same bets in every run.
const fn next(mut x: u64) -> u64 {
    x ^= x << 13;
    x ^= x >> 7;
    x ^ (x << 17)
}
