//! One variant with its own data: filled, driven, and checked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use croupier_db::{Db, Target, params};
use croupier_ledger::{Action, Funding, Key, Settle, Settlement};
use croupier_money::Currency;
use croupier_server::wallet::{self, Finding, Order, Wallet};
use deadpool_postgres::Pool;
use futures_util::StreamExt as _;
use tempfile::TempDir;

use super::plain::{STAKE, WIN, detail, is_split, win_of};
use super::sqlite::Jobs;
use super::{bare, postgres, sqlite};
use crate::figures::Figures;

/// What a variant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The wallet of the server; each server has its pool and its pipe. The callers of a server play for
    /// anybody, or a player's bets all go to the server that his lane is kept with (`by_lane`).
    Ours { postgres: bool, servers: usize, by_lane: bool },
    /// See [`sqlite`].
    SqliteOneByOne,
    /// See [`bare`].
    SqliteBare,
    /// See [`postgres::for_update`].
    PostgresForUpdate,
    /// See [`postgres::by_function`].
    PostgresFunction,
}

impl Kind {
    /// Whether it needs a database of PostgreSQL.
    pub const fn on_postgres(self) -> bool {
        matches!(self, Self::Ours { postgres: true, .. } | Self::PostgresForUpdate | Self::PostgresFunction)
    }
}

/// Whose bets a run is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// All players, whose bets win as [`win_of`] says.
    Everybody,
    /// Those alone who play with an active bonus.
    WithBonus,
    /// As many others, with neither a bonus nor a limit, whose bets win their stake back as those of the former do.
    WithoutBonus,
}

/// How a run is driven.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    pub seconds: u64,
    /// Callers that each wait for the answer before the next bet.
    pub in_flight: usize,
    pub players: i64,
    /// Half of all bets are by ten players.
    pub hot: bool,
    pub who: Who,
}

/// An open variant.
pub struct Store {
    pub db: Db,
    kind: Kind,
    bets: Vec<Bets>,
    target: Target,
    folder: TempDir,
}

#[derive(Clone)]
enum Bets {
    Ours(Arc<Wallet>),
    Sqlite(Jobs),
    ForUpdate(Pool),
    Function(Pool),
}

/// The way to the bets: to one server, or to one for each lane.
pub struct Player(Vec<Bets>);

static BETS: AtomicU64 = AtomicU64::new(1);

impl Store {
    /// A fresh store with money for `players`.
    pub async fn open(kind: Kind, url: Option<String>, players: i64) -> Result<Self> {
        // Not in memory: the disk is part of the figure.
        let folder = tempfile::tempdir_in(".")?;
        let target = target(&folder, url.as_ref());
        let db = Db::open(&target).await?;
        db.migrate().await?;
        fill(&db, players).await.context("filling")?;
        let file = folder.path().join("croupier.db");
        let bets = match (kind, &url) {
            (Kind::Ours { servers, .. }, _) => {
                let mut bets = vec![Bets::Ours(Arc::new(Wallet::start(db.clone())))];
                while bets.len() < servers {
                    bets.push(Bets::Ours(Arc::new(Wallet::start(Db::open(&target).await?))));
                }
                bets
            }
            (Kind::PostgresForUpdate, Some(url)) => vec![Bets::ForUpdate(postgres::open(url).await?)],
            (Kind::PostgresFunction, Some(url)) => vec![Bets::Function(postgres::open(url).await?)],
            (Kind::SqliteBare, _) => vec![Bets::Sqlite(sqlite::start(&file, bare::in_groups)?)],
            _ => vec![Bets::Sqlite(sqlite::start(&file, sqlite::one_by_one)?)],
        };
        Ok(Self { db, kind, bets, target, folder })
    }

    /// The way to the bets of the server that serves caller number `caller`, or of each lane's.
    pub fn player(&self, caller: usize) -> Player {
        let server = |number: usize| self.bets[number % self.bets.len()].clone();
        match self.kind {
            Kind::Ours { by_lane: true, .. } => {
                Player((0..usize::from(self.db.lanes())).map(server).collect())
            }
            _ => Player(vec![server(caller)]),
        }
    }

    /// Where SQLite keeps its data.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Closes the store and hands on its folder.
    pub fn close(self) -> TempDir {
        self.folder
    }

