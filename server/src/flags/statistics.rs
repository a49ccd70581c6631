//! What numbers of visitors say, and how surely: shares with Wilson's interval, and two shares against each other.

/// The quantile of the normal distribution that leaves 2.5 % on either side.
const Z_95: f64 = 1.959_963_984_540_054;

/// Visitors of whom some have reached the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) reached: u32,
    pub(super) visitors: u32,
}

impl Sample {
    /// The share, and Wilson's score interval of 95 % around it; `None` without visitors.
    pub(super) fn share(self) -> Option<Share> {
        if self.visitors == 0 {
            return None;
        }
        let (n, p) = (f64::from(self.visitors), f64::from(self.reached) / f64::from(self.visitors));
        let z2 = Z_95 * Z_95;
        let middle = p + z2 / (2.0 * n);
        let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let whole = 1.0 + z2 / n;
        let bounded = |value: f64| (value / whole).clamp(0.0, 1.0);
        Some(Share { value: p, low: bounded(middle - half), high: bounded(middle + half) })
    }
}

/// A share from 0 to 1 with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// How likely two samples of the same share lie at least this far apart: the two-proportion z-test, pooled and two-sided. `None`
/// where fewer than five in a cell are expected, because the normal distribution does not hold there.
pub(super) fn two_proportions(a: Sample, b: Sample) -> Option<f64> {
    let (n_a, n_b) = (f64::from(a.visitors), f64::from(b.visitors));
    let pooled = (f64::from(a.reached) + f64::from(b.reached)) / (n_a + n_b);
    let fewest = n_a.min(n_b) * pooled.min(1.0 - pooled);
    // Without visitors this is no number, which no comparison holds for.
    let holds = fewest >= EXPECTED_MIN;
    holds.then(|| two_sided(z_of(a, b, pooled)))
}

/// Visitors that have to be expected in each of the four cells.
const EXPECTED_MIN: f64 = 5.0;

fn z_of(a: Sample, b: Sample, pooled: f64) -> f64 {
    let (n_a, n_b) = (f64::from(a.visitors), f64::from(b.visitors));
    let error = (pooled * (1.0 - pooled) * (1.0 / n_a + 1.0 / n_b)).sqrt();
    (f64::from(a.reached) / n_a - f64::from(b.reached) / n_b) / error
}

/// How much of the normal distribution lies at least `z` away from its middle.
fn two_sided(z: f64) -> f64 {
    (1.0 - erf(z.abs() / std::f64::consts::SQRT_2)).max(0.0)
}

/// The error function from 0 on, by a series of positive terms, which loses nothing to cancellation. Beyond 6 it is 1 to the
/// last digit.
fn erf(x: f64) -> f64 {
    if x > 6.0 {
        return 1.0;
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term > sum * f64::EPSILON {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn sample(reached: u32, visitors: u32) -> Sample {
        Sample { reached, visitors }
    }

    fn is_near(found: f64, published: f64, within: f64) -> bool {
        (found - published).abs() <= within
    }

    #[test]
    fn intervals_are_those_of_newcombe() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
        for (reached, visitors, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = sample(reached, visitors).share().unwrap();
            assert!(is_near(share.low, low, 0.000_05) && is_near(share.high, high, 0.000_05), "{share:?}");
        }
        assert_eq!(sample(0, 0).share(), None);
    }

    #[test]
    fn an_interval_holds_its_share_and_narrows_with_more_visitors() {
        for visitors in [1_u32, 2, 7, 100, 9_999] {
            for reached in [0, visitors / 3, visitors / 2, visitors] {
                let share = sample(reached, visitors).share().unwrap();
                let Share { value, low, high } = share;
                let holds = 0.0 <= low && low <= value + 1e-12 && value <= high + 1e-12 && high <= 1.0;
                assert!(holds, "{reached} of {visitors}: {share:?}");
                let more = sample(reached * 10, visitors * 10).share().unwrap();
                assert!(more.high - more.low < high - low, "{reached} of {visitors}");
            }
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, published) in [
            (0.0, 1.0),
            (0.674_489_750_196_082, 0.5),
            (1.0, 0.317_310_507_862_914),
            (1.644_853_626_951_473, 0.1),
            (Z_95, 0.05),
            (2.575_829_303_548_901, 0.01),
            (3.290_526_731_491_926, 0.001),
            (-2.0, 0.045_500_263_896_358),
        ] {
            assert!(is_near(two_sided(z), published, 1e-12), "{z}: {}", two_sided(z));
        }
        assert!(two_sided(9.0).abs() < 1e-15);
    }

    #[test]
    fn two_shares_are_compared_as_in_the_books() {
        // Aspirin and heart attacks: A. Agresti, Categorical Data Analysis, z² = 25.01. Smokers and a tax: Penn State, STAT 415,
        // lesson 9.4, z = 8.99.
        for (a, b, z) in
            [(sample(104, 11_037), sample(189, 11_034), -5.001), (sample(351, 605), sample(41, 195), 8.986)]
        {
            let pooled = f64::from(a.reached + b.reached) / f64::from(a.visitors + b.visitors);
            assert!(is_near(z_of(a, b, pooled), z, 0.001), "{}", z_of(a, b, pooled));
            assert!(two_proportions(a, b).unwrap() < 0.000_001);
        }
        assert_eq!(two_proportions(sample(50, 500), sample(50, 500)), Some(1.0));
        let (a, b) = (sample(60, 500), sample(41, 500));
        assert_eq!(two_proportions(a, b), two_proportions(b, a), "neither comes first");
    }

    #[test]
    fn few_are_not_compared() {
        for (a, b) in [
            (sample(0, 0), sample(0, 0)),
            (sample(5, 100), sample(0, 0)),
            (sample(0, 100), sample(0, 100)),
            (sample(100, 100), sample(100, 100)),
            (sample(4, 100), sample(5, 100)),
        ] {
            assert_eq!(two_proportions(a, b), None, "{a:?} {b:?}");
        }
        assert!(two_proportions(sample(5, 100), sample(5, 100)).is_some());
    }
}
