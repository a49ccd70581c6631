//! The writer of a lane: what it remembers between batches, and when it may trust that.
//!
//! Every batch locks the row of its lane first (on SQLite, the whole file) and reads its `version`, which each
//! commit that changes wallets, limits or keys of the lane raises: batches here, batches of another server,
//! and [`touch`] for changes made outside of the pipe. When the version is the one that this writer left
//! behind, nobody has written since, and what it remembers is what the tables say. When it is not, wallets and
//! limits are forgotten. Either happens under the lock and in the transaction of the batch, so that a server that
//! was asleep for minutes cannot commit on stale knowledge.
//!
//! A key names one command of the whole house, whoever's money it is about. SQLite has one lane, whose writer
//! keeps the index of keys itself (`keys`) and brings it up to date in the same way. On PostgreSQL all lanes of
//! all servers share the table `idem`: each batch looks its keys up there, and of two lanes that take one key
//! at the same instant its primary key lets only one commit.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{Batch, Command, Key, KeyRow, Lsn, Needs, Outcome, PlayerId, Refusal, Writes, decide};

use tokio::time::Instant;

use super::keys::RUN_KEYS;
use super::{lane_of, postgres, rows, sqlite};
use crate::{Db, Engine, Result, Row, Statement, Tx, params};

/// A command with the statements that have to be committed with it, or not at all.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The command.
    pub command: Command,
    /// Statements of the caller's own store, run when the command is accepted.
    pub attached: Vec<Statement>,
}

/// How often a batch is tried when the engine loses it; keys make every try after the first harmless.
const TRIES: u32 = 5;

/// How long a batch is tried at most, not counting its last try: callers wait for the answer.
const TRYING_MAX: Duration = Duration::from_secs(5);

/// After so many batches with nobody else in between a lane counts as this writer's own.
const ALONE: u32 = 16;

/// The rule that a key is taken once.
const KEY_RULE: &str = "idem_pkey";

/// How much a writer keeps in memory.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Keys that are moved at once on SQLite; servers on one store have to agree on that.
    pub run_keys: usize,
    /// Wallets that are remembered, of about 200 bytes each; all are forgotten when there are more.
    pub wallets: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { run_keys: RUN_KEYS, wallets: 500_000 }
    }
}

/// Writes the batches of one lane.
#[derive(Debug)]
pub struct LaneWriter {
    db: Db,
    lane: u8,
    sizes: Sizes,
    /// What is remembered; `None` at the start and after an error, which leaves nothing to be trusted.
    memory: Option<Remembered>,
    /// The lane, locked for the batch that comes next.
    turn: Option<postgres::Turn>,
}

/// What a writer remembers, as its engine has it.
#[derive(Debug)]
enum Remembered {
    Sqlite(Box<sqlite::Lane>),
    Postgres(Box<Memory>),
}

impl LaneWriter {
    /// A writer of `lane`.
    pub fn new(db: Db, lane: u8, sizes: Sizes) -> Self {
        Self { db, lane, sizes, memory: None, turn: None }
    }

    /// Reads what has to be in memory, so that the first batch does not wait for it.
    pub async fn warm_up(&mut self) -> Result<()> {
        self.commit(Arc::default()).await.map(drop)
    }

    /// Waits for this writer's turn where other servers write to its lane too. Commands that come meanwhile can
    /// go with its next batch, which has to follow at once: the others wait for it.
    pub async fn take_turn(&mut self) {
        let Engine::Postgres(engine) = &*self.db.engine else { return };
        if let Some(Remembered::Postgres(memory)) = &self.memory
            && memory.is_shared()
        {
            // What failed here fails the batch too, which knows when to try again.
            self.turn = postgres::take_turn(engine, self.lane).await.ok();
        }
    }

