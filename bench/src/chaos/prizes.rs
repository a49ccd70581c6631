//! A tournament becomes final and pays its prizes while the server is killed again and again: each prize is paid once, and
//! wallets hold no other.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use croupier_db::{Db, params};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::Clock;
use tokio::time::sleep;

use super::Options;
use super::fixture::{Engine, Fixture};
use super::load::Load;
use super::rng::SeededRng;
use crate::waiting::{until, until_ok};

/// Players side by side; there are as many prizes.
const PLAYERS: usize = 12;

/// How long the tournament is on once its definition is written down.
const LEFT_MS: i64 = 30_000;

/// A tournament lasts whole hours: this one has begun before.
const LASTS_MS: i64 = 3_600_000;

/// How long after its end a tournament becomes final at the earliest: `SETTLE_MS` and `COMMIT_MS` of the server.
const FINAL_AFTER_MS: i64 = 90_000;

/// The server is killed this often at most until all is paid.
const KILLS_MAX: usize = 60;

/// The prizes are paid within this, kills and all.
const PAID_MAX: Duration = Duration::from_mins(3);

/// What each place of it wins, in subunits.
const PRIZE: i64 = 700;

/// Runs the scenario on the engines that are asked for.
pub async fn run(options: &Options<'_>) -> Result<()> {
    for engine in options.engines()? {
        scenario(engine, options.seed()?).await?;
    }
    Ok(())
}

async fn scenario(engine: Engine, seed: u64) -> Result<()> {
    let (_cluster, database) = engine.start()?;
    // With the usual leases, the reader that owes prizes would hardly live between two kills.
    let settings = [("CROUPIER_READER_LEASE_SECONDS", "2".to_owned())];
    let fixture = Fixture::build(database, None, &settings).await?;
    let (server, _) = fixture.open().await?;
    let load = Load::of(&fixture, PLAYERS, seed).await?;
    server.stop("-TERM")?;
    let end_at = Clock::System.now() + LEFT_MS;
    define(&fixture, end_at - LASTS_MS)?;
    let (mut server, _) = fixture.open().await?;
    for visitor in &load.visitors {
        until_ok("the tournament", PAID_MAX, async || Ok(visitor.join_tournament("chaos-cup").await?))
            .await?;
    }
    let stop = AtomicBool::new(false);
    load.under(&stop, wait_for(end_at)).await?;
    load.resolve(&fixture).await?;

    wait_for(end_at + FINAL_AFTER_MS).await?;
    let storage = fixture.storage().await?;
    let mut rng = SeededRng::new(seed, &[0]);
    let mut kills = 0;
    while kills < KILLS_MAX && owed(&storage).await? {
        // The moment of the kill is drawn.
        sleep(Duration::from_millis(rng.below(400))).await;
        server.stop("-KILL")?;
        kills += 1;
        (server, _) = fixture.open().await?;
    }
    until("the prizes", PAID_MAX, async || Ok((!owed(&storage).await?).then_some(()))).await?;
    let acknowledged = load.reckon(&fixture).await?;
    let prizes = won(&storage).await?;
    let wanted = load.journal.sums().play.into_keys().map(|player| (load.visitors[player].id, PRIZE));
    ensure!(prizes == wanted.collect(), "prizes of {PRIZE} for all who played were {prizes:?}");
    ensure!(kills > 0, "the prizes were paid before the server was killed");
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=prizes_{} seed={seed} kills={kills} acknowledged={acknowledged} prizes={}",
        engine.name(),
        prizes.len()
    );
    fixture.tear_down()
}

/// Writes down a tournament from `start_at` on, which counts rounds and has a prize for everybody.
fn define(fixture: &Fixture, start_at: i64) -> Result<()> {
    let file = fixture.folder().join("content/tournaments.toml");
    let mut file = File::options().append(true).open(file)?;
    writeln!(
        file,
        r#"
[[tournament]]
id = "chaos-cup"
first_start = "{}"
lasts_hours = 1
currency = "EUR"
strategy = {{ kind = "rounds" }}
prizes = [{{ from = 1, to = {PLAYERS}, prize = {{ kind = "money", amount_cents = {PRIZE} }} }}]
title = {{ en = "Cup" }}
description = {{ en = "Every round counts." }}
"#,
        rfc3339(start_at)
    )?;
    Ok(())
}

async fn wait_for(at: i64) -> Result<()> {
    until("the clock", PAID_MAX, async || Ok((Clock::System.now() >= at).then_some(()))).await
}

/// Whether the tournament is not final yet, or a prize of it is not paid.
async fn owed(storage: &Db) -> Result<bool> {
    let sql = "SELECT (SELECT COUNT(*) FROM tournament WHERE identifier = 'chaos-cup' AND closed_at_ms IS NULL)
                   + (SELECT COUNT(*) FROM tournament_award WHERE NOT is_published)
                   + (SELECT COUNT(*) FROM due_payment WHERE reader = 'tournaments' AND paid_at_ms IS NULL)
                   + (SELECT COUNT(*) FROM tournament_award a WHERE a.published_amount > 0)
                   - (SELECT COUNT(*) FROM due_payment WHERE reader = 'tournaments' AND paid_at_ms IS NOT NULL)";
    Ok(storage.query_one(sql, params![]).await?.get::<i64>(0)? != 0)
}

/// What each player has won of tournaments, in subunits.
pub async fn won(storage: &Db) -> Result<BTreeMap<i64, i64>> {
    let sql = "SELECT player_id, CAST(SUM(published_amount) AS bigint) FROM tournament_award
               WHERE published_amount > 0 GROUP BY player_id";
    let rows = storage.query(sql, params![]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
