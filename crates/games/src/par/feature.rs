//! Free spins: their number, their spread and the most they can pay.
//!
//! The feature is a walk over (spins left, spins awarded so far). Every spin of it is drawn in the
//! same way whatever came before, so the mean number of spins follows from the award probabilities
//! alone, and the mean pay is that number times the mean pay of one spin.

use std::collections::HashMap;

use num_rational::BigRational;

use super::{SpinCount, as_float, one};
use crate::slots::Rules;

/// The free spins of a game, or none.
pub(super) struct Feature<'a> {
    rules: &'a Rules,
    spin: Option<&'a SpinCount>,
    total_max: u32,
}

/// Spins left and spins awarded so far.
type Place = (u32, u32);

impl<'a> Feature<'a> {
    pub(super) fn new(rules: &'a Rules, spin: Option<&'a SpinCount>) -> Self {
        Self { rules, spin, total_max: rules.freespins.as_ref().map_or(0, |rule| rule.max_total) }
    }

    /// Free spins awarded by so many scatters when `total` were awarded before.
    pub(super) fn award(&self, scatters: usize, total: u32) -> u32 {
        self.rules.freespins_for(scatters).min(self.total_max - total)
    }

    /// Mean number of free spins of a round.
    pub(super) fn spins_after(&self, paid: &SpinCount) -> BigRational {
        let mut known = HashMap::new();
        let awards = paid.probability.iter().enumerate();
        awards
            .map(|(scatters, probability)| {
                let award = self.award(scatters, 0);
                if award == 0 {
                    BigRational::default()
                } else {
                    probability * self.spins((award, award), &mut known)
                }
            })
            .sum()
    }

    fn spins(&self, (left, total): Place, known: &mut HashMap<Place, BigRational>) -> BigRational {
        let (Some(spin), 1..) = (self.spin, left) else { return BigRational::default() };
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

    /// Mean square of a round's pay.
    pub(super) fn round_square(&self, paid: &SpinCount) -> f64 {
        self.spin_square(paid, (0, 0), &mut HashMap::new())
    }

    /// Mean square of a spin's pay together with the free spins that are `left` after it and those it
    /// awards.
    fn spin_square(
        &self,
        spin: &SpinCount,
        (left, total): Place,
        known: &mut HashMap<Place, (f64, f64)>,
    ) -> f64 {
        let mut square = spin.win_square;
        for (scatters, probability) in spin.probability.iter().enumerate() {
            let award = self.award(scatters, total);
            let (mean, mean_square) = self.rest((left + award, total + award), known);
            square += 2.0 * spin.win_at[scatters] * mean + as_float(probability) * mean_square;
        }
        square
    }

    /// Mean and mean square of what the remaining free spins pay.
    fn rest(&self, place: Place, known: &mut HashMap<Place, (f64, f64)>) -> (f64, f64) {
        let (Some(spin), (1.., _)) = (self.spin, place) else { return (0.0, 0.0) };
        if let Some(found) = known.get(&place) {
            return *found;
        }
        let after = (place.0 - 1, place.1);
        let mut mean = as_float(&spin.win);
        for (scatters, probability) in spin.probability.iter().enumerate() {
            let award = self.award(scatters, place.1);
            mean += as_float(probability) * self.rest((after.0 + award, after.1 + award), known).0;
        }
        let found = (mean, self.spin_square(spin, after, known));
        known.insert(place, found);
        found
    }

    /// The most a round can pay, in units.
    pub(super) fn round_max(&self, paid: &SpinCount) -> i64 {
        self.spin_max(paid, (0, 0), &mut HashMap::new())
    }

    fn spin_max(&self, spin: &SpinCount, (left, total): Place, known: &mut HashMap<Place, i64>) -> i64 {
        let possible = (0..spin.probability.len()).filter(|n| spin.probability[*n] > BigRational::default());
        let with = |scatters: usize, known: &mut HashMap<Place, i64>| {
            let award = self.award(scatters, total);
            spin.max_at[scatters].saturating_add(self.rest_max((left + award, total + award), known))
        };
        possible.map(|scatters| with(scatters, known)).max().unwrap_or(0)
    }

    fn rest_max(&self, place: Place, known: &mut HashMap<Place, i64>) -> i64 {
        let (Some(spin), (1.., _)) = (self.spin, place) else { return 0 };
        if let Some(found) = known.get(&place) {
            return *found;
        }
        let most = self.spin_max(spin, (place.0 - 1, place.1), known);
        known.insert(place, most);
        most
    }
}
