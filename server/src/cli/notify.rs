//! `croupier notify`: sends a notification to players.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::notifications::{self, Audience, ButtonTarget, Draft, Outcome};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::config::Config;
use croupier_server::{identity, rules, site};

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier notify FILE (--email ADDRESS | --groups N,N | --everybody) --by NAME
FILE is TOML: icon, expires, and the tables title, text and button; docs/NOTIFICATIONS.md shows one.";

/// The longest name of a member of staff, in characters.
const NAME_MAX: usize = 100;

/// Sends the notification beside the running server, which publishes it within a second.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let (file, options) = words.split_first().context(USAGE)?;
    let options = options_of(options, &["email", "groups", "by"], &["everybody"], USAGE)?;
    let by = *options.get("by").context(USAGE)?;
    let by = rules::short_text(by, NAME_MAX).ok().context("--by has to name who sends it")?;
    let toml = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let db = Db::open_beside(&config.target()).await?;
    let Some(audience) = audience_of(&db, &options).await? else {
        println!("no player signs in with that address");
        return Ok(ExitCode::FAILURE);
    };
    let now = Clock::System.now();
    let draft = Draft::read(&toml, audience, now, address_of).map_err(|error| anyhow!("{file}: {error}"))?;
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
async fn audience_of(db: &Db, options: &HashMap<&str, &str>) -> Result<Option<Audience>> {
    match (options.get("email"), options.get("groups"), options.get("everybody")) {
        (Some(email), None, None) => {
            let email =
                rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
            let player = identity::player_by_email(db, &email).await.map_err(|error| anyhow!("{error:?}"))?;
            Ok(player.map(Audience::Player))
        }
        (None, Some(groups), None) => {
            let number = |text: &str| text.trim().parse().with_context(|| format!("{text:?} is no group"));
            let groups = groups.split(',').map(number).collect::<Result<_>>()?;
            Ok(Some(Audience::Groups(groups)))
        }
        (None, None, Some(_)) => Ok(Some(Audience::Everybody)),
        _ => bail!("{USAGE}"),
    }
}

fn address_of(target: ButtonTarget<'_>) -> Option<String> {
    match target {
        ButtonTarget::Named(name) => site::path_named(name).ok().flatten(),
        ButtonTarget::Path(path) => Some(path.to_owned()),
    }
}
