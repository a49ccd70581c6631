//! The newest rows of a lane, read once for all readers of this server.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::Arc;

use croupier_db::log::{LogRow, rows_after};
use croupier_db::{Db, Result};
use tokio::sync::Mutex;

/// How many transfers, and how many facts, are read at once. More would keep a thread, and then the store, from
/// everybody else for too long.
const BATCH: i64 = 512;

/// A batch with so many rows is not added to any more.
pub(super) const FULL: usize = 512;

/// How many batches are kept, some megabytes at most: who is further behind reads for himself.
const KEPT: usize = 32;

/// Rows of one lane that follow each other. Rows of the log never change, so what was read once is true; a store
/// that lost its newest commits is noticed when a lease is claimed, and then all is forgotten.
#[derive(Debug, Default)]
pub(super) struct Recent {
    batches: Mutex<VecDeque<Arc<Vec<LogRow>>>>,
}

/// Rows of the log, in order, which several readers share.
#[derive(Debug, Default)]
pub(super) struct Rows {
    batch: Arc<Vec<LogRow>>,
    from: usize,
}

impl Deref for Rows {
    type Target = [LogRow];

    fn deref(&self) -> &[LogRow] {
        &self.batch[self.from..]
    }
}

impl Recent {
    /// Some rows of `lane` after the number `after`, in order; none when there are none yet.
    pub(super) async fn rows_after(&self, db: &Db, lane: u8, after: i64) -> Result<Rows> {
        // Held while the rows are read: who asks meanwhile is told the same.
        let mut batches = self.batches.lock().await;
        if let Some(rows) = batches.iter().find_map(|batch| rows_of(batch, after)) {
            return Ok(rows);
        }
        let rows = rows_after(db, lane, after, BATCH).await?;
        let Some(first) = rows.first().map(seq) else { return Ok(Rows::default()) };
        if batches.front().and_then(|oldest| oldest.first()).is_some_and(|oldest| first < seq(oldest)) {
            // Behind all that is kept.
            return Ok(Rows { batch: Arc::new(rows), from: 0 });
        }
        if batches.back().and_then(|newest| newest.last()).map(seq) != Some(after) {
            batches.clear();
        }
        if let Some(newest) = batches.back_mut().filter(|newest| newest.len() < FULL) {
            let from = newest.len();
            // In place, unless somebody is at work on them.
            Arc::make_mut(newest).extend(rows);
            return Ok(Rows { batch: newest.clone(), from });
        }
        let batch = Arc::new(rows);
        batches.push_back(batch.clone());
        if batches.len() > KEPT {
            batches.pop_front();
        }
        Ok(Rows { batch, from: 0 })
    }

    /// Forgets everything.
    pub(super) async fn forget(&self) {
        self.batches.lock().await.clear();
    }
}

/// What `batch` has after the number `after`, if the next row is in it.
fn rows_of(batch: &Arc<Vec<LogRow>>, after: i64) -> Option<Rows> {
    let (first, last) = (seq(batch.first()?), seq(batch.last()?));
    let from = usize::try_from(after + 1 - first).ok()?;
    (after < last).then(|| Rows { batch: batch.clone(), from })
}

fn seq(row: &LogRow) -> i64 {
    row.lsn().seq()
}
