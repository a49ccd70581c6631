//! Known answers that the site's verifier is tested against too: it is a second, independent reading
//! of the same rules, and both must agree to the last byte.
//!
//! `UPDATE_VECTORS=1 cargo test -p croupier-games vectors` writes the files anew after a deliberate
//! change of the rules.

use std::path::Path;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::jackpot::{JackpotCycle, draw_point};
use croupier_games::lottery::draw_tickets;
use croupier_games::outcome::SlotsStep;
use croupier_games::prize::draw_prize;
use croupier_games::{Bet, BetKind, Game, StakeLimits, Step};
use serde_json::{Value, json};

use crate::testkit::{Round, changed, game, play, play_bought};

/// Which round of a game to record.
type Wanted = fn(&Round) -> bool;

#[test]
fn streams_are_as_recorded() {
    let streams = [(1, "player", "EUR", 0, 0), (2, "a:b:c ~", "BTC", 7, 3), (255, "x", "JPY", u64::MAX, 40)];
    let sizes = [1, 2, 6, 37, 46, 1_000, 0x8000_0001, u32::MAX];
    let records = streams.map(|(seed, client_seed, currency, nonce, step)| {
        let server_seed = ServerSeed::new([seed; 32]);
        let mut stream = Stream::new(&server_seed, client_seed, currency, nonce, step);
        let draws: Vec<Value> = (0..40)
            .map(|i| sizes[i % sizes.len()])
            .map(|n| json!({"n": n, "value": stream.uniform(n)}))
            .collect();
        json!({
            "server_seed": server_seed.to_hex(),
            "server_seed_hash": server_seed.commitment(),
            "client_seed": client_seed,
            "currency": currency,
            "nonce": nonce.to_string(),
            "step": step,
            "draws": draws,
        })
    });
    compare("streams.json", &records);
}

#[test]
fn prizes_are_as_recorded() {
    let wheel = vec![4_000, 4_000, 2_000, 0, 0];
    let draws = [
        (1, "player", 1, wheel.clone()),
        (2, "x-Y_9", 77, wheel.clone()),
        (3, "a", 9_007_199_254_740_993, wheel),
        (4, "b", 4, vec![0, 1, 0, 3]),
        (5, "c", 5, vec![2_147_483_648, 1]),
    ];
    let records = draws.map(|(seed, client_seed, number, weights): (u8, &str, u64, Vec<u32>)| {
        let server_seed = ServerSeed::new([seed; 32]);
        let drawn = draw_prize(&server_seed, client_seed, number, &weights).unwrap();
        json!({
            "server_seed": server_seed.to_hex(),
            "server_seed_hash": server_seed.commitment(),
            "client_seed": client_seed,
            "number": number.to_string(),
            "weights": weights,
            "draw": drawn.number,
            "prize": drawn.prize,
        })
    });
    compare("prizes.json", &records);
}

#[test]
fn lotteries_are_as_recorded() {
    let draws = [
        (1, "weekly-aurora-2026-01-05", 1_000, 5),
        (2, "daily", 3, 10),
        (3, "x", 1, 1),
        (4, "weekly", 4_000_000_000, 4),
        (5, "none", 0, 3),
    ];
    let records = draws.map(|(seed, slug, tickets, places): (u8, &str, u32, usize)| {
        let server_seed = ServerSeed::new([seed; 32]);
        json!({
            "server_seed": server_seed.to_hex(),
            "server_seed_hash": server_seed.commitment(),
            "slug": slug,
            "tickets": tickets,
            "places": places,
            "winners": draw_tickets(&server_seed, slug, tickets, places),
        })
    });
    compare("lotteries.json", &records);
}

#[test]
fn points_of_jackpots_are_as_recorded() {
    let cycles = [
        (1, "mystic-aurora", 1, 1, 500_000, 5_000_000),
        (2, "mystic-aurora", 3, 77, 5_000, 50_000),
        (3, "a", 2, 9_007_199_254_740_993, 1, 2),
        (4, "northern-lights-2", 3, 5, 1, 4_000_000_000),
    ];
    let records =
        cycles.map(|(seed, jackpot, level, cycle, seed_amount, must_hit_by): (u8, _, _, u64, i64, i64)| {
            let server_seed = ServerSeed::new([seed; 32]);
            let of = JackpotCycle { jackpot, level, cycle, seed_amount, must_hit_by };
            json!({
                "server_seed": server_seed.to_hex(),
                "server_seed_hash": server_seed.commitment(),
                "jackpot": jackpot,
                "level": level,
                "cycle": cycle.to_string(),
                "seed_amount": seed_amount,
                "must_hit_by": must_hit_by,
                "point": draw_point(&server_seed, of).unwrap(),
            })
        });
    compare("jackpots.json", &records);
}

