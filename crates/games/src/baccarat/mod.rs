//! Baccarat (punto banco): two hands that nobody plays, and bets of all who sit at the table on which of them comes closer
//! to nine.
//!
//! # The shoe
//!
//! Each round is dealt from a shoe of its own: whole decks, shuffled by the seeds of that round alone. The seed of the operator
//! comes from a chain, and the client seeds of the first bets are mixed in, as in a crash round ([`crate::crash`]). The
//! stream of a round is that of `{mixed}:baccarat:{round}:0:{block}`. The card at place `k` of the shoe is swapped with the
//! one at `k + uniform(left)`, `left` being the cards from `k` on (Fisher and Yates), and then dealt. A card is a number
//! below `52 × decks`; of its remainder by 52, the quotient by 13 is the suit (clubs, diamonds, hearts, spades) and the rest
//! the rank (ace, 2 to 10, jack, queen, king).
//!
//! # The bets
//!
//! What a bet returns holds its own amount. The banker's commission is taken from what is won, rounded up to a subunit.

mod cards;

use serde::{Deserialize, Serialize};

pub use cards::{Card, Coup, Dealt, NoCard, Side, Winner, banker_draws, deal, dealt, written};
pub(crate) use cards::{is_over, player_draws, winner};

use crate::error::{DefinitionError, PlayError};
use crate::fair::{ServerSeed, Stream};
use crate::roulette::StakeLimits;
use crate::slots::{AMOUNT_CENTS_MAX, check_identifier};

/// What stands where a round has its currency, so that no shoe shares its numbers with a round.
const PURPOSE: &str = "baccarat";
/// Cards of a deck.
pub const DECK: u32 = 52;

/// A table of baccarat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaccaratDefinition {
    /// Always `baccarat`.
    pub kind: BaccaratKind,
    /// `{provider}/{slug}`, unique.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Raised with every change of the rules.
    pub version: u32,
    /// Decks of a shoe.
    pub decks: u32,
    /// What is kept of a win on the banker, in percent.
    pub commission_percent: i64,
    /// What a tie wins, in amounts of the bet.
    pub tie_pays: i64,
    /// What a pair wins, in amounts of the bet.
    pub pair_pays: i64,
    /// How long bets are taken, in milliseconds.
    pub betting_ms: i64,
    /// From one card to the next, in milliseconds.
    pub card_ms: i64,
    /// How long the end of a round is shown, in milliseconds.
    pub pause_ms: i64,
}

/// The tag of [`BaccaratDefinition`] and of [`BaccaratStep`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BaccaratKind {
    /// The only value.
    Baccarat,
}

/// A place of the felt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// The player's hand wins; a tie gives the amount back.
    Player,
    /// The banker's hand wins; a tie gives the amount back.
    Banker,
    /// Both hands are worth the same.
    Tie,
    /// The first two cards of the player's hand have the same rank.
    PlayerPair,
    /// The first two cards of the banker's hand have the same rank.
    BankerPair,
}

impl Spot {
    /// Every place.
    pub const ALL: [Self; 5] = [Self::Player, Self::Banker, Self::Tie, Self::PlayerPair, Self::BankerPair];

    /// Its name in stores and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Banker => "banker",
            Self::Tie => "tie",
            Self::PlayerPair => "player_pair",
            Self::BankerPair => "banker_pair",
        }
    }

    /// The place of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|spot| spot.name() == name)
    }

    /// What a player may have on it in a round, by the limits of the table: longer odds take less.
    pub fn limits(self, table: StakeLimits) -> StakeLimits {
        let share = match self {
            Self::Player | Self::Banker => 1,
            Self::Tie => 8,
            Self::PlayerPair | Self::BankerPair => 10,
        };
        StakeLimits { max_cents: (table.max_cents / share).max(table.min_cents), ..table }
    }
}

/// An amount on a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpotBet {
    /// The place.
    pub spot: Spot,
    /// Subunits.
    pub amount_cents: i64,
}

/// What became of an amount on a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotWin {
    /// The place.
    pub spot: Spot,
    /// What lay there, in subunits.
    pub amount_cents: i64,
    /// What it returns, its own amount included, in subunits.
    pub win_cents: i64,
}

/// How a bet ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaccaratStep {
    /// Always `baccarat`.
    pub kind: BaccaratKind,
    /// The cards in the order in which they were dealt; none when the round was void.
    pub cards: Vec<Dealt>,
    /// What lay on the places, and what it returns.
    pub spots: Vec<SpotWin>,
    /// Whether the round was void and the stake was given back.
    pub returned: bool,
    /// What the bet returns, in subunits.
    pub win_cents: i64,
}

/// A table of baccarat, checked and ready to play.
#[derive(Debug, Clone)]
pub struct Baccarat {
    definition: BaccaratDefinition,
}

