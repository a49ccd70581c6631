//! One process, one thread, one seed: servers, clients, readers and clocks on one store, with faults.
//!
//! What runs is the production code: the wallet's pipe, the commit with its retries, limits and stops, the
//! runner of readers, the readers of the books, of jackpots and of tournaments, the payments that these owe, deposits
//! from their key to their credit, uploads of documents, and the end of tournaments. Only the trips
//! to the store are directed (`director`), and time is tokio's paused clock. Clients ask one command at a time,
//! give up on servers that die or are slow, and ask again with the same key elsewhere, until they are answered.
//! Afterwards everything has to be as the reference says.

mod apps;
mod asking;
mod changing;
mod fixture;
mod jackpots;
mod payers;
mod prizes;
mod uploads;
mod verifying;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use croupier_db::{Db, Stage, readers as places};
use croupier_server::app::App;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::readers::{self, Reader};
use croupier_server::platform::supervise::Health;
use croupier_server::wallet::{self, Wallet};
use croupier_server::{jackpot, tournaments};
use futures_util::future::{join4, try_join_all};
use tokio::sync::watch;

use self::apps::Apps;
pub use self::fixture::{Fixture, Held};
use self::jackpots::{GAMBLERS, Gambled};
use self::payers::{PAYERS, Paid};
use crate::chance::Chance;
use crate::commands::Accounts;
use crate::director::{Directs, Faults, Script, Server};
use crate::history::{START_MS, WALLETS};
use crate::sql::{Run, accounts};
pub use crate::tally::Tally;

/// How long the readers' leases last, in milliseconds.
const LEASE_MS: i64 = 15_000;

/// Clients, each a player.
const CLIENTS: usize = 3;

/// Events of each client, beside those that interrupt it.
const LENGTH: usize = 12;

/// Servers alive at once.
const SERVERS: usize = 2;

/// How long a client waits for an answer before it asks elsewhere as well.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long a run may take, in time that stands still for those who work.
const TOO_LONG: Duration = Duration::from_hours(1);

/// What the calls of a server ask the store as, among its roles: neither the pipe nor a reader.
const CALLS: u32 = 50;

/// A server that may be asked.
#[derive(Debug)]
struct Alive {
    server: Arc<Server>,
    /// With the server's own wallet and clock.
    app: Arc<App>,
    stop: watch::Sender<bool>,
}

struct World {
    stage: Stage,
    script: Arc<Script>,
    /// What the readers of competitions know of the content.
    app: Arc<App>,
    /// What its servers know of it.
    apps: Arc<Apps>,
    /// The store, without faults.
    db: Db,
    accounts: [Accounts; WALLETS],
    servers: std::sync::Mutex<Vec<Arc<Alive>>>,
    started: std::sync::atomic::AtomicU32,
    /// What the clocks of servers that start say, in UTC milliseconds.
    now: AtomicI64,
    runs: tokio::sync::Mutex<Vec<Run>>,
    gambled: tokio::sync::Mutex<Vec<Gambled>>,
    paid: tokio::sync::Mutex<Vec<Paid>>,
}

impl World {
    async fn new(
        stage: &Stage,
        script: Arc<Script>,
        seed: u64,
        (app, apps): (Arc<App>, Arc<Apps>),
    ) -> Result<Self> {
        let db = app.db.clone();
        let wallet = Wallet::start(db.clone());
        let accounts = [accounts(&wallet, 0).await?, accounts(&wallet, 1).await?];
        let mut chance = Chance::new(seed);
        // Some runs are rough, some have hardly a fault.
        let (fault, death) = (chance.pick(&[6, 15, 60]), chance.pick(&[40, 120, 100_000]));
        script.fault(Some(Faults { fault, death }));
        let world = Self {
            stage: stage.clone(),
            script,
            app,
            apps,
            db,
            accounts,
            servers: std::sync::Mutex::default(),
            started: std::sync::atomic::AtomicU32::new(0),
            now: AtomicI64::new(START_MS),
            runs: tokio::sync::Mutex::default(),
            gambled: tokio::sync::Mutex::default(),
            paid: tokio::sync::Mutex::default(),
        };
        for _ in 0..SERVERS {
            world.start()?;
        }
        Ok(world)
    }

