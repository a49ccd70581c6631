//! The simulation: some seeds of it here, ten thousand with `cargo xtask simulate`.

use croupier_sim::world::{Fixture, Tally};

/// Seeds that are run.
const RUNS: u64 = 150;

#[test]
fn the_books_survive_every_fault() {
    let fixture = Fixture::new().unwrap();
    let mut tally = Tally::default();
    for seed in 0..RUNS {
        tally.add(fixture.run(seed).unwrap().tally);
    }
    let Tally { trips, refused, interrupted, lost, unknown, late, deaths, .. } = tally;
    for count in [trips, refused, interrupted, lost, unknown, late, deaths] {
        assert!(count > 50, "every kind of fault has to happen: {tally}");
    }
    let Tally { limited, stopped, paid_stopped, prizes, .. } = tally;
    for count in [limited, stopped, paid_stopped, prizes] {
        assert!(count > 10, "limits, stops and jackpots have to be met: {tally}");
    }
    let Tally { deposits, deposits_limited, excluded, documents, awards, .. } = tally;
    for count in [deposits, deposits_limited, excluded] {
        assert!(count > 50, "players have to pay in, be refused and leave: {tally}");
    }
    assert_eq!((documents, awards), (6 * RUNS, 2 * RUNS), "all that may wait is sent, and both places win");
}

#[test]
fn a_seed_is_replayed_to_the_last_decision() {
    let (one, other) = (Fixture::new().unwrap(), Fixture::new().unwrap());
    for seed in [1, 7, 23, 99] {
        let first = one.run(seed).unwrap();
        assert_eq!(one.run(seed).unwrap(), first, "in the same store");
        assert_eq!(other.run(seed).unwrap(), first, "in another store");
    }
}
