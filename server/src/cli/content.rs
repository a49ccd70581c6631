//! `croupier content`: documents that staff edits, out of the operator into a folder and back.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use croupier_db::Db;
use croupier_server::office::transfer::{self, Difference};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::rules;
use croupier_server::staff::Actor;

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier content export FOLDER
croupier content diff FOLDER
croupier content import FOLDER --by NAME";

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["export", folder] => {
            println!("{} documents written", transfer::export(&db, config, Path::new(folder)).await?);
        }
        ["diff", folder] => {
            let found = transfer::compare(&db, config, Path::new(folder)).await?;
            for (path, difference) in &found {
                let sign = match difference {
                    Difference::Changed => '~',
                    Difference::New => '+',
                    Difference::Missing => '-',
                };
                println!("{sign} {path}");
            }
            if !found.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        ["import", folder, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|word| (*word).to_owned()).collect();
            let options = options_of(&rest, &["by"], &[], USAGE)?;
            let by = options.get("by").copied().context(USAGE)?;
            let by = rules::short_text(by, NAME_MAX).ok().context("--by has to name who decides")?;
            let by = Actor::from(by);
            let done = transfer::import(&db, config, Path::new(folder), &by, Clock::System.now()).await?;
            for path in &done {
                println!("{path}");
            }
            println!("{} documents published", done.len());
        }
        _ => bail!(USAGE),
    }
    Ok(ExitCode::SUCCESS)
}
