//! Shapes of play: what a round keeps, and what the client is told.

use croupier_games::{Bet, DefinitionHash, NextStep, RoundState, Step, Transition};
use croupier_ledger::{Refusal, Round, RoundStatus};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::exchange::{Exchanged, Terms};
use crate::platform::error::{ApiError, ApiResult};

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
    /// How it is played in another one, when it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchanged: Option<Exchanged>,
    /// The free spin that it is, when free spins have paid it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_spin: Option<FreeSpin>,
    /// The round of a table that it is a bet on, when players share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedBet>,
    /// The client's half of the seed pair.
    pub client_seed: String,
    /// The bet of a bought round, in the currency that it is played in; the price is a multiple of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bought_for: Option<i64>,
    /// The bets of a table game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bets: Vec<Bet>,
    /// What happened so far.
    pub steps: Vec<Step>,
    /// What the round needs to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<RoundState>,
}

/// What a round keeps of the round of a table that it is a bet on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedBet {
    /// The number of the table's round.
    pub round: i64,
    /// The bet's id there.
    pub bet: String,
}

/// What a round keeps of the free spins that have paid it: the wallet has staked nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeSpin {
    /// Their number.
    pub freespins: i64,
    /// What the spin was played at, in subunits.
    pub stake_cents: i64,
}

impl Detail {
    /// Reads what a round kept.
    pub fn of(round: &Round) -> serde_json::Result<Self> {
        serde_json::from_str(&round.detail)
    }

    /// The currency that it is played in.
    pub fn played_in(&self) -> Currency {
        self.exchanged.as_ref().map_or(self.currency, |exchanged| exchanged.currency)
    }

    /// Stake and win in the currency that it is played in, of a round that has moved `stake` and `win` in its wallet.
    pub fn amounts(&self, stake: i64, win: i64) -> (i64, i64) {
        let stake = self.free_spin.map_or(stake, |free| free.stake_cents);
        self.exchanged.as_ref().map_or((stake, win), |exchanged| (exchanged.stake_cents, exchanged.win_cents))
    }

    /// Takes in the next step; answers what it pays into the wallet.
    pub fn push(&mut self, transition: Transition) -> Result<i64, Refusal> {
        let won = transition.win_cents;
        self.steps.push(transition.step);
        self.state = transition.state;
        self.exchanged.as_mut().map_or(Ok(won), |exchanged| exchanged.win(self.currency, won))
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
    /// What was paid for the round, in subunits: the sum of its bets, or the price of a bought round; of a free spin what
    /// it was played at.
    pub stake_cents: i64,
    /// What the round is played for, in subunits: the stake, save in a bought round, whose price is a multiple of it.
    #[serde(default)]
    pub bet_cents: i64,
    /// The free spins that have paid the round; null when the wallet has.
    #[serde(default)]
    pub freespins_id: Option<String>,
    /// Sum of the wins so far, in subunits.
    pub win_cents: i64,
    /// The wallet after the last step, in subunits.
    pub balance_cents: i64,
    /// Currency of the amounts; `FUN` in a demo.
    pub currency: String,
    /// What it moves in the wallet, when that is in another currency.
    #[serde(default)]
    pub wallet: Option<RoundWallet>,
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
    /// Place of the balance in the player's log, to be compared with `seq` of a balance frame; null in a demo, and in
    /// a session's open round, whose balance is the one of now.
    #[serde(default)]
    pub seq: Option<i64>,
}

/// What a round that is played in another currency moves in its wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundWallet {
    /// The wallet's currency.
    pub currency: String,
    /// Sum of the bets in it, in subunits.
    pub stake_cents: i64,
    /// Sum of the wins so far in it, in subunits.
    pub win_cents: i64,
    /// Units of the currency that is played in for a unit of the wallet's, as decimal text.
    pub rate: String,
}

impl RoundView {
    /// A real round; `cash` is that of the wallet at the time of the answer.
    pub fn real(round: &Round, cash: i64) -> ApiResult<Self> {
        let detail = Detail::of(round)?;
        let terms = detail.exchanged.as_ref().map(|exchanged| exchanged.terms(detail.currency));
        let (stake_cents, win_cents) = detail.amounts(round.stake, round.win);
        let status = if round.status == RoundStatus::Open { "open" } else { "finished" };
        Ok(Self {
            id: round.id.to_string(),
            status: status.to_owned(),
            stake_cents,
            bet_cents: detail.bought_for.unwrap_or(stake_cents),
            freespins_id: detail.free_spin.map(|free| free.freespins.to_string()),
            win_cents,
            balance_cents: worth(terms.as_ref(), cash)?,
            currency: detail.played_in().code().to_owned(),
            wallet: terms.map(|terms| RoundWallet {
                currency: detail.currency.code().to_owned(),
                stake_cents: round.stake,
                win_cents: round.win,
                rate: terms.rate.to_string(),
            }),
            seed_no: round.seed_no,
            nonce: round.nonce,
            next: detail.state.as_ref().map(RoundState::next),
            game: detail.game,
            steps: detail.steps,
            created_at: crate::platform::calendar::rfc3339(round.opened_at),
            seq: None,
        })
    }
}

/// What `cash` of a wallet is in the currency that is played in.
pub fn worth(terms: Option<&Terms>, cash: i64) -> ApiResult<i64> {
    let Some(terms) = terms else { return Ok(cash) };
    terms.worth(cash).ok_or_else(|| ApiError::internal(&"a balance that cannot be converted"))
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
    /// Free spins that pay the round; the stake is theirs then, and may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freespins_id: Option<String>,
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
        Play::BetAmount { bet, min_cents, max_cents, .. } => {
            let limits = (*min_cents, *max_cents);
            return ApiError::bet_outside("VALIDATION.BETS.AMOUNT", &error.to_string(), *bet, limits);
        }
        Play::NotForSale => ("buy", "VALIDATION.BUY.INVALID"),
        Play::BuyNotAllowed => return ApiError::forbidden("bonus_buy_not_allowed", &error.to_string()),
        _ => ("stake_cents", "VALIDATION.STAKE_CENTS.INVALID"),
    };
    ApiError::field(field, code, &error.to_string())
}
