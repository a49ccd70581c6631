//! `croupier payout`: a person's decision about a held cashout.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_server::cashbox::{self, ReviewDecision};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Command {
    /// Pay it.
    Approve(Decision),
    /// Give the money back to the player.
    Decline(Decision),
}

#[derive(Args)]
pub struct Decision {
    /// The id of the payment.
    id: Uuid,
    /// Who decides.
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    reason: String,
}

/// Writes down what a person says about a held cashout.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let (approve, Decision { id, by, reason }) = match command {
        Command::Approve(decision) => (true, decision),
        Command::Decline(decision) => (false, decision),
    };
    let db = Db::open_beside(&config.target()).await?;
    let decision = ReviewDecision { approve, by: by.into(), reason, seen: None };
    if cashbox::decide(&db, id, &decision, Clock::System.now()).await? {
        println!("noted; the server carries it out within seconds");
        return Ok(ExitCode::SUCCESS);
    }
    println!("no cashout {id} waits for a decision");
    Ok(ExitCode::FAILURE)
}
