//! A mass gift to very many players, and the end of very many bonuses whose time is over, while players bet: how long they take,
//! and how much longer players wait for their bets meanwhile.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, params};
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::mass_gifts::{self, Wanted};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::{bonus, wallet};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::bets::{self, Load};
use crate::engines::on_engines;
use crate::figures::{Figures, option};
use crate::population;
use crate::waiting::until_counted;

/// The longest that a gift or an end may take here before the run gives up.
const PATIENCE: Duration = Duration::from_hours(4);

/// The offer that everybody is given. Nobody who bets here wagers it in full.
const OFFER: &str = r#"
code = "BENCHGIFT"
trigger = "staff"
kind = "NonDeposit"
group_key = "bench"
title = { en = "Gift" }
wager = 100
activatable_hours = 720
valid_hours = 720
amounts.EUR = { amount = 10000 }
"#;

/// Its code, and the number of the mass gift.
const CODE: &str = "BENCHGIFT";
const GIFT: i64 = 1;

/// What is active, and how many are.
const ACTIVE: &str = "stage = 'handle_bets'";
const ACTIVE_COUNT: &str = "SELECT COUNT(*) FROM bonus_award WHERE stage = 'handle_bets'";

/// How long bonuses whose time was set still have once the bets before that were measured, in milliseconds.
const LEAD_MS: i64 = 10_000;

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// Who are given it.
    players: i64,
    /// Of how many the bonus ends at the same moment.
    expired: i64,
    /// How long players bet before something happens beside them.
    seconds: u64,
    load: Load,
}

/// Measures both engines, or the one that is named; fails when a player was not given it exactly once.
pub async fn run(arguments: &[String]) -> Result<()> {
    let betting = option(arguments, "--betting", 10_000)?;
    let load = Load {
        players: betting,
        in_flight: option(arguments, "--in-flight", 512)?,
        rate: Some(option(arguments, "--rate", 1_000)?),
    };
    let plan = Plan {
        players: option(arguments, "--players", 1_000_000)?,
        expired: option(arguments, "--expired", 100_000)?,
        seconds: option(arguments, "--seconds", 30)?,
        load,
    };
    ensure!(
        (1..=plan.expired).contains(&betting) && plan.expired <= plan.players,
        "--betting is at most --expired, and that at most --players"
    );
    on_engines(arguments, async |engine, cluster| measure(engine, cluster, plan).await).await.map(drop)
}

async fn measure(engine: &str, cluster: Option<&Cluster>, plan: Plan) -> Result<()> {
    let server = Server::open(cluster, plan).await?;
    order(&server.app, plan.players).await?;
    let before = server.bets(plan).await?;
    before.print(&format!("bonuses_{engine}_before"));
    let (took, during) = server
        .beside_bets(plan, async {
            written(&server.app.db, "UPDATE mass_gift SET state = 'gathering'").await?;
            counted(&server.app.db, "SELECT COUNT(*) FROM mass_gift WHERE state = 'done'", 1).await
        })
        .await?;
    during.print(&format!("bonuses_{engine}_during_gift"));
    let each = count_as_float(plan.players) / took.as_secs_f64();
    println!(
        "RESULT name=bonuses_{engine}_gift players={} players_s={each:.0} minutes_for_a_million={:.1}",
        plan.players,
        1_000_000.0 / each / 60.0
    );
    compare(&format!("bonuses_{engine}_p99_during_gift_over_before"), &during, &before);
    exactly_once(&server.app.db, plan.players).await?;

    activate(&server.app.db, plan.expired).await?;
    let over = server.app.clock.now() + i64::try_from(plan.seconds)? * 1_000 + LEAD_MS;
    let times =
        format!("UPDATE bonus_award SET valid_until_ms = {over}, deadline_ms = {over} WHERE {ACTIVE}");
    written(&server.app.db, &times).await?;
    let before = server.bets(plan).await?;
    before.print(&format!("bonuses_{engine}_before_end"));
    let lead = u64::try_from(over - server.app.clock.now()).unwrap_or(0);
    // Until the moment at which their time is over.
    tokio::time::sleep(Duration::from_millis(lead)).await;
    let none_left = counted(&server.app.db, ACTIVE_COUNT, 0);
    let (took, during) = server.beside_bets(plan, none_left).await?;
    during.print(&format!("bonuses_{engine}_during_end"));
    let each = count_as_float(plan.expired) / took.as_secs_f64();
    println!("RESULT name=bonuses_{engine}_end awards={} awards_s={each:.0}", plan.expired);
    compare(&format!("bonuses_{engine}_p99_during_end_over_before"), &during, &before);
    server.close().await
}

fn compare(name: &str, during: &Figures, before: &Figures) {
    println!("RATIO {name}={:.2}", during.p99.as_secs_f64() / before.p99.as_secs_f64());
}

fn count_as_float(count: i64) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// A server at work whose players have wallets, and some of them money.
struct Server {
    app: Arc<App>,
    work: JoinHandle<()>,
    // Holds the data until the server is closed.
    _folder: TempDir,
}

