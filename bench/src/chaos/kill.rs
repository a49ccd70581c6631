//! Kill and check: the server and its PostgreSQL are killed under load again and again. Afterwards every
//! acknowledged command is there exactly once, with the answer that was acknowledged, and the books are exact.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use croupier_pgtest::Death;

use super::Options;
use super::fixture::{Engine, Fixture, READY_MAX, Server};
use super::load::Load;
use super::rng::SeededRng;
use crate::waiting::until_ok;

/// Players side by side.
const PLAYERS: usize = 12;

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    /// The server, `kill -9`.
    Server,
    /// The server, and once more while it starts again.
    ServerTwice,
    /// The database; the server has to go on by itself.
    Database(Death),
}

impl Victim {
    fn of(engine: Engine, rng: &mut SeededRng) -> Self {
        let choices = if engine == Engine::Postgres { 6 } else { 3 };
        match rng.below(choices) {
            0 | 1 => Self::Server,
            2 => Self::ServerTwice,
            3 | 4 => Self::Database(Death::Kill),
            _ => Self::Database(Death::Immediate),
        }
    }
}

/// Runs the scenario on the engines that are asked for.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let kills: u64 = options.number("--kills", 20)?;
    for engine in options.engines()? {
        scenario(engine, kills, options.seed()?).await?;
    }
    Ok(())
}

async fn scenario(engine: Engine, kills: u64, seed: u64) -> Result<()> {
    let (cluster, database) = engine.start()?;
    let fixture = Fixture::build(database, None, &[]).await?;
    let (mut server, _) = fixture.open().await?;
    let idle_mib = server.resident_mib()?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    let mut rng = SeededRng::new(seed, &[0]);
    let (mut doubts, mut slowest) = (0, Duration::ZERO);
    for _ in 0..kills {
        let victim = Victim::of(engine, &mut rng);
        let after = Duration::from_millis(80 + rng.below(700));
        let stop = AtomicBool::new(false);
        load.under(&stop, async {
            // The moment of the kill is drawn.
            tokio::time::sleep(after).await;
            match (victim, &cluster) {
                (Victim::Database(death), Some(cluster)) => cluster.end(death),
                _ => server.signal("-KILL"),
            }
        })
        .await?;
        let ready = if let (Victim::Database(_), Some(cluster)) = (victim, &cluster) {
            cluster.start_again()?;
            reached(&load).await?
        } else {
            server.stop("-KILL")?;
            if victim == Victim::ServerTwice {
                let half_started = fixture.start()?;
                // Somewhere within its start; the moment is drawn.
                tokio::time::sleep(Duration::from_millis(rng.below(150))).await;
                half_started.stop("-KILL")?;
            }
            let (next, ready) = fixture.open().await?;
            server = next;
            ready
        };
        slowest = slowest.max(ready);
        doubts += load.resolve(&fixture).await?.0;

        fixture.check()?;
    }
    let acknowledged = load.reckon(&fixture).await?;

    end(server, &fixture)?;
    println!(
        "RESULT name=kill_{} seed={seed} kills={kills} acknowledged={acknowledged} in_doubt={doubts} \
         ready_ms_max={} idle_resident_mib={idle_mib}",
        engine.name(),
        slowest.as_millis()
    );
    fixture.tear_down()
}

/// Waits until the server reaches its database again.
pub async fn reached(load: &Load) -> Result<Duration> {
    let began = Instant::now();
    until_ok("an answer after the database", READY_MAX, async || load.visitors[0].balance().await).await?;
    Ok(began.elapsed())
}

/// Stops the server in good order, and checks the books once more.
fn end(server: Server, fixture: &Fixture) -> Result<()> {
    server.stop("-TERM")?;
    fixture.check()
}
