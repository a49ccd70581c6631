//! Work beside requests that survives its own failures.
//!
//! A job that panics is started again with a growing pause, and so is one that only fails. Both are counted, and a
//! job is *degraded* from its failure until it works again: the metrics name it, and so does `/readyz` to callers with the
//! metrics token.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::watch;
use tokio::time::Instant;

/// The pause after the first failure; it doubles with each further one.
const PAUSE_MIN: Duration = Duration::from_millis(100);

/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_mins(1);

/// What is known of the jobs of this server. Clones tell the same.
#[derive(Debug, Clone, Default)]
pub struct Health {
    failing: Arc<Mutex<BTreeMap<String, u32>>>,
    panics: Family<JobLabels, Counter>,
    degraded: Family<JobLabels, Gauge>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabels {
    job: String,
}

impl Health {
    /// Names the counters in `registry`.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("job_panics", "Panics of work beside requests, by job", self.panics.clone());
        let help = "1 while the job fails: an alarm when it lasts";
        registry.register("job_degraded", help, self.degraded.clone());
    }

    /// The jobs that fail now.
    pub fn degraded(&self) -> Vec<String> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// `job` has failed; answers the pause before the next try.
    pub fn failed(&self, job: &str) -> Duration {
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        let before = failing.entry(job.to_owned()).or_default();
        let pause = PAUSE_MIN.saturating_mul(1 << (*before).min(16)).min(PAUSE_MAX);
        *before = before.saturating_add(1);
        self.degraded.get_or_create(&JobLabels { job: job.to_owned() }).set(1);
        pause
    }

    /// `job` has panicked; answers the pause before the next try.
    pub fn panicked(&self, job: &str, panic: &(dyn Any + Send)) -> Duration {
        tracing::error!(job, panic = message(panic), "work beside requests has panicked");
        self.panics.get_or_create(&JobLabels { job: job.to_owned() }).inc();
        self.failed(job)
    }

    /// `job` works.
    pub fn works(&self, job: &str) {
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        if failing.remove(job).is_some() {
            self.degraded.get_or_create(&JobLabels { job: job.to_owned() }).set(0);
        }
    }
}

/// What a panic says.
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// Does `work` at once and then every `period`, counted from its beginning, until `stopping` turns true; a stop waits
/// for the end of what has begun. After a failure it waits for a pause of its own instead.
pub async fn every<F, E>(
    health: &Health,
    job: &'static str,
    period: Duration,
    mut stopping: watch::Receiver<bool>,
    work: impl Fn() -> F,
) where
    F: Future<Output = Result<(), E>>,
    E: std::fmt::Debug,
{
    loop {
        let began = Instant::now();
        let wait = match AssertUnwindSafe(async { work().await }).catch_unwind().await {
            Ok(Ok(())) => {
                health.works(job);
                period.saturating_sub(began.elapsed())
            }
            Ok(Err(error)) => {
                tracing::error!(job, ?error, "work beside requests has failed");
                health.failed(job).max(period)
            }
            Err(panic) => health.panicked(job, &*panic),
        };
        if stopped_within(&mut stopping, wait).await {
            return;
        }
    }
}

/// Runs `work`, which ends only when the server stops, and runs it again after a panic.
pub async fn keep_running<F>(
    health: &Health,
    job: &'static str,
    mut stopping: watch::Receiver<bool>,
    work: impl Fn() -> F,
) where
    F: Future<Output = ()>,
{
    loop {
        let began = Instant::now();
        match AssertUnwindSafe(async { work().await }).catch_unwind().await {
            Ok(()) => return,
            Err(panic) => {
                if began.elapsed() > PAUSE_MAX {
                    health.works(job);
                }
                let pause = health.panicked(job, &*panic);
                if stopped_within(&mut stopping, pause).await {
                    return;
                }
            }
        }
    }
}

/// Waits; `true` when the server is to stop. A dropped sender means the same as a stop.
async fn stopped_within(stopping: &mut watch::Receiver<bool>, wait: Duration) -> bool {
    tokio::time::timeout(wait, stopping.wait_for(|stop| *stop)).await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_until_the_job_works_again() {
        let health = Health::default();
        let pauses: Vec<_> = (0..12).map(|_| health.failed("job")).collect();
        assert_eq!(pauses[..3], [PAUSE_MIN, PAUSE_MIN * 2, PAUSE_MIN * 4]);
        assert_eq!(pauses[11], PAUSE_MAX);
        assert_eq!(health.degraded(), ["job"]);
        health.works("job");
        assert_eq!((health.degraded(), health.failed("job")), (vec![], PAUSE_MIN));
    }
}
