//! Crash: points that are fair for every target, a curve of whole numbers, and chains that hold together.

use std::path::Path;

use croupier_games::crash::{
    Crash, DOUBLING_MS, ONE, PLAYERS_MIXED, TARGET_MIN, chain, elapsed_at, mix, multiplier_at, pays,
};
use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::{Bet, BetKind, Game, Kind, PlayError, StakeLimits};
use proptest::prelude::*;
use serde_json::json;

use crate::testkit::game;

const LIMITS: StakeLimits = StakeLimits { min_cents: 10, max_cents: 10_000 };

fn rules(game: &Game) -> &Crash {
    let Kind::Crash(crash) = game.rules() else { panic!("no crash game") };
    crash
}

#[test]
fn the_curve_doubles_and_never_falls() {
    for doublings in 0..9 {
        assert_eq!(multiplier_at(doublings * DOUBLING_MS), ONE << doublings);
        assert_eq!(elapsed_at(ONE << doublings), doublings * DOUBLING_MS);
    }
    let mut last = 0;
    for elapsed in 0..12 * DOUBLING_MS {
        let now = multiplier_at(elapsed);
        assert!(now >= last, "{elapsed}");
        let exact = 100.0 * f64::exp2(f64::from(u32::try_from(elapsed).unwrap()) / 8192.0);
        assert!(
            (f64::from(u32::try_from(now).unwrap()) - exact).abs() < 1.000_01,
            "{elapsed}: {now} {exact}"
        );
        last = now;
    }
    assert_eq!(multiplier_at(-5), ONE);
    assert!(multiplier_at(i64::MAX) > 1_000_000_000);
}

#[test]
fn a_target_is_reached_as_often_as_the_sheet_says() {
    const ROUNDS: u32 = 200_000;
    let game = game("polar-ascent");
    let (crash, seed) = (rules(&game), ServerSeed::new([8; 32]));
    let points: Vec<i64> = (0..ROUNDS).map(|round| crash.point(&seed, "all", round.into())).collect();
    for target in [101, 110, 150, 200, 500, 1_000, 10_000] {
        let reached = u32::try_from(points.iter().filter(|point| **point >= target).count()).unwrap();
        let chance = 97.0 / f64::from(u32::try_from(target).unwrap());
        let expected = f64::from(ROUNDS) * chance;
        let errors = (f64::from(reached) - expected).abs() / (expected * (1.0 - chance)).sqrt();
        assert!(errors < 4.0, "{target}: {reached} instead of {expected}");
    }
    assert!(points.iter().all(|point| (ONE..=100_000).contains(point)));
}

#[test]
fn a_chain_is_fixed_by_what_is_published() {
    let (published, seeds) = chain(ServerSeed::new([5; 32]), 50);
    assert_eq!(seeds.len(), 50);
    assert_eq!(seeds[49], ServerSeed::new([5; 32]));
    let mut before = published;
    for seed in &seeds {
        assert_eq!(seed.commitment(), before);
        before = seed.to_hex();
    }
}

#[test]
fn every_part_of_a_point_counts() {
    let game = game("polar-ascent");
    let draw = |byte, mixed: &str, round| rules(&game).point(&ServerSeed::new([byte; 32]), mixed, round);
    let all: Vec<i64> = (0..40).map(|round| draw(1, "a", round)).collect();
    for other in [
        (0..40).map(|round| draw(2, "a", round)).collect::<Vec<_>>(),
        (0..40).map(|round| draw(1, "b", round)).collect(),
        (1..41).map(|round| draw(1, "a", round)).collect(),
    ] {
        assert_ne!(all, other);
    }
}

#[test]
fn the_first_players_are_mixed_in_and_their_order_counts() {
    let all = mix(["a", "b", "c"]);
    assert_eq!(all, mix(["a", "b", "c", "d"]));
    assert_eq!(PLAYERS_MIXED, 3);
    for other in [mix(["b", "a", "c"]), mix(["a", "b"]), mix(["ab", "c"]), mix([])] {
        assert_ne!(all, other);
    }
}

#[test]
fn a_bet_is_placed_at_the_table_only() {
    let game = game("polar-ascent");
    assert!(game.has_shared_rounds());
    assert_eq!(game.stake_of(Some(10), &[], LIMITS), Ok(10));
    for stake in [None, Some(9), Some(10_001), Some(-10), Some(i64::MAX)] {
        assert!(game.stake_of(stake, &[], LIMITS).is_err(), "{stake:?}");
    }
    let bet = Bet { kind: BetKind::Red, numbers: Vec::new(), amount_cents: 10 };
    assert!(game.stake_of(Some(10), &[bet], LIMITS).is_err());
    let mut stream = Stream::new(&ServerSeed::new([1; 32]), "player", "EUR", 1, 0);
    assert_eq!(game.start(10, &[], &mut stream), Err(PlayError::SharedRound));
    assert_eq!(game.win_max_cents(10), 10_000);
}

proptest! {
    #[test]
    fn a_multiplier_is_reached_and_not_before(multiplier in TARGET_MIN..1_000_000_i64) {
        let elapsed = elapsed_at(multiplier);
        prop_assert!(multiplier_at(elapsed) >= multiplier && multiplier_at(elapsed - 1) < multiplier);
    }

    #[test]
    fn a_payment_is_never_more_than_its_share(stake in 1_i64..1_000_000_000, multiplier in ONE..1_000_000) {
        let paid = i128::from(pays(stake, multiplier)) * 100;
        let exact = i128::from(stake) * i128::from(multiplier);
        prop_assert!(paid <= exact && exact - paid < 100);
    }
}

/// What the browser draws again: a chain, the part of the players, and points of its rounds.
#[test]
fn vectors_are_what_is_drawn() {
    let game = game("polar-ascent");
    let (published, seeds) = chain(ServerSeed::new([3; 32]), 40);
    let mut before = published;
    let mut records = Vec::new();
    for (round, seed) in (1_u64..).zip(&seeds) {
        let client_seeds: Vec<String> = (0..round % 5).map(|player| format!("player-{player}")).collect();
        let mixed = mix(client_seeds.iter().map(String::as_str));
        records.push(json!({
            "round": round, "server_seed": seed.to_hex(), "server_seed_hash": before, "client_seeds": client_seeds,
            "mixed": mixed, "return_percent": 97, "max_multiplier": 100_000,
            "point": rules(&game).point(seed, &mixed, round),
        }));
        before = seed.to_hex();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/crash.json");
    let lines: Vec<String> = records.iter().map(serde_json::Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
