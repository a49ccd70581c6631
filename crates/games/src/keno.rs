//! Keno: a player picks numbers of a board, some numbers are drawn, and the picks pay by how many of them are drawn.
//!
//! # The draw
//!
//! The numbers of the board stand in a row, 1 first. For each place `k` of the draw, from 0 on, the number at place `k` is
//! swapped with the one at `k + uniform(left)`, `left` being the numbers from `k` on (Fisher and Yates), and is drawn. So
//! every order of drawn numbers is equally likely, and the stream of the round says the order too.
//!
//! # The pays
//!
//! A stake is split into `bet_units` units, and the table of so many picks says how many of them so many hits return, the
//! stake included. A stake is a multiple of the units, so nothing is rounded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::definition::ByCount;
use crate::error::{DefinitionError, PlayError};
use crate::fair::Stream;
use crate::outcome::{Step, Transition};
use crate::roulette::{Bet, BetKind, StakeLimits};
use crate::slots::{AMOUNT_CENTS_MAX, check_identifier};

/// Most numbers of a board.
const NUMBERS_MAX: u8 = 80;
/// Most units of a stake.
const UNITS_MAX: i64 = 1_000;
/// The most that a draw may pay, in stakes.
const RETURN_X_MAX: i64 = 1_000_000;

/// A game of keno.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KenoDefinition {
    /// Always `keno`.
    pub kind: KenoKind,
    /// `{provider}/{slug}`, unique.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Raised with every change of the rules.
    pub version: u32,
    /// Numbers of the board, which begin with 1.
    pub numbers: u8,
    /// How many of them are drawn.
    pub drawn: u8,
    /// Units a stake is split into; pays are whole numbers of them.
    pub bet_units: i64,
    /// By how many numbers were picked: pays in units by how many of them are drawn. Exactly so many hits pay so much, and a
    /// number of hits that is not named pays nothing.
    pub pays: BTreeMap<u16, ByCount<i64>>,
}

/// The tag of [`KenoDefinition`] and of [`KenoStep`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KenoKind {
    /// The only value.
    Keno,
}

/// A draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KenoStep {
    /// Always `keno`.
    pub kind: KenoKind,
    /// The drawn numbers, in the order of the draw.
    pub drawn: Vec<u8>,
    /// Those of them that were picked, in the same order.
    pub hits: Vec<u8>,
    /// What the picks return, in subunits.
    pub win_cents: i64,
}

/// A game of keno, checked and ready to play.
#[derive(Debug, Clone)]
pub struct Keno {
    definition: KenoDefinition,
}

impl Keno {
    /// Checks a definition and makes it playable.
    pub fn new(definition: KenoDefinition) -> Result<Self, DefinitionError> {
        check_identifier(&definition.identifier)?;
        let KenoDefinition { numbers, drawn, bet_units, pays, .. } = &definition;
        if !(2..=NUMBERS_MAX).contains(numbers) {
            return Err(DefinitionError::invalid("numbers", format!("must be from 2 to {NUMBERS_MAX}")));
        }
        if !(1..*numbers).contains(drawn) {
            return Err(DefinitionError::invalid("drawn", "must be at least 1 and fewer than the numbers"));
        }
        if !(1..=UNITS_MAX).contains(bet_units) {
            return Err(DefinitionError::invalid("bet_units", format!("must be from 1 to {UNITS_MAX}")));
        }
        if pays.is_empty() {
            return Err(DefinitionError::invalid("pays", "must name a count of picks"));
        }
        for (picks, by_hits) in pays {
            check_pays(*picks, by_hits, &definition)?;
        }
        Ok(Self { definition })
    }

    /// The definition it was made from.
    pub fn definition(&self) -> &KenoDefinition {
        &self.definition
    }

    /// What so many hits among so many picks return, in units.
    pub fn units(&self, picks: usize, hits: usize) -> i64 {
        let by_hits = u16::try_from(picks).ok().and_then(|picks| self.definition.pays.get(&picks));
        let units = by_hits.and_then(|by_hits| by_hits.get(&u16::try_from(hits).ok()?));
        units.copied().unwrap_or_default()
    }

    /// The most that a draw can return, in units.
    pub fn units_max(&self) -> i64 {
        self.definition.pays.values().flat_map(BTreeMap::values).copied().max().unwrap_or_default()
    }

    /// The most that a draw can return, in stakes, rounded up.
    pub fn return_x_max(&self) -> i64 {
        (self.units_max() + self.definition.bet_units - 1) / self.definition.bet_units
    }

