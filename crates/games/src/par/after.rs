//! What may follow a paid spin, and how a round is put together from both.
//!
//! Everything that follows depends on the paid spin by its mark alone, so the mean of a round is the
//! mean of the spin and, for each mark, its probability times the mean of what follows; its mean square
//! needs the mean pay of the spin by mark besides.

use num_rational::BigRational;
use num_traits::Signed;

use super::feature::Feature;
use super::hold::Hold;
use super::respin::Respins;
use super::spin::SpinCount;
use super::sticky::Sticky;
use super::{ParError, as_float};
use crate::slots::{Rules, Source, SymbolIndex};

/// What follows a spin, in units.
#[derive(Debug, Clone, Default)]
pub(super) struct After {
    /// Mean pay.
    pub(super) win: BigRational,
    /// Mean square of the pay.
    pub(super) square: f64,
    /// The greatest pay.
    pub(super) max: i64,
    /// Mean number of steps.
    pub(super) steps: BigRational,
}

impl After {
    /// Adds a possibility of a given probability; the greatest pay is kept.
    fn mix(&mut self, other: &Self, probability: &BigRational) {
        self.win += probability * &other.win;
        self.square += as_float(probability) * other.square;
        self.max = self.max.max(other.max);
        self.steps += probability * &other.steps;
    }
}

/// The feature of a game.
pub(super) enum Follow<'a> {
    Freespins(Feature<'a>),
    /// Free spins by the symbol that expands in them, each with its probability.
    Expanding(Vec<(BigRational, Feature<'a>)>),
    Sticky(Sticky<'a>),
    Hold(Hold<'a>),
    Respins(Respins),
}

impl<'a> Follow<'a> {
    /// Counts the feature's own spins.
    pub(super) fn of(rules: &'a Rules) -> Result<Self, ParError> {
        if let Some(hold) = &rules.hold {
            return Ok(Self::Hold(Hold::new(rules, hold)));
        }
        if let (Some(_), Source::Strips(strips)) = (&rules.expanding_wild, &rules.source) {
            return Ok(Self::Respins(Respins::count(rules, strips)));
        }
        let Some(free) = &rules.freespins else { return Ok(Self::Freespins(Feature::new(rules, None))) };
        match (&free.source, &free.sticky) {
            (Source::ReelCells(weights), Some(sticky)) => {
                Ok(Self::Sticky(Sticky::new(rules, sticky, weights)))
            }
            (Source::Strips(strips), _) if !free.expanding.is_empty() => {
                let all = BigRational::from_integer(free.expanding.iter().sum::<u32>().into());
                let chosen = free.expanding.iter().enumerate().filter(|(_, weight)| **weight > 0);
                let feature = |(symbol, weight): (SymbolIndex, &u32)| {
                    let spin = SpinCount::expanding(rules, strips, symbol, free.multiplier);
                    (BigRational::from_integer((*weight).into()) / &all, Feature::new(rules, Some(spin)))
                };
                Ok(Self::Expanding(chosen.map(feature).collect()))
            }
            (source, _) => {
                let spin = SpinCount::of(rules, source, free.multiplier, free.from_rung)?;
                Ok(Self::Freespins(Feature::new(rules, Some(spin))))
            }
        }
    }

    /// What follows a paid spin with this mark; `None` when the round is over then.
    fn after(&self, mark: usize) -> Option<After> {
        match self {
            Self::Freespins(feature) => feature.after(mark),
            Self::Expanding(chosen) => {
                let mut after = After::default();
                for (probability, feature) in chosen {
                    after.mix(&feature.after(mark)?, probability);
                }
                Some(after)
            }
            Self::Sticky(sticky) => sticky.after(mark),
            Self::Hold(hold) => hold.after(mark),
            Self::Respins(respins) => respins.after(mark),
        }
    }

    /// The round that begins with this spin.
    pub(super) fn round(&self, paid: &SpinCount) -> RoundCount {
        let mut round = RoundCount {
            feature_win: BigRational::default(),
            trigger: BigRational::default(),
            feature_steps: BigRational::default(),
            square: paid.win_square,
            max: 0,
        };
        for (mark, probability) in paid.probability.iter().enumerate().filter(|(_, p)| p.is_positive()) {
            let after = self.after(mark);
            if after.is_some() {
                round.trigger += probability;
            }
            let after = after.unwrap_or_default();
            round.feature_win += probability * &after.win;
            round.feature_steps += probability * &after.steps;
            round.square +=
                2.0 * paid.win_at[mark] * as_float(&after.win) + as_float(probability) * after.square;
            round.max = round.max.max(paid.max_at[mark].saturating_add(after.max));
        }
        round
    }
}

/// A whole round, in units.
pub(super) struct RoundCount {
    /// Mean pay of what follows the paid spin.
    pub(super) feature_win: BigRational,
    /// Probability that something follows it.
    pub(super) trigger: BigRational,
    /// Mean number of steps after the paid spin.
    pub(super) feature_steps: BigRational,
    /// Mean square of the round's pay.
    pub(super) square: f64,
    /// The greatest pay of a round.
    pub(super) max: i64,
}
