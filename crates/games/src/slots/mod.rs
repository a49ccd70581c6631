//! The slots kernel: plays any game a [`SlotsDefinition`] describes.
//!
//! A round is one paid (or bought) spin and the free spins or respins that follow it, each a step with
//! a stream of its own. [`spin`] plays a spin; what is here holds a round together: stakes, states
//! between steps, awards, the cap.

pub(crate) mod clusters;
mod evaluate;
pub(crate) mod grid;
mod hold;
pub(crate) mod nudge;
mod rules;
mod spin;
mod validate;
mod validate_features;

pub(crate) use rules::rung;
pub use rules::{FreeRule, Grid, MysteryRule, Rules, Source, SymbolIndex, WildRule};
pub(crate) use validate::check_identifier;

use crate::definition::SlotsDefinition;
use crate::error::{DefinitionError, PlayError};
use crate::fair::Stream;
use crate::outcome::{FeatureState, RoundState, SlotsStep, SpinKind, Step, Transition};

/// The greatest amount that every JSON reader holds exactly: 2^53 - 1.
pub const AMOUNT_CENTS_MAX: i64 = (1 << 53) - 1;

/// A slots game, checked and ready to play.
#[derive(Debug, Clone)]
pub struct Slots {
    definition: SlotsDefinition,
    rules: Rules,
}

impl Slots {
    /// Checks a definition and makes it playable.
    pub fn new(definition: SlotsDefinition) -> Result<Self, DefinitionError> {
        validate::check(&definition)?;
        let rules = Rules::compile(&definition)?;
        Ok(Self { definition, rules })
    }

    /// The definition it was made from.
    pub fn definition(&self) -> &SlotsDefinition {
        &self.definition
    }

    /// The definition in the form the kernel and the PAR sheets count with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Refuses a stake that is not a positive multiple of the game's units, or whose greatest win
    /// would leave the exact range of JSON numbers.
    pub fn check_stake(&self, stake_cents: i64) -> Result<(), PlayError> {
        let unit_cents_count = self.definition.bet_units;
        if stake_cents <= 0 || stake_cents % unit_cents_count != 0 {
            return Err(PlayError::StakeNotMultiple { multiple_of_cents: unit_cents_count });
        }
        let max_cents = self.stake_max_cents();
        if stake_cents > max_cents {
            return Err(PlayError::StakeTooHigh { max_cents });
        }
        Ok(())
    }

    /// The highest stake whose greatest win is within the exact range of JSON numbers, in subunits.
    pub fn stake_max_cents(&self) -> i64 {
        AMOUNT_CENTS_MAX / self.definition.max_win_x
    }

    /// What a bought round costs at a stake, in subunits; `None` when the game sells none.
    pub fn price_cents(&self, stake_cents: i64) -> Option<i64> {
        Some(stake_cents.saturating_mul(self.definition.bonus_buy.as_ref()?.cost_x))
    }

    /// Plays the paid spin. `stream` is step 0 of the round.
    pub fn start(&self, stake_cents: i64, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.open(SpinKind::Spin, stake_cents, stream)
    }

    /// Plays the first spin of a bought round; `stake_cents` is what its price is a multiple of.
    pub fn start_bought(&self, stake_cents: i64, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.rules.bought.as_ref().ok_or(PlayError::NotForSale)?;
        self.open(SpinKind::Buy, stake_cents, stream)
    }

    fn open(&self, kind: SpinKind, stake_cents: i64, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.check_stake(stake_cents)?;
        let before = RoundState {
            step_next: 0,
            stake_cents,
            win_cents: 0,
            freespins_left: 0,
            freespins_total: 0,
            feature: None,
        };
        Ok(self.play(kind, &before, stream))
    }

    /// Plays the next free spin or respin. `stream` is step `state.step_next` of the round.
    pub fn step(&self, state: &RoundState, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.check_stake(state.stake_cents)?;
        let in_cap = (0..self.cap_cents(state.stake_cents)).contains(&state.win_cents);
        if !in_cap || !self.is_sound(state) {
            return Err(PlayError::State);
        }
        Ok(self.play(state.next().kind, state, stream))
    }

