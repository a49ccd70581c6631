//! The back office of a server with very many players: how long its first pages take a member of staff who is signed in,
//! and whether players wait longer for their spins while staff exports and reports.

mod filling;
mod member;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target};
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::platform::clock::Clock;
use tokio::task::JoinSet;
use tokio::time::interval;

use self::member::Member;
use crate::engines::on_engines;
use crate::figures::{Figures, option};
use crate::http::{self, Spinner};
use crate::population;
use crate::process::{Process, free_port};

/// How often each page is asked for.
const TIMES: usize = 20;

/// What 95 of 100 looks at a first page may take.
const PAGE_MAX: Duration = Duration::from_millis(300);

/// Between two reports of one member of staff.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
struct Plan {
    players: i64,
    seconds: u64,
    runs: usize,
    /// Spins a second of the players.
    rate: u32,
    /// Players who spin.
    connections: usize,
}

/// Measures both engines, or the one that is named; fails when a page takes longer than it may.
pub async fn run(arguments: &[String]) -> Result<()> {
    let plan = Plan {
        players: option(arguments, "--players", 1_000_000)?,
        seconds: option(arguments, "--seconds", 10)?,
        runs: option(arguments, "--runs", 3)?,
        rate: option(arguments, "--rate", 500)?,
        connections: option(arguments, "--connections", 64)?,
    };
    let too_slow = on_engines(arguments, async |engine, cluster| {
        let url = cluster.map(|cluster| cluster.database("backoffice")).transpose()?;
        measure(engine, url.as_deref(), plan).await
    });
    let too_slow = too_slow.await?.concat();
    ensure!(too_slow.is_empty(), "slower than {PAGE_MAX:?}: {}", too_slow.join(", "));
    Ok(())
}

/// Prints the figures of one engine; answers which pages take longer than they may.
async fn measure(engine: &str, url: Option<&str>, plan: Plan) -> Result<Vec<String>> {
    // Not in memory: the disk is part of the figure.
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    let mut visitors = http::sign_up(&data, url, plan.connections).await?;
    let target = url.map_or_else(|| Target::Sqlite(data.clone()), |url| Target::Postgres(url.to_owned()));
    let token = imported(engine, &target, plan.players).await.context("filling")?;
    if let Some(url) = url {
        population::vacuum(url).await?;
    }
    let office = format!("127.0.0.1:{}", free_port()?);
    let server = Process::server(&data, url, &[("CROUPIER_OFFICE_LISTEN", &*office)]).await?;
    let spinners = http::launch(&server, &mut visitors).await?;
    let member = Member::join(&format!("http://{office}"), &token).await?;
    let mut too_slow = Vec::new();
    for (name, path) in pages(plan.players / 2) {
        let figures = looks(&member, &path).await?;
        let name = format!("backoffice_{engine}_{name}");
        figures.print(&name);
        if figures.p95 > PAGE_MAX {
            too_slow.push(name);
        }
    }
    beside(engine, &member, spinners, plan).await?;
    Ok(too_slow)
}

/// Fills the server; answers the token of an invitation to its staff.
async fn imported(engine: &str, target: &Target, players: i64) -> Result<String> {
    let db = Db::open_beside(target).await?;
    let token = member::invited(&db).await?;
    let began = Instant::now();
    filling::fill(&db, players).await?;
    let took = began.elapsed().as_secs_f64();
    println!("RESULT name=backoffice_{engine}_import players={players} seconds={took:.1}");
    Ok(token)
}

/// The days of a year up to today, as reports are asked for them.
fn year() -> String {
    let now = Clock::System.now();
    format!("from={}&to={}", Date::of(now - 364 * DAY_MS), Date::of(now))
}

/// What is looked at, by its name in the output. The player `sought` is one of many with a number, an address and a name of the
/// same kind.
fn pages(sought: i64) -> Vec<(&'static str, String)> {
    let year = year();
    vec![
        ("players", "/api/players".to_owned()),
        ("players_by_mail", format!("/api/players?query=guest{sought}%40bench.example")),
        ("players_by_number", format!("/api/players?query={sought}")),
        ("players_by_name", "/api/players?query=Ada500%20Byron".to_owned()),
        ("player", format!("/api/players/{sought}")),
        ("payouts", "/api/payouts?state=waiting".to_owned()),
        ("payouts_decided", "/api/payouts?state=decided".to_owned()),
        ("log", "/api/log".to_owned()),
        ("log_of_a_player", format!("/api/log?player={sought}")),
        ("report_by_day", format!("/api/reports?{year}")),
        ("report_by_game", format!("/api/reports?{year}&by=game")),
    ]
}

/// Looks at a page again and again, once nobody does for the first time.
async fn looks(member: &Member, path: &str) -> Result<Figures> {
    member.get(path).await?;
    let began = Instant::now();
    let mut latencies = Vec::new();
    for _ in 0..TIMES {
        let asked = Instant::now();
        member.get(path).await?;
        latencies.push(u32::try_from(asked.elapsed().as_micros())?);
    }
    Ok(Figures::of(latencies, began.elapsed()))
}

/// Players spin at a fixed rate, in turns without and with staff at work.
async fn beside(engine: &str, member: &Member, mut spinners: Vec<Spinner>, plan: Plan) -> Result<()> {
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..plan.runs {
        let (figures, back) = http::open_loop(spinners, plan.rate, plan.seconds).await?;
        quiet.push(figures);
        let mut staff = JoinSet::new();
        staff.spawn(export(member.clone()));
        staff.spawn(report(member.clone()));
        let (figures, back) = tokio::select! {
            driven = http::open_loop(back, plan.rate, plan.seconds) => driven?,
            // Staff works until it is stopped: whatever ends before has failed.
            Some(ended) = staff.join_next() => return ended?.context("staff"),
        };
        busy.push(figures);
        spinners = back;
        staff.shutdown().await;
    }
    let quiet = middle(quiet, &format!("backoffice_{engine}_spins_alone"))?;
    let busy = middle(busy, &format!("backoffice_{engine}_spins_beside_staff"))?;
    for (name, quiet, busy) in
        [("p50", quiet.p50, busy.p50), ("p95", quiet.p95, busy.p95), ("p99", quiet.p99, busy.p99)]
    {
        let ratio = busy.as_secs_f64() / quiet.as_secs_f64();
        println!("RATIO spins_beside_staff_over_alone_{engine}_{name}={ratio:.2}");
    }
    Ok(())
}

/// Prints and answers the run in the middle by its slowest spins: all have the same rate.
fn middle(mut runs: Vec<Figures>, name: &str) -> Result<Figures> {
    runs.sort_by_key(|run| run.p99);
    let at = runs.len() / 2;
    let run = runs.into_iter().nth(at).context("nothing was measured")?;
    run.print(name);
    Ok(run)
}

/// Takes one file after the other: that of a regulator has a row for each day, game and currency.
async fn export(member: Member) -> Result<()> {
    let year = year();
    loop {
        member.get(&format!("/api/reports/regulator?licence=GCB&{year}")).await?;
        member.get(&format!("/api/reports/export?{year}&by=game")).await?;
    }
}

/// Asks for a report, and for a page of players, once a second.
async fn report(member: Member) -> Result<()> {
    let year = year();
    let mut ticks = interval(REPORT_EVERY);
    loop {
        ticks.tick().await;
        member.get(&format!("/api/reports?{year}&by=country")).await?;
        member.get("/api/players").await?;
    }
}
