//! Points of jackpots: between the seed and the largest amount, each equally likely.

use croupier_games::fair::ServerSeed;
use croupier_games::jackpot::{JackpotCycle, draw_point};

fn of(cycle: u64, seed_amount: i64, must_hit_by: i64) -> JackpotCycle<'static> {
    JackpotCycle { jackpot: "northern", level: 1, cycle, seed_amount, must_hit_by }
}

#[test]
fn every_point_above_the_seed_is_as_likely_as_any_other() {
    let seed = ServerSeed::new([9; 32]);
    let mut counts = [0_u32; 10];
    for cycle in 0..100_000 {
        let point = draw_point(&seed, of(cycle, 50, 60)).unwrap();
        counts[usize::try_from(point - 51).unwrap()] += 1;
    }
    let chi_square: f64 = counts.iter().map(|count| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi_square < 33.72, "{chi_square} is not below the 0.9999 quantile for 9 degrees of freedom");
}

#[test]
fn without_a_distance_nothing_is_drawn() {
    let seed = ServerSeed::new([1; 32]);
    for (from, to) in [(5, 5), (6, 5), (0, i64::from(u32::MAX) + 1), (i64::MIN, i64::MAX)] {
        assert_eq!(draw_point(&seed, of(1, from, to)), None, "{from} to {to}");
    }
    assert_eq!(draw_point(&seed, of(1, 5, 6)), Some(6));
}

#[test]
fn every_part_of_the_draw_counts() {
    let first = of(1, 0, 1_000_000);
    let draw = |byte, of| draw_point(&ServerSeed::new([byte; 32]), of).unwrap();
    for other in [
        JackpotCycle { jackpot: "southern", ..first },
        JackpotCycle { level: 2, ..first },
        JackpotCycle { cycle: 2, ..first },
    ] {
        assert_ne!(draw(1, first), draw(1, other), "{other:?}");
    }
    assert_ne!(draw(1, first), draw(2, first));
    assert_eq!(draw(1, first), draw(1, first));
}
