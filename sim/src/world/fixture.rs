//! The store of runs, filled once and cleaned before each.

use std::sync::Arc;

use anyhow::{Context, Result};
use croupier_db::{Db, Stage, params};
use croupier_server::app::App;
use croupier_server::wallet::Wallet;
use croupier_server::{jackpot, tournaments};
use tokio::runtime::{Builder, Runtime};

use super::apps::{Apps, started};
use super::jackpots::{self, GAMBLERS};
use super::payers::PAYERS;
use super::{CLIENTS, Tally, World, prizes};
use crate::director::{Script, direct};
use crate::history::{START_MS, WALLETS, currency};
use crate::sql::accounts;

/// A store that is used for one run after the other.
#[derive(Debug)]
pub struct Fixture {
    stage: Stage,
    /// What the readers of competitions know of the content.
    app: Arc<App>,
    apps: Arc<Apps>,
    folder: tempfile::TempDir,
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
    "payment",
    "payment_step",
    "document",
    "tournament",
    "tournament_player",
    "tournament_round",
    "tournament_rates",
    "tournament_award",
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
    // Files are written one after the other, in the order in which that was asked for.
    Ok(Builder::new_current_thread().enable_time().start_paused(true).max_blocking_threads(1).build()?)
}

impl Fixture {
    /// An empty store.
    pub fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut app = started(folder.path().to_owned())?;
        jackpots::define(&app, folder.path())?;
        prizes::define(&app, folder.path())?;
        let stage = Stage::open(folder.path())?;
        app.db = stage.db(None);
        runtime()?.block_on(fill(&app.db))?;
        let app = Arc::new(app);
        let apps = Arc::new(Apps::new(folder.path().join("servers"), app.clone()));
        Ok(Self { stage, app, apps, folder })
    }

    /// Runs `seed`; fails when an invariant does not hold.
    pub fn run(&self, seed: u64) -> Result<Held> {
        let held = runtime()?.block_on(self.within(seed));
        let held = self.apps.take_back().and(held);
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
        let counters = "DELETE FROM counter WHERE name LIKE 'jackpot%' OR name LIKE 'tournament%'";
        tx.execute(counters, vec![]).await?;
        tx.execute("UPDATE lane SET next_seq = 1, version = 0", vec![]).await?;
        tx.commit().await?;
        let files = self.folder.path().join("blobs");
        if files.exists() {
            std::fs::remove_dir_all(files)?;
        }
        let opened = jackpot::open_due(&self.app).await;
        opened.and(tournaments::keep(&self.app).await).map_err(|error| anyhow::anyhow!("{error:?}"))
    }

    async fn within(&self, seed: u64) -> Result<Held> {
        self.clean().await?;
        let script = Script::new(seed, self.stage.clone());
        let apps = self.apps.clone();
        let world = World::new(&self.stage, script.clone(), seed, (self.app.clone(), apps)).await?;
        let mut played = Ok(());
        direct(&script, async { played = world.play(seed).await }).await;
        played?;
        world.verify().await?;
        Ok(Held { tally: script.tally(), trace: script.trace() })
    }
}

/// Players and the system accounts.
async fn fill(db: &Db) -> Result<()> {
    let wallet = Wallet::start(db.clone());
    for sub_wallet in 0..WALLETS {
        accounts(&wallet, sub_wallet).await?;
    }
    // Opened by the first win otherwise, and the first run would take other trips than those after it.
    for account in [jackpots::ACCOUNT, prizes::ACCOUNT] {
        wallet.system_account(account, currency(0)).await?;
    }
    let mut tx = db.begin().await?;
    for player in 1..=i64::try_from(CLIENTS + GAMBLERS + PAYERS)? {
        let sql =
            "INSERT INTO player (id, channel_id, country, currency, locale, licence, created_at_ms, dfpc)
                   VALUES ($1, $2, 'CA', 'EUR', 'en', 'GCB', $3, '')";
        tx.execute(sql, params![player, player.to_string(), START_MS]).await?;
        for sub_wallet in 0..WALLETS {
            wallet.open(&mut tx, player, currency(sub_wallet)).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
        }
    }
    Ok(tx.commit().await?)
}