#[test]
fn rounds_are_as_recorded() {
    let mut records = Vec::new();
    let kinds: [(&str, Wanted); 29] = [
        ("solar-sails", |round| round.win_cents == 0),
        ("solar-sails", |round| slots_steps(round).any(|step| step.wins.len() > 3)),
        ("solar-sails", |round| round.steps.len() > 1),
        ("koi-lanterns", |round| round.win_cents > 0 && round.steps.len() == 1),
        ("koi-lanterns", |round| slots_steps(round).skip(1).any(|step| step.freespins_awarded > 0)),
        ("honey-heist", |round| round.win_cents == 0),
        ("honey-heist", |round| slots_steps(round).any(|step| step.tumbles.len() > 2)),
        ("honey-heist", |round| round.steps.len() > 1),
        ("deep-freeze", |round| round.steps.len() == 1 && round.win_cents > 0),
        ("deep-freeze", |round| round.steps.len() > 5),
        ("copper-canyon", |round| {
            slots_steps(round).any(|step| step.covered.len() == 1 && step.win_cents > 0)
        }),
        ("copper-canyon", |round| slots_steps(round).any(|step| step.covered.len() == 3)),
        ("velvet-noir", |round| slots_steps(round).any(|step| !step.covered.is_empty())),
        ("velvet-noir", |round| slots_steps(round).skip(1).any(|step| step.freespins_awarded > 0)),
        ("salt-and-thunder", |round| slots_steps(round).any(|step| step.sticky.len() > 4)),
        ("clockwork-orchard", |round| slots_steps(round).any(|step| step.nudge == Some(1))),
        ("clockwork-orchard", |round| slots_steps(round).any(|step| step.nudge == Some(-1))),
        ("tidal-kings", |round| round.steps.len() > 1),
        ("moon-market", |round| slots_steps(round).any(|step| step.revealed.is_some() && step.win_cents > 0)),
        ("moon-market", |round| slots_steps(round).any(|step| step.freespins_awarded > 0)),
        ("glasshouse", |round| slots_steps(round).skip(1).any(|step| step.freespins_awarded > 0)),
        ("paper-dragons", |round| slots_steps(round).any(|step| step.tumbles.len() > 3)),
        ("rune-ridge", |round| round.win_cents == 0),
        ("rune-ridge", |round| slots_steps(round).any(|step| step.tumbles.len() == 4)),
        ("rune-ridge", |round| round.steps.len() > 1),
        ("prism-climb", |round| slots_steps(round).any(|step| step.wins.len() > 1)),
        ("prism-climb", |round| round.steps.len() > 1),
        ("caldera", |round| round.win_cents > 0 && round.steps.len() == 1),
        ("caldera", |round| round.steps.len() > 10),
    ];
    for (slug, wanted) in kinds {
        let game = game(slug);
        let stake_cents = 3 * game.stake_multiple_cents();
        records.push(record(&game, slug, stake_cents, &[], 9, wanted));
    }
    records.push(bought_record("tidal-kings", 9));
    let table = game("aurora-roulette");
    let bets: Vec<Bet> = BetKind::ALL
        .into_iter()
        .flat_map(|kind| kind.legal_sets().into_iter().step_by(5).map(move |numbers| (kind, numbers)))
        .map(|(kind, numbers)| Bet { kind, numbers, amount_cents: 100 })
        .chain([Bet { kind: BetKind::Red, numbers: Vec::new(), amount_cents: 250 }])
        .collect();
    let stake_cents = bets.iter().map(|bet| bet.amount_cents).sum();
    for seed in [1, 2, 3] {
        records.push(record(&table, "aurora-roulette", stake_cents, &bets, seed, |_| true));
    }
    let board = game("firefly-keno");
    let draws: [(u8, &[u8], Wanted); 3] = [
        (1, &[7], |round| round.win_cents > 0),
        (2, &[3, 8, 12, 17, 21, 26, 30, 33, 37, 40], |round| round.win_cents > 1_000),
        (3, &[40, 1, 20, 11, 39], |_| true),
    ];
    for (seed, picks, wanted) in draws {
        let bets = [Bet { kind: BetKind::Picks, numbers: picks.to_vec(), amount_cents: 60 }];
        records.push(record(&board, "firefly-keno", 60, &bets, seed, wanted));
    }
    compare("rounds.json", &records);
}

