//! The batch on SQLite: one trip to the writer thread, prepared statements in loops, one fsync.

use std::sync::Arc;

use croupier_ledger::{Command, Lsn, Needs, Round, Transfer, Writes, first_needs, second_needs};
use rusqlite::{Connection, params};

use super::keys::{Due, KeyIndex, SWEPT, find};
use super::lane::{
    Attempt, Excluded, LaneRow, Loaded, Memory, Sizes, Submission, attached, merge, taking_part,
};
use super::rows::{KEY_COLUMNS, LIMIT_COLUMNS, ROUND_COLUMNS, TRANSFER_COLUMNS, WALLET_COLUMNS};
use crate::sqlite::{Sqlite, execute, query};
use crate::{Result, Row, Value};

/// What a writer remembers of the lane.
#[derive(Debug)]
pub(super) struct Lane {
    memory: Memory,
    keys: KeyIndex,
    /// The keys of the batch at work as one row.
    key_row: Option<(Lsn, Vec<u8>)>,
    /// Whether the table `idem` has keys from before there were runs.
    older: bool,
}

impl Lane {
    pub(super) fn new(lane: u8, sizes: Sizes) -> Self {
        let (memory, keys) = (Memory::new(lane, sizes.wallets), KeyIndex::new(lane, sizes.run_keys));
        Self { memory, keys, key_row: None, older: true }
    }

    /// The batch was committed with what was `due`, and `swept` batch rows deleted.
    fn committed(&mut self, due: &Due, swept: u64, version: i64) {
        let writes = self.memory.committed(version);
        if let Some((lsn, records)) = self.key_row.take() {
            self.keys.append(lsn, records);
        }
        self.keys.done(&mut self.memory.batch, due, writes.keys.len(), swept);
    }

    /// Takes in what others have done to the keys.
    fn learn(&mut self, connection: &Connection) -> Result<()> {
        let Self { memory, keys, older, .. } = self;
        let end = Value::Int(Lsn::new(memory.lane() + 1, 0).0);
        let sql = "SELECT upto, filter FROM key_run WHERE id >= $1 AND id < $2 ORDER BY id";
        for row in query(connection, sql, &[Value::Int(keys.next_run()), end.clone()])? {
            let column: Vec<u8> = row.get(1)?;
            keys.learn_run(&mut memory.batch, Lsn(row.get(0)?), &column)?;
        }
        let sql = "SELECT lsn, keys FROM key_batch WHERE lsn > $1 AND lsn < $2 ORDER BY lsn";
        for row in query(connection, sql, &[Value::Int(keys.tail.0), end])? {
            keys.learn_batch(&mut memory.batch, Lsn(row.get(0)?), row.get(1)?)?;
        }
        *older = !query(connection, "SELECT 1 FROM idem LIMIT 1", &[])?.is_empty();
        Ok(())
    }

    fn load<'a>(
        &mut self,
        connection: &Connection,
        commands: impl Iterator<Item = &'a Command> + Clone,
    ) -> Result<()> {
        let needs = first_needs(&self.memory.batch, commands.clone());
        self.look_up(connection, &needs)?;
        let loaded = rows(connection, &needs, self.older)?;
        self.memory.take_in(&needs, &loaded)?;
        let needs = second_needs(&self.memory.batch, commands);
        let loaded = rows(connection, &needs, false)?;
        self.memory.take_in(&needs, &loaded)
    }

    /// Looks for the keys of `needs` in the runs that may have them.
    fn look_up(&mut self, connection: &Connection, needs: &Needs) -> Result<()> {
        for key in &needs.keys {
            for page in self.keys.pages_of(*key) {
                let sql = "SELECT keys FROM key_page WHERE id = $1";
                for row in query(connection, sql, &[Value::Int(page)])? {
                    if let Some(row) = find(&row.get::<Vec<u8>>(0)?, *key)? {
                        self.memory.found(row);
                    }
                }
            }
        }
        Ok(())
    }
}

