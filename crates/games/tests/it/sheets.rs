//! The PAR sheets: fresh, and in agreement with what the kernel plays.

use std::path::Path;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::par::trial::{self, Sample};
use croupier_games::par::{Figures, SlotsPar};
use croupier_games::{Game, Kind, RoundState, builtin, par};
use serde_json::json;

use crate::testkit::{changed, game, play_bought};

fn counted(game: &Game) -> SlotsPar {
    let Kind::Slots(slots) = game.rules() else { panic!("not a slots game") };
    SlotsPar::count(slots).unwrap()
}

#[test]
fn sheets_say_what_is_counted_today() {
    for builtin_game in builtin::GAMES {
        let slug = builtin_game.slug;
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/par").join(slug).with_extension("md");
        let page = std::fs::read_to_string(path).unwrap();
        let (figures, counted_page) = par::write(&game(slug)).unwrap();
        assert_eq!(serde_json::from_str::<Figures>(builtin_game.figures).unwrap(), figures, "{slug}");
        assert_eq!(page, counted_page, "{slug}: run `par write` and review the change");
    }
}

/// The window of the most scatters is none in which the symbol expands on as many reels as elsewhere: the best paid spin
/// brings 4,802 units, nineteen free spins 24,057 each, and one that begins them again 4,873.
#[test]
fn a_maximum_is_made_of_windows_that_can_show() {
    assert_eq!(counted(&game("velvet-noir")).max_units, 4_802 + 19 * 24_057 + 4_873);
}

/// The overview names the figures of every sheet.
#[test]
fn the_overview_is_fresh() {
    let overview = include_str!("../../../../docs/par/README.md");
    for builtin_game in builtin::GAMES {
        let figures: Figures = serde_json::from_str(builtin_game.figures).unwrap();
        let row =
            overview.lines().find(|line| line.contains(&format!("({}.md)", builtin_game.slug))).unwrap();
        let of_table = || "by bet".to_owned();
        let hit_rate = figures.hit_rate.map_or_else(of_table, |rate| format!("{rate} %"));
        let deviation = figures.standard_deviation.unwrap_or_else(of_table);
        let jackpot = figures.jackpot.as_ref().map_or_else(String::new, |jackpot| {
            format!(" and {} % to its jackpot", f64::from(jackpot.contribution_ppm) / 10_000.0)
        });
        let reported =
            format!("| {} %{jackpot} | {hit_rate} | {deviation} | {} × |", figures.rtp, figures.max_win_x);
        assert!(row.replace(',', "").contains(&reported), "{row} does not say {reported}");
    }
}

