//! The line between server and PostgreSQL goes bad under load: slow, narrow, reset, silent, and cut exactly
//! at a COMMIT on either side of it. Nobody hears a false yes or a false no, and the server recovers by itself.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_pgtest::Cluster;

use super::Options;
use super::fixture::Fixture;
use super::load::Load;
use super::proxy::{Fault, Proxy};
use crate::waiting::until;

/// Players side by side.
const PLAYERS: usize = 12;

/// How often each fault comes, unless told otherwise.
const ROUNDS: u64 = 1;

/// Commits cut in one go.
const CUTS: u64 = 12;

/// How long the commits to be cut are waited for.
const CUTS_WITHIN: Duration = Duration::from_secs(10);

/// The faults, their names, and how long each lasts.
const FAULTS: [(&str, Fault, Duration); 6] = [
    ("latency", Fault::Late(Duration::from_millis(40)), Duration::from_millis(1500)),
    ("bandwidth", Fault::Narrow(100_000), Duration::from_millis(1500)),
    ("reset", Fault::Closed, Duration::from_millis(700)),
    ("half_open", Fault::Silent, Duration::from_millis(700)),
    ("cut_before_commit", Fault::CutBeforeCommit, Duration::ZERO),
    ("cut_after_commit", Fault::CutAfterCommit, Duration::ZERO),
];

/// Runs the scenario.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let (rounds, seed) = (options.number("--rounds", ROUNDS)?, options.seed()?);
    let cluster = Cluster::start(true)?;
    cluster.database("chaos")?;
    let proxy = Proxy::to(&cluster.socket()).await?;
    // The line has to see a COMMIT go by, so nothing on it is encrypted.
    let url = format!("host=127.0.0.1 port={} user=postgres dbname=chaos sslmode=disable", proxy.port());
    let fixture = Fixture::build(Some(url), None, &[]).await?;
    let (server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    for _ in 0..rounds {
        for (name, fault, lasts) in FAULTS {
            let before = proxy.cuts();
            let stop = AtomicBool::new(false);
            load.under(&stop, async {
                // The load runs for a while before the fault sets in.
                tokio::time::sleep(Duration::from_millis(150)).await;
                proxy.set(fault);
                if lasts.is_zero() {
                    wait_for_cuts(&proxy, before + CUTS).await?;
                } else {
                    // The fault lasts for as long as its table says.
                    tokio::time::sleep(lasts).await;
                }
                proxy.set(Fault::None);
                Ok(())
            })
            .await?;
            let (doubts, first) = load.resolve(&fixture).await?;
            fixture.check()?;
            println!(
                "RESULT name=wire_{name} cuts={} in_doubt={doubts} first_answer_ms={}",
                proxy.cuts() - before,
                first.as_millis()
            );
        }
    }
    let acknowledged = load.reckon(&fixture).await?;
    let unanswered = fixture.partner.unanswered().await?;
    ensure!(unanswered == 0, "the partner waited in vain for an answer to {unanswered} webhooks");
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=wire seed={seed} rounds={rounds} acknowledged={acknowledged} cuts={}",
        proxy.cuts()
    );
    fixture.tear_down()
}

async fn wait_for_cuts(proxy: &Proxy, count: u64) -> Result<()> {
    until("commits to be cut", CUTS_WITHIN, async || Ok((proxy.cuts() >= count).then_some(()))).await
}
