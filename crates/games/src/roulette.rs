//! European roulette: 37 pockets, one zero, every bet returns 36/37 of its amount on average.
//!
//! A bet on `n` pockets returns `36 / n` times its amount when it wins, the amount itself included;
//! `n` always divides 36, so a return is a whole number of subunits for any amount. How much may lie on a
//! place follows from its kind and the limits of the table ([`BetKind::place_limits`]).

mod places;

use serde::{Deserialize, Serialize};

use crate::definition::RouletteDefinition;
use crate::error::{DefinitionError, PlayError};
use crate::fair::Stream;
use crate::outcome::{Step, Transition};
use crate::slots::{AMOUNT_CENTS_MAX, check_identifier};
use places::Places;

/// Pockets of the wheel: 0 to 36.
pub const POCKETS: u32 = 37;
/// The most a bet can return, as a multiple of its amount: a straight bet.
pub const RETURN_X_MAX: i64 = 36;

const REDS: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// A bet on some pockets of the wheel, or on numbers of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bet {
    /// What kind of bet.
    pub kind: BetKind,
    /// The pockets it covers, or the numbers that were picked, in any order. May be left out (empty) for
    /// red, black, odd, even, low and high, which cover one set only.
    #[serde(default)]
    pub numbers: Vec<u8>,
    /// Staked on it, in subunits.
    pub amount_cents: i64,
}

/// Kinds of bets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BetKind {
    /// One pocket, zero included.
    Straight,
    /// Two neighbours on the table; zero neighbours 1, 2 and 3.
    Split,
    /// A row of three, or zero with 1, 2 or with 2, 3.
    Street,
    /// A square of four, or zero with 1, 2, 3.
    Corner,
    /// Two rows.
    SixLine,
    /// A column of twelve.
    Column,
    /// 1 to 12, 13 to 24 or 25 to 36.
    Dozen,
    /// The red pockets.
    Red,
    /// The black pockets.
    Black,
    /// The odd pockets.
    Odd,
    /// The even pockets without zero.
    Even,
    /// 1 to 18.
    Low,
    /// 19 to 36.
    High,
    /// Numbers picked on a board of keno; no bet of a wheel.
    Picks,
}

impl BetKind {
    /// Every kind of the wheel.
    pub const ALL: [Self; 13] = [
        Self::Straight,
        Self::Split,
        Self::Street,
        Self::Corner,
        Self::SixLine,
        Self::Column,
        Self::Dozen,
        Self::Red,
        Self::Black,
        Self::Odd,
        Self::Even,
        Self::Low,
        Self::High,
    ];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Split => "split",
            Self::Street => "street",
            Self::Corner => "corner",
            Self::SixLine => "six_line",
            Self::Column => "column",
            Self::Dozen => "dozen",
            Self::Red => "red",
            Self::Black => "black",
            Self::Odd => "odd",
            Self::Even => "even",
            Self::Low => "low",
            Self::High => "high",
            Self::Picks => "picks",
        }
    }

    /// The sets of pockets a bet of this kind may cover, each in rising order.
    pub fn legal_sets(self) -> Vec<Vec<u8>> {
        let one = |test: fn(u8) -> bool| vec![(1..=36).filter(|n| test(*n)).collect()];
        let row_starts = || (1..=34).step_by(3);
        match self {
            Self::Straight => (0..=36).map(|n| vec![n]).collect(),
            Self::Split => {
                let with_zero = (1..=3).map(|n| vec![0, n]);
                let across = (1..=35).filter(|n| n % 3 != 0).map(|n| vec![n, n + 1]);
                let along = (1..=33).map(|n| vec![n, n + 3]);
                with_zero.chain(across).chain(along).collect()
            }
            Self::Street => {
                let with_zero = [vec![0, 1, 2], vec![0, 2, 3]];
                with_zero.into_iter().chain(row_starts().map(|n| (n..n + 3).collect())).collect()
            }
            Self::Corner => {
                let squares = (1..=32).filter(|n| n % 3 != 0).map(|n| vec![n, n + 1, n + 3, n + 4]);
                std::iter::once(vec![0, 1, 2, 3]).chain(squares).collect()
            }
            Self::SixLine => row_starts().take(11).map(|n| (n..n + 6).collect()).collect(),
            Self::Column => (1..=3).map(|n| (n..=36).step_by(3).collect()).collect(),
            Self::Dozen => [1, 13, 25].into_iter().map(|n| (n..n + 12).collect()).collect(),
            Self::Red => one(|n| REDS.contains(&n)),
            Self::Black => one(|n| !REDS.contains(&n)),
            Self::Odd => one(|n| n % 2 == 1),
            Self::Even => one(|n| n % 2 == 0),
            Self::Low => one(|n| n <= 18),
            Self::High => one(|n| n >= 19),
            Self::Picks => Vec::new(),
        }
    }

    /// The pockets a bet covers, or `None` when the numbers are no bet of this kind.
    pub fn covered(self, numbers: &[u8]) -> Option<Vec<u8>> {
        let mut sets = self.legal_sets();
        if numbers.is_empty() && sets.len() == 1 {
            return sets.pop();
        }
        let mut wanted = numbers.to_vec();
        wanted.sort_unstable();
        sets.into_iter().find(|set| *set == wanted)
    }
}

