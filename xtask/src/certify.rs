//! `cargo xtask certify`: what a test laboratory asks of one built-in game, in `target/certify/GAME`.
//!
//! The digests and the changes of the sources come first; then the sheet, the pay table and the simulation, which goes on from
//! where a run that was broken off has come to; and last the stream through dieharder, where that is installed.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, on_path, program, root, run as start};

#[derive(clap::Args)]
pub struct Arguments {
    /// As in content/games.
    game: String,
    /// Rounds of the simulation.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    rounds: u64,
}

/// What the outcomes of every game are made by.
const SOURCES: &str = "crates/games/src";

/// The program that counts and plays.
const PROGRAM: [&str; 8] =
    ["run", "--quiet", "--release", "--package", "croupier-games", "--bin", "certify", "--"];

/// Writes the files of the game that `arguments` name.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (game, rounds) = (arguments.game.as_str(), arguments.rounds.to_string());
    let definition = format!("content/games/{game}.json");
    if game.contains(['/', '\\', '.']) || !root().join(&definition).is_file() {
        bail!("there is no game {game} in content/games");
    }
    let folder = root().join("target/certify").join(game);
    fs::create_dir_all(&folder)?;
    let mut sources = vec![definition, "crates/games/Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
    collect(SOURCES, &mut sources)?;
    sources.sort();
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let listed = at("sources.sha256");
    let listing = ["sources", &listed].into_iter().chain(sources.iter().map(String::as_str));
    certify(listing)?;
    changes(&sources, &folder.join("changes.txt"))?;
    certify(["game", game, &folder.to_string_lossy(), &rounds])?;
    dieharder(&folder.join("dieharder.txt"))?;
    println!("xtask: {}", folder.display());
    Ok(())
}

/// Runs the program in the folder of the repository.
fn certify<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<()> {
    cargo(&PROGRAM.into_iter().chain(arguments).collect::<Vec<_>>())
}

/// Adds every source below `folder`.
fn collect(folder: &str, sources: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root().join(folder)).with_context(|| folder.to_owned())? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&path, sources)?;
        } else if Path::new(&path).extension().is_some_and(|ending| ending == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}

/// Writes down every commit that has changed one of the sources, where there is a repository.
fn changes(sources: &[String], out: &Path) -> Result<()> {
    if !on_path("git") || !root().join(".git").exists() {
        println!("xtask: without a git repository there is no list of changes");
        return Ok(());
    }
    let mut log = program("git", "", &["log", "--date=iso-strict", "--format=%H %ad %s", "--"]);
    start(log.args(sources).stdout(File::create(out)?))
}

/// Hands the stream that outcomes are drawn from to dieharder's battery.
fn dieharder(out: &Path) -> Result<()> {
    if !on_path("dieharder") {
        println!("xtask: dieharder is not installed, so the stream was not tested");
        return Ok(());
    }
    let arguments: Vec<&str> = PROGRAM.into_iter().chain(["stream"]).collect();
    let mut stream = program("cargo", "", &arguments).stdout(Stdio::piped()).spawn()?;
    let numbers = stream.stdout.take().context("the stream has no output")?;
    let mut battery = program("dieharder", "", &["-a", "-g", "200"]);
    let tested = start(battery.stdin(numbers).stdout(File::create(out)?));
    // The stream ends by itself once nobody reads it.
    drop(battery);
    stream.wait()?;
    tested
}
