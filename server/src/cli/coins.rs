//! `croupier coins`: what came to lasting addresses of coins.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use croupier_db::Db;
use croupier_server::cashbox::{self, Arrival, HeldFor};
use croupier_server::platform::calendar::rfc3339;
use croupier_server::platform::config::Config;
use croupier_server::staff::BrandScope;
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Command {
    /// Coins that are held or go back, with lines of partners' lists that could not be taken.
    List {
        /// All that have come.
        #[arg(long)]
        all: bool,
    },
    /// One of them.
    Show { id: Uuid },
}

/// How many are listed.
const LISTED: i64 = 200;

/// Lists coins that are held or go back, or all of them, and shows one.
pub async fn run(config: &Config, command: Command) -> Result<ExitCode> {
    let db = Db::open_beside(&config.target()).await?;
    match command {
        Command::List { all } => list(&db, all).await?,
        Command::Show { id } => {
            let Ok(found) = cashbox::coin(&db, id).await else {
                println!("no coins {id} have arrived");
                return Ok(ExitCode::FAILURE);
            };
            show(&found);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(db: &Db, all: bool) -> Result<()> {
    let coins = cashbox::coins(db, &BrandScope::ALL, all, None, LISTED).await;
    for coin in coins.map_err(|error| anyhow::anyhow!("{error:?}"))? {
        let why = coin.reason.map_or("", HeldFor::name);
        let (amount, currency, state) = (coin.amount, coin.currency, coin.state.name());
        println!("{} player {} {amount} {currency} {state} {why}", coin.id, coin.player);
    }
    let unread = cashbox::unread_coins(db, LISTED).await;
    for line in unread.map_err(|error| anyhow::anyhow!("{error:?}"))? {
        println!(
            "{} {}: {} ({} times): {}",
            rfc3339(line.at),
            line.provider,
            line.why,
            line.times,
            line.body
        );
    }
    Ok(())
}

fn show(coin: &Arrival) {
    println!("player        {}", coin.player);
    println!("amount        {} {} (smallest units)", coin.amount, coin.currency);
    println!("state         {}", coin.state.name());
    println!("held for      {}", coin.reason.map_or("-", HeldFor::name));
    println!("partner       {} {}", coin.provider, coin.partner_id);
    println!("address       {}", coin.address);
    println!("transaction   {} output {}", coin.txid, coin.output);
    println!("confirmations {} of {}", coin.confirmations, coin.confirmations_needed);
    println!("sent back to  {}", coin.return_address.as_deref().unwrap_or("-"));
    println!("last failure  {}", coin.return_error.as_deref().unwrap_or("-"));
    println!("seen          {}", rfc3339(coin.seen_at));
    println!("changed       {}", rfc3339(coin.changed_at));
}
