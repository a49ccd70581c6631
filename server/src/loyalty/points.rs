//! How points are counted: pure, exact to a million millionth of a point.

use crate::site_config::PICO;

/// A round as far as it earns points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointRound {
    /// Real money staked, less what was taken back, in subunits.
    pub(super) stake: i64,
    /// Pico-points a subunit, from the time when the round was opened.
    pub(super) rate_pico: i64,
    /// Whether the round has ended with a result.
    pub(super) settled: bool,
}

impl PointRound {
    /// What it earns, in pico-points.
    pub(super) fn earned(&self) -> i128 {
        if self.settled { i128::from(self.stake) * i128::from(self.rate_pico) } else { 0 }
    }
}

/// What a player has earned for life.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Earned {
    /// Whole points.
    pub(super) points: i64,
    /// Pico-points beyond them, less than a point.
    pub(super) rest_pico: i64,
}

impl Earned {
    /// The sum with `pico` more, or less, pico-points; `None` when it would be below zero or does not fit.
    pub(super) fn plus(self, pico: i128) -> Option<Self> {
        let unit = i128::from(PICO);
        let total = (i128::from(self.points) * unit + i128::from(self.rest_pico)).checked_add(pico)?;
        let points = i64::try_from(total.div_euclid(unit)).ok().filter(|points| *points >= 0)?;
        Some(Self { points, rest_pico: i64::try_from(total.rem_euclid(unit)).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EUR_RATE: i64 = 1_000_000_000;

    #[test]
    fn a_round_earns_when_it_is_settled() {
        #[rustfmt::skip]
        let cases = [
            // stake  settled  points  rest
            (1_000,   true,    1,      0),
            (1_000,   false,   0,      0),
            (999,     true,    0,      999_000_000_000),
            (1,       true,    0,        1_000_000_000),
            (0,       true,    0,      0),
        ];
        for (stake, settled, points, rest_pico) in cases {
            let round = PointRound { stake, rate_pico: EUR_RATE, settled };
            let earned = Earned::default().plus(round.earned());
            assert_eq!(earned, Some(Earned { points, rest_pico }), "{stake} {settled}");
        }
    }

    #[test]
    fn parts_of_a_point_add_up() {
        let earned = [400, 700].into_iter().fold(Earned::default(), |earned, stake| {
            earned.plus(PointRound { stake, rate_pico: EUR_RATE, settled: true }.earned()).unwrap()
        });
        assert_eq!(earned, Earned { points: 1, rest_pico: 100_000_000_000 });
        assert_eq!(Earned::default().plus(-1), None);
        assert_eq!(Earned { points: i64::MAX, rest_pico: 0 }.plus(i128::from(PICO)), None);
    }

    proptest! {
        /// However bets are ordered and taken back, what stays is the sum of what stays, and nothing is lost.
        #[test]
        fn the_order_of_rounds_and_rollbacks_does_not_matter(
            rounds in prop::collection::vec((0..10_000_000_i64, 0..2_000_000_000_i64, any::<bool>()), 0..40),
        ) {
            let earned = |&(stake, rate_pico, _): &(i64, i64, bool)| {
                PointRound { stake, rate_pico, settled: true }.earned()
            };
            let all = rounds.iter().map(earned).try_fold(Earned::default(), Earned::plus).unwrap();
            let taken_back = rounds.iter().filter(|round| round.2);
            let left = taken_back.map(|round| -earned(round)).try_fold(all, Earned::plus).unwrap();
            let direct: i128 = rounds.iter().filter(|round| !round.2).map(earned).sum();
            prop_assert_eq!(Some(left), Earned::default().plus(direct));
            prop_assert!((0..PICO).contains(&left.rest_pico));
            // Whole points that were given step by step are those of the sum.
            let mut given = 0;
            let mut account = Earned::default();
            for round in &rounds {
                let next = account.plus(earned(round)).unwrap();
                given += next.points - account.points;
                account = next;
            }
            prop_assert_eq!(given, all.points);
        }
    }
}
