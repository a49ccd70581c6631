//! One process, one thread, one seed: servers, clients, readers and clocks on one store, with faults.
//!
//! What runs is the production code: the wallet's pipe, the commit with its retries, the runner of readers and
//! the readers of the books. Only the trips to the store are directed (`director`), and time is tokio's paused
//! clock. Clients ask one command at a time, give up on servers that die or are slow, and ask again with the
//! same key elsewhere, until they are answered. Afterwards everything has to be as the reference says.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::{Db, Stage, params, readers as places};
use croupier_ledger::{Receipt, Refusal};
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::platform::readers;
use croupier_server::platform::supervise::Health;
use croupier_server::wallet::{self, Order, Wallet, WalletError};
use futures_util::future::join_all;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::chance::Chance;
use crate::commands::{Accounts, Names};
pub use crate::director::Tally;
use crate::director::{Directs, Faults, Script, Server, direct};
use crate::history::{Event, KeyedCommand, START_MS, WALLETS, currency, history};
use crate::model::{Model, Response};
use crate::sql::{Run, accounts};

/// How long the readers' leases last, in milliseconds.
const LEASE_MS: i64 = 15_000;

/// Clients, each a player.
const CLIENTS: usize = 3;

/// Events of each client.
const LENGTH: usize = 14;

/// Servers alive at once.
const SERVERS: usize = 2;

/// How long a client waits for an answer before it asks elsewhere as well.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long a run may take, in time that stands still for those who work.
const TOO_LONG: Duration = Duration::from_hours(1);

/// A store that is used for one run after the other.
#[derive(Debug)]
pub struct Fixture {
    stage: Stage,
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
    "reader",
    "player_stat",
    "player_round",
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
    Ok(tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?)
}

impl Fixture {
    /// An empty store.
    pub fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let stage = Stage::open(folder.path())?;
        let db = stage.db(None);
        runtime()?.block_on(fill(&db))?;
        Ok(Self { stage, _folder: folder })
    }

    /// Runs `seed`; fails when an invariant does not hold.
    pub fn run(&self, seed: u64) -> Result<Held> {
        let held = runtime()?.block_on(self.within(seed));
        held.with_context(|| {
            format!("seed {seed} fails; replay: cargo xtask simulate --seeds 1 --from {seed}")
        })
    }

    /// Everything as it was at first.
    async fn clean(&self) -> Result<Db> {
        let db = self.stage.db(None);
        let mut tx = db.begin().await?;
        for table in WRITTEN {
            tx.execute(&format!("DELETE FROM {table}"), vec![]).await?;
        }
        let sql =
            "UPDATE wallet SET cash = 0, held = 0, stake = 0, bonus = 0, bonus_id = NULL, bonus_cost = NULL,
                       locked_deposit = 0, locked_win = 0, freespin_win = 0, jackpot_share = 0, points = 0,
                       nonce = 0, open_rounds = 0, win_room = 0, seed_no = 1, limited = FALSE";
        tx.execute(sql, vec![]).await?;
        tx.execute("UPDATE system_account SET balance = 0", vec![]).await?;
        tx.execute("UPDATE lane SET next_seq = 1, version = 0", vec![]).await?;
        tx.commit().await?;
        Ok(db)
    }

    async fn within(&self, seed: u64) -> Result<Held> {
        let db = self.clean().await?;
        let script = Script::new(seed, self.stage.clone());
        let world = World::new(&self.stage, script.clone(), seed, db).await?;
        let mut played = Ok(());
        direct(&script, async { played = world.play(seed).await }).await;
        played?;
        world.verify().await?;
        Ok(Held { tally: script.tally(), trace: script.trace() })
    }
}

/// Tables, players and the system accounts.
async fn fill(db: &Db) -> Result<()> {
    db.migrate().await?;
    let wallet = Wallet::start(db.clone());
    for sub_wallet in 0..WALLETS {
        accounts(&wallet, sub_wallet).await?;
    }
    let mut tx = db.begin().await?;
    for player in 1..=i64::try_from(CLIENTS)? {
        for sub_wallet in 0..WALLETS {
            wallet.open(&mut tx, player, currency(sub_wallet)).await.map_err(|e| anyhow::anyhow!("{e:?}"))?;
        }
    }
    Ok(tx.commit().await?)
}

/// A server that may be asked.
#[derive(Debug)]
struct Alive {
    server: Arc<Server>,
    wallet: Wallet,
    clock: Clock,
    stop: watch::Sender<bool>,
}

struct World {
    stage: Stage,
    script: Arc<Script>,
    db: Db,
    accounts: [Accounts; WALLETS],
    servers: std::sync::Mutex<Vec<Arc<Alive>>>,
    started: std::sync::atomic::AtomicU32,
    runs: tokio::sync::Mutex<Vec<Run>>,
}