    /// Has the cluster write down what earlier runs have left in its memory.
    pub async fn settle(&self) -> Result<()> {
        if self.kind.on_postgres() {
            let mut tx = self.db.begin().await?;
            tx.execute("CHECKPOINT", params![]).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Bets for as long as the load says.
    pub async fn measure(&self, load: Load) -> Result<Figures> {
        let until = Instant::now() + Duration::from_secs(load.seconds);
        self.drive(load, move || Instant::now() < until).await
    }

    /// Bets while `more` says so.
    pub async fn drive(
        &self,
        load: Load,
        more: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<Figures> {
        let began = Instant::now();
        let callers = (0..load.in_flight).map(|caller| {
            let (player, more) = (self.player(caller), more.clone());
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                let mut rng = seed(caller);
                while more() {
                    rng = next(rng);
                    let asked = Instant::now();
                    player.bet_paid(load.player(rng), load.who != Who::Everybody).await?;
                    latencies.push(u32::try_from(asked.elapsed().as_micros())?);
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

    /// What is wrong with the books, for ours and for the baselines alike; only the PostgreSQL baselines,
    /// which number their rows from a sequence, have no gapless log.
    pub async fn check(&self) -> Result<Vec<Finding>> {
        // As a tool, which may take as long as it needs.
        let mut findings = wallet::check(&Db::open_beside(&self.target).await?).await?;
        if matches!(self.kind, Kind::PostgresForUpdate | Kind::PostgresFunction) {
            findings.retain(|finding| !finding.rule.contains("gapless"));
        }
        Ok(findings)
    }
}

fn target(folder: &TempDir, url: Option<&String>) -> Target {
    url.map_or_else(|| Target::Sqlite(folder.path().to_owned()), |url| Target::Postgres(url.clone()))
}

impl Load {
    fn player(self, rng: u64) -> i64 {
        let pick = i64::try_from(rng >> 11).unwrap_or_default();
        let among = if self.hot && rng & 1 == 0 { 10 } else { self.players };
        // Of five players the last has a bonus, and the second neither that nor a limit.
        let in_five = match self.who {
            Who::Everybody => return pick % among + 1,
            Who::WithBonus => 5,
            Who::WithoutBonus => 2,
        };
        pick % (among / 5).max(1) * 5 + in_five
    }
}

impl Player {
    /// Bets through `wallet`.
    pub fn of(wallet: Arc<Wallet>) -> Self {
        Self(vec![Bets::Ours(wallet)])
    }

    /// Places a bet of `player`, with a new key.
    pub async fn bet(&self, player: i64) -> Result<()> {
        self.bet_paid(player, false).await
    }

    /// Like [`Player::bet`]; `back` says that it wins its stake back, whoever bets.
    async fn bet_paid(&self, player: i64, back: bool) -> Result<()> {
        let number = BETS.fetch_add(1, Ordering::Relaxed);
        let (key, at) = (Key::new("bench", &number.to_string()), i64::try_from(number)?);
        // Players are spread over lanes by their number.
        match &self.0[usize::try_from(player)? % self.0.len()] {
            Bets::Ours(wallet) => {
                let system = wallet.system_account("games:bench", Currency::EUR).await?;
                let settle = Settle::new(move |context| {
                    let win = win_of(back || is_split(player), context.nonce);
                    Ok(Settlement { win, open: false, detail: detail(context.nonce), facts: Vec::new() })
                });
                let (stake, win_max) = (STAKE, WIN.max(STAKE));
                let (funding, open_rounds) = (Funding::Wallet, 0);
                let action = Action::Play {
                    game: 1,
                    system,
                    funding,
                    stake,
                    win_max,
                    seed_no: 1,
                    open_rounds,
                    settle,
                };
                wallet.submit(order(key, player, at, action)).await?;
                Ok(())
            }
            Bets::Sqlite(jobs) => sqlite::place(jobs, key, player, at).await,
            Bets::ForUpdate(pool) => postgres::for_update(pool, key, player, at).await,
            Bets::Function(pool) => postgres::by_function(pool, key, player, at).await,
        }
    }
}

fn order(key: Key, player: i64, at: i64, action: Action) -> Order {
    Order {
        key,
        fingerprint: key,
        player,
        currency: Currency::EUR,
        at,
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    }
}

/// Opens a wallet with enough money for every player; player and wallet have the same number.
async fn fill(db: &Db, players: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)";
    let lanes = i64::from(db.lanes());
    let sql = format!(
        "INSERT INTO wallet (id, lane, player_id, currency, limited)
         {numbers} SELECT n, n % $2, n, 'EUR', n % 5 = 1 FROM number"
    );
    tx.execute(&sql, params![players, lanes]).await?;
    // A day's limit on losses that no run reaches, from the first place of the log on.
    let sql = format!(
        "INSERT INTO bet_limit (wallet_id, kind, period, cap, net, anchor_ms, until_ms, since_lsn)
         {numbers} SELECT n, 2, 1, 1000000000000, 0, 0, 86400000, 1 FROM number WHERE n % 5 = 1"
    );
    tx.execute(&sql, params![players]).await?;
    tx.commit().await?;

    let wallet = Wallet::start(db.clone());
    let from = wallet.system_account("payments:bench", Currency::EUR).await?;
    // The baselines count on the games being the second system account.
    wallet.system_account("games:bench", Currency::EUR).await?;
    let cost = wallet.system_account("bonus-cost", Currency::EUR).await?;
    let give = async |player: i64| {
        let amount = if is_split(player) { 30 } else { 1_000_000_000 };
        let key = Key::new("fill", &player.to_string());
        wallet.submit(order(key, player, 0, Action::Deposit { from, amount })).await?;
        if is_split(player) {
            let grant = Action::BonusGrant { bonus: 1, from: cost, amount: 1_000_000_000 };
            wallet.submit(order(key.rollback(), player, 0, grant)).await?;
        }
        anyhow::Ok(())
    };
    let mut given = futures_util::stream::iter(1..=players).map(give).buffer_unordered(1024);
    while let Some(done) = given.next().await {
        done?;
    }
    Ok(())
}

/// A start value for [`next`] that differs by caller.
const fn seed(caller: usize) -> u64 {
    0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(caller as u64 + 1) | 1
}

/// One step of xorshift64: the same bets in every run.
const fn next(mut x: u64) -> u64 {
    x ^= x << 13;
    x ^= x >> 7;
    x ^ (x << 17)
}
