//! `cargo xtask gen`: what is written from the code, and whether it is fresh.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell::{self, npm, npm_packages, root, tested};

/// Files that are written from the code.
const APIS: [(&str, &[&str]); 2] =
    [("docs/openapi.json", &["openapi"]), ("docs/openapi-office.json", &["openapi", "--office"])];
const TYPES: [&str; 2] = ["web/src/api/schema.d.ts", "web/office/api/schema.d.ts"];

/// Writes everything that is generated.
pub fn run() -> Result<()> {
    for (file, call) in APIS {
        std::fs::write(root().join(file), openapi(tested("croupier")?.args(call))?)?;
    }
    npm_packages()?;
    npm("gen")?;
    shell::run(tested("par")?.arg("write"))
}

/// Fails when a generated file is not what the code would write.
pub fn check() -> Result<()> {
    for (file, call) in APIS {
        if std::fs::read(root().join(file))? != openapi(tested("croupier")?.args(call))? {
            bail!("{file} is stale: cargo xtask gen");
        }
    }
    let before = TYPES.map(|file| std::fs::read(root().join(file)));
    npm("gen")?;
    for (file, before) in TYPES.iter().zip(before) {
        if std::fs::read(root().join(file))? != before? {
            bail!("{file} was stale and is fresh now: commit it");
        }
    }
    shell::run(tested("par")?.arg("check"))
}

/// The description of the calls, from the handlers of the server that `croupier` runs.
fn openapi(croupier: &mut Command) -> Result<Vec<u8>> {
    let output = croupier.stderr(Stdio::inherit()).output().context("croupier openapi")?;
    if !output.status.success() {
        bail!("croupier openapi failed");
    }
    Ok(output.stdout)
}
