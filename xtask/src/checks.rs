//! `cargo xtask test`: the checks of every change, in the order in which failures are cheapest; with `--all` the long
//! form, which repeats what depends on chance more often.

use std::fs::File;
use std::process::{Child, Command};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::browser::in_browser;
use crate::shell::{cargo, npm, npm_packages, optional_package, postgres};
use crate::{again, build, chaos, fresh_clone, generate, mutants, simulate};

#[derive(clap::Args)]
pub struct Arguments {
    /// The long form.
    #[arg(long)]
    all: bool,
    /// Those whose name contains it.
    filter: Option<String>,
}

/// How much is asked of the checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// What runs for every change.
    Everyday,
    /// What runs before money or storage is called done: more seeds, more kills, the release build,
    /// every picture, mutants, a fresh clone.
    All,
}

/// A named check.
struct Check {
    name: &'static str,
    what: &'static str,
    run: fn(Extent) -> Result<()>,
}

const CHECKS: &[Check] = &[
    Check { name: "format", what: "rustfmt", run: |_| cargo(&["fmt", "--all", "--check"]) },
    Check {
        name: "lint",
        what: "clippy, warnings are errors",
        run: |_| cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    },
    Check { name: "rust", what: "unit, property and integration tests on both engines", run: |_| rust() },
    Check {
        name: "simulation",
        what: "seeds of servers, clients and readers with faults",
        run: |extent| simulate::check(if extent == Extent::All { 10_000 } else { 400 }),
    },
    Check {
        name: "generated",
        what: "OpenAPI, its TypeScript and the PAR sheets are fresh",
        run: |_| generated(),
    },
    Check { name: "site-types", what: "tsc", run: |_| site("typecheck") },
    Check { name: "site-lint", what: "eslint and the import rules", run: |_| site("lint") },
    Check { name: "site-unit", what: "vitest", run: |_| site("test") },
    Check { name: "bundle", what: "build and bundle budgets", run: |_| size() },
    Check {
        name: "chaos",
        what: "kills, lost databases, full disks: the chaos tests of docs/RELIABILITY.md",
        run: |extent| match extent {
            Extent::Everyday => chaos::short(),
            Extent::All => chaos::run(&["all".to_owned()]),
        },
    },
    Check {
        name: "gallery",
        what: "every page looks as its baseline, and axe finds nothing",
        run: |extent| match extent {
            Extent::Everyday => crate::gallery::everyday(),
            Extent::All => crate::gallery::run(&crate::gallery::Arguments::WHOLE),
        },
    },
    Check {
        name: "end-to-end",
        what: "journeys in Chromium against server and sandbox",
        run: |extent| match extent {
            Extent::Everyday => in_browser("e2e", &[("CROUPIER_E2E_JOURNEYS", "everyday")]),
            Extent::All => {
                // For the journeys that set the clock of a server.
                optional_package("faketime");
                in_browser("e2e", &[("CROUPIER_E2E_JOURNEYS", "all")])
            }
        },
    },
    Check { name: "mutants", what: "deliberate bugs are caught", run: |_| mutants::run(None) },
    Check {
        name: "fresh-clone",
        what: "the checks of a change, in a clone that nothing was built in",
        run: |_| fresh_clone::check(),
    },
];

/// Checks that only the long form runs.
const LONG: &[&str] = &["mutants", "fresh-clone"];

/// What a check came to.
struct Outcome {
    name: String,
    error: Option<String>,
    seconds: u64,
}

/// Runs the checks whose name contains the filter; fails when one does.
pub fn run(arguments: &Arguments) -> Result<()> {
    let extent = if arguments.all { Extent::All } else { Extent::Everyday };
    let outcomes = match &arguments.filter {
        None => everything(extent)?,
        Some(filter) => chosen(extent, |name| name.contains(filter.as_str())),
    };
    ensure!(!outcomes.is_empty(), "no check has a name like that");
    summary(&outcomes)
}

/// Runs the checks whose name `wanted` accepts, one after the other.
fn chosen(extent: Extent, wanted: impl Fn(&str) -> bool) -> Vec<Outcome> {
    let runs = |check: &&Check| wanted(check.name) && (extent == Extent::All || !LONG.contains(&check.name));
    CHECKS.iter().filter(runs).map(|check| outcome(check, extent)).collect()
}

fn outcome(check: &Check, extent: Extent) -> Outcome {
    println!("\n== {} — {}", check.name, check.what);
    let began = Instant::now();
    let error = (check.run)(extent).err().map(|error| format!("{error:#}"));
    if let Some(error) = &error {
        println!("{error}");
    }
    Outcome { name: check.name.to_owned(), error, seconds: began.elapsed().as_secs() }
}

/// Runs every check. Those of the site run beside those of the server, whose compiler leaves a core idle at times.
fn everything(extent: Extent) -> Result<Vec<Outcome>> {
    let is_of_server = |name: &str| matches!(name, "lint" | "rust" | "simulation" | "generated");
    let mut outcomes = chosen(extent, |name| name == "format");
    let site = SiteChecks::start(extent)?;
    outcomes.extend(chosen(extent, is_of_server));
    outcomes.push(site.finish()?);
    outcomes.extend(chosen(extent, |name| {
        name != "format" && !is_of_server(name) && !name.starts_with(SiteChecks::PREFIX)
    }));
    Ok(outcomes)
}

/// The checks of the site in a process of their own, whose output is shown once they have ended.
struct SiteChecks {
    child: Child,
    output: std::path::PathBuf,
    began: Instant,
}

impl SiteChecks {
    /// How the names of these checks begin.
    const PREFIX: &str = "site-";

    fn start(extent: Extent) -> Result<Self> {
        let output = std::env::temp_dir().join(format!("croupier-site-checks-{}", std::process::id()));
        let file = File::create(&output).context("the output of the site's checks")?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["test", Self::PREFIX]).stdout(file.try_clone()?).stderr(file);
        if extent == Extent::All {
            command.arg("--all");
        }
        let child = command.spawn().context("the site's checks")?;
        Ok(Self { child, output, began: Instant::now() })
    }

    fn finish(mut self) -> Result<Outcome> {
        let status = self.child.wait()?;
        let output = std::fs::read_to_string(&self.output)?;
        std::fs::remove_file(&self.output)?;
        println!("{output}");
        // The lines that the process ends with name what failed; "N passed, N failed" is the last of them.
        let failed: Vec<&str> = output.lines().filter(|line| line.starts_with("FAILED")).collect();
        let error = (!status.success()).then(|| format!("{status}\n{}", failed.join("\n")));
        Ok(Outcome { name: "site".to_owned(), error, seconds: self.began.elapsed().as_secs() })
    }
}

fn summary(outcomes: &[Outcome]) -> Result<()> {
    println!();
    for Outcome { name, error, seconds } in outcomes {
        match error {
            None => println!("    ok  {name} ({seconds} s)"),
            // Said again: where it was said first may be thousands of lines above.
            Some(error) => println!("FAILED  {name} ({seconds} s): {error}"),
        }
    }
    let failed = outcomes.iter().filter(|outcome| outcome.error.is_some()).count();
    let passed = outcomes.len() - failed;
    println!("\n{passed} passed, {failed} failed");
    ensure!(failed == 0, "{failed} checks failed");
    Ok(())
}

fn rust() -> Result<()> {
    postgres()?;
    again::rust_tests()
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
    build::site()?;
    npm("size")
}
