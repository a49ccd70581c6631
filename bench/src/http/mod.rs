//! Spins through HTTP: the whole way of a bet, against what the wallet does by itself.
//!
//! The server runs in a process of its own, as it does in a server; the players are one thread of this
//! process. On a machine of few cores they take processor time from each other all the same, so the server's
//! share is told beside its figures.

mod spinner;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target};
use croupier_ledger::{Action, Key};
use croupier_money::Currency;
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::wallet::{self, Order};
use reqwest::Client;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

pub use self::spinner::Spinner;
use crate::engines::on_engines;
use crate::figures::{Figures, option};
use crate::process::Process;
use crate::visitor::Visitor;

/// What every player begins with, in subunits.
const MONEY: i64 = 100_000_000_000;

/// The stake of a spin, in subunits.
const STAKE: i64 = 20;

/// Spins a second that are asked for at fixed rates.
const RATES: [u32; 2] = [500, 1_500];

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
struct Plan {
    seconds: u64,
    connections: usize,
    runs: usize,
}

/// Measures spins on both engines, or on the one that is named.
pub async fn run(arguments: &[String]) -> Result<()> {
    let plan = Plan {
        seconds: option(arguments, "--seconds", 4)?,
        connections: option(arguments, "--connections", 64)?,
        runs: option(arguments, "--runs", 3)?,
    };
    on_engines(arguments, async |engine, cluster| measure(engine, cluster, plan).await).await.map(drop)
}

async fn measure(engine: &str, cluster: Option<&Cluster>, plan: Plan) -> Result<()> {
    // Not in memory: the disk is part of the figure.
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    let url = cluster.map(|cluster| cluster.database("http")).transpose()?;
    let (mut server, spinners) = open(&data, url.as_deref(), plan.connections).await?;
    let process = &server;
    // Players on a thread of their own, so that they take no turns with anything else of this process.
    let driven = std::thread::scope(|scope| {
        let players = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(drive(engine, process, spinners, plan))
        });
        players.join().map_err(|_| anyhow::anyhow!("the players panicked"))?
    });
    let closed = driven?;
    server.stop()?;
    let target = url.map_or_else(|| Target::Sqlite(data), Target::Postgres);
    let findings = wallet::check(&Db::open_beside(&target).await?).await?;
    ensure!(findings.is_empty(), "{findings:?}");
    let url = cluster.map(|cluster| cluster.database("wallet_alone")).transpose()?;
    let alone = crate::wallet::alone(url, plan.connections, plan.seconds, plan.runs).await?;
    alone.print(&format!("wallet_alone_{engine}_{}_in_flight", plan.connections));
    println!("RATIO http_over_wallet_alone_{engine}={:.2}", closed.ops_s / alone.ops_s);
    Ok(())
}

/// A server whose players have money and an open game each.
async fn open(data: &Path, url: Option<&str>, players: usize) -> Result<(Process, Vec<Spinner>)> {
    let mut visitors = sign_up(data, url, players).await?;
    let server = Process::server(data, url, &[]).await?;
    let spinners = launch(&server, &mut visitors).await?;
    Ok((server, spinners))
}

/// Players who have signed up to a fresh installation, with money; no server runs afterwards.
pub async fn sign_up(data: &Path, url: Option<&str>, players: usize) -> Result<Vec<Visitor>> {
    let client = Client::new();
    let mut server = Process::server(data, url, &[]).await?;
    let mut visitors = Vec::new();
    for number in 0..players {
        visitors.push(Visitor::sign_up(&client, &server.base(), number).await?);
    }
    server.stop()?;
    let config = Config { data: data.to_owned(), database_url: url.map(str::to_owned), ..Config::default() };
    let app = App::start(config, Clock::System).await?;
    for visitor in &visitors {
        give(&app, visitor.id, MONEY).await?;
    }
    Ok(visitors)
}

/// An open game of each of `visitors` at `server`.
pub async fn launch(server: &Process, visitors: &mut [Visitor]) -> Result<Vec<Spinner>> {
    let address = SocketAddr::from(([127, 0, 0, 1], server.port()));
    let mut spinners = Vec::new();
    for (number, visitor) in visitors.iter_mut().enumerate() {
        visitor.move_to(&server.base());
        visitor.launch().await?;
        spinners.push((visitor.token().to_owned(), number.to_string()));
    }
    let connect = spinners.iter().map(|(token, name)| Spinner::connect(address, token, name));
    futures_util::future::try_join_all(connect).await
}

