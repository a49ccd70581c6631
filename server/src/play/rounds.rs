//! Rounds for money: one command to the wallet a step. How a round goes on tells [`super::steps`].

use std::sync::Arc;

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::{Bet, Game};
use croupier_ledger::{
    Action, BonusId, Fact, Funding, Key, Receipt, Refusal, Settle, Settlement, SubAccount,
};
use croupier_money::Currency;
use serde_json::json;

use super::controls::Cycle;
use super::exchange::{Exchanged, Terms};
use super::model::{Detail, FreeSpin, PublicWin, PublicWinGame, RoundRequest, RoundView, play_error};
use super::session_cache::SeedPair;
use super::sessions::{Session, SessionPlayer};
use super::{buying, fairness, sessions, stakes};
use crate::app::App;
use crate::auth::Visitor;
use crate::bonus::{self, ActiveTerms, FreeRound};
use crate::catalogue;
use crate::limits;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::{Order, WalletError};

/// A bet is made again when the seed pair was rotated meanwhile, or rounds of other games were opened or
/// ended; so often at most.
pub(super) const TRIES: u32 = 5;

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
    sessions::refuse_country(app, session, visitor)?;
    limits::refuse_over(app, player.id).await?;
    let free = free_round(app, session, player, &request).await?;
    let limits = stakes::limits(&game, player.played_in);
    let stake = match &free {
        Some(free) => game.stake_of(Some(free.stake), &[], limits).map_err(|error| play_error(&error))?,
        None => buying::wagered(app, session, visitor, &request, limits)?,
    };
    let key = Key::new("play", &format!("{}:{key}", session.id));
    let fingerprint = Key::hash(&[b"start", serde_json::to_string(&request)?.as_bytes()]);
    let provider = game.identifier().split('/').next().unwrap_or_default();
    let (system, funding) = match &free {
        Some(free) => (free.system, Funding::Grant { grant: free.grant, to: SubAccount::FreespinWin }),
        None => {
            (app.wallet.system_account(&format!("games:{provider}"), player.currency).await?, Funding::Wallet)
        }
    };
    let public = Public::of(app, session, player.played_in);
    let terms = Terms::now(&app.site_config.rates.now(), player.currency, player.played_in)?;
    let taken = terms.map_or(Ok(stake), |terms| terms.price(stake)).map_err(WalletError::Refused)?;
    let bought_for = request.stake_cents.filter(|_| request.buy);
    let win_max = game.win_max_cents(bought_for.unwrap_or(stake));
    let win_max = terms.map_or(Ok(win_max), |terms| terms.payable(win_max));
    // What cannot be said in the coin fits into no wallet.
    let win_max = win_max.map_err(|_| WalletError::Refused(Refusal::BalanceFull))?;
    let listed = app.catalogue.game_by_id(session.game_id);
    let categories = listed.map(|game| game.categories.clone()).unwrap_or_default();
    let free_spin = free.as_ref().map(|free| FreeSpin { freespins: free.grant, stake_cents: stake });
    let bets = request.bets;
    let wager = Wager {
        game,
        currency: player.currency,
        terms,
        bets,
        stake,
        taken,
        bought_for,
        public,
        free_spin,
        categories,
    };
    let wager = Arc::new(wager);
    let taken = if funding == Funding::Wallet { taken } else { 0 };
    let at = app.clock.now();
    let cycle = Cycle::of(app, player, &wager.game, at);
    if let Some(too_early) = cycle.and_then(|cycle| cycle.known_refusal(app)) {
        return Err(too_early);
    }
    let mut attached: Vec<_> = free.into_iter().map(|free| free.takes).collect();
    attached.extend(cycle.map(|cycle| cycle.begins()));
    // Most wallets have no open round, and the ledger says so when this one has; so it does of an active bonus.
    let mut open_rounds = 0;
    let mut bonus = app.bonuses.known_active(player.id, player.currency);
    for _ in 0..TRIES {
        let pair = fairness::in_force(app, player.id, player.currency).await?;
        let (wager, under, judged_by) = (wager.clone(), pair.clone(), bonus.clone());
        let settle = Settle::new(move |context| {
            wager.judge(judged_by.as_deref(), context.bonus, at)?;
            wager.settle(&under, context.nonce)
        });
        let (game, seed_no) = (session.game_id, pair.no);
        let action =
            Action::Play { game, system, funding, stake: taken, win_max, seed_no, open_rounds, settle };
        let order = Order { attached: attached.clone(), ..order(app, player, key, fingerprint, action) };
        match app.wallet.submit(order).await {
            Err(WalletError::Refused(Refusal::SeedChanged)) => {
                app.known.seeds.forget(&(player.id, player.currency), &pair);
            }
            Err(WalletError::Refused(Refusal::RoundsChanged)) => {
                open_rounds = open_elsewhere(app, session, player).await?;
            }
            Err(WalletError::Refused(Refusal::BonusChanged)) => {
                bonus = bonus::active_terms(app, player.id, player.currency).await?;
            }
            Err(WalletError::Refused(refusal)) => {
                if let (Some(cycle), Refusal::PreconditionFailed) = (&cycle, &refusal)
                    && let Some(too_early) = cycle.refusal(app).await?
                {
                    return Err(too_early);
                }
                let bonus_error = bonus.and_then(|bonus| bonus.reported(&refusal));
                return match bonus_error {
                    Some(error) => Err(error),
                    None => view(app, player, Err(refusal.into()), "stake_cents").await,
                };
            }
            answer => return view(app, player, answer, "stake_cents").await,
        }
    }
    Err(Refusal::RoundConflict.into())
}

