//! One of two servers on one PostgreSQL is stopped for longer than its leases last, and comes back: its readers
//! were taken over, its late writes come to nothing or are harmless, and nothing is counted twice.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use croupier_db::{Db, params};
use croupier_pgtest::Cluster;

use super::Options;
use super::fixture::Fixture;
use super::load::Load;
use crate::waiting::until;

/// Players side by side, every second on the second server.
const PLAYERS: usize = 12;

/// How long a lease lasts in this server, in seconds.
const LEASE_S: u64 = 2;

/// The readers of the log that every row wakes; others work now and then.
const READERS: &str = "name IN ('system_account_balances', 'player_stats', 'round_history', 'recent_wins')";

/// How long it may take until every reader has a living owner: the lease, the longest wait of the other server
/// for it, and the time until PostgreSQL ends what the paused server had begun.
const TAKEN_OVER_MAX: Duration = Duration::from_secs(12);

/// Runs the scenario.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let (rounds, seed) = (options.number("--rounds", 1)?, options.seed()?);
    let seconds = options.number("--seconds", 5)?;
    let cluster = Cluster::start(true)?;
    let url = cluster.database("chaos")?;
    let settings = [("CROUPIER_READER_LEASE_SECONDS", LEASE_S.to_string())];
    let fixture = Fixture::build(Some(url), None, &settings).await?;
    let (paused, _) = fixture.open().await?;
    let mut load = Load::of(&fixture, PLAYERS, seed).await?;
    let other = fixture.open_another().await?;
    for visitor in load.visitors.iter_mut().skip(1).step_by(2) {
        visitor.move_to(&other.base);
    }
    let storage = fixture.storage().await?;
    let (mut doubts, mut slowest) = (0, Duration::ZERO);
    for _ in 0..rounds {
        let stop = AtomicBool::new(false);
        let took = load
            .under(&stop, async {
                // The load runs for a while, so that the pause meets batches under way.
                tokio::time::sleep(Duration::from_millis(400)).await;
                paused.signal("-STOP")?;
                let began = Instant::now();
                let taken = taken_over(&storage).await;
                // The rest of the pause that was asked for.
                tokio::time::sleep(Duration::from_secs(seconds).saturating_sub(began.elapsed())).await;
                paused.signal("-CONT")?;
                // Whoever is back gets the time to do what he must not do any more.
                tokio::time::sleep(Duration::from_millis(500)).await;
                taken
            })
            .await?;
        slowest = slowest.max(took);
        doubts += load.resolve(&fixture).await?.0;
        fixture.check()?;
    }
    let acknowledged = load.reckon(&fixture).await?;
    paused.stop("-TERM")?;
    other.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=pause seed={seed} rounds={rounds} paused_s={seconds} lease_s={LEASE_S} \
         acknowledged={acknowledged} in_doubt={doubts} taken_over_ms_max={}",
        slowest.as_millis()
    );
    fixture.tear_down()
}

/// Waits until one server holds every lease, by its own claim after this began.
async fn taken_over(storage: &Db) -> Result<Duration> {
    let began = Instant::now();
    let now = format!("SELECT CAST(MAX(leased_until_ms) AS bigint) FROM reader WHERE {READERS}");
    let before: i64 = storage.query_one(&now, params![]).await?.get(0)?;
    let sql = format!(
        "SELECT COUNT(DISTINCT owner) FROM reader WHERE {READERS}
         UNION ALL SELECT COUNT(*) FROM reader WHERE {READERS} AND leased_until_ms <= $1"
    );
    until("leases to be taken over", TAKEN_OVER_MAX, async || {
        let rows = storage.query(&sql, params![before]).await?;
        let counts = rows.iter().map(|row| row.get::<i64>(0)).collect::<croupier_db::Result<Vec<_>>>()?;
        Ok((counts == [1, 0]).then(|| began.elapsed()))
    })
    .await
}
