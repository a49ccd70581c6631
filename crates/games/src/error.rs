//! What can be refused.

/// A definition that is not a playable game.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// Not JSON, or not of the described shape.
    #[error("the definition cannot be read: {0}")]
    Shape(#[from] serde_json::Error),
    /// None of `slots`, `roulette`, `crash`, `baccarat` and `keno`.
    #[error("no game of kind {0:?}")]
    Kind(String),
    /// Readable, but its rules do not hold together.
    #[error("{at}: {reason}")]
    Invalid {
        /// The part of the definition, as a path.
        at: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl DefinitionError {
    pub(crate) fn invalid(at: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Invalid { at: at.into(), reason: reason.into() }
    }
}

/// A wager or a step that is refused; nothing was drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The stake cannot be split into the game's units.
    #[error("the stake must be a positive multiple of {multiple_of_cents} subunits")]
    StakeNotMultiple {
        /// A legal stake is a multiple of this.
        multiple_of_cents: i64,
    },
    /// The greatest win would not be an exact JSON number.
    #[error("the stake must not exceed {max_cents} subunits")]
    StakeTooHigh {
        /// The highest legal stake.
        max_cents: i64,
    },
    /// Outside the limits of the table or game.
    #[error("the stake must be from {min_cents} to {max_cents} subunits")]
    StakeOutsideLimits {
        /// Lowest legal.
        min_cents: i64,
        /// Highest legal.
        max_cents: i64,
    },
    /// Slots take no bets, roulette needs at least one and takes at most `max`, keno takes one.
    #[error("a round of this game takes {min} to {max} bets")]
    BetCount {
        /// Fewest.
        min: usize,
        /// Most.
        max: usize,
    },
    /// A bet on numbers that its kind does not cover.
    #[error("bet {bet}: these numbers are no {kind} bet")]
    BetNumbers {
        /// Index of the bet.
        bet: usize,
        /// Its kind.
        kind: &'static str,
    },
    /// A bet whose amount is not positive or below what its place takes, or with which more lies on the place than it takes.
    #[error("bet {bet}: a {kind} place takes {min_cents} to {max_cents} subunits")]
    BetAmount {
        /// Index of the bet.
        bet: usize,
        /// Its kind.
        kind: &'static str,
        /// Lowest bet on the place.
        min_cents: i64,
        /// Most on the place.
        max_cents: i64,
    },
    /// The stake of a table round is the sum of its bets.
    #[error("the stake must be the sum of the bets, {sum_cents} subunits")]
    StakeNotSum {
        /// The sum.
        sum_cents: i64,
    },
    /// No stake was given.
    #[error("a stake is needed")]
    StakeMissing,
    /// A round cannot be bought in this game.
    #[error("this game sells no rounds")]
    NotForSale,
    /// The licence the player plays under forbids bought rounds.
    #[error("buying a bonus is not allowed under this licence")]
    BuyNotAllowed,
    /// Rounds of this game belong to its table: a bet is placed there.
    #[error("a bet on this game is placed at its table")]
    SharedRound,
    /// The round's state does not belong to this game, or the round is over.
    #[error("this round cannot be continued in this game")]
    State,
}