pub(super) async fn commit(
    engine: &Sqlite,
    mut lane: Box<Lane>,
    work: Arc<Vec<Submission>>,
    excluded: Excluded,
) -> Result<(Box<Lane>, Attempt)> {
    // The writer has to see a failure, because it opens the database anew when the disk has failed.
    let job = move |connection: &mut Connection| {
        let attempt = in_transaction(connection, &mut lane, &work, &excluded)?;
        Ok((lane, attempt))
    };
    engine.with_writer(job).await
}

fn in_transaction(
    connection: &Connection,
    lane: &mut Lane,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<Attempt> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let tried = attempt(connection, lane, work, excluded);
    let keep = matches!(tried, Ok((_, Ending::Commit(..))));
    let ended = connection.execute_batch(if keep { "COMMIT" } else { "ROLLBACK" });
    if ended.is_err() && !connection.is_autocommit() {
        // A commit that failed (disk full) leaves the transaction open; it must not leak into the next.
        connection.execute_batch("ROLLBACK")?;
    }
    let (attempt, ending) = tried?;
    ended?;
    match ending {
        Ending::Commit(due, swept, version) => lane.committed(&due, swept, version),
        Ending::Nothing(row) => lane.memory.unchanged(row),
        Ending::Undo => {
            lane.key_row = None;
            lane.memory.undo();
        }
    }
    Ok(attempt)
}

/// How a try ends.
enum Ending {
    /// What was due with the keys, how many batch rows were swept, and the lane's new version.
    Commit(Due, u64, i64),
    /// Nothing was written.
    Nothing(LaneRow),
    /// What was written must not stay.
    Undo,
}

/// One try within an open transaction.
fn attempt(
    connection: &Connection,
    lane: &mut Lane,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Attempt, Ending)> {
    let row = lane_row(connection, lane.memory.lane())?;
    if !lane.memory.begin(row) {
        lane.learn(connection)?;
    }
    let commands = || taking_part(work, excluded);
    lane.load(connection, commands())?;
    let outcomes = merge(work.len(), lane.memory.decide(commands()), excluded);
    let writes = &lane.memory.writes;
    if writes.next_seq == row.next_seq {
        return Ok((Attempt::Done(outcomes), Ending::Nothing(row)));
    }
    lane.key_row = KeyIndex::batch_row(writes);
    let due = lane.keys.due(writes.keys.len())?;
    write(connection, writes)?;
    let version = row.version + 1;
    connection
        .prepare_cached("UPDATE lane SET next_seq = ?2, version = ?3 WHERE id = ?1")?
        .execute(params![lane.memory.lane(), writes.next_seq, version])?;
    let swept = write_keys(connection, lane, &due)?;
    for (index, statement) in attached(work, &outcomes) {
        let hit = execute(connection, statement.sql, &statement.params)?;
        if statement.must_hit && hit != 1 {
            return Ok((Attempt::Stale(index), Ending::Undo));
        }
    }
    Ok((Attempt::Done(outcomes), Ending::Commit(due, swept, version)))
}

fn lane_row(connection: &Connection, lane: u8) -> Result<LaneRow> {
    let sql = "SELECT next_seq, version, archived_seq FROM lane WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let row = |row: &rusqlite::Row<'_>| {
        Ok(LaneRow { next_seq: row.get(0)?, version: row.get(1)?, archived_seq: row.get(2)? })
    };
    Ok(statement.query_row([lane], row)?)
}

fn rows(connection: &Connection, needs: &Needs, older: bool) -> Result<Loaded> {
    let each = |sql: &str, ids: &[i64]| -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for id in ids {
            rows.extend(query(connection, sql, &[Value::Int(*id)])?);
        }
        Ok(rows)
    };
    let mut keys = Vec::new();
    for key in needs.keys.iter().filter(|_| older) {
        let sql = format!("SELECT {KEY_COLUMNS} FROM idem WHERE key = $1");
        keys.extend(query(connection, &sql, &[key.0.as_slice().into()])?);
    }
    Ok(Loaded {
        wallets: each(&format!("SELECT {WALLET_COLUMNS} FROM wallet WHERE id = $1"), &needs.wallets)?,
        limits: each(
            &format!("SELECT {LIMIT_COLUMNS} FROM bet_limit l WHERE l.wallet_id = $1"),
            &unique(&needs.limits),
        )?,
        rounds: each(&format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = $1"), &needs.rounds)?,
        // The legs of a command stand next to each other in the log.
        operations: each(
            &format!(
                "SELECT {TRANSFER_COLUMNS} FROM transfer t
                 WHERE t.lsn >= $1 AND t.lsn < $1 + 16 AND t.op = $1 ORDER BY t.lsn"
            ),
            &unique(&needs.operations),
        )?,
        keys,
    })
}

