//! A scheduled calendar, and where its days stand in time. Times are UTC milliseconds.

use serde::Serialize;
use utoipa::ToSchema;

use super::definition::{MINUTE_MS, Reward, Terms};
use crate::platform::calendar::DAY_MS;

/// One time that a definition comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Adventure {
    pub id: i64,
    pub slug: String,
    pub terms: Terms,
    /// Days since 1970, in the calendar's own time.
    pub first_day: i64,
    pub days_count: i64,
    pub utc_offset_minutes: i64,
}

/// A day that a player has completed, or all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Completion {
    pub player: i64,
    pub adventure: i64,
    /// The number of the day; one more than there are stands for all.
    pub step: i64,
    /// The wallet that the gift goes to.
    pub currency: String,
    pub reward: Reward,
    pub completed_at: i64,
}

/// How the card of a day looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CardState {
    /// It follows the last day, and stands for all of them.
    Superb,
    /// The player has completed it.
    Completed,
    /// It is today.
    Active,
    /// It is over, and was not completed.
    Lost,
    /// It is still to come.
    Future,
}

impl Adventure {
    /// Its first instant.
    pub const fn start_at(&self) -> i64 {
        self.first_day * DAY_MS - self.utc_offset_minutes * MINUTE_MS
    }

    /// The first instant after its last day.
    pub const fn end_at(&self) -> i64 {
        self.start_at() + self.days_count * DAY_MS
    }

    /// The day since 1970 that a step falls on.
    pub const fn day_of(&self, step: i64) -> i64 {
        self.first_day + step - 1
    }

    /// The step of the instant: below 1 before it begins, and above the number of days after its end.
    pub const fn step_at(&self, at: i64) -> i64 {
        (at - self.start_at()).div_euclid(DAY_MS) + 1
    }

    /// Whether a deposit at this instant counts.
    pub const fn is_on(&self, at: i64) -> bool {
        self.start_at() <= at && at < self.end_at()
    }

    /// Whether it is shown: from its first day until the end of the day after its last one.
    pub const fn is_shown(&self, at: i64) -> bool {
        self.start_at() <= at && at < self.end_at() + DAY_MS
    }

    /// The step that stands for all days.
    pub const fn superb_step(&self) -> i64 {
        self.days_count + 1
    }

    /// What its gifts are made by, up to the number of the step.
    pub fn source_prefix(&self) -> String {
        format!("adventure:{}:", self.slug)
    }
}

/// The one of `adventures` whose days count at an instant: where several run, the one that began last.
pub(super) fn running_at(adventures: &[Adventure], at: i64) -> Option<&Adventure> {
    adventures.iter().filter(|one| one.is_on(at)).max_by_key(|one| (one.start_at(), one.id))
}

/// The one of `adventures` that is shown: the running one, else the one that ended last.
pub(super) fn shown_at(adventures: &[Adventure], at: i64) -> Option<&Adventure> {
    running_at(adventures, at)
        .or_else(|| adventures.iter().filter(|one| one.is_shown(at)).max_by_key(|one| (one.end_at(), one.id)))
}

/// How the card of `step` looks on the day of `today`, of so many days.
pub(super) const fn card_state(step: i64, days_count: i64, today: i64, is_completed: bool) -> CardState {
    if step > days_count {
        CardState::Superb
    } else if is_completed {
        CardState::Completed
    } else if step == today {
        CardState::Active
    } else if step < today {
        CardState::Lost
    } else {
        CardState::Future
    }
}

#[cfg(test)]
mod tests;
