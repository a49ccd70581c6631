//! `croupier mail`: shows a mail as players get it, with made-up values, lets mail go to an address again, and lists who
//! wants offers without an account.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::account::{GuestSubscriber, guest_subscribers};
use croupier_server::content;
use croupier_server::mail::{self, MailValues, Template, Templates};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::config::Config;

use crate::words::words;

/// How the command is called.
const USAGE: &str = "croupier mail preview TEMPLATE [--locale LOCALE] [--brand BRAND] [--html]\ncroupier mail allow ADDRESS\ncroupier mail subscribers";

/// Carries the command out and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let (text, done) = match &words[..] {
        [command, address] if command == "allow" => allow(config, address).await?,
        [command] if command == "subscribers" => (subscribers(config).await?, true),
        words => (preview(config, words)?, true),
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

/// Answers the mail that the words of the command name, as text or as a page of HTML.
fn preview(config: &Config, words: &[String]) -> Result<String> {
    let names = || Template::ALL.map(Template::name).join(", ");
    let usage = || format!("{USAGE}\nTEMPLATE is one of {}.", names());
    let (name, options) = match words {
        [command, name, options @ ..] if command == "preview" => (name, options),
        _ => bail!(usage()),
    };
    let template = Template::named(name).with_context(usage)?;
    let (mut locale, mut brand, mut as_html) = ("en", None, false);
    let mut options = options.iter().map(String::as_str);
    while let Some(option) = options.next() {
        match option {
            "--html" => as_html = true,
            "--locale" => locale = options.next().with_context(usage)?,
            "--brand" => brand = Some(options.next().with_context(usage)?),
            _ => bail!(usage()),
        }
    }
    let brand = content::mail_brand_named(config, brand)?;
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
    let email_message = templates.compose(template, locale, &brand, "player@example.com", filled);
    Ok(match email_message.html {
        Some(html) if as_html => html,
        _ => format!(
            "From: {} <{}>\nSubject: {}\n\n{}",
            email_message.from_name, email_message.from, email_message.subject, email_message.body
        ),
    })
}
