//! Crash: one multiplier rises for all who play a round, from 1.00 until it crashes; who cashes out before has won that
//! many times the stake. Multipliers are whole hundredths, so 250 is 2.50.
//!
//! # Seeds
//!
//! Rounds take their seeds from a chain that was made backwards: the seed of a round is the commitment to the seed of the
//! next one ([`ServerSeed::commitment`]). What is published before the first round is the commitment to its seed, and with
//! it every seed of the chain is fixed. A seed alone decides nothing: the client seeds of the first
//! [`PLAYERS_MIXED`] bets of a round are mixed in, which nobody knows when the chain is made.
//!
//! # The point
//!
//! The stream of a round is that of `{mixed}:crash:{round}:0:{block}`, where `mixed` is [`mix`] of those client seeds. Two
//! words make a number `h` of 52 bits: the first one, and the upper 20 bits of the second one below it. The point is
//! `return_percent × 2^52 / (2^52 - h)` hundredths, rounded down, at least 100 and at most the cap. So it reaches a target
//! of `x` hundredths for `⌊return_percent × 2^52 / x⌋` of the `2^52` numbers: every target returns the same share.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{DefinitionError, PlayError};
use crate::fair::{ServerSeed, Stream};
use crate::roulette::StakeLimits;
use crate::slots::{AMOUNT_CENTS_MAX, check_identifier};

/// The multiplier that a round begins with, and at which one crashes that nobody can win.
pub const ONE: i64 = 100;
/// The lowest target of an automatic cash-out.
pub const TARGET_MIN: i64 = ONE + 1;
/// The multiplier doubles in so many milliseconds; a power of two.
pub const DOUBLING_MS: i64 = 1 << DOUBLING_BITS;
/// The client seeds of so many bets are mixed in.
pub const PLAYERS_MIXED: usize = 3;

/// What stands where a round has its currency, so that no point shares its numbers with a round.
const PURPOSE: &str = "crash";
const MIX_LABEL: &str = "croupier.crash.players.v1";
const DOUBLING_BITS: u32 = 13;
/// Bits of the number that a point is made of.
const POINT_BITS: u32 = 52;
/// Multipliers are counted with so many bits behind the point.
const FRACTION_BITS: u32 = 60;
/// No multiplier doubles more often.
const DOUBLINGS_MAX: i64 = 40;
/// Caps of definitions, in hundredths.
const CAPS: std::ops::RangeInclusive<i64> = 1_000..=1_000_000;

/// A crash game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrashDefinition {
    /// Always `crash`.
    pub kind: CrashKind,
    /// `{provider}/{slug}`, unique.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Raised with every change of the rules.
    pub version: u32,
    /// What every target returns, in percent.
    pub return_percent: i64,
    /// Where a round ends that has not crashed, in hundredths; who is still in has won this.
    pub max_multiplier: i64,
    /// How long bets are taken, in milliseconds.
    pub betting_ms: i64,
    /// How long the end of a round is shown, in milliseconds.
    pub pause_ms: i64,
}

/// The tag of [`CrashDefinition`] and of [`CrashStep`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrashKind {
    /// The only value.
    Crash,
}

/// How a bet ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrashStep {
    /// Always `crash`.
    pub kind: CrashKind,
    /// The multiplier that the bet was cashed out at, in hundredths; none when it was lost or given back.
    pub cashed_out: Option<i64>,
    /// Whether the round stood still and the stake was given back.
    pub returned: bool,
    /// What the bet returns, in subunits.
    pub win_cents: i64,
}

/// A crash game, checked and ready to play.
#[derive(Debug, Clone)]
pub struct Crash {
    definition: CrashDefinition,
}

impl Crash {
    /// Checks a definition and makes it playable.
    pub fn new(definition: CrashDefinition) -> Result<Self, DefinitionError> {
        check_identifier(&definition.identifier)?;
        let spans = 1_000..=60_000;
        let held = [
            ("return_percent", (90..=99).contains(&definition.return_percent)),
            ("max_multiplier", CAPS.contains(&definition.max_multiplier)),
            ("betting_ms", spans.contains(&definition.betting_ms)),
            ("pause_ms", spans.contains(&definition.pause_ms)),
        ];
        match held.into_iter().find(|(_, holds)| !holds) {
            Some((at, _)) => Err(DefinitionError::invalid(at, "is outside of what can be played")),
            None => Ok(Self { definition }),
        }
    }

    /// The definition it was made from.
    pub fn definition(&self) -> &CrashDefinition {
        &self.definition
    }

