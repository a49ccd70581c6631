//! The pipe: commands that wait are decided and committed together. No timer: a batch is whatever queued
//! while the last one committed. Alone a command commits alone; under load hundreds share one fsync.
//!
//! What comes while a batch is being committed is decided meanwhile, where the writer can, so that the disk has the
//! next batch at once.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use croupier_db::log::{LaneWriter, Sizes, Submission};
use croupier_db::{Db, Error};
use croupier_ledger::{Outcome, Receipt};
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{PipeMetrics, WalletError};
use crate::platform::supervise::message;

/// The most commands in one commit.
const BATCH_MAX: usize = 1024;

/// The pause of a lane after a panic, and the most that it grows to.
const PAUSE_MIN: Duration = Duration::from_millis(5);
/// See [`PAUSE_MIN`].
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// Commands that may wait; beyond that callers wait for room.
const QUEUE_MAX: usize = 8 * BATCH_MAX;

/// The queue of one lane, with its writer behind it.
#[derive(Debug)]
pub(super) struct Lane {
    queue: mpsc::Sender<Message>,
    /// Commands that no batch on its way has taken yet.
    queued: Arc<AtomicI64>,
}

/// What comes through the queue.
#[derive(Debug)]
enum Message {
    Command(Box<Waiting>),
    /// Asks whether the lane takes writes; answered with the next batch, or with an empty one.
    Ping(Pinger),
}

#[derive(Debug)]
struct Waiting {
    submission: Submission,
    answer: oneshot::Sender<Result<Outcome, Error>>,
    counted: Counted,
}

/// Counts a command that waits, until a batch takes it or it is given up.
#[derive(Debug)]
struct Counted(Arc<AtomicI64>);

