use proptest::prelude::*;

use super::*;

const TERMS: Terms =
    Terms { contribution_ppm: 3_000, seed_cents: 5_000, must_hit_by_cents: 50_000, min_bet_cents: 20 };

fn secret(point_cents: i64) -> Secret {
    Secret { server_seed: ServerSeed::new([1; 32]), point_cents }
}

fn pot(point_cents: i64) -> Pot {
    let cycle = Cycle {
        number: 1,
        terms: TERMS,
        carried_micro: 0,
        contributed_micro: 0,
        secret: secret(point_cents),
    };
    Pot { level: Level::Bronze, cycle, contributed_micro: 0 }
}

fn bet(pot: &mut Pot, stake: i64) -> JackpotContribution {
    let point = 5_001 + pot.cycle.number;
    pot.bet(stake, |_| Ok::<_, Overflow>((TERMS, secret(point)))).unwrap()
}

#[test]
fn a_bet_adds_its_millionths_and_wins_at_the_point() {
    #[rustfmt::skip]
    let cases = [
        // stake      point   counts  amount after    paid
        (20,          5_001,  1,      5_000_060_000,  None),
        (19,          5_001,  0,      5_000_000_000,  None),
        (0,           5_001,  0,      5_000_000_000,  None),
        (333,         5_001,  1,      5_000_999_000,  None),
        (334,         5_001,  1,      5_000_002_000,  Some(5_001)),
        (1_000,       5_004,  1,      5_003_000_000,  None),
        (1_000,       5_003,  1,      5_000_000_000,  Some(5_003)),
        (1_000_500,   5_003,  1,      5_000_500_000,  Some(8_001)),
    ];
    for (stake, point, counts, after, paid) in cases {
        let mut pot = pot(point);
        let taken = bet(&mut pot, stake);
        assert_eq!((taken.cycle, pot.cycle.amount_micro()), (counts, after), "{stake} at {point}");
        assert_eq!(taken.won.map(|won| won.pays().0), paid, "{stake} at {point}");
        assert_eq!(pot.cycle.number, if paid.is_some() { 2 } else { 1 });
    }
}

#[test]
fn a_bet_is_taken_back_while_its_cycle_runs() {
    let mut pot = pot(6_000);
    let first = bet(&mut pot, 1_000);
    let second = bet(&mut pot, 2_000);
    pot.take_back(1_000, first.cycle).unwrap();
    assert_eq!((pot.cycle.contributed_micro, pot.contributed_micro), (6_000_000, 6_000_000));
    let won = bet(&mut pot, 1_000_000);
    assert!(won.won.is_some());
    pot.take_back(2_000, second.cycle).unwrap();
    assert_eq!(pot.cycle.contributed_micro, 0, "what has been won stays won");
}

#[test]
fn what_does_not_fit_is_told_and_changes_nothing() {
    let mut pot = pot(50_000);
    assert_eq!(pot.bet(i64::MAX, |_| Ok((TERMS, secret(1)))), Err(Overflow));
    assert_eq!(pot.cycle.amount_micro(), 5_000_000_000);
}

proptest! {
    /// Whatever is bet and taken back: what was put in is what lies there and what was paid.
    #[test]
    fn seeds_and_contributions_are_amounts_and_payouts(
        moves in prop::collection::vec((0..3_000_000_i64, any::<bool>()), 0..60),
        points in prop::collection::vec(5_001..50_000_i64, 61),
    ) {
        let mut pot = pot(points[0]);
        let (mut seeds, mut paid, mut taken) = (TERMS.seed_cents * MICRO, 0, Vec::new());
        for (stake, is_bet) in moves {
            if !is_bet && let Some((stake, cycle)) = taken.pop() {
                pot.take_back(stake, cycle).unwrap();
                continue;
            }
            let point = points[usize::try_from(pot.cycle.number).unwrap()];
            let one = pot.bet(stake, |_| Ok::<_, Overflow>((TERMS, secret(point)))).unwrap();
            taken.push((stake, one.cycle));
            if let Some(won) = one.won {
                prop_assert!(won.pays().0 >= won.secret.point_cents);
                paid += won.pays().0 * MICRO;
                seeds += TERMS.seed_cents * MICRO;
            }
            prop_assert!(pot.cycle.amount_micro() < pot.cycle.secret.point_cents * MICRO);
        }
        prop_assert_eq!(seeds + pot.contributed_micro, pot.cycle.amount_micro() + paid);
        prop_assert!(pot.cycle.contributed_micro >= 0 && (0..MICRO).contains(&pot.cycle.carried_micro));
    }
}
