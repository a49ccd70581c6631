//! The wall clock of a running server is set ahead and back by an hour and by a day, again and again: nobody gains a
//! window of a limit on bets that way, and whoever has none plays on.
//!
//! `libfaketime` stands between the server and the machine's clock, so that the server itself is the one that runs
//! in a server. Its monotonic clock goes on as it does when an administrator sets the time.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use croupier_ledger::{LimitKind, LimitPeriod};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::wallet::LimitOf;
use serde_json::Value;

use super::Options;
use super::fixture::{Engine, Fixture};
use crate::visitor::{Failure, Visitor};
use crate::waiting::until;

/// Subunits of a bet, and how much of them may be staked within a window.
const STAKE: i64 = 20;
/// See [`STAKE`].
const CAP: i64 = 200;

/// Within this a server tells the time that its clock was set to.
const SET_MAX: Duration = Duration::from_secs(5);

/// Seconds that a clock may be off the time it was set to.
const OFF_MAX: i64 = 60;

/// Where the clock stands against the machine's, in seconds, one after the other. The day after is reached three
/// times.
const OFFSETS: [i64; 9] = [0, HOUR, -HOUR, DAY, 0, DAY, -DAY, DAY + HOUR, 0];

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Runs the scenario on the engines that are asked for, where the library is there.
pub async fn run(options: &Options<'_>) -> Result<()> {
    let Some(library) = library() else {
        println!("SKIPPED name=clock: libfaketime is not installed (Debian: faketime)");
        return Ok(());
    };
    for engine in options.engines()? {
        scenario(engine, &library).await.context(engine.name())?;
    }
    Ok(())
}

async fn scenario(engine: Engine, library: &Path) -> Result<()> {
    let (_cluster, database) = engine.start()?;
    let hands = tempfile::NamedTempFile::new()?;
    set(hands.path(), 0)?;
    let settings = [
        ("LD_PRELOAD", library.display().to_string()),
        ("FAKETIME_TIMESTAMP_FILE", hands.path().display().to_string()),
        ("FAKETIME_NO_CACHE", "1".to_owned()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ];
    let fixture = Fixture::build(database, None, &settings).await?;
    let (server, _) = fixture.open().await?;
    let mut players = fixture.players(3).await?;
    server.stop("-TERM")?;
    limit(&fixture, &players[0], LimitPeriod::Week).await?;
    limit(&fixture, &players[1], LimitPeriod::Day).await?;
    let (server, _) = fixture.open().await?;
    let lead = reported(&fixture).await?;
    let mut staked = [0; 3];
    for (number, offset) in OFFSETS.into_iter().enumerate() {
        set(hands.path(), offset)?;
        shows(&fixture, offset, lead).await?;
        for (player, staked) in players.iter_mut().zip(&mut staked) {
            *staked += stake_all(player, number).await?;
        }
        let wanted = if OFFSETS[..=number].iter().any(|offset| *offset >= DAY) { 2 * CAP } else { CAP };
        ensure!(staked[0] == CAP, "{} were staked in one week, at {offset} s", staked[0]);
        ensure!(staked[1] == wanted, "{} were staked by the day, at {offset} s", staked[1]);
        fixture.check()?;
    }
    let bets = i64::try_from(OFFSETS.len() * BETS_MAX)?;
    ensure!(staked[2] == bets * STAKE, "who has no limit staked {}", staked[2]);
    server.stop("-TERM")?;
    fixture.check()?;
    println!(
        "RESULT name=clock_{} jumps={} week_cap={CAP} week_staked={} day_cap={CAP} day_windows=2 day_staked={} \
         unlimited_staked={}",
        engine.name(),
        OFFSETS.len() - 1,
        staked[0],
        staked[1],
        staked[2]
    );
    fixture.tear_down()
}

/// How often everybody tries to bet after each jump: more often than a cap has room for.
const BETS_MAX: usize = 15;

/// Bets as often as is tried; answers what was staked before a limit refused the rest.
async fn stake_all(player: &mut Visitor, life: usize) -> Result<i64> {
    // Whoever was away for an hour is asked for the password again.
    player.sign_in().await?;
    player.launch().await?;
    let mut staked = 0;
    for count in 0..BETS_MAX {
        let mut spun = match player.spin(&format!("{life}-{count}"), STAKE).await {
            Ok(spun) => spun,
            Err(Failure::Refused(403, body)) if body.contains("limit_reached") => break,
            Err(other) => return Err(other.into()),
        };
        staked += spun.stake_cents;
        while spun.open {
            spun = player.step(&spun.round, spun.steps, &format!("{life}-{count}-{}", spun.steps)).await?;
        }
    }
    Ok(staked)
}

/// Limits what a player may stake, in a server that is closed.
async fn limit(fixture: &Fixture, player: &Visitor, period: LimitPeriod) -> Result<()> {
    let app = App::start(fixture.config(), Clock::System).await?;
    let of = LimitOf { player: player.id, currency: Currency::EUR, kind: LimitKind::Wager, period };
    let mut tx = app.db.begin().await?;
    app.wallet.set_limit(&mut tx, of, CAP, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Sets the clock to `offset` seconds after the machine's.
fn set(hands: &Path, offset: i64) -> Result<()> {
    Ok(std::fs::write(hands, format!("{offset:+}\n"))?)
}

/// Waits until the server's clock is `offset` seconds off the machine's; one that is not tells `lead`.
async fn shows(fixture: &Fixture, offset: i64, lead: i64) -> Result<()> {
    until("the clock to be set", SET_MAX, async || {
        Ok(((reported(fixture).await? - lead - offset).abs() < OFF_MAX).then_some(()))
    })
    .await
}

/// How far in the future, by the machine's clock, a challenge ends that the server makes now; in seconds.
async fn reported(fixture: &Fixture) -> Result<i64> {
    let answer = fixture.client.get(format!("{}/api/captcha", fixture.base())).send().await?;
    let challenge: Value = answer.error_for_status()?.json().await?;
    let salt = challenge["salt"].as_str().context("no salt")?;
    let (_, expires) = salt.split_once("?expires=").context("no end")?;
    let expires = expires.split('&').next().unwrap_or_default();
    Ok(expires.parse::<i64>()? - Clock::System.now() / 1_000)
}

/// The library for programs of several threads, where Debian puts it.
fn library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?;
    let files = folders.flatten().map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    files.into_iter().find(|file| file.exists())
}
