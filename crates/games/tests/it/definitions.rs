//! Definitions that must be refused, each with a reason that names the place.

use croupier_games::builtin;
use serde_json::{Value, json};

use crate::testkit::{changed, game};

#[track_caller]
fn refused(slug: &str, place: &str, change: impl FnOnce(&mut Value)) {
    let error = changed(slug, change).map(|_| "accepted").unwrap_err();
    assert!(error.contains(place), "{error:?} does not speak of {place:?}");
}

#[test]
fn builtin_games_load() {
    for builtin_game in builtin::GAMES {
        let slug = builtin_game.slug;
        assert_eq!(game(slug).identifier(), format!("northlight/{slug}"));
    }
}

#[test]
fn unreadable_definitions() {
    refused("solar-sails", "no game of kind", |json| json["kind"] = json!("dice"));
    refused("solar-sails", "unknown field", |json| json["colour"] = json!("red"));
    refused("solar-sails", "missing field", |json| {
        json.as_object_mut().unwrap().remove("pays");
    });
    refused("solar-sails", "invalid type", |json| json["pays"]["a"]["3"] = json!(1.5));
}

#[test]
fn frames() {
    refused("solar-sails", "identifier", |json| json["identifier"] = json!("Solar Sails"));
    refused("solar-sails", "reels", |json| json["reels"] = json!(0));
    refused("solar-sails", "rows", |json| json["rows"] = json!(9));
    refused("solar-sails", "bet_units", |json| json["bet_units"] = json!(0));
    refused("solar-sails", "max_win_x", |json| json["max_win_x"] = json!(0));
    refused("aurora-roulette", "max_bets", |json| json["max_bets"] = json!(0));
    refused("polar-ascent", "return_percent", |json| json["return_percent"] = json!(100));
    refused("polar-ascent", "max_multiplier", |json| json["max_multiplier"] = json!(999));
    refused("polar-ascent", "betting_ms", |json| json["betting_ms"] = json!(0));
    refused("polar-ascent", "pause_ms", |json| json["pause_ms"] = json!(60_001));
}

#[test]
fn symbols_and_wilds() {
    refused("solar-sails", "stands twice", |json| json["symbols"][3]["id"] = json!("a"));
    refused("solar-sails", "wild", |json| json["symbols"][1]["role"] = json!("regular"));
    refused("solar-sails", "scatter", |json| json["symbols"][2]["role"] = json!("scatter"));
    refused("solar-sails", "wild.multiplier", |json| json["wild"]["multiplier"] = json!(0));
    refused("koi-lanterns", "wild.multiplier", |json| json["wild"]["multiplier"] = json!(2));
    refused("solar-sails", "wild.substitutes_for", |json| json["wild"]["substitutes_for"] = json!(["sun"]));
}

#[test]
fn lines_and_pays() {
    refused("solar-sails", "evaluation.lines[0]", |json| json["evaluation"]["lines"][0] = json!([0, 1]));
    refused("solar-sails", "evaluation.lines[0]", |json| json["evaluation"]["lines"][0][4] = json!(3));
    refused("solar-sails", "differ", |json| {
        json["evaluation"]["lines"][1] = json["evaluation"]["lines"][0].clone();
    });
    refused("solar-sails", "pays.sun", |json| json["pays"]["sun"] = json!({"3": 5}));
    refused("solar-sails", "pays.a", |json| json["pays"]["a"]["6"] = json!(500));
    refused("solar-sails", "pays.a", |json| json["pays"]["a"]["3"] = json!(-1));
    refused("solar-sails", "must not pay less", |json| json["pays"]["a"]["5"] = json!(1));
    refused("solar-sails", "pays nothing", |json| {
        json["pays"].as_object_mut().unwrap().remove("j");
    });
}

#[test]
fn reels() {
    refused("solar-sails", "a strip for every reel", |json| {
        json["reel_set"]["strips"].as_array_mut().unwrap().pop();
    });
    refused("solar-sails", "reel_set.strips[2]", |json| json["reel_set"]["strips"][2] = json!(["a", "k"]));
    refused("solar-sails", "no symbol", |json| json["reel_set"]["strips"][0][0] = json!("moon"));
    refused("koi-lanterns", "first reel", |json| json["reel_set"]["strips"][0][0] = json!("dragon"));
    refused("honey-heist", "weight", |json| json["reel_set"]["weights"]["bear"] = json!(0));
    refused("honey-heist", "no symbol", |json| json["reel_set"]["weights"]["wolf"] = json!(1));
    refused("koi-lanterns", "pay-anywhere", |json| {
        json["reel_set"] = json!({"kind": "cells", "weights": {"a": 1}});
    });
}

#[test]
fn features() {
    refused("solar-sails", "scatter.pays", |json| json["scatter"]["pays"]["16"] = json!(5000));
    refused("solar-sails", "scatter.freespins", |json| json["scatter"]["freespins"]["3"] = json!(0));
    refused("solar-sails", "freespins", |json| json["scatter"]["freespins"] = json!({}));
    refused("solar-sails", "freespins", |json| {
        json.as_object_mut().unwrap().remove("freespins");
    });
    refused("solar-sails", "freespins.max_total", |json| json["freespins"]["max_total"] = json!(0));
    refused("solar-sails", "freespins.multiplier", |json| json["freespins"]["multiplier"] = json!(0));
    refused("honey-heist", "tumble.max_tumbles", |json| json["tumble"]["max_tumbles"] = json!(0));
    refused("honey-heist", "tumble.multipliers", |json| json["tumble"]["multipliers"] = json!([]));
    refused("solar-sails", "can tumble", |json| {
        json["tumble"] = json!({"max_tumbles": 3, "multipliers": [1]});
    });
    refused("honey-heist", "can tumble", |json| {
        json["bonus_buy"] = json!({"cost_x": 50, "reel_set": {"kind": "strips", "strips": [["bee"]]}});
    });
}

