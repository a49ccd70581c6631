//! `cargo xtask`: everything a newcomer or a build machine does with this repository.

mod again;
mod bench;
mod browser;
mod build;
mod certify;
mod chaos;
mod checks;
mod fresh_clone;
mod gallery;
mod generate;
mod mutants;
mod run;
mod servers;
mod shell;
mod simulate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Everything a newcomer or a build machine does with this repository.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything, start the server and the payment sandbox, print the address.
    Run {
        /// Build faster, run slower.
        #[arg(long)]
        debug: bool,
    },
    /// The checks of every change.
    Test(checks::Arguments),
    /// A load generator.
    Bench(bench::Arguments),
    /// A scenario of docs/RELIABILITY.md; kill when none is named, all for every one.
    Chaos {
        /// The scenario and its options, as `croupier-bench chaos` takes them.
        #[arg(value_name = "NAME", trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Servers, clients, readers and clocks with faults; or histories through every store.
    Simulate(simulate::Arguments),
    /// What a test laboratory asks of a built-in game, in target/certify/GAME.
    Certify(certify::Arguments),
    /// Deliberate bugs in a copy of the tree, each of which has to be caught.
    Mutants {
        /// Those whose name contains it.
        filter: Option<String>,
    },
    /// Pictures of every page, compared with those kept in web/e2e/gallery/baselines.
    Gallery(gallery::Arguments),
    /// Write docs/openapi.json, the site's API types and docs/par from the code.
    Gen,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run { debug } => run::run(debug),
        Command::Test(arguments) => checks::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Chaos { words } => chaos::run(&words),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Mutants { filter } => mutants::run(filter.as_deref()),
        Command::Gallery(arguments) => gallery::run(&arguments),
        Command::Gen => generate::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_of_a_load_generator_are_its_own() {
        let words = ["xtask", "bench", "wallet", "--in-flight", "1,2", "--hot"];
        let Command::Bench(bench) = Arguments::parse_from(words).command else { panic!("no bench") };
        assert_eq!((bench.name.as_str(), &bench.rest[..]), ("wallet", &words.map(str::to_owned)[3..]));
        let words = ["xtask", "chaos", "--engine", "sqlite"];
        let Command::Chaos { words: rest } = Arguments::parse_from(words).command else { panic!("no chaos") };
        assert_eq!(rest, ["--engine", "sqlite"]);
        let Err(error) = Arguments::try_parse_from(["xtask", "galery"]) else { panic!("that is no command") };
        assert!(error.exit_code() == 2 && error.to_string().contains("'gallery'"), "{error}");
    }
}
