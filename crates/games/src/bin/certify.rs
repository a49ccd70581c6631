//! What a test laboratory asks of one game: `certify game SLUG FOLDER ROUNDS` writes its sheet, its pay table and a simulation
//! against the sheet into a folder; `certify sources OUT FILE…` lists the SHA-256 of each file, and `certify stream` writes the
//! stream that outcomes are drawn from to the standard output.
//!
//! `cargo xtask certify` runs it. The simulation writes down what it has come to every million rounds; started again with the
//! same folder, it goes on from there, and ends as one run would.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::outcome::WinKind;
use croupier_games::par::combinations::{self, Combination};
use croupier_games::par::trial::Trial;
use croupier_games::{Game, Kind, builtin, par};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Standard errors from the sheet at which a figure fails: by chance once in sixteen thousand figures.
const ERRORS_MAX: f64 = 4.0;

/// Rounds between two writings of the state.
const ROUNDS_KEPT: u64 = 1_000_000;

/// Numbers of 32 bits written at once.
const WORDS: usize = 16_384;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["game", slug, folder, rounds] => match rounds.parse() {
            Ok(rounds) => certify(slug, Path::new(folder), rounds),
            Err(_) => Err(usage()),
        },
        ["sources", out, ref files @ ..] => sources(Path::new(out), files),
        ["stream"] => {
            stream();
            Ok(())
        }
        _ => Err(usage()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    "usage: certify game SLUG FOLDER ROUNDS | certify sources OUT FILE… | certify stream".to_owned()
}

fn reported(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Writes everything about a game into `folder`; fails when a figure lies too far from the sheet.
fn certify(slug: &str, folder: &Path, rounds: u64) -> Result<(), String> {
    if rounds == 0 {
        return Err(usage());
    }
    let builtin_game = builtin::GAMES.iter().find(|game| game.slug == slug);
    let builtin_game = builtin_game.ok_or_else(|| format!("there is no game {slug}"))?;
    let game = Game::load(builtin_game.definition).map_err(reported)?;
    std::fs::create_dir_all(folder).map_err(reported)?;
    let (figures, sheet) = par::write(&game).map_err(reported)?;
    write(&folder.join("sheet.md"), &sheet)?;
    write(&folder.join("sheet.json"), &(serde_json::to_string_pretty(&figures).map_err(reported)? + "\n"))?;
    let trial = simulate(&game, folder, rounds)?;
    write(&folder.join("paytable.md"), &paytable(&game, &trial))?;
    let (page, apart) = simulation(&game, &trial)?;
    write(&folder.join("simulation.md"), &page)?;
    print!("{page}");
    if apart == 0 { Ok(()) } else { Err(format!("{apart} figures are {ERRORS_MAX} standard errors apart")) }
}

/// Writes a file in one step: a reader finds the old one or the whole new one.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let new = path.with_extension("new");
    std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, path)).map_err(reported)
}

/// Writes the SHA-256 of each file into `out`, as `sha256sum` reads it, and the SHA-256 of that list beside it.
fn sources(out: &Path, files: &[&str]) -> Result<(), String> {
    let mut list = String::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let _ = writeln!(list, "{}  {file}", hex::encode(Sha256::digest(&bytes)));
    }
    write(out, &list)?;
    let digest = hex::encode(Sha256::digest(list.as_bytes()));
    println!("{} sources with the digest {digest}", files.len());
    write(&out.with_extension("digest"), &(digest + "\n"))
}

/// The seed of every simulation: the same command comes to the same.
fn seed() -> ServerSeed {
    ServerSeed::new([7; 32])
}

/// What the state file holds: of other rules nothing is gone on with.
#[derive(Serialize, Deserialize)]
struct StoredReport {
    definition: String,
    trial: Trial,
}

/// Plays up to `rounds` rounds, from where an earlier run has come to.
fn simulate(game: &Game, folder: &Path, rounds: u64) -> Result<Trial, String> {
    let path: PathBuf = folder.join("state.json");
    let definition = game.hash().to_string();
    let kept =
        std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str::<StoredReport>(&text).ok());
    let kept = kept.filter(|kept| kept.definition == definition && kept.trial.rounds <= rounds);
    let mut trial = kept.map(|kept| kept.trial).unwrap_or_default();
    while trial.rounds < rounds {
        let next = (trial.rounds / ROUNDS_KEPT + 1) * ROUNDS_KEPT;
        trial.play_to(game, &seed(), next.min(rounds)).map_err(reported)?;
        let kept = StoredReport { definition: definition.clone(), trial };
        write(&path, &serde_json::to_string(&kept).map_err(reported)?)?;
        trial = kept.trial;
        eprintln!("{} of {rounds} rounds", trial.rounds);
    }
    Ok(trial)
}

