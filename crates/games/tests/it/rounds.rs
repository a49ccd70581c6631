//! Whole rounds of the operator's slots games.

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::outcome::{FeatureState, SlotsStep};
use croupier_games::{PlayError, RoundState, StakeLimits, Step, builtin};
use proptest::prelude::*;
use serde_json::json;

use crate::testkit::{Round, changed, game, play};

/// The games whose free spins carry nothing from one to the next.
const SLOTS: [&str; 3] = ["solar-sails", "koi-lanterns", "honey-heist"];

/// Every slots built-in game.
fn slots() -> Vec<&'static str> {
    builtin::GAMES.iter().map(|builtin| builtin.slug).filter(|slug| game(slug).kind() == "slots").collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_round_is_sound(
        slug in prop::sample::select(slots()),
        units in 1_i64..5_000,
        seed: u8,
        nonce: u64,
    ) {
        let game = game(slug);
        let stake_cents = units * game.stake_multiple_cents();
        let round = play(&game, stake_cents, &[], seed, nonce);

        let cap_cents = stake_cents * game.definition()["max_win_x"].as_i64().unwrap();
        prop_assert!((0..=cap_cents).contains(&round.win_cents));
        for step in slots_steps(&round) {
            prop_assert!(amounts(step).all(|amount| amount > 0));
            prop_assert_eq!(amounts(step).sum::<i64>(), step.win_cents, "no built-in game reaches its cap");
            let per_unit = stake_cents / game.stake_multiple_cents();
            prop_assert!(amounts(step).all(|amount| amount % per_unit == 0), "nothing was rounded");
        }
        for state in &round.states {
            let text = serde_json::to_string(state).unwrap();
            prop_assert_eq!(&serde_json::from_str::<RoundState>(&text).unwrap(), state);
        }
        for step in &round.steps {
            let text = serde_json::to_string(step).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Step>(&text).unwrap(), step);
        }
    }

    #[test]
    fn a_round_repeats_and_scales_with_its_stake(
        slug in prop::sample::select(slots()),
        units in 2_i64..5_000,
        seed: u8,
        nonce: u64,
    ) {
        let game = game(slug);
        let unit_cents = game.stake_multiple_cents();
        let one = play(&game, unit_cents, &[], seed, nonce);
        let again = play(&game, unit_cents, &[], seed, nonce);
        let many = play(&game, unit_cents * units, &[], seed, nonce);
        prop_assert_eq!(&one.steps, &again.steps);
        prop_assert_eq!(one.win_cents * units, many.win_cents);
    }
}

#[test]
fn free_spins_are_awarded_played_and_counted() {
    for slug in SLOTS {
        let game = game(slug);
        let most = u32::try_from(game.definition()["freespins"]["max_total"].as_u64().unwrap()).unwrap();
        let featured: Vec<Round> =
            (0..3_000).map(|nonce| play(&game, 20, &[], 1, nonce)).filter(|r| r.steps.len() > 1).collect();
        assert!(!featured.is_empty(), "{slug} has no free spins in 3000 rounds");
        for round in featured {
            let awarded: u32 = slots_steps(&round).map(|step| step.freespins_awarded).sum();
            assert_eq!(round.steps.len(), 1 + awarded as usize, "{slug}");
            assert!(awarded <= most, "{slug}");
            let first = round.states[0].next();
            assert_eq!((first.left, first.total), (first.total, round.states[0].freespins_total));
        }
    }
}

#[test]
fn a_step_is_told_in_the_words_of_the_interface() {
    let round = play(&game("honey-heist"), 20, &[], 1, 1);
    let step = serde_json::to_value(&round.steps[0]).unwrap();
    let mut keys: Vec<&String> = step.as_object().unwrap().keys().collect();
    keys.sort();
    let expected =
        ["freespins_awarded", "kind", "multiplier", "stops", "tumbles", "win_cents", "window", "wins"];
    assert_eq!(keys, expected);
    assert_eq!(step["kind"], "spin");
    assert_eq!(step["window"].as_array().unwrap().len(), 6);
}

#[test]
fn the_cap_cuts_the_last_win_and_ends_the_round() {
    let capped = changed("solar-sails", |json| json["max_win_x"] = json!(1)).unwrap();
    let free = game("solar-sails");
    let mut cut = 0;
    for nonce in 0..500 {
        let round = play(&capped, 20, &[], 2, nonce);
        let uncapped = play(&free, 20, &[], 2, nonce);
        assert_eq!(round.win_cents, uncapped.win_cents.min(20));
        cut += usize::from(uncapped.win_cents > 20);
        assert!(round.steps.len() <= uncapped.steps.len());
    }
    assert!(cut > 10, "only {cut} rounds met the cap");
}

