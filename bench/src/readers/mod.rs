//! Bets through the wallet of a whole server: readers of the log, the tail of the sockets, the seal and the watchdog at
//! work beside it, with many running contests and jackpots; against the same bets of a server that does nothing else.
//!
//! Every run has a fresh installation, so that none finds what the one before has left behind.

mod lag;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, readers};
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::audit::seal;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::wallet;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use self::lag::Lag;
use crate::bets::{self, Load};
use crate::engines::on_engines;
use crate::figures::{Figures, option};
use crate::waiting::until;
use crate::{contests, population};

/// A server that has just started reads content and claims its readers; nothing is measured before that.
const START: Duration = Duration::from_secs(3);

/// Readers that were left behind have to be at the end of the log within this.
const CATCH_UP_MAX: Duration = Duration::from_mins(10);

/// Numbers databases.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
struct Plan {
    seconds: u64,
    rounds: usize,
    players: i64,
    /// Contests that run.
    contests: usize,
    /// How many of them each player has joined.
    joined: usize,
    /// Bets a second of the paced run.
    rate: u32,
    /// Callers that each wait for the answer before the next bet.
    in_flight: u32,
}

impl Plan {
    fn players(&self) -> RangeInclusive<i64> {
        1..=self.players
    }
}

/// Measures both engines, or the one that is named.
pub async fn run(arguments: &[String]) -> Result<()> {
    let plan = Plan {
        seconds: option(arguments, "--seconds", 10)?,
        rounds: option(arguments, "--rounds", 3)?,
        players: option(arguments, "--players", 10_000)?,
        contests: option(arguments, "--contests", 50)?,
        joined: option(arguments, "--joined", 2)?,
        rate: option(arguments, "--rate", 10_000)?,
        in_flight: option(arguments, "--in-flight", 512)?,
    };
    on_engines(arguments, async |engine, cluster| measure(engine, cluster, plan).await).await.map(drop)
}

async fn measure(engine: &str, cluster: Option<&Cluster>, plan: Plan) -> Result<()> {
    let paced = Fixture::open(cluster, plan).await?.at_work().await?;
    let (figures, lags) = paced.measure(plan, Some(plan.rate)).await?;
    publish(&format!("readers_{engine}_{}_per_second", plan.rate), &figures, &lags);
    paced.caught_up().await?;
    paced.close().await?;

    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for round in 1..=plan.rounds {
        let system = Fixture::open(cluster, plan).await?;
        let figures = system.measure(plan, None).await?.0;
        eprintln!("round {round}: {:.0} bets/s alone", figures.ops_s);
        alone.push(figures);
        system.close().await?;

        let system = Fixture::open(cluster, plan).await?.at_work().await?;
        let (figures, lags) = system.measure(plan, None).await?;
        let began = Instant::now();
        system.caught_up().await?;
        eprintln!("round {round}: {:.0} bets/s beside readers", figures.ops_s);
        beside.push((figures, lags, began.elapsed()));
        system.close().await?;
    }
    let alone = Figures::median(alone)?;
    alone.print(&format!("readers_{engine}_without"));
    beside.sort_by(|(a, ..), (b, ..)| a.ops_s.total_cmp(&b.ops_s));
    let (figures, lags, behind) = beside.get(beside.len() / 2).context("nothing was measured")?;
    publish(&format!("readers_{engine}_with"), figures, lags);
    println!("RESULT name=readers_{engine}_caught_up_s value={:.2}", behind.as_secs_f64());
    println!("RATIO readers_over_without_{engine}={:.2}", figures.ops_s / alone.ops_s);
    Ok(())
}

fn publish(name: &str, figures: &Figures, lags: &[Lag]) {
    figures.print(name);
    for Lag { reader, p95, max } in lags {
        let (p95, max) = (p95.as_secs_f64(), max.as_secs_f64());
        println!("RESULT name={name}_lag reader={reader} p95_s={p95:.2} max_s={max:.2}");
    }
}

/// A fresh installation with players who have money and have joined contests.
struct Fixture {
    app: Arc<App>,
    work: Option<JoinHandle<()>>,
    // Holds the data until the server is closed.
    _folder: TempDir,
}

impl Fixture {
    async fn open(cluster: Option<&Cluster>, plan: Plan) -> Result<Self> {
        // Not in memory: the disk is part of the figure.
        let folder = tempfile::tempdir_in(".")?;
        let name = format!("readers_{}", NUMBERS.fetch_add(1, Ordering::Relaxed));
        let config = Config {
            data: folder.path().join("data"),
            database_url: cluster.map(|cluster| cluster.database(&name)).transpose()?,
            content_dir: contests::content(folder.path(), plan.contests)?,
            captcha: Captcha::None,
            office_listen: String::new(),
            ..Config::default()
        };
        let app = App::start(config, Clock::System).await?;
        let now = app.clock.now();
        contests::begin(&app).await?;
        let running = contests::running(&app.db, now + 1).await?;
        ensure!(running.len() == plan.contests, "{} of {} contests run", running.len(), plan.contests);
        population::import(&app.db, &plan.players(), now).await?;
        contests::join(&app.db, &running, &plan.players(), plan.joined, now).await?;
        bets::fill(&app, plan.players()).await?;
        Ok(Self { app, work: None, _folder: folder })
    }

    /// Starts all that a server does beside calls, and waits until its readers are at the end of the log.
    async fn at_work(mut self) -> Result<Self> {
        self.work = Some(self.app.start_background());
        // No event tells that every reader has asked for its lanes once.
        sleep(START).await;
        self.caught_up().await?;
        Ok(self)
    }

    /// Waits until every reader is at the end of the log. The seal waits for a full batch on purpose.
    async fn caught_up(&self) -> Result<()> {
        until("the readers", CATCH_UP_MAX, async || {
            let lags = readers::lags(&self.app.db).await?;
            let mut others = lags.iter().filter(|lag| lag.reader != seal::NAME);
            Ok((!lags.is_empty() && others.all(|lag| lag.rows <= 0)).then_some(()))
        })
        .await
    }

    /// Bets, at `rate` or as fast as it goes.
    async fn measure(&self, plan: Plan, rate: Option<u32>) -> Result<(Figures, Vec<Lag>)> {
        let load = Load { players: plan.players, in_flight: plan.in_flight, rate };
        let ends = Instant::now() + Duration::from_secs(plan.seconds);
        let bets = tokio::spawn(bets::run(self.app.clone(), load, move |due| due < ends));
        lag::beside(&self.app.db, bets).await
    }

    /// Ends the work, and looks through the books.
    async fn close(mut self) -> Result<()> {
        self.app.stopping.send_replace(true);
        if let Some(work) = self.work.take() {
            work.await?;
        }
        // As `croupier check` does: a server would give up a statement that reads all of it.
        let findings = wallet::check(&Db::open_beside(&self.app.config.target()).await?).await?;
        ensure!(findings.is_empty(), "{findings:?}");
        Ok(())
    }
}
