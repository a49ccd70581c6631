//! The machine-readable figures of a PAR sheet.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use serde::{Deserialize, Serialize};

use super::{BaccaratPar, KenoPar, SlotsPar};
use crate::DefinitionHash;
use crate::baccarat::{Baccarat, Spot};
use crate::crash::{Crash, ONE, TARGET_MIN};
use crate::definition::OwnJackpot;
use crate::keno::Keno;
use crate::roulette::{POCKETS, RETURN_X_MAX, Roulette};
use crate::slots::Slots;

/// Millionths in a whole.
const MILLION: u32 = 1_000_000;

/// What the catalogue shows and the sheets prove. `docs/par/{slug}.json` holds one of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// The game.
    pub identifier: String,
    /// Version of its definition.
    pub version: u32,
    /// The hash of the definition that was counted.
    pub definition: DefinitionHash,
    /// Return to player in percent, rounded to two decimals.
    pub rtp: String,
    /// Return to player as a fraction.
    pub rtp_exact: Fraction,
    /// Probability that the paid spin itself pays, in percent to one decimal; none for a table, where
    /// it depends on the bets.
    pub hit_rate: Option<String>,
    /// The same as a fraction.
    pub hit_rate_exact: Option<Fraction>,
    /// One paid spin in so many is followed by free spins or respins, to one decimal; none without.
    pub feature_every: Option<String>,
    /// Standard deviation of a round's pay per unit staked, to three decimals; none for a table.
    pub standard_deviation: Option<String>,
    /// Its class; none for a table.
    pub volatility: Option<Volatility>,
    /// The most a round can pay, in stakes: with as many decimals as it has, two at most, cut off and never rounded up.
    pub max_win_x: String,
    /// The bought round; none when the game sells none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus_buy: Option<BonusBuyFigures>,
    /// The jackpot of this game alone; none without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jackpot: Option<JackpotFigures>,
}

/// What the jackpot of a game adds to its return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JackpotFigures {
    /// The jackpot.
    pub identifier: String,
    /// What its levels together add of each bet, in millionths.
    pub contribution_ppm: u32,
    /// Return of the rounds and the contribution together in percent, rounded to two decimals.
    pub rtp_total: String,
    /// The same as a fraction.
    pub rtp_total_exact: Fraction,
}

/// The figures of a bought round, per unit of its price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusBuyFigures {
    /// Price in stakes.
    pub cost_x: i64,
    /// Return to player in percent, rounded to two decimals.
    pub rtp: String,
    /// Return to player as a fraction.
    pub rtp_exact: Fraction,
    /// Standard deviation of its pay, to three decimals.
    pub standard_deviation: String,
}

/// A fraction in lowest terms, as decimal text because the numbers are long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fraction {
    /// Above the line.
    pub numerator: String,
    /// Below the line.
    pub denominator: String,
}

/// Class of a standard deviation per unit staked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Volatility {
    /// Below 3.
    Low,
    /// From 3 to below 5.
    Medium,
    /// 5 and more.
    High,
}

impl Figures {
    /// The figures of a counted slots game.
    pub fn of_slots(definition: DefinitionHash, slots: &Slots, par: &SlotsPar) -> Self {
        let rtp = par.rtp();
        let deviation = par.standard_deviation;
        let triggers = par.trigger.is_positive();
        Self {
            identifier: slots.definition().identifier.clone(),
            version: slots.definition().version,
            definition,
            rtp: percent(&rtp, 2),
            rtp_exact: Fraction::of(&rtp),
            hit_rate: Some(percent(&par.hit, 1)),
            hit_rate_exact: Some(Fraction::of(&par.hit)),
            feature_every: triggers.then(|| decimal(&par.trigger.recip(), 1)),
            standard_deviation: Some(format!("{deviation:.3}")),
            volatility: Some(Volatility::of(deviation)),
            max_win_x: multiple(par.max_units, par.bet_units),
            bonus_buy: par.bought.as_ref().map(|bought| BonusBuyFigures {
                cost_x: bought.cost_x,
                rtp: percent(&bought.rtp, 2),
                rtp_exact: Fraction::of(&bought.rtp),
                standard_deviation: format!("{:.3}", bought.standard_deviation),
            }),
            jackpot: slots.definition().jackpot.as_ref().map(|own| JackpotFigures::of(own, &rtp)),
        }
    }

    /// The figures of a game whose bets return `rtp` and at most `max_win_x` stakes, without spins to report.
    fn of_bets(
        (identifier, version): (&str, u32),
        definition: DefinitionHash,
        rtp: &BigRational,
        max_win_x: String,
    ) -> Self {
        Self {
            identifier: identifier.to_owned(),
            version,
            definition,
            rtp: percent(rtp, 2),
            rtp_exact: Fraction::of(rtp),
            hit_rate: None,
            hit_rate_exact: None,
            feature_every: None,
            standard_deviation: None,
            volatility: None,
            max_win_x,
            bonus_buy: None,
            jackpot: None,
        }
    }

