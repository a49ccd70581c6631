//! `croupier keys`: the keys that seeds, secrets of authenticator apps and files are encrypted under.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::platform::blobs;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::{KeyRows, SealKey, Secrets};
use croupier_server::{identity, seeds, staff};

#[derive(Subcommand)]
pub enum Command {
    /// The keys, and what is encrypted under each.
    List,
    /// Print a fresh key to configure.
    New { id: String },
    /// Encrypt seeds and secrets of apps under the current key beside the running server; goes on where it was stopped.
    Rotate {
        /// At most so many.
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
        Command::List => list(config, secrets).await,
        Command::Rotate { limit } => rotate(config, secrets, limit).await,
    }
}

/// A key, and what is encrypted under it.
#[derive(Debug, Default)]
pub struct Named {
    seeds: i64,
    apps: i64,
    files: i64,
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seeds, apps, files } = self;
        write!(f, "{seeds} seeds, {apps} secrets of authenticator apps and {files} files")
    }
}

/// The keys that something is encrypted under.
pub async fn named(config: &Config, db: &Db) -> Result<BTreeMap<String, Named>> {
    let mut all = BTreeMap::<String, Named>::new();
    for KeyRows { id, rows } in seeds::keys(db).await? {
        all.entry(id).or_default().seeds = rows;
    }
    for KeyRows { id, rows } in identity::app_secrets::keys(db).await? {
        all.entry(id).or_default().apps += rows;
    }
    for KeyRows { id, rows } in staff::app_secrets::keys(db).await? {
        all.entry(id).or_default().apps += rows;
    }
    for KeyRows { id, rows } in blobs::keys(&blobs::folder_of(config))? {
        all.entry(id).or_default().files = rows;
    }
    Ok(all)
}

async fn list(config: &Config, secrets: &Secrets) -> Result<ExitCode> {
    let mut named = named(config, &Db::open_beside(&config.target()).await?).await?;
    for (place, id) in secrets.ring().ids().enumerate() {
        let current = if place == 0 { ", current" } else { "" };
        println!("{id}: {}{current}", named.remove(id).unwrap_or_default());
    }
    for (id, named) in named {
        println!("{id}: {named}, not configured");
    }
    Ok(ExitCode::SUCCESS)
}

async fn rotate(config: &Config, secrets: &Secrets, limit: u64) -> Result<ExitCode> {
    let (db, current) = (Db::open_beside(&config.target()).await?, secrets.ring().current());
    let of_seeds = seeds::rotate(&db, secrets, limit).await?;
    let limit = limit - of_seeds.moved;
    let of_players = identity::app_secrets::rotate(&db, secrets, limit).await?;
    let of_staff = staff::app_secrets::rotate(&db, secrets, limit - of_players.moved).await?;
    println!("{} seeds are encrypted under {current} now", of_seeds.moved);
    println!(
        "{} secrets of authenticator apps are encrypted under {current} now",
        of_players.moved + of_staff.moved
    );
    let broken = [of_seeds.broken, of_players.broken, of_staff.broken].concat();
    for error in &broken {
        println!("BROKEN  {error}");
    }
    for (id, named) in named(config, &db).await?.iter().filter(|(id, _)| *id != current) {
        println!("{named} are still encrypted under {id}");
    }
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
