//! `croupier keys`: the keys that seeds are encrypted under.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use croupier_db::Db;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::{SealKey, Secrets};
use croupier_server::seeds::{self, KeyRows, Rotated};

use crate::words::words;

/// How the command is called.
const USAGE: &str = "croupier keys list
croupier keys new ID
croupier keys rotate [--limit N]
The first key that is configured is the current one. Every server has to know a key before it is the current one of any.";

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, secrets: &Secrets) -> Result<ExitCode> {
    let words = words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["new", id] => {
            let key = SealKey::fresh(id, Entropy);
            // What could not be configured is not printed.
            secrets.clone().with_seal_keys(vec![key.clone()], Entropy)?;
            println!("{}", key.to_toml());
            Ok(ExitCode::SUCCESS)
        }
        ["list"] => list(&Db::open_beside(&config.target()).await?, secrets).await,
        ["rotate"] => rotate(&Db::open_beside(&config.target()).await?, secrets, u64::MAX).await,
        ["rotate", "--limit", limit] => {
            let limit = limit.parse().with_context(|| format!("{limit:?} is no number of seeds"))?;
            rotate(&Db::open_beside(&config.target()).await?, secrets, limit).await
        }
        _ => bail!("{USAGE}"),
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
