//! Shapes of play: what a round keeps, and what the client is told.

use croupier_games::{Bet, DefinitionHash, NextStep, RoundState, Step, Transition};
use croupier_ledger::{Refusal, Round, RoundStatus};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::{ApiError, ApiResult};

/// For money or for fun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// With the player's wallet.
    Real,
    /// With play money that is worth nothing.
    Demo,
}

impl Mode {
    /// As it is stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Demo => "demo",
        }
    }
}

/// What a round keeps of its game, beside the ledger's own columns. All that a verifier needs is in here
/// and in the seed pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// The definition it is played under; none in rounds from before hashes were kept. Stands first, where
    /// [`super::check`] looks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<DefinitionHash>,
    /// The game.
    pub game: String,
    /// The wallet's currency; part of the fair stream.
    pub currency: Currency,
    /// The client's half of the seed pair.
    pub client_seed: String,
    /// The bets of a table game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bets: Vec<Bet>,
    /// What happened so far.
    pub steps: Vec<Step>,
    /// What the round needs to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<RoundState>,
}

impl Detail {
    /// Reads what a round kept.
    pub fn of(round: &Round) -> serde_json::Result<Self> {
        serde_json::from_str(&round.detail)
    }

    /// Takes in the next step.
    pub fn push(&mut self, transition: Transition) {
        self.steps.push(transition.step);
        self.state = transition.state;
    }

    /// As it is stored.
    pub fn text(&self) -> Result<String, Refusal> {
        serde_json::to_string(self).map_err(|_| Refusal::Game("VALIDATION.INVALID"))
    }
}

/// A round as the client sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundView {
    /// Its number, as text.
    pub id: String,
    /// `open` or `finished`.
    pub status: String,
    /// The game's identifier.
    pub game: String,
    /// Sum of the bets, in subunits.
    pub stake_cents: i64,
    /// Sum of the wins so far, in subunits.
    pub win_cents: i64,
    /// The wallet after the last step, in subunits.
    pub balance_cents: i64,
    /// Currency of the amounts; `FUN` in a demo.
    pub currency: String,
    /// The seed pair in force at the opening.
    pub seed_no: i64,
    /// The play number that fed the outcome.
    pub nonce: i64,
    /// What happened, step by step.
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<Step>,
    /// What is due next in an open round.
    #[schema(value_type = Option<Object>)]
    pub next: Option<NextStep>,
    /// When it was opened, RFC 3339.
    pub created_at: String,
}

impl RoundView {
    /// A real round; `balance_cents` is the wallet's cash at the time of the answer.
    pub fn real(round: &Round, balance_cents: i64) -> ApiResult<Self> {
        let detail = Detail::of(round)?;
        let status = if round.status == RoundStatus::Open { "open" } else { "finished" };
        Ok(Self {
            id: round.id.to_string(),
            status: status.to_owned(),
            stake_cents: round.stake,
            win_cents: round.win,
            balance_cents,
            currency: detail.currency.code().to_owned(),
            seed_no: round.seed_no,
            nonce: round.nonce,
            next: detail.state.as_ref().map(RoundState::next),
            game: detail.game,
            steps: detail.steps,
            created_at: crate::calendar::rfc3339(round.opened_at),
        })
    }
}

/// A win that everybody hears of; the player stays unknown.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PublicWin {
    /// The shortened name of the winner.
    pub user_name: String,
    /// The game.
    pub game: PublicWinGame,
    /// The round's total, in subunits.
    pub amount_cents: i64,
    /// Its currency.
    pub currency: String,
    /// When, RFC 3339.
    pub created_at: String,
}

/// The game of a public win.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PublicWinGame {
    /// `{provider}/{slug}`.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Address of the tile's picture, with `{width}` and `{format}` to be filled in.
    pub preview: String,
}

/// The bet of a round as it is asked for.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub struct RoundRequest {
    /// The stake of a spin, in subunits; at a table it may be left out.
    pub stake_cents: Option<i64>,
    /// The bets on a table; none for slots.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub bets: Vec<Bet>,
    /// Whether the round is bought: then its price, a multiple of the stake, is paid.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub buy: bool,
}

/// Which step of an open round is asked for.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
pub struct StepRequest {
    /// Its number; the opening bet was 0.
    pub step: i64,
}

/// A game's definition as the client and the verifier read it.
pub type Definition = Value;

/// A refusal of the game's rules, told at the field that it concerns.
pub fn play_error(error: &croupier_games::PlayError) -> ApiError {
    use croupier_games::PlayError as Play;
    let (field, code) = match error {
        Play::BetCount { .. } | Play::BetNumbers { .. } => ("bets", "VALIDATION.BETS.INVALID"),
        Play::BetAmount { .. } => ("bets", "VALIDATION.BETS.AMOUNT"),
        Play::NotForSale => ("buy", "VALIDATION.BUY.INVALID"),
        Play::BuyNotAllowed => return ApiError::forbidden("bonus_buy_not_allowed", &error.to_string()),
        _ => ("stake_cents", "VALIDATION.STAKE_CENTS.INVALID"),
    };
    ApiError::field(field, code, &error.to_string())
}
