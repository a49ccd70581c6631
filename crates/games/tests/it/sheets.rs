//! The PAR sheets: fresh, and in agreement with what the kernel plays.

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::par::{Figures, SlotsPar};
use croupier_games::{Game, Kind, house, par};
use serde_json::json;

use crate::testkit::{changed, game, play};

const SHEETS: [(&str, &str); 4] = [
    ("solar-sails", include_str!("../../../../docs/par/solar-sails.md")),
    ("koi-lanterns", include_str!("../../../../docs/par/koi-lanterns.md")),
    ("honey-heist", include_str!("../../../../docs/par/honey-heist.md")),
    ("aurora-roulette", include_str!("../../../../docs/par/aurora-roulette.md")),
];

fn counted(game: &Game) -> SlotsPar {
    let Kind::Slots(slots) = game.rules() else { panic!("not a slots game") };
    SlotsPar::count(slots).unwrap()
}

#[test]
fn sheets_say_what_is_counted_today() {
    for (house_game, (slug, page)) in house::GAMES.iter().zip(SHEETS) {
        assert_eq!(house_game.slug, slug);
        let (figures, counted_page) = par::write(&game(slug)).unwrap();
        assert_eq!(serde_json::from_str::<Figures>(house_game.figures).unwrap(), figures, "{slug}");
        assert_eq!(page, counted_page, "{slug}: run `par write` and review the change");
    }
}

#[test]
fn returns_are_within_the_house_range() {
    for house_game in house::GAMES {
        let figures: Figures = serde_json::from_str(house_game.figures).unwrap();
        let rtp: f64 = figures.rtp.parse().unwrap();
        assert!((95.5..97.5).contains(&rtp), "{}: {rtp}", figures.identifier);
    }
}

#[test]
fn a_reachable_cap_gets_no_sheet() {
    for slug in ["solar-sails", "koi-lanterns", "honey-heist"] {
        let capped = changed(slug, |json| json["max_win_x"] = json!(2_000)).unwrap();
        let error = par::write(&capped).unwrap_err().to_string();
        assert!(error.contains("above the cap of 40000 units"), "{error}");
    }
}

/// Plays whole rounds under a fixed seed: mean pay, hit rate and frequency of free spins must lie
/// within four standard errors of the sheet. The seed is fixed, so the test cannot fail by chance.
#[test]
fn play_agrees_with_the_sheets() {
    for (slug, rounds) in [("solar-sails", 60_000_u32), ("koi-lanterns", 60_000), ("honey-heist", 30_000)] {
        let game = game(slug);
        let sheet = counted(&game);
        let stake_cents = game.stake_multiple_cents();
        let (mut won, mut hits, mut features) = (0.0, 0.0, 0.0);
        for nonce in 0..rounds {
            let round = play(&game, stake_cents, &[], 42, u64::from(nonce));
            won += to_float(round.win_cents) / to_float(stake_cents);
            hits += f64::from(u8::from(round.steps[0].win_cents() > 0));
            features += f64::from(u8::from(round.steps.len() > 1));
        }
        let n = f64::from(rounds);
        let within = |what: &str, seen: f64, exact: f64, deviation: f64| {
            let errors = (seen - exact).abs() / (deviation / n.sqrt());
            assert!(errors < 4.0, "{slug}: {what} {seen} is {errors:.1} standard errors from {exact}");
        };
        let bernoulli = |p: f64| (p * (1.0 - p)).sqrt();
        let (hit, trigger) = (ratio(&sheet.hit), ratio(&sheet.trigger));
        within("return", won / n, ratio(&sheet.rtp()), sheet.standard_deviation);
        within("hit rate", hits / n, hit, bernoulli(hit));
        within("free spins", features / n, trigger, bernoulli(trigger));
    }
}

/// On strips short enough, the sheet is compared with every window the kernel can play.
#[test]
fn every_round_of_a_small_game_is_counted() {
    for slug in ["solar-sails", "koi-lanterns"] {
        let small = changed(slug, |json| {
            for strip in json["reel_set"]["strips"].as_array_mut().unwrap() {
                strip.as_array_mut().unwrap().truncate(6);
            }
            json.as_object_mut().unwrap().remove("freespins");
            json["scatter"]["freespins"] = json!({});
        })
        .unwrap();
        let sheet = counted(&small);
        let unit_cents = small.stake_multiple_cents();
        let mut paid = vec![None; 6_usize.pow(5)];
        let mut missing = paid.len();
        let server_seed = ServerSeed::new([4; 32]);
        for nonce in 0.. {
            let mut stream = Stream::new(&server_seed, "all", "EUR", nonce, 0);
            let played = small.start(unit_cents, &[], &mut stream).unwrap();
            let croupier_games::Step::Slots(step) = played.step else { panic!("no reels") };
            let place = step.stops.iter().fold(0, |place, stop| place * 6 + *stop as usize);
            if paid[place].replace(played.win_cents).is_none() {
                missing -= 1;
            }
            if missing == 0 {
                break;
            }
        }
        let pays: Vec<f64> = paid.into_iter().flatten().map(to_float).collect();
        let n = to_float(i64::try_from(pays.len()).unwrap());
        let mean = pays.iter().sum::<f64>() / n;
        let square = pays.iter().map(|pay| pay * pay).sum::<f64>() / n;
        let deviation = (square - mean * mean).sqrt() / to_float(unit_cents);
        assert!((mean - ratio(&sheet.spin_win)).abs() < 1e-9, "{slug}");
        assert!((deviation - sheet.standard_deviation).abs() < 1e-9, "{slug}");
        assert!(
            (pays.iter().copied().fold(0.0, f64::max) - to_float(sheet.max_units)).abs() < 1e-9,
            "{slug}"
        );
        let hits = to_float(i64::try_from(pays.iter().filter(|pay| **pay > 0.0).count()).unwrap());
        assert!((hits / n - ratio(&sheet.hit)).abs() < 1e-12, "{slug}");
    }
}

fn ratio(exact: &num_rational::BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(exact).unwrap()
}

#[expect(clippy::cast_precision_loss, reason = "amounts in these tests are small")]
fn to_float(value: i64) -> f64 {
    value as f64
}