/// Lowest and highest stake, in subunits: of a spin, of a place at a table, or at a table of its lowest bet and of the sum
/// of all bets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StakeLimits {
    /// Lowest stake of a spin, lowest amount of a bet.
    pub min_cents: i64,
    /// Highest stake of a spin, highest sum of the bets of a round.
    pub max_cents: i64,
}

/// A spin of the wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouletteStep {
    /// Always `roulette`.
    pub kind: RouletteStepKind,
    /// Where the ball fell.
    pub pocket: u8,
    /// The winning bets.
    pub wins: Vec<BetWin>,
    /// What the spin returns, in subunits.
    pub win_cents: i64,
}

/// The tag of [`RouletteStep`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouletteStepKind {
    /// The only value.
    Roulette,
}

/// A winning bet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BetWin {
    /// Index among the round's bets.
    pub bet: usize,
    /// What it returns, its own amount included, in subunits.
    pub amount_cents: i64,
}

/// A roulette table, checked and ready to play.
#[derive(Debug, Clone)]
pub struct Roulette {
    definition: RouletteDefinition,
}

impl Roulette {
    /// Checks a definition and makes it playable.
    pub fn new(definition: RouletteDefinition) -> Result<Self, DefinitionError> {
        check_identifier(&definition.identifier)?;
        if !(1..=1_000).contains(&definition.max_bets) {
            return Err(DefinitionError::invalid("max_bets", "must be from 1 to 1000"));
        }
        Ok(Self { definition })
    }

    /// The definition it was made from.
    pub fn definition(&self) -> &RouletteDefinition {
        &self.definition
    }

    /// The stake of these bets: their sum. Refuses what is no legal set of bets within the limits of the table and of each
    /// place, on which all bets count together.
    pub fn stake_of(&self, bets: &[Bet], limits: StakeLimits) -> Result<i64, PlayError> {
        let StakeLimits { min_cents, max_cents } = limits;
        let sum_cents = self.sum_of(bets, |kind| kind.place_limits(limits))?;
        if sum_cents > max_cents {
            return Err(PlayError::StakeOutsideLimits { min_cents, max_cents });
        }
        Ok(sum_cents)
    }

    /// The sum of legal bets, each on a place within its limits.
    fn sum_of(&self, bets: &[Bet], limits_of: impl Fn(BetKind) -> StakeLimits) -> Result<i64, PlayError> {
        if bets.is_empty() || bets.len() > self.definition.max_bets {
            return Err(PlayError::BetCount { min: 1, max: self.definition.max_bets });
        }
        let mut places = Places::default();
        let mut sum_cents = 0_i64;
        for (index, bet) in bets.iter().enumerate() {
            let kind = bet.kind.name();
            let Some(covered) = bet.kind.covered(&bet.numbers) else {
                return Err(PlayError::BetNumbers { bet: index, kind });
            };
            let StakeLimits { min_cents, max_cents } = limits_of(bet.kind);
            if bet.amount_cents < min_cents.max(1) || places.put(covered, bet.amount_cents) > max_cents {
                return Err(PlayError::BetAmount { bet: index, kind, min_cents, max_cents });
            }
            sum_cents = sum_cents.saturating_add(bet.amount_cents);
        }
        let exact_max_cents = AMOUNT_CENTS_MAX / RETURN_X_MAX;
        if sum_cents > exact_max_cents {
            return Err(PlayError::StakeTooHigh { max_cents: exact_max_cents });
        }
        Ok(sum_cents)
    }

    /// Spins the wheel: one number below 37 is drawn.
    pub fn start(
        &self,
        stake_cents: i64,
        bets: &[Bet],
        stream: &mut Stream,
    ) -> Result<Transition, PlayError> {
        // A round that is played again is played by what it staked then, whatever the limits are by now.
        let sum_cents = self.sum_of(bets, |_| StakeLimits { min_cents: 1, max_cents: i64::MAX })?;
        if sum_cents != stake_cents {
            return Err(PlayError::StakeNotSum { sum_cents });
        }
        #[expect(clippy::cast_possible_truncation, reason = "a pocket is below 37")]
        let pocket = stream.uniform(POCKETS) as u8;
        let wins: Vec<BetWin> = bets
            .iter()
            .enumerate()
            .filter_map(|(index, bet)| {
                let return_x = return_x(bet, pocket);
                (return_x > 0).then(|| BetWin { bet: index, amount_cents: bet.amount_cents * return_x })
            })
            .collect();
        let win_cents = wins.iter().map(|win| win.amount_cents).sum();
        let step = RouletteStep { kind: RouletteStepKind::Roulette, pocket, wins, win_cents };
        Ok(Transition { step: Step::Roulette(step), win_cents, state: None })
    }
}

/// What a bet returns per subunit when the ball falls into a pocket, its own amount included.
pub fn return_x(bet: &Bet, pocket: u8) -> i64 {
    match bet.kind.covered(&bet.numbers) {
        #[expect(clippy::cast_possible_wrap, reason = "a bet covers at most 18 pockets")]
        Some(covered) if covered.contains(&pocket) => RETURN_X_MAX / covered.len() as i64,
        _ => 0,
    }
}
