//! `croupier player`: what stops a player, stopping one, lifting a stop, and a link to sign in with.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_ledger::{NO_END, PlayerId, StopReason};
use croupier_server::account::stops::{StopChange, lift_stop, stop_player};
use croupier_server::platform::calendar::{instant, rfc3339};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::player::IdentityCheck;
use croupier_server::{identity, rules, verification};

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier player show --email ADDRESS
croupier player stop --email ADDRESS --reason REASON [--until TIME] --by NAME [--why TEXT]
croupier player lift --email ADDRESS --reason REASON --by NAME [--why TEXT]
croupier player login-link --email ADDRESS --by NAME
croupier player verify|unverify --email ADDRESS --by NAME [--why TEXT] [--check staff|provider]
REASON is operator, exclusion, cooling_off, fraud, verification, register or register_silent; TIME is like 2026-01-31T12:00:00Z.";

/// Shows, stops or frees a player and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = carry_out(&db, &words(), &config.public_url, Clock::System.now()).await?;
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Carries the command out beside the running server, which follows it within a second. Answers what to print, and
/// whether there was something to do.
async fn carry_out(db: &Db, words: &[String], site: &str, now: i64) -> Result<(String, bool)> {
    let (command, options) = words.split_first().context(USAGE)?;
    let options = options_of(options, &["email", "reason", "until", "by", "why", "check"], &[], USAGE)?;
    let option = |name: &str| options.get(name).copied();
    let email = option("email").context(USAGE)?;
    let email = rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
    let player = reported(identity::player_by_email(db, &email).await)?;
    let Some(player) = player else { return Ok((format!("no player signs in with {email}"), false)) };
    if command == "show" {
        return Ok((show(db, player, now).await?, true));
    }
    if command == "login-link" {
        let by = option("by").filter(|name| !name.trim().is_empty()).context(USAGE)?;
        let token = reported(identity::make_sign_in_token(db, Entropy, &email, by, now).await)?;
        let token = token.context("nobody signs in with it any more")?;
        return Ok((format!("{site}/autologin?token={token}"), true));
    }
    if ["verify", "unverify"].contains(&command.as_str()) {
        return verify(db, player, command == "verify", &options, now).await;
    }
    let reason = option("reason").context(USAGE)?;
    let reason =
        StopReason::from_name(reason).with_context(|| format!("{reason:?} is no reason\n{USAGE}"))?;
    ensure!(reason != StopReason::Closed, "accounts are closed and opened again in the back office");
    let by = option("by").filter(|name| !name.trim().is_empty()).context(USAGE)?;
    let why = option("why").unwrap_or_default();
    let change = StopChange { player, reason, by, why, signed: None };
    match command.as_str() {
        "stop" => {
            let until = match option("until") {
                Some(text) => instant(text).map_err(|_| anyhow::anyhow!("{text:?} is no time"))?,
                None => NO_END,
            };
            ensure!(until > now, "the end of a stop lies in the future");
            let until = reported(stop_player(db, change, until, now).await)?;
            Ok((format!("player {player} is stopped: {} {}", reason.name(), end_of(until)), true))
        }
        "lift" => {
            let lifted = reported(lift_stop(db, change, now).await)?;
            let text = if lifted { "is lifted" } else { "was not there" };
            Ok((format!("player {player}: {} {text}", reason.name()), lifted))
        }
        _ => bail!("{USAGE}"),
    }
}

/// Notes that the player has passed a check, or that it holds no longer.
async fn verify(
    db: &Db,
    player: PlayerId,
    passed: bool,
    options: &HashMap<&str, &str>,
    now: i64,
) -> Result<(String, bool)> {
    let option = |name: &str| options.get(name).copied();
    let check = option("check").map_or(Some(IdentityCheck::Staff), IdentityCheck::from_name);
    let check = check.context(USAGE)?;
    let by = option("by").filter(|name| !name.trim().is_empty()).context(USAGE)?;
    let why = option("why").unwrap_or_default();
    let changed = verification::set_check(db, player, check, passed, (by, why), now).await?;
    let state = if passed { "verified" } else { "not verified" };
    let text = if changed { "now" } else { "already" };
    Ok((format!("player {player} is {text} {state} by {}", check.name()), changed))
}

async fn show(db: &Db, player: PlayerId, now: i64) -> Result<String> {
    let rows = reported(identity::stop_rows(db, player).await)?;
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
fn reported<T>(result: croupier_server::platform::error::ApiResult<T>) -> Result<T> {
    result.map_err(|error| anyhow::anyhow!("{error:?}"))
}
