//! The pipe: commands that wait are decided and committed together. No timer: a batch is whatever queued
//! while the last one committed. Alone a command commits alone; under load hundreds share one fsync.
//!
//! What comes while a batch is being committed is decided meanwhile, where the writer can, so that the disk has the
//! next batch at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use croupier_db::log::{LaneWriter, Sizes, Submission};
use croupier_db::{Db, Error};
use croupier_ledger::{Outcome, Receipt};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{PipeMetrics, WalletError};

/// The most commands in one commit.
const BATCH_MAX: usize = 1024;

/// Commands that may wait; beyond that callers wait for room.
const QUEUE_MAX: usize = 8 * BATCH_MAX;

/// The queue of one lane, with its writer behind it.
#[derive(Debug)]
pub(super) struct Lane {
    queue: mpsc::Sender<Waiting>,
    /// Commands that no batch on its way has taken yet.
    queued: Arc<AtomicI64>,
}

#[derive(Debug)]
struct Waiting {
    submission: Submission,
    answer: oneshot::Sender<Result<Outcome, Error>>,
}

impl Lane {
    pub(super) fn start(db: Db, lane: u8, metrics: PipeMetrics) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        let queued = Arc::<AtomicI64>::default();
        let writer = LaneWriter::new(db, lane, Sizes::default());
        tokio::spawn(work(writer, waiting, queued.clone(), metrics));
        Self { queue, queued }
    }

    /// How many commands wait.
    pub(super) fn queued(&self) -> i64 {
        // A command may be taken before it is counted.
        self.queued.load(Ordering::Relaxed).max(0)
    }

    pub(super) async fn submit(&self, submission: Submission) -> Result<Receipt, WalletError> {
        let ended = || Error::Unavailable("the wallet is closing".to_owned());
        let (answer, wait) = oneshot::channel();
        self.queue.send(Waiting { submission, answer }).await.map_err(|_| ended())?;
        self.queued.fetch_add(1, Ordering::Relaxed);
        let outcome = wait.await.map_err(|_| ended())??;
        Ok(outcome?)
    }
}

/// Serves a lane until its queue is closed.
async fn work(
    mut writer: LaneWriter,
    mut waiting: mpsc::Receiver<Waiting>,
    queued: Arc<AtomicI64>,
    metrics: PipeMetrics,
) {
    if let Err(error) = writer.warm_up().await {
        tracing::warn!(%error, "the first batch will have to read what is to be in memory");
    }
    let mut next = Next::default();
    loop {
        next.top_up(&mut writer, &mut waiting);
        if next.is_empty() && !next.wait(&mut writer, &mut waiting).await {
            return;
        }
        if writer.is_shared() {
            writer.take_turn().await;
            next.top_up(&mut writer, &mut waiting);
        }
        let (submissions, callers) = next.take();
        queued.fetch_sub(i64::try_from(callers.len()).unwrap_or_default(), Ordering::Relaxed);
        let began = Instant::now();
        let mut flight = writer.take_off(submissions.clone());
        let landing = loop {
            tokio::select! {
                biased;
                landing = &mut flight => break landing,
                true = next.wait(&mut writer, &mut waiting), if writer.decides_ahead() && !next.is_full() => {}
            }
        };
        let committed = if let Ok(Some(outcomes)) = writer.land(landing) {
            Ok(outcomes)
        } else {
            next.forget();
            writer.commit(submissions.clone()).await
        };
        metrics.batch(began.elapsed(), &committed);
        match committed {
            Ok(outcomes) => {
                answer(callers, outcomes);
                // Under load many of them have something to ask for again, which then goes with the next batch.
                tokio::task::yield_now().await;
            }
            // Where the store stays away, each by itself would only wait as long again.
            Err(error) if submissions.len() == 1 || error.may_pass() => fail(callers, &error, &metrics),
            Err(error) => {
                tracing::error!(%error, commands = submissions.len(), "a batch failed; one by one");
                one_by_one(&mut writer, &submissions, callers, &metrics).await;
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
}

impl Next {
    fn len(&self) -> usize {
        self.decided.len() + self.others.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// Waits for a command; answers whether there will be more.
    async fn wait(&mut self, writer: &mut LaneWriter, waiting: &mut mpsc::Receiver<Waiting>) -> bool {
        let Some(one) = waiting.recv().await else { return false };
        self.add(writer, one);
        self.top_up(writer, waiting);
        true
    }

    /// Adds what waits already.
    fn top_up(&mut self, writer: &mut LaneWriter, waiting: &mut mpsc::Receiver<Waiting>) {
        while !self.is_full()
            && let Ok(one) = waiting.try_recv()
        {
            self.add(writer, one);
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
    fn take(&mut self) -> (Arc<Vec<Submission>>, Vec<Caller>) {
        let all = self.decided.drain(..).chain(self.others.drain(..));
        let (submissions, callers) = all.map(|Waiting { submission, answer }| (submission, answer)).unzip();
        (Arc::new(submissions), callers)
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

fn fail(callers: Vec<Caller>, error: &Error, metrics: &PipeMetrics) {
    metrics.failed(callers.len());
    for caller in callers {
        let _ = caller.send(Err(Error::Unavailable(error.to_string())));
    }
}
