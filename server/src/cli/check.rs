//! `croupier check`: whether the books, the files and the seals of the log are in order.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use croupier_db::Db;
use croupier_server::audit::{self, LaneSeal, Signer};
use croupier_server::platform::config::Config;
use croupier_server::seeds::{self, KeyRows};
use croupier_server::wallet::Finding;
use croupier_server::{ops, platform::blobs, verification};

use crate::secrets;
use crate::usage::USAGE;
use crate::words::words;

/// Rows at the end of each lane that a quick check looks at.
pub const QUICK_ROWS: i64 = 100_000;

/// Carries out `croupier check` and prints every rule with what breaks it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let words = words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            let findings = ops::books::check(&db).await?;
            let files = files_exist(config, &db).await?;
            let checks = checks_agree(&db).await?;
            tell_keys(&db).await?;
            let books = report(&findings, ops::books::rules());
            Ok(if files && checks { books } else { ExitCode::FAILURE })
        }
        ["--quick"] => Ok(report(&audit::quick_check(&db, QUICK_ROWS).await?, audit::quick_rules())),
        ["--chain"] => check_chain(config, &db, None).await,
        ["--chain", "--archive", folder] => check_chain(config, &db, Some(Path::new(folder))).await,
        _ => bail!("{USAGE}"),
    }
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

/// Says which keys seeds are encrypted under: any other one can be removed.
async fn tell_keys(db: &Db) -> Result<()> {
    for KeyRows { id, seeds } in seeds::keys(db).await? {
        println!("ok      {seeds} seeds name the key {id}");
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

/// Looks for the file of every document, and says which are missing.
async fn files_exist(config: &Config, db: &Db) -> Result<bool> {
    let missing = verification::check(db, &blobs::folder_of(config)).await?;
    println!("{}  every document has its file", if missing.is_empty() { "ok    " } else { "BROKEN" });
    for document in &missing {
        println!("        document {document}");
    }
    Ok(missing.is_empty())
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