impl Counted {
    fn new(queued: &Arc<AtomicI64>) -> Self {
        queued.fetch_add(1, Ordering::Relaxed);
        Self(queued.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

type Pinger = oneshot::Sender<Result<(), Error>>;

impl Lane {
    pub(super) fn start(db: Db, lane: u8, metrics: PipeMetrics) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(supervise(db, lane, waiting, metrics));
        Self { queue, queued: Arc::default() }
    }

    /// How many commands wait.
    pub(super) fn queued(&self) -> i64 {
        self.queued.load(Ordering::Relaxed)
    }

    pub(super) async fn submit(&self, submission: Submission) -> Result<Receipt, WalletError> {
        let (answer, wait) = oneshot::channel();
        let counted = Counted::new(&self.queued);
        let command = Message::Command(Box::new(Waiting { submission, answer, counted }));
        self.queue.send(command).await.map_err(|_| ended())?;
        let outcome = wait.await.map_err(|_| ended())??;
        Ok(outcome?)
    }

    /// Goes the way of a write, without writing anything.
    pub(super) async fn ping(&self) -> Result<(), Error> {
        let (answer, wait) = oneshot::channel();
        self.queue.send(Message::Ping(answer)).await.map_err(|_| ended())?;
        wait.await.map_err(|_| ended())?
    }
}

/// The lane has dropped a command: it stops, or a panic came in between. A query by the key says what became of it.
fn ended() -> Error {
    Error::Unavailable("the lane has given no answer".to_owned())
}

/// Serves a lane until its queue is closed. A panic drops the commands that were taken from the queue, whose callers
/// are answered to ask again, and what was remembered; the lane goes on with what waits, after a pause that grows with
/// panics in a row.
async fn supervise(db: Db, lane: u8, mut waiting: mpsc::Receiver<Message>, metrics: PipeMetrics) {
    let mut pause = PAUSE_MIN;
    loop {
        let began = Instant::now();
        let writer = LaneWriter::new(db.clone(), lane, Sizes::default());
        match AssertUnwindSafe(work(writer, &mut waiting, &metrics)).catch_unwind().await {
            Ok(()) => return,
            Err(panic) => {
                tracing::error!(lane, panic = message(&*panic), "the lane has panicked; it begins anew");
                metrics.panicked();
                pause = if began.elapsed() > PAUSE_MAX { PAUSE_MIN } else { (pause * 2).min(PAUSE_MAX) };
                // What panics at once again must not take the processor.
                tokio::time::sleep(pause).await;
            }
        }
    }
}

/// Serves a lane until its queue is closed.
async fn work(mut writer: LaneWriter, waiting: &mut mpsc::Receiver<Message>, metrics: &PipeMetrics) {
    if let Err(error) = writer.warm_up().await {
        tracing::warn!(%error, "the first batch will have to read what is to be in memory");
    }
    let mut next = Next::default();
    loop {
        next.top_up(&mut writer, waiting);
        if next.is_empty() && !next.wait(&mut writer, waiting).await {
            return;
        }
        if writer.is_shared() {
            writer.lock_lane().await;
            next.top_up(&mut writer, waiting);
        }
        let (submissions, callers, pingers) = next.take();
        let began = Instant::now();
        let mut pending_commit = writer.begin_commit(submissions.clone());
        let commit_result = loop {
            tokio::select! {
                biased;
                commit_result = &mut pending_commit => break commit_result,
                true = next.wait(&mut writer, waiting), if writer.decides_ahead() && !next.is_full() => {}
            }
        };
        let committed = if let Ok(Some(outcomes)) = writer.finish_commit(commit_result) {
            Ok(outcomes)
        } else {
            next.forget();
            writer.commit(submissions.clone()).await
        };
        metrics.batch(began.elapsed(), &committed);
        answer_pings(pingers, &committed);
        match committed {
            Ok(outcomes) => {
                answer(callers, outcomes);
                // Under load many of them have something to ask for again, which then goes with the next batch.
                tokio::task::yield_now().await;
            }
            // Where the store stays away, each by itself would only wait as long again.
            Err(error) if submissions.len() == 1 || error.may_pass() => fail(callers, &error, metrics),
            Err(error) => {
                tracing::error!(%error, commands = submissions.len(), "a batch failed; one by one");
                one_by_one(&mut writer, &submissions, callers, metrics).await;
            }
        }
        next.try_again(&mut writer);
    }
}

/// The batch that comes next.
#[derive(Debug, Default)]
struct Next {
    /// What the writer has decided ahead.
    decided: Vec<Waiting>,
    /// What came after the first that it could not decide: commands are decided in the order in which they come.
    others: Vec<Waiting>,
    /// Who wants to know whether it is committed.
    pingers: Vec<Pinger>,
}

impl Next {
    fn len(&self) -> usize {
        self.decided.len() + self.others.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0 && self.pingers.is_empty()
    }

    fn is_full(&self) -> bool {
        self.len() >= BATCH_MAX
    }

    fn add(&mut self, writer: &mut LaneWriter, one: Waiting) {
        if self.others.is_empty() && writer.decide_ahead(&one.submission) {
            self.decided.push(one);
        } else {
            self.others.push(one);
        }
    }

    fn take_in(&mut self, writer: &mut LaneWriter, message: Message) {
        match message {
            Message::Command(one) => self.add(writer, *one),
            Message::Ping(pinger) => self.pingers.push(pinger),
        }
    }

    /// Waits for a message; answers whether there will be more.
    async fn wait(&mut self, writer: &mut LaneWriter, waiting: &mut mpsc::Receiver<Message>) -> bool {
        let Some(one) = waiting.recv().await else { return false };
        self.take_in(writer, one);
        self.top_up(writer, waiting);
        true
    }

    /// Adds what waits already.
    fn top_up(&mut self, writer: &mut LaneWriter, waiting: &mut mpsc::Receiver<Message>) {
        while !self.is_full()
            && let Ok(one) = waiting.try_recv()
        {
            self.take_in(writer, one);
        }
    }

    /// Tries again what could not be decided ahead before.
    fn try_again(&mut self, writer: &mut LaneWriter) {
        for other in std::mem::take(&mut self.others) {
            self.add(writer, other);
        }
    }

    /// What was decided ahead has fallen with the batch before it.
    fn forget(&mut self) {
        let others = std::mem::take(&mut self.others);
        self.others = self.decided.drain(..).chain(others).collect();
    }

    /// The batch, with what was decided ahead first.
    fn take(&mut self) -> (Arc<Vec<Submission>>, Vec<Caller>, Vec<Pinger>) {
        let all = self.decided.drain(..).chain(self.others.drain(..));
        let taken = |Waiting { submission, answer, counted }| {
            drop(counted);
            (submission, answer)
        };
        let (submissions, callers) = all.map(taken).unzip();
        (Arc::new(submissions), callers, std::mem::take(&mut self.pingers))
    }
}

/// One bad row must not fail its batch: after a failure each command is tried alone.
async fn one_by_one(
    writer: &mut LaneWriter,
    submissions: &[Submission],
    callers: Vec<Caller>,
    metrics: &PipeMetrics,
) {
    for (submission, caller) in submissions.iter().zip(callers) {
        match writer.commit(Arc::new(vec![submission.clone()])).await {
            Ok(outcomes) => answer(vec![caller], outcomes),
            Err(error) => fail(vec![caller], &error, metrics),
        }
    }
}

type Caller = oneshot::Sender<Result<Outcome, Error>>;

fn answer(callers: Vec<Caller>, outcomes: Vec<Outcome>) {
    for (caller, outcome) in callers.into_iter().zip(outcomes) {
        // A caller that went away learns the answer when it asks again with its key.
        let _ = caller.send(Ok(outcome));
    }
}

fn answer_pings(pingers: Vec<Pinger>, committed: &Result<Vec<Outcome>, Error>) {
    for pinger in pingers {
        let outcome = committed.as_ref().map(|_| ()).map_err(|error| Error::Unavailable(error.to_string()));
        // Who asks may not wait any more.
        let _ = pinger.send(outcome);
    }
}

fn fail(callers: Vec<Caller>, error: &Error, metrics: &PipeMetrics) {
    metrics.failed(callers.len());
    for caller in callers {
        let _ = caller.send(Err(Error::Unavailable(error.to_string())));
    }
}
