//! The batch on SQLite: one trip to the writer thread, prepared statements in loops, one fsync.

use std::sync::Arc;

use croupier_ledger::{
    AccountId, Answer, Batch, Key, KeyRow, Lsn, Needs, Round, RoundStatus, Transfer, TransferKind, Wallet,
    Writes, decide, first_needs, second_needs,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Attempt, Excluded, Submission, attached, merge, taking_part};
use crate::Result;
use crate::sqlite::{Sqlite, execute};

pub(super) async fn commit(
    engine: &Sqlite,
    lane: u8,
    work: Arc<Vec<Submission>>,
    excluded: Excluded,
) -> Result<Attempt> {
    engine.with_writer(move |connection| in_transaction(connection, lane, &work, &excluded)).await
}

fn in_transaction(
    connection: &mut Connection,
    lane: u8,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<Attempt> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let attempt = attempt(connection, lane, work, excluded);
    let keep = matches!(attempt, Ok((Attempt::Done(_), true)));
    let ended = connection.execute_batch(if keep { "COMMIT" } else { "ROLLBACK" });
    if ended.is_err() && !connection.is_autocommit() {
        // A commit that failed (disk full) leaves the transaction open; it must not leak into the next.
        connection.execute_batch("ROLLBACK")?;
    }
    let (attempt, _) = attempt?;
    ended?;
    Ok(attempt)
}

/// One try within an open transaction; the flag says whether there is something to commit.
fn attempt(
    connection: &Connection,
    lane: u8,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Attempt, bool)> {
    let commands = taking_part(work, excluded);
    let sql = "SELECT next_seq FROM lane WHERE id = ?1";
    let next_seq = connection.prepare_cached(sql)?.query_row([lane], |row| row.get(0))?;
    let mut batch = Batch { lane, next_seq, ..Batch::default() };
    load(connection, &mut batch, &first_needs(commands.iter()))?;
    let more = second_needs(&batch, commands.iter());
    load(connection, &mut batch, &more)?;
    let (decided, writes) = decide(&mut batch, &commands);
    let outcomes = merge(work.len(), decided, excluded);
    if writes.next_seq == next_seq {
        return Ok((Attempt::Done(outcomes), false));
    }
    write(connection, lane, &writes)?;
    for (index, statement) in attached(work, &outcomes) {
        let hit = execute(connection, statement.sql, &statement.params)?;
        if statement.must_hit && hit != 1 {
            return Ok((Attempt::Stale(index), false));
        }
    }
    Ok((Attempt::Done(outcomes), true))
}

fn load(connection: &Connection, batch: &mut Batch, needs: &Needs) -> Result<()> {
    let sql = "SELECT id, player_id, cash, held, stake, nonce, seed_no, blocked FROM wallet WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for id in &needs.wallets {
        if let Some(wallet) = statement.query_row([id], wallet).optional()? {
            batch.wallets.insert(wallet.id, wallet);
        }
    }
    let sql = "SELECT fingerprint, lsn, kind, cash, held, round_id FROM idem WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for key in &needs.keys {
        if let Some(row) = statement.query_row([key.0], |row| key_row(*key, row)).optional()? {
            batch.keys.insert(*key, row);
        }
    }
    let sql = "SELECT id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce, seed_no,
                      opened_at_ms, closed_at_ms, detail FROM round WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for id in &needs.rounds {
        if let Some(round) = statement.query_row([id], round).optional()? {
            batch.rounds.insert(round.id, round);
        }
    }
    // The legs of a command stand next to each other in the log.
    let sql =
        "SELECT lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, round_id, at_ms
               FROM transfer WHERE lsn >= ?1 AND lsn < ?1 + 16 AND op = ?1 ORDER BY lsn";
    let mut statement = connection.prepare_cached(sql)?;
    for lsn in &needs.operations {
        let legs = statement.query_map([lsn], transfer)?.collect::<rusqlite::Result<Vec<_>>>()?;
        batch.operations.insert(Lsn(*lsn), legs);
    }
    Ok(())
}

