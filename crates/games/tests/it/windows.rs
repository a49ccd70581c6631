//! Games whose whole window leaves after a win, counted against a plain walk through every window of small ones.

use croupier_games::par::SlotsPar;
use croupier_games::{Game, Kind, Step};
use serde_json::{Value, json};

use crate::testkit::{changed, game, play};

fn counted(game: &Game) -> SlotsPar {
    let Kind::Slots(slots) = game.rules() else { panic!("not a slots game") };
    SlotsPar::count(slots).unwrap()
}

fn ratio(exact: &num_rational::BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(exact).unwrap()
}

#[track_caller]
fn near(counted: f64, walked: f64) {
    assert!((counted - walked).abs() < 1e-9, "counted {counted}, walked {walked}");
}

/// Mean, mean square and hit rate of equally likely windows, and the greatest pay of one.
#[derive(Default)]
struct Walked {
    windows: f64,
    win: f64,
    square: f64,
    hits: f64,
    most: f64,
}

impl Walked {
    fn book(&mut self, pay: f64, times: f64) {
        self.windows += times;
        self.win += pay * times;
        self.square += pay * pay * times;
        self.hits += if pay > 0.0 { times } else { 0.0 };
        self.most = self.most.max(pay);
    }

    /// A spin of two rungs, the second at twice the pay: its mean, mean square and greatest pay.
    fn two_rungs(&self, second: &Self) -> (f64, f64, f64) {
        let (first_mean, hit) = (self.win / self.windows, self.hits / self.windows);
        let (mean, square) = (2.0 * second.win / second.windows, 4.0 * second.square / second.windows);
        let both = self.square / self.windows + 2.0 * first_mean * mean + hit * square;
        (first_mean + hit * mean, both, self.most + 2.0 * second.most)
    }
}

/// Three by three cells, three symbols, one of which leaves after a win; two or more in a cluster pay.
fn small_clusters() -> Game {
    let small = changed("prism-climb", |json| {
        json["reels"] = json!(3);
        json["rows"] = json!(3);
        json["symbols"] = json!([
            {"id": "a", "role": "regular"}, {"id": "b", "role": "regular"}, {"id": "c", "role": "regular"},
        ]);
        json["pays"] = json!({"a": {"4": 9, "9": 40}, "b": {"4": 5, "6": 7, "9": 30}, "c": {"4": 2}});
        json["reel_set"]["weights"] = json!({"a": 1, "b": 1, "c": 1});
        json["tumble"] = json!({"max_tumbles": 1, "multipliers": [1, 2], "whole": true});
        json["levels"] = json!({"leaving": ["c"], "freespins": {}});
        json.as_object_mut().unwrap().remove("freespins");
    });
    small.unwrap()
}

/// Every window of so many symbols.
fn walk_clusters(kinds: usize) -> Walked {
    let mut walked = Walked::default();
    for window in 0..kinds.pow(9) {
        let cells: Vec<usize> = (0..9).map(|cell| window / kinds.pow(cell) % kinds).collect();
        let mut left: Vec<bool> = vec![true; 9];
        let mut pay = 0.0;
        for first in 0..9 {
            let mut cluster = vec![first];
            if !std::mem::take(&mut left[first]) {
                continue;
            }
            let mut at = 0;
            while let Some(cell) = cluster.get(at).copied() {
                for other in 0..9 {
                    let apart = (cell / 3).abs_diff(other / 3) + (cell % 3).abs_diff(other % 3);
                    if apart == 1 && left[other] && cells[other] == cells[cell] {
                        left[other] = false;
                        cluster.push(other);
                    }
                }
                at += 1;
            }
            pay += match (cells[first], cluster.len()) {
                (0, 9) => 40.0,
                (0, 4..) => 9.0,
                (1, 9) => 30.0,
                (1, 6..) => 7.0,
                (1, 4..) => 5.0,
                (2, 4..) => 2.0,
                _ => 0.0,
            };
        }
        walked.book(pay, 1.0);
    }
    walked
}

