//! Mean and mean square of what a ways window pays whose cells are drawn one by one.
//!
//! A symbol's run is exactly `k` reels long when it has cells on the first `k` reels and none on the
//! next, and pays for the product of its cells on each. The mean square needs two symbols at once:
//! within a reel their cells are multinomial, and reels are independent.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, pow};

use super::as_float;
use crate::slots::{Rules, SymbolIndex};

/// A reel whose wilds are known.
pub(super) struct Reel<'a> {
    /// Wilds on it.
    pub(super) wilds: usize,
    /// Cells that are none.
    pub(super) drawn: usize,
    /// Probability of each symbol in such a cell.
    pub(super) others: &'a [BigRational],
}

/// A window whose wilds are known.
pub(super) struct Ways<'a> {
    pub(super) rules: &'a Rules,
    pub(super) reels: Vec<Reel<'a>>,
}

/// What a reel means for a run.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Within the run: its number of cells is a factor.
    Within,
    /// Just after it: it must have none.
    Ends,
    /// Beyond it: anything.
    Beyond,
}

impl Part {
    fn of(reel: usize, run: usize) -> Self {
        match reel.cmp(&run) {
            std::cmp::Ordering::Less => Self::Within,
            std::cmp::Ordering::Equal => Self::Ends,
            std::cmp::Ordering::Greater => Self::Beyond,
        }
    }
}

impl Ways<'_> {
    /// Mean pay in units.
    pub(super) fn mean(&self) -> BigRational {
        let of_run = |(symbol, run, units): (SymbolIndex, usize, i64)| {
            let part = |(at, reel): (usize, &Reel)| self.expected(reel, symbol, Part::of(at, run));
            let ways: BigRational = self.reels.iter().enumerate().map(part).product();
            ways * BigInt::from(units)
        };
        self.runs().into_iter().map(of_run).sum()
    }

    /// Mean square of the pay.
    pub(super) fn square(&self) -> f64 {
        let runs = self.runs();
        let mut square = 0.0;
        for (s, run_s, units_s) in &runs {
            for (t, run_t, units_t) in runs.iter().filter(|(t, run, _)| t != s || run == run_s) {
                let part = |(at, reel): (usize, &Reel)| {
                    self.expected_both(reel, (*s, Part::of(at, *run_s)), (*t, Part::of(at, *run_t)))
                };
                let ways: f64 = self.reels.iter().enumerate().map(part).product();
                square += ways * number(*units_s) * number(*units_t);
            }
        }
        square
    }

    /// Every run that pays: symbol, reels, units.
    fn runs(&self) -> Vec<(SymbolIndex, usize, i64)> {
        let all = self.rules.regular.iter();
        all.flat_map(|s| (1..=self.rules.reels).map(|run| (*s, run, self.rules.pays[*s][run])))
            .filter(|(_, _, units)| *units > 0)
            .collect()
    }

    /// Wilds of a reel that stand for a symbol.
    fn standing(&self, reel: &Reel, symbol: SymbolIndex) -> usize {
        let stands = self.rules.wild.as_ref().is_some_and(|wild| wild.stands_for[symbol]);
        if stands { reel.wilds } else { 0 }
    }

    fn expected(&self, reel: &Reel, symbol: SymbolIndex, part: Part) -> BigRational {
        let (wilds, chance) = (self.standing(reel, symbol), &reel.others[symbol]);
        match part {
            Part::Within => BigRational::from_integer(wilds.into()) + chance * BigInt::from(reel.drawn),
            Part::Ends if wilds > 0 => BigRational::default(),
            Part::Ends => pow(BigRational::one() - chance, reel.drawn),
            Part::Beyond => BigRational::one(),
        }
    }

    /// Mean of the product of two symbols' parts, or of one symbol's with itself.
    fn expected_both(
        &self,
        reel: &Reel,
        (s, part_s): (SymbolIndex, Part),
        (t, part_t): (SymbolIndex, Part),
    ) -> f64 {
        let count = |n: usize| n.to_f64().unwrap_or(f64::NAN);
        let chance = |symbol: SymbolIndex| as_float(&reel.others[symbol]);
        let wilds = |symbol: SymbolIndex| count(self.standing(reel, symbol));
        let drawn = count(reel.drawn);
        let none = |chance: f64| pow(1.0 - chance, reel.drawn);
        let one = |symbol, part| as_float(&self.expected(reel, symbol, part));
        match (part_s, part_t) {
            (Part::Within, Part::Within) if s == t => {
                let mean = wilds(s) + drawn * chance(s);
                mean * mean + drawn * chance(s) * (1.0 - chance(s))
            }
            (Part::Within, Part::Within) => {
                wilds(s) * wilds(t)
                    + drawn * (wilds(s) * chance(t) + wilds(t) * chance(s))
                    + drawn * (drawn - 1.0) * chance(s) * chance(t)
            }
            (Part::Ends, Part::Ends) if s == t => one(s, Part::Ends),
            (Part::Ends, _) if wilds(s) > 0.0 => 0.0,
            (_, Part::Ends) if wilds(t) > 0.0 => 0.0,
            (Part::Ends, Part::Ends) => none(chance(s) + chance(t)),
            (Part::Within, Part::Ends) => without(chance(t), none(chance(t)), wilds(s), drawn * chance(s)),
            (Part::Ends, Part::Within) => without(chance(s), none(chance(s)), wilds(t), drawn * chance(t)),
            (part, Part::Beyond) => one(s, part),
            (Part::Beyond, part) => one(t, part),
        }
    }
}

/// Mean cells of one symbol on the draws that show none of another, which has this chance in a cell and
/// is missing altogether with probability `none`.
fn without(chance: f64, none: f64, wilds: f64, drawn: f64) -> f64 {
    if none > 0.0 { none * (wilds + drawn / (1.0 - chance)) } else { 0.0 }
}

/// Pays are far below 2^53.
#[expect(clippy::cast_precision_loss, reason = "the definition's checks bound pays")]
fn number(units: i64) -> f64 {
    units as f64
}
