//! What bets do to a jackpot: pure, and exact to a millionth of a subunit.

use croupier_games::fair::ServerSeed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Millionths of a subunit in a subunit.
pub(super) const MICRO: i64 = 1_000_000;

/// A level of a jackpot, the largest one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JackpotLevelName)]
pub enum Level {
    /// `level_1`.
    Gold,
    /// `level_2`.
    Silver,
    /// `level_3`.
    Bronze,
}

impl Level {
    /// Every level, the largest one first.
    pub const ALL: [Self; 3] = [Self::Gold, Self::Silver, Self::Bronze];

    /// Counted from 1.
    pub const fn number(self) -> i64 {
        match self {
            Self::Gold => 1,
            Self::Silver => 2,
            Self::Bronze => 3,
        }
    }

    /// The level of this number.
    pub fn of(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Bronze => "bronze",
        }
    }
}

/// What a cycle runs under. Amounts are in subunits of the jackpot's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Millionths of each real bet that are added.
    pub contribution_ppm: i64,
    /// What the cycle begins with.
    pub seed_cents: i64,
    /// By which amount it has to be won.
    pub must_hit_by_cents: i64,
    /// Smaller bets neither add nor win.
    pub min_bet_cents: i64,
}

/// What a cycle has drawn before its first bet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Revealed with the win.
    pub server_seed: ServerSeed,
    /// The bet that lifts the amount to it wins.
    pub point_cents: i64,
}

/// A cycle that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// Counted from 1.
    pub number: i64,
    /// What it runs under.
    pub terms: Terms,
    /// Left over from the cycle before, in millionths of a subunit; less than a subunit.
    pub carried_micro: i64,
    /// What bets have added, in millionths of a subunit.
    pub contributed_micro: i64,
    /// Its seed and its point.
    pub secret: Secret,
}

/// An amount that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

impl Cycle {
    /// What a win would pay now, in millionths of a subunit.
    pub fn amount_micro(&self) -> i64 {
        self.terms.seed_cents * MICRO + self.carried_micro + self.contributed_micro
    }

    /// What a bet of `stake` subunits adds, in millionths of a subunit; nothing when it is too small.
    fn contribution(&self, stake: i64) -> Result<i64, Overflow> {
        if stake < self.terms.min_bet_cents {
            return Ok(0);
        }
        stake.checked_mul(self.terms.contribution_ppm).ok_or(Overflow)
    }

    /// What a win pays now, in whole subunits, and what is left over for the next cycle, in millionths.
    pub fn pays(&self) -> (i64, i64) {
        (self.amount_micro() / MICRO, self.amount_micro() % MICRO)
    }
}

/// A level with its running cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pot {
    /// Which one.
    pub level: Level,
    /// The cycle that runs.
    pub cycle: Cycle,
    /// What bets have added over all cycles, in millionths of a subunit.
    pub contributed_micro: i64,
}

/// What a bet has done to a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JackpotContribution {
    /// The cycle in which it counted; 0 when it did not.
    pub cycle: i64,
    /// The cycle that it has won, as it ended.
    pub won: Option<Cycle>,
}

impl Pot {
    /// Takes a real bet of `stake` subunits. When it lifts the amount to the point, it wins the cycle, and the one that `next`
    /// makes of its number begins with what is left over of a subunit.
    pub fn bet<E: From<Overflow>>(
        &mut self,
        stake: i64,
        next: impl FnOnce(i64) -> Result<(Terms, Secret), E>,
    ) -> Result<JackpotContribution, E> {
        let added = self.cycle.contribution(stake)?;
        if added == 0 {
            return Ok(JackpotContribution { cycle: 0, won: None });
        }
        self.add(added)?;
        let counted = self.cycle.number;
        if self.cycle.amount_micro() < self.cycle.secret.point_cents * MICRO {
            return Ok(JackpotContribution { cycle: counted, won: None });
        }
        let (_, carried_micro) = self.cycle.pays();
        let number = counted + 1;
        let (terms, secret) = next(number)?;
        let fresh = Cycle { number, terms, carried_micro, contributed_micro: 0, secret };
        let won = std::mem::replace(&mut self.cycle, fresh);
        Ok(JackpotContribution { cycle: counted, won: Some(won) })
    }

    /// Takes back what a bet of `stake` subunits has added in cycle `counted`. What went into a cycle that was won meanwhile
    /// stays where it went.
    pub fn take_back(&mut self, stake: i64, counted: i64) -> Result<(), Overflow> {
        if counted == self.cycle.number {
            self.add(-self.cycle.contribution(stake)?)?;
        }
        Ok(())
    }

    fn add(&mut self, micro: i64) -> Result<(), Overflow> {
        let cycle = self.cycle.contributed_micro.checked_add(micro).ok_or(Overflow)?;
        let total = self.contributed_micro.checked_add(micro).ok_or(Overflow)?;
        let base = self.cycle.terms.seed_cents * MICRO + self.cycle.carried_micro;
        base.checked_add(cycle).ok_or(Overflow)?;
        (self.cycle.contributed_micro, self.contributed_micro) = (cycle, total);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
