//! The batch on SQLite: one trip to the writer thread, prepared statements in loops, one fsync.

mod write;

use std::sync::Arc;

use croupier_ledger::{Command, Lsn, Needs, Outcome, Writes, first_needs, is_held, second_needs};
use rusqlite::Connection;

use self::write::{KeyWrites, PreparedBatch, Written};
use super::keys::{Due, KeyIndex, find};
use super::lane::{Attempt, Excluded, LaneRow, Sizes, Submission, merge, taking_part};
use super::memory::{Loaded, Memory};
use super::rows::{KEY_COLUMNS, LIMIT_COLUMNS, ROUND_COLUMNS, TRANSFER_COLUMNS, WALLET_COLUMNS};
use crate::sqlite::query;
use crate::{Db, Result, Row, Value};

/// What a writer remembers of the lane.
#[derive(Debug)]
pub(super) struct Lane {
    memory: Memory,
    keys: KeyIndex,
    /// What is due with the keys of the batch at work.
    due: Due,
    /// Whether the table `idem` has keys from before there were runs.
    older: bool,
}

impl Lane {
    pub(super) fn new(lane: u8, sizes: Sizes) -> Self {
        let (memory, keys) = (Memory::new(lane, sizes.wallets), KeyIndex::new(lane, sizes.run_keys));
        Self { memory, keys, due: Due::default(), older: true }
    }

    /// Decides a command ahead of its batch if all it needs is in memory; answers whether it was.
    pub(super) fn decide_ahead(&mut self, command: &Command) -> bool {
        let Self { memory, keys, older, .. } = self;
        // Where nothing was read yet, nothing is known of keys.
        let is_held = memory.expected().is_some()
            && is_held(&memory.batch, command, |key| *older || keys.pages_of(key).next().is_some());
        if is_held {
            memory.decide_ahead(command);
        }
        is_held
    }

    /// The batch of `count` commands that was decided ahead, to be delivered while this memory stays here; `None`
    /// when not all of them were.
    pub(super) fn ship(&mut self, count: usize) -> Option<Result<PreparedBatch>> {
        let row = self.memory.expected().filter(|_| count > 0 && count == self.memory.ahead())?;
        let (outcomes, writes) = self.memory.close_ahead();
        Some(self.pack(row, outcomes, writes))
    }

    fn pack(&mut self, row: LaneRow, outcomes: Vec<Outcome>, writes: Writes) -> Result<PreparedBatch> {
        self.due = self.keys.due(writes.keys.len())?;
        let keys = KeyWrites {
            row: KeyIndex::batch_row(&writes),
            pages: self.keys.due_pages(&self.due).map(|(id, keys)| (id, keys.to_vec())).collect(),
            run: self.keys.due_run(&self.due).map(|(id, upto, filter)| (id, upto, filter.to_vec())),
            sweep: self.due.sweeps.then_some(self.keys.upto),
        };
        Ok(PreparedBatch { lane: self.memory.lane(), row, outcomes, writes, keys })
    }

    /// Takes in what became of a batch that went to the writer.
    pub(super) fn delivered(&mut self, WrittenBatch { prepared, written }: WrittenBatch) -> Attempt {
        let attempt = match written {
            Written::All(swept) => {
                self.memory.left(&prepared.writes, prepared.version());
                self.keep_keys(prepared.keys.row, prepared.writes.keys.len(), swept);
                Attempt::Done(prepared.outcomes)
            }
            Written::Nothing => {
                self.memory.unchanged(prepared.row);
                Attempt::Done(prepared.outcomes)
            }
            Written::PreconditionFailed(missed) => {
                self.memory.undo(&prepared.writes);
                Attempt::PreconditionFailed(missed)
            }
            Written::Overtaken => {
                self.memory.undo(&prepared.writes);
                Attempt::Overtaken
            }
        };
        // What was decided ahead meanwhile counts on what the batch has found.
        if self.memory.ahead() == 0 {
            self.memory.end();
        }
        attempt
    }

