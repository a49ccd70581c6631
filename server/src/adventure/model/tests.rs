use proptest::prelude::*;

use super::*;

fn adventure(id: i64, first_day: i64, days_count: i64, utc_offset_minutes: i64) -> Adventure {
    let terms = serde_json::json!({ "title": { "en": "t" }, "description": { "en": "d" }, "days": [] });
    Adventure {
        id,
        slug: format!("a{id}"),
        terms: serde_json::from_value(terms).unwrap(),
        first_day,
        days_count,
        utc_offset_minutes,
    }
}

#[test]
fn a_card_has_one_of_five_states() {
    use CardState::{Active, Completed, Future, Lost, Superb};
    // step, today, completed, state; of three days.
    for (step, today, is_completed, expected) in [
        (1, 2, false, Lost),
        (1, 2, true, Completed),
        (2, 2, false, Active),
        (2, 2, true, Completed),
        (3, 2, false, Future),
        (4, 2, false, Superb),
        (4, 4, true, Superb),
        (3, 4, false, Lost),
        (1, 0, false, Future),
    ] {
        assert_eq!(card_state(step, 3, today, is_completed), expected, "{step} on {today}");
    }
}

#[test]
fn a_calendar_is_shown_for_one_day_after_its_last() {
    let one = adventure(1, 100, 3, 0);
    let at = |day: i64| day * DAY_MS;
    for (instant, is_on, is_shown) in [
        (at(100) - 1, false, false),
        (at(100), true, true),
        (at(103) - 1, true, true),
        (at(103), false, true),
        (at(104) - 1, false, true),
        (at(104), false, false),
    ] {
        assert_eq!((one.is_on(instant), one.is_shown(instant)), (is_on, is_shown), "{instant}");
    }
}

#[test]
fn of_several_calendars_the_one_that_began_last_counts() {
    let all = [adventure(1, 100, 10, 0), adventure(2, 104, 2, 0)];
    let of = |day: i64| {
        let id = |found: Option<&Adventure>| found.map(|one| one.id);
        (id(running_at(&all, day * DAY_MS)), id(shown_at(&all, day * DAY_MS)))
    };
    assert_eq!(of(99), (None, None));
    assert_eq!(of(103), (Some(1), Some(1)));
    assert_eq!(of(104), (Some(2), Some(2)));
    assert_eq!(of(106), (Some(1), Some(1)));
    assert_eq!(of(110), (None, Some(1)));
    assert_eq!(of(111), (None, None));
}

proptest! {
    #[test]
    fn every_instant_of_a_running_calendar_is_in_one_of_its_days(
        first in 20_000_i64..30_000,
        days in 1_i64..92,
        offset in -840_i64..=840,
        after in 0_i64..100 * DAY_MS,
    ) {
        let one = adventure(1, first, days, offset);
        let at = one.start_at() + after;
        let step = one.step_at(at);
        prop_assert_eq!(one.is_on(at), (1..=days).contains(&step));
        // The local day of the instant is the day of the step.
        prop_assert_eq!((at + offset * MINUTE_MS).div_euclid(DAY_MS), one.day_of(step));
        prop_assert_eq!(one.step_at(one.end_at()), one.superb_step());
    }

    #[test]
    fn completing_a_day_changes_no_card_but_its_own_and_at_most_one_is_active(
        days in 1_i64..40,
        today in -3_i64..45,
        completed in prop::collection::vec(any::<bool>(), 40),
    ) {
        let states: Vec<CardState> = (1..=days)
            .zip(&completed)
            .map(|(step, is_completed)| card_state(step, days, today, *is_completed))
            .collect();
        prop_assert!(states.iter().filter(|state| **state == CardState::Active).count() <= 1);
        for (state, is_completed) in states.iter().zip(&completed) {
            prop_assert_eq!(*state == CardState::Completed, *is_completed);
        }
    }
}
