//! Counting a spin of a tumbling game exactly.
//!
//! Every regular symbol is equally likely, so the window is a state of [`Occupancy`] and a number of
//! scatters; which symbol a count belongs to is evenly spread, so a count is worth the average of the
//! symbols' pays for it. The weights of all states are carried as whole numbers from the empty window
//! through every draw and every tumble. They are kept at the scale `D^(cells * tumble + filled)`,
//! where `D` is the sum of the cell weights: cells that stay in place are scaled up by `D` each, as
//! if they had been drawn once more, so that all ways into a state can be added.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::ParError;
use super::occupancy::Occupancy;
use super::spin::SpinCount;
use super::tumbling_moments::TIERS_MAX;
use crate::definition::Evaluation;
use crate::slots::{Rules, SymbolIndex};

/// The parts of the rules that a tumbling spin is counted from.
pub(super) struct Tumbling<'a> {
    pub(super) rules: &'a Rules,
    /// Cells of the window.
    pub(super) cells: usize,
    /// Weight of each regular symbol.
    pub(super) symbol_weight: u32,
    /// Weight of the scatter.
    pub(super) scatter_weight: u32,
    /// Smallest count that pays; the same for every symbol.
    pub(super) winning: usize,
}

impl<'a> Tumbling<'a> {
    /// Reads the weights, or says why this game cannot be counted this way.
    pub(super) fn new(rules: &'a Rules, weights: &[u32]) -> Result<Self, ParError> {
        let cells = rules.reels * rules.rows;
        let first_pay = |s: &SymbolIndex| rules.pays[*s].iter().position(|units| *units > 0);
        let symbol_weight = weights[rules.regular[0]];
        let winning = first_pay(&rules.regular[0]).ok_or(ParError::NotCountable("a symbol never pays"))?;
        if !matches!(rules.evaluation, Evaluation::PayAnywhere) || rules.wild.is_some() {
            return Err(ParError::NotCountable("cells are counted for pay-anywhere games without wilds"));
        }
        if rules.regular.iter().any(|s| weights[*s] != symbol_weight) {
            return Err(ParError::NotCountable("regular symbols must be equally likely"));
        }
        if rules.regular.iter().any(|s| first_pay(s) != Some(winning)) {
            return Err(ParError::NotCountable("every symbol must pay from the same count on"));
        }
        let scatter_weight = rules.scatter.map_or(0, |s| weights[s]);
        let counted = Self { rules, cells, symbol_weight, scatter_weight, winning };
        if counted.tier_starts().len() > TIERS_MAX {
            return Err(ParError::NotCountable("a symbol has too many different pays"));
        }
        Ok(counted)
    }

    /// The counts from which on some symbol's pay changes.
    pub(super) fn tier_starts(&self) -> Vec<usize> {
        let changes = |count: &usize| {
            let mut pays = self.rules.regular.iter().map(|s| &self.rules.pays[*s]);
            pays.any(|pay| pay[*count] != pay[*count - 1])
        };
        (1..=self.cells).filter(changes).collect()
    }

    /// Sum of the weights: a draw is one of so many.
    pub(super) fn weight_sum(&self) -> u32 {
        self.symbol_weight * u32::try_from(self.rules.regular.len()).unwrap_or(0) + self.scatter_weight
    }

