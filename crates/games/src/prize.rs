//! The draw of a prize by weight, from the same fair stream as rounds.
//!
//! The stream of prize draw `number` is that of `{client_seed}:lootbox:{number}:0:{block}`. One number below the sum of all
//! weights is drawn; the prizes take the numbers from zero upwards in their order, each as many as its weight. A prize of
//! weight 0 takes none and can never win.

use crate::fair::{ServerSeed, Stream};

/// What stands where a round has its currency, so that no draw shares its numbers with a round.
const PURPOSE: &str = "lootbox";

/// A drawn prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrizeDraw {
    /// The number that was drawn, from 0 to the sum of the weights less 1.
    pub number: u32,
    /// The place of the prize in the list of weights.
    pub prize: usize,
}

/// Draws the prize of lootbox `number`; `None` when the weights come to nothing, or to more than 32 bits.
pub fn draw_prize(
    server_seed: &ServerSeed,
    client_seed: &str,
    number: u64,
    weights: &[u32],
) -> Option<PrizeDraw> {
    let total = weights.iter().try_fold(0_u32, |sum, weight| sum.checked_add(*weight))?;
    if total == 0 {
        return None;
    }
    let drawn = Stream::new(server_seed, client_seed, PURPOSE, number, 0).uniform(total);
    let mut above = 0;
    let prize = weights.iter().position(|weight| {
        above += weight;
        drawn < above
    })?;
    Some(PrizeDraw { number: drawn, prize })
}
