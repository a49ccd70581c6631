//! `croupier notify`: sends a notification to players.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use croupier_db::Db;
use croupier_server::notifications::{self, Audience, ButtonTarget, Draft, Outcome};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::{identity, rules, site};

use crate::arguments::{email, group};

#[derive(Args)]
pub struct Arguments {
    /// TOML: icon, expires, and the tables title, text and button; docs/NOTIFICATIONS.md shows one.
    file: PathBuf,
    #[command(flatten)]
    to: To,
    /// Who sends it.
    #[arg(long, value_name = "NAME")]
    by: String,
}

// One of the three. Without a doc comment, which would become the command's.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct To {
    /// To one player.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: Option<String>,
    /// To members of groups.
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = group)]
    groups: Vec<i64>,
    /// To every player.
    #[arg(long)]
    everybody: bool,
}

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Sends the notification beside the running server, which publishes it within a second.
pub async fn run(config: &Config, arguments: Arguments) -> Result<ExitCode> {
    let Arguments { file, to, by } = arguments;
    let by = rules::short_text(&by, NAME_MAX).ok().context("--by has to name who sends it")?;
    let toml = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let db = Db::open_beside(&config.target()).await?;
    let Some(audience) = audience_of(&db, to).await? else {
        println!("no player signs in with that address");
        return Ok(ExitCode::FAILURE);
    };
    let now = Clock::System.now();
    let draft = Draft::read(&toml, audience, now, address_of);
    let draft = draft.map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let id = Entropy.uuid(&Clock::System);
    let (text, code) = match notifications::send(&db, id, &draft, &by, now).await? {
        Outcome::Sent => (format!("notification {id} is sent"), ExitCode::SUCCESS),
        Outcome::TooMany => {
            ("as many notifications as may be are in force for these players".to_owned(), ExitCode::FAILURE)
        }
    };
    println!("{text}");
    Ok(code)
}

/// Who reads the notification; `None` when no player has the address.
async fn audience_of(db: &Db, to: To) -> Result<Option<Audience>> {
    let Some(email) = to.email else {
        return Ok(Some(if to.everybody { Audience::Everybody } else { Audience::Groups(to.groups) }));
    };
    let player = identity::player_by_email(db, &email).await.map_err(|error| anyhow!("{error:?}"))?;
    Ok(player.map(Audience::Player))
}

fn address_of(target: ButtonTarget<'_>) -> Option<String> {
    match target {
        ButtonTarget::Named(name) => site::path_named(name).ok().flatten(),
        ButtonTarget::Path(path) => Some(path.to_owned()),
    }
}
