//! What browsers are told of tables. Multipliers are hundredths.

use croupier_games::Game;
use croupier_games::baccarat::{Dealt, SpotWin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::bet_store::Bet;
use super::closing::ClosedFor;
use super::felt_view::{DealtCard, RoadView, RoundOutcome, SpotRequest, SpotTotalView, SpotView};
use super::spot_store::SpotTotal;
use super::store::Round;
use crate::platform::calendar::rfc3339;

/// A round of a table as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct TableRoundView {
    /// Its number, as text.
    id: String,
    /// `betting`, `running`, `ended` or `settled`.
    state: String,
    /// The commitment to its seed, hex: the seed of the round before, or what was published for its chain.
    server_seed_hash: String,
    /// Until when bets are taken, RFC 3339.
    closes_at: String,
    /// When the multiplier began to rise, or the cards to be dealt, RFC 3339; null while bets are taken.
    started_at: Option<String>,
    /// Where it crashed; null until it has, and of a round of cards.
    point: Option<i64>,
    /// The cards that lie on the table, in the order in which they were dealt.
    cards: Vec<DealtCard>,
    /// What the hands have come to; null until the last card lies, and where no cards are dealt.
    outcome: Option<RoundOutcome>,
    /// Whether it stood still or was void, and stakes that were still in it went back.
    returned: bool,
    /// How many bets it has.
    bets: i64,
}

impl TableRoundView {
    /// Whether nothing else has changed than the number of bets, which is told with the bets.
    pub fn is_same_moment(&self, other: &Self) -> bool {
        (&self.id, &self.state, self.cards.len()) == (&other.id, &other.state, other.cards.len())
    }

    /// A round with the cards that are shown of it.
    pub fn of(round: &Round, cards: &[Dealt]) -> Self {
        Self {
            id: round.id.to_string(),
            state: round.state.name().to_owned(),
            server_seed_hash: round.server_seed_hash.clone(),
            closes_at: rfc3339(round.closes_at),
            started_at: round.started.as_ref().map(|(_, at)| rfc3339(*at)),
            point: round.end.as_ref().and_then(|end| end.drawn.point()),
            cards: cards.iter().map(Into::into).collect(),
            outcome: round.end.as_ref().and_then(|end| RoundOutcome::of(&end.drawn)),
            returned: round.end.as_ref().is_some_and(|end| end.returned),
            bets: round.bets,
        }
    }
}

/// A bet of anybody, masked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct TableBetView {
    /// The shortened name of the player.
    name: String,
    /// The stake, in subunits.
    stake_cents: i64,
    /// Its currency.
    currency: String,
    /// Where it was cashed out; null when it was not.
    multiplier: Option<i64>,
    /// What it returned, in subunits.
    win_cents: i64,
}

/// The highest bets of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct TableBetsView {
    /// The round that they are on, as text.
    pub round: String,
    /// How many bets the round has.
    pub count: i64,
    /// How many of them were cashed out, or paid by the cards.
    pub cashed: i64,
    /// The highest ones.
    pub highest: Vec<TableBetView>,
    /// What lies on the places of the felt, of all players together.
    pub spots: Vec<SpotTotalView>,
}

impl TableBetsView {
    pub fn of(round: &Round, cashed: i64, highest: &[Bet], spots: &[SpotTotal]) -> Self {
        let view = |bet: &Bet| TableBetView {
            name: bet.shown_name.clone(),
            stake_cents: bet.stake_cents,
            currency: bet.currency.code().to_owned(),
            multiplier: bet.multiplier,
            win_cents: bet.win_cents,
        };
        Self {
            round: round.id.to_string(),
            count: round.bets,
            cashed,
            highest: highest.iter().map(view).collect(),
            spots: spots.iter().map(Into::into).collect(),
        }
    }
}

/// A table as everybody sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TableView {
    /// The game's identifier.
    pub game: String,
    /// The server's time, RFC 3339: the multiplier rises and cards are dealt by it.
    pub now: String,
    /// The newest round; null before the first one.
    pub round: Option<TableRoundView>,
    /// Its highest bets.
    pub bets: Option<TableBetsView>,
    /// Why the table is closed after its round; null while it is open.
    pub closed: Option<ClosedFor>,
    /// The last crash rounds that have ended, newest first.
    pub past: Vec<PastRoundView>,
    /// The last rounds of cards that have ended, newest first.
    pub road: Vec<RoadView>,
}

/// A crash round that has ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PastRoundView {
    /// Its number, as text.
    pub id: String,
    /// Where it crashed.
    pub point: i64,
}

impl PastRoundView {
    /// Of a crash round that has ended.
    pub fn of(round: &Round) -> Option<Self> {
        let point = round.end.as_ref()?.drawn.point()?;
        Some(Self { id: round.id.to_string(), point })
    }
}

