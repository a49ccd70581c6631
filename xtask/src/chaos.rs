//! `cargo xtask chaos`: the chaos tests of `docs/RELIABILITY.md`.

use anyhow::Result;

use crate::shell::{cargo, optional_package, postgres, program, run_and_report, tested};

/// One of each fault and three kills an engine, for every change.
const SHORT: &[&[&str]] = &[
    &["kill", "--kills", "3"],
    &["wire", "--rounds", "1"],
    &["disk", "--rounds", "1"],
    &["pause"],
    &["failover"],
    &["backup"],
    &["crowd"],
];

/// Runs the chaos tests of every change, in the build of the tests.
pub fn short() -> Result<()> {
    needed("strace")?;
    for words in SHORT {
        run_and_report(tested("croupier-bench")?.arg("chaos").args(*words))?;
    }
    Ok(())
}

/// Builds what is tested in release and runs the scenario that the arguments name.
pub fn run(arguments: &[String]) -> Result<()> {
    needed(if arguments.first().is_some_and(|name| name == "clock") { "faketime" } else { "strace" })?;
    cargo(&["build", "--quiet", "--release", "--package", "croupier-server", "--package", "croupier-bench"])?;
    let words = ["run", "--quiet", "--release", "--package", "croupier-bench", "--", "chaos"];
    run_and_report(program("cargo", "", &words).args(arguments))
}

/// Sees to PostgreSQL, and to `package` where it can be had: the faults that need it are left out without it, and say so.
fn needed(package: &str) -> Result<()> {
    postgres()?;
    optional_package(package);
    Ok(())
}
