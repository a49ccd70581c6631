//! `croupier document`: what waits for review, a look at it, and decisions.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::platform::blobs::Blobs;
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;
use croupier_server::staff::Actor;
use croupier_server::verification::{self, Document, DocumentReview, RejectReason, Reviewed, Verdict};
use croupier_server::{identity, site_config};
use uuid::Uuid;

use crate::arguments::{email, one_of};

#[derive(Subcommand)]
pub enum Command {
    /// What waits, oldest first.
    List {
        /// All of one player.
        #[arg(long, value_name = "ADDRESS", value_parser = email)]
        email: Option<String>,
    },
    /// A look at one; delete the file once you have decided.
    Show {
        id: Uuid,
        /// The file to make.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Who looks.
        #[arg(long, value_name = "NAME")]
        by: String,
    },
    /// Approve one.
    Approve {
        id: Uuid,
        /// Who decides.
        #[arg(long, value_name = "NAME")]
        by: String,
    },
    /// Reject one.
    Reject {
        id: Uuid,
        #[arg(long, value_parser = one_of(RejectReason::ALL.map(RejectReason::name), RejectReason::from_name))]
        reason: RejectReason,
        /// What the player reads; the reason `other` needs it.
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        note: Option<String>,
        /// Who decides.
        #[arg(long, value_name = "NAME")]
        by: String,
    },
}

/// Carries the command out beside the running server and prints what came of it; fails softly when there was nothing to do.
pub async fn run(
    config: &Config,
    secrets: impl Fn() -> Result<Secrets>,
    command: Command,
) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        Command::List { email } => list(&db, email.as_deref()).await?,
        Command::Show { id, out, by } => {
            show(&db, &Blobs::open(config, &secrets()?, Entropy), id, &out, &by).await?
        }
        Command::Approve { id, by } => decide(config, &db, id, Verdict::Approve, &by).await?,
        Command::Reject { id, reason, note, by } => {
            decide(config, &db, id, Verdict::Reject { reason, note }, &by).await?
        }
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Documents that wait, or all of one player.
async fn list(db: &Db, email: Option<&str>) -> Result<(String, bool)> {
    let documents = match email {
        None => verification::pending(db).await?,
        Some(email) => {
            let player = identity::player_by_email(db, email).await.map_err(|error| anyhow!("{error:?}"))?;
            let Some(player) = player else { return Ok((format!("no player signs in with {email}"), false)) };
            verification::documents_of(db, player).await?
        }
    };
    let lines: Vec<String> = documents.iter().map(line).collect();
    Ok((if lines.is_empty() { "no documents".to_owned() } else { lines.join("\n") }, true))
}

fn line(document: &Document) -> String {
    let Document { id, player, kind, state, file_type, size_bytes, created_at, .. } = document;
    let (kind, state, file_type, at) = (kind.name(), state.name(), file_type.name(), rfc3339(*created_at));
    let decided = document.reviewed_by.as_deref().map(|by| {
        let reason = document.reason.map(|reason| format!(" ({})", reason.name())).unwrap_or_default();
        format!(", by {by}{reason}")
    });
    format!(
        "{id} player {player} {kind} {state}{}, {file_type} of {size_bytes} bytes, {at}",
        decided.unwrap_or_default()
    )
}

/// Writes the file of a document where only the caller can read it.
async fn show(db: &Db, blobs: &Blobs, id: Uuid, out: &Path, by: &str) -> Result<(String, bool)> {
    let Some((document, bytes)) = verification::shown(db, blobs, id).await? else {
        return Ok((format!("there is no document {id}"), false));
    };
    verification::note_shown(db, &document, &Actor::from(by), Clock::System.now()).await?;
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(out);
    let mut file = file.with_context(|| format!("cannot make {}", out.display()))?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    let (line, out) = (line(&document), out.display());
    Ok((format!("{line}\nwritten to {out}: delete it once you have decided"), true))
}

async fn decide(
    config: &Config,
    db: &Db,
    document: Uuid,
    verdict: Verdict,
    by: &str,
) -> Result<(String, bool)> {
    let by = Actor::from(by);
    let licences = site_config::read_licences(config)?;
    let review = DocumentReview { document, verdict, by };
    Ok(match verification::review(db, &licences, &review, Clock::System.now()).await? {
        Reviewed::Done { verified: true } => ("noted; the player is verified".to_owned(), true),
        Reviewed::Done { verified: false } => ("noted".to_owned(), true),
        Reviewed::NotPending => (format!("no document {document} waits for a decision"), false),
    })
}
