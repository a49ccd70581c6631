//! `croupier staff`: who works in the back office.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::rules;
use croupier_server::staff::{self, Actor, BrandScope, Invitation, Member, Role};

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier staff add --email ADDRESS --name NAME --role ROLE [--by NAME]
croupier staff dismiss --email ADDRESS --by NAME
croupier staff list
ROLE is support, payments, risk, bonus, compliance or administrator.";

/// Who invites when nobody is named.
const SHELL: &str = "the command line";

/// Carries the command out beside the running server and prints what came of it; fails softly when there was nothing to do.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let (command, rest) = words.split_first().context(USAGE)?;
    let (text, done) = match command.as_str() {
        "add" => (add(config, &db, rest).await?, true),
        "dismiss" => dismiss(&db, rest).await?,
        "list" => {
            options_of(rest, &[], &[], USAGE)?;
            (list(&db).await?, true)
        }
        _ => bail!("{USAGE}"),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn add(config: &Config, db: &Db, words: &[String]) -> Result<String> {
    let options = options_of(words, &["email", "name", "role", "by"], &[], USAGE)?;
    let option = |name: &str| options.get(name).copied();
    let role = option("role").and_then(Role::from_name).context(USAGE)?;
    let (email, name) = (option("email").context(USAGE)?, option("name").context(USAGE)?);
    let (by, clock) = (Actor::from(option("by").unwrap_or(SHELL)), Clock::System);
    let new = Invitation { email, name, role: role.name(), scope: &BrandScope::ALL };
    let invited = staff::invite(db, Entropy, Entropy.uuid(&clock), new, &by, clock.now()).await;
    let (_, token) = invited.map_err(|error| anyhow!("{error:?}"))?;
    Ok(staff::link(config, &token))
}

async fn dismiss(db: &Db, words: &[String]) -> Result<(String, bool)> {
    let options = options_of(words, &["email", "by"], &[], USAGE)?;
    let email = options.get("email").context(USAGE)?;
    let email = rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
    let by = options.get("by").filter(|name| !name.trim().is_empty()).context(USAGE)?;
    let reported = |error| anyhow!("{error:?}");
    let Some(member) = staff::member_by_email(db, &email).await.map_err(reported)? else {
        return Ok((format!("no member of staff has the address {email}"), false));
    };
    let done = staff::dismiss_by_command(db, member.id, &Actor::from(*by), Clock::System.now()).await;
    let done = done.map_err(reported)?;
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
