//! `cargo xtask simulate`: seeds of the simulation, or of histories through every store.

use anyhow::Result;

use crate::shell::{self, postgres, program, tested};

#[derive(clap::Args)]
pub struct Arguments {
    /// Histories through every store instead.
    #[arg(value_parser = ["histories"])]
    what: Option<String>,
    /// How many seeds.
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// The first one.
    #[arg(long, value_name = "S")]
    from: Option<u64>,
}

/// Runs the simulation as a release build.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { what, seeds, from } = arguments;
    if what.is_some() {
        postgres()?;
    }
    let mut command =
        program("cargo", "", &["run", "--quiet", "--release", "--package", "croupier-sim", "--"]);
    command.args(what);
    for (option, number) in [("--seeds", seeds), ("--from", from)] {
        command.args(number.iter().flat_map(|number| [option.to_owned(), number.to_string()]));
    }
    shell::run(&mut command)
}

/// Runs `seeds` seeds in the build of the tests: slower than a release build, and sooner done than one is made. The
/// first one comes from the commit, so that each change is tried with seeds of its own.
pub fn check(seeds: u64) -> Result<()> {
    let from = commit_number().unwrap_or_default();
    let mut simulation = tested("croupier-sim")?;
    shell::run(simulation.args(["--from", &from.to_string(), "--seeds", &seeds.to_string()]))
}

/// The first 32 bits of the commit that is checked out.
fn commit_number() -> Option<u64> {
    let output = program("git", "", &["rev-parse", "HEAD"]).output().ok()?;
    let hash = String::from_utf8(output.stdout).ok()?;
    u64::from_str_radix(hash.get(..8)?, 16).ok()
}
