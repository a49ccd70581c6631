//! `cargo xtask simulate`: seeds of the simulation, or of histories through every store.

use anyhow::Result;

use crate::shell::{self, cargo, postgres, tested};

/// Runs the simulation with `arguments`, as a release build.
pub fn run(arguments: &[String]) -> Result<()> {
    if arguments.first().is_some_and(|what| what == "histories") {
        postgres()?;
    }
    let mut all = vec!["run", "--quiet", "--release", "--package", "croupier-sim", "--"];
    all.extend(arguments.iter().map(String::as_str));
    cargo(&all)
}

/// Runs the seeds of every change, in the build of the tests: slower than a release build, and sooner done than one
/// is made.
pub fn check() -> Result<()> {
    shell::run(&mut tested("croupier-sim")?)
}