    /// Checks a stake against the limits.
    pub fn check_stake(&self, stake_cents: i64, limits: StakeLimits) -> Result<(), PlayError> {
        let StakeLimits { min_cents, max_cents } = limits;
        if !(min_cents.max(1)..=max_cents).contains(&stake_cents) {
            return Err(PlayError::StakeOutsideLimits { min_cents, max_cents });
        }
        let exact_max_cents = AMOUNT_CENTS_MAX / self.definition.max_multiplier;
        if stake_cents > exact_max_cents {
            return Err(PlayError::StakeTooHigh { max_cents: exact_max_cents });
        }
        Ok(())
    }

    /// Where a round crashes, in hundredths.
    pub fn point(&self, server_seed: &ServerSeed, mixed: &str, round: u64) -> i64 {
        let mut stream = Stream::new(server_seed, mixed, PURPOSE, round, 0);
        let high = u128::from(stream.next_u32());
        let low = u128::from(stream.next_u32() >> (64 - POINT_BITS));
        let drawn = (high << (POINT_BITS - 32)) | low;
        let numbers = 1_u128 << POINT_BITS;
        let point = u128::from(self.definition.return_percent.unsigned_abs()) * numbers / (numbers - drawn);
        i64::try_from(point).unwrap_or(i64::MAX).clamp(ONE, self.definition.max_multiplier)
    }

    /// For how many of the `2^52` numbers the point reaches `target` hundredths.
    pub(crate) fn reaching(&self, target: i64) -> (u128, u128) {
        let numbers = 1_u128 << POINT_BITS;
        let percent = u128::from(self.definition.return_percent.unsigned_abs());
        (percent * numbers / u128::from(target.unsigned_abs()), numbers)
    }
}

/// What a stake returns that is cashed out at a multiplier, in subunits: rounded down.
pub fn pays(stake_cents: i64, multiplier: i64) -> i64 {
    let exact = i128::from(stake_cents) * i128::from(multiplier) / i128::from(ONE);
    i64::try_from(exact).unwrap_or(i64::MAX)
}

/// The part of the players in a round: the client seeds of its first bets, in their order, as one text.
pub fn mix<'a>(client_seeds: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    hash.update(MIX_LABEL);
    for client_seed in client_seeds.into_iter().take(PLAYERS_MIXED) {
        hash.update(":");
        hash.update(client_seed);
    }
    hex::encode(hash.finalize())
}

/// The seeds of a chain in the order in which rounds use them, and what is published before the first one. `last` is the
/// seed of the last round.
pub fn chain(last: ServerSeed, length: usize) -> (String, Vec<ServerSeed>) {
    let mut seeds = Vec::with_capacity(length);
    let mut published = last.commitment();
    if length > 0 {
        seeds.push(last);
    }
    while seeds.len() < length {
        // A commitment is 64 lower-case hexadecimal digits, as a seed is.
        let Ok(before) = ServerSeed::from_hex(&published) else { break };
        published = before.commitment();
        seeds.push(before);
    }
    seeds.reverse();
    (published, seeds)
}

/// The multiplier so many milliseconds after the start of a round, in hundredths, rounded down: it doubles every
/// [`DOUBLING_MS`].
pub fn multiplier_at(elapsed_ms: i64) -> i64 {
    let elapsed = elapsed_ms.clamp(0, DOUBLINGS_MAX * DOUBLING_MS - 1);
    let (doublings, part) = (elapsed >> DOUBLING_BITS, elapsed & (DOUBLING_MS - 1));
    let one = 1_u128 << FRACTION_BITS;
    let (mut root, mut product) = (2 * one, one);
    for bit in (0..DOUBLING_BITS).rev() {
        // The square root of the root before: 2^(1/2), 2^(1/4), and so on.
        root = (root << FRACTION_BITS).isqrt();
        if (part >> bit) & 1 == 1 {
            product = (product * root) >> FRACTION_BITS;
        }
    }
    let hundredths = ((product * u128::from(ONE.unsigned_abs())) << doublings) >> FRACTION_BITS;
    i64::try_from(hundredths).unwrap_or(i64::MAX)
}

/// After how many milliseconds the multiplier has reached so many hundredths.
pub fn elapsed_at(multiplier: i64) -> i64 {
    let (mut low, mut high) = (0, DOUBLINGS_MAX * DOUBLING_MS - 1);
    while low < high {
        let middle = i64::midpoint(low, high);
        if multiplier_at(middle) >= multiplier {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