/// A game with what the built-in games do not use: a wild that pays, stands on the first reel and
/// does not replace every symbol; retriggers; a cap that is reached.
#[test]
fn corner_rules_are_as_recorded() {
    let corners = changed("solar-sails", |json| {
        json["identifier"] = json!("test/corners");
        json["wild"] = json!({"multiplier": 3, "substitutes_for": ["comet", "a", "k", "j"]});
        json["pays"]["sail"] = json!({"2": 5, "3": 50, "5": 500});
        json["pays"]["a"] = json!({"1": 1, "3": 10, "5": 100});
        json["max_win_x"] = json!(60);
        json["scatter"]["freespins"] = json!({"2": 2, "3": 5});
        json["freespins"]["max_total"] = json!(9);
        for set in ["reel_set", "freespins"] {
            let set = if set == "freespins" { &mut json[set]["reel_set"] } else { &mut json[set] };
            for reel in 0..5 {
                let strip = set["strips"][reel].as_array_mut().unwrap();
                strip.extend([json!("sail"), json!("sun"), json!("sail")]);
            }
        }
    })
    .unwrap();
    let mut records = Vec::new();
    let kinds: [Wanted; 4] = [
        |round| slots_steps(round).any(|step| step.wins.iter().any(|win| win.symbol == "sail")),
        |round| slots_steps(round).skip(1).any(|step| step.freespins_awarded == 5),
        |round| round.steps.len() == 10,
        |round| round.win_cents == 60 * 40,
    ];
    for wanted in kinds {
        let mut found = record(&corners, "corners", 40, &[], 5, wanted);
        found["definition"] = corners.definition().clone();
        records.push(found);
    }
    compare("corners.json", &records);
}

/// A bought round; its stake is the price.
fn bought_record(slug: &str, seed: u8) -> Value {
    let game = game(slug);
    let stake_cents = game.stake_multiple_cents();
    let limits = StakeLimits { min_cents: stake_cents, max_cents: stake_cents };
    let price_cents = game.price_of(Some(stake_cents), limits, true).unwrap();
    reported(&game, slug, price_cents, &[], seed, (1, play_bought(&game, stake_cents, seed, 1)))
}

/// The first round of the wanted kind under a seed.
fn record(game: &Game, slug: &str, stake_cents: i64, bets: &[Bet], seed: u8, wanted: Wanted) -> Value {
    let rounds = (0..20_000).map(|nonce| (nonce, play(game, stake_cents, bets, seed, nonce)));
    let found = rounds.into_iter().find(|(_, round)| wanted(round)).unwrap();
    reported(game, slug, stake_cents, bets, seed, found)
}

/// A round with all that it is recomputed from.
fn reported(
    game: &Game,
    slug: &str,
    stake_cents: i64,
    bets: &[Bet],
    seed: u8,
    (nonce, round): (u64, Round),
) -> Value {
    let server_seed = ServerSeed::new([seed; 32]);
    json!({
        "game": slug,
        "definition_hash": game.hash(),
        "stake_cents": stake_cents,
        "bets": bets,
        "server_seed": server_seed.to_hex(),
        "server_seed_hash": server_seed.commitment(),
        "client_seed": "player",
        "currency": "EUR",
        "nonce": nonce,
        "steps": round.steps,
        "win_cents": round.win_cents,
    })
}

/// Holds the records against the file, one to a line.
fn compare(file: &str, records: &[Value]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(file);
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    assert!(recorded == text, "{file} differs from what is played");
}

fn slots_steps(round: &Round) -> impl Iterator<Item = &SlotsStep> {
    round.steps.iter().filter_map(|step| match step {
        Step::Slots(step) => Some(step),
        Step::Roulette(_) | Step::Crash(_) | Step::Baccarat(_) | Step::Keno(_) => None,
    })
}
