//! PAR sheets: what each game returns, counted exactly from its definition.
//!
//! Returns, hit rates and feature frequencies are exact fractions: strip games by every combination
//! of stops, tumbling games by carrying the weight of every state through every draw, free spins by
//! their expected number (each free spin is an independent spin, so the feature returns that number
//! times the mean of one). The standard deviation comes from the same counts. No simulation is used.
//!
//! A sheet is only made when no possible round reaches the game's cap, so the cap takes nothing away
//! from the counted return.

mod feature;
mod figures;
mod occupancy;
mod sheet;
mod strips;
mod tumbling;
mod tumbling_moments;

pub use figures::{Figures, Fraction, Volatility};
pub use sheet::write;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::slots::{Rules, Slots, Source};

/// Why a game has no PAR sheet.
#[derive(Debug, thiserror::Error)]
pub enum ParError {
    /// The exact count does not know these rules.
    #[error("this game cannot be counted exactly: {0}")]
    NotCountable(&'static str),
    /// A round can reach the cap, so the counted return would be too high.
    #[error("a round can pay {attainable} units, above the cap of {cap} units")]
    CapReachable {
        /// The most a round can pay.
        attainable: i64,
        /// The cap.
        cap: i64,
    },
}

/// Everything counted about a slots game, in units and rounds.
#[derive(Debug, Clone)]
pub struct SlotsPar {
    /// Units of a stake.
    pub bet_units: i64,
    /// Mean pay of a paid spin alone, in units.
    pub spin_win: BigRational,
    /// Mean pay of the free spins of a round, in units.
    pub feature_win: BigRational,
    /// Probability that the paid spin itself pays.
    pub hit: BigRational,
    /// Probability that the paid spin awards free spins.
    pub trigger: BigRational,
    /// Mean number of free spins of a round that has any; 0 when the game has none.
    pub feature_spins: BigRational,
    /// Standard deviation of a round's pay per unit staked.
    pub standard_deviation: f64,
    /// The most a round can pay, in units.
    pub max_units: i64,
}

impl SlotsPar {
    /// Counts a game.
    pub fn count(slots: &Slots) -> Result<Self, ParError> {
        let rules = slots.rules();
        let paid = SpinCount::of(rules, &rules.source, 1)?;
        let free = match &rules.freespins {
            Some(rule) => Some(SpinCount::of(rules, &rule.source, rule.multiplier)?),
            None => None,
        };
        let feature = feature::Feature::new(rules, free.as_ref());

        let bet_units = slots.definition().bet_units;
        let max_units = feature.round_max(&paid);
        let cap = slots.definition().max_win_x * bet_units;
        if max_units > cap {
            return Err(ParError::CapReachable { attainable: max_units, cap });
        }
        let trigger: BigRational = (0..paid.probability.len())
            .filter(|scatters| feature.award(*scatters, 0) > 0)
            .map(|scatters| paid.probability[scatters].clone())
            .sum();
        let spins = feature.spins_after(&paid);
        let feature_win = free.as_ref().map_or_else(BigRational::default, |free| &spins * &free.win);
        let mean = as_float(&(&paid.win + &feature_win));
        let variance = feature.round_square(&paid) - mean * mean;
        Ok(Self {
            bet_units,
            feature_spins: if trigger == BigRational::default() { spins } else { spins / &trigger },
            spin_win: paid.win,
            feature_win,
            hit: paid.hit,
            trigger,
            standard_deviation: variance.sqrt() / as_float(&BigInt::from(bet_units).into()),
            max_units,
        })
    }

    /// Return to player: mean pay per unit staked.
    pub fn rtp(&self) -> BigRational {
        (&self.spin_win + &self.feature_win) / BigInt::from(self.bet_units)
    }
}

/// One spin counted, in units; lists are by number of scatters in the last window.
#[derive(Debug, Clone)]
struct SpinCount {
    /// Probability of so many scatters.
    probability: Vec<BigRational>,
    /// Mean pay.
    win: BigRational,
    /// Probability of a pay.
    hit: BigRational,
    /// Probability of so many scatters times the mean pay then.
    win_at: Vec<f64>,
    /// Mean square of the pay.
    win_square: f64,
    /// The greatest pay with so many scatters.
    max_at: Vec<i64>,
}

impl SpinCount {
    /// Counts a spin whose wins are multiplied by `multiplier`.
    fn of(rules: &Rules, source: &Source, multiplier: i64) -> Result<Self, ParError> {
        match source {
            Source::Strips(strips) => Ok(Self::of_tallies(&strips::count(rules, strips), multiplier)),
            Source::Cells(weights) => Ok(tumbling::Tumbling::new(rules, weights)?.count(multiplier)),
        }
    }

    fn of_tallies(tallies: &[strips::Tally], multiplier: i64) -> Self {
        let all = BigInt::from(tallies.iter().map(|t| t.count).sum::<u128>());
        let fraction = |part: u128| BigRational::new(part.into(), all.clone());
        let total = |part: fn(&strips::Tally) -> u128| fraction(tallies.iter().map(part).sum());
        let factor = BigRational::from(BigInt::from(multiplier));
        Self {
            probability: tallies.iter().map(|t| fraction(t.count)).collect(),
            win: total(|t| t.sum) * &factor,
            hit: total(|t| t.hits),
            win_at: tallies.iter().map(|t| as_float(&(fraction(t.sum) * &factor))).collect(),
            win_square: as_float(&(total(|t| t.sum_square) * &factor * &factor)),
            max_at: tallies.iter().map(|t| i64::try_from(t.max).unwrap_or(i64::MAX) * multiplier).collect(),
        }
    }
}

/// The nearest double.
fn as_float(exact: &BigRational) -> f64 {
    exact.to_f64().unwrap_or(f64::NAN)
}

/// One as a fraction.
fn one() -> BigRational {
    BigRational::one()
}