/// What a game gives to its own jackpot comes back to players, so it counts as return.
#[test]
fn returns_are_within_the_promised_range() {
    for builtin_game in builtin::GAMES {
        let figures: Figures = serde_json::from_str(builtin_game.figures).unwrap();
        let whole = figures.jackpot.as_ref().map_or(&figures.rtp, |jackpot| &jackpot.rtp_total);
        let rtp: f64 = whole.parse().unwrap();
        // The rules of punto banco are older than the operator, and so is what its two hands return.
        let most = if builtin_game.slug == "icefall-baccarat" { 99.0 } else { 97.5 };
        assert!((94.0..most).contains(&rtp), "{}: {rtp}", figures.identifier);
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

/// Plays whole rounds under a fixed seed: mean pay, hit rate, and frequency, length and pay of what
/// follows a spin must lie within four standard errors of the sheet. The seed is fixed, so the test
/// cannot fail by chance.
#[test]
fn play_agrees_with_the_sheets() {
    for builtin_game in builtin::GAMES {
        let slug = builtin_game.slug;
        let rounds = if slug == "honey-heist" { 30_000 } else { 60_000 };
        for compared in trial::play(&game(slug), &ServerSeed::new([42; 32]), rounds).unwrap() {
            assert!(compared.errors() < 4.0, "{slug}: {compared:?}");
        }
    }
}

/// Bought rounds, played in the same way; their features come with every round.
#[test]
fn bought_rounds_agree_with_the_sheets() {
    for builtin_game in builtin::GAMES {
        let game = game(builtin_game.slug);
        let Kind::Slots(slots) = game.rules() else { continue };
        let Some(bought) = SlotsPar::count(slots).unwrap().bought else { continue };
        let stake_cents = game.stake_multiple_cents();
        let mut pays = Sample::default();
        for nonce in 0..4_000 {
            let round = play_bought(&game, stake_cents, 44, nonce);
            assert!(round.steps.len() > 1, "a bought round has free spins");
            pays.add(to_float(round.win_cents) / to_float(stake_cents * bought.cost_x));
        }
        assert_agrees(&pays, builtin_game.slug, ratio(&bought.rtp));
        let spread = (pays.deviation() / bought.standard_deviation - 1.0).abs();
        assert!(spread < 0.1, "{}: deviation is off by {spread}", builtin_game.slug);
    }
}

/// Free spins are too rare to say much about them in whole rounds, so they are also played by
/// themselves: mean length and mean pay within four standard errors, with a fixed seed.
#[test]
fn free_spins_agree_with_the_sheets() {
    for (slug, features, awarded) in
        [("solar-sails", 4_000_u32, 8), ("koi-lanterns", 4_000, 8), ("honey-heist", 1_500, 10)]
    {
        let game = game(slug);
        let sheet = counted(&game);
        let stake_cents = game.stake_multiple_cents();
        let server_seed = ServerSeed::new([43; 32]);
        let (mut lengths, mut pays) = (Sample::default(), Sample::default());
        for nonce in 0..features {
            let mut state = Some(RoundState {
                step_next: 1,
                stake_cents,
                win_cents: 0,
                freespins_left: awarded,
                freespins_total: awarded,
                feature: None,
            });
            let (mut spins, mut won) = (0, 0);
            while let Some(open) = state {
                let mut stream = Stream::new(&server_seed, "feature", "EUR", nonce.into(), open.step_next);
                let next = game.step(&open, &mut stream).unwrap();
                spins += 1;
                won += next.win_cents;
                state = next.state;
            }
            lengths.add(f64::from(spins));
            pays.add(to_float(won) / to_float(stake_cents));
        }
        let bet_units = to_float(sheet.bet_units);
        assert_agrees(&lengths, slug, ratio(&sheet.feature_steps));
        assert_agrees(&pays, slug, ratio(&(&sheet.feature_win / &sheet.trigger)) / bet_units);
    }
}

#[track_caller]
fn assert_agrees(sample: &Sample, slug: &str, exact: f64) {
    let (mean, error) = (sample.mean(), sample.standard_error());
    assert!((mean - exact).abs() <= 4.0 * error + 1e-9, "{slug}: {mean} ± {error}, counted {exact}");
}

/// On strips short enough, the sheet is compared with every window the kernel can play.
#[test]
fn every_round_of_a_small_game_is_counted() {
    for (slug, corners) in [("solar-sails", false), ("solar-sails", true), ("koi-lanterns", false)] {
        let small = changed(slug, |json| {
            for strip in json["reel_set"]["strips"].as_array_mut().unwrap() {
                strip.as_array_mut().unwrap().truncate(6);
            }
            json.as_object_mut().unwrap().remove("freespins");
            json["scatter"]["freespins"] = json!({});
            if corners {
                json["wild"] = json!({"multiplier": 3, "substitutes_for": ["comet", "a", "k", "j"]});
                json["pays"]["sail"] = json!({"2": 5, "3": 50, "5": 500});
                json["pays"]["a"] = json!({"1": 1, "3": 10, "5": 100});
                for strip in json["reel_set"]["strips"].as_array_mut().unwrap() {
                    strip[0] = json!("sail");
                    strip[1] = json!("a");
                    strip[3] = json!("sun");
                }
            }
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
