//! `croupier adventure`: which calendars there are, and how far players have come.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::adventure;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

#[derive(Subcommand)]
pub enum Command {
    /// Which calendars of deposits there are.
    List,
    /// How many players have completed each day of one.
    Show { adventure: String },
}

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let now = Clock::System.now();
    let lines = match command {
        Command::List => Some(adventure::list(&db, now).await?),
        Command::Show { adventure } => adventure::show(&db, &adventure, now).await?,
    };
    let Some(lines) = lines else {
        println!("there is no such adventure");
        return Ok(ExitCode::FAILURE);
    };
    println!("{}", if lines.is_empty() { "nothing yet".to_owned() } else { lines.join("\n") });
    Ok(ExitCode::SUCCESS)
}
