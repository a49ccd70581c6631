//! `croupier payout`: a person's decision about a held cashout.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use croupier_db::Db;
use croupier_server::cashbox::{self, ReviewDecision};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

use crate::usage::USAGE;
use crate::words::words;

/// Writes down what a person says about a held cashout.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let mut words = words().into_iter();
    let approve = match words.next().as_deref() {
        Some("approve") => true,
        Some("decline") => false,
        _ => bail!("{USAGE}"),
    };
    let id = words.next().context(USAGE)?;
    let id = id.parse().with_context(|| format!("{id:?} is no id of a payment"))?;
    let (mut by, mut reason) = (None, None);
    while let Some(word) = words.next() {
        let value = words.next().context(USAGE)?;
        match word.as_str() {
            "--by" => by = Some(value),
            "--reason" => reason = Some(value),
            _ => bail!("{USAGE}"),
        }
    }
    let by = by.context("--by has to name who decides")?;
    let reason = reason.context("--reason has to say why")?;
    let db = Db::open_beside(&config.target()).await?;
    let decision = ReviewDecision { approve, by: by.into(), reason, seen: None };
    if cashbox::decide(&db, id, &decision, Clock::System.now()).await? {
        println!("noted; the server carries it out within seconds");
        return Ok(ExitCode::SUCCESS);
    }
    println!("no cashout {id} waits for a decision");
    Ok(ExitCode::FAILURE)
}
