//! The yardstick: a bare group commit on SQLite that does no casino bet, only what any transfer of money needs.
//! Key check in memory with one row of keys a batch, balance check, one row that is both postings and the
//! event, the balance. No round, no bonus, no limit.

use std::collections::HashSet;
use std::sync::mpsc;

use anyhow::{Result, ensure};
use croupier_ledger::{AccountId, Key, SubAccount};
use rusqlite::{Connection, params};

use super::plain::{GAMES, STAKE, into_transfer};
use super::sqlite::Job;

/// Bets in one commit at most.
const BATCH_MAX: usize = 1024;

/// Commits what has queued while the last batch was committed.
pub fn in_groups(connection: &Connection, queue: &mpsc::Receiver<Job>) {
    let mut taken = HashSet::new();
    while let Ok(first) = queue.recv() {
        let jobs: Vec<Job> = std::iter::once(first).chain(queue.try_iter()).take(BATCH_MAX).collect();
        let done = commit(connection, &jobs, &mut taken).map_err(|error| error.to_string());
        for job in jobs {
            // The caller waits for as long as the run lasts.
            let _ = job.answer.send(done.clone().map_err(anyhow::Error::msg));
        }
    }
}

fn commit(c: &Connection, jobs: &[Job], taken: &mut HashSet<Key>) -> Result<()> {
    c.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let from: i64 =
        c.prepare_cached("SELECT next_seq FROM lane WHERE id = 0")?.query_row([], |r| r.get(0))?;
    let mut balance = c.prepare_cached("SELECT id, cash, operator_stop_ms > 0 FROM wallet WHERE id = ?1")?;
    let mut insert = c.prepare_cached(concat!(
        into_transfer!(),
        " VALUES (?1,?1,?2,?3,?4,?5,?6,?7,0,NULL,?8,?9,NULL,NULL,NULL)"
    ))?;
    let mut update = c.prepare_cached("UPDATE wallet SET cash = ?2 WHERE id = ?1")?;
    let mut keys = Vec::new();
    for (lsn, job) in (from..).zip(jobs) {
        ensure!(taken.insert(job.key), "the key is taken");
        // The store gives players and wallets the same numbers.
        let (wallet, cash, blocked): (i64, i64, bool) =
            balance.query_row([job.player], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        ensure!(!blocked, "blocked");
        // A wallet without cash is paid instead, so that every bet moves money.
        let sign = if cash >= STAKE { -1 } else { 1 };
        let after = cash + sign * STAKE;
        let account = AccountId::of(wallet, SubAccount::Cash).0;
        let (debit, credit) = if sign < 0 { (account, GAMES) } else { (GAMES, account) };
        insert.execute(params![lsn, 9, debit, credit, STAKE, wallet, after, job.at, 0])?;
        update.execute(params![wallet, after])?;
        keys.extend_from_slice(&job.key.0);
        keys.extend_from_slice(&job.key.0);
        for word in [lsn, after, 0, 0, 0] {
            keys.extend_from_slice(&word.to_be_bytes());
        }
    }
    let next = from + i64::try_from(jobs.len())?;
    c.prepare_cached("INSERT INTO key_batch (lsn, keys) VALUES (?1, ?2)")?.execute(params![from, keys])?;
    c.prepare_cached("UPDATE lane SET next_seq = ?1 WHERE id = 0")?.execute([next])?;
    c.prepare_cached("COMMIT")?.execute([])?;
    Ok(())
}
