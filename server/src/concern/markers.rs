//! Which markers of harm the payments and the play of 28 days show, with the numbers behind each.

use std::collections::{BTreeMap, BTreeSet};

use croupier_money::Currency;
use serde::{Deserialize, Serialize};

use super::local_time::HOUR_MS;
use crate::platform::calendar::DAY_MS;
use crate::site_config::ExchangeRates;
use crate::wallet;

/// How many days are looked at.
pub(super) const DAYS: i64 = 28;

/// Deposits soon after losses from which on a player chases them.
const CHASED_MIN: i64 = 5;

/// Nights with play from which on there are many.
const NIGHTS_MIN: i64 = 8;

/// The hours of the night begin at midnight and end before this one.
const NIGHT_ENDS: i64 = 5;

/// What deposits of the last week have to come to, in euro cents, before their rise tells anything.
const RISING_MIN: i64 = 10_000;

/// By how much deposits rise from week to week, in percent of the week before.
const RISING_PERCENT: i64 = 125;

/// Cashouts that were taken back from which on there are many.
const REVERSED_MIN: i64 = 3;

/// Hours with play in a row that make a session long.
const LONG_HOURS: i64 = 6;

/// Long sessions from which on there are many.
const LONG_MIN: i64 = 2;

/// A sign that gambling may do harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Marker {
    /// Pays in soon after losses, again and again.
    ChasesLosses,
    /// Plays in many nights.
    PlaysAtNight,
    /// Pays in more from week to week.
    DepositsRise,
    /// Takes cashouts back.
    ReversesCashouts,
    /// Plays for many hours without a break.
    LongSessions,
}

impl Marker {
    /// Every marker.
    pub const ALL: [Self; 5] = [
        Self::ChasesLosses,
        Self::PlaysAtNight,
        Self::DepositsRise,
        Self::ReversesCashouts,
        Self::LongSessions,
    ];

    /// The name in facts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ChasesLosses => "chases_losses",
            Self::PlaysAtNight => "plays_at_night",
            Self::DepositsRise => "deposits_rise",
            Self::ReversesCashouts => "reverses_cashouts",
            Self::LongSessions => "long_sessions",
        }
    }

    /// Its bit in rows.
    const fn bit(self) -> i64 {
        match self {
            Self::ChasesLosses => 1,
            Self::PlaysAtNight => 2,
            Self::DepositsRise => 4,
            Self::ReversesCashouts => 8,
            Self::LongSessions => 16,
        }
    }

    /// The bits of `markers`, as a row keeps them.
    pub(super) fn bits(markers: &[Self]) -> i64 {
        markers.iter().fold(0, |bits, marker| bits | marker.bit())
    }

    /// The markers of a row's bits.
    pub(super) fn of_bits(bits: i64) -> Vec<Self> {
        Self::ALL.into_iter().filter(|marker| bits & marker.bit() != 0).collect()
    }
}

/// The numbers behind the markers of 28 days.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Deposits.
    pub deposits: i64,
    /// Those that came soon after losses.
    pub deposits_after_losses: i64,
    /// Nights with play, where the player lives.
    pub nights: i64,
    /// Days with play.
    pub days: i64,
    /// What was paid in in each of the last four weeks, the newest last, in euro cents.
    pub weeks_euro_cents: [i64; 4],
    /// Cashouts that were taken back.
    pub reversed_cashouts: i64,
    /// Sessions of many hours.
    pub long_sessions: i64,
    /// The longest session, in hours with play in a row.
    pub longest_session_hours: i64,
}