/// All that is needed to work out the point or the cards of a round again.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableProof {
    /// The round's number, as text; part of the draw.
    pub id: String,
    /// The game's identifier.
    pub game: String,
    /// Shown name.
    pub title: String,
    /// Where it stands.
    pub state: String,
    /// SHA-256 of the rules as canonical JSON, hex; the PAR sheet names it too.
    pub definition_hash: String,
    /// The rules that it was played under.
    pub definition: Value,
    /// What was published for the chain of its seed before the chain's first round, hex.
    pub chain_published: String,
    /// How many rounds the chain has, and which of them this one is, counted from 1.
    pub chain_length: i64,
    pub chain_place: i64,
    /// The commitment to the seed, hex.
    pub server_seed_hash: String,
    /// The seed, hex; null until the round has ended.
    pub server_seed: Option<String>,
    /// The client seeds of the first bets, in their order.
    pub client_seeds: Vec<String>,
    /// The part of the players, hex; null while bets are taken.
    pub mixed: Option<String>,
    /// Where it crashed; null until it has, and of a round of cards.
    pub point: Option<i64>,
    /// The cards of a round that was dealt, in their order; empty until its last card lies, and of others.
    pub cards: Vec<DealtCard>,
    /// Whether stakes that were still in it went back.
    pub returned: bool,
    /// When it was opened, RFC 3339.
    pub opened_at: String,
}

impl TableProof {
    pub(super) fn of(
        round: &Round,
        game: &Game,
        (published, length): (String, i64),
        client_seeds: Vec<String>,
    ) -> Self {
        Self {
            id: round.id.to_string(),
            game: round.game.clone(),
            title: game.title().to_owned(),
            state: round.state.name().to_owned(),
            definition_hash: game.hash().to_string(),
            definition: game.definition().clone(),
            chain_published: published,
            chain_length: length,
            chain_place: round.place + 1,
            server_seed_hash: round.server_seed_hash.clone(),
            server_seed: round.end.as_ref().filter(|end| !end.is_void()).map(|end| end.server_seed.clone()),
            client_seeds,
            mixed: round.started.as_ref().map(|(mixed, _)| mixed.clone()),
            point: round.end.as_ref().and_then(|end| end.drawn.point()),
            cards: round
                .end
                .as_ref()
                .and_then(|end| end.drawn.cards())
                .unwrap_or_default()
                .iter()
                .map(Into::into)
                .collect(),
            returned: round.end.as_ref().is_some_and(|end| end.returned),
            opened_at: rfc3339(round.opened_at),
        }
    }
}

/// A bet as it is asked for.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub(super) struct BetRequest {
    /// The stake, in subunits.
    pub stake_cents: i64,
    /// Where it is cashed out by itself, from 101 to the cap; null to do so by hand, and on the felt.
    #[serde(default)]
    pub target: Option<i64>,
    /// What lies on which place of the felt, each place once; the stake is their sum. None at a crash table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<SpotRequest>,
    /// The player's part of the outcome: 1 to 64 letters, digits, hyphens and underscores.
    pub client_seed: String,
}

/// A bet of the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct OwnBetView {
    /// Its id.
    id: String,
    /// The round of the table, as text.
    round: String,
    /// The stake, in subunits.
    stake_cents: i64,
    /// Where it is cashed out by itself.
    target: Option<i64>,
    /// `riding`, `cashed`, `paid`, `lost` or `returned`.
    state: String,
    /// Where it was cashed out; null when it was not.
    multiplier: Option<i64>,
    /// What it returned, in subunits.
    win_cents: i64,
    /// What lies on which place of the felt; none at a crash table.
    spots: Vec<SpotView>,
    /// The player's part of the outcome.
    client_seed: String,
}

impl OwnBetView {
    /// A bet with what lies on the places of the felt.
    pub fn of(bet: &Bet, spots: &[SpotWin]) -> Self {
        Self {
            id: bet.id.clone(),
            round: bet.round.to_string(),
            stake_cents: bet.stake_cents,
            target: bet.target,
            state: bet.state.clone(),
            multiplier: bet.multiplier,
            win_cents: bet.win_cents,
            spots: spots.iter().map(Into::into).collect(),
            client_seed: bet.client_seed.clone(),
        }
    }
}

/// A bet after a call, with the money that is left.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BetAnswer {
    /// The bet.
    pub bet: OwnBetView,
    /// The wallet's cash in the currency that is played in, in subunits.
    pub balance_cents: i64,
}

/// The player's bets on the newest round.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnBets {
    /// The bets, in the order in which they were placed.
    pub bets: Vec<OwnBetView>,
    /// The wallet's cash in the currency that is played in, in subunits.
    pub balance_cents: i64,
}
