//! `croupier staff`: who works in the back office.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::staff::{self, Actor, BrandScope, Invitation, Member, Role};

use crate::arguments::{email, one_of, said};

#[derive(Subcommand)]
pub enum Command {
    /// Invite somebody; the link is printed once.
    Add {
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        #[arg(long)]
        name: String,
        #[arg(long, value_parser = one_of(Role::ALL.map(Role::name), Role::from_name))]
        role: Role,
        /// Who invites.
        #[arg(long, value_name = "NAME", default_value = "the command line")]
        by: String,
    },
    /// Dismiss somebody, which ends their sessions at once.
    Dismiss {
        #[arg(long, value_name = "ADDRESS", value_parser = email)]
        email: String,
        /// Who dismisses.
        #[arg(long, value_name = "NAME", value_parser = said)]
        by: String,
    },
    /// Everybody.
    List,
}

/// Carries the command out beside the running server and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        Command::Add { email, name, role, by } => {
            let new = Invitation { email: &email, name: &name, role: role.name(), scope: &BrandScope::ALL };
            (add(config, &db, new, &Actor::from(by)).await?, true)
        }
        Command::Dismiss { email, by } => dismiss(&db, &email, &by).await?,
        Command::List => (list(&db).await?, true),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn add(config: &Config, db: &Db, new: Invitation<'_>, by: &Actor) -> Result<String> {
    let clock = Clock::System;
    let invited = staff::invite(db, Entropy, Entropy.uuid(&clock), new, by, clock.now()).await;
    let (_, token) = invited.map_err(|error| anyhow!("{error:?}"))?;
    Ok(staff::link(config, &token))
}

async fn dismiss(db: &Db, email: &str, by: &str) -> Result<(String, bool)> {
    let in_words = |error| anyhow!("{error:?}");
    let Some(member) = staff::member_by_email(db, email).await.map_err(in_words)? else {
        return Ok((format!("no member of staff has the address {email}"), false));
    };
    let done = staff::dismiss_by_command(db, member.id, &Actor::from(by), Clock::System.now()).await;
    let done = done.map_err(in_words)?;
    let text = if done { "is dismissed" } else { "was dismissed before" };
    Ok((format!("{email} {text}"), done))
}

async fn list(db: &Db) -> Result<String> {
    let members = staff::list(db).await.map_err(|error| anyhow!("{error:?}"))?;
    let lines: Vec<String> = members.iter().map(line).collect();
    Ok(if lines.is_empty() { "nobody".to_owned() } else { lines.join("\n") })
}

fn line(member: &Member) -> String {
    let Member { email, name, role, state, signed_in_at, .. } = member;
    let seen = signed_in_at.map(|at| format!(", signed in {}", rfc3339(at))).unwrap_or_default();
    format!("{email} {name}: {}, {}{seen}", role.name(), state.name())
}
