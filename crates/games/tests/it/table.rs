//! The roulette table.

use croupier_games::roulette::{POCKETS, return_x};
use croupier_games::{Bet, BetKind, PlayError, StakeLimits, Step};
use proptest::prelude::*;

use crate::testkit::{game, play};

fn bet(kind: BetKind, numbers: &[u8], amount_cents: i64) -> Bet {
    Bet { kind, numbers: numbers.to_vec(), amount_cents }
}

fn every_bet(amount_cents: i64) -> Vec<Bet> {
    let sets =
        BetKind::ALL.into_iter().flat_map(|kind| kind.legal_sets().into_iter().map(move |set| (kind, set)));
    sets.map(|(kind, set)| bet(kind, &set, amount_cents)).collect()
}

#[test]
fn the_table_has_its_157_bets() {
    let counts: Vec<(&str, usize)> =
        BetKind::ALL.into_iter().map(|kind| (kind.name(), kind.legal_sets().len())).collect();
    let expected = [
        ("straight", 37),
        ("split", 60),
        ("street", 14),
        ("corner", 23),
        ("six_line", 11),
        ("column", 3),
        ("dozen", 3),
        ("red", 1),
        ("black", 1),
        ("odd", 1),
        ("even", 1),
        ("low", 1),
        ("high", 1),
    ];
    assert_eq!(counts, expected);
    assert_eq!(every_bet(1).len(), 157);
}

#[test]
fn every_bet_returns_36_of_37() {
    for bet in every_bet(1) {
        let returned: i64 = (0..37).map(|pocket| return_x(&bet, pocket)).sum();
        assert_eq!(returned, 36, "{bet:?}");
        let pays: Vec<i64> = (0..37).map(|pocket| return_x(&bet, pocket)).filter(|x| *x > 0).collect();
        assert!(pays.windows(2).all(|pair| pair[0] == pair[1]), "{bet:?}");
    }
}

#[test]
fn known_pays() {
    let returns = |kind, numbers: &[u8], pocket| return_x(&bet(kind, numbers, 1), pocket);
    assert_eq!(returns(BetKind::Straight, &[17], 17), 36);
    assert_eq!(returns(BetKind::Split, &[20, 17], 17), 18);
    assert_eq!(returns(BetKind::Street, &[16, 17, 18], 17), 12);
    assert_eq!(returns(BetKind::Corner, &[13, 14, 16, 17], 17), 9);
    assert_eq!(returns(BetKind::SixLine, &[16, 17, 18, 19, 20, 21], 17), 6);
    assert_eq!(returns(BetKind::Black, &[], 17), 2);
    assert_eq!(returns(BetKind::Red, &[], 17), 0);
    assert_eq!(returns(BetKind::Even, &[], 0), 0);
    assert_eq!(returns(BetKind::Low, &[], 0), 0);
}

#[test]
fn illegal_bets_are_refused() {
    let game = game("aurora-roulette");
    let limits = StakeLimits { min_cents: 10, max_cents: 25_000 };
    let check = |bets: &[Bet]| game.stake_of(None, bets, limits);
    let straight = bet(BetKind::Straight, &[17], 500);

    assert_eq!(check(&[straight.clone(), bet(BetKind::Red, &[], 100)]), Ok(600));
    assert_eq!(check(&[]), Err(PlayError::BetCount { min: 1, max: 100 }));
    assert_eq!(check(&vec![straight.clone(); 101]), Err(PlayError::BetCount { min: 1, max: 100 }));
    for (kind, numbers) in [
        (BetKind::Straight, vec![37]),
        (BetKind::Straight, vec![]),
        (BetKind::Straight, vec![1, 2]),
        (BetKind::Split, vec![3, 4]),
        (BetKind::Split, vec![1, 1]),
        (BetKind::Street, vec![2, 3, 4]),
        (BetKind::Corner, vec![3, 4, 6, 7]),
        (BetKind::SixLine, vec![34, 35, 36]),
        (BetKind::Column, vec![]),
        (BetKind::Dozen, vec![1]),
        (BetKind::Red, vec![2]),
    ] {
        let refused = check(&[straight.clone(), bet(kind, &numbers, 50)]);
        assert_eq!(refused, Err(PlayError::BetNumbers { bet: 1, kind: kind.name() }), "{numbers:?}");
    }
    for amount in [-10, 0, 9, 49, 25_001, i64::MAX] {
        let refused = check(&[straight.clone(), bet(BetKind::Red, &[], amount)]);
        let expected = PlayError::BetAmount { bet: 1, kind: "red", min_cents: 50, max_cents: 25_000 };
        assert_eq!(refused, Err(expected), "{amount}");
    }
    let too_much = check(&[bet(BetKind::Red, &[], 25_000), straight.clone()]);
    assert_eq!(too_much, Err(PlayError::StakeOutsideLimits { min_cents: 10, max_cents: 25_000 }));
    assert_eq!(game.stake_of(Some(400), &[straight], limits), Err(PlayError::StakeNotSum { sum_cents: 500 }));
}

