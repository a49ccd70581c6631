//! Kill and check: a server is killed with -9 under load again and again; afterwards every acknowledged
//! bet is there exactly once, with the answer that was acknowledged, and the books are exact.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use croupier_db::{Db, Target, params};
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::clock::Clock;
use croupier_server::config::Config;
use croupier_server::wallet;
use reqwest::Client;

use crate::figures::option;
use crate::http::give;
use crate::visitor::{Spun, Visitor};

const PLAYERS: usize = 16;
const MONEY: i64 = 1_000_000_000;
const STAKE: i64 = 20;

/// A server has to answer again within this after it was killed.
const READY_MAX: Duration = Duration::from_secs(5);

/// Runs the ordeal on both engines.
pub async fn run(arguments: &[String]) -> Result<()> {
    let kills: usize = option(arguments, "--kills", 5)?;
    let cluster = Cluster::start(true)?;
    for url in [None, Some(cluster.database("kill")?)] {
        let name = if url.is_some() { "postgres" } else { "sqlite" };
        let folder = tempfile::tempdir_in(".")?;
        let place = Place { data: folder.path().join("data"), url };
        let (acknowledged, slowest) = ordeal(&place, kills).await.with_context(|| name.to_owned())?;
        println!(
            "RESULT name=kill_{name} kills={kills} acknowledged={acknowledged} ready_ms_max={}",
            slowest.as_millis()
        );
    }
    Ok(())
}

/// Where the tormented server keeps its data.
struct Place {
    data: PathBuf,
    url: Option<String>,
}

async fn ordeal(place: &Place, kills: usize) -> Result<(usize, Duration)> {
    let client = Client::builder().timeout(Duration::from_secs(10)).build()?;
    let mut server = Server::start(place)?;
    server.ready().await?;
    println!("RESULT name=idle_resident_mib value={}", server.resident_mib()?);
    let mut visitors = Vec::new();
    for number in 0..PLAYERS {
        visitors.push(Visitor::sign_up(&client, &server.base, number).await?);
    }
    server.stop("-TERM")?;
    fund(place, &visitors).await?;

    server = Server::start(place)?;
    server.ready().await?;
    for visitor in &mut visitors {
        visitor.move_to(&server.base);
        visitor.launch().await?;
    }
    let journal = Journal::default();
    let mut slowest = Duration::ZERO;
    for kill in 0..kills {
        load_and_kill(&mut server, &visitors, &journal, kill).await?;
        server = Server::start(place)?;
        slowest = slowest.max(server.ready().await?);
        for visitor in &mut visitors {
            visitor.move_to(&server.base);
        }
        resolve(&visitors, &journal).await?;
    }
    server.stop("-TERM")?;
    let acknowledged = journal.answers.lock().map_err(|_| anyhow::anyhow!("poisoned"))?.len();
    books(place, acknowledged).await?;
    Ok((acknowledged, slowest))
}

/// What was asked, and what was answered to it.
#[derive(Default)]
struct Journal {
    answers: Mutex<HashMap<String, (usize, Spun)>>,
    unanswered: Mutex<Vec<(usize, String)>>,
}

/// Spins on every player until the server is killed, about a second later.
async fn load_and_kill(
    server: &mut Server,
    visitors: &[Visitor],
    journal: &Journal,
    kill: usize,
) -> Result<()> {
    let dead = AtomicBool::new(false);
    let spinning = visitors.iter().enumerate().map(|(number, visitor)| {
        let dead = &dead;
        async move {
            for count in 0.. {
                if dead.load(Ordering::SeqCst) {
                    return anyhow::Ok(());
                }
                let key = format!("k{kill}-{number}-{count}");
                journal
                    .unanswered
                    .lock()
                    .map_err(|_| anyhow::anyhow!("poisoned"))?
                    .push((number, key.clone()));
                let Ok(spun) = visitor.spin(&key, STAKE).await else { return Ok(()) };
                journal.answered(number, &key, &spun)?;
                finish(visitor, &spun, &key).await.ok();
            }
            Ok(())
        }
    });
    let killing = async {
        // Not a round number, and another one for every kill.
        tokio::time::sleep(Duration::from_millis(700 + 137 * (kill as u64 % 7))).await;
        server.stop("-KILL")?;
        dead.store(true, Ordering::SeqCst);
        Ok(())
    };
    let (_, killed) = tokio::join!(futures_util::future::join_all(spinning), killing);
    killed
}

