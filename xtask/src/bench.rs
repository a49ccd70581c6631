//! `cargo xtask bench`: load generators, always in release.

use anyhow::{Result, bail};

use std::path::{Path, PathBuf};

use crate::build;
use crate::chaos;
use crate::servers::{Plan, Servers};
use crate::shell::{cargo, chromium, debian_package, on_path, postgres, program, run as start};

/// The ports of a measured house; not those of a run by hand.
const PORT: u16 = 18180;
const SANDBOX_PORT: u16 = 18190;

/// Runs the load generator that the first argument names.
pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("web") => web(&arguments[1..]),
        // The reels of every game; one of the checks of the site.
        Some("frames") => web(arguments),
        Some("catalogue") => {
            debian_package("nginx-light", || Path::new("/usr/sbin/nginx").is_file())?;
            debian_package("wrk", || on_path("wrk"))?;
            generator(arguments)
        }
        // These measure the server in a process of its own.
        Some("backoffice" | "boards" | "crash" | "http" | "sockets") => {
            cargo(&["build", "--release", "--package", "croupier-server"])?;
            generator(arguments)
        }
        Some("kill") => chaos::run(arguments),
        Some(_) => generator(arguments),
        None => {
            bail!(
                "which one? backoffice, boards, catalogue, crash, frames, growth, http, kill, readers, realtime, search, \
                 sockets, wallet, web"
            )
        }
    }
}

fn generator(arguments: &[String]) -> Result<()> {
    postgres()?;
    let mut command = vec!["run", "--quiet", "--release", "--package", "croupier-bench", "--"];
    command.extend(arguments.iter().map(String::as_str));
    cargo(&command)
}

/// The site of a fresh house in a browser, against its budgets; `chosen` names some of the checks. After
/// `--titles N` the server offers that many imported games too.
fn web(arguments: &[String]) -> Result<()> {
    let (titles, chosen) = match arguments {
        [option, number, chosen @ ..] if option == "--titles" => (Some(number), chosen),
        chosen => (None, chosen),
    };
    chromium()?;
    let profile = build::everything(false)?;
    start(&mut program(
        "npm",
        "web/bench",
        &["install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"],
    ))?;
    let data = std::env::temp_dir().join(format!("croupier-bench-web-{}", std::process::id()));
    let games = titles.map(|number| -> Result<PathBuf> {
        let file = std::env::temp_dir().join(format!("croupier-titles-{}.jsonl", std::process::id()));
        generator(&["titles", &file.to_string_lossy(), "--titles", number].map(str::to_owned))?;
        Ok(file)
    });
    let games = games.transpose()?;
    // The measured player signs up by a call, which solves no puzzle.
    let settings = [("CROUPIER_CAPTCHA", "none".to_owned())];
    let plan = Plan {
        profile,
        port: PORT,
        sandbox_port: SANDBOX_PORT,
        data: &data,
        games: games.as_deref(),
        settings: &settings,
    };
    let servers = Servers::start(&plan)?;
    let mut measure = program("node", "web/bench", &["run.mjs"]);
    let measured = start(measure.args(chosen).env("CROUPIER_BENCH_URL", format!("http://localhost:{PORT}")));
    drop(servers);
    std::fs::remove_dir_all(&data)?;
    if let Some(file) = games {
        std::fs::remove_file(file)?;
    }
    measured
}
