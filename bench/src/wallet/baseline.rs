//! The same bet the plain way: one transaction a bet, the same tables, the same rows.

use std::path::Path;
use std::sync::mpsc;

use anyhow::{Context, Result, ensure};
use croupier_ledger::Key;
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use rusqlite::{Connection, params};
use tokio::sync::oneshot;
use tokio_postgres::NoTls;

use super::{STAKE, WIN, detail};

/// Connections of the PostgreSQL baseline; more were not faster on two cores.
const CONNECTIONS: usize = 24;

/// The house account numbered 2 takes the bets, see `fill`.
const HOUSE: i64 = -2;

/// A baseline.
#[derive(Clone)]
pub enum Plain {
    /// A thread with a connection, one transaction a bet.
    Sqlite(mpsc::Sender<Job>),
    /// A pool, `SELECT … FOR UPDATE` on the wallet.
    Postgres(Pool),
}

/// A bet for the SQLite thread.
pub struct Job {
    key: Key,
    player: i64,
    at: i64,
    answer: oneshot::Sender<Result<()>>,
}

impl Plain {
    /// Opens the SQLite baseline on the file at `path`.
    pub fn sqlite(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8192;
             PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32768;",
        )?;
        connection.set_prepared_statement_cache_capacity(64);
        let (jobs, queue) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            for job in queue {
                let done = sqlite_bet(&connection, job.key, job.player, job.at);
                let _ = job.answer.send(done);
            }
        });
        Ok(Self::Sqlite(jobs))
    }

    /// Opens the PostgreSQL baseline.
    pub async fn postgres(url: &str) -> Result<Self> {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(url.parse()?, NoTls, recycling);
        let pool = Pool::builder(manager).max_size(CONNECTIONS).build()?;
        // Steps of two leave room for the win; the deposits before took the numbers below.
        let sequence = "CREATE SEQUENCE plain_seq START 1000000 INCREMENT 2 CACHE 1";
        pool.get().await?.batch_execute(sequence).await?;
        Ok(Self::Postgres(pool))
    }

    /// Places one bet.
    pub async fn place(&self, key: Key, player: i64, at: i64) -> Result<()> {
        match self {
            Self::Sqlite(jobs) => {
                let (answer, wait) = oneshot::channel();
                jobs.send(Job { key, player, at, answer }).ok().context("the thread has ended")?;
                wait.await?
            }
            Self::Postgres(pool) => postgres_bet(pool, key, player, at).await,
        }
    }
}

fn sqlite_bet(c: &Connection, key: Key, player: i64, at: i64) -> Result<()> {
    c.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let sql = "SELECT id, cash, nonce, blocked FROM wallet WHERE player_id = ?1 AND currency = 'EUR'";
    let (wallet, cash, nonce, blocked): (i64, i64, i64, bool) = c
        .prepare_cached(sql)?
        .query_row([player], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let known = c.prepare_cached("SELECT lsn FROM idem WHERE key = ?1")?.exists([key.0])?;
    ensure!(!known && !blocked && cash >= STAKE, "refused");
    let nonce = nonce + 1;
    let win = if nonce % 4 == 0 { WIN } else { 0 };
    let taken = if win > 0 { 2 } else { 1 };
    let sql = "UPDATE lane SET next_seq = next_seq + ?1 WHERE id = 0 RETURNING next_seq";
    let next: i64 = c.prepare_cached(sql)?.query_row([taken], |row| row.get(0))?;
    let op = next - taken;
    let mut insert = c.prepare_cached("INSERT INTO transfer VALUES (?1,?2,?3,?4,?5,?6,?7,?8,0,?2,?9)")?;
    insert.execute(params![op, op, 2, wallet * 4, HOUSE, STAKE, wallet, cash - STAKE, at])?;
    if win > 0 {
        insert.execute(params![op + 1, op, 3, HOUSE, wallet * 4, win, wallet, cash - STAKE + win, at])?;
    }
    let after = cash - STAKE + win;
    c.prepare_cached("INSERT INTO idem VALUES (?1,?1,?2,0,?3,0,?2)")?.execute(params![key.0, op, after])?;
    c.prepare_cached("INSERT INTO round VALUES (?1,?2,?3,1,?4,1,0,?5,?6,?7,1,?8,?8,?9)")?
        .execute(params![op, wallet, player, HOUSE, STAKE, win, nonce, at, detail(nonce)])?;
    c.prepare_cached("UPDATE wallet SET cash = ?2, nonce = ?3 WHERE id = ?1")?
        .execute(params![wallet, after, nonce])?;
    c.prepare_cached("COMMIT")?.execute([])?;
    Ok(())
}

async fn postgres_bet(pool: &Pool, key: Key, player: i64, at: i64) -> Result<()> {
    let mut client = pool.get().await?;
    let tx = client.transaction().await?;
    let sql =
        "SELECT id, cash, nonce, blocked FROM wallet WHERE player_id = $1 AND currency = 'EUR' FOR UPDATE";
    let row = tx.query_one(&tx.prepare_cached(sql).await?, &[&player]).await?;
    let (wallet, cash, nonce, blocked): (i64, i64, i64, bool) =
        (row.get(0), row.get(1), row.get(2), row.get(3));
    let sql = "SELECT lsn FROM idem WHERE key = $1";
    let known = tx.query_opt(&tx.prepare_cached(sql).await?, &[&key.0.as_slice()]).await?.is_some();
    ensure!(!known && !blocked && cash >= STAKE, "refused");
    let nonce = nonce + 1;
    let win = if nonce % 4 == 0 { WIN } else { 0 };
    let after = cash - STAKE + win;
    let sql = "SELECT nextval('plain_seq')";
    let op: i64 = tx.query_one(&tx.prepare_cached(sql).await?, &[]).await?.get(0);
    let insert = tx.prepare_cached("INSERT INTO transfer VALUES ($1,$2,$3,$4,$5,$6,$7,$8,0,$2,$9)").await?;
    tx.execute(&insert, &[&op, &op, &2_i64, &(wallet * 4), &HOUSE, &STAKE, &wallet, &(cash - STAKE), &at])
        .await?;
    if win > 0 {
        tx.execute(&insert, &[&(op + 1), &op, &3_i64, &HOUSE, &(wallet * 4), &win, &wallet, &after, &at])
            .await?;
    }
    let sql = "INSERT INTO idem VALUES ($1,$1,$2,0,$3,0,$2)";
    tx.execute(&tx.prepare_cached(sql).await?, &[&key.0.as_slice(), &op, &after]).await?;
    let sql = "INSERT INTO round VALUES ($1,$2,$3,1,$4,1,0,$5,$6,$7,1,$8,$8,$9)";
    let detail = detail(nonce);
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 9] =
        [&op, &wallet, &player, &HOUSE, &STAKE, &win, &nonce, &at, &detail];
    tx.execute(&tx.prepare_cached(sql).await?, &row).await?;
    let sql = "UPDATE wallet SET cash = $2, nonce = $3 WHERE id = $1";
    tx.execute(&tx.prepare_cached(sql).await?, &[&wallet, &after, &nonce]).await?;
    tx.commit().await?;
    Ok(())
}
