//! Cards, how they are dealt, and what two hands come to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";
/// Cards of a suit.
const SUIT: usize = 13;
/// The highest total with which a side draws whose opponent has stood.
const DRAWS_TO: u8 = 5;
/// From this total of two cards on neither side draws.
const NATURAL: u8 = 8;

/// A card: its rank and its suit. Its text has one letter of each, such as `TS` for the ten of spades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

/// A text that is no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a card is a rank and a suit, such as TS")]
pub struct NoCard;

impl Card {
    /// The card with this number in the shoe.
    pub(super) fn of(number: u32) -> Self {
        let of_deck = (number % super::DECK) as u8;
        Self(of_deck)
    }

    /// Its rank, from 0 for an ace to 12 for a king.
    pub fn rank(self) -> u8 {
        self.0 % 13
    }

    /// What it counts: an ace 1, tens and pictures nothing.
    pub fn value(self) -> u8 {
        if self.rank() < 9 { self.rank() + 1 } else { 0 }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            |of: &str, at: u8| of.as_bytes().get(usize::from(at)).map_or('?', |byte| char::from(*byte));
        write!(f, "{}{}", letter(RANKS, self.rank()), letter(SUITS, self.0 / 13))
    }
}

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(NoCard);
        };
        let rank = RANKS.find(rank).ok_or(NoCard)?;
        let suit = SUITS.find(suit).ok_or(NoCard)?;
        u32::try_from(suit * SUIT + rank).map(Self::of).map_err(|_| NoCard)
    }
}

impl TryFrom<String> for Card {
    type Error = NoCard;

    fn try_from(text: String) -> Result<Self, NoCard> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// One of the two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Punto.
    Player,
    /// Banco.
    Banker,
}

/// A card on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealt {
    /// The hand that it was dealt to.
    pub to: Side,
    /// The card.
    pub card: Card,
}

/// Who has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The player's hand.
    Player,
    /// The banker's hand.
    Banker,
    /// Both are worth the same.
    Tie,
}

impl Winner {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Banker => "banker",
            Self::Tie => "tie",
        }
    }
}

/// What the two hands of a round have come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coup {
    /// What the player's hand is worth.
    pub player: u8,
    /// What the banker's hand is worth.
    pub banker: u8,
    /// Who has won.
    pub winner: Winner,
    /// Whether the first two cards of the player's hand have the same rank.
    pub player_pair: bool,
    /// Whether the first two cards of the banker's hand have the same rank.
    pub banker_pair: bool,
}

impl Coup {
    /// What these cards come to.
    pub fn of(cards: &[Dealt]) -> Self {
        let hand = |side| cards.iter().filter(move |dealt| dealt.to == side).map(|dealt| dealt.card);
        let is_pair = |side| {
            let mut first = hand(side).map(Card::rank);
            first.next().is_some_and(|rank| first.next() == Some(rank))
        };
        let (player, banker) = (total(hand(Side::Player)), total(hand(Side::Banker)));
        Self {
            player,
            banker,
            winner: winner(player, banker),
            player_pair: is_pair(Side::Player),
            banker_pair: is_pair(Side::Banker),
        }
    }
}

/// Who wins with these totals.
pub(crate) fn winner(player: u8, banker: u8) -> Winner {
    match player.cmp(&banker) {
        std::cmp::Ordering::Greater => Winner::Player,
        std::cmp::Ordering::Less => Winner::Banker,
        std::cmp::Ordering::Equal => Winner::Tie,
    }
}

/// What cards are worth together: the last digit of the sum.
fn total(cards: impl IntoIterator<Item = Card>) -> u8 {
    cards.into_iter().fold(0, |sum, card| (sum + card.value()) % 10)
}

/// Whether neither side draws after two cards each.
pub(crate) fn is_over(player: u8, banker: u8) -> bool {
    player >= NATURAL || banker >= NATURAL
}

/// Whether the player draws a third card.
pub(crate) fn player_draws(player: u8) -> bool {
    player <= DRAWS_TO
}

/// Whether the banker draws a third card with this total, after the player has drawn a card of this value or stood.
pub fn banker_draws(banker: u8, player_third: Option<u8>) -> bool {
    let Some(third) = player_third else { return banker <= DRAWS_TO };
    match banker {
        0..=2 => true,
        3 => third != 8,
        4 => (2..=7).contains(&third),
        5 => (4..=7).contains(&third),
        6 => (6..=7).contains(&third),
        _ => false,
    }
}

/// Deals a round from the cards that come: two to each side by turns, then what the rules draw.
pub fn deal(mut next: impl FnMut() -> Card) -> Vec<Dealt> {
    let mut cards: Vec<Dealt> = [Side::Player, Side::Banker, Side::Player, Side::Banker]
        .into_iter()
        .map(|to| Dealt { to, card: next() })
        .collect();
    let Coup { player, banker, .. } = Coup::of(&cards);
    if is_over(player, banker) {
        return cards;
    }
    let mut player_third = None;
    if player_draws(player) {
        let card = next();
        player_third = Some(card.value());
        cards.push(Dealt { to: Side::Player, card });
    }
    if banker_draws(banker, player_third) {
        cards.push(Dealt { to: Side::Banker, card: next() });
    }
    cards
}

/// Cards as one text, in the order in which they were dealt.
pub fn written(cards: &[Dealt]) -> String {
    cards.iter().map(|dealt| dealt.card.to_string()).collect()
}

/// The cards of a text as [`written`] makes it; none when they are not those of one whole round.
pub fn dealt(text: &str) -> Option<Vec<Dealt>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let letters: Vec<char> = text.chars().collect();
    let cards: Option<Vec<Card>> =
        letters.chunks(2).map(|pair| pair.iter().collect::<String>().parse().ok()).collect();
    let cards = cards?;
    let last = *cards.last()?;
    let mut coming = cards.iter().copied();
    // What is missing is made up, and shows by the number of cards.
    let dealt = deal(|| coming.next().unwrap_or(last));
    (dealt.len() == cards.len()).then_some(dealt)
}
