//! `cargo xtask bench`: load generators, always in release.

use anyhow::{Result, bail};

use crate::shell::{cargo, chromium, npm, npm_packages, postgres};

/// Runs the load generator that the first argument names.
pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("web") => {
            chromium()?;
            npm_packages()?;
            npm("bench")
        }
        Some(_) => {
            postgres()?;
            let mut command = vec!["run", "--quiet", "--release", "--package", "croupier-bench", "--"];
            command.extend(arguments.iter().map(String::as_str));
            cargo(&command)
        }
        None => bail!("which one? wallet, http, search, web"),
    }
}
