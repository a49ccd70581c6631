//! Waiting for something to come true, by asking again and again.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use tokio::time::sleep;

/// Between two questions: what is waited for here takes longer, and asking takes little.
const AGAIN: Duration = Duration::from_millis(10);

/// Between two counts.
const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

/// Asks `condition` until it answers something, for at most `within`; an error ends the waiting at once. Fails
/// with `what` was waited for.
pub async fn until<T>(
    what: &str,
    within: Duration,
    mut condition: impl AsyncFnMut() -> Result<Option<T>>,
) -> Result<T> {
    asking(what, within, AGAIN, &mut condition).await
}

/// As [`until`], a second between two questions: of what counts rows, and is not to slow down what is measured meanwhile.
pub async fn until_counted<T>(
    what: &str,
    within: Duration,
    mut condition: impl AsyncFnMut() -> Result<Option<T>>,
) -> Result<T> {
    asking(what, within, BETWEEN_COUNTS, &mut condition).await
}

async fn asking<T>(
    what: &str,
    within: Duration,
    between: Duration,
    condition: &mut impl AsyncFnMut() -> Result<Option<T>>,
) -> Result<T> {
    let began = Instant::now();
    loop {
        if let Some(value) = condition().await? {
            return Ok(value);
        }
        ensure!(began.elapsed() < within, "waited {within:?} in vain for {what}");
        // Between two polls; nothing rests on how long it is.
        sleep(between).await;
    }
}

/// Tries `attempt` until it succeeds, for at most `within`; fails with the last error.
pub async fn until_ok<T>(
    what: &str,
    within: Duration,
    mut attempt: impl AsyncFnMut() -> Result<T>,
) -> Result<T> {
    let mut last = None;
    let waited = until(what, within, async || match attempt().await {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            last = Some(error);
            Ok(None)
        }
    });
    match waited.await {
        Ok(value) => Ok(value),
        Err(vain) => match last {
            Some(error) => bail!("{vain}: {error:#}"),
            None => Err(vain),
        },
    }
}
