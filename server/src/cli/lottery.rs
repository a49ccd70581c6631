//! `croupier lottery`: which lotteries there are, and ending a sale before its time.

use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_server::lottery::{self, Ended};
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier lottery list
croupier lottery end LOTTERY --by NAME
LOTTERY is the address of one. A running server draws within seconds of the end.";

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Ended lotteries are listed for so long, in milliseconds.
const LISTED_FOR_MS: i64 = 30 * DAY_MS;

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match words.split_first() {
        Some((command, [])) if command == "list" => (list(&db).await?, true),
        Some((command, [slug, rest @ ..])) if command == "end" => {
            let options = options_of(rest, &["by"], &[], USAGE)?;
            let by = options.get("by").copied().context(USAGE)?;
            let is_name = !by.trim().is_empty() && by.chars().count() <= NAME_MAX;
            ensure!(is_name, "who ends it has to be named, in {NAME_MAX} characters");
            match lottery::end(&db, slug, by, Clock::System.now()).await? {
                Ended::Done => (format!("no more tickets of {slug} are sold"), true),
                Ended::NotOnSale => (format!("no lottery {slug} is on sale"), false),
            }
        }
        _ => bail!(USAGE),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn list(db: &Db) -> Result<String> {
    let now = Clock::System.now();
    let listed = lottery::list(db, now - LISTED_FOR_MS).await?;
    let lines = listed.iter().map(|one| {
        let ((start, end), status) = (one.span(), one.status(now).name());
        let (start, end) = (rfc3339(start), rfc3339(end));
        format!("{}\t{status}\t{start}\t{end}\t{} tickets", one.slug(), one.tickets_count())
    });
    let lines: Vec<String> = lines.collect();
    Ok(if lines.is_empty() { "no lotteries".to_owned() } else { lines.join("\n") })
}
