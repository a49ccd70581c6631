//! The page of a crash game.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::Figures;
use super::as_float;
use super::figures::{decimal, least_target, percent, target_chance, target_return};
use super::sheet::{Page, write_head};
use crate::crash::{Crash, DOUBLING_MS, ONE, TARGET_MIN, elapsed_at};

/// Targets that the page shows, in hundredths.
const SHOWN: [i64; 13] = [101, 110, 120, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000];

pub(super) fn write_crash(page: &mut Page, crash: &Crash, figures: &Figures) {
    let rules = crash.definition();
    let cap = rules.max_multiplier;
    write_head(page, &rules.title, figures);
    page.line(&format!(
        "The multiplier rises from 1.00 and doubles every {DOUBLING_MS} ms. A number h below 2^52 is drawn; the point is"
    ));
    page.line(&format!(
        "{} × 2^52 / (2^52 - h) hundredths, rounded down, at least 1.00 and at most {}.",
        rules.return_percent,
        times(cap)
    ));
    page.line(&format!(
        "So a target of x hundredths is reached by ⌊{} × 2^52 / x⌋ of the 2^52 numbers, and returns {} % of its stake, less",
        rules.return_percent, rules.return_percent
    ));
    page.line("what the rounding takes. The target that the rounding takes most from is");
    page.line(&format!(
        "{}, which returns `{} / {}`, and so the least of all from {} to {}.",
        times(least_target(crash)),
        figures.rtp_exact.numerator,
        figures.rtp_exact.denominator,
        times(TARGET_MIN),
        times(cap)
    ));
    page.line("");
    let instant = BigRational::one() - target_chance(crash, TARGET_MIN);
    page.line(&format!(
        "At 1.00 a round crashes before anybody can win, which {} % of the rounds do; a bet that is cashed out by hand at",
        percent(&instant, 4)
    ));
    page.line(
        "1.00, in the first moments of a round, returns the rest. A payment is rounded down to a subunit.",
    );
    page.line("");
    page.line("| Target | Reached | Returns | Standard deviation | Reached after |");
    page.line("|---|---|---|---|---|");
    for target in SHOWN.into_iter().filter(|target| *target <= cap) {
        let (chance, returns) = (target_chance(crash, target), target_return(crash, target));
        let pays = BigRational::new(target.into(), ONE.into());
        let variance = &returns * &pays - &returns * &returns;
        let deviation = as_float(&variance).sqrt();
        let seconds = BigRational::new(BigInt::from(elapsed_at(target)), BigInt::from(1_000));
        page.line(&format!(
            "| {} × | {} % | {} % | {deviation:.3} | {} s |",
            times(target),
            percent(&chance, 4),
            percent(&returns, 6),
            decimal(&seconds, 2)
        ));
    }
}

/// Hundredths as a multiple.
fn times(hundredths: i64) -> String {
    decimal(&BigRational::new(hundredths.into(), ONE.into()), 2)
}
