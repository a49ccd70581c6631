//! The batch on SQLite: one trip to the writer thread, prepared statements in loops, one fsync.

use std::sync::Arc;

use croupier_ledger::{
    AccountId, Answer, Batch, BetLimit, Key, KeyRow, LimitKind, LimitPeriod, Lsn, Needs, Round, RoundStatus,
    Transfer, TransferKind, Wallet, Writes, decide, first_needs, second_needs,
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
    let sql = "SELECT id, player_id, cash, held, stake, nonce, seed_no, blocked, bonus, bonus_id, bonus_cost,
                      limited FROM wallet WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for id in &needs.wallets {
        if let Some(wallet) = statement.query_row([id], wallet).optional()? {
            batch.wallets.insert(wallet.id, wallet);
        }
    }
    let sql = "SELECT fingerprint, lsn, kind, cash, held, round_id, bonus FROM idem WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for key in &needs.keys {
        if let Some(row) = statement.query_row([key.0], |row| key_row(*key, row)).optional()? {
            batch.keys.insert(*key, row);
        }
    }
    let sql = "SELECT id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce, seed_no,
                      opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id FROM round WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    for id in &needs.rounds {
        if let Some(round) = statement.query_row([id], round).optional()? {
            batch.rounds.insert(round.id, round);
        }
    }
    // The legs of a command stand next to each other in the log.
    let sql =
        "SELECT lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, round_id, at_ms,
                bonus_after, reverses
               FROM transfer WHERE lsn >= ?1 AND lsn < ?1 + 16 AND op = ?1 ORDER BY lsn";
    let mut statement = connection.prepare_cached(sql)?;
    for lsn in &needs.operations {
        let legs = statement.query_map([lsn], transfer)?.collect::<rusqlite::Result<Vec<_>>>()?;
        batch.operations.insert(Lsn(*lsn), legs);
    }
    let sql = "SELECT wallet_id, kind, period, cap, net, anchor_ms, until_ms, since_lsn
               FROM bet_limit WHERE wallet_id = ?1 ORDER BY kind, period";
    let mut statement = connection.prepare_cached(sql)?;
    for wallet in &needs.limits {
        let limits = statement.query_map([wallet], bet_limit)?.collect::<rusqlite::Result<Vec<_>>>()?;
        batch.limits.insert(*wallet, limits);
    }
    Ok(())
}

fn write(connection: &Connection, lane: u8, writes: &Writes) -> Result<()> {
    let mut statement = connection
        .prepare_cached("INSERT INTO transfer VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)")?;
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
            t.at,
            t.bonus_after,
            t.reverses.map(|lsn| lsn.0)
        ])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO event VALUES (?1,?2,?3,?4,?5)")?;
    for (lsn, player, at, fact) in &writes.facts {
        statement.execute(params![lsn.0, fact.kind, player, fact.body, at])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO idem VALUES (?1,?2,?3,?4,?5,?6,?7,?8)")?;
    for row in &writes.keys {
        let AnswerColumns { kind, cash, held, bonus, round } = row.answer.into();
        statement.execute(params![
            row.key.0,
            row.fingerprint.0,
            row.lsn.0,
            kind,
            cash,
            held,
            round,
            bonus
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO round VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)",
    )?;
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
            r.detail,
            r.stake_bonus,
            r.bonus
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE round SET status = ?2, version = ?3, stake = ?4, win = ?5, closed_at_ms = ?6, detail = ?7,
             stake_bonus = ?8, bonus_id = ?9 WHERE id = ?1",
    )?;
    for r in &writes.rounds_changed {
        statement.execute(params![
            r.id,
            r.status.code(),
            r.version,
            r.stake,
            r.win,
            r.closed_at,
            r.detail,
            r.stake_bonus,
            r.bonus
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE wallet SET cash = ?2, held = ?3, stake = ?4, nonce = ?5, seed_no = ?6, bonus = ?7, bonus_id = ?8,
             bonus_cost = ?9 WHERE id = ?1",
    )?;
    for w in &writes.wallets {
        let cost = w.bonus_cost.map(|account| account.0);
        statement
            .execute(params![w.id, w.cash, w.held, w.stake, w.nonce, w.seed_no, w.bonus, w.bonus_id, cost])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE bet_limit SET net = ?4, until_ms = ?5, since_lsn = ?6
         WHERE wallet_id = ?1 AND kind = ?2 AND period = ?3",
    )?;
    for l in &writes.limits {
        statement.execute(params![l.wallet, l.kind.code(), l.period.code(), l.net, l.until, l.since.0])?;
    }
    connection
        .prepare_cached("UPDATE lane SET next_seq = ?2 WHERE id = ?1")?
        .execute(params![lane, writes.next_seq])?;
    Ok(())
}

/// How an answer is stored.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AnswerColumns {
    pub(super) kind: i64,
    pub(super) cash: i64,
    pub(super) held: i64,
    pub(super) bonus: i64,
    pub(super) round: Option<i64>,
}

impl From<Answer> for AnswerColumns {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Accepted { cash, held, bonus, round } => Self { kind: 0, cash, held, bonus, round },
            Answer::Tombstone => Self { kind: 1, ..Self::default() },
            Answer::Round => Self { kind: 2, ..Self::default() },
        }
    }
}

impl AnswerColumns {
    /// The stored answer; `None` for a kind that does not exist.
    pub(super) const fn answer(self) -> Option<Answer> {
        let Self { kind, cash, held, bonus, round } = self;
        match kind {
            0 => Some(Answer::Accepted { cash, held, bonus, round }),
            1 => Some(Answer::Tombstone),
            2 => Some(Answer::Round),
            _ => None,
        }
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
        bonus: row.get(8)?,
        bonus_id: row.get(9)?,
        bonus_cost: row.get::<_, Option<i64>>(10)?.map(AccountId),
        limited: row.get(11)?,
    })
}

fn key_row(key: Key, row: &Row<'_>) -> rusqlite::Result<KeyRow> {
    let kind: i64 = row.get(2)?;
    let columns =
        AnswerColumns { kind, cash: row.get(3)?, held: row.get(4)?, round: row.get(5)?, bonus: row.get(6)? };
    let answer = columns.answer().ok_or(rusqlite::Error::IntegralValueOutOfRange(2, kind))?;
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
        stake_bonus: row.get(14)?,
        bonus: row.get(15)?,
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
        bonus_after: row.get(11)?,
        reverses: row.get::<_, Option<i64>>(12)?.map(Lsn),
    })
}

fn bet_limit(row: &Row<'_>) -> rusqlite::Result<BetLimit> {
    let (kind, period): (i64, i64) = (row.get(1)?, row.get(2)?);
    Ok(BetLimit {
        wallet: row.get(0)?,
        kind: LimitKind::from_code(kind).ok_or(rusqlite::Error::IntegralValueOutOfRange(1, kind))?,
        period: LimitPeriod::from_code(period).ok_or(rusqlite::Error::IntegralValueOutOfRange(2, period))?,
        cap: row.get(3)?,
        net: row.get(4)?,
        anchor: row.get(5)?,
        until: row.get(6)?,
        since: Lsn(row.get(7)?),
    })
}
