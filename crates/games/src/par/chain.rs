//! A spin whose whole window leaves after a win and is drawn anew.
//!
//! The windows of such a spin are independent of each other: what one holds depends on its rung alone. So the spin is
//! a walk from rung to rung that goes on with the chance of a win, and its mean, its hit rate and the marks it ends
//! with are exact sums over the rung it ends on. A window that wins passes nothing on but that it has won.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::spin::SpinCount;
use super::{as_float, one};

/// One window counted, in units before the multiplier of its rung; lists are by mark.
#[derive(Debug, Clone)]
pub(super) struct WindowCount {
    /// Probability of the mark in any window.
    pub(super) all: Vec<BigRational>,
    /// Probability of the mark in a window that wins nothing.
    pub(super) missed: Vec<BigRational>,
    /// Probability of the mark times the mean pay then.
    pub(super) win_at: Vec<BigRational>,
    /// Mean square of the pay.
    pub(super) square: f64,
    /// The greatest pay with the mark.
    pub(super) max_at: Vec<i64>,
}

/// A rung: its window, and what its wins are multiplied by.
#[derive(Debug)]
pub(super) struct Rung<'a> {
    pub(super) window: &'a WindowCount,
    pub(super) multiplier: i64,
}

/// What a spin comes to that begins on the first rung and ends on the last at the latest. `mark` tells the mark of a
/// spin by the rung it ends on, counted from 0, and the mark of its last window.
pub(super) fn count(rungs: &[Rung<'_>], marks: usize, mark: impl Fn(usize, usize) -> usize) -> SpinCount {
    let mut spin = SpinCount {
        probability: vec![BigRational::zero(); marks],
        win: BigRational::zero(),
        hit: BigRational::zero(),
        win_at: vec![0.0; marks],
        win_square: square(rungs),
        max_at: vec![0; marks],
    };
    let last = rungs.len() - 1;
    // The chance of getting so far, the mean of what was won on the way times that chance, and the most of it.
    let (mut reached, mut won, mut most) = (one(), BigRational::zero(), 0_i64);
    for (at, Rung { window, multiplier }) in rungs.iter().enumerate() {
        let factor = BigRational::from_integer(BigInt::from(*multiplier));
        let mean: BigRational = window.win_at.iter().sum::<BigRational>() * &factor;
        let misses: BigRational = window.missed.iter().sum();
        spin.win += &reached * &mean;
        if at == 0 {
            spin.hit = one() - &misses;
        }
        for of in 0..window.all.len() {
            let (ends, pays) = if at == last {
                (&window.all[of], &window.win_at[of] * &factor)
            } else {
                (&window.missed[of], BigRational::zero())
            };
            if !ends.is_positive() {
                continue;
            }
            let to = mark(at, of);
            spin.probability[to] += &reached * ends;
            spin.win_at[to] += as_float(&(&won * ends + &reached * pays));
            let here = if at == last { window.max_at[of].saturating_mul(*multiplier) } else { 0 };
            spin.max_at[to] = spin.max_at[to].max(most.saturating_add(here));
        }
        let goes_on = one() - misses;
        won = won * &goes_on + &reached * mean;
        reached *= goes_on;
        most = most.saturating_add(best(window).saturating_mul(*multiplier));
    }
    spin
}

/// Mean square of what the rungs pay together, from the last back to the first.
fn square(rungs: &[Rung<'_>]) -> f64 {
    let mut rest = (0.0, 0.0);
    for Rung { window, multiplier } in rungs.iter().rev() {
        let factor = as_float(&BigRational::from_integer(BigInt::from(*multiplier)));
        let mean = factor * as_float(&window.win_at.iter().sum());
        let goes_on = 1.0 - as_float(&window.missed.iter().sum());
        let square = factor * factor * window.square + 2.0 * mean * rest.0 + goes_on * rest.1;
        rest = (mean + goes_on * rest.0, square);
    }
    rest.1
}

fn best(window: &WindowCount) -> i64 {
    window.max_at.iter().copied().max().unwrap_or(0)
}
