//! `cargo xtask torture`: the ordeals of `docs/RELIABILITY.md`, on the release build of the server.

use anyhow::Result;

use crate::shell::{cargo, debian_package, on_path, postgres, program, run_and_tell};

/// Builds what is tortured and runs the ordeal that the arguments name.
pub fn run(arguments: &[String]) -> Result<()> {
    postgres()?;
    // The clock and the failing fsync are left out without it, and say so.
    let package = if arguments.first().is_some_and(|name| name == "clock") { "faketime" } else { "strace" };
    if let Err(error) = debian_package(package, || on_path(package)) {
        println!("xtask: {error:#}");
    }
    cargo(&["build", "--quiet", "--release", "--package", "croupier-server", "--package", "croupier-bench"])?;
    let words = ["run", "--quiet", "--release", "--package", "croupier-bench", "--", "torture"];
    run_and_tell(program("cargo", "", &words).args(arguments))
}
