//! What calendars would have given: which of their days would have been completed by the deposits of a span, and by whom.

use std::collections::{BTreeMap, BTreeSet};

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::definition::{Definition, Reward};
use super::model::{Adventure, running_at};
use crate::app::App;
use crate::site_config::ExchangeRates;
use crate::wallet::PaidIn;

/// A gift that a calendar would have given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The id of the calendar.
    pub calendar: String,
    /// The number of the day, counted from 1; `None` for all of them.
    pub step: Option<i64>,
    /// Who would have got it.
    pub player: PlayerId,
    /// The wallet.
    pub currency: Currency,
    /// What it is worth; `None` when that is not known.
    pub euro_cents: Option<i64>,
}

/// What the calendars would have given for `deposits`, which are in the order of their times and lie within `span` (UTC
/// milliseconds). Currencies without an amount of their own are converted at the rates of now.
pub fn given_by(app: &App, definitions: &[Definition], deposits: &[PaidIn], span: (i64, i64)) -> Vec<Given> {
    let adventures = laid_out(definitions, span);
    let rates = app.site_config.rates.now();
    let completed = completed(&adventures, deposits, &rates);
    let given = completed.into_iter().filter_map(|done| {
        let adventure = adventures.get(done.adventure)?;
        Some(Given {
            calendar: adventure.slug.clone(),
            step: (done.step <= adventure.days_count).then_some(done.step),
            player: done.player,
            currency: done.currency,
            euro_cents: done.reward.prize.euro_worth(app, done.currency),
        })
    });
    given.collect()
}

/// A day that would have been completed, or all of them.
struct Completed<'a> {
    adventure: usize,
    step: i64,
    player: PlayerId,
    currency: Currency,
    reward: &'a Reward,
}

/// Every time of the definitions, numbered by its place.
fn laid_out(definitions: &[Definition], span: (i64, i64)) -> Vec<Adventure> {
    let times = definitions.iter().flat_map(|definition| {
        definition.first_days_within(span).into_iter().map(move |first_day| (definition, first_day))
    });
    let laid = (0..).zip(times).map(|(id, (definition, first_day))| Adventure {
        id,
        slug: definition.id.clone(),
        terms: definition.terms.clone(),
        first_day,
        days_count: definition.days_count(),
        utc_offset_minutes: definition.utc_offset_minutes,
    });
    laid.collect()
}

fn completed<'a>(
    adventures: &'a [Adventure],
    deposits: &[PaidIn],
    rates: &ExchangeRates,
) -> Vec<Completed<'a>> {
    let mut sums: BTreeMap<(PlayerId, i64, i64, Currency), i64> = BTreeMap::new();
    let mut days: BTreeMap<(PlayerId, i64), BTreeSet<i64>> = BTreeMap::new();
    let mut completed = Vec::new();
    for PaidIn { player, currency, amount, at } in deposits.iter().copied() {
        let Some(adventure) = running_at(adventures, at) else { continue };
        let step = adventure.step_at(at);
        let sum = sums.entry((player, adventure.id, step, currency)).or_default();
        *sum = sum.saturating_add(amount);
        let Some(day) = adventure.terms.day(step) else { continue };
        let is_enough = day.asked(currency, rates).is_some_and(|asked| *sum >= asked);
        let own = days.entry((player, adventure.id)).or_default();
        if !is_enough || !own.insert(step) {
            continue;
        }
        let place = usize::try_from(adventure.id).unwrap_or(usize::MAX);
        let done = |step, reward| Completed { adventure: place, step, player, currency, reward };
        completed.push(done(step, &day.reward));
        let is_all = i64::try_from(own.len()) == Ok(adventure.days_count);
        if let Some(superb) = adventure.terms.superb.as_ref().filter(|_| is_all) {
            completed.push(done(adventure.superb_step(), superb));
        }
    }
    completed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adventure::definition::tests::trail;
    use crate::platform::calendar::DAY_MS;

    const EUR: Currency = Currency::EUR;

    fn no_rates() -> ExchangeRates {
        toml::from_str("updated_at = ''\n[rates]").unwrap()
    }

    /// Steps that deposits of a player complete: each is the hour of the span, and the amount.
    fn steps(text_of: &str, days: i64, deposits: &[(i64, i64)]) -> Vec<i64> {
        let definitions = trail(text_of);
        let adventures = laid_out(&definitions, (100 * DAY_MS, (100 + days) * DAY_MS));
        let deposits: Vec<PaidIn> = deposits
            .iter()
            .map(|(hour, amount)| PaidIn {
                player: 1,
                currency: EUR,
                amount: *amount,
                at: 100 * DAY_MS + hour * DAY_MS / 24,
            })
            .collect();
        completed(&adventures, &deposits, &no_rates()).iter().map(|done| done.step).collect()
    }

    #[test]
    fn deposits_of_a_day_add_up_and_all_days_bring_the_further_gift() {
        // The trail has two days, of 20 and 50 euros, and midnight of its clock is at 23:00 UTC.
        type Deposits = [(i64, i64)];
        let once = "";
        #[rustfmt::skip]
        let cases: &[(&Deposits, &[i64])] = &[
            (&[(48, 1_999)],                          &[]),
            (&[(48, 1_000), (49, 1_000), (50, 9_000)], &[1]),
            (&[(46, 1_000), (47, 1_000)],             &[]),
            (&[(48, 2_000), (72, 5_000)],             &[1, 2, 3]),
            (&[(72, 5_000)],                          &[2]),
            // Before it begins, and after its end.
            (&[(1, 9_000), (95, 9_000)],              &[]),
        ];
        for (deposits, expected) in cases {
            assert_eq!(steps(once, 4, deposits), *expected, "{deposits:?}");
        }
    }

    #[test]
    fn of_a_calendar_longer_than_the_span_the_first_days_count() {
        assert_eq!(
            steps("", 1, &[(2, 5_000)]),
            [] as [i64; 0],
            "no whole day of its clock lies in one of UTC"
        );
        assert_eq!(steps("", 2, &[(24, 5_000)]), [1]);
    }

    #[test]
    fn one_that_comes_again_is_there_each_time() {
        let every = "every_days = 2";
        let deposits: Vec<(i64, i64)> = (0..6).map(|day| (day * 24 + 12, 5_000)).collect();
        let found = steps(every, 7, &deposits);
        assert_eq!(found.iter().filter(|step| **step == 3).count(), 3, "{found:?}");
    }
}
