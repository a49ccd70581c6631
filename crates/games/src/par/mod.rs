//! PAR sheets: what each game returns, counted exactly from its definition.
//!
//! Returns, hit rates and feature frequencies are exact fractions: strip games by every combination
//! of stops, tumbling games by carrying the weight of every state through every draw, free spins by
//! their expected number (each free spin is an independent spin, so the feature returns that number
//! times the mean of one). The standard deviation comes from the same counts; that of a cluster game alone is an estimate,
//! from windows drawn with a fixed seed, and its sheet says so. [`trial`] plays rounds to hold the kernel against the
//! count.
//!
//! A sheet is only made when no possible round reaches the game's cap, so the cap takes nothing away
//! from the counted return.

mod after;
mod baccarat;
mod chain;
mod clusters;
mod clusters_marked;
mod clusters_sample;
mod clusters_small;
pub mod combinations;
mod feature;
mod figures;
mod hold;
mod keno;
mod nudge;
mod occupancy;
mod respin;
mod sheet;
mod sheet_baccarat;
mod sheet_crash;
mod sheet_features;
mod sheet_keno;
mod shifting;
mod shifting_max;
mod spin;
mod sticky;
mod sticky_moments;
mod strips;
pub mod trial;
mod tumbling;
mod tumbling_moments;

pub use baccarat::BaccaratPar;
pub use figures::{BonusBuyFigures, Figures, Fraction, JackpotFigures, Volatility};
pub use keno::{HitsPar, KenoPar};
pub use sheet::write;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::slots::Slots;
use after::{Follow, RoundCount};
use spin::SpinCount;

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
    /// Mean pay of what follows it, in units.
    pub feature_win: BigRational,
    /// Probability that the paid spin itself pays.
    pub hit: BigRational,
    /// Probability that free spins or respins follow the paid spin.
    pub trigger: BigRational,
    /// Mean number of free spins or respins of a round that has any; 0 when the game has none.
    pub feature_steps: BigRational,
    /// Standard deviation of a round's pay per unit staked.
    pub standard_deviation: f64,
    /// The most a round can pay, in units; a bought one included.
    pub max_units: i64,
    /// The bought round, if the game sells it.
    pub bought: Option<BoughtPar>,
}

/// A bought round counted.
#[derive(Debug, Clone)]
pub struct BoughtPar {
    /// Its price in stakes.
    pub cost_x: i64,
    /// Mean pay per unit of the price.
    pub rtp: BigRational,
    /// Standard deviation of its pay per unit of the price.
    pub standard_deviation: f64,
}

impl SlotsPar {
    /// Counts a game.
    pub fn count(slots: &Slots) -> Result<Self, ParError> {
        let (rules, definition) = (slots.rules(), slots.definition());
        let follow = Follow::of(rules)?;
        let paid = SpinCount::of(rules, &rules.source, 1, 0)?;
        let round = follow.round(&paid);
        let bet_units = definition.bet_units;
        let mut max_units = round.max;
        let bought = match (&rules.bought, &definition.bonus_buy) {
            (Some(source), Some(buy)) => {
                let spin = SpinCount::of(rules, source, 1, 0)?;
                let round = follow.round(&spin);
                max_units = max_units.max(round.max);
                let price = BigRational::from_integer((buy.cost_x * bet_units).into());
                Some(BoughtPar {
                    cost_x: buy.cost_x,
                    rtp: (&spin.win + &round.feature_win) / &price,
                    standard_deviation: deviation(&spin, &round) / as_float(&price),
                })
            }
            _ => None,
        };
        let cap = definition.max_win_x * bet_units;
        if max_units > cap {
            return Err(ParError::CapReachable { attainable: max_units, cap });
        }
        let some = round.trigger != BigRational::default();
        Ok(Self {
            bet_units,
            standard_deviation: deviation(&paid, &round) / as_float(&BigInt::from(bet_units).into()),
            feature_steps: if some { &round.feature_steps / &round.trigger } else { round.feature_steps },
            spin_win: paid.win,
            feature_win: round.feature_win,
            hit: paid.hit,
            trigger: round.trigger,
            max_units,
            bought,
        })
    }

    /// Return to player: mean pay per unit staked.
    pub fn rtp(&self) -> BigRational {
        (&self.spin_win + &self.feature_win) / BigInt::from(self.bet_units)
    }
}

/// Standard deviation of a round's pay, in units.
fn deviation(paid: &SpinCount, round: &RoundCount) -> f64 {
    let mean = as_float(&(&paid.win + &round.feature_win));
    (round.square - mean * mean).sqrt()
}

/// The nearest double.
fn as_float(exact: &BigRational) -> f64 {
    exact.to_f64().unwrap_or(f64::NAN)
}

/// One as a fraction.
fn one() -> BigRational {
    BigRational::one()
}
