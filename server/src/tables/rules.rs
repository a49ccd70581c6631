//! The rules that a table is played by, and what its seeds draw.

use croupier_games::baccarat::{self, Baccarat, Dealt};
use croupier_games::crash::{Crash, elapsed_at};
use croupier_games::fair::ServerSeed;
use croupier_games::{Game, Kind};

/// Bets of one player on one round: on the multiplier, and on the felt, where each may lie on several places.
const CRASH_BETS_MAX: i64 = 2;
const FELT_BETS_MAX: i64 = 10;

/// The rules of a table.
#[derive(Debug, Clone)]
pub(super) enum Rules {
    /// A multiplier that rises until it crashes.
    Crash(Crash),
    /// Two hands of cards.
    Baccarat(Baccarat),
}

/// What the seeds of a round draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Where the multiplier crashes, in hundredths; of a void round the highest one that anybody has cashed out at.
    Point(i64),
    /// The cards, in the order in which they are dealt; none of a void round.
    Cards(Vec<Dealt>),
}

impl Rules {
    /// Those of a game whose rounds are shared.
    pub fn of(game: &Game) -> Option<Self> {
        match game.rules() {
            Kind::Crash(crash) => Some(Self::Crash(crash.clone())),
            Kind::Baccarat(baccarat) => Some(Self::Baccarat(baccarat.clone())),
            Kind::Slots(_) | Kind::Roulette(_) | Kind::Keno(_) => None,
        }
    }

    /// How long bets are taken, in milliseconds.
    pub fn betting_ms(&self) -> i64 {
        match self {
            Self::Crash(crash) => crash.definition().betting_ms,
            Self::Baccarat(baccarat) => baccarat.definition().betting_ms,
        }
    }

    /// How long the end of a round is shown, in milliseconds.
    pub fn pause_ms(&self) -> i64 {
        match self {
            Self::Crash(crash) => crash.definition().pause_ms,
            Self::Baccarat(baccarat) => baccarat.definition().pause_ms,
        }
    }

    /// How many bets one player may have on one round.
    pub fn bets_of_player_max(&self) -> i64 {
        match self {
            Self::Crash(_) => CRASH_BETS_MAX,
            Self::Baccarat(_) => FELT_BETS_MAX,
        }
    }

    /// What a round draws.
    pub fn draw(&self, seed: &ServerSeed, mixed: &str, round: u64) -> Drawn {
        match self {
            Self::Crash(crash) => Drawn::Point(crash.point(seed, mixed, round)),
            Self::Baccarat(baccarat) => Drawn::Cards(baccarat.cards(seed, mixed, round)),
        }
    }

    /// How long after its start a round ends, in milliseconds.
    pub fn lasts_ms(&self, drawn: &Drawn) -> i64 {
        match (self, drawn) {
            (_, Drawn::Point(point)) => elapsed_at(*point),
            (Self::Baccarat(baccarat), Drawn::Cards(cards)) => baccarat.lasts_ms(cards.len()),
            (Self::Crash(_), Drawn::Cards(_)) => 0,
        }
    }
}

impl Drawn {
    /// Where a crash round crashed.
    pub fn point(&self) -> Option<i64> {
        match self {
            Self::Point(point) => Some(*point),
            Self::Cards(_) => None,
        }
    }

    /// The cards of a round that was dealt.
    pub fn cards(&self) -> Option<&[Dealt]> {
        match self {
            Self::Point(_) => None,
            Self::Cards(cards) => Some(cards),
        }
    }

    /// The cards as the store keeps them.
    pub fn written_cards(&self) -> Option<String> {
        self.cards().map(baccarat::written)
    }
}