/// All runs, and what they come to; answers the closed loop.
async fn drive(engine: &str, server: &Process, mut spinners: Vec<Spinner>, plan: Plan) -> Result<Figures> {
    let mut closed = Vec::new();
    let mut shares = Vec::new();
    for _ in 0..plan.runs {
        let used = server.processor_time()?;
        let (figures, back) = closed_loop(spinners, plan.seconds).await?;
        let micros = server.processor_time()?.saturating_sub(used).as_secs_f64() * 1e6;
        shares.push(micros / (figures.ops_s * Duration::from_secs(plan.seconds).as_secs_f64()));
        closed.push(figures);
        spinners = back;
    }
    let closed = Figures::median(closed)?;
    closed.print(&format!("http_closed_loop_{engine}_{}_connections", plan.connections));
    shares.sort_by(f64::total_cmp);
    println!(
        "RESULT name=http_server_processor_us_per_spin_{engine} value={:.0}",
        shares.get(shares.len() / 2).context("nothing was measured")?
    );
    for rate in RATES {
        let mut open = Vec::new();
        for _ in 0..plan.runs {
            let (figures, back) = open_loop(spinners, rate, plan.seconds).await?;
            open.push(figures);
            spinners = back;
        }
        Figures::median(open)?.print(&format!("http_open_loop_{engine}_{rate}_per_second"));
    }
    Ok(closed)
}

/// Every player bets as soon as the last answer is there. Free spins are played to their end, and count
/// neither as spins nor as time waited.
async fn closed_loop(spinners: Vec<Spinner>, seconds: u64) -> Result<(Figures, Vec<Spinner>)> {
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let players = spinners.into_iter().map(|mut spinner| {
        tokio::spawn(async move {
            let mut latencies = Vec::new();
            while Instant::now() < until {
                let asked = Instant::now();
                let round = spinner.spin(STAKE).await?;
                latencies.push(u32::try_from(asked.elapsed().as_micros())?);
                spinner.finish(round).await?;
            }
            anyhow::Ok((spinner, latencies))
        })
    });
    let (mut back, mut latencies) = (Vec::new(), Vec::new());
    for player in players.collect::<Vec<_>>() {
        let (spinner, waited) = player.await??;
        back.push(spinner);
        latencies.extend(waited);
    }
    Ok((Figures::of(latencies, began.elapsed()), back))
}

/// Bets are due `rate` times a second whether or not earlier ones were answered. The time of each counts
/// from when it was due, so a server that stalls is charged with everybody who would have come meanwhile.
pub async fn open_loop(spinners: Vec<Spinner>, rate: u32, seconds: u64) -> Result<(Figures, Vec<Spinner>)> {
    let players = spinners.len();
    let (give_back, mut idle) = mpsc::channel(players);
    for spinner in spinners {
        give_back.send(spinner).await?;
    }
    let began = Instant::now();
    let count = u64::from(rate) * seconds;
    let mut bets = Vec::new();
    for number in 0..count {
        let due = began + Duration::from_secs(1) * u32::try_from(number)? / rate;
        sleep_until(due).await;
        let mut spinner = idle.recv().await.context("no player is left")?;
        let give_back = give_back.clone();
        bets.push(tokio::spawn(async move {
            let round = spinner.spin(STAKE).await?;
            let waited = u32::try_from(due.elapsed().as_micros())?;
            spinner.finish(round).await?;
            give_back.send(spinner).await?;
            anyhow::Ok(waited)
        }));
    }
    let mut latencies = Vec::new();
    for bet in bets {
        latencies.push(bet.await??);
    }
    let took = began.elapsed();
    let mut back = Vec::new();
    for _ in 0..players {
        back.push(idle.recv().await.context("no player is left")?);
    }
    Ok((Figures::of(latencies, took), back))
}

/// Puts money into a player's wallet without a payment partner.
pub async fn give(app: &App, player: i64, amount: i64) -> Result<()> {
    let from = app.wallet.system_account("payments:bench", Currency::EUR).await?;
    let key = Key::new("bench gift", &player.to_string());
    let order = Order {
        key,
        fingerprint: key,
        player,
        currency: Currency::EUR,
        at: app.clock.now(),
        action: Action::Deposit { from, amount },
        facts: Vec::new(),
        attached: Vec::new(),
    };
    app.wallet.submit(order).await?;
    Ok(())
}
