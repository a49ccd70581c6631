//! Limits that a player has set on money: how much may be staked, lost or paid in within a day, a week or a month.
//!
//! Windows are anchored at the instant the limit was set and follow each other without a gap: day 24 hours,
//! week 7 days, month a calendar month (set on the 31st, a window ends on the last day of a shorter month, and
//! on the 31st again where there is one). A window is left when a command comes that was asked at or after
//! its end, and never re-entered: a clock that jumps back opens no new window.
//!
//! Only real money counts. What belongs to a window is decided by the order of the log and not by the clock:
//! it is what was committed since the window's first command, so that a limit can be counted again from the
//! log to the subunit.
//!
//! A bet that would pass a limit is refused. A deposit is never refused here, because its money has arrived: the
//! cashbox refuses deposits before they begin, under the lock of the lane, and the window counts what arrives.

use crate::civil;
use crate::{Action, Lsn, WalletId};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What a limit counts; each in real money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitKind {
    /// Bets, less those rolled back.
    Wager,
    /// Bets less wins, and less what of either was rolled back.
    Loss,
    /// Deposits that have arrived.
    Deposit,
}

impl LimitKind {
    /// All three kinds.
    pub const ALL: [Self; 3] = [Self::Wager, Self::Loss, Self::Deposit];

    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        match self {
            Self::Wager => 1,
            Self::Loss => 2,
            Self::Deposit => 3,
        }
    }

    /// Its name in the log and in calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wager => "wager",
            Self::Loss => "loss",
            Self::Deposit => "deposit",
        }
    }

    /// Whether `action` belongs to what it counts, and moves its windows on.
    pub const fn counts(self, action: &Action) -> bool {
        match self {
            Self::Wager | Self::Loss => action.plays(),
            Self::Deposit => matches!(action, Action::Deposit { .. }),
        }
    }

    /// The kind stored as `code`.
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// How long the windows of a limit are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitPeriod {
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// A calendar month.
    Month,
}

impl LimitPeriod {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => 2,
            Self::Month => 3,
        }
    }

    /// Its name in the log and in calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// The period stored as `code`.
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.code() == code)
    }

    /// When the window ends that contains `at`, of windows anchored at `anchor`; both in UTC milliseconds. An
    /// instant before the anchor belongs to the first window.
    pub fn end_of_window(self, anchor: i64, at: i64) -> i64 {
        let at = at.max(anchor);
        match self {
            Self::Day => next_multiple(anchor, at, DAY_MS),
            Self::Week => next_multiple(anchor, at, 7 * DAY_MS),
            Self::Month => {
                let (year, month, _) = civil::of_days(at.div_euclid(DAY_MS));
                let (first_year, first_month, _) = civil::of_days(anchor.div_euclid(DAY_MS));
                let months = (year - first_year) * 12 + month - first_month;
                // The anchor's day in the month of `at`, when that is still to come, or else in the next.
                let end = civil::months_after(anchor, months);
                if end > at { end } else { civil::months_after(anchor, months + 1) }
            }
        }
    }
}

fn next_multiple(anchor: i64, at: i64, length: i64) -> i64 {
    let windows = at.saturating_sub(anchor) / length + 1;
    anchor.saturating_add(windows.saturating_mul(length))
}

/// A limit as stored; a wallet has at most one of each kind and period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BetLimit {
    /// The wallet.
    pub wallet: WalletId,
    /// What it counts.
    pub kind: LimitKind,
    /// How long its windows are.
    pub period: LimitPeriod,
    /// The most within a window, in subunits.
    pub cap: i64,
    /// What the window has counted so far; below zero when a loss limit has counted more wins than bets.
    pub net: i64,
    /// When the limit was set, UTC milliseconds.
    pub anchor: i64,
    /// When the window ends, UTC milliseconds.
    pub until: i64,
    /// The first place in the log that belongs to the window.
    pub since: Lsn,
}

impl BetLimit {
    /// A limit set at `anchor` (UTC milliseconds), counting what is committed from the place `since` on.
    pub fn new(
        wallet: WalletId,
        (kind, period): (LimitKind, LimitPeriod),
        cap: i64,
        anchor: i64,
        since: Lsn,
    ) -> Self {
        let until = period.end_of_window(anchor, anchor);
        Self { wallet, kind, period, cap, net: 0, anchor, until, since }
    }

