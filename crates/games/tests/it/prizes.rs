//! Draws of prizes: as likely as their weights say, and never one of weight zero.

use croupier_games::fair::ServerSeed;
use croupier_games::prize::{PrizeDraw, draw_prize};

/// The weights of the wheel that is shipped.
const WHEEL: [u32; 5] = [4_000, 4_000, 2_000, 0, 0];

const DRAWS: u32 = 1_000_000;

#[test]
fn a_million_draws_match_the_weights() {
    let seed = ServerSeed::new([42; 32]);
    let mut counts = [0_u32; WHEEL.len()];
    for number in 0..DRAWS {
        counts[draw_prize(&seed, "player", number.into(), &WHEEL).unwrap().prize] += 1;
    }
    assert_eq!(counts[3..], [0, 0], "a prize of weight zero never wins");
    let total = f64::from(WHEEL.iter().sum::<u32>());
    let chi_square: f64 = WHEEL
        .iter()
        .zip(counts)
        .filter(|(weight, _)| **weight > 0)
        .map(|(weight, count)| {
            let expected = f64::from(DRAWS) * f64::from(*weight) / total;
            (f64::from(count) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi_square < 18.42, "{chi_square} is not below the 0.9999 quantile for 2 degrees of freedom");
}

#[test]
fn a_prize_takes_as_many_numbers_as_its_weight() {
    let seed = ServerSeed::new([1; 32]);
    let mut met = [false; 4];
    for number in 0..1_000 {
        let PrizeDraw { number: drawn, prize } = draw_prize(&seed, "x", number, &[0, 1, 0, 3]).unwrap();
        assert_eq!(prize, if drawn == 0 { 1 } else { 3 });
        met[drawn as usize] = true;
    }
    assert_eq!(met, [true; 4]);
}

#[test]
fn without_a_weight_nothing_is_drawn() {
    let seed = ServerSeed::new([1; 32]);
    for weights in [&[][..], &[0, 0], &[u32::MAX, 1]] {
        assert_eq!(draw_prize(&seed, "x", 1, weights), None);
    }
    assert_eq!(draw_prize(&seed, "x", 1, &[0, u32::MAX]).unwrap().prize, 1);
}

#[test]
fn every_part_of_the_draw_counts() {
    let weights = [1; 1_000];
    let draw = |byte, client: &str, number| {
        draw_prize(&ServerSeed::new([byte; 32]), client, number, &weights).unwrap().number
    };
    let first = draw(1, "a", 1);
    assert_eq!(first, draw(1, "a", 1));
    for other in [draw(2, "a", 1), draw(1, "b", 1), draw(1, "a", 2)] {
        assert_ne!(first, other);
    }
}