    /// Whether a state can come up in this game.
    fn is_sound(&self, state: &RoundState) -> bool {
        let rules = &self.rules;
        let most = rules.freespins.as_ref().map_or(0, |free| free.max_total);
        let freespins = state.freespins_left >= 1
            && state.freespins_left <= state.freespins_total
            && state.freespins_total <= most
            && state.step_next == state.freespins_total - state.freespins_left + 1;
        let respins = state.step_next >= 1 && state.freespins_total == 0 && state.freespins_left == 0;
        let expands = rules.freespins.as_ref().is_some_and(|free| !free.expanding.is_empty());
        let sticks = rules.freespins.as_ref().is_some_and(|free| free.sticky.is_some());
        match &state.feature {
            None => freespins && !expands && !sticks,
            Some(FeatureState::ExpandingSymbol { symbol }) => {
                let known = rules.regular.iter().any(|regular| rules.symbols[*regular] == *symbol);
                freespins && expands && known
            }
            Some(FeatureState::StickyWilds { positions }) => {
                let inside = |(reel, row): &(usize, usize)| *reel < rules.reels && *row < rules.rows;
                freespins && sticks && positions.is_sorted_by(|a, b| a < b) && positions.iter().all(inside)
            }
            Some(FeatureState::ExpandingWild { reels }) => {
                let order = reels.is_sorted_by(|a, b| a < b) && reels.iter().all(|reel| *reel < rules.reels);
                respins && rules.expanding_wild.is_some() && order && (1..rules.reels).contains(&reels.len())
            }
            Some(FeatureState::HoldAndWin { respins_left, respins: full, coins }) => {
                let unit_cents = state.stake_cents / self.definition.bet_units;
                rules.hold.as_ref().is_some_and(|hold| {
                    respins && hold::sound(rules, hold, (*respins_left, *full, coins), unit_cents)
                })
            }
        }
    }

    fn cap_cents(&self, stake_cents: i64) -> i64 {
        stake_cents * self.definition.max_win_x
    }

    fn play(&self, kind: SpinKind, before: &RoundState, stream: &mut Stream) -> Transition {
        let unit_cents = before.stake_cents / self.definition.bet_units;
        let (mut step, mut feature) = self.feature_step(kind, before, unit_cents, stream);

        let room_cents = self.cap_cents(before.stake_cents) - before.win_cents;
        let capped = step.win_cents >= room_cents;
        if capped {
            step.win_cents = room_cents;
        }

        let most = self.rules.freespins.as_ref().map_or(0, |f| f.max_total);
        step.freespins_awarded = step.freespins_awarded.min(most - before.freespins_total);
        if step.freespins_awarded > 0 && before.freespins_total == 0 {
            feature = self.begin_freespins(&mut step, stream);
        }
        let played = u32::from(kind == SpinKind::Freespin);
        let freespins_left = before.freespins_left - played + step.freespins_awarded;
        let due = match feature {
            Some(FeatureState::HoldAndWin { .. } | FeatureState::ExpandingWild { .. }) => true,
            _ => freespins_left > 0,
        };
        let state = RoundState {
            step_next: before.step_next + 1,
            stake_cents: before.stake_cents,
            win_cents: before.win_cents + step.win_cents,
            freespins_left,
            freespins_total: before.freespins_total + step.freespins_awarded,
            feature,
        };
        let open = due && !capped;
        Transition { win_cents: step.win_cents, step: Step::Slots(step), state: open.then_some(state) }
    }

    /// Plays a step by the feature the round is in. Answers what the feature carries on.
    fn feature_step(
        &self,
        kind: SpinKind,
        before: &RoundState,
        unit_cents: i64,
        stream: &mut Stream,
    ) -> (SlotsStep, Option<FeatureState>) {
        let rules = &self.rules;
        if let (Some(FeatureState::HoldAndWin { respins_left, coins, .. }), Some(hold), Some(coin)) =
            (&before.feature, &rules.hold, rules.coin)
        {
            return hold::respin(rules, hold, (coin, *respins_left, coins), unit_cents, stream);
        }
        let step = spin::play(rules, kind, before.feature.as_ref(), unit_cents, stream);
        let feature = match &before.feature {
            Some(FeatureState::StickyWilds { .. }) => {
                Some(FeatureState::StickyWilds { positions: step.sticky.clone() })
            }
            Some(FeatureState::ExpandingSymbol { symbol }) => {
                Some(FeatureState::ExpandingSymbol { symbol: symbol.clone() })
            }
            Some(FeatureState::ExpandingWild { reels }) if step.covered.len() == reels.len() => None,
            _ => {
                let covered = rules.expanding_wild.as_ref().filter(|_| !step.covered.is_empty());
                let respin = covered.map(|_| FeatureState::ExpandingWild { reels: step.covered.clone() });
                respin.or_else(|| rules.hold.as_ref().and_then(|hold| hold::begins(hold, &step.coins)))
            }
        };
        (step, feature)
    }

    /// What the first award of free spins sets up; the expanding symbol is drawn after all else.
    fn begin_freespins(&self, step: &mut SlotsStep, stream: &mut Stream) -> Option<FeatureState> {
        let free = self.rules.freespins.as_ref()?;
        if free.sticky.is_some() {
            return Some(FeatureState::StickyWilds { positions: Vec::new() });
        }
        if free.expanding.is_empty() {
            return None;
        }
        let symbol = self.rules.symbols[grid::draw_weighted(&free.expanding, stream)].clone();
        step.expanding_symbol = Some(symbol.clone());
        Some(FeatureState::ExpandingSymbol { symbol })
    }
}
