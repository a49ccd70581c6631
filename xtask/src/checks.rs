//! `cargo xtask test`: every check there is, in the order in which failures are cheapest.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::house_in_browser::in_browser;
use crate::shell::{cargo, npm, npm_packages, postgres};
use crate::{generate, torture};

/// A named check.
struct Check {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<()>,
}

const CHECKS: &[Check] = &[
    Check { name: "format", what: "rustfmt", run: || cargo(&["fmt", "--all", "--check"]) },
    Check {
        name: "lint",
        what: "clippy, warnings are errors",
        run: || cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    },
    Check { name: "rust", what: "unit, property and integration tests on both engines", run: rust },
    Check {
        name: "simulation",
        what: "ten thousand seeds of servers, clients and readers with faults",
        run: crate::simulate::check,
    },
    Check { name: "generated", what: "OpenAPI, its TypeScript and the PAR sheets are fresh", run: generated },
    Check { name: "site-types", what: "tsc", run: || site("typecheck") },
    Check { name: "site-lint", what: "eslint and the import rules", run: || site("lint") },
    Check { name: "site-unit", what: "vitest", run: || site("test") },
    Check { name: "site-size", what: "build and bundle budgets", run: size },
    Check {
        name: "torture",
        what: "kills, lost databases, full disks: the ordeals of docs/RELIABILITY.md",
        run: || torture::run(&["all".to_owned()]),
    },
    Check { name: "gallery", what: "every page looks as its kept picture", run: || crate::gallery::run(&[]) },
    Check { name: "end-to-end", what: "journeys in Chromium against server and sandbox", run: end_to_end },
];

/// Runs the checks whose name contains `filter`; fails when one does.
pub fn run(filter: Option<&str>) -> Result<()> {
    let chosen = CHECKS.iter().filter(|check| filter.is_none_or(|filter| check.name.contains(filter)));
    let mut results = Vec::new();
    for check in chosen {
        println!("\n== {} — {}", check.name, check.what);
        let began = Instant::now();
        let result = (check.run)();
        if let Err(error) = &result {
            println!("{error:#}");
        }
        results.push((check.name, result.err(), began.elapsed().as_secs()));
    }
    if results.is_empty() {
        bail!("no check is called {}", filter.unwrap_or_default());
    }
    println!();
    for (name, error, seconds) in &results {
        match error {
            None => println!("    ok  {name} ({seconds} s)"),
            // Said again: where it was said first may be thousands of lines above.
            Some(error) => println!("FAILED  {name} ({seconds} s): {error:#}"),
        }
    }
    let failed = results.iter().filter(|(_, error, _)| error.is_some()).count();
    println!("\n{} passed, {failed} failed", results.len() - failed);
    if failed > 0 {
        bail!("{failed} checks failed");
    }
    Ok(())
}

fn rust() -> Result<()> {
    postgres()?;
    cargo(&["test", "--workspace", "--quiet"])
}

fn generated() -> Result<()> {
    npm_packages()?;
    generate::check()
}

fn site(script: &str) -> Result<()> {
    npm_packages()?;
    npm(script)
}

fn size() -> Result<()> {
    site("build")?;
    npm("size")
}

fn end_to_end() -> Result<()> {
    in_browser("e2e", &[])
}
