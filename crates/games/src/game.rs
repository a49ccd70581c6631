//! A game of any kind, behind the three calls a server needs: `stake_of`, `start` and `step`.

use serde_json::Value;

use crate::baccarat::Baccarat;
use crate::canonical::{DefinitionHash, canonical};
use crate::crash::{Crash, ONE};
use crate::error::{DefinitionError, PlayError};
use crate::fair::Stream;
use crate::keno::Keno;
use crate::outcome::{RoundState, Transition};
use crate::roulette::{Bet, RETURN_X_MAX, Roulette, StakeLimits};
use crate::slots::{AMOUNT_CENTS_MAX, Slots};

/// A checked game and the definition it came from.
#[derive(Debug, Clone)]
pub struct Game {
    definition: Value,
    canonical: String,
    hash: DefinitionHash,
    rules: Kind,
}

/// The kinds of games.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Reels.
    Slots(Box<Slots>),
    /// A wheel.
    Roulette(Roulette),
    /// A multiplier that rises for everybody at once.
    Crash(Crash),
    /// Two hands of cards, dealt for everybody at once.
    Baccarat(Baccarat),
    /// Numbers picked on a board, and a draw for each round.
    Keno(Keno),
}

impl Game {
    /// Reads and checks a definition.
    pub fn load(json: &str) -> Result<Self, DefinitionError> {
        Self::from_value(serde_json::from_str(json)?)
    }

    /// Checks a definition that is JSON already.
    pub fn from_value(definition: Value) -> Result<Self, DefinitionError> {
        let rules = match definition.get("kind").and_then(Value::as_str) {
            Some("slots") => Kind::Slots(Box::new(Slots::new(serde_json::from_value(definition.clone())?)?)),
            Some("roulette") => Kind::Roulette(Roulette::new(serde_json::from_value(definition.clone())?)?),
            Some("crash") => Kind::Crash(Crash::new(serde_json::from_value(definition.clone())?)?),
            Some("baccarat") => Kind::Baccarat(Baccarat::new(serde_json::from_value(definition.clone())?)?),
            Some("keno") => Kind::Keno(Keno::new(serde_json::from_value(definition.clone())?)?),
            other => return Err(DefinitionError::Kind(other.unwrap_or_default().to_owned())),
        };
        let canonical = canonical(&definition);
        Ok(Self { hash: DefinitionHash::of(&canonical), canonical, definition, rules })
    }