impl Figures {
    /// What they show.
    pub fn markers(&self) -> Vec<Marker> {
        let rises = |before: i64, after: i64| {
            before > 0 && i128::from(after) * 100 >= i128::from(before) * i128::from(RISING_PERCENT)
        };
        let [_, second, third, last] = self.weeks_euro_cents;
        let found = [
            (
                Marker::ChasesLosses,
                self.deposits_after_losses >= CHASED_MIN && self.deposits_after_losses * 2 >= self.deposits,
            ),
            (Marker::PlaysAtNight, self.nights >= NIGHTS_MIN),
            (Marker::DepositsRise, last >= RISING_MIN && rises(second, third) && rises(third, last)),
            (Marker::ReversesCashouts, self.reversed_cashouts >= REVERSED_MIN),
            (Marker::LongSessions, self.long_sessions >= LONG_MIN),
        ];
        found.into_iter().filter(|(_, is_there)| *is_there).map(|(marker, _)| marker).collect()
    }
}

/// What a player did in an hour with one currency, in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hour {
    pub(super) staked: i64,
    pub(super) won: i64,
    /// What was paid in.
    pub(super) paid_in: i64,
    /// How many payments that was; 0 of money that came without one.
    pub(super) deposits: i64,
}

impl Hour {
    const fn lost(self) -> i64 {
        self.staked.saturating_sub(self.won)
    }

    /// How many deposits it has.
    const fn count(self) -> i64 {
        if self.deposits == 0 && self.paid_in > 0 { 1 } else { self.deposits }
    }

    /// How many of its deposits came soon after losses: all of them when the hour before lost at least half as much, and those
    /// after the first when this hour did.
    fn after_losses(self, before: Self) -> i64 {
        let is_half = |lost: i64| lost > 0 && i128::from(lost) * 2 >= i128::from(self.paid_in);
        if self.count() == 0 {
            0
        } else if is_half(before.lost()) {
            self.count()
        } else if is_half(self.lost()) {
            self.count() - 1
        } else {
            0
        }
    }
}

/// What is known of a player's 28 days.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    /// By currency and the hour's beginning, UTC milliseconds.
    pub(super) hours: BTreeMap<(String, i64), Hour>,
    /// Cashouts that were taken back.
    pub(super) reversed: i64,
    /// How far the player's clock is ahead of UTC, in milliseconds.
    pub(super) ahead: i64,
}

impl Seen {
    /// The numbers of the days that end at `until` (UTC milliseconds).
    pub(super) fn figures(&self, rates: &ExchangeRates, until: i64) -> Figures {
        let mut figures = Figures { reversed_cashouts: self.reversed, ..Figures::default() };
        let (mut nights, mut days, mut played) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for ((currency, at), hour) in &self.hours {
            let before = self.hours.get(&(currency.clone(), at - HOUR_MS)).copied().unwrap_or_default();
            figures.deposits += hour.count();
            figures.deposits_after_losses += hour.after_losses(before);
            let week = usize::try_from((until - 1 - at).div_euclid(7 * DAY_MS)).unwrap_or(usize::MAX);
            if let Some(sum) =
                3_usize.checked_sub(week).and_then(|week| figures.weeks_euro_cents.get_mut(week))
            {
                *sum = sum.saturating_add(in_euros(rates, hour.paid_in, currency));
            }
            if hour.staked > 0 {
                let local = at + self.ahead;
                let day = local.div_euclid(DAY_MS);
                days.insert(day);
                if local.rem_euclid(DAY_MS) < NIGHT_ENDS * HOUR_MS {
                    nights.insert(day);
                }
                played.insert(*at);
            }
        }
        let count = |set: &BTreeSet<i64>| i64::try_from(set.len()).unwrap_or(i64::MAX);
        (figures.nights, figures.days) = (count(&nights), count(&days));
        let sessions = in_a_row(&played);
        figures.longest_session_hours = sessions.iter().copied().max().unwrap_or(0);
        let long = sessions.iter().filter(|hours| **hours >= LONG_HOURS).count();
        figures.long_sessions = i64::try_from(long).unwrap_or(i64::MAX);
        figures
    }
}

