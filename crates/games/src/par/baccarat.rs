//! What the bets of baccarat return, by every order of values in which a round can be dealt from its shoe.

use num_rational::BigRational;

use crate::baccarat::{Baccarat, DECK, Spot, Winner, banker_draws, is_over, player_draws, winner};

/// Values that a card may count.
const VALUES: usize = 10;
/// Cards of a deck that count nothing: tens and pictures.
const NOTHINGS: u64 = 16;
/// Cards of a deck with one of the other values, or with one rank.
const EQUALS: u64 = 4;
/// Most cards of a round.
const CARDS_MAX: u64 = 6;

/// The outcomes of a table counted, among all orders of the first six cards of a shoe.
#[derive(Debug, Clone)]
pub struct BaccaratPar {
    player: u128,
    banker: u128,
    tie: u128,
    orders: u128,
    pair: BigRational,
    commission_percent: i64,
    tie_pays: i64,
    pair_pays: i64,
}

/// A shoe from which cards are taken by their values.
struct Shoe {
    left: [u64; VALUES],
    cards: u64,
}

impl Shoe {
    fn of(decks: u64) -> Self {
        let mut left = [EQUALS * decks; VALUES];
        left[0] = NOTHINGS * decks;
        Self { left, cards: u64::from(DECK) * decks }
    }

    /// For each value: in how many ways a card of it comes next, times what `then` counts afterwards.
    fn each(&mut self, then: &mut dyn FnMut(&mut Self, u8, u128)) {
        for value in 0..VALUES {
            let ways = self.left[value];
            if ways > 0 {
                self.left[value] -= 1;
                self.cards -= 1;
                #[expect(clippy::cast_possible_truncation, reason = "below ten")]
                then(self, value as u8, ways.into());
                self.left[value] += 1;
                self.cards += 1;
            }
        }
    }

    /// In how many orders so many cards can follow.
    fn orders(&self, more: u64) -> u128 {
        (0..more).map(|taken| u128::from(self.cards - taken)).product()
    }
}

/// Orders of six cards by who wins.
#[derive(Default)]
struct Count {
    player: u128,
    banker: u128,
    tie: u128,
}

impl Count {
    fn add(&mut self, player: u8, banker: u8, orders: u128) {
        match winner(player % 10, banker % 10) {
            Winner::Player => self.player += orders,
            Winner::Banker => self.banker += orders,
            Winner::Tie => self.tie += orders,
        }
    }

    /// What may follow two cards of each side.
    fn follow(&mut self, shoe: &mut Shoe, player: u8, banker: u8, ways: u128) {
        if is_over(player, banker) {
            return self.add(player, banker, ways * shoe.orders(2));
        }
        if !player_draws(player) {
            return self.bank(shoe, player, banker, None, ways);
        }
        shoe.each(&mut |shoe, third, times| {
            self.bank(shoe, player + third, banker, Some(third), ways * times);
        });
    }

    /// What the banker draws; `third` is what the player has drawn.
    fn bank(&mut self, shoe: &mut Shoe, player: u8, banker: u8, third: Option<u8>, ways: u128) {
        let taken = 4 + u64::from(third.is_some());
        if !banker_draws(banker, third) {
            return self.add(player, banker, ways * shoe.orders(CARDS_MAX - taken));
        }
        let rest = CARDS_MAX - taken - 1;
        shoe.each(&mut |shoe, card, times| self.add(player, banker + card, ways * times * shoe.orders(rest)));
    }
}

impl BaccaratPar {
    /// Counts a table.
    pub fn count(baccarat: &Baccarat) -> Self {
        let rules = baccarat.definition();
        let mut shoe = Shoe::of(rules.decks.into());
        let orders = shoe.orders(CARDS_MAX);
        let (cards, equals) = (u64::from(DECK * rules.decks), EQUALS * u64::from(rules.decks));
        let mut count = Count::default();
        shoe.each(&mut |shoe, first, a| {
            shoe.each(&mut |shoe, second, b| {
                shoe.each(&mut |shoe, third, c| {
                    shoe.each(&mut |shoe, fourth, d| {
                        count.follow(shoe, (first + third) % 10, (second + fourth) % 10, a * b * c * d);
                    });
                });
            });
        });
        Self {
            player: count.player,
            banker: count.banker,
            tie: count.tie,
            orders,
            pair: BigRational::new((equals - 1).into(), (cards - 1).into()),
            commission_percent: rules.commission_percent,
            tie_pays: rules.tie_pays,
            pair_pays: rules.pair_pays,
        }
    }

    fn share(&self, orders: u128) -> BigRational {
        BigRational::new(orders.into(), self.orders.into())
    }

    /// How often the player's hand wins.
    pub fn players(&self) -> BigRational {
        self.share(self.player)
    }

    /// How often the banker's hand wins.
    pub fn bankers(&self) -> BigRational {
        self.share(self.banker)
    }

    /// How often both hands are worth the same.
    pub fn ties(&self) -> BigRational {
        self.share(self.tie)
    }

    /// How often the first two cards of a hand have the same rank.
    pub fn pairs(&self) -> BigRational {
        self.pair.clone()
    }

    /// How often a bet wins.
    pub fn wins(&self, spot: Spot) -> BigRational {
        match spot {
            Spot::Player => self.players(),
            Spot::Banker => self.bankers(),
            Spot::Tie => self.ties(),
            Spot::PlayerPair | Spot::BankerPair => self.pairs(),
        }
    }

    /// What a bet that wins returns per subunit, its own amount included, before it is rounded down.
    pub fn pays(&self, spot: Spot) -> BigRational {
        match spot {
            Spot::Player => BigRational::from_integer(2.into()),
            Spot::Banker => BigRational::new((200 - self.commission_percent).into(), 100.into()),
            Spot::Tie => BigRational::from_integer((1 + self.tie_pays).into()),
            Spot::PlayerPair | Spot::BankerPair => BigRational::from_integer((1 + self.pair_pays).into()),
        }
    }

    /// What a bet returns per subunit, before a win is rounded down.
    pub fn returns(&self, spot: Spot) -> BigRational {
        let given_back = match spot {
            Spot::Player | Spot::Banker => self.ties(),
            Spot::Tie | Spot::PlayerPair | Spot::BankerPair => BigRational::default(),
        };
        self.wins(spot) * self.pays(spot) + given_back
    }

    /// The variance of what a bet returns per subunit.
    pub(super) fn variance(&self, spot: Spot) -> BigRational {
        let (pays, mean) = (self.pays(spot), self.returns(spot));
        let given_back = match spot {
            Spot::Player | Spot::Banker => self.ties(),
            Spot::Tie | Spot::PlayerPair | Spot::BankerPair => BigRational::default(),
        };
        self.wins(spot) * &pays * &pays + given_back - &mean * &mean
    }
}
