//! `croupier check`: every invariant of the books.

use std::process::ExitCode;

use anyhow::Result;
use croupier_db::Db;
use croupier_server::config::Config;
use croupier_server::wallet::Finding;
use croupier_server::{blobs, bonus, cashbox, jackpot, limits, lootbox, loyalty, play, verification, wallet};

/// Checks everything, and prints each rule with what breaks it.
pub async fn whole(config: &Config, db: &Db) -> Result<ExitCode> {
    let mut findings = wallet::check(db).await?;
    findings.extend(cashbox::check(db).await?);
    findings.extend(play::check(db).await?);
    findings.extend(limits::check(db).await?);
    findings.extend(loyalty::check(db).await?);
    findings.extend(bonus::check(db).await?);
    findings.extend(lootbox::check(db).await?);
    findings.extend(jackpot::check(db).await?);
    let rules = wallet::rules().chain(cashbox::rules()).chain(play::rules()).chain(limits::rules());
    let rules = rules.chain(loyalty::rules()).chain(bonus::rules()).chain(lootbox::rules());
    let rules = rules.chain(jackpot::rules());
    let files = files_exist(config, db).await?;
    let books = report(&findings, rules);
    Ok(if files { books } else { ExitCode::FAILURE })
}

/// One line a rule, with the rows that break it.
pub fn report(findings: &[Finding], rules: impl Iterator<Item = &'static str>) -> ExitCode {
    for rule in rules {
        let broken = findings.iter().find(|finding| finding.rule == rule);
        println!("{}  {rule}", if broken.is_some() { "BROKEN" } else { "ok    " });
        for row in broken.iter().flat_map(|finding| &finding.rows) {
            println!("        {row}");
        }
    }
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
