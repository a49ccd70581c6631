//! `croupier player`: what stops a player, stopping one, lifting a stop, a link to sign in with, and the end of a second factor that
//! was lost.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_ledger::{NO_END, PlayerId, StopReason};
use croupier_server::account::stops::{StopChange, lift_stop, stop_player};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::player::IdentityCheck;
use croupier_server::{identity, verification};
use serde_json::json;

use crate::arguments::{email, one_of, said, time};

#[derive(Subcommand)]
pub enum Command {
    /// What stops a player.
    Show(Of),
    /// Stop a player.
    Stop {
        #[command(flatten)]
        stop: StopOptions,
        /// The end, such as 2027-01-31T00:00:00Z; until it is lifted when none is given.
        #[arg(long, value_name = "TIME", value_parser = time)]
        until: Option<i64>,
    },
    /// Lift a stop.
    Lift(StopOptions),
    /// Print a link that signs the player in once, within a day.
    LoginLink {
        #[command(flatten)]
        of: Of,
        /// Who makes it.
        #[arg(long, value_name = "NAME", value_parser = said)]
        by: String,
    },
    /// Take the second factor off a player who has lost the app and the recovery codes, and who has proved to be the player.
    SecondFactorOff {
        #[command(flatten)]
        of: Of,
        /// Who decides.
        #[arg(long, value_name = "NAME", value_parser = said)]
        by: String,
        /// Why, and how it was made sure who asks.
        #[arg(long, value_name = "TEXT", value_parser = said, allow_hyphen_values = true)]
        why: String,
    },
    /// Note that a player has proved who they are in another way than by documents.
    Verify(Verification),
    /// Note that a proof holds no longer.
    Unverify(Verification),
}

#[derive(Args)]
pub struct Of {
    /// Of whom.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
}

#[derive(Args)]
pub struct StopOptions {
    #[command(flatten)]
    of: Of,
    #[arg(long, value_parser = one_of(StopReason::ALL.map(StopReason::name), StopReason::from_name))]
    reason: StopReason,
    /// Who decides.
    #[arg(long, value_name = "NAME", value_parser = said)]
    by: String,
    /// Why.
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        default_value = "",
        hide_default_value = true
    )]
    why: String,
}

#[derive(Args)]
pub struct Verification {
    #[command(flatten)]
    of: Of,
    /// Who has made sure.
    #[arg(long, default_value = "staff", value_parser = one_of(["staff", "provider"], IdentityCheck::from_name))]
    check: IdentityCheck,
    /// Who says so.
    #[arg(long, value_name = "NAME", value_parser = said)]
    by: String,
    /// Why.
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        default_value = "",
        hide_default_value = true
    )]
    why: String,
}

impl Command {
    const fn of(&self) -> &Of {
        match self {
            Self::Show(of) | Self::LoginLink { of, .. } | Self::SecondFactorOff { of, .. } => of,
            Self::Stop { stop, .. } | Self::Lift(stop) => &stop.of,
            Self::Verify(check) | Self::Unverify(check) => &check.of,
        }
    }
}

/// Shows, stops or frees a player and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = carry_out(&db, &command, &config.public_url, Clock::System.now()).await?;
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Carries the command out beside the running server, which follows it within a second. Answers what to print, and
/// whether there was something to do.
async fn carry_out(db: &Db, command: &Command, site: &str, now: i64) -> Result<(String, bool)> {
    let email = &command.of().email;
    let player = in_words(identity::player_by_email(db, email).await)?;
    let Some(player) = player else { return Ok((format!("no player signs in with {email}"), false)) };
    match command {
        Command::Show(_) => Ok((show(db, player, now).await?, true)),
        Command::LoginLink { by, .. } => {
            let token = in_words(identity::make_sign_in_token(db, Entropy, email, by, now).await)?;
            let token = token.context("nobody signs in with it any more")?;
            Ok((format!("{site}/autologin?token={token}"), true))
        }
        Command::SecondFactorOff { by, why, .. } => {
            let told = json!({ "by": by, "why": why });
            let was_on = in_words(identity::take_factor_off(db, player, &told, now).await)?;
            let text = if was_on { "has none any more" } else { "has none" };
            Ok((format!("second factor: player {player} {text}"), was_on))
        }
        Command::Verify(said) => verify(db, player, true, said, now).await,
        Command::Unverify(said) => verify(db, player, false, said, now).await,
        Command::Stop { stop, until } => {
            let until = until.unwrap_or(NO_END);
            ensure!(until > now, "the end of a stop lies in the future");
            let until = in_words(stop_player(db, change_of(player, stop)?, until, now).await)?;
            Ok((format!("player {player} is stopped: {} {}", stop.reason.name(), end_of(until)), true))
        }
        Command::Lift(stop) => {
            let lifted = in_words(lift_stop(db, change_of(player, stop)?, now).await)?;
            let text = if lifted { "is lifted" } else { "was not there" };
            Ok((format!("player {player}: {} {text}", stop.reason.name()), lifted))
        }
    }
}

fn change_of(player: PlayerId, stop: &StopOptions) -> Result<StopChange<'_>> {
    let StopOptions { reason, by, why, .. } = stop;
    ensure!(*reason != StopReason::Closed, "accounts are closed and opened again in the back office");
    Ok(StopChange { player, reason: *reason, by, why, signed: None })
}

/// Notes that the player has passed a check, or that it holds no longer.
async fn verify(
    db: &Db,
    player: PlayerId,
    passed: bool,
    said: &Verification,
    now: i64,
) -> Result<(String, bool)> {
    let Verification { check, by, why, .. } = said;
    let changed = verification::set_check(db, player, *check, passed, (by, why), now).await?;
    let state = if passed { "verified" } else { "not verified" };
    let text = if changed { "now" } else { "already" };
    Ok((format!("player {player} is {text} {state} by {}", check.name()), changed))
}

async fn show(db: &Db, player: PlayerId, now: i64) -> Result<String> {
    let rows = in_words(identity::stop_rows(db, player).await)?;
    let lines = rows.iter().map(|row| {
        let over = if row.until > now { "" } else { " (over)" };
        let (reason, end, since) = (row.reason.name(), end_of(row.until), rfc3339(row.stopped_at));
        format!("{reason} {end}{over}, since {since} by {}: {}", row.stopped_by, row.why)
    });
    let lines: Vec<String> = lines.collect();
    let stops = if lines.is_empty() { "not stopped".to_owned() } else { lines.join("\n") };
    Ok(format!("player {player}\n{stops}"))
}

fn end_of(until: i64) -> String {
    if until == NO_END { "until it is lifted".to_owned() } else { format!("until {}", rfc3339(until)) }
}

/// Errors of the facades carry what went wrong for the log only.
fn in_words<T>(result: croupier_server::platform::error::ApiResult<T>) -> Result<T> {
    result.map_err(|error| anyhow::anyhow!("{error:?}"))
}