    /// Decides and commits `work` in one transaction and answers each command, in order.
    ///
    /// A batch whose commit was lost on the way is decided again: commands that did get through are found
    /// by their key and answered as replays, so nobody hears a false yes or a false no. An error means that
    /// the store stayed away; then the outcome of each command is what its key says later.
    pub async fn commit(&mut self, work: Arc<Vec<Submission>>) -> Result<Vec<Outcome>> {
        let mut stale = BTreeMap::new();
        let (mut tries, began) = (0, Instant::now());
        loop {
            match self.attempt(&work, &stale).await {
                Ok(Attempt::Done(outcomes)) => {
                    if !work.is_empty() {
                        self.db.engine.bell().ring();
                    }
                    return Ok(outcomes);
                }
                Ok(Attempt::Stale(index)) => {
                    stale.insert(index, Refusal::Stale);
                }
                // Another lane took a key at the same instant; now it is found.
                Err(error) if error.is_unique(KEY_RULE) && tries < TRIES => tries += 1,
                Err(error) if error.may_pass() && tries < TRIES && began.elapsed() < TRYING_MAX => {
                    tries += 1;
                    tracing::warn!(lane = self.lane, tries, %error, "the batch is tried again");
                    tokio::time::sleep(Duration::from_millis(20 << tries)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn attempt(&mut self, work: &Arc<Vec<Submission>>, excluded: &Excluded) -> Result<Attempt> {
        let (lane, sizes) = (self.lane, self.sizes);
        match (&*self.db.engine, self.memory.take()) {
            (Engine::Sqlite(engine), memory) => {
                let memory = match memory {
                    Some(Remembered::Sqlite(memory)) => memory,
                    _ => Box::new(sqlite::Lane::new(lane, sizes)),
                };
                let told = sqlite::commit(engine, memory, work.clone(), excluded.clone()).await;
                let (memory, attempt) = told?;
                self.memory = Some(Remembered::Sqlite(memory));
                Ok(attempt)
            }
            (Engine::Postgres(engine), memory) => {
                let memory = match memory {
                    Some(Remembered::Postgres(memory)) => memory,
                    _ => Box::new(Memory::new(lane, sizes.wallets)),
                };
                let (memory, attempt) =
                    postgres::commit(engine, memory, self.turn.take(), work, excluded).await?;
                self.memory = Some(Remembered::Postgres(memory));
                Ok(attempt)
            }
        }
    }
}

/// Says, within the caller's transaction, that wallets or limits of `player` change outside of the pipe. It
/// locks the player's lane, so it comes before the change, and before other rows are locked.
pub async fn touch(db: &Db, tx: &mut Tx, player: PlayerId) -> Result<()> {
    let sql = "UPDATE lane SET version = version + 1 WHERE id = $1";
    tx.execute(sql, params![lane_of(db, player)]).await?;
    Ok(())
}

/// What one try at a batch came to.
pub(super) enum Attempt {
    /// Committed, or nothing to commit.
    Done(Vec<Outcome>),
    /// The statement attached to this command missed its row: the command has to be left out.
    Stale(usize),
}

/// Commands that were refused before deciding, by their place in the batch.
pub(super) type Excluded = BTreeMap<usize, Refusal>;

/// The lane's row, read under its lock.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaneRow {
    pub(super) next_seq: i64,
    pub(super) version: i64,
    /// What is up to this number is in the archive.
    pub(super) archived_seq: i64,
}

/// What a writer remembers of its lane.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) batch: Batch,
    /// The version up to which this memory is what the tables say; `None` when nothing was read yet.
    version: Option<i64>,
    /// Wallets that are remembered at most.
    wallets_max: usize,
    /// Batches since another has last written to the lane.
    alone: u32,
    /// Keys that were looked up for the batch at work.
    found: Vec<Key>,
    /// What the batch at work writes.
    pub(super) writes: Writes,
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
            version: None,
            wallets_max,
            alone: 0,
            found: Vec::new(),
            writes: Writes::default(),
        }
    }

    pub(super) const fn lane(&self) -> u8 {
        self.batch.lane
    }

    /// Whether another is at work on the lane too, as far as can be told.
    pub(super) const fn is_shared(&self) -> bool {
        self.alone < ALONE
    }

    /// Begins a batch on the lane as `row` tells it. Answers whether nobody else has written; otherwise the
    /// wallets are forgotten, whatever was loaded for them before is to be taken in after this.
    pub(super) fn begin(&mut self, row: LaneRow) -> bool {
        let current = self.version == Some(row.version);
        self.alone = if current { self.alone.saturating_add(1) } else { 0 };
        if !current {
            self.forget_wallets();
        }
        self.batch.next_seq = row.next_seq;
        self.batch.archived_seq = row.archived_seq;
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

    /// Decides the batch; what it writes is in `writes` then.
    pub(super) fn decide<'a>(&mut self, commands: impl Iterator<Item = &'a Command>) -> Vec<Outcome> {
        let (outcomes, writes) = decide(&mut self.batch, commands);
        self.writes = writes;
        outcomes
    }

    /// The batch was committed, and the lane has `version` now; answers what was written.
    pub(super) fn committed(&mut self, version: i64) -> Writes {
        self.version = Some(version);
        self.end()
    }

    /// There was nothing to commit; what was read under the lock of `row` is true.
    pub(super) fn unchanged(&mut self, row: LaneRow) {
        self.version = Some(row.version);
        self.end();
    }

    /// The batch was rolled back: what it decided is forgotten.
    pub(super) fn undo(&mut self) {
        let writes = self.end();
        self.forget_keys(&writes);
        for wallet in &writes.wallets {
            self.batch.wallets.remove(&wallet.id);
            self.batch.limits.remove(&wallet.id);
        }
    }

    /// Forgets the keys that were written.
    pub(super) fn forget_keys(&mut self, writes: &Writes) {
        for row in &writes.keys {
            self.batch.keys.remove(&row.key);
        }
    }

    /// Forgets what was there for one batch only; answers what it wrote.
    fn end(&mut self) -> Writes {
        // Not while a batch is at work: it counts on what it has found here.
        if self.batch.wallets.len() > self.wallets_max {
            self.forget_wallets();
        }
        self.batch.rounds.clear();
        self.batch.operations.clear();
        for key in self.found.drain(..) {
            self.batch.keys.remove(&key);
        }
        std::mem::take(&mut self.writes)
    }
}

/// The commands that take part.
pub(super) fn taking_part<'a>(
    work: &'a [Submission],
    excluded: &'a Excluded,
) -> impl Iterator<Item = &'a Command> + Clone {
    let part = work.iter().enumerate().filter(|(index, _)| !excluded.contains_key(index));
    part.map(|(_, submission)| &submission.command)
}

/// Puts the refusals of excluded commands back into their places.
pub(super) fn merge(count: usize, decided: Vec<Outcome>, excluded: &Excluded) -> Vec<Outcome> {
    if excluded.is_empty() {
        return decided;
    }
    let mut decided = decided.into_iter();
    let place = |index| match excluded.get(&index) {
        Some(refusal) => Some(Err(refusal.clone())),
        None => decided.next(),
    };
    (0..count).map_while(place).collect()
}

/// The statements to run for a decided batch, each with the place of its command.
pub(super) fn attached<'a>(
    work: &'a [Submission],
    outcomes: &'a [Outcome],
) -> impl Iterator<Item = (usize, &'a Statement)> {
    let accepted = work.iter().zip(outcomes).enumerate().filter(|(_, (submission, outcome))| {
        !submission.attached.is_empty() && outcome.as_ref().is_ok_and(|receipt| !receipt.replayed)
    });
    accepted.flat_map(|(index, (submission, _))| submission.attached.iter().map(move |s| (index, s)))
}
