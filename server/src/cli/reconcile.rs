//! `croupier reconcile`: a day's payments laid beside the partner's file of it.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::Result;
use croupier_db::Db;
use croupier_server::cashbox::{self, Reconciliation, Sums};
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;

#[derive(clap::Args)]
pub struct Arguments {
    /// Of this partner alone.
    #[arg(long, value_name = "NAME")]
    partner: Option<String>,
    /// The day; yesterday when none is given.
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<String>,
}

/// Prints sums and what does not agree, partner by partner, and keeps the differences for the back office; fails softly when
/// anything does not agree.
pub async fn run(config: &Config, secrets: &Secrets, arguments: Arguments) -> Result<ExitCode> {
    let clock = Clock::System;
    let yesterday = || Date::of(clock.now() - DAY_MS).to_string();
    let day = &arguments.day.unwrap_or_else(yesterday);
    let partners = match &arguments.partner {
        Some(name) => vec![name.as_str()],
        None => cashbox::partner_names(config, secrets, &clock)?,
    };
    let db = Db::open_beside(&config.target()).await?;
    let mut all_agree = true;
    for partner in partners {
        let found = cashbox::reconcile(config, secrets, &db, (partner, day), &clock).await?;
        cashbox::differences::keep(&db, partner, day, &found, clock.now()).await?;
        println!("{partner}\n{}", report(day, &found));
        all_agree &= found.agrees();
    }
    Ok(if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(day: &str, found: &Reconciliation) -> String {
    let mut lines = vec![format!(
        "{day}: way currency, payments and subunits here, payments and subunits at the partner"
    )];
    let kinds: BTreeSet<_> = found.partner.keys().chain(found.booked.keys()).collect();
    lines.extend(kinds.into_iter().map(|kind| {
        let sums = |of: Option<&Sums>| of.map_or((0, 0), |sums| (sums.count, sums.amount));
        let ((here, booked), (there, paid)) = (sums(found.booked.get(kind)), sums(found.partner.get(kind)));
        format!("{} {}, {here} {booked}, {there} {paid}", kind.0, kind.1)
    }));
    lines.extend(
        found.mismatches.iter().map(|(reference, mismatch)| format!("DIFFERS {reference}: {mismatch}")),
    );
    let not_in_file = found.not_in_file.iter();
    lines.extend(
        not_in_file.map(|reference| format!("paid at the partner, not in this day's file: {reference}")),
    );
    let not_of_day = found.not_of_day.iter();
    lines.extend(
        not_of_day.map(|reference| format!("in this day's file, booked here on another day: {reference}")),
    );
    lines.push(match found.mismatches.len() {
        0 if found.agrees() => "all agree".to_owned(),
        0 => "the sums differ, and no line says why".to_owned(),
        many => format!("{many} do not agree"),
    });
    lines.join("\n")
}
