//! The writer of a lane: what it remembers between batches, and when it may trust that.
//!
//! Every batch locks the row of its lane first (on SQLite, the whole file) and reads its `version`, which each
//! commit that changes wallets, limits or keys of the lane raises: batches here, batches of another server,
//! and [`lock_lane`] for changes made outside of the pipe. When the version is the one that this writer left
//! behind, nobody has written since, and what it remembers is what the tables say. When it is not, wallets and
//! limits are forgotten. Either happens under the lock and in the transaction of the batch, so that a server that
//! was asleep for minutes cannot commit on stale knowledge.
//!
//! On SQLite a batch is decided while the one before it is being committed, as far as all it needs is in memory: the
//! thread that writes does nothing but write. Such a batch is committed only where the lane stands as it did for the
//! decision, and it falls with the batch before it.
//!
//! A key names one command of the whole installation, whoever's money it is about. SQLite has one lane, whose writer
//! keeps the index of keys itself (`keys`) and brings it up to date in the same way. On PostgreSQL all lanes of
//! all servers share the table `idem`: each batch looks its keys up there, and of two lanes that take one key
//! at the same instant its primary key lets only one commit.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{Command, Outcome, PlayerId, Refusal};
use futures_util::future::BoxFuture;

use tokio::time::Instant;

use super::keys::RUN_KEYS;
use super::memory::Memory;
use super::{lane_of, postgres, sqlite};
use crate::{Db, Engine, Result, Statement, Tx, params};

/// A command with the statements that have to be committed with it, or not at all.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The command.
    pub command: Command,
    /// Statements of the caller's own store, run when the command is accepted.
    pub attached: Vec<Attached>,
}

/// A statement that is run when a part of a command is accepted for the first time.
#[derive(Debug, Clone)]
pub struct Attached {
    /// The part, counted from 0.
    pub part: usize,
    /// The statement.
    pub statement: Statement,
}

/// How often a batch is tried when the engine loses it; keys make every try after the first harmless.
const TRIES: u32 = 5;

/// How long a batch is tried at most, not counting its last try: callers wait for the answer.
const TRYING_MAX: Duration = Duration::from_secs(5);

/// After so many batches with nobody else in between a lane counts as this writer's own.
pub(super) const ALONE: u32 = 16;

