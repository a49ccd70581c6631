//! In memory: which runs may hold a key. A Bloom filter a run, kept for 64 runs side by side: one word holds
//! the same position of 64 runs, so eight looks tell which of them may have the key.
//!
//! It takes 16 bits a key of a full run, rounded up to a power of two (128 KiB for 65,536 keys), in groups of
//! 64 runs; a key that a run does not have is taken to be there about once in 1,700 looks.

use croupier_ledger::Key;

/// Positions of one key.
const PROBES: u64 = 8;

/// Runs that share their words.
const GROUP: usize = 64;

#[derive(Debug)]
pub(super) struct Filter {
    /// Less one it is the mask that turns a hash into a position.
    positions: u64,
    groups: Vec<Vec<u64>>,
    runs: usize,
}

impl Filter {
    /// For runs of `run_keys` keys.
    pub(super) fn new(run_keys: usize) -> Self {
        let positions = (run_keys as u64 * 16).next_power_of_two().max(64);
        Self { positions, groups: Vec::new(), runs: 0 }
    }

    /// How many runs were added; they count from 0.
    pub(super) const fn runs(&self) -> usize {
        self.runs
    }

    /// An empty column: the bits of one run.
    pub(super) fn column(&self) -> Vec<u8> {
        vec![0; index(self.positions / 8)]
    }

    /// Puts `key` into the column of its run.
    pub(super) fn mark(&self, column: &mut [u8], key: Key) {
        for position in self.places(key) {
            if let Some(byte) = column.get_mut(index(position / 8)) {
                *byte |= 1 << (position % 8);
            }
        }
    }

    /// Adds the next run by its column.
    pub(super) fn add(&mut self, column: &[u8]) {
        let bit = self.runs % GROUP;
        if bit == 0 {
            self.groups.push(vec![0; index(self.positions)]);
        }
        if let Some(words) = self.groups.last_mut() {
            for (byte, words) in column.iter().zip(words.chunks_exact_mut(8)) {
                for (position, word) in words.iter_mut().enumerate() {
                    *word |= u64::from(byte >> position & 1) << bit;
                }
            }
        }
        self.runs += 1;
    }

    /// The runs that may hold `key`.
    pub(super) fn candidates(&self, key: Key) -> impl Iterator<Item = usize> {
        self.groups.iter().enumerate().flat_map(move |(group, words)| {
            let may = |may: u64, position| may & words.get(index(position)).copied().unwrap_or(u64::MAX);
            let mut may = self.places(key).fold(u64::MAX, may);
            std::iter::from_fn(move || {
                let run = (may != 0).then(|| may.trailing_zeros() as usize)?;
                may &= may - 1;
                Some(group * GROUP + run)
            })
        })
    }

    /// The positions of `key`, which is a hash already.
    fn places(&self, Key(key): Key) -> impl Iterator<Item = u64> + use<> {
        let half =
            |from: usize| key[from..from + 8].iter().fold(0, |half, byte| half << 8 | u64::from(*byte));
        let (first, step, mask) = (half(0), half(8) | 1, self.positions - 1);
        (0..PROBES).map(move |n| first.wrapping_add(step.wrapping_mul(n)) & mask)
    }
}

/// Positions fit every address space this runs in.
fn index(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: usize) -> Key {
        Key::new("filter", &n.to_string())
    }

    #[test]
    fn a_run_that_has_a_key_is_always_named_and_others_rarely() {
        const RUN: usize = 512;
        let mut filter = Filter::new(RUN);
        for run in 0..70 {
            let mut column = filter.column();
            (0..RUN).for_each(|n| filter.mark(&mut column, key(run * RUN + n)));
            filter.add(&column);
        }
        for n in (0..70 * RUN).step_by(37) {
            assert!(filter.candidates(key(n)).any(|run| run == n / RUN));
        }
        let strangers = 10_000;
        let named: usize = (0..strangers).map(|n| filter.candidates(key(1_000_000 + n)).count()).sum();
        assert!(named < strangers * 70 / 1_000, "{named} of {}", strangers * 70);
    }

    #[test]
    fn without_runs_nothing_is_named() {
        assert_eq!(Filter::new(64).candidates(key(1)).count(), 0);
    }
}