impl Server {
    async fn open(cluster: Option<&Cluster>, plan: Plan) -> Result<Self> {
        // Not in memory: the disk is part of the figure.
        let folder = tempfile::tempdir_in(".")?;
        let url = cluster.map(|cluster| cluster.database("bonuses")).transpose()?;
        let config = Config {
            data: folder.path().join("data"),
            database_url: url.clone(),
            content_dir: content(folder.path())?,
            captcha: Captcha::None,
            office_listen: String::new(),
            // Nobody is here to approve what is given to so many.
            office_four_eyes: u32::MAX,
            ..Config::default()
        };
        let app = App::start(config, Clock::System).await?;
        population::import(&app.db, &(1..=plan.players), app.clock.now()).await.context("filling")?;
        bets::fill(&app, 1..=plan.load.players).await?;
        if let Some(url) = url {
            population::vacuum(&url).await?;
        }
        let work = app.start_background();
        Ok(Self { app, work, _folder: folder })
    }

    /// Bets for as long as the plan says.
    async fn bets(&self, plan: Plan) -> Result<Figures> {
        let ends = Instant::now() + Duration::from_secs(plan.seconds);
        bets::run(self.app.clone(), plan.load, move |due| due < ends).await
    }

    /// Does `work` while players bet; how long it took, and what the bets came to.
    async fn beside_bets(
        &self,
        plan: Plan,
        work: impl Future<Output = Result<()>>,
    ) -> Result<(Duration, Figures)> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let more = move |_| !stopped.load(Ordering::SeqCst);
        let bets = tokio::spawn(bets::run(self.app.clone(), plan.load, more));
        let began = Instant::now();
        let done = work.await;
        let took = began.elapsed();
        stop.store(true, Ordering::SeqCst);
        let figures = bets.await??;
        done?;
        Ok((took, figures))
    }

    /// Ends the work, and looks through the books and what is known of gifts.
    async fn close(self) -> Result<()> {
        self.app.stopping.send_replace(true);
        self.work.await?;
        // As `croupier check` does: a server would give up a statement that reads all of it.
        let db = Db::open_beside(&self.app.config.target()).await?;
        let mut findings = wallet::check(&db).await?;
        findings.extend(bonus::check(&db).await?);
        findings.extend(mass_gifts::check(&db).await?);
        ensure!(findings.is_empty(), "{findings:?}");
        Ok(())
    }
}

/// Copies the content of the server into `folder`, with the offer among it; answers where it is.
fn content(folder: &Path) -> Result<PathBuf> {
    let into = folder.join("content");
    let status = Command::new("cp").arg("-r").arg("content").arg(&into).status()?;
    ensure!(status.success(), "cannot copy the content folder; run this in the repository");
    let offers = into.join("offers");
    std::fs::create_dir_all(&offers)?;
    std::fs::write(offers.join(format!("{CODE}.toml")), OFFER)?;
    // First deposits would complete a day of a calendar, and its bonus would wait behind the gift until that ends.
    std::fs::write(into.join("adventures.toml"), "")?;
    Ok(into)
}

/// Writes down a mass gift to all `players`, as staff orders one for a list, that does not go on yet.
async fn order(app: &App, players: i64) -> Result<()> {
    let thing = Wanted::Offer(CODE.to_owned()).find(app).context("the offer is not there")?;
    let (member, now) = (Entropy.uuid(&app.clock), app.clock.now());
    let mut tx = app.db.begin().await?;
    let sql =
        "INSERT INTO mass_gift (id, reference, fingerprint, name, thing, reason, member_id, member_name,
                   created_at_ms, state, gathered_player_id, worths, members)
               VALUES ($1, 'bench', 'bench', 'Bench', $2, 'bench', $3, 'Bench', $4, 'paused', 0, '{}', $5)";
    tx.execute(sql, params![GIFT, serde_json::to_string(&thing)?, member, now, players]).await?;
    let numbers = population::numbers(&(1..=players));
    let sql = format!(
        "INSERT INTO mass_gift_member (gift_id, player_id, currency, outcome)
         {numbers} SELECT {GIFT}, n, 'EUR', 'waiting' FROM number"
    );
    tx.execute(&sql, params![]).await?;
    Ok(tx.commit().await?)
}

/// Has the server activate the bonuses of the first `players`, and waits until all are active.
async fn activate(db: &Db, players: i64) -> Result<()> {
    let due =
        format!("UPDATE bonus_award SET due = 'activate', next_try_ms = 0 WHERE player_id <= {players}");
    written(db, &due).await?;
    counted(db, ACTIVE_COUNT, players).await
}

async fn written(db: &Db, sql: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute(sql, params![]).await?;
    Ok(tx.commit().await?)
}

/// Waits until what `sql` counts is `count`.
async fn counted(db: &Db, sql: &str, count: i64) -> Result<()> {
    until_counted(sql, PATIENCE, async || {
        let is_reached = db.query_one(sql, params![]).await?.get::<i64>(0)? == count;
        Ok(is_reached.then_some(()))
    })
    .await
}

/// Fails unless each player was given one award, and no more.
async fn exactly_once(db: &Db, players: i64) -> Result<()> {
    let sql = "SELECT COUNT(*), COUNT(DISTINCT player_id) FROM bonus_award WHERE offer = $1";
    let row = db.query_one(sql, params![CODE]).await?;
    let (awards, receivers): (i64, i64) = (row.get(0)?, row.get(1)?);
    ensure!(
        awards == players && receivers == players,
        "{awards} awards of {receivers} players, not {players}"
    );
    Ok(())
}
