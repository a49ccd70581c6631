//! A fresh server, walked through by a script of the site in Chromium.

use std::path::Path;

use anyhow::Result;

use crate::build;
use crate::servers::{Plan, Servers, target};
use crate::shell::{chromium, program, root};

/// The ports of such a server; not those of a run by hand.
const PORT: u16 = 18080;
const SANDBOX_PORT: u16 = 18090;

/// Builds all, starts a fresh server, runs the npm script with further `settings` in its environment, and checks
/// the books afterwards.
pub fn in_browser(script: &str, settings: &[(&str, &str)]) -> Result<()> {
    chromium()?;
    let profile = build::tested_servers()?;
    let data = std::env::temp_dir().join(format!("croupier-{script}-{}", std::process::id()));
    let plan =
        Plan { profile, port: PORT, sandbox_port: SANDBOX_PORT, data: &data, games: None, settings: &[] };
    let walked = Servers::start(&plan).and_then(|servers| {
        let walked = walk(script, &data, profile, settings);
        drop(servers);
        walked.and_then(|()| books(&data, profile))
    });
    std::fs::remove_dir_all(&data)?;
    walked
}

fn walk(script: &str, data: &Path, profile: &str, settings: &[(&str, &str)]) -> Result<()> {
    let mut script = program("npm", "web", &["run", "--silent", script]);
    script
        .env("CROUPIER_E2E_URL", format!("http://localhost:{PORT}"))
        .env("CROUPIER_E2E_OFFICE", format!("http://localhost:{}", PORT + 1))
        .env("CROUPIER_OFFICE_URL", format!("http://localhost:{}", PORT + 1))
        .env("CROUPIER_E2E_SANDBOX", format!("http://127.0.0.1:{SANDBOX_PORT}"))
        // What staff does, a journey does by the command of this server.
        .env("CROUPIER_E2E_COMMAND", target().join(profile).join("croupier"))
        .env("CROUPIER_DATA", data)
        .env("CROUPIER_CONTENT_DIR", root().join("content"))
        .envs(settings.iter().copied());
    crate::shell::run(&mut script)
}

/// After everything that was done to them, the books have to be exact.
fn books(data: &Path, profile: &str) -> Result<()> {
    let binary = target().join(profile).join("croupier");
    let mut check = program(&binary.to_string_lossy(), "", &["check"]);
    crate::shell::run(check.env("CROUPIER_DATA", data))
}