#[test]
fn clusters_are_counted_as_walked() {
    let sheet = counted(&small_clusters());
    let (first, second) = (walk_clusters(3), walk_clusters(2));
    let (mean, square, most) = first.two_rungs(&second);
    near(ratio(&sheet.spin_win), mean);
    near(ratio(&sheet.hit), first.hits / first.windows);
    near(f64::from(u32::try_from(sheet.max_units).unwrap()), most);
    // The spread is estimated from drawn windows.
    let (deviation, exact) = (sheet.standard_deviation * 40.0, (square - mean * mean).sqrt());
    assert!((deviation / exact - 1.0).abs() < 0.01, "estimated {deviation}, walked {exact}");
}

const STRIPS: [&[&str]; 3] =
    [&["a", "b", "s", "b", "c"], &["a", "w", "b", "c", "s", "a"], &["c", "a", "b", "b", "s"]];
const HEIGHTS: [[f64; 3]; 3] = [[1.0, 0.0, 2.0], [0.0, 3.0, 1.0], [2.0, 1.0, 1.0]];

/// Three reels of one to three cells; three of a kind pay by ways.
fn small_ways() -> Game {
    let small = changed("rune-ridge", |json| {
        json["reels"] = json!(3);
        json["rows"] = json!(3);
        json["symbols"] = json!([
            {"id": "s", "role": "scatter"}, {"id": "w", "role": "wild"},
            {"id": "a", "role": "regular"}, {"id": "b", "role": "regular"}, {"id": "c", "role": "regular"},
        ]);
        json["pays"] = json!({"a": {"2": 3, "3": 11}, "b": {"2": 2, "3": 7}, "c": {"2": 1, "3": 5}});
        json["reel_set"]["strips"] = json!(STRIPS);
        json["heights"]["weights"] = json!([{"1": 1, "3": 2}, {"2": 3, "3": 1}, {"1": 2, "2": 1, "3": 1}]);
        json["tumble"] = json!({"max_tumbles": 1, "multipliers": [1, 2], "whole": true});
        json["scatter"] = json!({"pays": {}, "freespins": {"2": 3}});
        json["freespins"] = json!({
            "max_total": 3, "multiplier": 1, "reel_set": {"kind": "strips", "strips": STRIPS},
        });
    });
    small.unwrap()
}

/// Every height and stop: all windows, and of those with enough scatters the weight, the weight of those that win
/// nothing, and the greatest pay.
fn walk_ways() -> (Walked, Walked, f64) {
    let (mut walked, mut awarding, mut missed) = (Walked::default(), Walked::default(), 0.0);
    let columns: Vec<Vec<(Vec<&str>, f64)>> = (0..3)
        .map(|reel| {
            let at = |(cells, weight): (usize, &f64)| {
                let shown =
                    |stop: usize| (0..=cells).map(move |row| STRIPS[reel][(stop + row) % STRIPS[reel].len()]);
                (0..STRIPS[reel].len()).map(|stop| (shown(stop).collect(), *weight)).collect::<Vec<_>>()
            };
            HEIGHTS[reel].iter().enumerate().flat_map(at).collect()
        })
        .collect();
    for (first, a) in &columns[0] {
        for (second, b) in &columns[1] {
            for (third, c) in &columns[2] {
                let reels = [first, second, third];
                let ways = |symbol: &str, reel: usize| {
                    reels[reel]
                        .iter()
                        .filter(|cell| **cell == symbol || **cell == "w")
                        .map(|_| 1.0)
                        .sum::<f64>()
                };
                let pay = |symbol: &str, two: f64, three: f64| {
                    let (x, y, z) = (ways(symbol, 0), ways(symbol, 1), ways(symbol, 2));
                    if z > 0.0 { x * y * z * three } else { x * y * two }
                };
                let pay = pay("a", 3.0, 11.0) + pay("b", 2.0, 7.0) + pay("c", 1.0, 5.0);
                let scatters = reels.iter().flat_map(|reel| reel.iter()).filter(|cell| **cell == "s").count();
                walked.book(pay, a * b * c);
                if scatters >= 2 {
                    awarding.book(pay, a * b * c);
                    missed += if pay == 0.0 { a * b * c } else { 0.0 };
                }
            }
        }
    }
    (walked, awarding, missed)
}

