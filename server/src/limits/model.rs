//! The types of limits, their periods, and which belong together.

use croupier_ledger::{LimitKind, LimitPeriod, NO_END, StopReason, civil};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::calendar::DAY_MS;

/// What a limit holds its player to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LimitType {
    /// Bets less wins.
    Loss,
    /// Bets.
    Wager,
    /// Deposits, those under way included.
    Deposit,
    /// A pause of play and deposits.
    Coolingoff,
    /// A pause of everything but withdrawals through support.
    Selfexclusion,
    /// Time of play.
    Session,
}

impl LimitType {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Loss, Self::Wager, Self::Deposit, Self::Coolingoff, Self::Selfexclusion, Self::Session];

    /// The name in calls and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Wager => "wager",
            Self::Deposit => "deposit",
            Self::Coolingoff => "coolingoff",
            Self::Selfexclusion => "selfexclusion",
            Self::Session => "session",
        }
    }

    /// The type called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The periods that belong to it.
    pub const fn periods(self) -> &'static [Period] {
        use Period::{Day, Day3, Forever, Month, Month3, Month6, Month9, Month12, Week};
        match self {
            Self::Loss | Self::Wager | Self::Deposit | Self::Session => &[Day, Week, Month],
            Self::Coolingoff => &[Day, Day3, Week, Month],
            Self::Selfexclusion => &[Month3, Month6, Month9, Month12, Forever],
        }
    }

    /// What the ledger counts for it; `None` where it is no amount of money.
    pub const fn counted(self) -> Option<LimitKind> {
        match self {
            Self::Loss => Some(LimitKind::Loss),
            Self::Wager => Some(LimitKind::Wager),
            Self::Deposit => Some(LimitKind::Deposit),
            Self::Coolingoff | Self::Selfexclusion | Self::Session => None,
        }
    }

    /// The reason for which it stops its player; `None` where it has a cap.
    pub const fn stop(self) -> Option<StopReason> {
        match self {
            Self::Coolingoff => Some(StopReason::CoolingOff),
            Self::Selfexclusion => Some(StopReason::Exclusion),
            Self::Loss | Self::Wager | Self::Deposit | Self::Session => None,
        }
    }
}

/// For how long a limit counts, or lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LimitPeriod)]
pub enum Period {
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// A calendar month.
    Month,
    /// 72 hours.
    #[serde(rename = "day_3")]
    Day3,
    /// 3 calendar months.
    #[serde(rename = "month_3")]
    Month3,
    /// 6 calendar months.
    #[serde(rename = "month_6")]
    Month6,
    /// 9 calendar months.
    #[serde(rename = "month_9")]
    Month9,
    /// 12 calendar months.
    #[serde(rename = "month_12")]
    Month12,
    /// Without an end.
    Forever,
}

impl Period {
    /// All nine.
    pub const ALL: [Self; 9] = [
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Day3,
        Self::Month3,
        Self::Month6,
        Self::Month9,
        Self::Month12,
        Self::Forever,
    ];

    /// The name in calls and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Day3 => "day_3",
            Self::Month3 => "month_3",
            Self::Month6 => "month_6",
            Self::Month9 => "month_9",
            Self::Month12 => "month_12",
            Self::Forever => "forever",
        }
    }

    /// The period called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.name() == name)
    }

    /// The period of windows that the ledger knows; `None` for those in which nothing is counted.
    pub const fn window(self) -> Option<LimitPeriod> {
        match self {
            Self::Day => Some(LimitPeriod::Day),
            Self::Week => Some(LimitPeriod::Week),
            Self::Month => Some(LimitPeriod::Month),
            _ => None,
        }
    }

    /// When a pause ends that begins at `from`, both in UTC milliseconds; [`NO_END`] for good. Months are calendar
    /// months: what begins on the 31st ends on the last day of a shorter month.
    pub fn end(self, from: i64) -> i64 {
        match self {
            Self::Day => from + DAY_MS,
            Self::Day3 => from + 3 * DAY_MS,
            Self::Week => from + 7 * DAY_MS,
            Self::Month => civil::months_after(from, 1),
            Self::Month3 => civil::months_after(from, 3),
            Self::Month6 => civil::months_after(from, 6),
            Self::Month9 => civil::months_after(from, 9),
            Self::Month12 => civil::months_after(from, 12),
            Self::Forever => NO_END,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::calendar::{instant, rfc3339};

    #[test]
    fn names_lead_back_to_types_and_periods() {
        for kind in LimitType::ALL {
            assert_eq!(LimitType::from_name(kind.name()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for period in Period::ALL {
            assert_eq!(Period::from_name(period.name()), Some(period));
            assert_eq!(serde_json::to_value(period).unwrap(), period.name());
        }
        assert_eq!((LimitType::from_name("cooling_off"), Period::from_name("year")), (None, None));
    }

    #[test]
    #[rustfmt::skip]
    fn each_type_has_its_periods() {
        let names = |kind: LimitType| kind.periods().iter().map(|p| p.name()).collect::<Vec<_>>().join(" ");
        for (kind, periods) in [
            ("loss",          "day week month"),
            ("wager",         "day week month"),
            ("deposit",       "day week month"),
            ("session",       "day week month"),
            ("coolingoff",    "day day_3 week month"),
            ("selfexclusion", "month_3 month_6 month_9 month_12 forever"),
        ] {
            assert_eq!(names(LimitType::from_name(kind).unwrap()), periods, "{kind}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn a_pause_ends_by_the_calendar() {
        for (from, period, end) in [
            ("2026-01-31T10:00:00Z", Period::Day,     "2026-02-01T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Day3,    "2026-02-03T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Week,    "2026-02-07T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Month,   "2026-02-28T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Month3,  "2026-04-30T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Month6,  "2026-07-31T10:00:00.000Z"),
            ("2026-01-31T10:00:00Z", Period::Month9,  "2026-10-31T10:00:00.000Z"),
            ("2028-02-29T10:00:00Z", Period::Month12, "2029-02-28T10:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(period.end(instant(from).unwrap())), end, "{} from {from}", period.name());
        }
        assert_eq!(Period::Forever.end(0), NO_END);
    }
}
