//! `croupier lootbox`: boxes of players, issued and taken back by staff.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::bonus::Offers;
use croupier_server::editorial::Editions;
use croupier_server::lootbox::{self, Definitions, Issued, StaffBox};
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;
use croupier_server::{identity, rules};

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier lootbox list --email ADDRESS
croupier lootbox issue BOX --email ADDRESS --currency CODE --reference TEXT --by NAME --why TEXT
croupier lootbox cancel ID --by NAME --why TEXT
The same --reference issues once. docs/BONUSES.md tells more.";

/// Carries out `croupier lootbox` beside the running server and prints what came of it.
pub async fn run(config: &Config, secrets: &Secrets) -> Result<ExitCode> {
    let words = words();
    let (command, rest) = words.split_first().context(USAGE)?;
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command.as_str() {
        "list" => list(&db, &options_of(rest, &["email"], &[], USAGE)?).await?,
        "issue" => {
            let (code, rest) = rest.split_first().context(USAGE)?;
            let options = options_of(rest, &["email", "currency", "reference", "by", "why"], &[], USAGE)?;
            let edition = Editions::open(&db, &config.content_dir, false).await?.now();
            let offers = Offers::load(edition.folder())?.numbered(edition.versions());
            let definitions = Definitions::load(edition.folder(), &offers)?;
            issue(&db, &definitions, secrets, code, &options).await?
        }
        "cancel" => {
            let (id, rest) = rest.split_first().context(USAGE)?;
            let options = options_of(rest, &["by", "why"], &[], USAGE)?;
            let id = id.parse().with_context(|| format!("{id:?} is no id of a lootbox"))?;
            let (by, why) = (named(&options, "by")?, named(&options, "why")?);
            if lootbox::cancel(&db, id, by, why, Clock::System.now()).await? {
                (format!("lootbox {id} is canceled"), true)
            } else {
                (format!("no lootbox {id} can be canceled"), false)
            }
        }
        _ => bail!(USAGE),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn named<'a>(options: &HashMap<&str, &'a str>, name: &str) -> Result<&'a str> {
    options.get(name).copied().context(USAGE)
}

async fn player_of(db: &Db, options: &HashMap<&str, &str>) -> Result<Option<i64>> {
    let email = named(options, "email")?;
    let email = rules::email(email).ok().with_context(|| format!("{email:?} is no e-mail address"))?;
    identity::player_by_email(db, &email).await.map_err(|error| anyhow!("{error:?}"))
}

fn nobody() -> (String, bool) {
    ("no player signs in with that address".to_owned(), false)
}

/// Boxes of a player, a line each.
async fn list(db: &Db, options: &HashMap<&str, &str>) -> Result<(String, bool)> {
    let Some(player) = player_of(db, options).await? else { return Ok(nobody()) };
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
    code: &str,
    options: &HashMap<&str, &str>,
) -> Result<(String, bool)> {
    let Some(player) = player_of(db, options).await? else { return Ok(nobody()) };
    let currency = named(options, "currency")?;
    let wanted = StaffBox {
        player,
        currency: currency.parse().map_err(|_| anyhow!("{currency:?} is no currency"))?,
        code,
        reference: named(options, "reference")?,
        by: named(options, "by")?,
        why: named(options, "why")?,
    };
    Ok(match lootbox::issue(db, definitions, secrets, &wanted, Clock::System.now()).await? {
        Issued::Done(id) => (format!("lootbox {id} is issued; the player opens it"), true),
        Issued::Already => ("this reference has issued before".to_owned(), false),
        Issued::Stopped => ("the player is stopped and gets no lootboxes".to_owned(), false),
    })
}
