//! `croupier openapi`: the description of the calls.

use std::process::ExitCode;

use anyhow::{Result, bail};
use croupier_server::router;

use crate::usage::USAGE;
use crate::words::words;

/// Prints the description of the players' calls, or of those of the back office.
pub fn run() -> Result<ExitCode> {
    let words = words();
    let document = match &words[..] {
        [] => router::document(),
        [word] if word == "--office" => router::office_document(),
        _ => bail!("{USAGE}"),
    };
    println!("{}", document.to_pretty_json()?);
    Ok(ExitCode::SUCCESS)
}