/// The simulation beside the sheet, and how many figures lie too far from it.
fn simulation(game: &Game, trial: &Trial) -> Result<(String, u32), String> {
    let mut page = format!(
        "# {}: simulation\n\n{} rounds and {} bought ones under a fixed seed, commitment `{}`.\n\n",
        game.title(),
        trial.rounds,
        trial.bought_rounds,
        seed().commitment()
    );
    page.push_str("| Figure | Count | Seen | 95 % confidence | Sheet | Standard errors apart |\n|---|---|---|---|---|---|\n");
    let mut apart = 0;
    for figure in trial.compared(game).map_err(reported)? {
        let (reach, errors) = (figure.confidence_95(), figure.errors());
        let (low, high) = (figure.seen - reach, figure.seen + reach);
        let (what, count, seen, exact) = (figure.what, figure.count, figure.seen, figure.exact);
        let row =
            format!("| {what} | {count} | {seen:.6} | {low:.6} to {high:.6} | {exact:.6} | {errors:.2} |\n");
        page.push_str(&row);
        apart += u32::from(errors >= ERRORS_MAX);
    }
    let _ = writeln!(page, "\nThe highest round that was seen paid {:.2} stakes.", trial.most_x(game));
    Ok((page, apart))
}

/// One in so many; never, where the chance is none.
fn one_in(chance: f64) -> String {
    if chance > 0.0 { format!("1 in {:.1}", 1.0 / chance) } else { "never".to_owned() }
}

fn float(exact: &BigRational) -> f64 {
    exact.to_f64().unwrap_or(f64::NAN)
}

/// The pay table by combination, what each feature returns, and the odds of the top award.
fn paytable(game: &Game, trial: &Trial) -> String {
    let mut page = format!("# {}: pay table\n\n", game.title());
    if let Kind::Slots(slots) = game.rules() {
        if let Some(combinations) = combinations::count(slots) {
            counted(&mut page, &combinations);
        } else {
            page.push_str(
                "Windows of this game change after they were drawn, so no combination is counted by itself; \
                 how often each was seen stands below. What the combinations return in all is counted in the sheet.\n\n",
            );
        }
        seen(&mut page, game, trial);
    } else {
        page.push_str("What each bet returns, and how often it wins, stands in the sheet.\n");
    }
    page
}

fn counted(page: &mut String, combinations: &[Combination]) {
    page.push_str("## Combinations of the paid spin, counted\n\n");
    if let Some(top) = combinations.first() {
        let odds = one_in(float(&top.chance));
        let place = if top.kind == WinKind::Line { " on a given line" } else { "" };
        let _ = writeln!(
            page,
            "Top award of the pay table: {} × {}, which pays {:.2} stakes and comes {odds} paid spins{place}.\n",
            top.count,
            top.symbol,
            float(&top.pays)
        );
    }
    page.push_str("| Rule | Symbol | Count | Pays | Odds | Returns |\n|---|---|---|---|---|---|\n");
    for combination in combinations {
        let Combination { kind, symbol, count, pays, chance, returns } = combination;
        let (odds, returns) = (one_in(float(chance)), float(returns) * 100.0);
        let _ = writeln!(
            page,
            "| {kind:?} | {symbol} | {count} | {:.2} | {odds} | {returns:.4} % |",
            float(pays)
        );
    }
    let all: BigRational = combinations.iter().map(|combination| &combination.returns).sum();
    let _ = writeln!(
        page,
        "\nTogether they return {:.4} % of the stake: the paid spin of the sheet. Odds of a line are those of a given \
         line.\n",
        float(&all) * 100.0
    );
}

fn seen(page: &mut String, game: &Game, trial: &Trial) {
    page.push_str("## Combinations of all steps, seen\n\n");
    page.push_str(
        "| Step, rule, symbol and count | Times | Odds in rounds | Returned |\n|---|---|---|---|\n",
    );
    let rounds = trial.rounds.to_f64().unwrap_or(f64::NAN);
    for (name, seen, returned) in trial.combinations(game) {
        let odds = one_in(seen.times.to_f64().unwrap_or(f64::NAN) / rounds);
        let _ = writeln!(page, "| {name} | {} | {odds} | {:.4} % |", seen.times, returned * 100.0);
    }
}

/// Writes numbers as they are drawn until nobody reads on.
fn stream() {
    let mut out = std::io::stdout().lock();
    let mut bytes = Vec::with_capacity(WORDS * 4);
    for nonce in 0.. {
        let mut stream = Stream::new(&seed(), "certify", "EUR", nonce, 0);
        bytes.clear();
        for _ in 0..WORDS {
            bytes.extend_from_slice(&stream.next_u32().to_ne_bytes());
        }
        if out.write_all(&bytes).is_err() {
            return;
        }
    }
}
