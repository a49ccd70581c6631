//! Counting the players of a rule, and going through them in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_db::{Db, Result, Value};
use croupier_ledger::PlayerId;

use super::rule::SegmentRule;
use super::selection_store as store;
use crate::platform::clock::Clock;
use crate::site_config::Statuses;

/// Players that one query looks at.
const WINDOW: i64 = 5_000;

/// Players whom a count shows.
const SAMPLE: usize = 10;

/// The longest that a count goes on, in milliseconds.
pub const COUNT_MS: i64 = 3_000;

/// The players of a rule at an instant. Whoever is stopped is none of them, unless [`Selection::with_stopped`] says so.
#[derive(Debug, Clone)]
pub struct Selection {
    pub(super) rule: Option<SegmentRule>,
    pub(super) brand: Option<String>,
    /// UTC milliseconds.
    pub(super) at: i64,
    /// The levels, by the points for life that lead to them.
    pub(super) levels: Arc<Statuses>,
    pub(super) with_stopped: bool,
}

/// How many players a rule has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// By the currency of their active wallet.
    pub by_currency: BTreeMap<String, i64>,
    /// How many players were looked at.
    pub looked: i64,
    /// Whether all were; else the time was over before.
    pub is_complete: bool,
    /// The first of them.
    pub sample: Vec<PlayerId>,
}

impl Counted {
    /// How many they are.
    pub fn players(&self) -> i64 {
        self.by_currency.values().sum()
    }
}

impl Selection {
    /// The players of `rule`, or all without one, at `at` (UTC milliseconds), with these levels.
    pub const fn of(rule: Option<SegmentRule>, at: i64, levels: Arc<Statuses>) -> Self {
        Self { rule, brand: None, at, levels, with_stopped: false }
    }

    /// Those of a brand alone, when one is named.
    #[must_use]
    pub fn in_brand(self, brand: Option<String>) -> Self {
        Self { brand, ..self }
    }

    /// Players who are stopped among them: what they are told is about their account.
    #[must_use]
    pub fn with_stopped(self) -> Self {
        Self { with_stopped: true, ..self }
    }

    /// The condition that holds for them, whose row of `player` is called `p`; its values are pushed to `values`.
    pub fn condition(&self, values: &mut Vec<Value>) -> String {
        store::condition(self, values)
    }

    /// Counts them for at most [`COUNT_MS`].
    pub async fn count(&self, db: &Db, clock: &Clock) -> Result<Counted> {
        let until = clock.now().saturating_add(COUNT_MS);
        let (mut counted, mut after) = (Counted::default(), 0);
        while clock.now() <= until {
            let look = store::look(db, self, after, WINDOW).await?;
            let Some(last) = look.last else {
                counted.is_complete = true;
                break;
            };
            let missing = SAMPLE.saturating_sub(counted.sample.len());
            if missing > 0 && !look.found.is_empty() {
                let limit = i64::try_from(missing).unwrap_or(0);
                counted.sample.extend(store::players(db, self, (after, last), limit).await?);
            }
            for (currency, found) in look.found {
                *counted.by_currency.entry(currency).or_default() += found;
            }
            counted.looked += look.looked;
            after = last;
            if look.looked < WINDOW {
                counted.is_complete = true;
                break;
            }
        }
        Ok(counted)
    }

    /// At most `limit` of them after the number `after`, in their order; fewer when there are no more.
    pub async fn next(&self, db: &Db, after: PlayerId, limit: i64) -> Result<Vec<PlayerId>> {
        let (mut found, mut after): (Vec<PlayerId>, _) = (Vec::new(), after);
        loop {
            let missing = limit - i64::try_from(found.len()).unwrap_or(i64::MAX);
            let Some(last) = store::window_end(db, after, WINDOW).await?.filter(|_| missing > 0) else {
                return Ok(found);
            };
            found.extend(store::players(db, self, (after, last), missing).await?);
            after = last;
        }
    }
}

/// The number of the last of the `window` players after the number `after`; `None` when there is nobody.
pub async fn window_end(db: &Db, after: PlayerId, window: i64) -> Result<Option<PlayerId>> {
    store::window_end(db, after, window).await
}
