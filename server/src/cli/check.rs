//! `croupier check`: whether the books, the files and the seals of the log are in order.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use croupier_db::Db;
use croupier_server::audit::{self, LaneSeal, Signer};
use croupier_server::platform::config::Config;
use croupier_server::wallet::Finding;
use croupier_server::{chat, content, ops, platform::blobs, verification};

use crate::{keys_command, secrets};

#[derive(clap::Args)]
pub struct Arguments {
    /// Look at the newest rows and all sums only.
    #[arg(long)]
    quick: bool,
    /// Look at the seals of the log.
    #[arg(long, conflicts_with = "quick")]
    chain: bool,
    /// Look at the files of the archive too.
    #[arg(long, value_name = "FOLDER", requires = "chain")]
    archive: Option<PathBuf>,
}

/// Rows at the end of each lane that a quick check looks at.
pub const QUICK_ROWS: i64 = 100_000;

/// Carries out `croupier check` and prints every rule with what breaks it.
pub async fn run(config: &Config, arguments: Arguments) -> Result<ExitCode> {
    let Arguments { quick, chain, archive } = arguments;
    let db = Db::open_beside(&config.target()).await?;
    if chain {
        return check_chain(config, &db, archive.as_deref()).await;
    }
    if quick {
        return Ok(report(&audit::quick_check(&db, QUICK_ROWS).await?, audit::quick_rules()));
    }
    let findings = ops::books::check(&db).await?;
    let files = files_exist(config, &db).await?;
    let checks = checks_agree(&db).await?;
    tell_keys(config, &db).await?;
    let books = report(&findings, ops::books::rules());
    Ok(if files && checks { books } else { ExitCode::FAILURE })
}

/// One line a rule, with the rows that break it.
fn report(findings: &[Finding], rules: impl Iterator<Item = &'static str>) -> ExitCode {
    for rule in rules {
        let broken = findings.iter().find(|finding| finding.rule == rule);
        println!("{}  {rule}", if broken.is_some() { "BROKEN" } else { "ok    " });
        for row in broken.iter().flat_map(|finding| &finding.rows) {
            println!("        {row}");
        }
    }
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says what is encrypted under which key: any other one can be removed.
async fn tell_keys(config: &Config, db: &Db) -> Result<()> {
    for (id, named) in keys_command::named(config, db).await? {
        println!("ok      {named} name the key {id}");
    }
    Ok(())
}

/// Looks at every check of the identity partner, and says which contradict themselves.
async fn checks_agree(db: &Db) -> Result<bool> {
    let broken = verification::contradictions(db).await?;
    println!(
        "{}  every check of identity agrees with itself",
        if broken.is_empty() { "ok    " } else { "BROKEN" }
    );
    for player in &broken {
        println!("        player {player}");
    }
    Ok(broken.is_empty())
}

/// Looks for the file of every document, every medium and every picture of a chat, and says which are missing.
async fn files_exist(config: &Config, db: &Db) -> Result<bool> {
    let missing = verification::check(db, &blobs::folder_of(config)).await?;
    println!("{}  every document has its file", if missing.is_empty() { "ok    " } else { "BROKEN" });
    for document in &missing {
        println!("        document {document}");
    }
    let media = content::library::check(db, &blobs::folder_of(config)).await?;
    println!("{}  every medium has its file", if media.is_empty() { "ok    " } else { "BROKEN" });
    for hash in &media {
        println!("        medium {hash}");
    }
    let pictures = chat::check_pictures(db, &blobs::folder_of(config)).await?;
    println!(
        "{}  every picture of a chat has its file",
        if pictures.is_empty() { "ok    " } else { "BROKEN" }
    );
    for picture in &pictures {
        println!("        picture {picture}");
    }
    Ok(missing.is_empty() && media.is_empty() && pictures.is_empty())
}

/// Reads the sealed log again, and its archive when that is named.
async fn check_chain(config: &Config, db: &Db, archive: Option<&Path>) -> Result<ExitCode> {
    let signer = Signer::new(&secrets(config)?.key_for(audit::SIGNING_KEY));
    println!("signed with   {}", signer.public_key());
    let (lanes, broken) = audit::verify(db, &signer, archive).await?;
    for lane in lanes {
        let LaneSeal { lane, segments, sealed_to, archived_to, unsealed, head } = lane;
        println!(
            "lane {lane}: {segments} segments to row {sealed_to}, {unsealed} rows unsealed, head {head}"
        );
        if archived_to > 0 {
            let read = if archive.is_some() {
                "read from the archive"
            } else {
                "archived: only their seals were read"
            };
            println!("        rows to {archived_to} {read}");
        }
    }
    for tampering in &broken {
        println!("BROKEN  {tampering}");
    }
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
