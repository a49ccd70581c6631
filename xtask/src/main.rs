//! `cargo xtask`: everything a newcomer or a build machine does with this repository.

mod again;
mod bench;
mod browser;
mod build;
mod certify;
mod chaos;
mod checks;
mod gallery;
mod generate;
mod mutants;
mod run;
mod servers;
mod shell;
mod simulate;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask COMMAND
  run [--debug]     build everything, start the server and the payment sandbox, print the address
  test [--all] [FILTER]
                    the checks of every change, or those whose name contains FILTER; --all is the long form
  bench NAME …      a load generator: wallet, http, readers, backoffice, web; all are told without NAME
  chaos [NAME] …  a scenario of docs/RELIABILITY.md; kill when none is named, all for every one
  simulate [histories] [--seeds N] [--from S]
                    servers, clients, readers and clocks with faults; or histories through every store
  certify GAME [--rounds N]
                    what a test laboratory asks of a game of the house, in target/certify/GAME
  mutants [FILTER]  deliberate bugs in a copy of the tree, each of which has to be caught
  gallery [--whole|--keep]
                    pictures of every page, compared with those kept in web/e2e/gallery/baselines
  gen               write docs/openapi.json, the site's API types and docs/par from the code";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match command.as_str() {
        "run" => run::run(&rest),
        "test" => checks::run(&rest),
        "bench" => bench::run(&rest),
        "certify" => certify::run(&rest),
        "mutants" => mutants::run(rest.first().map(String::as_str)),
        "simulate" => simulate::run(&rest),
        "chaos" => chaos::run(&rest),
        "gallery" => gallery::run(&rest),
        "gen" => generate::run(),
        _ => Err(anyhow::anyhow!("{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
