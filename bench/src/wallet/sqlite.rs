//! The baseline on SQLite: a thread with a connection, and a transaction for each bet.

use std::path::Path;
use std::sync::mpsc;

use anyhow::{Context, Result, ensure};
use croupier_ledger::Key;
use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use super::plain::{GAMES, STAKE, WalletBalances, detail, into_idem, into_round, into_transfer, work};

/// The way to the thread.
pub type Jobs = mpsc::Sender<Job>;

/// A bet for a thread of SQLite.
pub struct Job {
    pub key: Key,
    pub player: i64,
    pub at: i64,
    pub answer: oneshot::Sender<Result<()>>,
}

/// Opens a connection as the server does, and gives it and the queue of bets to `serve` on its own thread.
pub fn start(
    path: &Path,
    serve: impl FnOnce(&Connection, &mpsc::Receiver<Job>) + Send + 'static,
) -> Result<Jobs> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 32768;
         PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32768;",
    )?;
    connection.set_prepared_statement_cache_capacity(64);
    let (jobs, queue) = mpsc::channel();
    std::thread::spawn(move || serve(&connection, &queue));
    Ok(jobs)
}

/// Places one bet and waits for its answer.
pub async fn place(jobs: &Jobs, key: Key, player: i64, at: i64) -> Result<()> {
    let (answer, wait) = oneshot::channel();
    jobs.send(Job { key, player, at, answer }).ok().context("the thread has ended")?;
    wait.await?
}

/// One transaction a bet.
pub fn one_by_one(connection: &Connection, queue: &mpsc::Receiver<Job>) {
    for job in queue {
        let done = bet(connection, &job);
        // The caller waits for as long as the run lasts.
        let _ = job.answer.send(done);
    }
}

/// Reads a wallet by its player.
pub fn wallet(c: &Connection, player: i64) -> Result<WalletBalances> {
    let sql = "SELECT id, cash, bonus, bonus_id, nonce, operator_stop_ms > 0, limited
               FROM wallet WHERE player_id = ?1 AND currency = 'EUR'";
    Ok(c.prepare_cached(sql)?.query_row([player], |row| {
        Ok(WalletBalances {
            id: row.get(0)?,
            cash: row.get(1)?,
            bonus: row.get(2)?,
            bonus_id: row.get(3)?,
            nonce: row.get(4)?,
            blocked: row.get(5)?,
            limited: row.get(6)?,
        })
    })?)
}

fn bet(c: &Connection, Job { key, player, at, .. }: &Job) -> Result<()> {
    c.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let wallet = wallet(c, *player)?;
    ensure!(!c.prepare_cached("SELECT lsn FROM idem WHERE key = ?1")?.exists([key.0])?, "the key is taken");
    let worked = work(wallet, *player)?;
    if wallet.limited {
        let sql = "SELECT cap - net FROM bet_limit WHERE wallet_id = ?1";
        let left: Option<i64> = c.prepare_cached(sql)?.query_row([wallet.id], |row| row.get(0)).optional()?;
        ensure!(left.is_none_or(|left| left >= STAKE - worked.stake_bonus), "the limit is reached");
        c.prepare_cached("UPDATE bet_limit SET net = net + ?2 WHERE wallet_id = ?1")?
            .execute(params![wallet.id, worked.lost])?;
    }
    let taken = i64::try_from(worked.legs.len())?;
    let sql = "UPDATE lane SET next_seq = next_seq + ?1 WHERE id = 0 RETURNING next_seq - ?1";
    let op: i64 = c.prepare_cached(sql)?.query_row([taken], |row| row.get(0))?;
    let mut insert = c.prepare_cached(concat!(
        into_transfer!(),
        " VALUES (?1,?2,?3,?4,?5,?6,?7,?8,0,?2,?9,?10,NULL,1,1)"
    ))?;
    for (lsn, (kind, debit, credit, amount, cash, bonus)) in (op..).zip(&worked.legs) {
        insert.execute(params![lsn, op, kind, debit, credit, amount, wallet.id, cash, at, bonus])?;
    }
    let after = worked.after;
    c.prepare_cached(concat!(into_idem!(), " VALUES (?1,?1,?2,0,?3,0,?2,?4)"))?.execute(params![
        key.0,
        op,
        after.cash,
        after.bonus
    ])?;
    let bonus_id = wallet.bonus_id.filter(|_| worked.stake_bonus > 0);
    c.prepare_cached(concat!(into_round!(), " VALUES (?1,?2,?3,1,?4,1,0,?5,?6,?7,1,?8,?8,?9,?10,?11)"))?
        .execute(params![
            op,
            wallet.id,
            player,
            GAMES,
            STAKE,
            worked.win,
            after.nonce,
            at,
            detail(after.nonce),
            worked.stake_bonus,
            bonus_id
        ])?;
    c.prepare_cached("UPDATE wallet SET cash = ?2, bonus = ?3, nonce = ?4 WHERE id = ?1")?
        .execute(params![wallet.id, after.cash, after.bonus, after.nonce])?;
    c.prepare_cached("COMMIT")?.execute([])?;
    Ok(())
}