/// How often a batch is decided again because statements of its commands missed their rows. Each time leaves all of those
/// out that missed, so that a second time is rare: it takes a command that misses only where another has been left out.
const STALE_TRIES: u32 = 3;

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
    lane_lock: Option<postgres::LaneLock>,
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
        Self { db, lane, sizes, memory: None, lane_lock: None }
    }

    /// Reads what has to be in memory, so that the first batch does not wait for it.
    pub async fn warm_up(&mut self) -> Result<()> {
        self.commit(Arc::default()).await.map(drop)
    }

    /// Whether other servers write to the lane too, so that a batch has to wait for its turn.
    pub fn is_shared(&self) -> bool {
        matches!(&self.memory, Some(Remembered::Postgres(memory)) if memory.is_shared())
    }

    /// Waits for this writer's turn where [`LaneWriter::is_shared`]. Commands that come meanwhile can go with its
    /// next batch, which has to follow at once: the others wait for it.
    pub async fn lock_lane(&mut self) {
        if let Engine::Postgres(engine) = &*self.db.engine {
            // What failed here fails the batch too, which knows when to try again.
            self.lane_lock = postgres::lock_lane(engine, self.lane).await.ok();
        }
    }

    /// Whether commands can be decided ahead now.
    pub const fn decides_ahead(&self) -> bool {
        matches!(&self.memory, Some(Remembered::Sqlite(_)))
    }

    /// Decides a command of the next batch while the batch before it is being committed, where that can be done from
    /// memory; answers whether it was. The commands that were have to be the first of the next batch, in the order
    /// in which they came here.
    pub fn decide_ahead(&mut self, submission: &Submission) -> bool {
        match &mut self.memory {
            Some(Remembered::Sqlite(lane)) => lane.decide_ahead(&submission.command),
            // The lane's row is another server's too: what is in memory may be true only under its lock.
            Some(Remembered::Postgres(_)) | None => false,
        }
    }

    /// Begins to decide and commit `work` in one transaction; it is done when the flight is given to
    /// [`LaneWriter::finish_commit`], which has to come before anything else but [`LaneWriter::decide_ahead`].
    pub fn begin_commit(&mut self, work: Arc<Vec<Submission>>) -> PendingCommit {
        self.start(work, Excluded::new())
    }

    /// Answers the commands of a batch that has landed, in order; `None` where it was not committed for a reason
    /// that another try takes into account.
    pub fn finish_commit(&mut self, commit_result: CommitResult) -> Result<Option<Vec<Outcome>>> {
        Ok(match self.end(commit_result)? {
            Attempt::Done(outcomes) => Some(outcomes),
            Attempt::PreconditionFailed(_) | Attempt::Overtaken => None,
        })
    }

    /// Decides and commits `work` in one transaction and answers each command, in order.
    ///
    /// A batch whose commit was lost on the way is decided again: commands that did get through are found
    /// by their key and answered as replays, so nobody hears a false yes or a false no. An error means that
    /// the store stayed away; then the outcome of each command is what its key says later.
    pub async fn commit(&mut self, work: Arc<Vec<Submission>>) -> Result<Vec<Outcome>> {
        let mut stale = Excluded::new();
        let (mut tries, mut stale_tries, began) = (0, 0, Instant::now());
        loop {
            let commit_result = self.start(work.clone(), stale.clone()).await;
            match self.end(commit_result) {
                Ok(Attempt::Done(outcomes)) => return Ok(outcomes),
                Ok(Attempt::PreconditionFailed(missed)) => {
                    stale.extend(missed.into_iter().map(|index| (index, Refusal::PreconditionFailed)));
                    stale_tries += 1;
                    if stale_tries > STALE_TRIES && work.len() > 1 {
                        return self.commit_each(&work, &stale).await;
                    }
                }
                Ok(Attempt::Overtaken) => {}
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

    /// Commits each command by itself, apart from the `stale` ones: what one of them misses concerns no other.
    async fn commit_each(&mut self, work: &[Submission], stale: &Excluded) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(work.len());
        for (index, submission) in work.iter().enumerate() {
            match stale.get(&index) {
                Some(refusal) => outcomes.push(Err(refusal.clone())),
                None => outcomes.extend(Box::pin(self.commit(Arc::new(vec![submission.clone()]))).await?),
            }
        }
        Ok(outcomes)
    }

    fn start(&mut self, work: Arc<Vec<Submission>>, excluded: Excluded) -> PendingCommit {
        let (db, lane, sizes, lane_lock) = (self.db.clone(), self.lane, self.sizes, self.lane_lock.take());
        if let Some(Remembered::Sqlite(memory)) = &mut self.memory
            && let Some(prepared) = memory.ship(work.len())
        {
            let write_batch = async move {
                Ok(Committed::Here(Box::new(sqlite::write_batch(&db, prepared?, work).await?)))
            };
            return Box::pin(async { CommitResult(write_batch.await) });
        }
        match (&*self.db.engine, self.memory.take()) {
            (Engine::Sqlite(_), memory) => {
                let memory = match memory {
                    Some(Remembered::Sqlite(memory)) => memory,
                    _ => Box::new(sqlite::Lane::new(lane, sizes)),
                };
                let commit = async move {
                    let (memory, attempt) = sqlite::commit(&db, memory, work, excluded).await?;
                    Ok(Committed::Travelled(Remembered::Sqlite(memory), attempt))
                };
                Box::pin(async { CommitResult(commit.await) })
            }
            (Engine::Postgres(_), memory) => {
                let memory = match memory {
                    Some(Remembered::Postgres(memory)) => memory,
                    _ => Box::new(Memory::new(lane, sizes.wallets)),
                };
                let commit = async move {
                    let (memory, attempt) =
                        postgres::commit(&db, memory, lane_lock, &work, &excluded).await?;
                    Ok(Committed::Travelled(Remembered::Postgres(memory), attempt))
                };
                Box::pin(async { CommitResult(commit.await) })
            }
        }
    }

    /// Takes back what a batch has travelled with, and rings for the readers when it was committed.
    fn end(&mut self, CommitResult(landed): CommitResult) -> Result<Attempt> {
        // What is remembered is not to be trusted after an error.
        let memory = self.memory.take();
        let (memory, attempt) = match (landed?, memory) {
            (Committed::Travelled(memory, attempt), _) => (memory, attempt),
            (Committed::Here(delivery), Some(Remembered::Sqlite(mut memory))) => {
                let attempt = memory.delivered(*delivery);
                (Remembered::Sqlite(memory), attempt)
            }
            (Committed::Here(_), _) => return Ok(Attempt::Overtaken),
        };
        self.memory = Some(memory);
        if matches!(&attempt, Attempt::Done(outcomes) if !outcomes.is_empty()) {
            self.db.engine.commit_notifier().notify_all();
        }
        Ok(attempt)
    }
}

/// A batch on its way to the store.
pub type PendingCommit = BoxFuture<'static, CommitResult>;

/// A batch that is back from the store.
#[derive(Debug)]
pub struct CommitResult(Result<Committed>);

#[derive(Debug)]
enum Committed {
    /// What is remembered was on the way too.
    Travelled(Remembered, Attempt),
    /// It has stayed with the writer.
    Here(Box<sqlite::WrittenBatch>),
}

/// Says, within the caller's transaction, that wallets or limits of `player` change outside of the pipe. It
/// locks the player's lane, so it comes before the change, and before other rows are locked.
pub async fn lock_lane(db: &Db, tx: &mut Tx, player: PlayerId) -> Result<()> {
    let sql = "UPDATE lane SET version = version + 1 WHERE id = $1";
    tx.execute(sql, params![lane_of(db, player)]).await?;
    Ok(())
}

/// What one try at a batch came to.
#[derive(Debug)]
pub(super) enum Attempt {
    /// Committed, or nothing to commit.
    Done(Vec<Outcome>),
    /// Statements attached to these commands missed their rows: the commands have to be left out.
    PreconditionFailed(Vec<usize>),
    /// Another has written to the lane since the batch was decided.
    Overtaken,
}

/// Commands that were refused before deciding, by their place in the batch.
pub(super) type Excluded = BTreeMap<usize, Refusal>;

/// The lane's row, read under its lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LaneRow {
    pub(super) next_seq: i64,
    pub(super) version: i64,
    /// What is up to this number is in the archive.
    pub(super) archived_seq: i64,
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

/// The statements to run for a decided batch: those of each command that has any, with its place.
pub(super) fn attached<'a>(
    work: &'a [Submission],
    outcomes: &'a [Outcome],
) -> impl Iterator<Item = (usize, Vec<&'a Statement>)> {
    let due = work.iter().zip(outcomes).enumerate().map(|(index, (submission, outcome))| {
        let receipt = outcome.as_ref().ok();
        let is_new = move |part: usize| {
            let receipt =
                receipt.and_then(|first| if part == 0 { Some(first) } else { first.linked.get(part - 1) });
            receipt.is_some_and(|receipt| !receipt.replayed)
        };
        let due = submission.attached.iter().filter(move |attached| is_new(attached.part));
        (index, due.map(|attached| &attached.statement).collect::<Vec<_>>())
    });
    due.filter(|(_, statements)| !statements.is_empty())
}

/// Which commands of a batch have missed a row, as far as one look tells.
#[derive(Debug, Default)]
pub(super) struct Missed {
    commands: Vec<usize>,
    is_over: bool,
}

impl Missed {
    /// Takes down what a statement of the command at `index` has hit; `first` when none of the command's was run before.
    /// Answers whether the command's next statement is to be run.
    ///
    /// A command that misses with its first statement has changed nothing that those behind it could see, and they are
    /// looked at in the same try. One that has changed rows before it missed ends the look: they are taken back first.
    pub(super) fn goes_on(&mut self, index: usize, first: bool, statement: &Statement, hit: u64) -> bool {
        if !statement.expect_one_row || hit == 1 {
            return true;
        }
        self.commands.push(index);
        self.is_over = !first || hit > 0;
        false
    }

    /// Whether nothing more is to be run.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The commands that have missed; `None` when all have hit.
    pub(super) fn into_commands(self) -> Option<Vec<usize>> {
        Some(self.commands).filter(|commands| !commands.is_empty())
    }
}
