//! What a laboratory is handed: pay tables that add up to the sheets, and simulations that can be gone on with.

use croupier_games::fair::ServerSeed;
use croupier_games::par::trial::Trial;
use croupier_games::par::{SlotsPar, combinations};
use croupier_games::{Kind, builtin};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::testkit::game;

#[test]
fn combinations_add_up_to_the_paid_spin() {
    let mut counted = 0;
    for builtin_game in builtin::GAMES {
        let game = game(builtin_game.slug);
        let Kind::Slots(slots) = game.rules() else { continue };
        let Some(combinations) = combinations::count(slots) else { continue };
        let par = SlotsPar::count(slots).unwrap();
        let all: BigRational = combinations.iter().map(|combination| &combination.returns).sum();
        assert_eq!(all, &par.spin_win / BigInt::from(par.bet_units), "{}", builtin_game.slug);
        assert!(combinations.is_sorted_by(|one, other| one.pays >= other.pays));
        counted += 1;
    }
    assert!(counted >= 5, "{counted} games have a pay table");
}

#[test]
fn a_simulation_that_was_broken_off_ends_as_one_run() {
    let seed = ServerSeed::new([9; 32]);
    for slug in
        ["solar-sails", "tidal-kings", "aurora-roulette", "polar-ascent", "icefall-baccarat", "firefly-keno"]
    {
        let game = game(slug);
        let mut whole = Trial::default();
        whole.play_to(&game, &seed, 3_000).unwrap();
        let mut parts = Trial::default();
        for rounds in [1, 999, 1_000, 2_345, 3_000] {
            parts.play_to(&game, &seed, rounds).unwrap();
            parts = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
        }
        assert_eq!(parts, whole, "{slug}");
    }
}
