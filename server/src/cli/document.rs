//! `croupier document`: what waits for review, a look at it, and decisions.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::platform::blobs::Blobs;
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;
use croupier_server::staff::Actor;
use croupier_server::verification::{self, Document, DocumentReview, RejectReason, Reviewed, Verdict};
use croupier_server::{identity, rules, site_config};
use uuid::Uuid;

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier document list [--email ADDRESS]
croupier document show ID --out FILE --by NAME
croupier document approve ID --by NAME
croupier document reject ID --reason REASON [--note TEXT] --by NAME";

fn usage() -> String {
    let reasons = RejectReason::ALL.map(RejectReason::name).join(", ");
    format!("{USAGE}\nREASON is one of {reasons}; other needs a note, which the player reads.")
}

/// Carries the command out beside the running server and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config, secrets: impl Fn() -> Result<Secrets>) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let (command, rest) = words.split_first().with_context(usage)?;
    let (text, done) = if command == "list" {
        let options = options_of(rest, &["email"], &[], &usage())?;
        list(&db, options.get("email").copied()).await?
    } else {
        let (id, rest) = rest.split_first().with_context(usage)?;
        let id = id.parse().with_context(|| format!("{id:?} is no id of a document"))?;
        match command.as_str() {
            "show" => show(&db, &Blobs::open(config, &secrets()?, Entropy), id, rest).await?,
            "approve" => {
                let options = options_of(rest, &["by"], &[], &usage())?;
                decide(config, &db, id, Verdict::Approve, &options).await?
            }
            "reject" => {
                let options = options_of(rest, &["reason", "note", "by"], &[], &usage())?;
                let reason = options.get("reason").and_then(|name| RejectReason::from_name(name));
                let note = options.get("note").map(|note| (*note).to_owned());
                let verdict = Verdict::Reject { reason: reason.with_context(usage)?, note };
                decide(config, &db, id, verdict, &options).await?
            }
            _ => bail!(usage()),
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
            let email =
                rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
            let player = identity::player_by_email(db, &email).await.map_err(|error| anyhow!("{error:?}"))?;
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
async fn show(db: &Db, blobs: &Blobs, id: Uuid, words: &[String]) -> Result<(String, bool)> {
    let options = options_of(words, &["out", "by"], &[], &usage())?;
    let out = options.get("out").with_context(usage)?;
    let by = options.get("by").with_context(usage)?;
    let Some((document, bytes)) = verification::shown(db, blobs, id).await? else {
        return Ok((format!("there is no document {id}"), false));
    };
    verification::note_shown(db, &document, &Actor::from(*by), Clock::System.now()).await?;
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(out);
    let mut file = file.with_context(|| format!("cannot make {out}"))?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    Ok((format!("{}\nwritten to {out}: delete it once you have decided", line(&document)), true))
}

async fn decide(
    config: &Config,
    db: &Db,
    document: Uuid,
    verdict: Verdict,
    options: &HashMap<&str, &str>,
) -> Result<(String, bool)> {
    let by = Actor::from(*options.get("by").with_context(usage)?);
    let licences = site_config::read_licences(config)?;
    let review = DocumentReview { document, verdict, by };
    Ok(match verification::review(db, &licences, &review, Clock::System.now()).await? {
        Reviewed::Done { verified: true } => ("noted; the player is verified".to_owned(), true),
        Reviewed::Done { verified: false } => ("noted".to_owned(), true),
        Reviewed::NotPending => (format!("no document {document} waits for a decision"), false),
    })
}
