//! `cargo xtask gen`: what is written from the code, and whether it is fresh.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell::{self, cargo, npm, npm_packages, program, root, tested};

/// Files that are written from the code.
const API: &str = "docs/openapi.json";
const TYPES: &str = "web/src/api/schema.d.ts";

/// Writes everything that is generated.
pub fn run() -> Result<()> {
    let words = ["run", "--quiet", "--package", "croupier-server", "--bin", "croupier", "--"];
    std::fs::write(root().join(API), openapi(&mut program("cargo", "", &words))?)?;
    npm_packages()?;
    npm("gen")?;
    cargo(&["run", "--quiet", "--package", "croupier-games", "--bin", "par", "--", "write"])
}

/// Fails when a generated file is not what the code would write.
pub fn check() -> Result<()> {
    if std::fs::read(root().join(API))? != openapi(&mut tested("croupier")?)? {
        bail!("{API} is stale: cargo xtask gen");
    }
    let before = std::fs::read(root().join(TYPES))?;
    npm("gen")?;
    if std::fs::read(root().join(TYPES))? != before {
        bail!("{TYPES} was stale and is fresh now: commit it");
    }
    shell::run(tested("par")?.arg("check"))
}

/// The description of the calls, from the handlers of the server that `croupier` runs.
fn openapi(croupier: &mut Command) -> Result<Vec<u8>> {
    let output = croupier.arg("openapi").stderr(Stdio::inherit()).output().context("croupier openapi")?;
    if !output.status.success() {
        bail!("croupier openapi failed");
    }
    Ok(output.stdout)
}