    /// Counts a spin whose wins are multiplied by `multiplier`.
    pub(super) fn count(&self, multiplier: i64) -> SpinCount {
        let states = Occupancy::new(self.rules.regular.len(), self.cells);
        let scale = BigUint::from(self.weight_sum());
        let window_scale = scale.pow(u32::try_from(self.cells).unwrap_or(0));
        // Sum over the symbols of what each pays for a count; divided by their number at the end.
        let pay_sums: Vec<BigUint> = (0..=self.cells)
            .map(|count| {
                let units: i64 = self.rules.regular.iter().map(|s| self.rules.pays[*s][count]).sum();
                BigUint::from(units.unsigned_abs())
            })
            .collect();

        let mut filled = Mass::empty(&states, self.cells);
        filled.add(Occupancy::EMPTY, 0, BigUint::one());
        let mut ended = vec![BigUint::zero(); self.cells + 1];
        let mut win = BigUint::zero();
        let mut missed = BigUint::zero();
        for tumble in 0..=self.rules.tumbles_max() {
            ended.iter_mut().chain([&mut win, &mut missed]).for_each(|sum| *sum *= &window_scale);
            self.fill(&states, &mut filled);

            let mut kept = Mass::empty(&states, self.cells);
            let factor = (self.rules.tumble_multiplier(tumble) * multiplier).unsigned_abs();
            for (at, scatters, mass) in filled.full() {
                let pay: BigUint = states.counts(at).iter().map(|count| &pay_sums[*count]).sum();
                let wins = !pay.is_zero();
                win += &mass * pay * factor;
                if wins && tumble < self.rules.tumbles_max() {
                    let cleared = states.cleared(at, self.winning);
                    let stay = u32::try_from(states.sum(cleared) + scatters).unwrap_or(0);
                    kept.add(cleared, scatters, mass * scale.pow(stay));
                } else {
                    if tumble == 0 && !wins && self.scatter_units(scatters) == 0 {
                        missed += &mass;
                    }
                    ended[scatters] += mass;
                }
            }
            filled = kept;
        }

        let all: BigUint = ended.iter().sum();
        let fraction = |part: &BigUint| BigRational::new(part.clone().into(), all.clone().into());
        let symbols = BigInt::from(self.rules.regular.len());
        let scatter_win: BigRational = (0..=self.cells)
            .map(|n| fraction(&ended[n]) * BigInt::from(self.scatter_units(n) * multiplier))
            .sum();
        let moments = self.moments(multiplier);
        SpinCount {
            probability: ended.iter().map(fraction).collect(),
            win: fraction(&win) / symbols + scatter_win,
            hit: BigRational::one() - fraction(&missed),
            win_at: moments.win_at,
            win_square: moments.win_square,
            max_at: (0..=self.cells).map(|n| self.max_units(n, multiplier)).collect(),
        }
    }

    /// The scatter's own pay in units, before the multiplier.
    pub(super) fn scatter_units(&self, scatters: usize) -> i64 {
        self.rules.scatter.map_or(0, |symbol| self.rules.pays[symbol][scatters])
    }

    /// Draws cell after cell until every window is full.
    fn fill(&self, states: &Occupancy, mass: &mut Mass) {
        for level in 0..self.cells {
            for at in 0..states.len() {
                let Some(scatters) = level.checked_sub(states.sum(at)) else { break };
                let here = std::mem::take(&mut mass.0[at][scatters]);
                if here.is_zero() {
                    continue;
                }
                for (symbols, grown) in states.grown(at) {
                    mass.add(*grown, scatters, &here * (symbols * self.symbol_weight));
                }
                mass.add(at, scatters + 1, here * self.scatter_weight);
            }
        }
    }

    /// The most a spin can pay that ends with exactly `scatters` scatters, in units. In every window
    /// but the last all cells can win, and then the next window is drawn afresh, so nothing binds one
    /// window to the other but the scatters in the last.
    fn max_units(&self, scatters: usize, multiplier: i64) -> i64 {
        let last = self.rules.tumbles_max();
        let before: i64 = (0..last).map(|tumble| self.rules.tumble_multiplier(tumble)).sum();
        let windows = before * self.best_window(self.cells)
            + self.rules.tumble_multiplier(last) * self.best_window(self.cells - scatters);
        multiplier * (windows + self.scatter_units(scatters))
    }

    /// The best way to give cells to symbols.
    fn best_window(&self, cells: usize) -> i64 {
        let mut best = vec![0; cells + 1];
        for symbol in &self.rules.regular {
            let pays = &self.rules.pays[*symbol];
            best = (0..=cells)
                .map(|given| (0..=given).map(|count| pays[count] + best[given - count]).max().unwrap_or(0))
                .collect();
        }
        best[cells]
    }
}

/// Weight by state and number of scatters.
struct Mass(Vec<Vec<BigUint>>);

impl Mass {
    fn empty(states: &Occupancy, cells: usize) -> Self {
        Self((0..states.len()).map(|at| vec![BigUint::zero(); cells - states.sum(at) + 1]).collect())
    }

    fn add(&mut self, at: usize, scatters: usize, mass: BigUint) {
        self.0[at][scatters] += mass;
    }

    /// The full windows: every state with the scatters that fill it up.
    fn full(self) -> impl Iterator<Item = (usize, usize, BigUint)> {
        self.0.into_iter().enumerate().filter_map(|(at, mut by_scatters)| {
            let mass = by_scatters.pop()?;
            (!mass.is_zero()).then_some((at, by_scatters.len(), mass))
        })
    }
}
