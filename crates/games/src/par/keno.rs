//! What picks of keno return, by all sets of numbers that can be drawn.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::one;
use crate::keno::{Keno, KenoDefinition};

/// A game of keno counted, for each count of picks that it pays.
#[derive(Debug, Clone)]
pub struct KenoPar {
    counts: Vec<PicksPar>,
}

/// So many picks counted.
#[derive(Debug, Clone)]
struct PicksPar {
    picks: usize,
    hits: Vec<HitsPar>,
}

/// So many hits of so many picks: how often, and what they pay.
#[derive(Debug, Clone)]
pub struct HitsPar {
    /// How many of the picks are drawn.
    pub hits: usize,
    /// The chance of exactly so many.
    pub chance: BigRational,
    /// What they return, in stakes.
    pub pays: BigRational,
}

impl KenoPar {
    /// Counts a game: of `numbers`, `drawn` are drawn, and `picks` of them were picked.
    pub fn count(keno: &Keno) -> Self {
        let KenoDefinition { numbers, drawn, bet_units, pays, .. } = keno.definition();
        let (numbers, drawn) = (usize::from(*numbers), usize::from(*drawn));
        let of = |picks: usize| {
            let hits = (0..=picks.min(drawn)).map(|hits| HitsPar {
                hits,
                chance: chance(numbers, drawn, picks, hits),
                pays: BigRational::new(keno.units(picks, hits).into(), (*bet_units).into()),
            });
            PicksPar { picks, hits: hits.collect() }
        };
        Self { counts: pays.keys().map(|picks| of(usize::from(*picks))).collect() }
    }

    /// The counts of picks that there are tables for, rising.
    pub fn picks(&self) -> impl Iterator<Item = usize> {
        self.counts.iter().map(|count| count.picks)
    }

    /// How often so many picks have how many hits; nothing where no table is for so many.
    pub fn hits(&self, picks: usize) -> &[HitsPar] {
        let count = self.counts.iter().find(|count| count.picks == picks);
        count.map(|count| count.hits.as_slice()).unwrap_or_default()
    }

    /// What so many picks return of their stake.
    pub fn returns(&self, picks: usize) -> BigRational {
        self.hits(picks).iter().map(|hits| &hits.chance * &hits.pays).sum()
    }

    /// The chance that so many picks return anything.
    pub fn wins(&self, picks: usize) -> BigRational {
        let paying = self.hits(picks).iter().filter(|hits| !hits.pays.is_zero());
        paying.map(|hits| hits.chance.clone()).sum()
    }

    /// The variance of what so many picks return.
    pub fn variance(&self, picks: usize) -> BigRational {
        let mean = self.returns(picks);
        let square: BigRational =
            self.hits(picks).iter().map(|hits| &hits.chance * &hits.pays * &hits.pays).sum();
        square - &mean * &mean
    }

    /// What the count of picks that returns least returns.
    pub fn least_return(&self) -> BigRational {
        self.picks().map(|picks| self.returns(picks)).min().unwrap_or_else(one)
    }
}

/// The chance that of `picks` of the `numbers` exactly `hits` are among the `drawn`.
fn chance(numbers: usize, drawn: usize, picks: usize, hits: usize) -> BigRational {
    let missed = picks - hits;
    if missed > numbers - drawn {
        return BigRational::zero();
    }
    BigRational::new(choose(drawn, hits) * choose(numbers - drawn, missed), choose(numbers, picks))
}

/// In how many ways `some` of `all` can be chosen.
fn choose(all: usize, some: usize) -> BigInt {
    (0..some).fold(BigInt::one(), |ways, taken| ways * BigInt::from(all - taken) / BigInt::from(taken + 1))
}