    /// The highest stake whose greatest win is within the exact range of JSON numbers, in subunits.
    pub fn stake_max_cents(&self) -> i64 {
        AMOUNT_CENTS_MAX / self.return_x_max()
    }

    /// The stake of a bet on picks within these limits, or why it is refused.
    pub fn stake_of(&self, bets: &[Bet], limits: StakeLimits) -> Result<i64, PlayError> {
        let stake_cents = self.bet_of(bets)?.amount_cents;
        let StakeLimits { min_cents, max_cents } = limits;
        if !(min_cents..=max_cents).contains(&stake_cents) {
            return Err(PlayError::StakeOutsideLimits { min_cents, max_cents });
        }
        Ok(stake_cents)
    }

    /// The one bet of a round: as many numbers of the board as a table of pays is for, each picked once, and a stake that can
    /// be split into units.
    fn bet_of<'a>(&self, bets: &'a [Bet]) -> Result<&'a Bet, PlayError> {
        let [bet] = bets else { return Err(PlayError::BetCount { min: 1, max: 1 }) };
        let KenoDefinition { numbers, bet_units, pays, .. } = &self.definition;
        let mut picks = bet.numbers.clone();
        picks.sort_unstable();
        picks.dedup();
        let is_whole =
            picks.len() == bet.numbers.len() && picks.iter().all(|pick| (1..=*numbers).contains(pick));
        let is_paid = u16::try_from(picks.len()).is_ok_and(|count| pays.contains_key(&count));
        if bet.kind != BetKind::Picks || !is_whole || !is_paid {
            return Err(PlayError::BetNumbers { bet: 0, kind: bet.kind.name() });
        }
        if bet.amount_cents < 1 || bet.amount_cents % bet_units != 0 {
            return Err(PlayError::StakeNotMultiple { multiple_of_cents: *bet_units });
        }
        let max_cents = self.stake_max_cents();
        if bet.amount_cents > max_cents {
            return Err(PlayError::StakeTooHigh { max_cents });
        }
        Ok(bet)
    }

    /// Draws, and pays the picks.
    pub fn start(
        &self,
        stake_cents: i64,
        bets: &[Bet],
        stream: &mut Stream,
    ) -> Result<Transition, PlayError> {
        let bet = self.bet_of(bets)?;
        if bet.amount_cents != stake_cents {
            return Err(PlayError::StakeNotSum { sum_cents: bet.amount_cents });
        }
        let drawn = self.draw(stream);
        let hits: Vec<u8> = drawn.iter().copied().filter(|number| bet.numbers.contains(number)).collect();
        let win_cents = stake_cents / self.definition.bet_units * self.units(bet.numbers.len(), hits.len());
        let step = KenoStep { kind: KenoKind::Keno, drawn, hits, win_cents };
        Ok(Transition { step: Step::Keno(step), win_cents, state: None })
    }

    /// The drawn numbers, in order.
    fn draw(&self, stream: &mut Stream) -> Vec<u8> {
        let KenoDefinition { numbers, drawn, .. } = self.definition;
        let mut board: Vec<u8> = (1..=numbers).collect();
        for (place, left) in (0..usize::from(drawn)).zip((1..=u32::from(numbers)).rev()) {
            let on = usize::try_from(stream.uniform(left)).unwrap_or_default();
            board.swap(place, place + on);
        }
        board.truncate(usize::from(drawn));
        board
    }
}

/// Checks the pays of so many picks: hits that are possible, in rising pays.
fn check_pays(
    picks: u16,
    by_hits: &ByCount<i64>,
    definition: &KenoDefinition,
) -> Result<(), DefinitionError> {
    let at = || format!("pays.{picks}");
    let KenoDefinition { numbers, drawn, bet_units, .. } = definition;
    if !(1..=u16::from(*numbers)).contains(&picks) {
        return Err(DefinitionError::invalid(at(), "so many numbers cannot be picked"));
    }
    let hits_max = picks.min(u16::from(*drawn));
    if by_hits.is_empty() || by_hits.keys().any(|hits| *hits > hits_max) {
        return Err(DefinitionError::invalid(at(), format!("must pay for at most {hits_max} hits")));
    }
    let range = 1..=RETURN_X_MAX * bet_units;
    if by_hits.values().any(|units| !range.contains(units)) || !by_hits.values().is_sorted() {
        let most = range.end();
        let reason = format!("pays must rise with the hits, from 1 to {most} units");
        return Err(DefinitionError::invalid(at(), reason));
    }
    Ok(())
}
