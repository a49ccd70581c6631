//! The mean square of a window's pay, from windows drawn with a fixed seed.

use num_traits::ToPrimitive;

use crate::slots::{Grid, Rules, SymbolIndex, clusters};

/// Windows drawn for each number of symbols.
pub(super) const WINDOWS: u32 = 400_000;

/// Mean square of what a window of these symbols pays, in units.
pub(super) fn mean_square(rules: &Rules, symbols: &[SymbolIndex]) -> f64 {
    let mut numbers = SplitMix(0x5eed_0000 + symbols.len() as u64);
    let mut sum = 0.0;
    for _ in 0..WINDOWS {
        let window: Grid = (0..rules.reels)
            .map(|_| (0..rules.rows).map(|_| symbols[numbers.below(symbols.len())]).collect())
            .collect();
        let found = clusters::clusters(&window);
        let units: i64 = found.iter().map(|(symbol, cells)| rules.pays[*symbol][cells.len()]).sum();
        let units = units.to_f64().unwrap_or(f64::NAN);
        sum += units * units;
    }
    sum / f64::from(WINDOWS)
}

/// A small generator of 64-bit numbers (Steele, Lea, Flood 2014): fit for an estimate, and never for a round.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        let scaled = (u128::from(self.next()) * n as u128) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }
}
