//! Bets on rounds that many players share: the money of one bet is a round of its wallet, which stays open until the
//! table's round has decided about it.
//!
//! What the table itself has to say (whether bets are taken, whether a bet is still in) is decided by the rows of its
//! store, with statements that are committed with the money or not at all.

use std::sync::Arc;

use croupier_db::Statement;
use croupier_games::fair::check_client_seed;
use croupier_games::outcome::Step;
use croupier_games::{Game, StakeLimits, Transition};
use croupier_ledger::{Action, Funding, Key, PlayContext, PlayerId, Refusal, Round, Settle, Settlement};
use croupier_money::Currency;

use super::controls::Cycle;
use super::exchange::{Exchanged, Terms};
use super::model::{Detail, RoundView, SharedBet, play_error};
use super::rounds::{self, Public, TRIES};
use super::session_cache::SeedPair;
use super::sessions::{self, Session, SessionPlayer};
use super::{fairness, stakes};
use crate::app::App;
use crate::auth::Visitor;
use crate::limits;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::{Order, WalletError};

/// What a bet with bonus money is refused by: it would be played beside the terms of the bonus.
const BONUS_ACTIVE: &str = "bonus_active";

/// A bet as it is asked for.
#[derive(Debug, Clone)]
pub struct BetPlacement {
    /// The stake in the currency that is played in, in subunits.
    pub stake_cents: i64,
    /// The most that it can return, in the same currency.
    pub win_max_cents: i64,
    /// The caller's name for this bet, which makes asking twice harmless.
    pub key: Key,
    /// Hash of what was asked.
    pub fingerprint: Key,
    /// The round of the table.
    pub shared: SharedBet,
    /// The rows that say that the table takes it; each has to hit.
    pub takes: Vec<Statement>,
    /// Whether it is the player's first bet on the round: a licence's least time between rounds counts from it.
    pub begins_cycle: bool,
    /// When it was asked for, in UTC milliseconds.
    pub at: i64,
}

/// Why a bet was not placed.
#[derive(Debug)]
pub enum NotPlaced {
    /// The table did not take it: one of the statements missed its row.
    Missed,
    /// The player's last round has begun too short a time ago.
    TooEarly(ApiError),
    /// Told to the caller.
    Refused(ApiError),
}