    /// A batch of `count` keys was committed with what was due, and `swept` rows of batches deleted.
    fn keep_keys(&mut self, row: Option<(Lsn, Vec<u8>)>, count: usize, swept: u64) {
        if let Some((lsn, records)) = row {
            self.keys.append(lsn, records);
        }
        self.keys.done(&mut self.memory.batch, &self.due, count, swept);
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

/// A shipment that is back.
#[derive(Debug)]
pub(super) struct WrittenBatch {
    prepared: PreparedBatch,
    written: Written,
}

/// Commits a batch that was decided ahead, if the lane still is what it was decided on.
pub(super) async fn write_batch(
    db: &Db,
    prepared: PreparedBatch,
    work: Arc<Vec<Submission>>,
) -> Result<WrittenBatch> {
    let job = move |connection: &mut Connection| {
        let written = in_transaction(connection, |connection| {
            let overtaken = lane_row(connection, prepared.lane)? != prepared.row;
            let written = if overtaken { Written::Overtaken } else { prepared.write(connection, &work)? };
            let keep = matches!(written, Written::All(_));
            Ok((written, keep))
        })?;
        Ok(WrittenBatch { prepared, written })
    };
    db.sqlite()?.with_writer(job).await
}

/// Loads what a batch needs, decides it and commits it.
pub(super) async fn commit(
    db: &Db,
    mut lane: Box<Lane>,
    work: Arc<Vec<Submission>>,
    excluded: Excluded,
) -> Result<(Box<Lane>, Attempt)> {
    // The writer has to see a failure, because it opens the database anew when the disk has failed.
    let job = move |connection: &mut Connection| {
        let attempt = attempt(connection, &mut lane, &work, &excluded)?;
        Ok((lane, attempt))
    };
    db.sqlite()?.with_writer(job).await
}

fn attempt(
    connection: &Connection,
    lane: &mut Lane,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<Attempt> {
    let delivery = in_transaction(connection, |connection| {
        let row = lane_row(connection, lane.memory.lane())?;
        if !lane.memory.begin(row) {
            lane.learn(connection)?;
        }
        let decided = lane.memory.ahead();
        let rest = || taking_part(work, excluded).skip(decided);
        lane.load(connection, rest())?;
        let (outcomes, writes) = lane.memory.decide(rest());
        let prepared = lane.pack(row, merge(work.len(), outcomes, excluded), writes)?;
        let written = prepared.write(connection, work)?;
        let keep = matches!(written, Written::All(_));
        Ok((WrittenBatch { prepared, written }, keep))
    })?;
    Ok(lane.delivered(delivery))
}

/// Runs `work` in a transaction of its own, which is kept when it says so.
fn in_transaction<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<(T, bool)>,
) -> Result<T> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let done = work(connection);
    let keep = matches!(done, Ok((_, true)));
    let ended = connection.execute_batch(if keep { "COMMIT" } else { "ROLLBACK" });
    if ended.is_err() && !connection.is_autocommit() {
        // A commit that failed (disk full) leaves the transaction open; it must not leak into the next.
        connection.execute_batch("ROLLBACK")?;
    }
    let (answer, _) = done?;
    ended?;
    Ok(answer)
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
        wallets: each(&format!("SELECT {} FROM wallet WHERE id = $1", *WALLET_COLUMNS), &needs.wallets)?,
        limits: each(
            &format!("SELECT {LIMIT_COLUMNS} FROM bet_limit l WHERE l.wallet_id = $1"),
            &unique(&needs.limits),
        )?,
        rounds: each(&format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = $1"), &needs.rounds)?,
        // The legs of a command stand next to each other in the log, up to the first transfer of another command.
        operations: each(
            &format!(
                "SELECT {TRANSFER_COLUMNS} FROM transfer t
                 WHERE t.lsn >= $1 AND t.op = $1 AND t.lsn < COALESCE((
                     SELECT other.lsn FROM transfer other WHERE other.lsn > $1 AND other.op <> $1
                     ORDER BY other.lsn LIMIT 1), {END})
                 ORDER BY t.lsn",
                END = i64::MAX,
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
