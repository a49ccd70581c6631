//! `croupier tournament`: what runs, who leads, and taking a player off a board.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_server::platform::calendar::{DAY_MS, rfc3339};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::tournaments::{self, BoardPlace, Disqualified};
use croupier_server::{identity, rules};

use crate::arguments::email;

#[derive(Subcommand)]
pub enum Command {
    /// What runs, and what has ended within the last week.
    List,
    /// Who leads.
    Show {
        /// Its number or its address.
        tournament: String,
    },
    /// Write what it was scored from, one JSON value a line: rows of the log beside the scores that are shown.
    Export {
        /// Its number or its address.
        tournament: String,
    },
    /// Take a player off a board before its places are final.
    Disqualify(Disqualify),
}

#[derive(Args)]
pub struct Disqualify {
    /// Its number or its address.
    tournament: String,
    /// Whom.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
    /// Who decides.
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    reason: String,
}

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// Ended tournaments are listed for so long, in milliseconds.
const LISTED_FOR_MS: i64 = 7 * DAY_MS;

/// Carries the command out beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        Command::List => (list(&db).await?, true),
        Command::Show { tournament } => show(&db, &tournament).await?,
        Command::Export { tournament } => return export(&db, &tournament).await,
        Command::Disqualify(wanted) => disqualify(&db, &wanted).await?,
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn list(db: &Db) -> Result<String> {
    let now = Clock::System.now();
    let listed = tournaments::list(db, now - LISTED_FOR_MS).await?;
    let lines = listed.iter().map(|(tournament, players)| {
        let (start, end) = tournament.span();
        let status = tournament.status(now).name();
        format!(
            "{}\t{status}\t{}\t{}\t{players} players",
            tournament.identifier(),
            rfc3339(start),
            rfc3339(end)
        )
    });
    let lines: Vec<String> = lines.collect();
    Ok(if lines.is_empty() { "no tournaments".to_owned() } else { lines.join("\n") })
}

async fn show(db: &Db, name: &str) -> Result<(String, bool)> {
    let Some(board) = tournaments::board(db, name, Clock::System.now()).await? else {
        return Ok((format!("there is no tournament {name}"), false));
    };
    let line = |place: &BoardPlace| {
        let BoardPlace { place, player, points, rounds, is_held } = place;
        let held = if *is_held { "\tprize held: the player is stopped" } else { "" };
        format!("{place}\tplayer {player}\t{points} points\t{rounds} rounds{held}")
    };
    let lines: Vec<String> = board.iter().map(line).collect();
    Ok((if lines.is_empty() { "nobody has scored".to_owned() } else { lines.join("\n") }, true))
}

async fn export(db: &Db, name: &str) -> Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout());
    let found = tournaments::export(db, name, &mut out).await?;
    out.flush()?;
    if !found {
        eprintln!("there is no tournament {name}");
    }
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn disqualify(db: &Db, wanted: &Disqualify) -> Result<(String, bool)> {
    let Disqualify { tournament, email, by, reason } = wanted;
    let by = rules::short_text(by, NAME_MAX).ok().context("--by has to name who decides")?;
    let reason = rules::short_text(reason, REASON_MAX).ok().context("--reason has to say why")?;
    let player = identity::player_by_email(db, email).await.map_err(|error| anyhow!("{error:?}"))?;
    let Some(player) = player else { return Ok((format!("no player signs in with {email}"), false)) };
    let outcome =
        tournaments::disqualify(db, tournament, player, (&by, &reason), Clock::System.now()).await?;
    let text = match outcome {
        Disqualified::Done => "the player is off the board",
        Disqualified::NoTournament => "there is no such tournament",
        Disqualified::NotOnBoard => "the player has not joined, or is off the board already",
        Disqualified::Closed => "its places are final",
    };
    Ok((text.to_owned(), outcome == Disqualified::Done))
}
