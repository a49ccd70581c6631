//! Baccarat: the drawing rule case by case, what bets return, shoes that are fair, and the published figures.

use std::path::Path;

use croupier_games::baccarat::{
    Baccarat, Card, Coup, Dealt, Side, Spot, SpotBet, Winner, banker_draws, deal, dealt, written,
};
use croupier_games::crash::{chain, mix};
use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::par::BaccaratPar;
use croupier_games::{Game, Kind, PlayError, StakeLimits};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use proptest::prelude::*;
use serde_json::json;

use crate::testkit::game;

const LIMITS: StakeLimits = StakeLimits { min_cents: 10, max_cents: 10_000 };

fn rules(game: &Game) -> &Baccarat {
    let Kind::Baccarat(baccarat) = game.rules() else { panic!("no baccarat") };
    baccarat
}

/// A round dealt from these cards; whatever is left lies under them.
fn dealt_from(cards: &str) -> Vec<Dealt> {
    let mut coming = cards.split(' ').map(|card| card.parse::<Card>().unwrap());
    deal(|| coming.next().unwrap())
}

#[test]
fn the_banker_draws_by_the_table() {
    // By total of the banker: the third cards of the player after which it draws, and whether it does when he stood.
    let table: [(u8, &[u8], bool); 8] = [
        (0, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], true),
        (1, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], true),
        (2, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], true),
        (3, &[0, 1, 2, 3, 4, 5, 6, 7, 9], true),
        (4, &[2, 3, 4, 5, 6, 7], true),
        (5, &[4, 5, 6, 7], true),
        (6, &[6, 7], false),
        (7, &[], false),
    ];
    for (banker, after, stood) in table {
        for third in 0..10 {
            assert_eq!(banker_draws(banker, Some(third)), after.contains(&third), "{banker} after {third}");
        }
        assert_eq!(banker_draws(banker, None), stood, "{banker}");
    }
}

#[test]
fn rounds_are_dealt_by_the_rules() {
    for (cards, player, banker, count, winner) in [
        // A natural ends the round, on either side.
        ("9C 5D KH 2S", 9, 7, 4, Winner::Player),
        ("5C 4D TH 4S", 5, 8, 4, Winner::Banker),
        ("4C 3D 4H 5S", 8, 8, 4, Winner::Tie),
        // Both stand.
        ("3C 2D 3H 4S", 6, 6, 4, Winner::Tie),
        ("3C KD 4H 7S", 7, 7, 4, Winner::Tie),
        // The player stands, and the banker draws to five.
        ("3C 2D 4H 3S 4C", 7, 9, 5, Winner::Banker),
        ("3C KD 3H 6S", 6, 6, 4, Winner::Tie),
        // The player draws, and the banker stands on seven.
        ("2C 3D 3H 4S AC", 6, 7, 5, Winner::Banker),
        // Three against an eight stands, against a nine draws.
        ("2C KD 2H 3S 8C", 2, 3, 5, Winner::Banker),
        ("2C KD 2H 3S 9C 6D", 3, 9, 6, Winner::Banker),
        // Six draws against a six.
        ("AC QD AH 6S 6C 2D", 8, 8, 6, Winner::Tie),
        ("AC QD AH 6S 5C", 7, 6, 5, Winner::Player),
    ] {
        let round = dealt_from(cards);
        let coup = Coup::of(&round);
        assert_eq!(
            (coup.player, coup.banker, round.len(), coup.winner),
            (player, banker, count, winner),
            "{cards}"
        );
        assert_eq!(dealt(&written(&round)), Some(round));
    }
    let sides: Vec<Side> = dealt_from("3C 2D 4H 3S 4C").iter().map(|dealt| dealt.to).collect();
    assert_eq!(sides, [Side::Player, Side::Banker, Side::Player, Side::Banker, Side::Banker]);
    for text in ["9C5DKH", "9C5DKH2S3S", "9C5DKH2", "XX5DKH2S", "9C5DKHés"] {
        assert_eq!(dealt(text), None, "{text}");
    }
    assert_eq!(dealt(""), Some(Vec::new()));
}

#[test]
fn bets_are_paid_by_their_odds() {
    let game = game("icefall-baccarat");
    let rules = rules(&game);
    // Of 99 subunits that are won on the banker 4.95 are kept, rounded up to 5.
    for (cards, returns) in [
        ("9C 5D KH 2S", [198, 0, 0, 0, 0]),
        ("5C 4D TH 4S", [0, 193, 0, 0, 1_188]),
        ("4C 3D 4H 5S", [99, 99, 891, 1_188, 0]),
        // Equal values are no pair: ranks have to be the same.
        ("KC 4D QH 4S", [0, 193, 0, 0, 1_188]),
    ] {
        let coup = Coup::of(&dealt_from(cards));
        assert_eq!(Spot::ALL.map(|spot| rules.returns(spot, 99, &coup)), returns, "{cards}");
    }
}

