//! A backup is taken under load and restored into an empty place: the books of the copy are exact, and all that
//! was acknowledged before the backup began is in it, with the same answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::Options;
use super::fixture::{Engine, Fixture};
use super::journal::Command;
use super::load::Load;
use super::protection;

/// Players side by side.
const PLAYERS: usize = 12;

/// How long the load runs before the backup begins.
const BEFORE: Duration = Duration::from_millis(1500);

/// Runs the scenario on the engines that are asked for.
pub async fn run(options: &Options<'_>) -> Result<()> {
    for engine in options.engines()? {
        scenario(engine, options.seed()?).await?;
    }
    Ok(())
}

async fn scenario(engine: Engine, seed: u64) -> Result<()> {
    let (cluster, database) = engine.start()?;
    let cluster = cluster.map(Arc::new);
    let fixture = Fixture::build(database, None, &[]).await?;
    let (server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    let place = fixture.folder().join("backup");
    let stop = AtomicBool::new(false);
    let (known, during, took, copy) = load
        .under(&stop, async {
            // So that there is something to be found in the copy.
            tokio::time::sleep(BEFORE).await;
            let (known, began) = (load.journal.acknowledged(), Instant::now());
            let copy = if let Some(cluster) = cluster.clone() {
                Some(tokio::task::spawn_blocking(move || cluster.restored_copy()).await??)
            } else {
                fixture.back_up(&place).await?;
                None
            };
            let during = load.journal.acknowledged().len() - known.len();
            Ok((known, during, began.elapsed(), copy))
        })
        .await?;
    load.resolve(&fixture).await?;
    load.reckon(&fixture).await?;
    server.stop("-TERM")?;
    fixture.check()?;

    let restored = match &copy {
        // The secrets of an installation on PostgreSQL are in its own folder.
        Some(copy) => {
            let url = format!("host={} user=postgres dbname=chaos", copy.host().display());
            fixture.moved(Some(url), fixture.data())?
        }
        None => fixture.moved(None, &place)?,
    };
    restored.check()?;
    let (server, _) = restored.open().await?;
    let out = known.iter().filter(|(.., command)| *command == Command::Exclude);
    let copied = restored.storage().await?;
    protection::are_out(&load.visitors, &copied, out.map(|(_, player, _)| *player)).await?;
    drop(copied);
    load.repeat_at(&restored.base(), &known).await?;
    server.stop("-TERM")?;
    restored.check()?;
    println!(
        "RESULT name=backup_{} seed={seed} found={} acknowledged_meanwhile={during} took_ms={}",
        engine.name(),
        known.len(),
        took.as_millis()
    );
    fixture.tear_down()
}