#[test]
fn each_place_has_its_limits() {
    let game = game("aurora-roulette");
    let limits = StakeLimits { min_cents: 10, max_cents: 500_000 };
    let check = |bets: &[Bet]| game.stake_of(None, bets, limits);
    for (kind, numbers, min_cents, max_cents) in [
        (BetKind::Straight, vec![0], 10, 10_000),
        (BetKind::Split, vec![8, 11], 10, 20_000),
        (BetKind::Street, vec![0, 2, 3], 10, 30_000),
        (BetKind::Corner, vec![0, 1, 2, 3], 10, 40_000),
        (BetKind::SixLine, vec![1, 2, 3, 4, 5, 6], 10, 60_000),
        (BetKind::Column, vec![1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34], 50, 250_000),
        (BetKind::Dozen, (13..=24).collect(), 50, 250_000),
        (BetKind::Black, vec![], 50, 500_000),
        (BetKind::High, vec![], 50, 500_000),
    ] {
        let refused = |bet| -> Result<i64, PlayError> {
            Err(PlayError::BetAmount { bet, kind: kind.name(), min_cents, max_cents })
        };
        let of = |amount_cents| bet(kind, &numbers, amount_cents);
        assert_eq!(kind.place_limits(limits), StakeLimits { min_cents, max_cents });
        assert_eq!(check(&[of(min_cents)]), Ok(min_cents), "{kind:?}");
        assert_eq!(check(&[of(max_cents)]), Ok(max_cents), "{kind:?}");
        assert_eq!(check(&[of(min_cents - 1)]), refused(0), "{kind:?}");
        assert_eq!(check(&[of(max_cents + 1)]), refused(0), "{kind:?}");
        // A second bet on the place does not get round its limit, however its numbers are written.
        let mut turned = of(min_cents);
        turned.numbers.reverse();
        assert_eq!(check(&[of(max_cents - min_cents + 1), turned]), refused(1), "{kind:?}");
    }
    // The same limit holds on each place of a kind alone.
    let both = [bet(BetKind::Straight, &[1], 10_000), bet(BetKind::Straight, &[2], 10_000)];
    assert_eq!(check(&both), Ok(20_000));
}

#[test]
fn a_round_is_replayed_whatever_the_limits_of_its_places_are_by_now() {
    let bets = [bet(BetKind::Red, &[], 1), bet(BetKind::Straight, &[17], 4_000_000)];
    let round = play(&game("aurora-roulette"), 4_000_001, &bets, 5, 0);
    assert!(matches!(&round.steps[0], Step::Roulette(_)));
}

#[test]
fn every_pocket_falls() {
    let game = game("aurora-roulette");
    let mut seen = [false; POCKETS as usize];
    for nonce in 0..500 {
        let round = play(&game, 1, &[bet(BetKind::Red, &[], 1)], 5, nonce);
        let Step::Roulette(step) = &round.steps[0] else { panic!("no wheel") };
        seen[usize::from(step.pocket)] = true;
    }
    assert!(seen.iter().all(|seen| *seen));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_spin_returns_what_its_bets_return(
        picks in prop::collection::vec((0_usize..157, 1_i64..1_000_000), 1..100),
        nonce: u64,
    ) {
        let all = every_bet(1);
        let placed = |(i, amount): &(usize, i64)| Bet { amount_cents: *amount, ..all[*i].clone() };
        let bets: Vec<Bet> = picks.iter().map(placed).collect();
        let stake_cents = bets.iter().map(|bet| bet.amount_cents).sum();
        let round = play(&game("aurora-roulette"), stake_cents, &bets, 3, nonce);
        let Step::Roulette(step) = &round.steps[0] else { panic!("no wheel") };
        let expected: i64 = bets.iter().map(|bet| bet.amount_cents * return_x(bet, step.pocket)).sum();
        prop_assert_eq!(step.win_cents, expected);
        prop_assert!(step.win_cents <= 36 * stake_cents);
        prop_assert!(round.states.is_empty());
    }
}