/// `ids`, each once: their rows are gathered in lists, which must not be doubled.
fn unique(ids: &[i64]) -> Vec<i64> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn write(connection: &Connection, writes: &Writes) -> Result<()> {
    let mut statement = connection
        .prepare_cached("INSERT INTO transfer VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)")?;
    for t in &writes.transfers {
        let Transfer { lsn, op, wallet, amount, cash_after, held_after, bonus_after, round, at, .. } = t;
        let (debit, credit) = (t.debit.0, t.credit.0);
        let reverses = t.reverses.map(|lsn| lsn.0);
        statement.execute(params![
            lsn.0,
            op.0,
            t.kind.code(),
            debit,
            credit,
            amount,
            wallet,
            cash_after,
            held_after,
            round,
            at,
            bonus_after,
            reverses
        ])?;
    }
    let mut statement = connection.prepare_cached("INSERT INTO event VALUES (?1,?2,?3,?4,?5)")?;
    for (lsn, player, at, fact) in &writes.facts {
        statement.execute(params![lsn.0, fact.kind, player, fact.body, at])?;
    }
    write_rounds(connection, &writes.rounds_opened, &writes.rounds_changed)?;
    let mut statement = connection.prepare_cached(
        "UPDATE wallet SET cash = ?2, held = ?3, stake = ?4, nonce = ?5, seed_no = ?6, bonus = ?7,
             bonus_id = ?8, bonus_cost = ?9 WHERE id = ?1",
    )?;
    for w in &writes.wallets {
        let cost = w.bonus_cost.map(|account| account.0);
        let row = params![w.id, w.cash, w.held, w.stake, w.nonce, w.seed_no, w.bonus, w.bonus_id, cost];
        statement.execute(row)?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE bet_limit SET net = ?4, until_ms = ?5, since_lsn = ?6
         WHERE wallet_id = ?1 AND kind = ?2 AND period = ?3",
    )?;
    for l in &writes.limits {
        let changed = params![l.wallet, l.kind.code(), l.period.code(), l.net, l.until, l.since.0];
        statement.execute(changed)?;
    }
    Ok(())
}

fn write_rounds(connection: &Connection, opened: &[Round], changed: &[Round]) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO round VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)",
    )?;
    for r in opened {
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
    for r in changed {
        let Round { id, version, stake, win, closed_at, detail, stake_bonus, bonus, .. } = r;
        let status = r.status.code();
        statement.execute(params![id, status, version, stake, win, closed_at, detail, stake_bonus, bonus])?;
    }
    Ok(())
}

/// Writes the keys of the batch and what is due with older ones; answers how many batch rows were swept.
fn write_keys(connection: &Connection, lane: &Lane, due: &Due) -> Result<u64> {
    if let Some((lsn, keys)) = &lane.key_row {
        connection.prepare_cached("INSERT INTO key_batch VALUES (?1, ?2)")?.execute(params![lsn.0, keys])?;
    }
    let mut statement =
        connection.prepare_cached("INSERT INTO key_page VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING")?;
    for (id, keys) in lane.keys.due_pages(due) {
        statement.execute(params![id, keys])?;
    }
    if let Some((id, upto, filter)) = lane.keys.due_run(due) {
        connection
            .prepare_cached("INSERT INTO key_run VALUES (?1, ?2, ?3)")?
            .execute(params![id, upto.0, filter])?;
    }
    if !due.sweeps {
        return Ok(0);
    }
    let sql = "DELETE FROM key_batch WHERE lsn IN (
                   SELECT lsn FROM key_batch WHERE lsn >= ?1 AND lsn <= ?2 ORDER BY lsn LIMIT ?3)";
    let swept = params![Lsn::new(lane.memory.lane(), 0).0, lane.keys.upto.0, SWEPT];
    Ok(connection.prepare_cached(sql)?.execute(swept)? as u64)
}
