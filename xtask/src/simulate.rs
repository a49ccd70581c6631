//! `cargo xtask simulate`: seeds of the simulation, or of histories through every store.

use anyhow::Result;

use crate::shell::{self, cargo, postgres, program, tested};

/// Runs the simulation with `arguments`, as a release build.
pub fn run(arguments: &[String]) -> Result<()> {
    if arguments.first().is_some_and(|what| what == "histories") {
        postgres()?;
    }
    let mut all = vec!["run", "--quiet", "--release", "--package", "croupier-sim", "--"];
    all.extend(arguments.iter().map(String::as_str));
    cargo(&all)
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
