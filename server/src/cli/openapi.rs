//! `croupier openapi`: the description of the calls.

use std::process::ExitCode;

use anyhow::Result;
use croupier_server::router;

/// Prints the description of the players' calls, or of those of the back office.
pub fn run(office: bool) -> Result<ExitCode> {
    let document = if office { router::office_document() } else { router::document() };
    println!("{}", document.to_pretty_json()?);
    Ok(ExitCode::SUCCESS)
}
