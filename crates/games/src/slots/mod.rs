//! The slots kernel: plays any game a [`SlotsDefinition`] describes.
//!
//! One spin goes: draw a window, find its wins, tumble while the game tumbles and something won,
//! count the scatters of the last window, award free spins, cut the round at its cap.

mod evaluate;
pub(crate) mod grid;
mod rules;
mod validate;

pub use rules::{FreeRule, Grid, Rules, Source, SymbolIndex, WildRule};
pub(crate) use validate::check_identifier;

use crate::definition::SlotsDefinition;
use crate::error::{DefinitionError, PlayError};
use crate::fair::Stream;
use crate::outcome::{RoundState, SlotsStep, SpinKind, Step, Transition, TumbleStep, Win};

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
        if stake_cents > AMOUNT_CENTS_MAX / self.definition.max_win_x {
            return Err(PlayError::StakeTooHigh { max_cents: AMOUNT_CENTS_MAX / self.definition.max_win_x });
        }
        Ok(())
    }

    /// Plays the paid spin. `stream` is step 0 of the round.
    pub fn start(&self, stake_cents: i64, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.check_stake(stake_cents)?;
        let before =
            RoundState { step_next: 0, stake_cents, win_cents: 0, freespins_left: 0, freespins_total: 0 };
        Ok(self.play(SpinKind::Spin, &before, stream))
    }

    /// Plays the next free spin. `stream` is step `state.step_next` of the round.
    pub fn step(&self, state: &RoundState, stream: &mut Stream) -> Result<Transition, PlayError> {
        self.check_stake(state.stake_cents)?;
        let most = self.rules.freespins.as_ref().map_or(0, |f| f.max_total);
        let sound = state.freespins_left >= 1
            && state.freespins_left <= state.freespins_total
            && state.freespins_total <= most
            && state.step_next == state.freespins_total - state.freespins_left + 1
            && (0..self.cap_cents(state.stake_cents)).contains(&state.win_cents);
        if !sound {
            return Err(PlayError::State);
        }
        Ok(self.play(SpinKind::Freespin, state, stream))
    }

    fn cap_cents(&self, stake_cents: i64) -> i64 {
        stake_cents * self.definition.max_win_x
    }

    fn play(&self, kind: SpinKind, before: &RoundState, stream: &mut Stream) -> Transition {
        let mut step = self.spin(kind, before.stake_cents / self.definition.bet_units, stream);

        let room_cents = self.cap_cents(before.stake_cents) - before.win_cents;
        let capped = step.win_cents >= room_cents;
        if capped {
            step.win_cents = room_cents;
        }

        let most = self.rules.freespins.as_ref().map_or(0, |f| f.max_total);
        step.freespins_awarded = step.freespins_awarded.min(most - before.freespins_total);
        let played = u32::from(kind == SpinKind::Freespin);
        let state = RoundState {
            step_next: before.step_next + 1,
            stake_cents: before.stake_cents,
            win_cents: before.win_cents + step.win_cents,
            freespins_left: before.freespins_left - played + step.freespins_awarded,
            freespins_total: before.freespins_total + step.freespins_awarded,
        };
        let open = state.freespins_left > 0 && !capped;
        Transition { win_cents: step.win_cents, step: Step::Slots(step), state: open.then_some(state) }
    }

    /// One spin without the round's limits: the award and the win are not yet cut.
    fn spin(&self, kind: SpinKind, unit_cents: i64, stream: &mut Stream) -> SlotsStep {
        let rules = &self.rules;
        let (source, spin_multiplier) = match (kind, &rules.freespins) {
            (SpinKind::Freespin, Some(free)) => (&free.source, free.multiplier),
            _ => (&rules.source, 1),
        };
        let ladder = |rung: usize| spin_multiplier * rules.tumble_multiplier(rung);

        let drawn = grid::draw(rules, source, stream);
        let mut window = drawn.window;
        let mut wins = evaluate::wins(rules, &window, ladder(0) * unit_cents);
        let mut step = SlotsStep {
            kind,
            stops: drawn.stops,
            window: rules.name(&window),
            wins: Vec::new(),
            tumbles: Vec::new(),
            multiplier: ladder(0),
            win_cents: 0,
            freespins_awarded: 0,
        };

        for rung in 1..=rules.tumbles_max() {
            if wins.is_empty() {
                break;
            }
            let removed = grid::winning_cells(&wins);
            place(&mut step, std::mem::take(&mut wins));
            grid::tumble(rules, source, &mut window, &removed, stream);
            wins = evaluate::wins(rules, &window, ladder(rung) * unit_cents);
            step.tumbles.push(TumbleStep {
                removed,
                window: rules.name(&window),
                wins: Vec::new(),
                multiplier: ladder(rung),
            });
        }

        let scatters = evaluate::scatters(rules, &window);
        wins.extend(evaluate::scatter_win(rules, &scatters, spin_multiplier * unit_cents));
        place(&mut step, wins);
        step.freespins_awarded = rules.freespins_for(scatters.len());
        step
    }
}

/// Books wins to the window they were found in: the last one shown.
fn place(step: &mut SlotsStep, wins: Vec<Win>) {
    for win in &wins {
        step.win_cents = step.win_cents.saturating_add(win.amount_cents);
    }
    match step.tumbles.last_mut() {
        Some(tumble) => tumble.wins = wins,
        None => step.wins = wins,
    }
}
