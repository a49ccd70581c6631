//! Whether a partner answers: an outage begins when too many of the last calls got no answer, and ends after some that
//! did. Kept by each server for itself, from the calls that it makes.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The last calls that are looked at, and for how long each counts, in milliseconds.
const CALLS_MAX: usize = 20;
const COUNTS_MS: i64 = 5 * 60_000;

/// Fewer calls than that say nothing.
const CALLS_MIN: usize = 5;

/// A partner is away when this many of a hundred calls got no answer.
const UNANSWERED_PERCENT: usize = 50;

/// So many answers in a row end an outage.
const BACK_AFTER: u32 = 3;

/// What is known of a partner's answers.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Calls>);

#[derive(Debug, Default)]
struct Calls {
    /// When each of the last calls ended, and whether an answer came.
    last: VecDeque<(i64, bool)>,
    away_since: Option<i64>,
    answers_in_a_row: u32,
}

impl Health {
    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call to the partner `name` has ended at `now` with an answer or without one.
    pub(crate) fn note(&self, name: &str, came: bool, now: i64) {
        let mut calls = self.calls();
        calls.last.push_back((now, came));
        calls.forget(now);
        calls.answers_in_a_row = if came { calls.answers_in_a_row.saturating_add(1) } else { 0 };
        if calls.away_since.is_some() {
            if calls.answers_in_a_row >= BACK_AFTER {
                calls.away_since = None;
                // What was lost in the outage is no sign of the next one.
                calls.last.retain(|(_, came)| *came);
                tracing::info!(partner = name, "the partner answers again");
            }
            return;
        }
        let lost = calls.last.iter().filter(|(_, came)| !came).count();
        if calls.last.len() >= CALLS_MIN && lost * 100 >= UNANSWERED_PERCENT * calls.last.len() {
            calls.away_since = Some(now);
            tracing::error!(partner = name, lost, "the partner gives no answers");
        }
    }

    /// Since when the partner is away, in UTC milliseconds.
    pub(crate) fn away_since(&self) -> Option<i64> {
        self.calls().away_since
    }

    /// Of the last calls at `now`, how many were answered, and how many there were.
    pub(crate) fn answered(&self, now: i64) -> (usize, usize) {
        let mut calls = self.calls();
        calls.forget(now);
        (calls.last.iter().filter(|(_, came)| *came).count(), calls.last.len())
    }
}

impl Calls {
    /// Drops what says nothing about `now` any more.
    fn forget(&mut self, now: i64) {
        while self.last.len() > CALLS_MAX || self.last.front().is_some_and(|(at, _)| now - at > COUNTS_MS) {
            self.last.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_begins_with_lost_calls_and_ends_with_answers() {
        let health = Health::default();
        for at in 0..4 {
            health.note("p", false, at);
        }
        assert_eq!(health.away_since(), None, "four calls say nothing");
        health.note("p", false, 4);
        assert_eq!((health.away_since(), health.answered(4)), (Some(4), (0, 5)));
        for came in [true, true, false, true, true] {
            health.note("p", came, 5);
        }
        assert_eq!(health.away_since(), Some(4), "three answers in a row are needed");
        health.note("p", true, 6);
        assert_eq!(health.away_since(), None);
        health.note("p", false, 7);
        assert_eq!(health.away_since(), None, "the old outage does not count again");
    }

    #[test]
    fn few_losses_among_answers_and_old_ones_are_no_outage() {
        let health = Health::default();
        for at in 0..100 {
            health.note("p", at % 3 != 0, at);
        }
        assert_eq!(health.away_since(), None);
        assert_eq!(health.answered(99).1, CALLS_MAX);
        for at in 0..4 {
            health.note("p", false, 1_000_000 + at * (COUNTS_MS + 1));
        }
        assert_eq!(health.away_since(), None);
    }
}
