//! The provably fair stream: every random number of a round comes from here and from nowhere else.
//!
//! Before the first bet the player is shown the *commitment* to a secret server seed. The player
//! chooses a client seed. Each step of each round then draws from its own stream, which is a pure
//! function of server seed, client seed, currency, round number (nonce) and step number. When the
//! server seed is revealed, anyone can check the commitment and recompute every outcome.
//!
//! ```text
//! commitment  = hex(SHA-256("croupier.commit.v1:" + server_seed_hex))
//! outcome key = HMAC-SHA256(key = server_seed bytes, "croupier.outcome.v1")
//! block i     = HMAC-SHA256(outcome key, "{client_seed}:{currency}:{nonce}:{step}:{i}")
//! ```
//! A block is read as eight big-endian `u32`; when it is used up the next block follows.
//!
//! The commitment and the outcome key are made with different labels, so the published commitment
//! tells nothing about the key that outcomes are drawn with.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Length of a server seed in bytes.
pub const SERVER_SEED_BYTES: usize = 32;
/// Longest client seed in characters.
pub const CLIENT_SEED_CHARS_MAX: usize = 64;

const COMMIT_LABEL: &str = "croupier.commit.v1:";
const OUTCOME_LABEL: &[u8] = b"croupier.outcome.v1";
const WORDS_PER_BLOCK: usize = 8;

/// What is wrong with a seed handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// Not 64 lower-case hexadecimal digits.
    #[error("a server seed is 64 lower-case hexadecimal digits")]
    ServerSeed,
    /// Empty, too long, or holding something else than letters and digits of ASCII, hyphens and underscores.
    #[error("a client seed is 1 to 64 letters, digits, hyphens and underscores")]
    ClientSeed,
}

/// The operator's secret for a run of rounds. Its debug form is the commitment, never the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; SERVER_SEED_BYTES]);

impl ServerSeed {
    /// A seed of 32 bytes from a cryptographic source.
    pub fn new(bytes: [u8; SERVER_SEED_BYTES]) -> Self {
        Self(bytes)
    }

    /// Reads 64 lower-case hexadecimal digits. Upper case is refused because the commitment is made
    /// over the text: one seed must have one text.
    pub fn from_hex(text: &str) -> Result<Self, SeedError> {
        let mut bytes = [0; SERVER_SEED_BYTES];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| SeedError::ServerSeed)?;
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Err(SeedError::ServerSeed);
        }
        Ok(Self(bytes))
    }

    /// The secret as 64 lower-case hexadecimal digits: for storing, and for revealing after rotation.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// What is published beforehand: 64 hexadecimal digits.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(format!("{COMMIT_LABEL}{}", self.to_hex())))
    }

    /// The key outcomes are drawn with.
    fn outcome_key(&self) -> [u8; 32] {
        sign(&self.0, OUTCOME_LABEL)
    }
}

impl std::fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ServerSeed(commitment {})", self.commitment())
    }
}

/// Checks a client seed chosen by a player: 1 to 64 letters and digits of ASCII, hyphens and underscores. So the parts
/// of a message, which colons separate, come apart in one way only, and a page shows a seed as it is.
pub fn check_client_seed(client_seed: &str) -> Result<(), SeedError> {
    let legal = (1..=CLIENT_SEED_CHARS_MAX).contains(&client_seed.len())
        && client_seed.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if legal { Ok(()) } else { Err(SeedError::ClientSeed) }
}

/// The numbers of one step of one round, in order.
#[derive(Clone)]
pub struct Stream {
    outcome_key: [u8; 32],
    /// `{client_seed}:{currency}:{nonce}:{step}:`, to which the block number is added.
    prefix: String,
    block_next: u64,
    words: [u32; WORDS_PER_BLOCK],
    words_used: usize,
}

impl Stream {
    /// The stream of step `step` (0 is the paid spin) of round `nonce` played in `currency`.
    pub fn new(server_seed: &ServerSeed, client_seed: &str, currency: &str, nonce: u64, step: u32) -> Self {
        Self {
            outcome_key: server_seed.outcome_key(),
            prefix: format!("{client_seed}:{currency}:{nonce}:{step}:"),
            block_next: 0,
            words: [0; WORDS_PER_BLOCK],
            words_used: WORDS_PER_BLOCK,
        }
    }

    /// The next raw 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.words_used == WORDS_PER_BLOCK {
            self.refill();
        }
        let word = self.words[self.words_used];
        self.words_used += 1;
        word
    }

    /// A number from 0 to `n - 1`, each equally likely; `n` is at least 1.
    ///
    /// Raw values at or above the greatest multiple of `n` are thrown away, because keeping them
    /// would favour small results.
    pub fn uniform(&mut self, n: u32) -> u32 {
        assert!(n > 0, "uniform needs at least one outcome");
        let fair_below = (1_u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = self.next_u32();
            if u64::from(word) < fair_below {
                return word % n;
            }
        }
    }

    fn refill(&mut self) {
        let block = sign(&self.outcome_key, format!("{}{}", self.prefix, self.block_next).as_bytes());
        for (word, bytes) in self.words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        self.block_next += 1;
        self.words_used = 0;
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

#[expect(clippy::expect_used, reason = "HMAC takes a key of any length; the error type has no case")]
fn sign(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes any key");
    mac.update(message);
    mac.finalize().into_bytes().into()
}
