//! `croupier chat`: staff's side of the support chat, beside the running server.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::chat::{self, Answered, Conversation, LIST_MAX, Listed, Message, TEXT_MAX};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::staff::BrandScope;
use croupier_server::{identity, rules};
use uuid::Uuid;

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier chat list [--page N]
croupier chat show ID
croupier chat reply ID --by NAME --text TEXT
croupier chat hand-over ID --to NAME --by NAME
croupier chat close ID --by NAME";

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 60;

/// Carries the command out and prints what came of it; fails softly when there was nothing to do. Open pages of the player
/// show it within a second.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let now = Clock::System.now();
    let (command, rest) = words.split_first().context(USAGE)?;
    let (text, done) = if command == "list" {
        let options = options_of(rest, &["page"], &[], USAGE)?;
        let page = options
            .get("page")
            .map_or(Ok(1), |page| page.parse().ok().filter(|page| *page > 0).context(USAGE))?;
        (list(&chat::open_conversations(&db, &BrandScope::ALL, page).await?, page, now), true)
    } else {
        let (id, options) = rest.split_first().context(USAGE)?;
        let id: Uuid = id.parse().with_context(|| format!("{id:?} is no id of a conversation"))?;
        match command.as_str() {
            "show" => {
                options_of(options, &[], &[], USAGE)?;
                show(&db, id).await?
            }
            "reply" => {
                let options = options_of(options, &["by", "text"], &[], USAGE)?;
                let text = rules::long_text(options.get("text").context(USAGE)?, TEXT_MAX);
                let text = text.ok().with_context(|| format!("--text has 1 to {TEXT_MAX} characters"))?;
                let by = name(options.get("by"))?;
                outcome(id, &chat::reply(&db, id, by, &text, now).await?)
            }
            "hand-over" => {
                let options = options_of(options, &["to", "by"], &[], USAGE)?;
                let (to, by) = (name(options.get("to"))?, name(options.get("by"))?);
                outcome(id, &chat::hand_over(&db, id, &to, by, now).await?)
            }
            "close" => {
                let options = options_of(options, &["by"], &[], USAGE)?;
                outcome(id, &chat::close(&db, id, name(options.get("by"))?, now).await?)
            }
            _ => bail!(USAGE),
        }
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The name of a member of staff; players read it.
fn name(option: Option<&&str>) -> Result<String> {
    let name = option.context(USAGE)?;
    rules::short_text(name, NAME_MAX).ok().with_context(|| format!("{name:?} is no name"))
}

fn outcome(id: Uuid, answered: &Answered) -> (String, bool) {
    match answered {
        Answered::Done => ("done".to_owned(), true),
        Answered::Unknown => (format!("there is no conversation {id}"), false),
        Answered::Taken(name) => (format!("{name} answers this conversation: hand it over first"), false),
        Answered::Closed => ("the conversation is closed".to_owned(), false),
    }
}

/// One line a conversation, and one that says how many further ones there are.
fn list(listed: &Listed, page: u32, now: i64) -> String {
    let Listed { conversations, total } = listed;
    if *total == 0 {
        return "no open conversations".to_owned();
    }
    let mut lines: Vec<String> = conversations.iter().map(|conversation| line(conversation, now)).collect();
    let further = total - i64::from(page) * LIST_MAX;
    if further > 0 {
        lines.push(format!("{further} more: croupier chat list --page {}", i64::from(page) + 1));
    } else if lines.is_empty() {
        lines.push(format!("no page {page}: {total} open conversations in all"));
    }
    lines.join("\n")
}

fn line(conversation: &Conversation, now: i64) -> String {
    let (since, waits) = match conversation.waiting_since {
        Some(since) => (since, "waits for"),
        None => (conversation.updated_at, "answered"),
    };
    let minutes = (now - since) / 60_000;
    let to = conversation.assigned_to.as_deref().map_or_else(String::new, |name| format!(", with {name}"));
    format!(
        "{} {} group {} {}: {} messages, {waits} {minutes} min{to}",
        conversation.id,
        whose(conversation),
        conversation.routing_group,
        conversation.locale,
        conversation.message_count
    )
}

fn whose(conversation: &Conversation) -> String {
    conversation.player.map_or_else(|| "a guest".to_owned(), |player| format!("player {player}"))
}

/// Who writes, and the newest messages.
async fn show(db: &Db, id: Uuid) -> Result<(String, bool)> {
    let Some((conversation, messages)) = chat::shown(db, id).await? else {
        return Ok((format!("there is no conversation {id}"), false));
    };
    let email = match conversation.player {
        Some(player) => identity::email_of(db, player).await.map_err(|error| anyhow!("{error:?}"))?,
        None => None,
    };
    let state = if conversation.closed_at.is_some() { "closed" } else { "open" };
    let mut lines = vec![format!(
        "{} {}{} group {} {} {state}",
        conversation.id,
        whose(&conversation),
        email.map(|email| format!(" {email}")).unwrap_or_default(),
        conversation.routing_group,
        conversation.locale
    )];
    lines.extend(messages.iter().map(reported));
    Ok((lines.join("\n"), true))
}

fn reported(message: &Message) -> String {
    let name = message.staff_name.as_deref().unwrap_or("visitor");
    format!(
        "{} {} {name}: {}",
        message.seq,
        rfc3339(message.created_at),
        message.text.replace('\n', "\n    ")
    )
}