    /// The figures of a roulette table: every bet returns the same share.
    pub fn of_roulette(definition: DefinitionHash, roulette: &Roulette) -> Self {
        let rtp = BigRational::new(RETURN_X_MAX.into(), POCKETS.into());
        Self::of_bets(
            (&roulette.definition().identifier, roulette.definition().version),
            definition,
            &rtp,
            RETURN_X_MAX.to_string(),
        )
    }
}

impl Figures {
    /// The figures of a crash game. The return is that of the target that returns least.
    pub fn of_crash(definition: DefinitionHash, crash: &Crash) -> Self {
        let rules = crash.definition();
        let rtp = target_return(crash, least_target(crash));
        Self::of_bets(
            (&rules.identifier, rules.version),
            definition,
            &rtp,
            multiple(rules.max_multiplier, ONE),
        )
    }

    /// The figures of a table of baccarat. The return is that of the bet on the player's hand, the one of the two hands that
    /// returns less.
    pub fn of_baccarat(definition: DefinitionHash, baccarat: &Baccarat, par: &BaccaratPar) -> Self {
        let rules = baccarat.definition();
        let rtp = par.returns(Spot::Player).min(par.returns(Spot::Banker));
        Self::of_bets(
            (&rules.identifier, rules.version),
            definition,
            &rtp,
            baccarat.return_x_max().to_string(),
        )
    }

    /// The figures of a game of keno. The return is that of the count of picks that returns least.
    pub fn of_keno(definition: DefinitionHash, keno: &Keno, par: &KenoPar) -> Self {
        let rules = keno.definition();
        Self::of_bets(
            (&rules.identifier, rules.version),
            definition,
            &par.least_return(),
            multiple(keno.units_max(), rules.bet_units),
        )
    }
}

/// The target that returns least.
pub(super) fn least_target(crash: &Crash) -> i64 {
    let targets = TARGET_MIN..=crash.definition().max_multiplier;
    let least = targets.min_by_key(|target| crash.reaching(*target).0 * u128::from(target.unsigned_abs()));
    least.unwrap_or(TARGET_MIN)
}

/// The chance that a round reaches a target.
pub(super) fn target_chance(crash: &Crash, target: i64) -> BigRational {
    let (reaching, all) = crash.reaching(target);
    BigRational::new(reaching.into(), all.into())
}

/// What a target returns, before a payment is rounded down to a subunit.
pub(super) fn target_return(crash: &Crash, target: i64) -> BigRational {
    target_chance(crash, target) * BigRational::new(target.into(), ONE.into())
}

impl JackpotFigures {
    fn of(own: &OwnJackpot, rtp: &BigRational) -> Self {
        let total = rtp + contribution(own);
        Self {
            identifier: own.identifier.clone(),
            contribution_ppm: own.contribution_ppm,
            rtp_total: percent(&total, 2),
            rtp_total_exact: Fraction::of(&total),
        }
    }
}

/// What the levels of a jackpot together add of each bet.
pub(super) fn contribution(own: &OwnJackpot) -> BigRational {
    BigRational::new(own.contribution_ppm.into(), MILLION.into())
}

impl Fraction {
    fn of(value: &BigRational) -> Self {
        Self { numerator: value.numer().to_string(), denominator: value.denom().to_string() }
    }
}

impl Volatility {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    fn of(standard_deviation: f64) -> Self {
        match standard_deviation {
            ..3.0 => Self::Low,
            3.0..5.0 => Self::Medium,
            _ => Self::High,
        }
    }
}

/// A share in percent.
pub(super) fn percent(value: &BigRational, decimals: u32) -> String {
    decimal(&(value * BigInt::from(100)), decimals)
}

/// So many units in stakes of `bet_units`: at most two decimals, cut off, without zeros at the end.
fn multiple(units: i64, bet_units: i64) -> String {
    let (whole, rest) = (units / bet_units, units % bet_units);
    let text = format!("{whole}.{:02}", rest * 100 / bet_units);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A value that is not negative, rounded to so many decimals, halves up; exact before rounding.
pub(super) fn decimal(value: &BigRational, decimals: u32) -> String {
    let scale = BigInt::from(10).pow(decimals);
    let scaled: BigInt = (value * &scale + BigRational::new(1.into(), 2.into())).floor().to_integer();
    let (whole, rest) = (&scaled / &scale, &scaled % &scale);
    if decimals == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{rest:0>width$}", width = decimals as usize)
    }
}
