//! Seeded choices: the same seed makes the same history on every machine.

/// A stream of choices that follows from its seed alone (SplitMix64).
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The stream of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from zero up to `end`, which is left out and above zero.
    pub fn below(&mut self, end: u32) -> u32 {
        let end = u64::from(end.max(1));
        u32::try_from(self.next() % end).unwrap_or(0)
    }

    /// A number within `from..=to`.
    pub fn within(&mut self, from: i64, to: i64) -> i64 {
        let span = u32::try_from(to - from + 1).unwrap_or(u32::MAX);
        from + i64::from(self.below(span))
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// One of `choices`, which are not none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        let index = self.below(u32::try_from(choices.len()).unwrap_or(u32::MAX));
        choices[index as usize]
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(u32::try_from(last + 1).unwrap_or(u32::MAX));
            items.swap(last, other as usize);
        }
    }
}
