//! `croupier mail`: shows a mail as players get it, with made-up values, lets mail go to an address again, and lists who
//! wants offers without an account.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_server::account::{GuestSubscriber, guest_subscribers};
use croupier_server::content;
use croupier_server::mail::{self, MailValues, Template, Templates};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::config::Config;

use crate::arguments::one_of;

#[derive(Subcommand)]
pub enum Command {
    /// Print a mail as players get it, with made-up values.
    Preview(Preview),
    /// End what a bounce or a complaint stopped.
    Allow { address: String },
    /// List who wants offers without an account: address, language, host, since when.
    Subscribers,
}

#[derive(Args)]
pub struct Preview {
    #[arg(value_parser = one_of(Template::ALL.map(Template::name), Template::named))]
    template: Template,
    #[arg(long, default_value = "en")]
    locale: String,
    #[arg(long)]
    brand: Option<String>,
    /// As a page of HTML.
    #[arg(long)]
    html: bool,
}

/// Carries the command out and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let (text, done) = match command {
        Command::Allow { address } => allow(config, &address).await?,
        Command::Subscribers => (subscribers(config).await?, true),
        Command::Preview(wanted) => (preview(config, &wanted)?, true),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Ends what a bounce or a complaint stopped; answers what to print, and whether anything was stopped.
async fn allow(config: &Config, address: &str) -> Result<(String, bool)> {
    let db = Db::open_beside(&config.target()).await?;
    let allowed = mail::allow(&db, &address.to_lowercase()).await.map_err(|error| anyhow!("{error:?}"))?;
    let text = if allowed { "gets mail again" } else { "was not kept from mail" };
    Ok((format!("{address} {text}"), allowed))
}

/// Answers the addresses of those who want offers without an account, one on a line with language, host and since when.
async fn subscribers(config: &Config) -> Result<String> {
    let db = Db::open_beside(&config.target()).await?;
    let all = guest_subscribers(&db).await?;
    let line = |one: &GuestSubscriber| {
        let GuestSubscriber { email, locale, host, confirmed_at } = one;
        format!("{email}\t{locale}\t{host}\t{}", rfc3339(*confirmed_at))
    };
    Ok(all.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Answers the mail that is wanted, as text or as a page of HTML.
fn preview(config: &Config, wanted: &Preview) -> Result<String> {
    let template = wanted.template;
    let brand = content::mail_brand_named(config, wanted.brand.as_deref())?;
    let link = format!("{}/example", brand.site);
    let values = [
        ("days", "3"),
        ("hours", "2"),
        ("limit", "Loss limit"),
        ("new_email", "new@player.example"),
        ("device", "Firefox, Windows"),
        ("passkey", "My phone"),
        ("provider", "Northgate"),
        ("time", "2026-01-31 12:00 UTC"),
        ("document", "Proof of identity"),
        ("reason", "The picture is too blurred or too dark to read."),
        ("messages", "You: Hello\nAnn: Hello, how can I help?"),
        ("number", "01980f3e-7d5a-7c41-9f0e-2b8f4c6d1a35"),
        ("amount", "50.00 EUR"),
    ];
    let unsubscribe = matches!(template, Template::Welcome | Template::OffersConfirmation)
        .then_some((link.as_str(), link.as_str()));
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe };
    let templates = Templates::load(&config.content_dir)?;
    let email_message = templates.compose(template, &wanted.locale, &brand, "player@example.com", filled);
    Ok(match email_message.html {
        Some(html) if wanted.html => html,
        _ => format!(
            "From: {} <{}>\nSubject: {}\n\n{}",
            email_message.from_name, email_message.from, email_message.subject, email_message.body
        ),
    })
}
