//! What a writer remembers of its lane between batches, and the batch that is decided on it.

use std::mem::take;

use croupier_ledger::{Batch, Command, Key, KeyRow, Lsn, Needs, Open, Outcome, Writes};

use super::lane::{ALONE, LaneRow};
use super::rows;
use crate::{Result, Row};

/// What a writer remembers of its lane.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) batch: Batch,
    /// The lane's row as this memory left it, up to which it is what the tables say; `None` when nothing was read
    /// yet.
    expected: Option<LaneRow>,
    /// Wallets that are remembered at most.
    wallets_max: usize,
    /// Batches since another has last written to the lane.
    alone: u32,
    /// Keys that were looked up for the batch at work.
    found: Vec<Key>,
    /// The batch that comes next, as far as it was decided ahead.
    open: Open,
    /// The answers to what was decided ahead.
    ahead: Vec<Outcome>,
}

/// Rows loaded for a batch.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) wallets: Vec<Row>,
    pub(super) limits: Vec<Row>,
    pub(super) rounds: Vec<Row>,
    /// Transfers of operations.
    pub(super) operations: Vec<Row>,
    /// Keys of the table `idem`.
    pub(super) keys: Vec<Row>,
}

impl Memory {
    pub(super) fn new(lane: u8, wallets_max: usize) -> Self {
        Self {
            batch: Batch { lane, ..Batch::default() },
            expected: None,
            wallets_max,
            alone: 0,
            found: Vec::new(),
            open: Open::default(),
            ahead: Vec::new(),
        }
    }

    pub(super) const fn lane(&self) -> u8 {
        self.batch.lane
    }

    /// Whether another is at work on the lane too, as far as is known.
    pub(super) const fn is_shared(&self) -> bool {
        self.alone < ALONE
    }

    /// Begins a batch on the lane as `row` states it. Answers whether nobody else has written; otherwise the
    /// wallets are forgotten, whatever was loaded for them before is to be taken in after this. What was decided
    /// ahead is forgotten too where the lane is another than it was decided on.
    pub(super) fn begin(&mut self, row: LaneRow) -> bool {
        let current = self.expected.is_some_and(|expected| expected.version == row.version);
        self.alone = if current { self.alone.saturating_add(1) } else { 0 };
        if self.expected != Some(row) {
            self.forget_ahead();
        }
        if self.ahead.is_empty() {
            self.batch.next_seq = row.next_seq;
            self.batch.archived_seq = row.archived_seq;
        }
        if !current {
            self.forget_wallets();
        }
        current
    }

    /// Forgets wallets and limits, which will be loaded again.
    pub(super) fn forget_wallets(&mut self) {
        self.batch.wallets.clear();
        self.batch.limits.clear();
    }

    /// Takes in what was loaded for `needs`.
    pub(super) fn take_in(&mut self, needs: &Needs, loaded: &Loaded) -> Result<()> {
        let Batch { wallets, limits, rounds, operations, .. } = &mut self.batch;
        for wallet in loaded.wallets.iter().map(rows::wallet) {
            let wallet = wallet?;
            wallets.insert(wallet.id, wallet);
        }
        // Loaded anew as a whole, so that a repeated need does not double them.
        for wallet in &needs.limits {
            limits.remove(wallet);
        }
        for limit in loaded.limits.iter().map(rows::limit) {
            let limit = limit?;
            limits.entry(limit.wallet).or_default().push(limit);
        }
        for round in loaded.rounds.iter().map(rows::round) {
            let round = round?;
            rounds.insert(round.id, round);
        }
        for operation in &needs.operations {
            operations.remove(&Lsn(*operation));
        }
        for transfer in loaded.operations.iter().map(rows::transfer) {
            let transfer = transfer?;
            operations.entry(transfer.op).or_default().push(transfer);
        }
        for row in loaded.keys.iter().map(rows::key) {
            self.found(row?);
        }
        Ok(())
    }

    /// Takes in a key that was looked up, for this batch.
    pub(super) fn found(&mut self, row: KeyRow) {
        self.found.push(row.key);
        self.batch.keys.insert(row.key, row);
    }

    /// Decides the rest of the batch after what was decided ahead. Answers all commands, and what they write.
    pub(super) fn decide<'a>(&mut self, rest: impl Iterator<Item = &'a Command>) -> (Vec<Outcome>, Writes) {
        for command in rest {
            self.decide_ahead(command);
        }
        (take(&mut self.ahead), take(&mut self.open).close(&self.batch))
    }

    /// There was nothing to commit; what was read under the lock of `row` is true.
    pub(super) fn unchanged(&mut self, row: LaneRow) {
        self.expected = Some(row);
    }

    /// The batch was rolled back: what it decided is forgotten, and what was decided after it.
    pub(super) fn undo(&mut self, writes: &Writes) {
        self.forget_ahead();
        self.forget(writes);
    }

    /// Forgets the keys that were written.
    pub(super) fn forget_keys(&mut self, writes: &Writes) {
        for row in &writes.keys {
            self.batch.keys.remove(&row.key);
        }
    }

    /// How many commands of the next batch were decided ahead.
    pub(super) fn ahead(&self) -> usize {
        self.ahead.len()
    }

    /// The lane's row that the next batch is decided on; `None` when nothing was read yet.
    pub(super) const fn expected(&self) -> Option<LaneRow> {
        self.expected
    }

    /// Decides a command of the next batch, for which all is in memory.
    pub(super) fn decide_ahead(&mut self, command: &Command) {
        self.ahead.push(self.open.decide(&mut self.batch, command));
    }

    /// Ends the batch that was decided ahead, though it is not committed yet. What follows may be decided on its
    /// wallets and keys; its rounds and operations are to be loaded from the tables.
    pub(super) fn close_ahead(&mut self) -> (Vec<Outcome>, Writes) {
        let decided = self.decide(std::iter::empty());
        self.batch.rounds.clear();
        self.batch.operations.clear();
        decided
    }

    /// The lane is as the batch that wrote `writes` has left it.
    pub(super) fn left(&mut self, writes: &Writes, version: i64) {
        let archived_seq = self.batch.archived_seq;
        self.expected = Some(LaneRow { next_seq: writes.next_seq, version, archived_seq });
    }

    fn forget_ahead(&mut self) {
        if !self.ahead.is_empty() {
            let (_, writes) = self.decide(std::iter::empty());
            self.forget(&writes);
        }
    }

    /// Forgets what was decided.
    fn forget(&mut self, writes: &Writes) {
        self.forget_keys(writes);
        for wallet in &writes.wallets {
            self.batch.wallets.remove(&wallet.id);
            self.batch.limits.remove(&wallet.id);
        }
        self.batch.rounds.clear();
        self.batch.operations.clear();
        // Numbers are given again from where the lane stands.
        if let Some(expected) = self.expected {
            self.batch.next_seq = expected.next_seq;
        }
    }

    /// The batch is over and no other is at work: forgets what was there for it only.
    pub(super) fn end(&mut self) {
        // Not while a batch is at work: it counts on what it has found here.
        if self.batch.wallets.len() > self.wallets_max {
            self.forget_wallets();
        }
        self.batch.rounds.clear();
        self.batch.operations.clear();
        for key in self.found.drain(..) {
            self.batch.keys.remove(&key);
        }
    }
}
