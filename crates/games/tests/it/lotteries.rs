//! Draws of lotteries: every ticket as likely, each wins once, and every part of the draw counts.

use std::collections::BTreeSet;

use croupier_games::fair::ServerSeed;
use croupier_games::lottery::draw_tickets;

#[test]
fn every_ticket_is_as_likely_in_every_place() {
    const TICKETS: u32 = 10;
    const DRAWS: u32 = 100_000;
    let mut counts = [[0_u32; TICKETS as usize]; 2];
    for number in 0..DRAWS {
        let drawn = draw_tickets(&ServerSeed::new([7; 32]), &format!("draw-{number}"), TICKETS, 2);
        for (place, ticket) in drawn.into_iter().enumerate() {
            counts[place][ticket as usize - 1] += 1;
        }
    }
    for count in counts {
        let expected = f64::from(DRAWS / TICKETS);
        let chi_square: f64 =
            count.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        assert!(chi_square < 33.72, "{chi_square} is not below the 0.9999 quantile for 9 degrees of freedom");
    }
}

#[test]
fn a_ticket_wins_once_and_all_win_where_there_are_enough_places() {
    let drawn = draw_tickets(&ServerSeed::new([1; 32]), "all", 500, 1_000);
    assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), (1..=500).collect());
    assert_eq!(draw_tickets(&ServerSeed::new([1; 32]), "none", 0, 3), [0; 0]);
}

#[test]
fn every_part_of_the_draw_counts() {
    let draw = |byte, slug: &str, tickets| draw_tickets(&ServerSeed::new([byte; 32]), slug, tickets, 3);
    let first = draw(1, "a", 1_000_000);
    assert_eq!(first, draw(1, "a", 1_000_000));
    for other in [draw(2, "a", 1_000_000), draw(1, "b", 1_000_000), draw(1, "a", 1_000_001)] {
        assert_ne!(first, other);
    }
}
