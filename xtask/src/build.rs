//! Building what the checks and the commands start.

use std::sync::OnceLock;

use anyhow::Result;

use crate::shell::{cargo, npm, npm_packages, tested};

/// Set once the site is built: several checks need it, and it is built once for all of them.
static SITE: OnceLock<()> = OnceLock::new();

/// Builds the site, unless this process has seen it built.
pub fn site() -> Result<()> {
    if SITE.get().is_none() {
        npm_packages()?;
        npm("bundle")?;
        SITE.get_or_init(|| ());
    }
    Ok(())
}

/// Builds the site, the server and the sandbox; returns the folder of the profile in cargo's target.
pub fn everything(debug: bool) -> Result<&'static str> {
    site()?;
    let mut build = vec!["build", "--package", "croupier-server", "--package", "croupier-sandbox"];
    if !debug {
        build.push("--release");
    }
    cargo(&build)?;
    Ok(if debug { "debug" } else { "release" })
}

/// Builds the site, and the servers as the tests build them; returns the folder of the profile in cargo's target.
pub fn tested_servers() -> Result<&'static str> {
    site()?;
    tested("croupier")?;
    Ok("debug")
}