#[test]
fn reels_of_changing_height_are_counted_as_walked() {
    let sheet = counted(&small_ways());
    let (window, awarding, missed) = walk_ways();
    let (mean, _, most) = window.two_rungs(&window);
    let hit = window.hits / window.windows;
    near(ratio(&sheet.spin_win), mean);
    near(ratio(&sheet.hit), hit);
    near(ratio(&sheet.trigger), (missed + hit * awarding.windows) / window.windows);
    near(ratio(&sheet.feature_win), ratio(&sheet.trigger) * 3.0 * mean);
    let paid_most = window.most + 2.0 * awarding.most;
    near(f64::from(u32::try_from(sheet.max_units).unwrap()), paid_most + 3.0 * most);
}

/// Rounds of the small games, free spins included, spread as the sheet says.
#[test]
fn small_games_spread_as_counted() {
    for game in [small_ways(), small_clusters()] {
        let sheet = counted(&game);
        let stake_cents = game.stake_multiple_cents();
        let rounds = 40_000_u32;
        let (mut sum, mut square) = (0.0, 0.0);
        for nonce in 0..rounds {
            let pay =
                f64::from(u32::try_from(play(&game, stake_cents, &[], 3, nonce.into()).win_cents).unwrap());
            sum += pay;
            square += pay * pay;
        }
        let n = f64::from(rounds);
        let units = f64::from(u32::try_from(stake_cents).unwrap());
        let (mean, deviation) = (sum / n, sheet.standard_deviation * units);
        let errors = (mean - ratio(&sheet.rtp()) * units).abs() / (deviation / n.sqrt());
        assert!(errors < 4.0, "{mean} is {errors:.1} standard errors off");
        let seen = (square / n - mean * mean).sqrt();
        assert!((seen / deviation - 1.0).abs() < 0.04, "deviation {seen}, counted {deviation}");
    }
}

#[test]
fn every_window_of_a_spin_is_drawn_whole() {
    let (ridge, climb) = (game("rune-ridge"), game("prism-climb"));
    let mut heights_seen = std::collections::BTreeSet::new();
    for nonce in 0..300 {
        for step in play(&ridge, 20, &[], 6, nonce).steps {
            let Step::Slots(step) = step else { panic!("not a spin") };
            for window in
                std::iter::once(&step.window).chain(step.tumbles.iter().map(|tumble| &tumble.window))
            {
                heights_seen.extend(window.iter().map(Vec::len));
            }
        }
        for step in play(&climb, 40, &[], 6, nonce).steps {
            let Step::Slots(step) = step else { panic!("not a spin") };
            for (rung, tumble) in step.tumbles.iter().enumerate() {
                assert_eq!(tumble.removed.len(), 35, "all cells leave");
                let left = ["amethyst", "topaz"];
                let gone = &left[..(rung + 1).min(2)];
                assert!(!tumble.window.iter().flatten().any(|cell| gone.contains(&cell.as_str())));
            }
        }
    }
    assert_eq!(heights_seen.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
}

/// What each refusal is made of: a game, a change of it, and what is named.
type Refused = (&'static str, fn(&mut Value), &'static str);

#[test]
fn definitions_that_do_not_hold_together_are_refused() {
    let cases: [Refused; 8] = [
        ("rune-ridge", |json| json["heights"]["weights"][0] = json!({"8": 1}), "heights.weights[0]"),
        ("rune-ridge", |json| json["heights"]["weights"] = json!([{"2": 1}]), "heights.weights"),
        ("rune-ridge", |json| json["evaluation"] = json!({"kind": "pay_anywhere"}), "heights"),
        ("rune-ridge", |json| json["freespins"]["from_rung"] = json!(1), "freespins.from_rung"),
        ("prism-climb", |json| json["levels"]["leaving"] = json!(["ruby", "ruby"]), "levels.leaving"),
        ("prism-climb", |json| json["tumble"]["whole"] = json!(false), "levels"),
        ("prism-climb", |json| json["freespins"]["from_rung"] = json!(6), "freespins.from_rung"),
        (
            "prism-climb",
            |json| {
                json["levels"]["leaving"] =
                    json!(["ruby", "topaz", "diamond", "emerald", "sapphire", "amethyst"]);
            },
            "levels.leaving",
        ),
    ];
    for (slug, change, at) in cases {
        let refusal = changed(slug, change).unwrap_err();
        assert!(refusal.starts_with(at), "{slug}: {refusal} does not name {at}");
    }
}
