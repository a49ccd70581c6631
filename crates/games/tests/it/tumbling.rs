//! The count of tumbling games against a plain walk through every draw of a small one.

use croupier_games::Kind;
use croupier_games::par::SlotsPar;
use serde_json::json;

use crate::testkit::changed;

const CELLS: usize = 3;
const SYMBOLS: usize = 3;
const SCATTER: usize = SYMBOLS;
const WEIGHTS: [f64; SYMBOLS + 1] = [5.0, 5.0, 5.0, 2.0];
/// `PAYS[symbol][count]` in units.
const PAYS: [[f64; CELLS + 1]; SYMBOLS] =
    [[0.0, 0.0, 7.0, 30.0], [0.0, 0.0, 3.0, 11.0], [0.0, 0.0, 2.0, 5.0]];
const LADDER: [f64; 3] = [1.0, 2.0, 5.0];

/// Sums over every way a spin can go, weighted by its probability.
#[derive(Default)]
struct Walked {
    win: f64,
    square: f64,
    hit: f64,
    trigger: f64,
    triggered_win: f64,
    most: f64,
}

impl Walked {
    /// Draws the missing cells in every way; `counts` holds the kept ones, `won` what was won before.
    fn walk(&mut self, counts: [usize; SYMBOLS + 1], tumble: usize, won: f64, probability: f64) {
        if counts.iter().sum::<usize>() < CELLS {
            for cell in 0..=SYMBOLS {
                let mut counts = counts;
                counts[cell] += 1;
                let of_all = WEIGHTS[cell] / WEIGHTS.iter().sum::<f64>();
                self.walk(counts, tumble, won, probability * of_all);
            }
            return;
        }
        let pay: f64 = (0..SYMBOLS).map(|symbol| PAYS[symbol][counts[symbol]]).sum();
        let won = won + LADDER[tumble] * pay;
        if pay > 0.0 && tumble + 1 < LADDER.len() {
            let kept =
                |symbol: usize| if symbol != SCATTER && counts[symbol] >= 2 { 0 } else { counts[symbol] };
            return self.walk(std::array::from_fn(kept), tumble + 1, won, probability);
        }
        self.win += probability * won;
        self.square += probability * won * won;
        self.hit += if won > 0.0 { probability } else { 0.0 };
        if counts[SCATTER] >= 2 {
            self.trigger += probability;
            self.triggered_win += probability * won;
        }
        self.most = self.most.max(won);
    }
}

/// The small game; `freespins` awards none when it is 0.
fn counted(freespins: u32) -> SlotsPar {
    let weights = json!({"a": 5, "b": 5, "c": 5, "s": 2});
    let game = changed("honey-heist", |json| {
        json["reels"] = json!(3);
        json["rows"] = json!(1);
        json["symbols"] = json!([
            {"id": "s", "role": "scatter"},
            {"id": "a", "role": "regular"},
            {"id": "b", "role": "regular"},
            {"id": "c", "role": "regular"},
        ]);
        json["pays"] = json!({"a": {"2": 7, "3": 30}, "b": {"2": 3, "3": 11}, "c": {"2": 2, "3": 5}});
        json["reel_set"]["weights"] = weights.clone();
        json["tumble"] = json!({"max_tumbles": 2, "multipliers": [1, 2, 5]});
        json["scatter"] = json!({"pays": {}, "freespins": {"2": freespins}});
        json["freespins"]["max_total"] = json!(freespins);
        json["freespins"]["multiplier"] = json!(3);
        json["freespins"]["reel_set"]["weights"] = weights;
        if freespins == 0 {
            json["scatter"]["freespins"] = json!({});
            json.as_object_mut().unwrap().remove("freespins");
        }
    });
    let game = game.unwrap();
    let Kind::Slots(slots) = game.rules() else { panic!("not a slots game") };
    SlotsPar::count(slots).unwrap()
}

fn walked() -> Walked {
    let mut spin = Walked::default();
    spin.walk([0; SYMBOLS + 1], 0, 0.0, 1.0);
    spin
}

#[track_caller]
fn near(counted: f64, walked: f64) {
    assert!((counted - walked).abs() < 1e-9, "counted {counted}, walked {walked}");
}

fn ratio(exact: &num_rational::BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(exact).unwrap()
}

#[test]
fn means_are_as_walked() {
    let (sheet, spin) = (counted(2), walked());
    near(ratio(&sheet.spin_win), spin.win);
    near(ratio(&sheet.hit), spin.hit);
    near(ratio(&sheet.trigger), spin.trigger);
    near(ratio(&sheet.feature_steps), 2.0);
    near(ratio(&sheet.feature_win), spin.trigger * 2.0 * 3.0 * spin.win);
}

#[test]
fn the_spread_is_as_walked() {
    let (sheet, spin) = (counted(0), walked());
    near(sheet.standard_deviation * 20.0, (spin.square - spin.win * spin.win).sqrt());
    near(f64::from(u32::try_from(sheet.max_units).unwrap()), spin.most);
}

/// With two free spins a round is three independent spins, the last two only after enough scatters.
#[test]
fn the_spread_of_the_free_spins_is_as_walked() {
    let (sheet, spin) = (counted(2), walked());
    let feature_mean = 2.0 * 3.0 * spin.win;
    let feature_square = 2.0 * 9.0 * spin.square + 2.0 * 9.0 * spin.win * spin.win;
    let mean = spin.win + spin.trigger * feature_mean;
    let square = spin.square + 2.0 * spin.triggered_win * feature_mean + spin.trigger * feature_square;
    near(sheet.standard_deviation * 20.0, (square - mean * mean).sqrt());
}
