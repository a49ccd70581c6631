//! The hidden point of a jackpot, from the same fair stream as rounds.
//!
//! A level of a jackpot runs in cycles. Each cycle has a server seed of its own, whose commitment is public from its first
//! moment on, and a point between the amount it begins with and the amount by which it has to be won. The stream of cycle
//! `cycle` of level `level` is that of `{jackpot}:jackpot:{cycle}:{level}:{block}`, and the point is the first amount plus
//! one plus a number below the distance between the two.

use crate::fair::{ServerSeed, Stream};

/// What stands where a round has its currency, so that no draw shares its numbers with a round.
const PURPOSE: &str = "jackpot";

/// One cycle of one level, as far as its point depends on it. Amounts are in subunits of the jackpot's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JackpotCycle<'a> {
    /// The jackpot's identifier.
    pub jackpot: &'a str,
    /// 1 is gold, 2 silver, 3 bronze.
    pub level: u32,
    /// Counted from 1.
    pub cycle: u64,
    /// What the cycle begins with.
    pub seed_amount: i64,
    /// By which amount it has to be won.
    pub must_hit_by: i64,
}

/// Draws the point of a cycle: above `seed_amount`, at most `must_hit_by`. `None` when nothing lies between them, or more
/// than 32 bits.
pub fn draw_point(server_seed: &ServerSeed, of: JackpotCycle<'_>) -> Option<i64> {
    let distance = u32::try_from(of.must_hit_by.checked_sub(of.seed_amount)?).ok().filter(|d| *d > 0)?;
    let drawn = Stream::new(server_seed, of.jackpot, PURPOSE, of.cycle, of.level).uniform(distance);
    Some(of.seed_amount + 1 + i64::from(drawn))
}