impl Baccarat {
    /// Checks a definition and makes it playable.
    pub fn new(definition: BaccaratDefinition) -> Result<Self, DefinitionError> {
        check_identifier(&definition.identifier)?;
        let held = [
            ("decks", (1..=8).contains(&definition.decks)),
            ("commission_percent", (0..=10).contains(&definition.commission_percent)),
            ("tie_pays", (1..=9).contains(&definition.tie_pays)),
            ("pair_pays", (1..=12).contains(&definition.pair_pays)),
            ("betting_ms", (1_000..=60_000).contains(&definition.betting_ms)),
            ("card_ms", (100..=10_000).contains(&definition.card_ms)),
            ("pause_ms", (1_000..=60_000).contains(&definition.pause_ms)),
        ];
        match held.into_iter().find(|(_, holds)| !holds) {
            Some((at, _)) => Err(DefinitionError::invalid(at, "is outside of what can be played")),
            None => Ok(Self { definition }),
        }
    }

    /// The definition it was made from.
    pub fn definition(&self) -> &BaccaratDefinition {
        &self.definition
    }

    /// The most that an amount returns, in amounts.
    pub fn return_x_max(&self) -> i64 {
        1 + self.definition.pair_pays.max(self.definition.tie_pays)
    }

    /// Checks a stake against the limits of the table.
    pub fn check_stake(&self, stake_cents: i64, limits: StakeLimits) -> Result<(), PlayError> {
        let StakeLimits { min_cents, max_cents } = limits;
        if !(min_cents.max(1)..=max_cents).contains(&stake_cents) {
            return Err(PlayError::StakeOutsideLimits { min_cents, max_cents });
        }
        let exact_max_cents = AMOUNT_CENTS_MAX / self.return_x_max();
        if stake_cents > exact_max_cents {
            return Err(PlayError::StakeTooHigh { max_cents: exact_max_cents });
        }
        Ok(())
    }

    /// The sum of these bets. Refuses what does not lie on each place once, within the limits of the place and the table.
    pub fn stake_of(&self, bets: &[SpotBet], limits: StakeLimits) -> Result<i64, PlayError> {
        let max = Spot::ALL.len();
        let is_twice = |at: usize| bets[..at].iter().any(|before| before.spot == bets[at].spot);
        if bets.is_empty() || bets.len() > max || (0..bets.len()).any(is_twice) {
            return Err(PlayError::BetCount { min: 1, max });
        }
        let mut sum_cents = 0_i64;
        for (index, bet) in bets.iter().enumerate() {
            let StakeLimits { min_cents, max_cents } = bet.spot.limits(limits);
            if !(min_cents.max(1)..=max_cents).contains(&bet.amount_cents) {
                let kind = bet.spot.name();
                return Err(PlayError::BetAmount { bet: index, kind, min_cents, max_cents });
            }
            sum_cents = sum_cents.saturating_add(bet.amount_cents);
        }
        self.check_stake(sum_cents, limits)?;
        Ok(sum_cents)
    }

    /// The cards of a round, in the order in which they are dealt.
    pub fn cards(&self, server_seed: &ServerSeed, mixed: &str, round: u64) -> Vec<Dealt> {
        let mut stream = Stream::new(server_seed, mixed, PURPOSE, round, 0);
        let mut shoe: Vec<u32> = (0..self.definition.decks * DECK).collect();
        let mut left = self.definition.decks * DECK;
        let mut place = 0;
        deal(|| {
            let drawn = place + stream.uniform(left) as usize;
            shoe.swap(place, drawn);
            let card = Card::of(shoe[place]);
            place += 1;
            left -= 1;
            card
        })
    }

    /// What an amount on a place returns after a coup, its own amount included, in subunits: a win on the banker is rounded
    /// down.
    pub fn returns(&self, spot: Spot, amount_cents: i64, coup: &Coup) -> i64 {
        let rules = &self.definition;
        let hundredths = match (spot, coup.winner) {
            (Spot::Player, Winner::Player) => 200,
            (Spot::Banker, Winner::Banker) => 200 - rules.commission_percent,
            (Spot::Player | Spot::Banker, Winner::Tie) => 100,
            (Spot::Tie, Winner::Tie) => 100 * (1 + rules.tie_pays),
            (Spot::PlayerPair, _) if coup.player_pair => 100 * (1 + rules.pair_pays),
            (Spot::BankerPair, _) if coup.banker_pair => 100 * (1 + rules.pair_pays),
            _ => 0,
        };
        let exact = i128::from(amount_cents) * i128::from(hundredths) / 100;
        i64::try_from(exact).unwrap_or(i64::MAX)
    }

    /// What bets come to after a coup.
    pub fn wins(&self, bets: &[SpotBet], coup: &Coup) -> Vec<SpotWin> {
        let win = |bet: &SpotBet| SpotWin {
            spot: bet.spot,
            amount_cents: bet.amount_cents,
            win_cents: self.returns(bet.spot, bet.amount_cents, coup),
        };
        bets.iter().map(win).collect()
    }

    /// How long after the start of a round its last card has been shown, in milliseconds.
    pub fn lasts_ms(&self, cards: usize) -> i64 {
        let times = i64::try_from(cards).unwrap_or(i64::MAX).saturating_add(1);
        self.definition.card_ms.saturating_mul(times)
    }

    /// How many cards are on the table so many milliseconds after the start of a round.
    pub fn shown_after(&self, elapsed_ms: i64) -> usize {
        usize::try_from(elapsed_ms / self.definition.card_ms).unwrap_or(0)
    }
}
