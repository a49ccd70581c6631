//! `cargo xtask bench`: load generators, always in release.

use anyhow::Result;

use std::path::{Path, PathBuf};

use crate::build;
use crate::chaos;
use crate::servers::{Plan, Servers};
use crate::shell::{cargo, chromium, debian_package, on_path, postgres, program, run as start};

/// The ports of a measured server; not those of a run by hand.
const PORT: u16 = 18180;
const SANDBOX_PORT: u16 = 18190;

/// What can be measured: the generators of `croupier-bench`, and what is measured in a browser.
const NAMES: [&str; 17] = [
    "backoffice",
    "boards",
    "bonuses",
    "catalogue",
    "crash",
    "frames",
    "growth",
    "http",
    "kill",
    "quarter",
    "readers",
    "realtime",
    "search",
    "sockets",
    "titles",
    "wallet",
    "web",
];

#[derive(clap::Args)]
pub struct Arguments {
    /// What is measured.
    #[arg(value_parser = NAMES)]
    pub name: String,
    /// The generator's options, as `croupier-bench` takes them.
    #[arg(value_name = "OPTIONS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub rest: Vec<String>,
}

/// Runs the load generator that `arguments` name.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { name, rest } = arguments;
    let words = [std::slice::from_ref(name), rest.as_slice()].concat();
    match name.as_str() {
        "web" => web(rest),
        // The reels of every game; one of the checks of the site.
        "frames" => web(&words),
        "catalogue" => {
            debian_package("nginx-light", || Path::new("/usr/sbin/nginx").is_file())?;
            debian_package("wrk", || on_path("wrk"))?;
            generator(&words)
        }
        // These measure the server in a process of its own.
        "backoffice" | "boards" | "crash" | "http" | "quarter" | "sockets" => {
            cargo(&["build", "--release", "--package", "croupier-server"])?;
            generator(&words)
        }
        "kill" => chaos::run(&words),
        _ => generator(&words),
    }
}

fn generator(arguments: &[String]) -> Result<()> {
    postgres()?;
    let mut command = vec!["run", "--quiet", "--release", "--package", "croupier-bench", "--"];
    command.extend(arguments.iter().map(String::as_str));
    cargo(&command)
}

/// The site of a fresh installation in a browser, against its budgets; `chosen` names some of the checks. After
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    #[test]
    fn every_generator_can_be_run() {
        let source = std::fs::read_to_string(root().join("bench/src/main.rs")).unwrap();
        let arms = source.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once(" => "));
        let generators: Vec<_> = arms.filter_map(|(names, _)| names.split('"').next()).collect();
        assert!(generators.contains(&"wallet"), "{generators:?}");
        for name in generators {
            assert!(NAMES.contains(&name), "cargo xtask bench {name}");
        }
    }
}
