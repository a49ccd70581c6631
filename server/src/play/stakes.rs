//! The stakes a game offers in a currency.

use croupier_games::baccarat::Spot;
use croupier_games::{BetKind, Game, Kind, StakeLimits};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

/// What can be staked, in subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Stakes {
    /// The stakes of the selector, or the chips of a table; rising.
    pub stakes_cents: Vec<i64>,
    /// The one chosen at first.
    pub default_stake_cents: i64,
    /// Lowest stake.
    pub min_cents: i64,
    /// Highest stake of a round.
    pub max_cents: i64,
    /// What a table takes on a place of each kind; none where nothing is bet on places.
    pub places: Vec<PlaceStakes>,
}

/// What may be put on one place of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlaceStakes {
    /// The kind of bet, as bets name it.
    pub kind: &'static str,
    /// Lowest bet, in subunits.
    pub min_cents: i64,
    /// Most that may lie on the place in a round, in subunits.
    pub max_cents: i64,
}

/// Multiples of the lowest stake that a slots game or a draw offers.
const STEPS: [i64; 11] = [1, 2, 3, 5, 10, 20, 30, 50, 100, 250, 500];

/// Which of [`STEPS`] is chosen at first: 5 times the lowest, which is about one euro.
const DEFAULT_STEP: usize = 3;

/// The lowest stake of a spin or a draw in euro cents, before it is brought to a multiple of the game's units.
const LOWEST: i64 = 20;

/// Chips of a table in euro cents, and which of them is chosen at first.
const CHIPS: [i64; 6] = [10, 50, 100, 500, 1_000, 5_000];
const DEFAULT_CHIP: usize = 2;

/// The most on a table in one round, in euro cents.
const TABLE_MAX: i64 = 500_000;

/// Stakes of a bet on a shared round in euro cents, which of them is chosen at first, and the highest one.
const SHARED: [i64; 8] = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000];
const DEFAULT_SHARED: usize = 2;
const SHARED_MAX: i64 = 10_000;

/// Chips of a felt of cards in euro cents, which of them is chosen at first, and the most of one player in a round.
const FELT: [i64; 6] = [50, 100, 500, 1_000, 2_500, 10_000];
const DEFAULT_FELT: usize = 1;
const FELT_MAX: i64 = 100_000;

/// How many subunits stand for one euro cent, so that the lowest stakes are worth about the same
/// everywhere. Round numbers on purpose: a stake has to be easy to read, not to follow the exchange.
fn scale(currency: Currency) -> i64 {
    match currency.code() {
        "BRL" => 5,
        "NOK" => 10,
        "BTC" => 20,
        "ETH" => 400,
        "BCH" => 2_500,
        "LTC" => 15_000,
        "USDT" => 10_000,
        "DOG" => 5_000_000,
        _ => 1,
    }
}

/// The lowest and the highest stake of `game` in `currency`, as the game's rules take them.
pub fn limits(game: &Game, currency: Currency) -> StakeLimits {
    let scale = scale(currency);
    if game.kind() == "roulette" {
        return StakeLimits { min_cents: CHIPS[0] * scale, max_cents: TABLE_MAX * scale };
    }
    if matches!(game.rules(), Kind::Baccarat(_)) {
        return StakeLimits { min_cents: FELT[0] * scale, max_cents: FELT_MAX * scale };
    }
    if game.has_shared_rounds() {
        return StakeLimits { min_cents: SHARED[0] * scale, max_cents: SHARED_MAX * scale };
    }
    let units = game.stake_multiple_cents();
    let lowest = (LOWEST + units - 1) / units * units * scale;
    let highest = steps(game, lowest).last().unwrap_or(lowest);
    StakeLimits { min_cents: lowest, max_cents: highest }
}

/// The stakes of a spin from `lowest` on, as far as the game can pay for its greatest win.
fn steps(game: &Game, lowest: i64) -> impl Iterator<Item = i64> {
    let max_cents = game.stake_max_cents();
    STEPS.iter().map(move |step| step * lowest).take_while(move |stake| *stake <= max_cents)
}

