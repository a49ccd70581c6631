//! `croupier bonus` and `croupier coupon`: gifts of players, given and ended by staff, and codes that bring them.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use croupier_db::Db;
use croupier_server::bonus::{self, Given, NewCoupon, Offers, StaffGift};
use croupier_server::editorial::Editions;
use croupier_server::platform::calendar::instant;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::{identity, rules};

use crate::words::{options_of, words};

/// How the command is called.
const USAGE: &str = "croupier bonus list|show --email ADDRESS
croupier bonus grant OFFER --email ADDRESS --currency CODE [--amount SUBUNITS] --reference TEXT --by NAME --why TEXT
croupier bonus cancel ID --by NAME --why TEXT
croupier coupon list
croupier coupon make CODE --offer OFFER --until TIME [--from TIME] [--uses N] [--groups N,N] --by NAME
The same --reference grants once. docs/BONUSES.md tells more.";

/// Carries out `croupier bonus` beside the running server and prints what came of it.
pub async fn run(config: &Config) -> Result<ExitCode> {
    let words = words();
    let (command, rest) = words.split_first().context(USAGE)?;
    let db = Db::open_beside(&config.target()).await?;
    let edition = Editions::open(&db, &config.content_dir, false).await?.now();
    let offers = Offers::load(edition.folder())?.numbered(edition.versions());
    let (text, done) = match command.as_str() {
        "list" | "show" => {
            let options = options_of(rest, &["email"], &[], USAGE)?;
            show(&db, &offers, &options, command == "show").await?
        }
        "grant" => {
            let (offer, rest) = rest.split_first().context(USAGE)?;
            let valued = ["email", "currency", "amount", "reference", "by", "why"];
            grant(&db, &offers, offer, &options_of(rest, &valued, &[], USAGE)?).await?
        }
        "cancel" => {
            let (id, rest) = rest.split_first().context(USAGE)?;
            let options = options_of(rest, &["by", "why"], &[], USAGE)?;
            let id = id.parse().with_context(|| format!("{id:?} is no id of a gift"))?;
            let (by, why) = (named(&options, "by")?, named(&options, "why")?);
            if bonus::end_by_staff(&db, id, by, why, Clock::System.now()).await? {
                ("noted; the server ends it within a second".to_owned(), true)
            } else {
                (format!("no gift {id} can be ended"), false)
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

/// Gifts of a player, a line each, or with all that is known of them as JSON.
async fn show(
    db: &Db,
    offers: &Offers,
    options: &HashMap<&str, &str>,
    whole: bool,
) -> Result<(String, bool)> {
    let Some(player) = player_of(db, options).await? else { return Ok(nobody()) };
    let (bonuses, freespins) = bonus::gifts_of(db, offers, player, Clock::System.now()).await?;
    let mut lines = Vec::new();
    for bonus in &bonuses {
        lines.push(if whole {
            serde_json::to_string_pretty(bonus)?
        } else {
            let bonus::BonusView { id, title, stage, currency, amount_cents, .. } = bonus;
            let (wagered, asked) = (bonus.amount_wager_cents, bonus.amount_wager_requirement_cents);
            let stage = stage.name();
            format!("{id} {title}: {stage}, {amount_cents} {currency}, wagered {wagered} of {asked}")
        });
    }
    for spins in &freespins {
        lines.push(if whole {
            serde_json::to_string_pretty(spins)?
        } else {
            let bonus::FreespinsView { id, title, stage, currency, win_cents, .. } = spins;
            let (played, total) = (spins.freespins_performed, spins.freespins_total);
            format!("{id} {title}: {}, {played} of {total} played, won {win_cents} {currency}", stage.name())
        });
    }
    Ok((if lines.is_empty() { "no gifts".to_owned() } else { lines.join("\n") }, true))
}

async fn grant(
    db: &Db,
    offers: &Offers,
    offer: &str,
    options: &HashMap<&str, &str>,
) -> Result<(String, bool)> {
    let Some(player) = player_of(db, options).await? else { return Ok(nobody()) };
    let code = named(options, "currency")?;
    let amount = options.get("amount").map(|text| text.parse()).transpose();
    let gift = StaffGift {
        player,
        currency: code.parse().map_err(|_| anyhow!("{code:?} is no currency"))?,
        offer,
        amount: amount.context("--amount is a number of subunits")?,
        reference: named(options, "reference")?,
        by: named(options, "by")?,
        why: named(options, "why")?,
    };
    Ok(match bonus::give(db, offers, &gift, Clock::System.now()).await? {
        Given::Done => ("issued; the player activates it".to_owned(), true),
        Given::Already => ("this reference has granted before".to_owned(), false),
        Given::Stopped => ("the player is stopped and gets no gifts".to_owned(), false),
    })
}

/// Carries out `croupier coupon` beside the running server and prints what came of it.
pub async fn run_coupon(config: &Config) -> Result<ExitCode> {
    let words = words();
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match &words[..] {
        [command] if command == "list" => {
            let lines = bonus::coupons(&db).await?;
            (if lines.is_empty() { "no coupons".to_owned() } else { lines.join("\n") }, true)
        }
        [command, code, rest @ ..] if command == "make" => {
            let valued = ["offer", "until", "from", "uses", "groups", "by"];
            make(config, &db, code, &options_of(rest, &valued, &[], USAGE)?).await?
        }
        _ => bail!(USAGE),
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn make(config: &Config, db: &Db, code: &str, options: &HashMap<&str, &str>) -> Result<(String, bool)> {
    let now = Clock::System.now();
    let time =
        |text: &str| instant(text).map_err(|_| anyhow!("{text:?} is no time: 2026-12-31T23:00:00Z is"));
    let group = |text: &str| text.trim().parse().with_context(|| format!("{text:?} is no group"));
    let groups = options.get("groups").map(|groups| groups.split(',').map(group).collect()).transpose()?;
    let uses = options.get("uses").map(|text| text.parse()).transpose();
    let coupon = NewCoupon {
        code: code.to_owned(),
        offer: named(options, "offer")?.to_owned(),
        valid_from: options.get("from").map_or(Ok(now), |text| time(text))?,
        valid_until: time(named(options, "until")?)?,
        uses_max: uses.context("--uses is a number")?,
        groups: groups.unwrap_or_default(),
    };
    let edition = Editions::open(db, &config.content_dir, false).await?.now();
    let offers = Offers::load(edition.folder())?.numbered(edition.versions());
    let made = bonus::make_coupon(db, &offers, coupon, named(options, "by")?, now).await?;
    Ok(if made {
        (format!("coupon {code} is made"), true)
    } else {
        (format!("the code {code} is taken"), false)
    })
}
