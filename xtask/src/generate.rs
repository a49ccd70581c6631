//! `cargo xtask gen`: what is written from the code, and whether it is fresh.

use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, npm, npm_packages, program, root};

/// Files that are written from the code.
const API: &str = "docs/openapi.json";
const TYPES: &str = "web/src/api/schema.d.ts";

/// Writes everything that is generated.
pub fn run() -> Result<()> {
    std::fs::write(root().join(API), openapi()?)?;
    npm_packages()?;
    npm("gen")?;
    cargo(&["run", "--quiet", "--package", "croupier-games", "--bin", "par", "--", "write"])
}

/// Fails when a generated file is not what the code would write.
pub fn check() -> Result<()> {
    if std::fs::read(root().join(API))? != openapi()? {
        bail!("{API} is stale: cargo xtask gen");
    }
    let before = std::fs::read(root().join(TYPES))?;
    npm("gen")?;
    if std::fs::read(root().join(TYPES))? != before {
        bail!("{TYPES} was stale and is fresh now: commit it");
    }
    cargo(&["run", "--quiet", "--package", "croupier-games", "--bin", "par", "--", "check"])
}

/// The description of the calls, from the handlers.
fn openapi() -> Result<Vec<u8>> {
    let arguments = ["run", "--quiet", "--package", "croupier-server", "--bin", "croupier", "--", "openapi"];
    let output = program("cargo", "", &arguments).stderr(Stdio::inherit()).output().context("cargo")?;
    if !output.status.success() {
        bail!("croupier openapi failed");
    }
    Ok(output.stdout)
}
