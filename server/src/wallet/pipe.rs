//! The pipe: commands that wait are decided and committed together. No timer: a batch is whatever queued
//! while the last one committed. Alone a command commits alone; under load hundreds share one fsync.

use std::sync::Arc;

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
}

#[derive(Debug)]
struct Waiting {
    submission: Submission,
    answer: oneshot::Sender<Result<Outcome, Error>>,
}

impl Lane {
    pub(super) fn start(db: Db, lane: u8, metrics: PipeMetrics) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(work(LaneWriter::new(db, lane, Sizes::default()), waiting, metrics));
        Self { queue }
    }

    /// How many commands wait.
    pub(super) fn queued(&self) -> i64 {
        i64::try_from(self.queue.max_capacity() - self.queue.capacity()).unwrap_or(i64::MAX)
    }

    pub(super) async fn submit(&self, submission: Submission) -> Result<Receipt, WalletError> {
        let ended = || Error::Unavailable("the wallet is closing".to_owned());
        let (answer, wait) = oneshot::channel();
        self.queue.send(Waiting { submission, answer }).await.map_err(|_| ended())?;
        let outcome = wait.await.map_err(|_| ended())??;
        Ok(outcome?)
    }
}

/// Serves a lane until its queue is closed.
async fn work(mut writer: LaneWriter, mut waiting: mpsc::Receiver<Waiting>, metrics: PipeMetrics) {
    if let Err(error) = writer.warm_up().await {
        tracing::warn!(%error, "the first batch will have to read what is to be in memory");
    }
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while waiting.recv_many(&mut batch, BATCH_MAX).await > 0 {
        writer.take_turn().await;
        while batch.len() < BATCH_MAX
            && let Ok(more) = waiting.try_recv()
        {
            batch.push(more);
        }
        let (submissions, callers): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|Waiting { submission, answer }| (submission, answer)).unzip();
        let submissions = Arc::new(submissions);
        let began = Instant::now();
        let committed = writer.commit(submissions.clone()).await;
        metrics.batch(began.elapsed(), &committed);
        match committed {
            Ok(outcomes) => answer(callers, outcomes),
            // Where the store stays away, each by itself would only wait as long again.
            Err(error) if submissions.len() == 1 || error.may_pass() => fail(callers, &error, &metrics),
            Err(error) => {
                tracing::error!(%error, commands = submissions.len(), "a batch failed; one by one");
                one_by_one(&mut writer, &submissions, callers, &metrics).await;
            }
        }
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
