//! `croupier lottery`: which lotteries there are, and ending a sale before its time.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::lottery::{self, Ended};
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

#[derive(Subcommand)]
pub enum Command {
    /// Which lotteries there are.
    List,
    /// End the sale of tickets before its time.
    End {
        /// Its address.
        #[arg(value_name = "LOTTERY")]
        slug: String,
        /// Who ends it.
        #[arg(long, value_name = "NAME")]
        by: String,
    },
}

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Ended lotteries are listed for so long, in milliseconds.
const LISTED_FOR_MS: i64 = 30 * DAY_MS;

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        Command::List => (list(&db).await?, true),
        Command::End { slug, by } => {
            let is_name = !by.trim().is_empty() && by.chars().count() <= NAME_MAX;
            ensure!(is_name, "who ends it has to be named, in {NAME_MAX} characters");
            match lottery::end(&db, &slug, &by, Clock::System.now()).await? {
                Ended::Done => (format!("no more tickets of {slug} are sold"), true),
                Ended::NotOnSale => (format!("no lottery {slug} is on sale"), false),
            }
        }
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn list(db: &Db) -> Result<String> {
    let now = Clock::System.now();
    let listed = lottery::list(db, now - LISTED_FOR_MS).await?;
    let lines = listed.iter().map(|one| {
        let ((start, end), status) = (one.span(), one.status(now).name());
        let (start, end) = (rfc3339(start), rfc3339(end));
        format!("{}\t{status}\t{start}\t{end}\t{} tickets", one.slug(), one.tickets_count())
    });
    let lines: Vec<String> = lines.collect();
    Ok(if lines.is_empty() { "no lotteries".to_owned() } else { lines.join("\n") })
}