    fn servers(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Alive>>> {
        self.servers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The store as a part of a server reaches it.
    fn handle(&self, server: &Arc<Server>, role: u32) -> Db {
        self.stage.db(Some(Arc::new(Directs { server: server.clone(), role })))
    }

    /// What every server reads the log with.
    fn readers(&self) -> Vec<Reader> {
        let tournaments = tournaments::readers::reader(self.app.site_config.rates.clone());
        let competitions = [jackpot::readers::reader(self.app.clone()), tournaments];
        wallet::readers::all().into_iter().chain(competitions).collect()
    }

    /// Starts a server: its pipe, its readers, and the worker that pays what they owe.
    fn start(&self) -> Result<()> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let server = Server::new(self.script.clone(), number);
        let clock = Clock::manual(self.now.load(Ordering::SeqCst));
        let (stop, stopped) = watch::channel(false);
        for (reader, role) in self.readers().into_iter().zip(1..) {
            let (db, clock, stopped) = (self.handle(&server, role), clock.clone(), stopped.clone());
            tokio::spawn(async move {
                let health = Health::default();
                let owner = Entropy.uuid(&clock).to_string();
                readers::run(&db, &clock, &owner, &health, &[reader], LEASE_MS, &stopped).await;
            });
        }
        let app = self.apps.lend(|app| {
            app.db = self.handle(&server, CALLS);
            app.wallet = Wallet::start(self.handle(&server, 0)).with_rates(app.site_config.rates.clone());
            app.clock = clock;
        })?;
        let alive = Arc::new(Alive { server, app, stop });
        tokio::spawn(jackpots::pay(alive.clone()));
        self.servers().push(alive);
        Ok(())
    }

    /// A server to ask; the dead are cleared away and replaced.
    fn server(&self, chance: &mut Chance) -> Result<Arc<Alive>> {
        self.servers().retain(|alive| {
            if alive.server.is_dead() {
                alive.stop.send_replace(true);
            }
            !alive.server.is_dead()
        });
        while self.servers().len() < SERVERS {
            self.start()?;
        }
        let servers = self.servers();
        let index = chance.below(u32::try_from(servers.len()).unwrap_or(1)) as usize;
        Ok(servers[index].clone())
    }

    /// Lets the clients ask all they have, the readers read all there is, and the workers pay all that is due.
    async fn play(&self, seed: u64) -> Result<()> {
        let played = tokio::time::timeout(TOO_LONG, async {
            let clients = try_join_all((1..=CLIENTS).map(|player| self.client(seed, player)));
            let gamblers = try_join_all((1..=GAMBLERS).map(|number| self.gambler(seed, number)));
            let payers = try_join_all((1..=PAYERS).map(|number| self.payer(seed, number)));
            let (runs, gambled, paid, uploaded) = join4(clients, gamblers, payers, self.uploader(seed)).await;
            *self.runs.lock().await = runs?;
            *self.gambled.lock().await = gambled?;
            *self.paid.lock().await = paid?;
            let uploaded = uploaded?;
            self.close(&mut Chance::new(seed)).await?;
            self.script.fault(None);
            self.server(&mut Chance::new(seed))?;
            self.refuse_more(&mut Chance::new(seed)).await?;
            self.verify_uploads(&uploaded).await?;
            self.until_read().await
        });
        played.await.context("nothing came to an end")?
    }

    /// A server's clock runs ahead, or is set back.
    fn move_clock(&self, chance: &mut Chance) -> Result<()> {
        let by = chance.pick(&[-2 * LEASE_MS, 500, LEASE_MS / 2, 2 * LEASE_MS]);
        if let Clock::Manual(now) = &self.server(chance)?.app.clock {
            now.fetch_add(by, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Lets time pass until `at` (UTC milliseconds), for the servers that are alive and for those to come.
    fn pass(&self, at: i64) {
        self.now.store(at, Ordering::SeqCst);
        for alive in &*self.servers() {
            if let Clock::Manual(now) = &alive.app.clock {
                now.fetch_max(at, Ordering::SeqCst);
            }
        }
    }

    /// Waits until the readers have read the whole log, and what they owe is paid.
    async fn until_read(&self) -> Result<()> {
        let readers = self.readers().len();
        loop {
            let lags = places::lags(&self.db).await?;
            let is_read = lags.len() == readers && lags.iter().all(|lag| lag.rows == 0);
            if is_read && self.due().await? == 0 {
                return Ok(());
            }
            for alive in &*self.servers() {
                // Leases of the dead run out.
                alive.app.clock.advance(Duration::from_secs(1));
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}