#[test]
fn hold_and_win() {
    let slug = "deep-freeze";
    refused(slug, "hold_and_win.trigger", |json| json["hold_and_win"]["trigger"] = json!(16));
    refused(slug, "hold_and_win.respins", |json| json["hold_and_win"]["respins"] = json!(0));
    refused(slug, "hold_and_win.chance", |json| json["hold_and_win"]["chance"]["of"] = json!(30));
    refused(slug, "hold_and_win.values", |json| json["hold_and_win"]["values"] = json!([]));
    refused(slug, "hold_and_win.values[0]", |json| json["hold_and_win"]["values"][0]["weight"] = json!(0));
    refused(slug, "mini, minor, major", |json| json["hold_and_win"]["values"][0]["prize"] = json!("huge"));
    refused(slug, "hold_and_win.full_units", |json| json["hold_and_win"]["full_units"] = json!(-1));
    refused(slug, "once, or neither", |json| json["symbols"][0]["role"] = json!("mystery"));
    refused(slug, "none of its like", |json| json["nudge"] = json!({"chance": {"of": 1, "out_of": 2}}));
    refused("solar-sails", "once, or neither", |json| {
        json["symbols"][2]["role"] = json!("coin");
        json["pays"].as_object_mut().unwrap().remove("comet");
    });
}

#[test]
fn expanding_wilds() {
    let slug = "copper-canyon";
    refused(slug, "expanding_wild.multipliers", |json| json["expanding_wild"]["multipliers"] = json!([]));
    refused(slug, "a reel must stay without wilds", |json| {
        json["reel_set"]["strips"][0][0] = json!("sheriff");
        json["reel_set"]["strips"][4][0] = json!("sheriff");
    });
    refused("koi-lanterns", "no scatter", |json| json["expanding_wild"] = json!({"multipliers": [1]}));
}

#[test]
fn expanding_symbols() {
    let place = "freespins.expanding_symbol";
    refused("velvet-noir", place, |json| json["freespins"]["expanding_symbol"] = json!({}));
    refused("velvet-noir", place, |json| json["freespins"]["expanding_symbol"] = json!({"dossier": 1}));
    refused("velvet-noir", place, |json| json["freespins"]["expanding_symbol"]["hat"] = json!(0));
    refused("koi-lanterns", place, |json| json["freespins"]["expanding_symbol"] = json!({"a": 1}));
}

#[test]
fn sticky_wilds() {
    let (slug, place) = ("salt-and-thunder", "freespins.sticky_wilds");
    refused(slug, "sticky_wilds.ladder", |json| json["freespins"]["sticky_wilds"]["ladder"] = json!([0]));
    refused(slug, "no scatter", |json| json["freespins"]["reel_set"]["weights"][4]["beacon"] = json!(1));
    refused(slug, "first reel", |json| json["freespins"]["reel_set"]["weights"][0]["trident"] = json!(1));
    refused(slug, "weights for every reel", |json| {
        json["freespins"]["reel_set"]["weights"].as_array_mut().unwrap().pop();
    });
    refused(slug, place, |json| {
        json["freespins"].as_object_mut().unwrap().remove("sticky_wilds");
    });
    refused("koi-lanterns", place, |json| json["freespins"]["sticky_wilds"] = json!({"ladder": [1]}));
}

#[test]
fn mysteries_and_nudges() {
    refused("solar-sails", "mystery", |json| json["mystery"] = json!({"weights": {"a": 1}}));
    let with_mystery = |json: &mut Value, weights: Value| {
        json["symbols"].as_array_mut().unwrap().push(json!({"id": "stall", "role": "mystery"}));
        json["mystery"] = json!({ "weights": weights });
    };
    refused("solar-sails", "mystery.weights", |json| with_mystery(json, json!({})));
    refused("solar-sails", "no regular symbol", |json| with_mystery(json, json!({"sun": 1})));
    refused("honey-heist", "no tumble", |json| with_mystery(json, json!({"bear": 1})));
    refused("velvet-noir", "expanding or sticky", |json| with_mystery(json, json!({"hat": 1})));
    refused("clockwork-orchard", "nudge.chance", |json| json["nudge"]["chance"]["of"] = json!(0));
    refused("clockwork-orchard", "no mystery", |json| with_mystery(json, json!({"plum": 1})));
    refused("solar-sails", "nudge", |json| json["nudge"] = json!({"chance": {"of": 1, "out_of": 2}}));
}

#[test]
fn jackpots_of_their_own() {
    refused("caldera", "jackpot.identifier", |json| json["jackpot"]["identifier"] = json!("Hearts"));
    refused("caldera", "jackpot.contribution_ppm", |json| json["jackpot"]["contribution_ppm"] = json!(0));
    refused("caldera", "jackpot.contribution_ppm", |json| {
        json["jackpot"]["contribution_ppm"] = json!(300_001);
    });
}

#[test]
fn bonus_buys() {
    refused("tidal-kings", "bonus_buy.cost_x", |json| json["bonus_buy"]["cost_x"] = json!(1));
    refused("tidal-kings", "every window must award", |json| {
        json["bonus_buy"]["reel_set"] = json["reel_set"].clone();
    });
    refused("deep-freeze", "free spins to award", |json| {
        json["bonus_buy"] = json!({"cost_x": 50, "reel_set": json["reel_set"]});
    });
}
