//! `croupier keys`: the keys that seeds are encrypted under.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::{SealKey, Secrets};
use croupier_server::seeds::{self, KeyRows, Rotated};

#[derive(Subcommand)]
pub enum Command {
    /// The keys, and how many seeds name each.
    List,
    /// Print a fresh key to configure.
    New { id: String },
    /// Encrypt seeds under the current key beside the running server; goes on where it was stopped.
    Rotate {
        /// At most so many seeds.
        #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
        limit: u64,
    },
}

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, secrets: &Secrets, command: Command) -> Result<ExitCode> {
    match command {
        Command::New { id } => {
            let key = SealKey::fresh(&id, Entropy);
            // What could not be configured is not printed.
            secrets.clone().with_seal_keys(vec![key.clone()], Entropy)?;
            println!("{}", key.to_toml());
            Ok(ExitCode::SUCCESS)
        }
        Command::List => list(&Db::open_beside(&config.target()).await?, secrets).await,
        Command::Rotate { limit } => rotate(&Db::open_beside(&config.target()).await?, secrets, limit).await,
    }
}

async fn list(db: &Db, secrets: &Secrets) -> Result<ExitCode> {
    let named = seeds::keys(db).await?;
    let of = |id: &str| named.iter().find(|key| key.id == id).map_or(0, |key| key.seeds);
    for (place, id) in secrets.ring().ids().enumerate() {
        let current = if place == 0 { ", current" } else { "" };
        println!("{id}: {} seeds{current}", of(id));
    }
    let ids: Vec<_> = secrets.ring().ids().collect();
    let missing: Vec<&KeyRows> = named.iter().filter(|key| !ids.contains(&key.id.as_str())).collect();
    for KeyRows { id, seeds } in missing {
        println!("{id}: {seeds} seeds, not configured");
    }
    Ok(ExitCode::SUCCESS)
}

async fn rotate(db: &Db, secrets: &Secrets, limit: u64) -> Result<ExitCode> {
    let Rotated { moved, broken } = seeds::rotate(db, secrets, limit).await?;
    println!("{moved} seeds are encrypted under {} now", secrets.ring().current());
    for error in &broken {
        println!("BROKEN  {error}");
    }
    let current = secrets.ring().current();
    for KeyRows { id, seeds } in seeds::keys(db).await?.iter().filter(|key| key.id != current) {
        println!("{seeds} seeds are still encrypted under {id}");
    }
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
