//! Asks the parts whose failure nobody would notice, before anybody plays.

use anyhow::{Result, ensure};
use croupier_games::fair::{ServerSeed, Stream};

use crate::platform::clock::{Clock, Entropy};

/// 2026-01-01T00:00:00Z: no server of this software ran before.
const EARLIEST_MS: i64 = 1_767_225_600_000;

/// Fails with a sentence when this machine must not run a casino.
pub fn run(clock: &Clock, entropy: Entropy) -> Result<()> {
    outcomes_are_as_ever()?;
    ensure!(clock.now() >= EARLIEST_MS, "the machine's clock shows a time before 2026");
    let (first, second) = (entropy.bytes::<32>(), entropy.bytes::<32>());
    ensure!(first != second && first != [0; 32], "the machine's random numbers repeat");
    Ok(())
}

/// A known answer of the fair stream, the first of `crates/games/tests/vectors/streams.json`: a build that
/// draws anything else would make every proof of fairness fail.
fn outcomes_are_as_ever() -> Result<()> {
    let seed = ServerSeed::new([1; 32]);
    let mut stream = Stream::new(&seed, "player", "EUR", 0, 0);
    let drawn = [1, 2, 6, 37, 46, 1000].map(|n| stream.uniform(n));
    ensure!(drawn == [0, 1, 3, 29, 12, 112], "the fair stream draws other numbers than it should");
    let commitment = seed.commitment();
    let known = "f015df6c8fe02e8cdb5c21c7e223f7ce240f16a80d432acb4f4a509da987c191";
    ensure!(commitment == known, "the commitment to a seed is not what it should be");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_never_set_is_refused() {
        assert!(run(&Clock::manual(EARLIEST_MS), Entropy).is_ok());
        let error = run(&Clock::manual(0), Entropy).unwrap_err().to_string();
        assert!(error.contains("clock"), "{error}");
    }
}