    /// The current value: a net loss is reported from zero on, so a winning player is never blocked.
    pub fn used(&self) -> i64 {
        self.net.max(0)
    }

    /// What may still be staked or paid in: after it the current value is the cap.
    pub fn left(&self) -> i64 {
        self.cap.saturating_sub(self.net).max(0)
    }

    /// Whether the window leaves nothing.
    pub fn is_reached(&self) -> bool {
        self.left() == 0
    }

    /// The limit as it stands at `at` (UTC milliseconds): a window that has ended counts nothing any more.
    #[must_use]
    pub fn at(mut self, at: i64) -> Self {
        let since = self.since;
        self.roll(at, since);
        self
    }

    /// Whether `earlier` says that this same window was reached before.
    pub(crate) fn was_reached(&self, earlier: &Self) -> bool {
        (earlier.kind, earlier.period, earlier.until) == (self.kind, self.period, self.until)
            && earlier.is_reached()
    }

    /// Moves on to the window of `at`, when that is a later one; it begins with the place `op` of the log.
    pub(crate) fn roll(&mut self, at: i64, op: Lsn) {
        if at >= self.until {
            self.until = self.period.end_of_window(self.anchor, at);
            self.net = 0;
            self.since = op;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Midnight of a day, and some hours.
    fn instant(year: i64, month: i64, day: i64, hours: i64) -> i64 {
        civil::to_days(year, month, day) * DAY_MS + hours * 3_600_000
    }

    #[test]
    fn windows_follow_each_other_from_the_anchor() {
        let anchor = instant(2026, 1, 31, 10);
        let cases = [
            (LimitPeriod::Day, anchor, instant(2026, 2, 1, 10)),
            (LimitPeriod::Day, instant(2026, 2, 1, 10), instant(2026, 2, 2, 10)),
            (LimitPeriod::Day, instant(2026, 2, 1, 10) - 1, instant(2026, 2, 1, 10)),
            (LimitPeriod::Day, anchor - 1, instant(2026, 2, 1, 10)),
            (LimitPeriod::Week, instant(2026, 2, 6, 0), instant(2026, 2, 7, 10)),
            (LimitPeriod::Week, instant(2026, 2, 7, 10), instant(2026, 2, 14, 10)),
            (LimitPeriod::Month, anchor, instant(2026, 2, 28, 10)),
            (LimitPeriod::Month, instant(2026, 2, 28, 9), instant(2026, 2, 28, 10)),
            (LimitPeriod::Month, instant(2026, 2, 28, 10), instant(2026, 3, 31, 10)),
            (LimitPeriod::Month, instant(2026, 3, 31, 10), instant(2026, 4, 30, 10)),
            (LimitPeriod::Month, instant(2028, 2, 1, 0), instant(2028, 2, 29, 10)),
            (LimitPeriod::Month, instant(2026, 12, 31, 10), instant(2027, 1, 31, 10)),
        ];
        for (period, at, end) in cases {
            assert_eq!(period.end_of_window(anchor, at), end, "{period:?} at {at}");
        }
    }

    #[test]
    fn a_window_is_left_once_and_never_re_entered() {
        let anchor = instant(2026, 1, 1, 0);
        let mut limit = BetLimit::new(1, (LimitKind::Wager, LimitPeriod::Day), 100, anchor, Lsn(1));
        limit.net = 70;
        limit.roll(anchor + DAY_MS - 1, Lsn(5));
        assert_eq!((limit.net, limit.left(), limit.since), (70, 30, Lsn(1)));
        limit.roll(anchor + DAY_MS, Lsn(6));
        assert_eq!((limit.net, limit.until, limit.since), (0, anchor + 2 * DAY_MS, Lsn(6)));
        limit.net = 90;
        limit.roll(anchor, Lsn(7));
        assert_eq!((limit.net, limit.until, limit.since), (90, anchor + 2 * DAY_MS, Lsn(6)));
    }

    #[test]
    fn a_winner_has_used_nothing_and_may_lose_the_win_again() {
        let mut limit = BetLimit::new(1, (LimitKind::Loss, LimitPeriod::Day), 100, 0, Lsn(1));
        limit.net = -250;
        assert_eq!((limit.used(), limit.left()), (0, 350));
    }
}
