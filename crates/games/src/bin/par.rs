//! Writes or checks the PAR sheets: `par write` and `par check`, run from the root of the workspace.
//!
//! `check` counts every game anew and fails when a sheet on disk says something else.
//! `par count FILE` prints the sheet of a definition that is being worked on.
//! `par play ROUNDS [SLUG]…` plays rounds of every game, or of those named, and fails when what they came to is four
//! standard errors or more from the sheet. The seed is fixed: the same command says the same.

use std::path::PathBuf;
use std::process::ExitCode;

use croupier_games::fair::ServerSeed;
use croupier_games::par::trial;
use croupier_games::{Game, builtin, par};

/// Standard errors from the sheet at which a trial fails: by chance once in sixteen thousand figures.
const ERRORS_MAX: f64 = 4.0;

fn main() -> ExitCode {
    let mode = std::env::args().nth(1);
    let outcome = match mode.as_deref() {
        Some("count") => std::env::args().nth(2).ok_or_else(usage).and_then(|path| count(&path)),
        Some("play") => play(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some("write") => each_sheet(|path, text| std::fs::write(path, text).map_err(|e| e.to_string())),
        Some("check") => each_sheet(|path, text| match std::fs::read_to_string(path) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err("differs from what is counted; run `par write` and review the change".to_owned()),
            Err(error) => Err(error.to_string()),
        }),
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
    "usage: par write | par check | par count FILE | par play ROUNDS [SLUG]…".to_owned()
}

/// Prints the sheet of one definition.
fn count(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let game = Game::load(&text).map_err(|e| e.to_string())?;
    let (_, page) = par::write(&game).map_err(|e| e.to_string())?;
    println!("{page}");
    Ok(())
}

/// Plays rounds of the chosen games, prints each figure with its 95 % confidence interval, and compares.
fn play(arguments: &[String]) -> Result<(), String> {
    let (rounds, slugs) = arguments.split_first().ok_or_else(usage)?;
    let rounds = rounds.parse().map_err(|_| usage())?;
    let mut apart = 0;
    println!("{:<18} {:<15} {:>9} {:>25} {:>12} {:>6}", "game", "figure", "count", "seen", "exact", "errors");
    for builtin_game in builtin::GAMES {
        let slug = builtin_game.slug;
        if !slugs.is_empty() && !slugs.iter().any(|wanted| wanted == slug) {
            continue;
        }
        let game = Game::load(builtin_game.definition).map_err(|e| format!("{slug}: {e}"))?;
        let figures =
            trial::play(&game, &ServerSeed::new([7; 32]), rounds).map_err(|e| format!("{slug}: {e}"))?;
        for figure in figures {
            let trial::Compared { what, count, seen, exact, .. } = figure;
            let (reach, errors) = (figure.confidence_95(), figure.errors());
            let seen = format!("{seen:.6} ± {reach:.6}");
            println!("{slug:<18} {what:<15} {count:>9} {seen:>25} {exact:>12.6} {errors:>6.2}");
            apart += u32::from(errors >= ERRORS_MAX);
        }
    }
    if apart == 0 { Ok(()) } else { Err(format!("{apart} figures are {ERRORS_MAX} standard errors apart")) }
}

/// Counts every built-in game and hands on the files of its sheet.
fn each_sheet(handle: impl Fn(&PathBuf, &str) -> Result<(), String>) -> Result<(), String> {
    for builtin_game in builtin::GAMES {
        let at = |extension| PathBuf::from("docs/par").join(builtin_game.slug).with_extension(extension);
        let reported = |problem: String| format!("{}: {problem}", builtin_game.slug);
        let game = Game::load(builtin_game.definition).map_err(|e| reported(e.to_string()))?;
        let (figures, page) = par::write(&game).map_err(|e| reported(e.to_string()))?;
        let json = serde_json::to_string_pretty(&figures).map_err(|e| reported(e.to_string()))? + "\n";
        handle(&at("md"), &page).map_err(&reported)?;
        handle(&at("json"), &json).map_err(&reported)?;
        println!("{}: return {} %, at most {} stakes", builtin_game.slug, figures.rtp, figures.max_win_x);
    }
    Ok(())
}
