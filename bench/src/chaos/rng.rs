//! Random numbers that are the same for the same seed.

/// A splitmix64 stream.
#[derive(Debug, Clone)]
pub struct SeededRng {
    state: u64,
}

impl SeededRng {
    /// The numbers of `seed` for one purpose; other `purpose`s are independent of it.
    pub fn new(seed: u64, purpose: &[u64]) -> Self {
        let mut rng = Self { state: seed };
        for word in purpose {
            rng.state = rng.roll() ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        rng
    }

    fn roll(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `limit`, which is above 0. The tiny bias of a remainder does not matter here.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.roll() % limit
    }
}