/// The free spins that the request names. They are played at their own stake, in the currency of the wallet.
async fn free_round(
    app: &App,
    session: &Session,
    player: &SessionPlayer,
    request: &RoundRequest,
) -> ApiResult<Option<FreeRound>> {
    let Some(id) = &request.freespins_id else { return Ok(None) };
    let game = session.rules.identifier();
    let free = bonus::free_round(app, player.id, player.currency, id, game).await?;
    let other_stake = request.stake_cents.is_some_and(|stake| stake != free.stake);
    if other_stake || request.buy || !request.bets.is_empty() || player.played_in != player.currency {
        let message = "Free spins are played at their own stake.";
        return Err(ApiError::field("stake_cents", "VALIDATION.STAKE_CENTS.INVALID", message));
    }
    Ok(Some(free))
}

/// How many rounds of other builtin games are open in the wallet; 409 when this game has one itself.
async fn open_elsewhere(app: &App, session: &Session, player: &SessionPlayer) -> ApiResult<i64> {
    let open = app.wallet.open_rounds(player.id, player.currency).await?;
    if open.iter().any(|round| round.game == session.game_id) {
        return Err(ApiError::conflict("round_conflict", "A round of this game is still open."));
    }
    // A partner's round goes on without us; only rounds of builtin games have a nonce.
    let count = open.iter().filter(|round| round.nonce > 0).count();
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
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
    /// What the wallet pays.
    taken: i64,
    public: Public,
    /// The free spins that pay, when they do.
    free_spin: Option<FreeSpin>,
    /// The categories of the game.
    categories: Vec<String>,
}

impl Wager {
    /// Refuses a bet that the active bonus does not allow, and one that was judged by another bonus than `active`. A free
    /// spin stakes nothing, so no bonus has a say in it.
    fn judge(
        &self,
        judged_by: Option<&ActiveTerms>,
        active: Option<BonusId>,
        at: i64,
    ) -> Result<(), Refusal> {
        if self.free_spin.is_some() {
            return Ok(());
        }
        if judged_by.map(|terms| terms.bonus) != active {
            return Err(Refusal::BonusChanged);
        }
        let game = self.game.identifier();
        judged_by.map_or(Ok(()), |terms| terms.may_bet(self.taken, game, &self.categories, at))
    }

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
            free_spin: self.free_spin,
            shared: None,
            client_seed: pair.client.clone(),
            bought_for: self.bought_for,
            bets: self.bets.clone(),
            steps: Vec::new(),
            state: None,
        };
        let win = detail.push(transition)?;
        let facts = if open { Vec::new() } else { self.public.facts(self.stake, won) };
        Ok(Settlement { win, open, detail: detail.text()?, facts })
    }
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

    pub(super) fn facts(&self, stake: i64, win: i64) -> Vec<Fact> {
        if !is_public_win(stake, win, self.currency) {
            return Vec::new();
        }
        let Some(game) = &self.game else { return Vec::new() };
        vec![public_win(game, &self.session.public_name, (win, self.currency), self.at)]
    }
}

/// Whether everybody is told of a round that has staked and won so much, in subunits.
pub(super) fn is_public_win(stake: i64, win: i64, currency: Currency) -> bool {
    let big = win >= stake.saturating_mul(PUBLIC_WIN_X);
    win > stake && (big || win >= stakes::public_win_cents(currency))
}

/// The fact of a win that everybody is told of: what was won in `game` under the shortened `name`, at `at` (UTC
/// milliseconds).
pub fn public_win(game: &catalogue::Game, name: &str, (win, currency): (i64, Currency), at: i64) -> Fact {
    let published = PublicWin {
        user_name: name.to_owned(),
        game: PublicWinGame {
            identifier: game.identifier.clone(),
            title: game.title.clone(),
            preview: game.preview.clone(),
        },
        amount_cents: win,
        currency: currency.code().to_owned(),
        created_at: rfc3339(at),
    };
    Fact { kind: "play.win", body: json!(published).to_string() }
}

/// Shapes the wallet's answer; `field` is where a lack of money is told.
pub(super) async fn view(
    app: &App,
    player: &SessionPlayer,
    answer: Result<Receipt, WalletError>,
    field: &str,
) -> ApiResult<RoundView> {
    let receipt = match answer {
        Ok(receipt) => receipt,
        Err(WalletError::Refused(Refusal::InsufficientFunds { .. })) => {
            let message = "There is not enough money in the wallet.";
            return Err(ApiError::field(field, "insufficient_funds", message));
        }
        Err(WalletError::Refused(Refusal::BalanceFull)) => {
            let message = "The wallet could not hold the largest win of this bet. Please withdraw first.";
            return Err(ApiError::field(field, "VALIDATION.BALANCE.MAX", message));
        }
        Err(error) => return Err(error.into()),
    };
    let round = match (receipt.round, receipt.round_id) {
        (Some(round), _) => round,
        (None, Some(id)) => app.wallet.round(player.id, id).await?.ok_or_else(ApiError::not_found)?,
        (None, None) => return Err(ApiError::internal(&"a play without a round")),
    };
    Ok(RoundView { seq: Some(receipt.lsn.seq()), ..RoundView::real(&round, receipt.cash)? })
}
