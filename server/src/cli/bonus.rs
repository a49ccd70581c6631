//! `croupier bonus` and `croupier coupon`: gifts of players, given and ended by staff, and codes that bring them.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use croupier_db::Db;
use croupier_money::Currency;
use croupier_server::bonus::{self, Given, NewCoupon, Offers, StaffGift};
use croupier_server::editorial::Editions;
use croupier_server::identity;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;

use crate::arguments::{currency, email, group, time};

#[derive(Subcommand)]
pub enum Command {
    /// Every gift of a player, a line each.
    List(Of),
    /// Every gift of a player, with all that is known, as JSON.
    Show(Of),
    /// Give a gift; the same reference gives once.
    Grant(Grant),
    /// End a gift.
    Cancel {
        id: i64,
        /// Who ends it.
        #[arg(long, value_name = "NAME")]
        by: String,
        /// Why.
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        why: String,
    },
}

#[derive(Args)]
pub struct Of {
    /// Whose.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
}

#[derive(Args)]
pub struct Grant {
    /// The code of the offer.
    offer: String,
    /// To whom.
    #[arg(long, value_name = "ADDRESS", value_parser = email)]
    email: String,
    /// In which wallet.
    #[arg(long, value_name = "CODE", value_parser = currency)]
    currency: Currency,
    /// In subunits, when the offer does not say.
    #[arg(long, value_name = "SUBUNITS")]
    amount: Option<i64>,
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

#[derive(Subcommand)]
pub enum CouponCommand {
    /// Every coupon, a line each.
    List,
    /// Make a code that brings an offer.
    Make(Make),
}

#[derive(Args)]
pub struct Make {
    code: String,
    /// The code of the offer that it brings.
    #[arg(long)]
    offer: String,
    /// Until when it counts.
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: i64,
    /// Since when it counts; now when that is not said.
    #[arg(long, value_name = "TIME", value_parser = time)]
    from: Option<i64>,
    /// How often it counts.
    #[arg(long, value_name = "N")]
    uses: Option<i64>,
    /// Members of these groups may use it; everybody when there is none.
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = group)]
    groups: Vec<i64>,
    /// Who makes it.
    #[arg(long, value_name = "NAME")]
    by: String,
}

/// Carries out `croupier bonus` beside the running server and prints what came of it.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let edition = Editions::open(&db, &config.content_dir, false).await?.now();
    let offers = Offers::load(edition.folder())?.numbered(edition.versions());
    let (text, done) = match command {
        Command::List(of) => show(&db, &offers, &of, false).await?,
        Command::Show(of) => show(&db, &offers, &of, true).await?,
        Command::Grant(gift) => grant(&db, &offers, &gift).await?,
        Command::Cancel { id, by, why } => {
            if bonus::end_by_staff(&db, id, &by, &why, Clock::System.now()).await? {
                ("noted; the server ends it within a second".to_owned(), true)
            } else {
                (format!("no gift {id} can be ended"), false)
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

/// Gifts of a player, a line each, or with all that is known of them as JSON.
async fn show(db: &Db, offers: &Offers, of: &Of, whole: bool) -> Result<(String, bool)> {
    let Some(player) = player_of(db, &of.email).await? else { return Ok(nobody()) };
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

async fn grant(db: &Db, offers: &Offers, grant: &Grant) -> Result<(String, bool)> {
    let Some(player) = player_of(db, &grant.email).await? else { return Ok(nobody()) };
    let gift = StaffGift {
        player,
        currency: grant.currency,
        offer: &grant.offer,
        amount: grant.amount,
        reference: &grant.reference,
        by: &grant.by,
        why: &grant.why,
    };
    Ok(match bonus::give(db, offers, &gift, Clock::System.now()).await? {
        Given::Done => ("issued; the player activates it".to_owned(), true),
        Given::Already => ("this reference has granted before".to_owned(), false),
        Given::Stopped => ("the player is stopped and gets no gifts".to_owned(), false),
    })
}

/// Carries out `croupier coupon` beside the running server and prints what came of it.
pub async fn run_coupon(config: &Config, command: CouponCommand) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    let (text, done) = match command {
        CouponCommand::List => {
            let lines = bonus::coupons(&db).await?;
            (if lines.is_empty() { "no coupons".to_owned() } else { lines.join("\n") }, true)
        }
        CouponCommand::Make(new) => make(config, &db, new).await?,
    };
    println!("{text}");
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn make(config: &Config, db: &Db, new: Make) -> Result<(String, bool)> {
    let Make { code, offer, until, from, uses, groups, by } = new;
    let now = Clock::System.now();
    let coupon = NewCoupon {
        code: code.clone(),
        offer,
        valid_from: from.unwrap_or(now),
        valid_until: until,
        uses_max: uses,
        groups,
    };
    let edition = Editions::open(db, &config.content_dir, false).await?.now();
    let offers = Offers::load(edition.folder())?.numbered(edition.versions());
    let made = bonus::make_coupon(db, &offers, coupon, &by, now).await?;
    Ok(if made {
        (format!("coupon {code} is made"), true)
    } else {
        (format!("the code {code} is taken"), false)
    })
}
