//! Ordeals: what is promised about a server that dies, loses its database or its disk, is shown here by
//! doing it to a real one. `docs/RELIABILITY.md` tells the promises; `cargo xtask chaos` runs these.

mod backup;
mod bonuses;
mod clock;
mod commands;
mod disk;
mod failover;
mod fixture;
mod journal;
mod kill;
mod load;
mod overload;
mod partner;
mod pause;
mod prizes;
mod protection;
mod proxy;
mod rng;
mod wire;

use std::time::Instant;

use anyhow::{Result, bail};

use self::fixture::Engine;
use crate::figures::option;

/// The scenarios that `all` runs.
const NAMES: [&str; 8] = ["kill", "wire", "disk", "pause", "failover", "backup", "crowd", "prizes"];

/// The one that is run by its name only: it wants a library that is not everywhere.
const BY_NAME: &str = "clock";

/// What is asked for on the command line.
pub struct Options<'a> {
    words: &'a [String],
}

impl Options<'_> {
    /// The value of `--name`, or `default`.
    fn number(&self, name: &str, default: u64) -> Result<u64> {
        option(self.words, name, default)
    }

    /// The seed of the random numbers: the same seed, the same commands and the same moments.
    fn seed(&self) -> Result<u64> {
        self.number("--seed", 1)
    }

    /// The engine that `--engine` names, or both.
    fn engines(&self) -> Result<Vec<Engine>> {
        match option(self.words, "--engine", String::new())?.as_str() {
            "" => Ok(vec![Engine::Sqlite, Engine::Postgres]),
            "sqlite" => Ok(vec![Engine::Sqlite]),
            "postgres" => Ok(vec![Engine::Postgres]),
            other => bail!("--engine is sqlite or postgres, not {other:?}"),
        }
    }
}

/// Runs the scenario that the first argument names, `kill` when it names none.
pub async fn run(arguments: &[String]) -> Result<()> {
    let named = arguments.first().filter(|word| !word.starts_with("--"));
    let words = if named.is_some() { &arguments[1..] } else { arguments };
    let options = Options { words };
    let name = named.map_or("kill", String::as_str);
    let chosen: &[&str] = if name == "all" { &NAMES } else { &[name] };
    for name in chosen {
        let began = Instant::now();
        match *name {
            "kill" => kill::run(&options).await?,
            "wire" => wire::run(&options).await?,
            "disk" => disk::run(&options).await?,
            "pause" => pause::run(&options).await?,
            BY_NAME => clock::run(&options).await?,
            "crowd" => overload::run(&options).await?,
            "failover" => failover::run(&options).await?,
            "backup" => backup::run(&options).await?,
            "prizes" => prizes::run(&options).await?,
            other => bail!("there is no scenario {other:?}: {BY_NAME}, {}, or all", NAMES.join(", ")),
        }
        println!("RESULT name=torture_{name} seconds={}", began.elapsed().as_secs());
    }
    Ok(())
}