impl World {
    async fn new(stage: &Stage, script: Arc<Script>, seed: u64, db: Db) -> Result<Self> {
        let wallet = Wallet::start(db.clone());
        let accounts = [accounts(&wallet, 0).await?, accounts(&wallet, 1).await?];
        let mut chance = Chance::new(seed);
        // Some runs are rough, some have hardly a fault.
        let (fault, death) = (chance.pick(&[6, 15, 60]), chance.pick(&[40, 120, 100_000]));
        script.fault(Some(Faults { fault, death }));
        let world = Self {
            stage: stage.clone(),
            script,
            db,
            accounts,
            servers: std::sync::Mutex::default(),
            started: std::sync::atomic::AtomicU32::new(0),
            runs: tokio::sync::Mutex::default(),
        };
        for _ in 0..SERVERS {
            world.start();
        }
        Ok(world)
    }

    fn servers(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Alive>>> {
        self.servers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Starts a server: its pipe and its readers.
    fn start(&self) {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let server = Server::new(self.script.clone(), number);
        let handle = |role| {
            let director = Directs { server: server.clone(), role };
            self.stage.db(Some(Arc::new(director)))
        };
        let clock = Clock::manual(START_MS);
        let (stop, stopped) = watch::channel(false);
        for (reader, role) in wallet::readers::all().into_iter().zip(1..) {
            let (db, clock, stopped) = (handle(role), clock.clone(), stopped.clone());
            tokio::spawn(async move {
                let health = Health::default();
                let owner = Entropy.uuid(&clock).to_string();
                readers::run(&db, &clock, &owner, &health, &[reader], LEASE_MS, &stopped).await;
            });
        }
        let wallet = Wallet::start(handle(0));
        self.servers().push(Arc::new(Alive { server, wallet, clock, stop }));
    }

    /// A server to ask; the dead are cleared away and replaced.
    fn server(&self, chance: &mut Chance) -> Arc<Alive> {
        self.servers().retain(|alive| {
            if alive.server.is_dead() {
                alive.stop.send_replace(true);
            }
            !alive.server.is_dead()
        });
        while self.servers().len() < SERVERS {
            self.start();
        }
        let servers = self.servers();
        let index = chance.below(u32::try_from(servers.len()).unwrap_or(1)) as usize;
        servers[index].clone()
    }

    /// Lets the clients ask all they have, and the readers read all there is.
    async fn play(&self, seed: u64) -> Result<()> {
        let played = tokio::time::timeout(TOO_LONG, async {
            let clients = (1..=CLIENTS).map(|player| self.client(seed, player));
            let runs = join_all(clients).await.into_iter().collect::<Result<Vec<_>>>()?;
            *self.runs.lock().await = runs;
            self.script.fault(None);
            self.server(&mut Chance::new(seed));
            self.until_read().await
        });
        played.await.context("nothing came to an end")?
    }

    /// One client: asks its history, one command after the other.
    async fn client(&self, seed: u64, player: usize) -> Result<Run> {
        let mut chance = Chance::new(seed.wrapping_mul(1_000).wrapping_add(player as u64));
        let player = i64::try_from(player)?;
        let wallets = crate::sql::wallets(&self.db, player).await?;
        let names = Names::new(format!("player {player}"), self.accounts, wallets);
        let mut run = Run { player, names, model: Model::default() };
        for event in history(chance.next(), LENGTH) {
            let Event::Command(asked) = &event else { continue };
            if chance.one_in(6) {
                self.move_clock(&mut chance);
            }
            let expected = run.model.take(&event).context("commands are answered")?;
            let outcome = self.ask(&run, asked, &mut chance).await?;
            let mut reported = run.names.reported(asked, outcome);
            // Who asks again after a lost answer is told the first one.
            if let (Response::Yes { replayed: true, .. }, Response::Yes { replayed: false, .. }) =
                (&reported, &expected)
            {
                let mut after = run.model.clone();
                reported =
                    if after.take(&event).as_ref() == Some(&reported) { expected.clone() } else { reported };
            }
            ensure!(
                reported == expected,
                "{asked:?} is told {reported:?}, and by the reference {expected:?}"
            );
        }
        Ok(run)
    }

    /// A server's clock runs ahead, or is set back.
    fn move_clock(&self, chance: &mut Chance) {
        let by = chance.pick(&[-2 * LEASE_MS, 500, LEASE_MS / 2, 2 * LEASE_MS]);
        let alive = self.server(chance);
        if let Clock::Manual(now) = &alive.clock {
            now.fetch_add(by, Ordering::SeqCst);
        }
    }

    /// Asks until there is an answer; then waits for what became of earlier tries, so that none comes later.
    async fn ask(
        &self,
        run: &Run,
        asked: &KeyedCommand,
        chance: &mut Chance,
    ) -> Result<Result<Receipt, Refusal>> {
        let mut tries = JoinSet::new();
        let mut answers: Vec<Result<Receipt, Refusal>> = Vec::new();
        while answers.is_empty() || !tries.is_empty() {
            if answers.is_empty() {
                tries.spawn(attempt(self.server(chance), run.orders(asked)?));
            }
            while !tries.is_empty() {
                match tokio::time::timeout(PATIENCE, tries.join_next()).await {
                    Ok(Some(answer)) => answers.extend(answer?),
                    // Nobody answers in time: another server is asked as well.
                    Ok(None) | Err(_) if answers.is_empty() => break,
                    Ok(None) | Err(_) => {}
                }
            }
        }
        let first = answers.swap_remove(0);
        for other in &answers {
            let alike = match (&first, other) {
                (Ok(a), Ok(b)) => (a.lsn, a.cash, a.held, a.bonus) == (b.lsn, b.cash, b.held, b.bonus),
                (Err(a), Err(b)) => a == b,
                _ => false,
            };
            ensure!(alike, "{asked:?} was answered {first:?} and {other:?}");
        }
        Ok(first)
    }

    /// Waits until the readers have read the whole log.
    async fn until_read(&self) -> Result<()> {
        loop {
            let lags = places::lags(&self.db).await?;
            if lags.len() == wallet::readers::all().len() && lags.iter().all(|lag| lag.rows == 0) {
                return Ok(());
            }
            for alive in &*self.servers() {
                // Leases of the dead run out.
                alive.clock.advance(Duration::from_secs(1));
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// What has to hold at the end.
    async fn verify(&self) -> Result<()> {
        let findings = wallet::check(&self.db).await?;
        ensure!(findings.is_empty(), "the books are broken: {findings:?}");
        let runs = self.runs.lock().await;
        for run in &*runs {
            let found = crate::sql::books(&self.db, run).await?;
            ensure!(found.is_empty(), "{}", found.join("; "));
        }
        for (rule, sql) in READ_ONCE {
            let rows = self.db.query(sql, params![]).await?;
            if let Some(row) = rows.first() {
                bail!("{rule}: {}", row.get::<String>(0)?);
            }
        }
        Ok(())
    }
}

/// One try at a server; nothing when it dies or cannot tell.
async fn attempt(
    alive: Arc<Alive>,
    (first, linked): (Order, Vec<Order>),
) -> Option<Result<Receipt, Refusal>> {
    let died = alive.server.died.notified();
    if alive.server.is_dead() {
        return None;
    }
    tokio::select! {
        biased;
        () = died => None,
        outcome = alive.wallet.submit_linked(first, linked) => match outcome {
            _ if alive.server.is_dead() => None,
            Ok(receipt) => Some(Ok(receipt)),
            Err(WalletError::Refused(refusal)) => Some(Err(refusal)),
            Err(WalletError::Store(_) | WalletError::NoWallet(_) | WalletError::InsideReader) => None,
        },
    }
}

/// Each row was read exactly once: what readers keep is what the log says. (That the server's balances are, is
/// a rule of the books.)
const READ_ONCE: &[(&str, &str)] = &[
    (
        "each player's sums are the sums of the log",
        "SELECT 'player ' || w.player_id || ' ' || w.currency FROM wallet w
         LEFT JOIN player_stat p ON p.player_id = w.player_id AND p.currency = w.currency
         LEFT JOIN (SELECT wallet_id,
                 SUM(CASE kind WHEN 1 THEN amount ELSE 0 END) AS deposits,
                 SUM(CASE kind WHEN 1 THEN 1 ELSE 0 END) AS deposits_count,
                 SUM(CASE kind WHEN 8 THEN amount ELSE 0 END) AS cashouts,
                 SUM(CASE kind WHEN 2 THEN amount WHEN 5 THEN -amount ELSE 0 END) AS bets,
                 SUM(CASE kind WHEN 3 THEN amount WHEN 10 THEN -amount ELSE 0 END) AS wins
             FROM transfer GROUP BY wallet_id) t ON t.wallet_id = w.id
         WHERE COALESCE(p.deposits, 0) <> COALESCE(t.deposits, 0)
             OR COALESCE(p.deposits_count, 0) <> COALESCE(t.deposits_count, 0)
             OR COALESCE(p.cashouts, 0) <> COALESCE(t.cashouts, 0)
             OR COALESCE(p.bets, 0) <> COALESCE(t.bets, 0) OR COALESCE(p.wins, 0) <> COALESCE(t.wins, 0)",
    ),
    (
        "each round is in its player's history",
        "SELECT 'round ' || r.id FROM round r LEFT JOIN player_round p ON p.round_id = r.id
         WHERE p.round_id IS NULL",
    ),
];
