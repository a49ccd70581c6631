//! `croupier lootbox`: boxes of players, issued and taken back by staff.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_money::Currency;
use croupier_server::bonus::Offers;
use croupier_server::editorial::Editions;
use croupier_server::identity;
use croupier_server::lootbox::{self, Definitions, Issued, StaffBox};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;

use crate::arguments::{currency, email};

#[derive(Subcommand)]
pub enum Command {
    /// Boxes of a player.
    List {
        /// Whose.
        #[arg(long, value_name = "ADDRESS", value_parser = email)]
        email: String,
    },
    /// Give a box; the same reference gives once.
    Issue(Issue),
    /// Take a box back.
    Cancel {
        id: i64,
        /// Who takes it back.
        #[arg(long, value_name = "NAME")]
        by: String,
        /// Why.
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        why: String,
    },
}

#[derive(Args)]
pub struct Issue {
    /// The code of the box.
    #[arg(value_name = "BOX")]
    code: String,
    /// To whom.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
    /// In which wallet.
    #[arg(long, value_name = "CODE", value_parser = currency)]
    currency: Currency,
    /// Names the decision.
    #[arg(long, value_name = "TEXT")]
    reference: String,
    /// Who gives.
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    why: String,
}

/// Carries out `croupier lootbox` beside the running server and prints what came of it.
pub async fn run(config: &Config, secrets: &Secrets, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        Command::List { email } => list(&db, &email).await?,
        Command::Issue(wanted) => {
            let edition = Editions::open(&db, &config.content_dir, false).await?.now();
            let offers = Offers::load(edition.folder())?.numbered(edition.versions());
            let definitions = Definitions::load(edition.folder(), &offers)?;
            issue(&db, &definitions, secrets, &wanted).await?
        }
        Command::Cancel { id, by, why } => {
            if lootbox::cancel(&db, id, &by, &why, Clock::System.now()).await? {
                (format!("lootbox {id} is canceled"), true)
            } else {
                (format!("no lootbox {id} can be canceled"), false)
            }
        }
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn player_of(db: &Db, email: &str) -> Result<Option<i64>> {
    identity::player_by_email(db, email).await.map_err(|error| anyhow!("{error:?}"))
}

fn nobody() -> (String, bool) {
    ("no player signs in with that address".to_owned(), false)
}

/// Boxes of a player, a line each.
async fn list(db: &Db, email: &str) -> Result<(String, bool)> {
    let Some(player) = player_of(db, email).await? else { return Ok(nobody()) };
    let boxes = lootbox::boxes_of(db, player, Clock::System.now()).await?;
    let lines = boxes.iter().map(|one| {
        let lootbox::LootboxView { id, title, group_key, currency, valid_until, .. } = one;
        let won = one.prize.as_ref().map(|prize| format!(", won {prize}")).unwrap_or_default();
        format!("{id} {title} ({group_key}): {}, {currency}, until {valid_until}{won}", one.stage.name())
    });
    let lines: Vec<_> = lines.collect();
    Ok((if lines.is_empty() { "no lootboxes".to_owned() } else { lines.join("\n") }, true))
}

async fn issue(
    db: &Db,
    definitions: &Definitions,
    secrets: &Secrets,
    issue: &Issue,
) -> Result<(String, bool)> {
    let Some(player) = player_of(db, &issue.email).await? else { return Ok(nobody()) };
    let wanted = StaffBox {
        player,
        currency: issue.currency,
        code: &issue.code,
        reference: &issue.reference,
        by: &issue.by,
        why: &issue.why,
    };
    Ok(match lootbox::issue(db, definitions, secrets, &wanted, Clock::System.now()).await? {
        Issued::Done(id) => (format!("lootbox {id} is issued; the player opens it"), true),
        Issued::Already => ("this reference has issued before".to_owned(), false),
        Issued::Stopped => ("the player is stopped and gets no lootboxes".to_owned(), false),
    })
}
