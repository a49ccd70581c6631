//! The primary dies under load and its synchronous standby is promoted: the server finds it, and nothing that
//! was acknowledged is lost.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use croupier_pgtest::{Cluster, Death};

use super::Options;
use super::dice::Dice;
use super::house::House;
use super::kill::reached;
use super::load::Load;

/// Players side by side.
const PLAYERS: usize = 12;

/// Runs the ordeal.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let (rounds, seed) = (options.number("--rounds", 1)?, options.seed()?);
    let mut primary = Cluster::start(true)?;
    primary.database("torture")?;
    let mut dice = Dice::new(seed, &[1]);
    for _ in 0..rounds {
        let standby = primary.synchronous_standby()?;
        let url = format!(
            "host={},{} user=postgres dbname=torture target_session_attrs=read-write",
            primary.host().display(),
            standby.host().display()
        );
        fail_over(url, &primary, &standby, seed, Duration::from_millis(300 + dice.below(500))).await?;
        standby.sql("DROP DATABASE torture WITH (FORCE)")?;
        standby.database("torture")?;
        primary = standby;
    }
    Ok(())
}

async fn fail_over(
    url: String,
    primary: &Cluster,
    standby: &Cluster,
    seed: u64,
    after: Duration,
) -> Result<()> {
    let house = House::build(Some(url), None, &[]).await?;
    let (server, _) = house.open().await?;
    let load = Load::of(&house, PLAYERS, seed).await?;
    let stop = AtomicBool::new(false);
    load.under(&stop, async {
        // The moment of the blow is the dice's.
        tokio::time::sleep(after).await;
        primary.end(Death::Kill)
    })
    .await?;
    standby.promote()?;
    let ready = reached(&load).await?;
    let (doubts, _) = load.resolve(&house).await?;
    let stop = AtomicBool::new(false);
    load.under(&stop, async {
        // Life goes on for a while on the new primary, or its books would show nothing.
        tokio::time::sleep(Duration::from_millis(300)).await;
        Ok(())
    })
    .await?;
    house.check()?;
    let acknowledged = load.reckon(&house).await?;
    server.stop("-TERM")?;
    house.check()?;
    println!(
        "RESULT name=failover seed={seed} acknowledged={acknowledged} in_doubt={doubts} ready_ms={}",
        ready.as_millis()
    );
    house.tear_down()
}