#[test]
fn an_illegal_stake_is_refused() {
    let game = game("solar-sails");
    let limits = StakeLimits { min_cents: 20, max_cents: 10_000 };
    let stake_of = |stake| game.stake_of(stake, &[], limits);
    assert_eq!(stake_of(Some(200)), Ok(200));
    assert_eq!(stake_of(Some(30)), Err(PlayError::StakeNotMultiple { multiple_of_cents: 20 }));
    assert_eq!(
        stake_of(Some(10_020)),
        Err(PlayError::StakeOutsideLimits { min_cents: 20, max_cents: 10_000 })
    );
    assert_eq!(stake_of(None), Err(PlayError::StakeMissing));
    let mut stream = Stream::new(&ServerSeed::new([0; 32]), "player", "EUR", 0, 0);
    for stake in [0, -20, 19, i64::MIN, i64::MAX, i64::MAX / 20 * 20] {
        assert!(game.start(stake, &[], &mut stream).is_err(), "{stake}");
    }
}

#[test]
fn a_state_that_is_not_of_this_game_is_refused() {
    let game = game("solar-sails");
    let mut stream = Stream::new(&ServerSeed::new([0; 32]), "player", "EUR", 0, 1);
    let sound = RoundState {
        step_next: 1,
        stake_cents: 20,
        win_cents: 40,
        freespins_left: 8,
        freespins_total: 8,
        feature: None,
    };
    assert!(game.step(&sound, &mut stream).is_ok());
    let broken = [
        RoundState { freespins_left: 0, ..sound.clone() },
        RoundState { freespins_left: 9, ..sound.clone() },
        RoundState { freespins_total: 4_000_000_000, ..sound.clone() },
        RoundState { step_next: 2, ..sound.clone() },
        RoundState { stake_cents: 21, ..sound.clone() },
        RoundState { win_cents: -1, ..sound.clone() },
        RoundState { win_cents: i64::MAX, ..sound.clone() },
    ];
    for state in broken {
        assert_eq!(
            game.step(&state, &mut stream)
                .map(|_| ())
                .map_err(|e| matches!(e, PlayError::State | PlayError::StakeNotMultiple { .. })),
            Err(true),
            "{state:?}"
        );
    }
}

#[test]
fn a_bought_round_has_its_price_and_its_refusals() {
    let limits = StakeLimits { min_cents: 20, max_cents: 10_000 };
    let sold = game("tidal-kings");
    let cost_x = sold.definition()["bonus_buy"]["cost_x"].as_i64().unwrap();
    assert_eq!(sold.price_of(Some(80), limits, true), Ok(80 * cost_x));
    assert_eq!(sold.price_of(Some(80), limits, false), Err(PlayError::BuyNotAllowed));
    assert_eq!(
        sold.price_of(Some(81), limits, true),
        Err(PlayError::StakeNotMultiple { multiple_of_cents: 40 })
    );
    assert_eq!(game("solar-sails").price_of(Some(80), limits, true), Err(PlayError::NotForSale));
    assert_eq!(game("aurora-roulette").price_of(Some(80), limits, true), Err(PlayError::NotForSale));
    let mut stream = Stream::new(&ServerSeed::new([0; 32]), "player", "EUR", 0, 0);
    assert!(game("solar-sails").start_bought(80, &mut stream).is_err());
}

/// States of features are taken back only by a game that can have made them.
#[test]
fn a_feature_state_that_is_not_of_this_game_is_refused() {
    let reached = |slug: &str, wanted: fn(&RoundState) -> bool| {
        let game = game(slug);
        let rounds = (0..5_000).map(|nonce| play(&game, game.stake_multiple_cents(), &[], 3, nonce));
        rounds.flat_map(|round| round.states).find(wanted).unwrap()
    };
    let held = reached("deep-freeze", |_| true);
    let covered = reached("copper-canyon", |_| true);
    let expanding = reached("velvet-noir", |state| state.freespins_left > 0);
    let sticky = reached("salt-and-thunder", |state| state.step_next > 2);
    let mut stream = Stream::new(&ServerSeed::new([0; 32]), "player", "EUR", 0, 1);
    let states = [
        ("deep-freeze", held),
        ("copper-canyon", covered),
        ("velvet-noir", expanding),
        ("salt-and-thunder", sticky),
    ];
    for (at, (slug, state)) in states.iter().enumerate() {
        assert!(game(slug).step(state, &mut stream).is_ok(), "{slug}");
        let (other, _) = &states[(at + 1) % states.len()];
        assert!(game(other).step(state, &mut stream).is_err(), "{slug} in {other}");
        let bare = RoundState { feature: None, ..state.clone() };
        assert!(game(slug).step(&bare, &mut stream).is_err(), "{slug} without its feature");
    }
    let (_, mut held) = states[0].clone();
    if let Some(FeatureState::HoldAndWin { coins, .. }) = &mut held.feature {
        coins[0].amount_cents += 1;
    }
    assert_eq!(game("deep-freeze").step(&held, &mut stream).err(), Some(PlayError::State));
}

fn slots_steps(round: &Round) -> impl Iterator<Item = &SlotsStep> {
    round.steps.iter().map(|step| match step {
        Step::Slots(step) => step,
        Step::Roulette(_) | Step::Crash(_) | Step::Baccarat(_) | Step::Keno(_) => {
            panic!("a slots game spun no reels")
        }
    })
}

fn amounts(step: &SlotsStep) -> impl Iterator<Item = i64> {
    let all = step.wins.iter().chain(step.tumbles.iter().flat_map(|tumble| &tumble.wins));
    all.map(|win| win.amount_cents)
}
