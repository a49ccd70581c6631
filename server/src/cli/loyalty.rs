//! `croupier points` and `croupier vip`: what a player has of comp points and which VIP status, and changes by staff.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_server::identity;
use croupier_server::loyalty::{self, VipStatus, staff, vip};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

use crate::arguments::{email, one_of, said};

#[derive(Subcommand)]
pub enum PointsCommand {
    /// What a player has.
    Show(Of),
    /// Give points, or take them with a number below zero; a running server books it within seconds.
    Adjust {
        #[command(flatten)]
        of: Of,
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        points: i64,
        /// They count for the level.
        #[arg(long)]
        lifetime: bool,
        #[command(flatten)]
        decision: Decision,
    },
}

#[derive(Subcommand)]
pub enum VipCommand {
    /// Which status a player has.
    Show(Of),
    /// Give another one.
    Set {
        #[command(flatten)]
        of: Of,
        #[arg(long, ignore_case = true, value_parser = one_of(VipStatus::ALL.map(VipStatus::name), status))]
        status: VipStatus,
        #[command(flatten)]
        decision: Decision,
    },
}

#[derive(Args)]
pub struct Of {
    /// Of whom.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
}

#[derive(Args)]
pub struct Decision {
    /// Who decides.
    #[arg(long, value_name = "NAME", value_parser = said)]
    by: String,
    /// Why.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = said)]
    reason: String,
}

fn status(name: &str) -> Option<VipStatus> {
    VipStatus::from_name(&name.to_uppercase())
}

/// Carries `croupier points` out beside the running server.
pub async fn run_points(config: &Config, command: PointsCommand) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (PointsCommand::Show(of) | PointsCommand::Adjust { of, .. }) = &command;
    let Some(player) = player_of(&db, of).await? else { return Ok(ExitCode::FAILURE) };
    match command {
        PointsCommand::Show(_) => show_points(&db, player).await?,
        PointsCommand::Adjust { points, lifetime, decision, .. } => {
            let said = (decision.by.as_str(), decision.reason.as_str());
            staff::adjust(&db, player, points, lifetime, said, Clock::System.now()).await?;
            println!("noted; the server books it within seconds");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Carries `croupier vip` out beside the running server.
pub async fn run_vip(config: &Config, command: VipCommand) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (VipCommand::Show(of) | VipCommand::Set { of, .. }) = &command;
    let Some(player) = player_of(&db, of).await? else { return Ok(ExitCode::FAILURE) };
    match command {
        VipCommand::Show(_) => {
            println!("player {player}: {}", vip::status_of(&db, player).await?.name());
            Ok(ExitCode::SUCCESS)
        }
        VipCommand::Set { status, decision, .. } => {
            let said = (decision.by.as_str(), decision.reason.as_str());
            let changed = vip::set_status(&db, player, status, said, Clock::System.now()).await?;
            println!("player {player} is {} {}", if changed { "now" } else { "already" }, status.name());
            Ok(if changed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// The player that a command names; says so where there is none.
async fn player_of(db: &Db, of: &Of) -> Result<Option<PlayerId>> {
    let player = identity::player_by_email(db, &of.email).await;
    let player = player.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    if player.is_none() {
        println!("no player signs in with {}", of.email);
    }
    Ok(player)
}

async fn show_points(db: &Db, player: PlayerId) -> Result<()> {
    let balance = loyalty::balances(db, &[player]).await?.remove(&player).unwrap_or_default();
    println!("player {player}: {} points to spend, {} earned for life", balance.points, balance.total_points);
    Ok(())
}
