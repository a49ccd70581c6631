//! What a round of a game pays, drawn from a seed that is known: for counting what an offer comes to, never for play.

/// Pays are counted in thousandths of the stake.
const UNIT: i64 = 1_000;

/// Steps in which the bell curve of the logarithms of pays is cut, and where it begins and ends, in deviations.
const STEPS: i32 = 96;
const FROM: f64 = -3.5;
const TO: f64 = 6.0;

/// Figures of the sheet of a game, for a stake of 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetFigures {
    /// What comes back in the mean.
    pub rtp: f64,
    /// How many rounds of 1 pay anything.
    pub hit_rate: f64,
    /// The standard deviation of a round's pay.
    pub deviation: f64,
    /// The most that a round pays.
    pub most: f64,
}

/// What a round pays, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    /// The upper edges of the shares of all draws, rising.
    edges: Vec<u64>,
    /// What each pays, in thousandths of the stake.
    pays: Vec<i64>,
}

/// Draws of a sequence that is the same for the same seed (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        let high = (u128::from(self.next()) * u128::from(bound)) >> 64;
        u64::try_from(high).unwrap_or_default()
    }
}

impl Spread {
    /// Of pays with their chances, which come to 1; what is missing pays nothing.
    pub fn of(points: &[(f64, f64)]) -> Self {
        let (mut edges, mut pays, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for (chance, pay) in points {
            sum += chance;
            edges.push(edge(sum));
            pays.push(thousandths(*pay));
        }
        edges.push(u64::MAX);
        pays.push(0);
        Self { edges, pays }
    }

    /// With the return, hit rate and deviation of a sheet. What wins pay between nothing and the most is taken to lie on a
    /// logarithmic bell curve, as pays of slots nearly do: a sheet tells its width and not its shape. `None` of figures that no
    /// game has.
    pub fn fitted(figures: &SheetFigures) -> Option<Self> {
        let SheetFigures { rtp, hit_rate, deviation, most } = *figures;
        let is_game = rtp > 0.0 && hit_rate > 0.0 && hit_rate <= 1.0 && deviation >= 0.0 && most >= rtp;
        if !is_game {
            return None;
        }
        let (mean, square) = (rtp / hit_rate, (deviation * deviation + rtp * rtp) / hit_rate);
        let width = (square / (mean * mean)).ln().max(0.0).sqrt();
        let step = (TO - FROM) / f64::from(STEPS);
        let middle = |place: i32| FROM + (f64::from(place) + 0.5) * step;
        let weight = |place: i32| (-0.5 * middle(place) * middle(place)).exp();
        let all: f64 = (0..STEPS).map(weight).sum();
        let pay = |place: i32| (mean * (width * middle(place) - 0.5 * width * width).exp()).min(most);
        let paid: f64 = (0..STEPS).map(|place| weight(place) / all * pay(place)).sum();
        let points = (0..STEPS).map(|place| (weight(place) / all * hit_rate, pay(place) * mean / paid));
        Some(Self::of(&points.collect::<Vec<_>>()))
    }

    /// What a round at `stake` pays, in subunits. A part of a subunit is one as often as its size says, so that small stakes
    /// return what large ones do.
    pub(crate) fn pay(&self, stake: i64, draws: &mut Draws) -> i64 {
        let drawn = draws.next();
        let place = self.edges.partition_point(|edge| *edge < drawn);
        let pay = self.pays.get(place).copied().unwrap_or(0);
        if pay == 0 {
            return 0;
        }
        let paid = i128::from(stake) * i128::from(pay);
        let rest = if paid % i128::from(UNIT) == 0 { 0 } else { i128::from(draws.below(1_000)) };
        i64::try_from((paid + rest) / i128::from(UNIT)).unwrap_or(i64::MAX)
    }
}

/// The share `sum` of all draws.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share lies between 0 and 1")]
fn edge(sum: f64) -> u64 {
    (sum.clamp(0.0, 1.0) * 18_446_744_073_709_551_616.0) as u64
}

#[expect(clippy::cast_possible_truncation, reason = "no game pays more than some hundred thousand stakes")]
fn thousandths(pay: f64) -> i64 {
    (pay * 1_000.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean, share of rounds that pay, and deviation of what the table says.
    #[expect(clippy::cast_precision_loss, reason = "shares and pays of a test")]
    fn reported(spread: &Spread) -> (f64, f64, f64) {
        let (mut from, mut mean, mut hits, mut squares) = (0, 0.0, 0.0, 0.0);
        for (edge, pay) in spread.edges.iter().zip(&spread.pays) {
            let (chance, pay) = ((edge - from) as f64 / u64::MAX as f64, *pay as f64 / 1_000.0);
            mean += chance * pay;
            squares += chance * pay * pay;
            hits += if pay > 0.0 { chance } else { 0.0 };
            from = *edge;
        }
        (mean, hits, (squares - mean * mean).sqrt())
    }

    #[test]
    fn a_fitted_game_pays_as_its_sheet_says() {
        for (rtp, hit_rate, deviation, most) in
            [(0.9673, 0.727, 1.377, 387.43), (0.9619, 0.378, 4.094, 2_429.2), (0.9631, 0.199, 7.031, 583.7)]
        {
            let spread = Spread::fitted(&SheetFigures { rtp, hit_rate, deviation, most }).unwrap();
            let (mean, hits, spreads) = reported(&spread);
            assert!((mean - rtp).abs() < 0.001, "{mean} is not {rtp}");
            assert!((hits - hit_rate).abs() < 0.001, "{hits} is not {hit_rate}");
            assert!((spreads / deviation - 1.0).abs() < 0.15, "{spreads} is not {deviation}");
        }
    }

    #[test]
    fn a_draw_follows_the_table() {
        let spread = Spread::of(&[(0.25, 2.0), (0.5, 0.5)]);
        let mut draws = Draws(1);
        let mut counts = [0; 3];
        for _ in 0..40_000 {
            let paid = spread.pay(100, &mut draws);
            let place = [200, 50, 0].iter().position(|pay| *pay == paid);
            counts[place.unwrap()] += 1;
        }
        for (count, expected) in counts.into_iter().zip([10_000_i32, 20_000, 10_000]) {
            assert!((count - expected).abs() < 500, "{counts:?}");
        }
    }

    #[test]
    fn figures_of_no_game_make_none() {
        let good = SheetFigures { rtp: 0.96, hit_rate: 0.3, deviation: 4.0, most: 100.0 };
        for wrong in [
            SheetFigures { rtp: 0.0, ..good },
            SheetFigures { hit_rate: 0.0, ..good },
            SheetFigures { hit_rate: 1.1, ..good },
            SheetFigures { deviation: -1.0, ..good },
            SheetFigures { most: 0.5, ..good },
        ] {
            assert_eq!(Spread::fitted(&wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn small_stakes_return_what_large_ones_do() {
        let spread = Spread::of(&[(0.5, 1.5)]);
        let mut draws = Draws(7);
        let paid: i64 = (0..100_000).map(|_| spread.pay(1, &mut draws)).sum();
        assert!((74_000..76_000).contains(&paid), "{paid}");
    }
}
