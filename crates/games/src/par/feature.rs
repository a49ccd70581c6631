//! Free spins: their number, their spread and the most they can pay.
//!
//! The feature is a walk over (spins left, spins awarded so far). Every spin of it is drawn in the
//! same way whatever came before, so the mean number of spins follows from the award probabilities
//! alone, and the mean pay is that number times the mean pay of one spin.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::Signed;

use super::after::After;
use super::spin::SpinCount;
use super::{as_float, one};
use crate::slots::Rules;

/// The free spins of a game, or none.
pub(super) struct Feature<'a> {
    rules: &'a Rules,
    spin: Option<SpinCount>,
    total_max: u32,
}

/// Spins left and spins awarded so far.
type Place = (u32, u32);

impl<'a> Feature<'a> {
    pub(super) fn new(rules: &'a Rules, spin: Option<SpinCount>) -> Self {
        Self { rules, spin, total_max: rules.freespins.as_ref().map_or(0, |rule| rule.max_total) }
    }

    /// What follows a paid spin with so many scatters.
    pub(super) fn after(&self, scatters: usize) -> Option<After> {
        let award = self.award(scatters, 0);
        let spin = self.spin.as_ref().filter(|_| award > 0)?;
        let steps = self.spins((award, award), &mut HashMap::new());
        Some(After {
            win: &steps * &spin.win,
            square: self.rest((award, award), &mut HashMap::new()).1,
            max: self.rest_max((award, award), &mut HashMap::new()),
            steps,
        })
    }

    /// Free spins awarded by so many scatters when `total` were awarded before.
    fn award(&self, scatters: usize, total: u32) -> u32 {
        self.rules.freespins_for(scatters).min(self.total_max - total)
    }

    /// Mean number of free spins still to come.
    fn spins(&self, (left, total): Place, known: &mut HashMap<Place, BigRational>) -> BigRational {
        let (Some(spin), 1..) = (&self.spin, left) else { return BigRational::default() };
        if total == self.total_max {
            return BigRational::from_integer(left.into());
        }
        if let Some(found) = known.get(&(left, total)) {
            return found.clone();
        }
        let mut by_award: HashMap<u32, BigRational> = HashMap::new();
        for (scatters, probability) in spin.probability.iter().enumerate() {
            *by_award.entry(self.award(scatters, total)).or_default() += probability;
        }
        let after: BigRational = by_award
            .into_iter()
            .map(|(award, probability)| probability * self.spins((left - 1 + award, total + award), known))
            .sum();
        let spins = one() + after;
        known.insert((left, total), spins.clone());
        spins
    }

    /// Mean and mean square of what the remaining free spins pay.
    fn rest(&self, place: Place, known: &mut HashMap<Place, (f64, f64)>) -> (f64, f64) {
        let (Some(spin), (left @ 1.., total)) = (&self.spin, place) else { return (0.0, 0.0) };
        if let Some(found) = known.get(&place) {
            return *found;
        }
        let (mut mean, mut square) = (as_float(&spin.win), spin.win_square);
        for (scatters, probability) in spin.probability.iter().enumerate() {
            let award = self.award(scatters, total);
            let (mean_after, square_after) = self.rest((left - 1 + award, total + award), known);
            mean += as_float(probability) * mean_after;
            square += 2.0 * spin.win_at[scatters] * mean_after + as_float(probability) * square_after;
        }
        known.insert(place, (mean, square));
        (mean, square)
    }

    /// The most the remaining free spins can pay, in units.
    fn rest_max(&self, place: Place, known: &mut HashMap<Place, i64>) -> i64 {
        let (Some(spin), (left @ 1.., total)) = (&self.spin, place) else { return 0 };
        if let Some(found) = known.get(&place) {
            return *found;
        }
        let mut most = 0;
        for scatters in (0..spin.probability.len()).filter(|n| spin.probability[*n].is_positive()) {
            let award = self.award(scatters, total);
            let after = self.rest_max((left - 1 + award, total + award), known);
            most = most.max(spin.max_at[scatters].saturating_add(after));
        }
        known.insert(place, most);
        most
    }
}
