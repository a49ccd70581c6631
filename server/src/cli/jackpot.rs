//! `croupier jackpot`: what lies in the jackpots, and who has won them.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::jackpot;
use croupier_server::platform::config::Config;

#[derive(Subcommand)]
pub enum Command {
    /// What lies in every jackpot.
    List,
    /// What lies in one, and its last wins.
    Show { identifier: String },
}

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let lines = match command {
        Command::List => Some(jackpot::list(&db).await?),
        Command::Show { identifier } => jackpot::show(&db, &identifier).await?,
    };
    let Some(lines) = lines else {
        println!("there is no such jackpot");
        return Ok(ExitCode::FAILURE);
    };
    println!("{}", if lines.is_empty() { "nothing yet".to_owned() } else { lines.join("\n") });
    Ok(ExitCode::SUCCESS)
}
