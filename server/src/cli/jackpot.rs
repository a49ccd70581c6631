//! `croupier jackpot`: what lies in the jackpots, and who has won them.

use std::process::ExitCode;

use anyhow::{Result, bail};
use croupier_db::Db;
use croupier_server::jackpot;
use croupier_server::platform::config::Config;

use crate::words::words;

/// How the command is called.
const USAGE: &str = "croupier jackpot list
croupier jackpot show IDENTIFIER";

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let lines = match words.as_slice() {
        ["list"] => Some(jackpot::list(&db).await?),
        ["show", identifier] => jackpot::show(&db, identifier).await?,
        _ => bail!(USAGE),
    };
    let Some(lines) = lines else {
        println!("there is no such jackpot");
        return Ok(ExitCode::FAILURE);
    };
    println!("{}", if lines.is_empty() { "nothing yet".to_owned() } else { lines.join("\n") });
    Ok(ExitCode::SUCCESS)
}
