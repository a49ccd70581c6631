//! `croupier chat`: staff's side of the support chat, beside the running server.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::chat::{self, Answered, Conversation, LIST_MAX, Listed, Message, TEXT_MAX};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::staff::BrandScope;
use croupier_server::{identity, rules};
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Command {
    /// What waits for an answer.
    List {
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        page: u32,
    },
    /// A conversation.
    Show {
        #[arg(value_parser = conversation)]
        id: Uuid,
    },
    /// Answer, and take the conversation.
    Reply {
        #[arg(value_parser = conversation)]
        id: Uuid,
        /// Who answers; players read it.
        #[arg(long, value_name = "NAME", value_parser = name)]
        by: String,
        #[arg(long, allow_hyphen_values = true, value_parser = text)]
        text: String,
    },
    /// Hand a conversation over to somebody else.
    HandOver {
        #[arg(value_parser = conversation)]
        id: Uuid,
        /// Who answers from now on.
        #[arg(long, value_name = "NAME", value_parser = name)]
        to: String,
        /// Who hands it over.
        #[arg(long, value_name = "NAME", value_parser = name)]
        by: String,
    },
    /// Close a conversation.
    Close {
        #[arg(value_parser = conversation)]
        id: Uuid,
        /// Who closes it.
        #[arg(long, value_name = "NAME", value_parser = name)]
        by: String,
    },
}

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 60;

/// Carries the command out and prints what came of it; fails softly when there was nothing to do. Open pages of the player
/// show it within a second.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let now = Clock::System.now();
    let (text, done) = match command {
        Command::List { page } => {
            (list(&chat::open_conversations(&db, &BrandScope::ALL, page).await?, page, now), true)
        }
        Command::Show { id } => show(&db, id).await?,
        Command::Reply { id, by, text } => outcome(id, &chat::reply(&db, id, by, &text, now).await?),
        Command::HandOver { id, to, by } => outcome(id, &chat::hand_over(&db, id, &to, by, now).await?),
        Command::Close { id, by } => outcome(id, &chat::close(&db, id, by, now).await?),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn conversation(text: &str) -> Result<Uuid> {
    text.parse().context("no id of a conversation")
}

/// The name of a member of staff; players read it.
fn name(text: &str) -> Result<String> {
    rules::short_text(text, NAME_MAX).ok().context("no name")
}

/// What a member of staff says.
fn text(text: &str) -> Result<String> {
    rules::long_text(text, TEXT_MAX).ok().with_context(|| format!("it has 1 to {TEXT_MAX} characters"))
}

fn outcome(id: Uuid, answered: &Answered) -> (String, bool) {
    match answered {
        Answered::Done => ("done".to_owned(), true),
        Answered::Unknown => (format!("there is no conversation {id}"), false),
        Answered::Taken(name) => (format!("{name} answers this conversation: hand it over first"), false),
        Answered::Closed => ("the conversation is closed".to_owned(), false),
        Answered::Forbidden => ("who answers may not do so any more".to_owned(), false),
        Answered::GivenUp => ("the picture took too long".to_owned(), false),
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
    lines.extend(messages.iter().map(line_of));
    Ok((lines.join("\n"), true))
}

fn line_of(message: &Message) -> String {
    let name = message.staff_name.as_deref().unwrap_or("visitor");
    let text = match message.picture {
        Some(picture) => format!("[picture {picture}]"),
        None => message.text.replace('\n', "\n    "),
    };
    format!("{} {} {name}: {text}", message.seq, rfc3339(message.created_at))
}
