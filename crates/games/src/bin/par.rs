//! Writes or checks the PAR sheets: `par write` and `par check`, run from the root of the workspace.
//!
//! `check` counts every game anew and fails when a sheet on disk says something else.
//! `par count FILE` prints the sheet of a definition that is being worked on.

use std::path::PathBuf;
use std::process::ExitCode;

use croupier_games::{Game, house, par};

fn main() -> ExitCode {
    let mode = std::env::args().nth(1);
    let outcome = match mode.as_deref() {
        Some("count") => std::env::args().nth(2).ok_or_else(usage).and_then(|path| count(&path)),
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
    "usage: par write | par check | par count FILE".to_owned()
}

/// Prints the sheet of one definition.
fn count(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let game = Game::load(&text).map_err(|e| e.to_string())?;
    let (_, page) = par::write(&game).map_err(|e| e.to_string())?;
    println!("{page}");
    Ok(())
}

/// Counts every game of the house and hands on the files of its sheet.
fn each_sheet(handle: impl Fn(&PathBuf, &str) -> Result<(), String>) -> Result<(), String> {
    for house_game in house::GAMES {
        let at = |extension| PathBuf::from("docs/par").join(house_game.slug).with_extension(extension);
        let told = |problem: String| format!("{}: {problem}", house_game.slug);
        let game = Game::load(house_game.definition).map_err(|e| told(e.to_string()))?;
        let (figures, page) = par::write(&game).map_err(|e| told(e.to_string()))?;
        let json = serde_json::to_string_pretty(&figures).map_err(|e| told(e.to_string()))? + "\n";
        handle(&at("md"), &page).map_err(&told)?;
        handle(&at("json"), &json).map_err(&told)?;
        println!("{}: return {} %, at most {} stakes", house_game.slug, figures.rtp, figures.max_win_x);
    }
    Ok(())
}