impl Journal {
    fn answered(&self, number: usize, key: &str, spun: &Spun) -> Result<()> {
        self.unanswered
            .lock()
            .map_err(|_| anyhow::anyhow!("poisoned"))?
            .retain(|(_, waiting)| waiting != key);
        let mut answers = self.answers.lock().map_err(|_| anyhow::anyhow!("poisoned"))?;
        if let Some((_, before)) = answers.insert(key.to_owned(), (number, spun.clone())) {
            ensure!(before.round == spun.round, "{key}: first round {}, then {}", before.round, spun.round);
            ensure!(before.balance_cents == spun.balance_cents, "{key}: another balance the second time");
        }
        Ok(())
    }
}

/// Asks again what was not answered, and a sample of what was: the answers have to be the same.
async fn resolve(visitors: &[Visitor], journal: &Journal) -> Result<()> {
    let waiting = std::mem::take(&mut *journal.unanswered.lock().map_err(|_| anyhow::anyhow!("poisoned"))?);
    // A round that was open when the server died stands before the next bet on it.
    for (number, key) in waiting {
        let spun = match visitors[number].spin(&key, STAKE).await {
            Ok(spun) => spun,
            Err(error) if error.to_string().contains("round_conflict") => continue,
            Err(error) => return Err(error),
        };
        journal.answered(number, &key, &spun)?;
        finish(&visitors[number], &spun, &key).await?;
    }
    let answers = journal.answers.lock().map_err(|_| anyhow::anyhow!("poisoned"))?.clone();
    for (key, (number, _)) in answers.iter().step_by(7) {
        let again =
            visitors[*number].spin(key, STAKE).await.with_context(|| format!("asking {key} again"))?;
        journal.answered(*number, key, &again)?;
    }
    Ok(())
}

/// Plays free spins to their end.
async fn finish(visitor: &Visitor, spun: &Spun, key: &str) -> Result<()> {
    let (mut open, mut step) = (spun.open, 0);
    while open {
        step += 1;
        match visitor.step(&spun.round, step, &format!("{key}-{step}")).await {
            Ok(next) => open = next.open,
            Err(error) if error.to_string().contains("round_conflict") => {}
            Err(error) => return Err(error),
        }
        ensure!(step < 500, "a round that does not end");
    }
    Ok(())
}

/// Gives every player money while no server runs.
async fn fund(place: &Place, visitors: &[Visitor]) -> Result<()> {
    let config = Config { data: place.data.clone(), database_url: place.url.clone(), ..Config::default() };
    let app = App::start(config, Clock::System).await?;
    for visitor in visitors {
        give(&app, visitor.id, MONEY).await?;
    }
    Ok(())
}

/// The books are exact, and there are as many rounds as acknowledged keys.
async fn books(place: &Place, acknowledged: usize) -> Result<()> {
    let target = match &place.url {
        Some(url) => Target::Postgres(url.clone()),
        None => Target::Sqlite(place.data.clone()),
    };
    let db = Db::open_beside(&target).await?;
    let findings = wallet::check(&db).await?;
    ensure!(findings.is_empty(), "{findings:?}");
    let rounds: i64 = db.query_one("SELECT COUNT(*) FROM round", params![]).await?.get(0)?;
    ensure!(usize::try_from(rounds)? == acknowledged, "{rounds} rounds for {acknowledged} acknowledged bets");
    Ok(())
}

/// The server in a process of its own.
struct Server {
    child: Child,
    base: String,
}

impl Server {
    fn start(place: &Place) -> Result<Self> {
        let port = free_port()?;
        let mut command = Command::new(binary()?);
        command
            .arg("serve")
            .env("CROUPIER_LISTEN", format!("127.0.0.1:{port}"))
            .env("CROUPIER_DATA", &place.data)
            .env("CROUPIER_CAPTCHA", "none")
            .env("RUST_LOG", "error")
            .stdin(Stdio::null());
        match &place.url {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        Ok(Self { child: command.spawn()?, base: format!("http://127.0.0.1:{port}") })
    }

    async fn ready(&mut self) -> Result<Duration> {
        let began = Instant::now();
        let health = format!("{}/healthz", self.base);
        loop {
            if reqwest::get(&health).await.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(began.elapsed());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended by itself: {status}");
            }
            ensure!(began.elapsed() < READY_MAX, "the server is not ready after {READY_MAX:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The server's memory, from the kernel.
    fn resident_mib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kib: u64 = line.trim().split(' ').next().unwrap_or_default().parse()?;
        Ok(kib / 1024)
    }

    /// Sends `signal` and waits for the end.
    fn stop(&mut self, signal: &str) -> Result<()> {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "kill {signal} failed");
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // When it has ended already there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's binary, beside this one.
fn binary() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let binary = here.parent().unwrap_or(Path::new(".")).join("croupier");
    ensure!(binary.exists(), "{} is not built: cargo build --release -p croupier-server", binary.display());
    Ok(binary)
}

fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
