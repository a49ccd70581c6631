//! The log's tables: how a batch of money commands is loaded, decided, written and committed at once,
//! and how other facts are appended within a context's own transaction.

mod postgres;
mod rows;
mod sqlite;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{Command, Fact, Lsn, Outcome, PlayerId, Refusal};
use tokio::time::Instant;

pub use rows::{LogRow, TransferRow, rows_after, rows_of_player, tail};

use crate::{Db, Engine, Error, Result, Statement, Tx, params};

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

/// Decides and commits `work` on `lane` in one transaction and answers each command, in order.
///
/// A batch whose commit was lost on the way is decided again: commands that did get through are found
/// by their key and answered as replays, so nobody hears a false yes or a false no. An error means that
/// the store stayed away; then the outcome of each command is what its key says later.
pub async fn commit_batch(db: &Db, lane: u8, work: Arc<Vec<Submission>>) -> Result<Vec<Outcome>> {
    let mut stale = BTreeMap::new();
    let (mut tries, began) = (0, Instant::now());
    loop {
        let answer = match &*db.engine {
            Engine::Sqlite(engine) => sqlite::commit(engine, lane, work.clone(), stale.clone()).await,
            Engine::Postgres(engine) => postgres::commit(engine, lane, &work, &stale).await,
        };
        match answer {
            Ok(Attempt::Done(outcomes)) => {
                db.engine.bell().ring();
                return Ok(outcomes);
            }
            Ok(Attempt::Stale(index)) => {
                stale.insert(index, Refusal::Stale);
            }
            Err(error) if error.may_pass() && tries < TRIES && began.elapsed() < TRYING_MAX => {
                tries += 1;
                tracing::warn!(lane, tries, %error, "the batch is tried again");
                tokio::time::sleep(Duration::from_millis(20 << tries)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// What one try at a batch came to.
enum Attempt {
    /// Committed, or nothing to commit.
    Done(Vec<Outcome>),
    /// The statement attached to this command missed its row: the command has to be left out.
    Stale(usize),
}

/// Commands that were refused before deciding, by their place in the batch.
type Excluded = BTreeMap<usize, Refusal>;

/// The commands that take part.
fn taking_part(work: &[Submission], excluded: &Excluded) -> Vec<Command> {
    let part = work.iter().enumerate().filter(|(index, _)| !excluded.contains_key(index));
    part.map(|(_, submission)| submission.command.clone()).collect()
}

/// Puts the refusals of excluded commands back into their places.
fn merge(count: usize, decided: Vec<Outcome>, excluded: &Excluded) -> Vec<Outcome> {
    let mut decided = decided.into_iter();
    let place = |index| match excluded.get(&index) {
        Some(refusal) => Some(Err(refusal.clone())),
        None => decided.next(),
    };
    (0..count).map_while(place).collect()
}

/// The statements to run for a decided batch, each with the place of its command.
fn attached<'a>(
    work: &'a [Submission],
    outcomes: &'a [Outcome],
) -> impl Iterator<Item = (usize, &'a Statement)> {
    let accepted = work.iter().zip(outcomes).enumerate().filter(|(_, (submission, outcome))| {
        !submission.attached.is_empty() && outcome.as_ref().is_ok_and(|receipt| !receipt.replayed)
    });
    accepted.flat_map(|(index, (submission, _))| submission.attached.iter().map(move |s| (index, s)))
}

/// The lane that a player's log goes to.
pub fn lane_of(db: &Db, player: PlayerId) -> u8 {
    // The remainder is at least zero and below the number of lanes.
    u8::try_from(player.rem_euclid(i64::from(db.lanes()))).unwrap_or_default()
}

/// Appends facts about `player` to the log within the caller's transaction, whose commit wakes the readers;
/// `at` is in UTC milliseconds.
pub async fn append(db: &Db, tx: &mut Tx, player: PlayerId, at: i64, facts: &[Fact]) -> Result<()> {
    tx.rings = Some(db.clone());
    let lane = lane_of(db, player);
    let count = i64::try_from(facts.len()).map_err(|e| Error::Engine(e.to_string()))?;
    let sql = "UPDATE lane SET next_seq = next_seq + $2 WHERE id = $1 RETURNING next_seq";
    let next: i64 = tx.query_one(sql, params![lane, count]).await?.get(0)?;
    for (seq, fact) in (next - count..).zip(facts) {
        let sql = "INSERT INTO event (lsn, kind, player_id, body, at_ms) VALUES ($1, $2, $3, $4, $5)";
        let row = params![Lsn::new(lane, seq).0, fact.kind, player, fact.body.clone(), at];
        tx.execute(sql, row).await?;
    }
    Ok(())
}

/// Takes `count` fresh numbers of the counter `name` within the caller's transaction; answers the first.
pub async fn take_numbers(tx: &mut Tx, name: &str, count: i64) -> Result<i64> {
    let sql = "INSERT INTO counter (name, next_value) VALUES ($1, $2 + 1)
               ON CONFLICT (name) DO UPDATE SET next_value = counter.next_value + $2 RETURNING next_value";
    let next: i64 = tx.query_one(sql, params![name, count]).await?.get(0)?;
    Ok(next - count)
}
