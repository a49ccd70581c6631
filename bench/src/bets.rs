//! Bets through the wallet of a whole server within this process, at a rate or as fast as it goes.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use croupier_ledger::{AccountId, Action, Funding, Key, Settle, Settlement};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::Order;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::{Instant, sleep_until};

use crate::figures::Figures;
use crate::wallet::{STAKE, WIN, detail};

/// The game that everybody plays, and the account of its provider.
const GAME: &str = "northlight/solar-sails";
const GAMES_ACCOUNT: &str = "games:northlight";

/// What every player begins with, in subunits.
const MONEY: i64 = 1_000_000_000;

/// Deposits that are under way at once.
const FILLING: usize = 512;

/// Numbers keys of bets.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// How players bet.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Those with the numbers from 1 up to this one.
    pub players: i64,
    /// Callers that each wait for the answer before the next bet.
    pub in_flight: u32,
    /// Bets a second; as fast as it goes when absent.
    pub rate: Option<u32>,
}

/// Gives every player money.
pub async fn fill(app: &App, players: RangeInclusive<i64>) -> Result<()> {
    let from = app.wallet.system_account("payments:bench", Currency::EUR).await?;
    stream::iter(players)
        .map(|player| async move {
            let key = Key::new("fill", &player.to_string());
            app.wallet.submit(order(app, key, player, Action::Deposit { from, amount: MONEY })).await?;
            anyhow::Ok(())
        })
        .buffer_unordered(FILLING)
        .try_collect()
        .await
}

/// Bets of all callers while `more` says so of the moment at which one is due. At a rate the time of a bet counts from then.
pub async fn run(
    app: Arc<App>,
    load: Load,
    more: impl Fn(Instant) -> bool + Clone + Send + Sync + 'static,
) -> Result<Figures> {
    let game = app.catalogue.game_by_identifier(GAME).context("the game is not on offer")?.id;
    let system = app.wallet.system_account(GAMES_ACCOUNT, Currency::EUR).await?;
    let began = Instant::now();
    let callers = (0..load.in_flight).map(|caller| {
        let (app, more) = (app.clone(), more.clone());
        tokio::spawn(async move {
            let mut latencies = Vec::new();
            for number in (caller..).step_by(usize::try_from(load.in_flight)?) {
                let due = load
                    .rate
                    .map_or_else(Instant::now, |rate| began + Duration::from_secs(1) * number / rate);
                if !more(due) {
                    break;
                }
                if load.rate.is_some() {
                    sleep_until(due).await;
                }
                let player = i64::from(number) * 7_919 % load.players + 1;
                bet(&app, player, game, system).await?;
                latencies.push(u32::try_from(due.elapsed().as_micros())?);
            }
            anyhow::Ok(latencies)
        })
    });
    let mut latencies = Vec::new();
    for caller in callers.collect::<Vec<_>>() {
        latencies.extend(caller.await??);
    }
    Ok(Figures::of(latencies, began.elapsed()))
}

/// A round of one step, of which every fourth wins.
async fn bet(app: &App, player: i64, game: i64, system: AccountId) -> Result<()> {
    let key = Key::new("bench", &NUMBERS.fetch_add(1, Ordering::Relaxed).to_string());
    let settle = Settle::new(|context| {
        let win = if context.nonce % 4 == 0 { WIN } else { 0 };
        Ok(Settlement { win, open: false, detail: detail(context.nonce), facts: Vec::new() })
    });
    let (stake, win_max, funding) = (STAKE, WIN, Funding::Wallet);
    let action = Action::Play { game, system, funding, stake, win_max, seed_no: 1, open_rounds: 0, settle };
    app.wallet.submit(order(app, key, player, action)).await?;
    Ok(())
}

fn order(app: &App, key: Key, player: i64, action: Action) -> Order {
    Order {
        key,
        fingerprint: key,
        player,
        currency: Currency::EUR,
        at: app.clock.now(),
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    }
}
