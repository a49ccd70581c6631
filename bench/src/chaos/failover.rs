//! The primary dies under load and its synchronous standby is promoted: the server finds it, and nothing that
//! was acknowledged is lost.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_pgtest::{Cluster, Death};

use super::Options;
use super::fixture::Fixture;
use super::kill::reached;
use super::load::Load;
use super::rng::SeededRng;

/// Players side by side.
const PLAYERS: usize = 12;

/// Runs the scenario.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let (rounds, seed) = (options.number("--rounds", 1)?, options.seed()?);
    let mut primary = Cluster::start(true)?;
    primary.database("chaos")?;
    for round in 0..rounds {
        let standby = primary.synchronous_standby()?;
        let url = format!(
            "host={},{} user=postgres dbname=chaos target_session_attrs=read-write",
            primary.host().display(),
            standby.host().display()
        );
        fail_over(url, &primary, &standby, seed, round).await?;
        standby.sql("DROP DATABASE chaos WITH (FORCE)")?;
        standby.database("chaos")?;
        primary = standby;
    }
    Ok(())
}

async fn fail_over(url: String, primary: &Cluster, standby: &Cluster, seed: u64, round: u64) -> Result<()> {
    let mut rng = SeededRng::new(seed, &[1, round]);
    let fixture = Fixture::build(Some(url), None, &[]).await?;
    let (server, _) = fixture.open().await?;
    // Each round has a load of its own, whose players would draw the same again from the same seed.
    let load = Load::of(&fixture, PLAYERS, rng.below(u64::MAX)).await?;
    let stop = AtomicBool::new(false);
    load.under(&stop, async {
        // The moment of the kill is drawn.
        tokio::time::sleep(Duration::from_millis(300 + rng.below(500))).await;
        primary.end(Death::Kill)
    })
    .await?;
    ensure!(!load.journal.acknowledged().is_empty(), "nothing was acknowledged before the primary died");
    standby.promote()?;
    let ready = reached(&load).await?;
    let (doubts, _) = load.resolve(&fixture).await?;
    let stop = AtomicBool::new(false);
    load.under(&stop, async {
        // Play on briefly, so that the checks also cover writes made on the new primary.
        tokio::time::sleep(Duration::from_millis(300)).await;
        Ok(())
    })
    .await?;
    fixture.check()?;
    let acknowledged = load.reckon(&fixture).await?;
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=failover seed={seed} round={round} acknowledged={acknowledged} in_doubt={doubts} \
         ready_ms={}",
        ready.as_millis()
    );
    fixture.tear_down()
}
