//! `croupier adventure`: which calendars there are, and how far players have come.

use std::process::ExitCode;

use anyhow::{Result, bail};
use croupier_db::Db;
use croupier_server::adventure;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

use crate::words::words;

/// How the command is called.
const USAGE: &str = "croupier adventure list
croupier adventure show ADVENTURE";

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let now = Clock::System.now();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let lines = match words.as_slice() {
        ["list"] => Some(adventure::list(&db, now).await?),
        ["show", slug] => adventure::show(&db, slug, now).await?,
        _ => bail!(USAGE),
    };
    let Some(lines) = lines else {
        println!("there is no such adventure");
        return Ok(ExitCode::FAILURE);
    };
    println!("{}", if lines.is_empty() { "nothing yet".to_owned() } else { lines.join("\n") });
    Ok(ExitCode::SUCCESS)
}
