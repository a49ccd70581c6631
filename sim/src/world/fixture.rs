//! The store of runs, filled once and cleaned before each.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use croupier_db::{Db, Stage};
use croupier_server::app::App;
use croupier_server::jackpot;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::wallet::Wallet;
use tokio::runtime::{Builder, Runtime};

use super::jackpots::{self, GAMBLERS};
use super::{CLIENTS, Tally, World};
use crate::director::{Script, direct};
use crate::history::{START_MS, WALLETS, currency};
use crate::sql::accounts;

/// A store that is used for one run after the other.
#[derive(Debug)]
pub struct Fixture {
    stage: Stage,
    /// What the readers of competitions know of the content.
    app: Arc<App>,
    _folder: tempfile::TempDir,
}

/// Tables that a run writes.
const WRITTEN: &[&str] = &[
    "transfer",
    "event",
    "idem",
    "key_batch",
    "key_page",
    "key_run",
    "round",
    "bet_limit",
    "player_stop",
    "reader",
    "player_stat",
    "player_round",
    "due_payment",
    "jackpot_bet",
    "jackpot_win",
    "jackpot_cycle",
    "jackpot_level",
    "jackpot",
    "server_seed",
];

/// What a run that held came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// What went wrong on the way.
    pub tally: Tally,
    /// A sum over all decisions, equal for two runs of one seed.
    pub trace: u64,
}

/// A runtime of one thread, whose time only passes when all wait.
fn runtime() -> Result<Runtime> {
    Ok(Builder::new_current_thread().enable_time().start_paused(true).build()?)
}

impl Fixture {
    /// An empty store.
    pub fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut app = started(folder.path())?;
        let stage = Stage::open(folder.path())?;
        app.db = stage.db(None);
        runtime()?.block_on(fill(&app.db))?;
        Ok(Self { stage, app: Arc::new(app), _folder: folder })
    }

    /// Runs `seed`; fails when an invariant does not hold.
    pub fn run(&self, seed: u64) -> Result<Held> {
        let held = runtime()?.block_on(self.within(seed));
        held.with_context(|| {
            format!("seed {seed} fails; replay: cargo xtask simulate --seeds 1 --from {seed}")
        })
    }

    /// Everything as it was at first.
    async fn clean(&self) -> Result<()> {
        let mut tx = self.app.db.begin().await?;
        for table in WRITTEN {
            tx.execute(&format!("DELETE FROM {table}"), vec![]).await?;
        }
        let sql =
            "UPDATE wallet SET cash = 0, held = 0, stake = 0, bonus = 0, bonus_id = NULL, bonus_cost = NULL,
                       locked_deposit = 0, locked_win = 0, freespin_win = 0, jackpot_share = 0, points = 0,
                       nonce = 0, open_rounds = 0, win_room = 0, seed_no = 1, limited = FALSE,
                       operator_stop_ms = 0, exclusion_stop_ms = 0, cooling_off_stop_ms = 0, fraud_stop_ms = 0,
                       verification_stop_ms = 0, closed_stop_ms = 0, register_stop_ms = 0,
                       register_silent_stop_ms = 0";
        tx.execute(sql, vec![]).await?;
        tx.execute("UPDATE system_account SET balance = 0", vec![]).await?;
        tx.execute("DELETE FROM counter WHERE name LIKE 'jackpot%'", vec![]).await?;
        tx.execute("UPDATE lane SET next_seq = 1, version = 0", vec![]).await?;
        tx.commit().await?;
        jackpot::open_due(&self.app).await.map_err(|error| anyhow::anyhow!("{error:?}"))
    }

    async fn within(&self, seed: u64) -> Result<Held> {
        self.clean().await?;
        let script = Script::new(seed, self.stage.clone());
        let world = World::new(&self.stage, script.clone(), seed, self.app.clone()).await?;
        let mut played = Ok(());
        direct(&script, async { played = world.play(seed).await }).await;
        played?;
        world.verify().await?;
        Ok(Held { tally: script.tally(), trace: script.trace() })
    }
}

/// A server's knowledge of the content, with the jackpots of runs. Nobody asks it: a run works on its store with
/// servers of its own.
fn started(folder: &Path) -> Result<App> {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let config = Config {
        data: folder.to_owned(),
        database_url: None,
        content_dir: content.into(),
        site_dir: folder.to_owned(),
        captcha: Captcha::None,
        ..Config::default()
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let app = runtime.block_on(App::start(config, Clock::manual(START_MS)))?;
    runtime.shutdown_background();
    jackpots::define(&app, folder)?;
    Arc::into_inner(app).context("something else holds the server")
}

/// Players and the system accounts.
async fn fill(db: &Db) -> Result<()> {
    let wallet = Wallet::start(db.clone());
    for sub_wallet in 0..WALLETS {
        accounts(&wallet, sub_wallet).await?;
    }
    // Opened by the first win otherwise, and the first run would take other trips than those after it.
    wallet.system_account(jackpots::ACCOUNT, currency(0)).await?;
    let mut tx = db.begin().await?;
    for player in 1..=i64::try_from(CLIENTS + GAMBLERS)? {
        for sub_wallet in 0..WALLETS {
            wallet.open(&mut tx, player, currency(sub_wallet)).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
        }
    }
    Ok(tx.commit().await?)
}
