//! `croupier content`: documents that staff edits, out of the operator into a folder and back.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::office::transfer::{self, Difference};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::rules;
use croupier_server::staff::Actor;

#[derive(Subcommand)]
pub enum Command {
    /// Write what is in force as files.
    Export { folder: PathBuf },
    /// Compare a folder with what is in force; exit code 1 when it differs.
    Diff { folder: PathBuf },
    /// Publish what a folder says otherwise, all together or not at all.
    Import {
        folder: PathBuf,
        /// Who decides.
        #[arg(long, value_name = "NAME")]
        by: String,
    },
}

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    match command {
        Command::Export { folder } => {
            println!("{} documents written", transfer::export(&db, config, &folder).await?);
        }
        Command::Diff { folder } => {
            let found = transfer::compare(&db, config, &folder).await?;
            for (path, difference) in &found {
                let sign = match difference {
                    Difference::Changed => '~',
                    Difference::New => '+',
                    Difference::Missing => '-',
                };
                println!("{sign} {path}");
            }
            if !found.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Import { folder, by } => {
            let by = rules::short_text(&by, NAME_MAX).ok().context("--by has to name who decides")?;
            let by = Actor::from(by);
            let done = transfer::import(&db, config, &folder, &by, Clock::System.now()).await?;
            for path in &done {
                println!("{path}");
            }
            println!("{} documents published", done.len());
        }
    }
    Ok(ExitCode::SUCCESS)
}
