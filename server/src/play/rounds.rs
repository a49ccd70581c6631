//! Rounds for money: one command to the wallet a step.

use std::sync::Arc;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::{Bet, Game};
use croupier_ledger::{Action, Fact, Key, Receipt, Refusal, Round, Settle, Settlement};
use croupier_money::Currency;
use serde_json::json;

use super::exchange::{Exchanged, Terms};
use super::known::SeedPair;
use super::model::{Detail, PublicWin, PublicWinGame, RoundRequest, RoundView, StepRequest};
use super::sessions::{Session, SessionPlayer};
use super::{Games, buying, fairness, sessions, stakes};
use crate::app::App;
use crate::auth::Visitor;
use crate::calendar::rfc3339;
use crate::catalogue;
use crate::error::{ApiError, ApiResult};
use crate::wallet::{Order, WalletError};

/// A bet is made again when the seed pair was rotated meanwhile, or rounds of other games were opened or
/// ended; so often at most.
const TRIES: u32 = 5;

/// A round's rules are not among those that this server has read.
const UNKNOWN_RULES: Refusal = Refusal::Game("game_unavailable");

/// A round's total has to be this many times its stake to be told to everybody.
const PUBLIC_WIN_X: i64 = 10;

/// Places a bet and plays the first step of its round. `key` is the caller's idempotency key.
pub async fn start(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    visitor: &Visitor,
    request: RoundRequest,
    key: &str,
) -> ApiResult<RoundView> {
    let game = sessions::rules_for_new_round(app, session)?.clone();
    let limits = stakes::limits(&game, player.played_in);
    let stake = buying::wagered(app, session, visitor, &request, limits)?;
    let key = Key::new("play", &format!("{}:{key}", session.id));
    let fingerprint = Key::hash(&[b"start", serde_json::to_string(&request)?.as_bytes()]);
    let provider = game.identifier().split('/').next().unwrap_or_default();
    let house = app.wallet.house(&format!("games:{provider}"), player.currency).await?;
    let public = Public::of(app, session, player.played_in);
    let terms = Terms::now(&app.house.rates, player.currency, player.played_in)?;
    let taken = terms.map_or(Ok(stake), |terms| terms.price(stake)).map_err(WalletError::Refused)?;
    let bought_for = request.stake_cents.filter(|_| request.buy);
    let bets = request.bets;
    let wager = Arc::new(Wager { game, currency: player.currency, terms, bets, stake, bought_for, public });
    // Most wallets have no open round, and the ledger says so when this one has.
    let mut waiting = 0;
    for _ in 0..TRIES {
        let pair = fairness::in_force(app, player.id, player.currency).await?;
        let (wager, under) = (wager.clone(), pair.clone());
        let settle = Settle::new(move |context| wager.settle(&under, context.nonce));
        let action =
            Action::Play { game: session.game_id, house, stake: taken, seed_no: pair.no, waiting, settle };
        match app.wallet.submit(order(app, player, key, fingerprint, action)).await {
            Err(WalletError::Refused(Refusal::SeedChanged)) => {
                app.known.seeds.forget(&(player.id, player.currency), &pair);
            }
            Err(WalletError::Refused(Refusal::RoundsChanged)) => {
                waiting = waiting_elsewhere(app, session, player).await?;
            }
            answer => return view(app, player, answer, "stake_cents").await,
        }
    }
    Err(Refusal::RoundConflict.into())
}

/// The stakes of open rounds of other games in the wallet; 409 when this game has one itself.
async fn waiting_elsewhere(app: &App, session: &Session, player: &SessionPlayer) -> ApiResult<i64> {
    let open = app.wallet.open_rounds(player.id, player.currency).await?;
    if open.iter().any(|round| round.game == session.game_id) {
        return Err(ApiError::conflict("round_conflict", "A round of this game is still open."));
    }
    // The stake of a partner's round is with the partner already; only the house's own rounds have a nonce.
    Ok(open.iter().filter(|round| round.nonce > 0).map(|round| round.stake).sum())
}

/// Plays the next step of an open round.
pub async fn step(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    round: i64,
    request: StepRequest,
    key: &str,
) -> ApiResult<RoundView> {
    sessions::require_listed(app, session)?;
    let key = Key::new("play", &format!("{}:{key}", session.id));
    let fingerprint = Key::hash(&[b"step", &round.to_be_bytes(), &request.step.to_be_bytes()]);
    let public = Public::of(app, session, player.played_in);
    let action = || step_action(app, player, round, request.step, public.clone());
    let mut answer = app.wallet.submit(order(app, player, key, fingerprint, action())).await;
    if matches!(answer, Err(WalletError::Refused(UNKNOWN_RULES))) {
        // Another server has opened the round under rules that came after this server's start.
        app.games.learn(&app.db).await?;
        answer = app.wallet.submit(order(app, player, key, fingerprint, action())).await;
    }
    match answer {
        Err(WalletError::Refused(UNKNOWN_RULES)) => Err(sessions::unavailable()),
        answer => view(app, player, answer, "step").await,
    }
}

/// The command for step number `step` of an open round. It is played by the rules that the round names; the
/// refusal is [`UNKNOWN_RULES`] when this server has not read them.
pub(super) fn step_action(
    app: &Arc<App>,
    player: &SessionPlayer,
    round: i64,
    step: i64,
    public: Public,
) -> Action {
    let (app, owner) = (app.clone(), player.id.to_string());
    let settle = Settle::new(move |context| {
        let round = context.round.ok_or(Refusal::UnknownRound)?;
        let seed_of =
            |currency: Currency| fairness::server_seed(&app, &owner, currency.code(), round.seed_no);
        continue_round(&app.games, round, seed_of, &public)
    });
    // The opening bet was step 0 and left version 0.
    Action::Step { round, version: step - 1, settle }
}