fn write(connection: &Connection, lane: u8, writes: &Writes) -> Result<()> {
    let mut statement =
        connection.prepare_cached("INSERT INTO transfer VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)")?;
    for t in &writes.transfers {
        statement.execute(params![
            t.lsn.0,
            t.op.0,
            t.kind.code(),
            t.debit.0,
            t.credit.0,
            t.amount,
            t.wallet,
            t.cash_after,
            t.held_after,
            t.round,
            t.at
        ])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO event VALUES (?1,?2,?3,?4,?5)")?;
    for (lsn, player, at, fact) in &writes.facts {
        statement.execute(params![lsn.0, fact.kind, player, fact.body, at])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO idem VALUES (?1,?2,?3,?4,?5,?6,?7)")?;
    for row in &writes.keys {
        let (kind, cash, held, round) = answer_columns(row.answer);
        statement.execute(params![row.key.0, row.fingerprint.0, row.lsn.0, kind, cash, held, round])?;
    }
    let mut statement = connection
        .prepare_cached("INSERT INTO round VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14)")?;
    for r in &writes.rounds_opened {
        statement.execute(params![
            r.id,
            r.wallet,
            r.player,
            r.game,
            r.house.0,
            r.status.code(),
            r.version,
            r.stake,
            r.win,
            r.nonce,
            r.seed_no,
            r.opened_at,
            r.closed_at,
            r.detail
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE round SET status = ?2, version = ?3, stake = ?4, win = ?5, closed_at_ms = ?6, detail = ?7
         WHERE id = ?1",
    )?;
    for r in &writes.rounds_changed {
        let changed = params![r.id, r.status.code(), r.version, r.stake, r.win, r.closed_at, r.detail];
        statement.execute(changed)?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE wallet SET cash = ?2, held = ?3, stake = ?4, nonce = ?5, seed_no = ?6 WHERE id = ?1",
    )?;
    for w in &writes.wallets {
        statement.execute(params![w.id, w.cash, w.held, w.stake, w.nonce, w.seed_no])?;
    }
    connection
        .prepare_cached("UPDATE lane SET next_seq = ?2 WHERE id = ?1")?
        .execute(params![lane, writes.next_seq])?;
    Ok(())
}

/// How an answer is stored: kind, cash, held, round.
pub(super) const fn answer_columns(answer: Answer) -> (i64, i64, i64, Option<i64>) {
    match answer {
        Answer::Accepted { cash, held, round } => (0, cash, held, round),
        Answer::Tombstone => (1, 0, 0, None),
        Answer::Round => (2, 0, 0, None),
    }
}

/// The stored answer; `None` for a kind that does not exist.
pub(super) const fn answer_from(kind: i64, cash: i64, held: i64, round: Option<i64>) -> Option<Answer> {
    match kind {
        0 => Some(Answer::Accepted { cash, held, round }),
        1 => Some(Answer::Tombstone),
        2 => Some(Answer::Round),
        _ => None,
    }
}

fn wallet(row: &Row<'_>) -> rusqlite::Result<Wallet> {
    Ok(Wallet {
        id: row.get(0)?,
        player: row.get(1)?,
        cash: row.get(2)?,
        held: row.get(3)?,
        stake: row.get(4)?,
        nonce: row.get(5)?,
        seed_no: row.get(6)?,
        blocked: row.get(7)?,
    })
}

fn key_row(key: Key, row: &Row<'_>) -> rusqlite::Result<KeyRow> {
    let kind: i64 = row.get(2)?;
    let answer = answer_from(kind, row.get(3)?, row.get(4)?, row.get(5)?);
    let answer = answer.ok_or(rusqlite::Error::IntegralValueOutOfRange(2, kind))?;
    Ok(KeyRow { key, fingerprint: Key(row.get(0)?), lsn: Lsn(row.get(1)?), answer })
}

fn round(row: &Row<'_>) -> rusqlite::Result<Round> {
    Ok(Round {
        id: row.get(0)?,
        wallet: row.get(1)?,
        player: row.get(2)?,
        game: row.get(3)?,
        house: AccountId(row.get(4)?),
        status: RoundStatus::from_code(row.get(5)?),
        version: row.get(6)?,
        stake: row.get(7)?,
        win: row.get(8)?,
        nonce: row.get(9)?,
        seed_no: row.get(10)?,
        opened_at: row.get(11)?,
        closed_at: row.get(12)?,
        detail: row.get(13)?,
    })
}

fn transfer(row: &Row<'_>) -> rusqlite::Result<Transfer> {
    let kind: i64 = row.get(2)?;
    Ok(Transfer {
        lsn: Lsn(row.get(0)?),
        op: Lsn(row.get(1)?),
        kind: TransferKind::from_code(kind).ok_or(rusqlite::Error::IntegralValueOutOfRange(2, kind))?,
        debit: AccountId(row.get(3)?),
        credit: AccountId(row.get(4)?),
        amount: row.get(5)?,
        wallet: row.get(6)?,
        cash_after: row.get(7)?,
        held_after: row.get(8)?,
        round: row.get(9)?,
        at: row.get(10)?,
    })
}
