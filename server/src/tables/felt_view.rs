//! What browsers are told of rounds that are dealt from cards, and of bets on places of the felt.

use croupier_games::baccarat::{Coup, Dealt, Side, Spot, SpotWin};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::Drawn;
use super::spot_store::SpotTotal;
use super::store::Round;

/// A card on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DealtCard {
    /// The hand that it was dealt to: `player` or `banker`.
    to: &'static str,
    /// Its rank (`A`, `2` to `9`, `T`, `J`, `Q`, `K`) and its suit (`C`, `D`, `H`, `S`).
    card: String,
}

impl From<&Dealt> for DealtCard {
    fn from(dealt: &Dealt) -> Self {
        let to = match dealt.to {
            Side::Player => "player",
            Side::Banker => "banker",
        };
        Self { to, card: dealt.card.to_string() }
    }
}

/// What the two hands of a round have come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoundOutcome {
    /// `player`, `banker` or `tie`.
    pub winner: &'static str,
    /// What the player's hand is worth.
    pub player: u8,
    /// What the banker's hand is worth.
    pub banker: u8,
    /// Whether the first two cards of the player's hand have the same rank.
    pub player_pair: bool,
    /// Whether the first two cards of the banker's hand have the same rank.
    pub banker_pair: bool,
}

impl RoundOutcome {
    /// What a round has come to; none of a void one, and where no cards are dealt.
    pub(super) fn of(drawn: &Drawn) -> Option<Self> {
        let cards = drawn.cards().filter(|cards| !cards.is_empty())?;
        let coup = Coup::of(cards);
        Some(Self {
            winner: coup.winner.name(),
            player: coup.player,
            banker: coup.banker,
            player_pair: coup.player_pair,
            banker_pair: coup.banker_pair,
        })
    }
}

/// A round of cards that has ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoadView {
    /// Its number, as text.
    id: String,
    /// What it has come to.
    outcome: RoundOutcome,
}

impl RoadView {
    /// Of a round that has ended and was not void.
    pub fn of(round: &Round) -> Option<Self> {
        let outcome = RoundOutcome::of(&round.end.as_ref()?.drawn)?;
        Some(Self { id: round.id.to_string(), outcome })
    }
}

/// What all players have on a place of the felt in a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SpotTotalView {
    /// `player`, `banker`, `tie`, `player_pair` or `banker_pair`.
    spot: &'static str,
    /// The currency that is played in.
    currency: String,
    /// How many bets lie there.
    bets: i64,
    /// Their sum, in subunits.
    amount_cents: i64,
}

impl From<&SpotTotal> for SpotTotalView {
    fn from(total: &SpotTotal) -> Self {
        Self {
            spot: total.spot.name(),
            currency: total.currency.clone(),
            bets: total.bets,
            amount_cents: total.amount_cents,
        }
    }
}

/// An amount on a place of the felt, as it is asked for.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
pub(super) struct SpotRequest {
    /// `player`, `banker`, `tie`, `player_pair` or `banker_pair`.
    #[schema(value_type = String)]
    pub spot: Spot,
    /// Subunits.
    pub amount_cents: i64,
}

/// What a bet has on a place of the felt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SpotView {
    /// `player`, `banker`, `tie`, `player_pair` or `banker_pair`.
    spot: &'static str,
    /// Subunits.
    amount_cents: i64,
    /// What it returned, its own amount included, in subunits.
    win_cents: i64,
}

impl From<&SpotWin> for SpotView {
    fn from(win: &SpotWin) -> Self {
        Self { spot: win.spot.name(), amount_cents: win.amount_cents, win_cents: win.win_cents }
    }
}