pub(super) fn order(app: &App, player: &SessionPlayer, key: Key, fingerprint: Key, action: Action) -> Order {
    Order {
        key,
        fingerprint,
        player: player.id,
        currency: player.currency,
        at: app.clock.now(),
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    }
}

/// All that the outcome of a bet depends on, save its seed pair and its play number.
struct Wager {
    game: Arc<Game>,
    /// The wallet's.
    currency: Currency,
    /// How the round is played in another one, when it is.
    terms: Option<Terms>,
    bets: Vec<Bet>,
    /// In the currency that is played in.
    stake: i64,
    /// The stake that the price of a bought round is a multiple of.
    bought_for: Option<i64>,
    public: Public,
}

impl Wager {
    fn settle(&self, pair: &SeedPair, nonce: i64) -> Result<Settlement, Refusal> {
        let mut stream = stream(&pair.server, &pair.client, self.currency.code(), nonce, 0)?;
        let played = match self.bought_for {
            Some(stake) => self.game.start_bought(stake, &mut stream),
            None => self.game.start(self.stake, &self.bets, &mut stream),
        };
        let transition = played.map_err(|_| Refusal::Game("VALIDATION.STAKE_CENTS.INVALID"))?;
        let (won, open) = (transition.win_cents, transition.state.is_some());
        let mut detail = Detail {
            definition: Some(self.game.hash()),
            game: self.game.identifier().to_owned(),
            currency: self.currency,
            exchanged: self.terms.map(|terms| Exchanged::opened(&terms, self.stake)),
            client_seed: pair.client.clone(),
            bets: self.bets.clone(),
            steps: Vec::new(),
            state: None,
        };
        let win = detail.push(transition)?;
        let facts = if open { Vec::new() } else { self.public.facts(self.stake, won) };
        Ok(Settlement { win, open, detail: detail.text()?, facts })
    }
}

fn continue_round(
    games: &Games,
    round: &Round,
    seed_of: impl Fn(Currency) -> ServerSeed,
    public: &Public,
) -> Result<Settlement, Refusal> {
    let mut detail = Detail::of(round).map_err(|_| Refusal::RoundConflict)?;
    let state = detail.state.take().ok_or(Refusal::RoundConflict)?;
    let game = games.known(&detail.game, detail.definition).ok_or(UNKNOWN_RULES)?;
    let seed = seed_of(detail.currency);
    let code = detail.currency.code();
    let mut stream = stream(&seed, &detail.client_seed, code, round.nonce, state.step_next)?;
    let transition = game.step(&state, &mut stream).map_err(|_| Refusal::RoundConflict)?;
    let open = transition.state.is_some();
    let win = detail.push(transition)?;
    let (staked, won) = detail.amounts(round.stake, round.win + win);
    let facts = if open { Vec::new() } else { public.facts(staked, won) };
    Ok(Settlement { win, open, detail: detail.text()?, facts })
}

/// The fair stream of one step.
pub(super) fn stream(
    seed: &ServerSeed,
    client_seed: &str,
    currency: &str,
    nonce: i64,
    step: u32,
) -> Result<Stream, Refusal> {
    let nonce = u64::try_from(nonce).map_err(|_| Refusal::RoundConflict)?;
    Ok(Stream::new(seed, client_seed, currency, nonce, step))
}

/// What everybody is told of a big win: the shortened name, never the player.
#[derive(Debug, Clone)]
pub(super) struct Public {
    session: Arc<Session>,
    /// Absent when the game has left the catalogue; then nothing is told.
    game: Option<Arc<catalogue::Game>>,
    currency: Currency,
    at: i64,
}

impl Public {
    pub(super) fn of(app: &App, session: &Arc<Session>, currency: Currency) -> Self {
        let game = app.catalogue.game_by_id(session.game_id);
        Self { session: session.clone(), game, currency, at: app.clock.now() }
    }

    fn facts(&self, stake: i64, win: i64) -> Vec<Fact> {
        let big = win >= stake.saturating_mul(PUBLIC_WIN_X);
        if win <= stake || !(big || win >= stakes::public_win_cents(self.currency)) {
            return Vec::new();
        }
        let Some(game) = &self.game else { return Vec::new() };
        let told = PublicWin {
            user_name: self.session.public_name.clone(),
            game: PublicWinGame {
                identifier: game.identifier.clone(),
                title: game.title.clone(),
                preview: game.preview.clone(),
            },
            amount_cents: win,
            currency: self.currency.code().to_owned(),
            created_at: rfc3339(self.at),
        };
        vec![Fact { kind: "play.win", body: json!(told).to_string() }]
    }
}

/// Shapes the wallet's answer; `field` is where a lack of money is told.
async fn view(
    app: &App,
    player: &SessionPlayer,
    answer: Result<Receipt, WalletError>,
    field: &str,
) -> ApiResult<RoundView> {
    let receipt = match answer {
        Ok(receipt) => receipt,
        Err(WalletError::Refused(Refusal::InsufficientFunds { .. })) => {
            let told = "There is not enough money in the wallet.";
            return Err(ApiError::field(field, "insufficient_funds", told));
        }
        Err(error) => return Err(error.into()),
    };
    let round = match (receipt.round, receipt.round_id) {
        (Some(round), _) => round,
        (None, Some(id)) => app.wallet.round(player.id, id).await?.ok_or_else(ApiError::not_found)?,
        (None, None) => return Err(ApiError::internal(&"a play without a round")),
    };
    RoundView::real(&round, receipt.cash)
}