impl<E: Into<ApiError>> From<E> for NotPlaced {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// The key of a bet in a session, and so its id, by the key that the caller has given it.
pub fn bet_key(session: &Session, key: &str) -> Key {
    Key::new("table", &format!("{}:{key}", session.id))
}

/// What a game takes of a player, in the currency that is played in.
pub fn limits(game: &Game, player: &SessionPlayer) -> StakeLimits {
    stakes::limits(game, player.played_in)
}

/// Checks a stake, before anything else is asked of the bet.
pub fn check_stake(game: &Game, player: &SessionPlayer, stake_cents: i64) -> ApiResult<()> {
    game.stake_of(Some(stake_cents), &[], limits(game, player)).map(drop).map_err(|error| play_error(&error))
}

/// Checks the player's part of the outcome.
pub fn check_seed(client_seed: &str) -> ApiResult<()> {
    check_client_seed(client_seed)
        .map_err(|error| ApiError::field("client_seed", "VALIDATION.CLIENT_SEED.INVALID", &error.to_string()))
}

/// Places a bet with real money.
pub async fn place(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    visitor: &Visitor,
    requested: BetPlacement,
) -> Result<RoundView, NotPlaced> {
    let game = sessions::rules_for_new_round(app, session)?.clone();
    sessions::refuse_country(app, session, visitor)?;
    limits::refuse_over(app, player.id).await?;
    let terms = Terms::now(&app.site_config.rates.now(), player.currency, player.played_in)?;
    let taken = terms.map_or(Ok(requested.stake_cents), |terms| terms.price(requested.stake_cents));
    let taken = taken.map_err(WalletError::Refused)?;
    let win_max = terms.map_or(Ok(requested.win_max_cents), |terms| terms.payable(requested.win_max_cents));
    let win_max = win_max.map_err(|_| WalletError::Refused(Refusal::BalanceFull))?;
    let provider = game.identifier().split('/').next().unwrap_or_default();
    let system = app.wallet.system_account(&format!("games:{provider}"), player.currency).await?;
    let cycle = Cycle::of(app, player, &game, requested.at).filter(|_| requested.begins_cycle);
    if let Some(too_early) = cycle.and_then(|cycle| cycle.known_refusal(app)) {
        return Err(NotPlaced::TooEarly(too_early));
    }
    let attached: Vec<_> = requested.takes.iter().cloned().chain(cycle.map(|cycle| cycle.begins())).collect();
    let bet = Arc::new(Opening { game, currency: player.currency, terms, requested });
    let mut open_rounds = 0;
    for _ in 0..TRIES {
        let pair = fairness::in_force(app, player.id, player.currency).await?;
        let (opening, under) = (bet.clone(), pair.clone());
        let settle = Settle::new(move |context| opening.open(&under, context));
        let action = Action::Play {
            game: session.game_id,
            system,
            funding: Funding::Wallet,
            stake: taken,
            win_max,
            seed_no: pair.no,
            open_rounds,
            settle,
        };
        let order = rounds::order(app, player, bet.requested.key, bet.requested.fingerprint, action);
        match app.wallet.submit(Order { attached: attached.clone(), ..order }).await {
            Err(WalletError::Refused(Refusal::SeedChanged)) => {
                app.known.seeds.forget(&(player.id, player.currency), &pair);
            }
            Err(WalletError::Refused(Refusal::RoundsChanged)) => {
                let open = app.wallet.open_rounds(player.id, player.currency).await?;
                let own = open.iter().filter(|round| round.nonce > 0).count();
                open_rounds = i64::try_from(own).unwrap_or(i64::MAX);
            }
            Err(WalletError::Refused(Refusal::PreconditionFailed)) => {
                let too_early = match &cycle {
                    Some(cycle) => cycle.refusal(app).await?,
                    None => None,
                };
                return Err(too_early.map_or(NotPlaced::Missed, NotPlaced::TooEarly));
            }
            Err(WalletError::Refused(Refusal::Game(BONUS_ACTIVE))) => {
                let message = "This game is played with real money only, and a bonus is active.";
                return Err(ApiError::conflict(BONUS_ACTIVE, message).into());
            }
            answer => return Ok(rounds::view(app, player, answer, "stake_cents").await?),
        }
    }
    Err(ApiError::from(Refusal::RoundConflict).into())
}

/// A bet that is about to be placed.
#[derive(Debug)]
struct Opening {
    game: Arc<Game>,
    currency: Currency,
    terms: Option<Terms>,
    requested: BetPlacement,
}

impl Opening {
    fn open(&self, pair: &SeedPair, context: &PlayContext<'_>) -> Result<Settlement, Refusal> {
        if context.bonus.is_some() {
            return Err(Refusal::Game(BONUS_ACTIVE));
        }
        let detail = Detail {
            definition: Some(self.game.hash()),
            game: self.game.identifier().to_owned(),
            currency: self.currency,
            exchanged: self.terms.map(|terms| Exchanged::opened(&terms, self.requested.stake_cents)),
            free_spin: None,
            shared: Some(self.requested.shared.clone()),
            client_seed: pair.client.clone(),
            bought_for: None,
            bets: Vec::new(),
            steps: Vec::new(),
            state: None,
        };
        Ok(Settlement { win: 0, open: true, detail: detail.text()?, facts: Vec::new() })
    }
}

/// A placed bet, as its table knows it.
#[derive(Debug, Clone)]
pub struct Placed {
    /// Whose.
    pub player: PlayerId,
    /// The wallet's currency.
    pub currency: Currency,
    /// The currency that is played in.
    pub played_in: Currency,
    /// How the player is called in public lists.
    pub public_name: String,
    /// The bet's id.
    pub bet: String,
}

/// How a bet ends.
#[derive(Debug, Clone)]
pub struct Ending {
    /// What is told of it.
    pub step: Step,
    /// The rows that say that it ends so; each has to hit.
    pub takes: Vec<Statement>,
}

/// Ends a bet once: whoever comes second misses the row of the bet, or finds it ended. Answers whether it has ended so.
pub async fn end(app: &Arc<App>, bet: &Placed, ending: Ending) -> ApiResult<bool> {
    let Some(round) = open_round_of(app, bet).await? else { return Ok(false) };
    let detail = Detail::of(&round)?;
    let rules = app.games.find(&app.db, &detail.game, detail.definition).await?;
    let rules = rules.ok_or_else(sessions::unavailable)?;
    let player = SessionPlayer {
        id: bet.player,
        currency: bet.currency,
        played_in: bet.played_in,
        login_session: String::new(),
        licence: String::new(),
    };
    let session = Arc::new(sessions::real(app, player.clone(), bet.public_name.clone(), round.game, rules));
    let public = Public::of(app, &session, bet.played_in);
    let step = ending.step;
    let settle = Settle::new(move |context| {
        let round = context.round.ok_or(Refusal::UnknownRound)?;
        let mut detail = Detail::of(round).map_err(|_| Refusal::RoundConflict)?;
        let win_cents = step.win_cents();
        let win = detail.push(Transition { step: step.clone(), win_cents, state: None })?;
        let (staked, won) = detail.amounts(round.stake, round.win + win);
        let facts = public.facts(staked, won);
        Ok(Settlement { win, open: false, detail: detail.text()?, facts })
    });
    let action = Action::Step { round: round.id, version: round.version, settle };
    let key = Key::new("table", &format!("{}:end", bet.bet));
    let order = Order { attached: ending.takes, ..rounds::order(app, &player, key, key, action) };
    match app.wallet.submit(order).await {
        Ok(_) => Ok(true),
        Err(WalletError::Refused(Refusal::PreconditionFailed | Refusal::RoundConflict)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn open_round_of(app: &App, bet: &Placed) -> ApiResult<Option<Round>> {
    let open = app.wallet.open_rounds(bet.player, bet.currency).await?;
    let is_its = |round: &Round| {
        Detail::of(round).is_ok_and(|detail| detail.shared.is_some_and(|shared| shared.bet == bet.bet))
    };
    Ok(open.into_iter().find(is_its))
}
