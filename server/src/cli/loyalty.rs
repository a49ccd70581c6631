//! `croupier points` and `croupier vip`: what a player has of comp points and which VIP status, and changes by staff.

use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_server::loyalty::{self, VipStatus, staff, vip};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::{identity, rules};

use crate::words::{options_of, words};

/// How the commands are called.
const USAGE: &str = "croupier points show --email ADDRESS
croupier points adjust --email ADDRESS --points N [--lifetime] --by NAME --reason TEXT
croupier vip show --email ADDRESS
croupier vip set --email ADDRESS --status STATUS --by NAME --reason TEXT
STATUS is REGULAR, BRONZE, SILVER, GOLD, PLATINUM or DIAMOND.";

/// Carries `points` or `vip` out beside the running server.
pub async fn run(config: &Config, command: &str) -> Result<ExitCode> {
    let words = words();
    let (verb, options) = words.split_first().context(USAGE)?;
    let valued = ["email", "points", "status", "by", "reason"];
    let options = options_of(options, &valued, &["lifetime"], USAGE)?;
    let option = |name: &str| options.get(name).copied();
    let said = |name: &str| option(name).filter(|text| !text.trim().is_empty()).context(USAGE);
    let email = said("email")?;
    let email = rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
    let db = Db::open_beside(&config.target()).await?;
    let player = identity::player_by_email(&db, &email).await;
    let player = player.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let Some(player) = player else {
        println!("no player signs in with {email}");
        return Ok(ExitCode::FAILURE);
    };
    let now = Clock::System.now();
    match (command, verb.as_str()) {
        ("points", "show") => show_points(&db, player).await?,
        ("vip", "show") => {
            println!("player {player}: {}", vip::status_of(&db, player).await?.name());
        }
        ("points", "adjust") => {
            let points = said("points")?;
            let points: i64 = points.parse().with_context(|| format!("{points:?} is no number"))?;
            let lifetime = option("lifetime").is_some();
            let fits = points != 0 && points.unsigned_abs() <= staff::ADJUSTMENT_MAX.unsigned_abs();
            ensure!(fits, "points are from 1 to {}, or as many below zero", staff::ADJUSTMENT_MAX);
            ensure!(points > 0 || !lifetime, "what was earned for life is not taken away");
            staff::adjust(&db, player, points, lifetime, (said("by")?, said("reason")?), now).await?;
            println!("noted; the server books it within seconds");
        }
        ("vip", "set") => {
            let name = said("status")?;
            let status = VipStatus::from_name(&name.to_uppercase());
            let status = status.with_context(|| format!("{name:?} is no status\n{USAGE}"))?;
            let changed = vip::set_status(&db, player, status, (said("by")?, said("reason")?), now).await?;
            println!("player {player} is {} {}", if changed { "now" } else { "already" }, status.name());
            return Ok(if changed { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        _ => bail!("{USAGE}"),
    }
    Ok(ExitCode::SUCCESS)
}

async fn show_points(db: &Db, player: PlayerId) -> Result<()> {
    let balance = loyalty::balances(db, &[player]).await?.remove(&player).unwrap_or_default();
    println!("player {player}: {} points to spend, {} earned for life", balance.points, balance.total_points);
    Ok(())
}