fn in_euros(rates: &ExchangeRates, amount: i64, currency: &str) -> i64 {
    let Ok(currency) = currency.parse::<Currency>() else { return 0 };
    wallet::converted(rates, amount, currency, Currency::EUR).unwrap_or(0)
}

/// How many hours follow each other, for each stretch of them.
fn in_a_row(played: &BTreeSet<i64>) -> Vec<i64> {
    let mut stretches: Vec<(i64, i64)> = Vec::new();
    for at in played {
        match stretches.last_mut() {
            Some((last, hours)) if *at - *last == HOUR_MS => (*last, *hours) = (*at, *hours + 1),
            _ => stretches.push((*at, 1)),
        }
    }
    stretches.into_iter().map(|(_, hours)| hours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Someone who pays in the same each week, plays by day, and loses a little.
    fn calm() -> Figures {
        Figures {
            deposits: 10,
            deposits_after_losses: 1,
            nights: 2,
            days: 12,
            weeks_euro_cents: [20_000; 4],
            reversed_cashouts: 1,
            long_sessions: 1,
            longest_session_hours: 6,
        }
    }

    #[test]
    fn each_marker_has_its_bound() {
        use Marker::{ChasesLosses, DepositsRise, LongSessions, PlaysAtNight, ReversesCashouts};
        #[rustfmt::skip]
        let cases = [
            (calm(),                                                                    vec![]),
            (Figures { deposits_after_losses: 5, ..calm() },                            vec![ChasesLosses]),
            (Figures { deposits_after_losses: 4, deposits: 4, ..calm() },               vec![]),
            (Figures { deposits_after_losses: 5, deposits: 11, ..calm() },              vec![]),
            (Figures { nights: 7, ..calm() },                                           vec![]),
            (Figures { nights: 8, ..calm() },                                           vec![PlaysAtNight]),
            (Figures { weeks_euro_cents: [0, 8_000, 10_000, 12_500], ..calm() },        vec![DepositsRise]),
            (Figures { weeks_euro_cents: [0, 8_000, 10_000, 12_499], ..calm() },        vec![]),
            (Figures { weeks_euro_cents: [0, 6_000, 7_999, 9_999], ..calm() },          vec![]),
            (Figures { weeks_euro_cents: [0, 0, 10_000, 20_000], ..calm() },            vec![]),
            (Figures { reversed_cashouts: 3, ..calm() },                                vec![ReversesCashouts]),
            (Figures { long_sessions: 2, ..calm() },                                    vec![LongSessions]),
        ];
        for (figures, markers) in cases {
            assert_eq!(figures.markers(), markers, "{figures:?}");
            assert_eq!(Marker::of_bits(Marker::bits(&markers)), markers);
        }
    }

    #[test]
    fn deposits_come_after_losses_of_the_hour_before_or_of_their_own() {
        let hour = |lost, paid_in, deposits| Hour { staked: lost, won: 0, paid_in, deposits };
        for (before, own, after) in [
            (hour(0, 0, 0), hour(0, 1_000, 1), 0),
            (hour(500, 0, 0), hour(0, 1_000, 1), 1),
            (hour(499, 0, 0), hour(0, 1_000, 1), 0),
            (hour(0, 0, 0), hour(500, 1_000, 1), 0),
            (hour(0, 0, 0), hour(500, 1_000, 3), 2),
            (hour(500, 0, 0), hour(0, 0, 0), 0),
            (hour(500, 0, 0), hour(0, 1_000, 0), 1),
        ] {
            assert_eq!(own.after_losses(before), after, "{before:?} {own:?}");
        }
    }

    #[test]
    fn stretches_of_hours_end_where_one_is_missing() {
        let hours = |all: &[i64]| all.iter().map(|hour| hour * HOUR_MS).collect();
        assert_eq!(in_a_row(&hours(&[1, 2, 3, 5, 8, 9])), [3, 1, 2]);
        assert_eq!(in_a_row(&hours(&[])), [0_i64; 0]);
    }
}