#[test]
fn what_is_no_set_of_bets_is_refused() {
    let game = game("icefall-baccarat");
    let rules = rules(&game);
    let bet = |spot, amount_cents| SpotBet { spot, amount_cents };
    assert_eq!(rules.stake_of(&Spot::ALL.map(|spot| bet(spot, 10)), LIMITS), Ok(50));
    assert_eq!(rules.stake_of(&[bet(Spot::Banker, 10_000)], LIMITS), Ok(10_000));
    assert_eq!(rules.stake_of(&[bet(Spot::Tie, 1_250), bet(Spot::BankerPair, 1_000)], LIMITS), Ok(2_250));
    for bets in [
        vec![],
        vec![bet(Spot::Tie, 10), bet(Spot::Tie, 10)],
        vec![bet(Spot::Player, 9)],
        vec![bet(Spot::Player, -10)],
        vec![bet(Spot::Player, 10_001)],
        vec![bet(Spot::Tie, 1_251)],
        vec![bet(Spot::PlayerPair, 1_001)],
        vec![bet(Spot::Player, 10_000), bet(Spot::Banker, 10)],
    ] {
        assert!(rules.stake_of(&bets, LIMITS).is_err(), "{bets:?}");
    }
    // A bet belongs to the table: nobody plays a round of this game alone.
    assert!(game.has_shared_rounds());
    let mut stream = Stream::new(&ServerSeed::new([1; 32]), "player", "EUR", 1, 0);
    assert_eq!(game.start(10, &[], &mut stream), Err(PlayError::SharedRound));
    assert_eq!(game.win_max_cents(10), 120);
}

/// The figures that are published of eight decks everywhere.
#[test]
fn returns_are_the_published_ones() {
    let game = game("icefall-baccarat");
    let par = BaccaratPar::count(rules(&game));
    let percent = |share: BigRational| share.to_f64().unwrap() * 100.0;
    for (counted, published) in [
        (par.bankers(), 45.8597),
        (par.players(), 44.6247),
        (par.ties(), 9.5156),
        (par.returns(Spot::Banker), 98.9421),
        (par.returns(Spot::Player), 98.7649),
        (par.returns(Spot::Tie), 85.6404),
        (par.returns(Spot::PlayerPair), 89.6386),
        (par.returns(Spot::BankerPair), 89.6386),
    ] {
        assert!((percent(counted) - published).abs() < 0.000_051, "{published}");
    }
    assert_eq!(par.bankers() + par.players() + par.ties(), BigRational::one());
}

/// Each card of the shoe comes as often as the others, in each place, and none comes twice in a round.
#[test]
fn a_shoe_is_fair() {
    const ROUNDS: u32 = 40_000;
    let game = game("icefall-baccarat");
    let (rules, seed) = (rules(&game), ServerSeed::new([8; 32]));
    let (mut first, mut fourth, mut ties) = ([0_u32; 13], [0_u32; 13], 0_u32);
    for round in 0..ROUNDS {
        let cards = rules.cards(&seed, "all", round.into());
        first[usize::from(cards[0].card.rank())] += 1;
        fourth[usize::from(cards[3].card.rank())] += 1;
        ties += u32::from(Coup::of(&cards).winner == Winner::Tie);
    }
    let apart = |seen: u32, chance: f64| {
        let expected = f64::from(ROUNDS) * chance;
        (f64::from(seen) - expected).abs() / (expected * (1.0 - chance)).sqrt()
    };
    assert!(first.iter().chain(&fourth).all(|seen| apart(*seen, 1.0 / 13.0) < 4.0), "{first:?} {fourth:?}");
    assert!(apart(ties, 0.095_156) < 4.0, "{ties}");
}

proptest! {
    #[test]
    fn a_payment_is_never_more_than_its_share(amount in 1_i64..1_000_000_000, round: u64, byte: u8) {
        let game = game("icefall-baccarat");
        let rules = rules(&game);
        let cards = rules.cards(&ServerSeed::new([byte; 32]), "any", round);
        let coup = Coup::of(&cards);
        prop_assert!((4..=6).contains(&cards.len()));
        prop_assert_eq!(dealt(&written(&cards)), Some(cards.clone()));
        let banker = i128::from(rules.returns(Spot::Banker, amount, &coup)) * 100;
        let exact = match coup.winner {
            Winner::Banker => i128::from(amount) * 195,
            Winner::Tie => i128::from(amount) * 100,
            Winner::Player => 0,
        };
        prop_assert!(banker <= exact && exact - banker < 100);
        // One of three wins, and both hands are given back only in a tie.
        let won = [Spot::Player, Spot::Banker, Spot::Tie].map(|spot| rules.returns(spot, amount, &coup) > amount);
        prop_assert_eq!(won.iter().filter(|won| **won).count(), usize::from(amount > 1 || coup.winner != Winner::Banker));
    }

    #[test]
    fn a_card_reads_as_it_is_written(number in 0_u8..52) {
        let text = format!("{}{}", char::from(b"A23456789TJQK"[usize::from(number % 13)]), char::from(b"CDHS"[usize::from(number / 13)]));
        prop_assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
    }
}

/// What the browser deals again: rounds of a chain.
#[test]
fn vectors_are_what_is_dealt() {
    let game = game("icefall-baccarat");
    let (published, seeds) = chain(ServerSeed::new([4; 32]), 40);
    let mut before = published;
    let mut records = Vec::new();
    for (round, seed) in (1_u64..).zip(&seeds) {
        let client_seeds: Vec<String> = (0..round % 5).map(|player| format!("player-{player}")).collect();
        let mixed = mix(client_seeds.iter().map(String::as_str));
        let cards = rules(&game).cards(seed, &mixed, round);
        let coup = Coup::of(&cards);
        records.push(json!({
            "round": round, "server_seed": seed.to_hex(), "server_seed_hash": before, "client_seeds": client_seeds,
            "mixed": mixed, "decks": 8, "cards": cards, "winner": coup.winner, "player": coup.player, "banker": coup.banker,
            "player_pair": coup.player_pair, "banker_pair": coup.banker_pair,
        }));
        before = seed.to_hex();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/baccarat.json");
    let lines: Vec<String> = records.iter().map(serde_json::Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