    /// `slots`, `roulette`, `crash`, `baccarat` or `keno`.
    pub fn kind(&self) -> &'static str {
        match self.rules {
            Kind::Slots(_) => "slots",
            Kind::Roulette(_) => "roulette",
            Kind::Crash(_) => "crash",
            Kind::Baccarat(_) => "baccarat",
            Kind::Keno(_) => "keno",
        }
    }

    /// `{provider}/{slug}`.
    pub fn identifier(&self) -> &str {
        match &self.rules {
            Kind::Slots(slots) => &slots.definition().identifier,
            Kind::Roulette(roulette) => &roulette.definition().identifier,
            Kind::Crash(crash) => &crash.definition().identifier,
            Kind::Baccarat(baccarat) => &baccarat.definition().identifier,
            Kind::Keno(keno) => &keno.definition().identifier,
        }
    }

    /// Shown name.
    pub fn title(&self) -> &str {
        match &self.rules {
            Kind::Slots(slots) => &slots.definition().title,
            Kind::Roulette(roulette) => &roulette.definition().title,
            Kind::Crash(crash) => &crash.definition().title,
            Kind::Baccarat(baccarat) => &baccarat.definition().title,
            Kind::Keno(keno) => &keno.definition().title,
        }
    }

    /// The definition as it was read: what the game client and the verifier get.
    pub fn definition(&self) -> &Value {
        &self.definition
    }

    /// The definition as the one text that its hash is made of.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The name of exactly these rules.
    pub fn hash(&self) -> DefinitionHash {
        self.hash
    }

    /// The rules behind it.
    pub fn rules(&self) -> &Kind {
        &self.rules
    }

    /// A stake of a spin or a draw must be a multiple of this many subunits; 1 at a table.
    pub fn stake_multiple_cents(&self) -> i64 {
        match &self.rules {
            Kind::Slots(slots) => slots.definition().bet_units,
            Kind::Keno(keno) => keno.definition().bet_units,
            Kind::Roulette(_) | Kind::Crash(_) | Kind::Baccarat(_) => 1,
        }
    }

    /// The highest stake of a spin or a draw that the game can pay for in any currency, in subunits; the highest amount at a
    /// table.
    pub fn stake_max_cents(&self) -> i64 {
        match &self.rules {
            Kind::Slots(slots) => slots.stake_max_cents(),
            Kind::Keno(keno) => keno.stake_max_cents(),
            Kind::Roulette(_) | Kind::Crash(_) | Kind::Baccarat(_) => AMOUNT_CENTS_MAX,
        }
    }

    /// The stake of a wager in subunits, or why it is refused: slots need a stake and take no bets, a
    /// table and a draw need bets, whose sum a stake given as well must equal.
    pub fn stake_of(
        &self,
        stake_cents: Option<i64>,
        bets: &[Bet],
        limits: StakeLimits,
    ) -> Result<i64, PlayError> {
        match &self.rules {
            Kind::Slots(slots) => {
                if !bets.is_empty() {
                    return Err(PlayError::BetCount { min: 0, max: 0 });
                }
                let stake_cents = stake_cents.ok_or(PlayError::StakeMissing)?;
                let StakeLimits { min_cents, max_cents } = limits;
                if !(min_cents..=max_cents).contains(&stake_cents) {
                    return Err(PlayError::StakeOutsideLimits { min_cents, max_cents });
                }
                slots.check_stake(stake_cents)?;
                Ok(stake_cents)
            }
            Kind::Crash(crash) => {
                if !bets.is_empty() {
                    return Err(PlayError::BetCount { min: 0, max: 0 });
                }
                let stake_cents = stake_cents.ok_or(PlayError::StakeMissing)?;
                crash.check_stake(stake_cents, limits)?;
                Ok(stake_cents)
            }
            Kind::Baccarat(baccarat) => {
                if !bets.is_empty() {
                    return Err(PlayError::BetCount { min: 0, max: 0 });
                }
                let stake_cents = stake_cents.ok_or(PlayError::StakeMissing)?;
                baccarat.check_stake(stake_cents, limits)?;
                Ok(stake_cents)
            }
            Kind::Roulette(roulette) => with_sum(stake_cents, roulette.stake_of(bets, limits)?),
            Kind::Keno(keno) => with_sum(stake_cents, keno.stake_of(bets, limits)?),
        }
    }

    /// The most that a round can pay at a stake, in subunits; for a bought round at the stake that its price is a
    /// multiple of. Slots are cut off there, and no table pays more than its longest odds.
    pub fn win_max_cents(&self, stake_cents: i64) -> i64 {
        let times = match &self.rules {
            Kind::Slots(slots) => slots.definition().max_win_x,
            Kind::Roulette(_) => RETURN_X_MAX,
            Kind::Crash(crash) => crash.definition().max_multiplier / ONE,
            Kind::Baccarat(baccarat) => baccarat.return_x_max(),
            Kind::Keno(keno) => keno.return_x_max(),
        };
        stake_cents.saturating_mul(times)
    }

    /// Plays the first step of a round. `stream` is step 0 of the round; `bets` is empty for slots,
    /// and at a table and of a draw `stake_cents` is the sum of the bets.
    pub fn start(
        &self,
        stake_cents: i64,
        bets: &[Bet],
        stream: &mut Stream,
    ) -> Result<Transition, PlayError> {
        match &self.rules {
            Kind::Slots(_) if !bets.is_empty() => Err(PlayError::BetCount { min: 0, max: 0 }),
            Kind::Slots(slots) => slots.start(stake_cents, stream),
            Kind::Roulette(roulette) => roulette.start(stake_cents, bets, stream),
            Kind::Keno(keno) => keno.start(stake_cents, bets, stream),
            Kind::Crash(_) | Kind::Baccarat(_) => Err(PlayError::SharedRound),
        }
    }

    /// Whether all who play this game share its rounds: those are opened at its table, and never by one bet.
    pub fn has_shared_rounds(&self) -> bool {
        matches!(self.rules, Kind::Crash(_) | Kind::Baccarat(_))
    }

    /// Whether rounds of this game can be bought at all.
    pub fn sells_rounds(&self) -> bool {
        matches!(&self.rules, Kind::Slots(slots) if slots.definition().bonus_buy.is_some())
    }

    /// The price of a bought round at a stake, in subunits, or why it is refused. `allowed` is what the
    /// player's licence says of bought rounds.
    pub fn price_of(
        &self,
        stake_cents: Option<i64>,
        limits: StakeLimits,
        allowed: bool,
    ) -> Result<i64, PlayError> {
        let Kind::Slots(slots) = &self.rules else { return Err(PlayError::NotForSale) };
        let stake_cents = self.stake_of(stake_cents, &[], limits)?;
        let price_cents = slots.price_cents(stake_cents).ok_or(PlayError::NotForSale)?;
        if allowed { Ok(price_cents) } else { Err(PlayError::BuyNotAllowed) }
    }

    /// Plays the first step of a bought round; `stake_cents` is what its price is a multiple of.
    /// `stream` is step 0 of the round.
    pub fn start_bought(&self, stake_cents: i64, stream: &mut Stream) -> Result<Transition, PlayError> {
        match &self.rules {
            Kind::Slots(slots) => slots.start_bought(stake_cents, stream),
            Kind::Roulette(_) | Kind::Crash(_) | Kind::Baccarat(_) | Kind::Keno(_) => {
                Err(PlayError::NotForSale)
            }
        }
    }

    /// Plays the next step of an open round. `stream` is step `state.step_next` of the round.
    pub fn step(&self, state: &RoundState, stream: &mut Stream) -> Result<Transition, PlayError> {
        match &self.rules {
            Kind::Slots(slots) => slots.step(state, stream),
            Kind::Roulette(_) | Kind::Crash(_) | Kind::Baccarat(_) | Kind::Keno(_) => Err(PlayError::State),
        }
    }
}

/// The sum of the bets, which a stake given as well must equal.
fn with_sum(stake_cents: Option<i64>, sum_cents: i64) -> Result<i64, PlayError> {
    match stake_cents {
        Some(stake) if stake != sum_cents => Err(PlayError::StakeNotSum { sum_cents }),
        _ => Ok(sum_cents),
    }
}
