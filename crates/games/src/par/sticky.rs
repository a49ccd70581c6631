//! Sticky wilds in a ways game: a walk over (wilds on each reel, spins left).
//!
//! Cells are drawn one by one, so a window matters only by the number of wilds on each reel; how many
//! come to stay is binomial, and given the wilds every other cell is a regular symbol drawn by itself.
//! Ways are products over independent reels: their means are products of means.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::after::After;
use super::as_float;
use super::sticky_moments::{Reel, Ways};
use crate::definition::StickyWilds;
use crate::slots::{Rules, SymbolIndex, rung};

/// Wilds on each reel.
type Wilds = Vec<usize>;

/// The free spins of a game with sticky wilds.
pub(super) struct Sticky<'a> {
    rules: &'a Rules,
    rule: &'a StickyWilds,
    multiplier: i64,
    spins_max: u32,
    /// Probability of a free cell to become a wild, by reel.
    wild: Vec<BigRational>,
    /// Probability of each symbol in a cell that is no wild, by reel.
    others: Vec<Vec<BigRational>>,
}

/// A window with so many wilds: mean pay, exactly and as a double, and mean square.
#[derive(Clone)]
struct Pays {
    mean: BigRational,
    square: f64,
}

/// What has been worked out so far.
#[derive(Default)]
struct CachedState {
    pays: HashMap<Wilds, Pays>,
    rest: HashMap<(Wilds, u32), After>,
}

impl<'a> Sticky<'a> {
    pub(super) fn new(rules: &'a Rules, rule: &'a StickyWilds, weights: &[Vec<u32>]) -> Self {
        let wild = rules.wild.as_ref().map(|wild| wild.symbol);
        let of_wild = |reel: &Vec<u32>| wild.map_or(0, |symbol| reel[symbol]);
        let share = |part: u32, all: u32| BigRational::new(part.into(), all.into());
        let sum = |reel: &Vec<u32>| reel.iter().sum::<u32>();
        let others = |reel: &Vec<u32>| {
            let rest = sum(reel) - of_wild(reel);
            let of = |(symbol, weight): (SymbolIndex, &u32)| {
                if Some(symbol) == wild { BigRational::default() } else { share(*weight, rest) }
            };
            reel.iter().enumerate().map(of).collect()
        };
        Self {
            rules,
            rule,
            multiplier: rules.freespins.as_ref().map_or(1, |free| free.multiplier),
            spins_max: rules.freespins.as_ref().map_or(0, |free| free.max_total),
            wild: weights.iter().map(|reel| share(of_wild(reel), sum(reel))).collect(),
            others: weights.iter().map(others).collect(),
        }
    }

    /// What follows a paid spin with so many scatters. Free spins show no scatter, so their number is
    /// known from the start.
    pub(super) fn after(&self, scatters: usize) -> Option<After> {
        let spins = self.rules.freespins_for(scatters).min(self.spins_max);
        if spins == 0 {
            return None;
        }
        let mut after = self.rest(vec![0; self.rules.reels], spins, &mut CachedState::default());
        after.steps = BigRational::from_integer(spins.into());
        after.max = self.spin_max().saturating_mul(spins.into());
        Some(after)
    }

    fn rest(&self, wilds: Wilds, left: u32, known: &mut CachedState) -> After {
        if left == 0 {
            return After::default();
        }
        let place = (wilds, left);
        if let Some(found) = known.rest.get(&place) {
            return found.clone();
        }
        let mut sum = After::default();
        for (next, probability) in self.moves(&place.0) {
            let pays = self.pays(&next, known);
            let after = self.rest(next, left - 1, known);
            sum.win += &probability * (&pays.mean + &after.win);
            sum.square += as_float(&probability)
                * (pays.square + 2.0 * as_float(&pays.mean) * as_float(&after.win) + after.square);
        }
        known.rest.insert(place, sum.clone());
        sum
    }

    /// The wilds after the next draw, with their probability.
    fn moves(&self, wilds: &Wilds) -> Vec<(Wilds, BigRational)> {
        let mut moves = vec![(Wilds::new(), BigRational::one())];
        for (reel, held) in wilds.iter().enumerate() {
            let free = self.rules.rows - held;
            let chance = &self.wild[reel];
            let most = if *chance == BigRational::default() { 0 } else { free };
            moves = moves
                .iter()
                .flat_map(|(before, probability)| {
                    (0..=most).map(move |new| {
                        let next = [before.as_slice(), &[held + new]].concat();
                        (next, probability * binomial(free, new, chance))
                    })
                })
                .collect();
        }
        moves
    }

    fn pays(&self, wilds: &Wilds, known: &mut CachedState) -> Pays {
        if let Some(found) = known.pays.get(wilds) {
            return found.clone();
        }
        let factor = self.multiplier * rung(&self.rule.ladder, wilds.iter().sum());
        let reels = wilds.iter().zip(&self.others).map(|(wilds, others)| Reel {
            wilds: *wilds,
            drawn: self.rules.rows - wilds,
            others,
        });
        let ways = Ways { rules: self.rules, reels: reels.collect() };
        let factor_float = as_float(&BigRational::from_integer(factor.into()));
        let pays = Pays {
            mean: ways.mean() * BigInt::from(factor),
            square: ways.square() * factor_float * factor_float,
        };
        known.pays.insert(wilds.clone(), pays.clone());
        pays
    }

    /// The most a free spin can pay. Each symbol's ways are at most its cells on the first reel times
    /// all cells of the others, so no window beats one that is full of the best symbol; wilds in it, of
    /// any number there is room for, change only the multiplier.
    fn spin_max(&self) -> i64 {
        let everywhere =
            |symbol: &SymbolIndex| self.others.iter().all(|reel| reel[*symbol] > BigRational::default());
        let symbols = self.rules.regular.iter().filter(|symbol| everywhere(symbol));
        let best = symbols.map(|symbol| self.rules.pays[*symbol][self.rules.reels]).max().unwrap_or(0);
        let wild_reels = self.wild.iter().filter(|chance| **chance > BigRational::default()).count();
        let room = wild_reels * self.rules.rows;
        let multiplier = (0..=room).map(|wilds| rung(&self.rule.ladder, wilds)).max().unwrap_or(1);
        let ways = i64::try_from(self.rules.rows.pow(u32::try_from(self.rules.reels).unwrap_or(0)));
        best.saturating_mul(multiplier * self.multiplier).saturating_mul(ways.unwrap_or(i64::MAX))
    }
}

/// Probability of `new` yeses in `free` draws.
fn binomial(free: usize, new: usize, chance: &BigRational) -> BigRational {
    let mut probability = BigRational::one();
    for i in 0..new {
        probability *= chance * BigRational::new((free - i).into(), (i + 1).into());
    }
    for _ in new..free {
        probability *= BigRational::one() - chance;
    }
    probability
}
