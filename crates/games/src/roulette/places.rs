//! How much may lie on a place of the table.
//!
//! The limits are made of those of the table, so they hold in any currency and no definition names them. A straight bet
//! returns 36 times its amount and may take a fiftieth of what the table takes; inside bets on more pockets return less and
//! take as much more, so no place inside can return more than another. Outside bets return little: columns and dozens take
//! half of the table, even chances all of it. Their lowest bet is five times that of an inside bet.

use super::{BetKind, StakeLimits};

/// The most on a place is stated as this part of the most on the table.
const PARTS: i64 = 50;

impl BetKind {
    /// The lowest bet on a place of this kind, and the most that may lie on it, in subunits, at a table with the limits
    /// `table`.
    pub fn place_limits(self, table: StakeLimits) -> StakeLimits {
        let StakeLimits { min_cents, max_cents } = table;
        let (lowest, parts) = self.share();
        // Divided first: the product of a limit and a part may not fit.
        let whole = max_cents / PARTS * parts + max_cents % PARTS * parts / PARTS;
        StakeLimits { min_cents: min_cents.saturating_mul(lowest), max_cents: whole }
    }

    /// How many times the table's lowest bet is the lowest here, and how many [`PARTS`] of the table's most may lie here.
    fn share(self) -> (i64, i64) {
        match self {
            Self::Straight | Self::Picks => (1, 1),
            Self::Split => (1, 2),
            Self::Street => (1, 3),
            Self::Corner => (1, 4),
            Self::SixLine => (1, 6),
            Self::Column | Self::Dozen => (5, PARTS / 2),
            Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High => (5, PARTS),
        }
    }
}

/// What lies on the places of a table, by the pockets they cover: no two kinds of bets cover the same ones.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<(Vec<u8>, i64)>);

impl Places {
    /// Puts an amount on the place that covers these pockets, in rising order, and answers what lies on it now.
    pub(super) fn put(&mut self, covered: Vec<u8>, amount_cents: i64) -> i64 {
        if let Some((_, sum_cents)) = self.0.iter_mut().find(|(known, _)| *known == covered) {
            *sum_cents = sum_cents.saturating_add(amount_cents);
            return *sum_cents;
        }
        self.0.push((covered, amount_cents));
        amount_cents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_cover_the_same_pockets() {
        let mut sets: Vec<Vec<u8>> = BetKind::ALL.into_iter().flat_map(BetKind::legal_sets).collect();
        let count = sets.len();
        sets.sort_unstable();
        sets.dedup();
        assert_eq!(sets.len(), count);
    }

    #[test]
    fn no_place_takes_more_than_its_table_or_overflows() {
        for max_cents in [0, 1, 49, 50, 999, 500_000, i64::MAX] {
            let table = StakeLimits { min_cents: 10, max_cents };
            for kind in BetKind::ALL {
                let limits = kind.place_limits(table);
                assert!((0..=max_cents).contains(&limits.max_cents), "{kind:?} {max_cents}");
            }
            assert_eq!(BetKind::Odd.place_limits(table).max_cents, max_cents);
        }
    }

    #[test]
    fn inside_places_can_return_the_same() {
        let table = StakeLimits { min_cents: 10, max_cents: 500_000 };
        for kind in [BetKind::Straight, BetKind::Split, BetKind::Street, BetKind::Corner, BetKind::SixLine] {
            let pockets = i64::try_from(kind.legal_sets()[0].len()).unwrap();
            assert_eq!(kind.place_limits(table).max_cents * 36 / pockets, 360_000, "{kind:?}");
        }
    }
}
