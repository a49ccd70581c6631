//! Features counted against every way they can be played, on games small enough to play them all.

use std::collections::BTreeMap;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::par::SlotsPar;
use croupier_games::{Game, Kind, RoundState};
use serde_json::{Value, json};

use crate::testkit::{changed, play};

/// Rounds played of a game, and how far its means may be off: a share of a standard error.
const ROUNDS: u32 = 40_000;
const ERRORS_MAX: f64 = 4.0;

fn counted(game: &Game) -> SlotsPar {
    let Kind::Slots(slots) = game.rules() else { panic!("not a slots game") };
    SlotsPar::count(slots).unwrap()
}

/// A game whose feature comes often: its mean, its spread and its greatest pay are held against play.
#[track_caller]
fn agrees(slug: &str, change: impl FnOnce(&mut Value)) {
    let game = changed(slug, change).unwrap();
    let sheet = counted(&game);
    let stake_cents = game.stake_multiple_cents();
    let (mut sum, mut square, mut most) = (0.0, 0.0, 0);
    for nonce in 0..ROUNDS {
        let win_cents = play(&game, stake_cents, &[], 12, nonce.into()).win_cents;
        let pay = float(win_cents);
        sum += pay;
        square += pay * pay;
        most = most.max(win_cents);
    }
    let n = f64::from(ROUNDS);
    let (mean, exact) = (sum / n, ratio(&sheet.rtp()) * float(stake_cents));
    let deviation = sheet.standard_deviation * float(stake_cents);
    let errors = (mean - exact).abs() / (deviation / n.sqrt());
    assert!(errors < ERRORS_MAX, "{slug}: {mean} is {errors:.1} standard errors from {exact}");
    let seen = (square / n - mean * mean).sqrt();
    assert!((seen / deviation - 1.0).abs() < 0.12, "{slug}: deviation {seen}, counted {deviation}");
    assert!(most <= sheet.max_units, "{slug}: {most} is more than the {} counted", sheet.max_units);
}

#[test]
fn hold_and_win_that_comes_often() {
    agrees("deep-freeze", |json| {
        json["hold_and_win"]["trigger"] = json!(2);
        json["hold_and_win"]["chance"] = json!({"of": 1, "out_of": 5});
        json["hold_and_win"]["values"] = json!([{"units": 3, "weight": 2}, {"units": 11, "weight": 1}]);
        json["hold_and_win"]["full_units"] = json!(500);
    });
}

#[test]
fn expanding_wilds_that_come_often() {
    agrees("copper-canyon", |json| {
        for reel in [1, 2, 3] {
            json["reel_set"]["strips"][reel][0] = json!("sheriff");
            json["reel_set"]["strips"][reel][9] = json!("sheriff");
            json["reel_set"]["strips"][reel][20] = json!("sheriff");
        }
        json["max_win_x"] = json!(10_000);
    });
}

#[test]
fn expanding_symbols_that_come_often() {
    agrees("velvet-noir", |json| {
        for reel in 0..5 {
            json["reel_set"]["strips"][reel][3] = json!("dossier");
            json["reel_set"]["strips"][reel][12] = json!("dossier");
        }
        json["max_win_x"] = json!(100_000);
        json["freespins"]["expanding_symbol"] = json!({"hat": 1, "a": 3, "t": 4});
    });
}

#[test]
fn sticky_wilds_that_come_often() {
    agrees("salt-and-thunder", |json| {
        for reel in 0..5 {
            json["reel_set"]["strips"][reel][3] = json!("beacon");
            json["reel_set"]["strips"][reel][12] = json!("beacon");
        }
        json["wild"] = json!({"multiplier": 1, "substitutes_for": ["kraken", "siren", "a", "q", "j"]});
        json["max_win_x"] = json!(100_000);
    });
}

#[test]
fn mysteries_that_come_often() {
    agrees("solar-sails", |json| {
        json["symbols"].as_array_mut().unwrap().push(json!({"id": "stall", "role": "mystery"}));
        json["mystery"] = json!({"weights": {"telescope": 1, "k": 3, "j": 4}});
        for reel in 0..5 {
            let strip = json["reel_set"]["strips"][reel].as_array_mut().unwrap();
            strip.extend([json!("stall"), json!("stall"), json!("stall")]);
        }
    });
}

/// Every combination of stops of a small classic, and for each the draw of the nudge either way.
#[test]
fn every_nudge_of_a_small_game_is_counted() {
    let small = changed("clockwork-orchard", |json| {
        for reel in json["reel_set"]["strips"].as_array_mut().unwrap() {
            reel.as_array_mut().unwrap().truncate(7);
        }
        json["reel_set"]["strips"][0][0] = json!("key");
        json["max_win_x"] = json!(10_000);
    })
    .unwrap();
    let chance = &small.definition()["nudge"]["chance"];
    let (of, out_of) = (chance["of"].as_f64().unwrap(), chance["out_of"].as_f64().unwrap());
    let stake_cents = small.stake_multiple_cents();
    // By stops: what is paid without a nudge and with one, as far as either was seen.
    let mut seen: BTreeMap<Vec<u32>, (Option<i64>, Option<i64>)> = BTreeMap::new();
    let server_seed = ServerSeed::new([8; 32]);
    for nonce in 0..60_000 {
        let mut stream = Stream::new(&server_seed, "all", "EUR", nonce, 0);
        let played = small.start(stake_cents, &[], &mut stream).unwrap();
        let croupier_games::Step::Slots(step) = played.step else { panic!("no reels") };
        let (plain, nudged) = seen.entry(step.stops).or_default();
        *(if step.nudge.is_some() { nudged } else { plain }) = Some(played.win_cents);
    }
    assert_eq!(seen.len(), 7 * 7 * 7);
    let mean = seen.values().map(|pays| match pays {
        (Some(0), Some(nudged)) => float(*nudged) * of / out_of,
        (Some(plain), None) => float(*plain),
        other => panic!("a window that pays was nudged, or never lay still: {other:?}"),
    });
    let mean = mean.sum::<f64>() / 343.0;
    assert!((mean - ratio(&counted(&small).spin_win)).abs() < 1e-9);
}

/// A state is taken back from JSON as it was written.
#[test]
fn feature_states_survive_storage() {
    for slug in ["deep-freeze", "copper-canyon", "velvet-noir", "salt-and-thunder"] {
        let game = changed(slug, |_| {}).unwrap();
        let rounds = (0..5_000).map(|nonce| play(&game, game.stake_multiple_cents(), &[], 3, nonce));
        let states: Vec<RoundState> = rounds.flat_map(|round| round.states).take(30).collect();
        assert!(states.iter().any(|state| state.feature.is_some()), "{slug}");
        for state in states {
            let text = serde_json::to_string(&state).unwrap();
            assert_eq!(serde_json::from_str::<RoundState>(&text).unwrap(), state);
        }
    }
}

fn ratio(exact: &num_rational::BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(exact).unwrap()
}

#[expect(clippy::cast_precision_loss, reason = "amounts in these tests are small")]
fn float(value: i64) -> f64 {
    value as f64
}