/// The stakes that `game` offers in `currency`.
pub fn stakes(game: &Game, currency: Currency) -> Stakes {
    let StakeLimits { min_cents, max_cents } = limits(game, currency);
    let (offered, first): (Vec<i64>, _) = if game.kind() == "roulette" {
        (CHIPS.iter().map(|chip| chip * scale(currency)).collect(), DEFAULT_CHIP)
    } else if matches!(game.rules(), Kind::Baccarat(_)) {
        (FELT.iter().map(|chip| chip * scale(currency)).collect(), DEFAULT_FELT)
    } else if game.has_shared_rounds() {
        (SHARED.iter().map(|stake| stake * scale(currency)).collect(), DEFAULT_SHARED)
    } else {
        (steps(game, min_cents).collect(), DEFAULT_STEP)
    };
    let default_stake_cents = offered.get(first).or(offered.last()).copied().unwrap_or(min_cents);
    Stakes {
        default_stake_cents,
        stakes_cents: offered,
        min_cents,
        max_cents,
        places: places(game, currency),
    }
}

/// What the places of `game` take in `currency`; none where nothing is bet on places.
fn places(game: &Game, currency: Currency) -> Vec<PlaceStakes> {
    let table = limits(game, currency);
    let of = |kind: &'static str, StakeLimits { min_cents, max_cents }: StakeLimits| PlaceStakes {
        kind,
        min_cents,
        max_cents,
    };
    match game.rules() {
        Kind::Roulette(_) => BetKind::ALL.map(|kind| of(kind.name(), kind.place_limits(table))).to_vec(),
        Kind::Baccarat(_) => Spot::ALL.map(|spot| of(spot.name(), spot.limits(table))).to_vec(),
        Kind::Slots(_) | Kind::Crash(_) | Kind::Keno(_) => Vec::new(),
    }
}

/// From which win on the public hears of it even when it is small against its stake: about EUR 50.
pub fn public_win_cents(currency: Currency) -> i64 {
    5_000 * scale(currency)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::Bet;
    use croupier_money::CURRENCIES;

    #[test]
    fn every_offered_stake_is_taken_by_its_game() {
        for builtin in croupier_games::builtin::GAMES {
            let game = Game::load(builtin.definition).unwrap();
            for currency in CURRENCIES {
                let offered = stakes(&game, currency);
                assert!(offered.stakes_cents.contains(&offered.default_stake_cents));
                if game.kind() == "slots" {
                    for stake in &offered.stakes_cents {
                        let taken = game.stake_of(Some(*stake), &[], limits(&game, currency));
                        assert_eq!(taken, Ok(*stake), "{} {currency}", builtin.slug);
                    }
                }
                if game.kind() == "keno" {
                    for stake in &offered.stakes_cents {
                        let bet = Bet { kind: BetKind::Picks, numbers: vec![1], amount_cents: *stake };
                        let taken = game.stake_of(None, &[bet], limits(&game, currency));
                        assert_eq!(taken, Ok(*stake), "{} {currency}", builtin.slug);
                    }
                    assert_eq!(offered.stakes_cents.len(), STEPS.len(), "{currency}");
                }
            }
        }
    }

    #[test]
    fn every_chip_fits_on_a_place_that_takes_more_of_it() {
        let wheel =
            croupier_games::builtin::GAMES.iter().find(|builtin| builtin.slug == "aurora-roulette").unwrap();
        let wheel = Game::load(wheel.definition).unwrap();
        for currency in CURRENCIES {
            let offered = stakes(&wheel, currency);
            let straight = &offered.places[0];
            assert_eq!((straight.kind, straight.min_cents), ("straight", offered.min_cents), "{currency}");
            assert!(offered.stakes_cents.iter().all(|chip| *chip <= straight.max_cents), "{currency}");
            for place in &offered.places {
                // What is lowest on a place can be put together of chips.
                assert!(offered.stakes_cents.contains(&place.min_cents), "{currency} {}", place.kind);
                assert!((place.min_cents..=offered.max_cents).contains(&place.max_cents), "{currency}");
            }
        }
        let places = stakes(&wheel, Currency::EUR).places;
        let of =
            |kind: &str| places.iter().find(|place| place.kind == kind).map(|p| (p.min_cents, p.max_cents));
        assert_eq!((of("straight"), of("red")), (Some((10, 10_000)), Some((50, 500_000))));
        let sails =
            croupier_games::builtin::GAMES.iter().find(|builtin| builtin.slug == "solar-sails").unwrap();
        assert_eq!(stakes(&Game::load(sails.definition).unwrap(), Currency::EUR).places, []);
    }
}
