//! What players do at a table: they bet while bets are taken, and cash out while the multiplier rises.

use std::sync::Arc;

use croupier_games::crash::{TARGET_MIN, multiplier_at, pays};
use croupier_ledger::Key;

use super::bet_store::{self, Bet, Fate};
use super::store::{self, Round, State};
use super::view::{BetAnswer, BetRequest, OwnBets};
use super::{Table, closing, closure_store, leading, settling};
use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, ApiResult};
use crate::play::exchange::{Terms, no_currency};
use crate::play::model::{SharedBet, worth};
use crate::play::sessions::{Session, SessionPlayer};
use crate::play::shared::{self, NotPlaced, Wish};

/// Bets of one player on one round.
pub(super) const BETS_OF_PLAYER_MAX: i64 = 2;

/// Places a bet on the round that takes bets now. `key` is the caller's idempotency key.
pub(super) async fn place(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    visitor: &Visitor,
    request: BetRequest,
    key: &str,
) -> ApiResult<BetAnswer> {
    let table = table_of(session)?;
    let rules = table.rules().ok_or_else(ApiError::not_found)?;
    shared::check_stake(&table.game, player, request.stake_cents)?;
    shared::check_seed(&request.client_seed)?;
    let cap = rules.definition().max_multiplier;
    if request.target.is_some_and(|target| !(TARGET_MIN..=cap).contains(&target)) {
        let message = format!("The target has to be from {TARGET_MIN} to {cap} hundredths.");
        return Err(ApiError::field("target", "VALIDATION.TARGET.INVALID", &message));
    }
    let key = shared::bet_key(session, key);
    let fingerprint = Key::hash(&[b"bet", serde_json::to_string(&request)?.as_bytes()]);
    let id = hex::encode(key.0);
    let taking = store::newest(&app.db, table.identifier()).await?;
    let taking = taking.filter(|round| round.state == State::Betting && round.definition == table.hash());
    let Some(round) = taking else {
        return match bet_store::of_player(&app.db, &id, player.id).await? {
            Some(bet) => answer(app, player, &bet).await,
            None => Err(not_taking(app, &table).await?),
        };
    };
    let own = bet_store::of_player_on(&app.db, round.id, player.id).await?;
    // A bet that misses its row undoes the batch of its lane: what is known to miss is not asked. A call that is made again
    // is answered as it was, whatever round takes bets by now.
    if is_full(&own) && bet_store::of_player(&app.db, &id, player.id).await?.is_none() {
        return Err(full());
    }
    let now = app.clock.now();
    let bet = Bet {
        id: id.clone(),
        round: round.id,
        player: player.id,
        wallet: player.currency,
        currency: player.played_in,
        shown_name: session.public_name.clone(),
        stake_cents: request.stake_cents,
        target: request.target,
        client_seed: request.client_seed.clone(),
        state: "riding".to_owned(),
        multiplier: None,
        win_cents: 0,
        placed_at: now,
    };
    let wish = Wish {
        stake_cents: bet.stake_cents,
        win_max_cents: pays(bet.stake_cents, bet.target.unwrap_or(cap)),
        key,
        fingerprint,
        shared: SharedBet { round: round.id, bet: id.clone() },
        takes: bet_store::place(&bet, BETS_OF_PLAYER_MAX),
        begins_cycle: own.is_empty(),
        at: now,
    };
    let placed = match shared::place(app, session, player, visitor, wish.clone()).await {
        // Of two first bets that are made at once, the second one belongs to the round that the first has begun.
        Err(NotPlaced::TooEarly(_)) if has_bet(app, player, &round).await? => {
            let wish = Wish { begins_cycle: false, ..wish };
            shared::place(app, session, player, visitor, wish).await
        }
        placed => placed,
    };
    match placed {
        Ok(_) => {
            let placed = bet_store::of_player(&app.db, &id, player.id).await?;
            answer(app, player, &placed.ok_or_else(ApiError::not_found)?).await
        }
        Err(NotPlaced::Missed) => Err(why_missed(app, player, &round).await?),
        Err(NotPlaced::TooEarly(error) | NotPlaced::Refused(error)) => Err(error),
    }
}

/// Cashes a bet out at the multiplier of this instant. Whoever asks twice is told what he has won the first time.
pub(super) async fn cash_out(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    bet: &str,
) -> ApiResult<BetAnswer> {
    let now = app.clock.now();
    table_of(session)?;
    let bet = bet_store::of_player(&app.db, bet, player.id).await?.ok_or_else(ApiError::not_found)?;
    if bet.is_riding() {
        let round = store::by_id(&app.db, bet.round).await?.ok_or_else(ApiError::not_found)?;
        let fate = fate_at(app, &round, &bet, now).await?;
        settling::end(app, &bet, fate).await?;
    }
    let ended = bet_store::of_player(&app.db, &bet.id, player.id).await?.ok_or_else(ApiError::not_found)?;
    match ended.multiplier {
        Some(_) => answer(app, player, &ended).await,
        None => Err(too_late()),
    }
}

/// What a cash-out by hand comes to that was asked for at `now`.
async fn fate_at(app: &App, round: &Round, bet: &Bet, now: i64) -> ApiResult<Fate> {
    let running = round.started.as_ref().filter(|_| round.state == State::Running);
    let Some((_, started_at)) = running else {
        return Err(if round.state == State::Betting { too_early() } else { too_late() });
    };
    let point = leading::hidden_point(app, round).await?.ok_or_else(too_late)?;
    let reached = multiplier_at(now - started_at);
    match bet.target {
        Some(target) if target <= reached.min(point) => Ok(Fate::AtTarget(target)),
        _ if reached < point => Ok(Fate::ByHand(reached)),
        _ => Err(too_late()),
    }
}

/// The player's bets on the newest round, and the balance.
pub(super) async fn own(app: &App, session: &Session, player: &SessionPlayer) -> ApiResult<OwnBets> {
    let table = table_of(session)?;
    let newest = store::newest(&app.db, table.identifier()).await?;
    let bets = match &newest {
        Some(round) => bet_store::of_player_on(&app.db, round.id, player.id).await?,
        None => Vec::new(),
    };
    let balance_cents = balance(app, player).await?;
    Ok(OwnBets { bets: bets.iter().map(Into::into).collect(), balance_cents })
}

async fn answer(app: &App, player: &SessionPlayer, bet: &Bet) -> ApiResult<BetAnswer> {
    Ok(BetAnswer { bet: bet.into(), balance_cents: balance(app, player).await? })
}

/// The wallet's cash in the currency that is played in.
async fn balance(app: &App, player: &SessionPlayer) -> ApiResult<i64> {
    let wallet = app.wallet.get(player.id, player.currency).await?.ok_or_else(no_currency)?;
    let terms = Terms::now(&app.house.rates.now(), player.currency, player.played_in)?;
    worth(terms.as_ref(), wallet.cash)
}

fn table_of(session: &Session) -> ApiResult<Table> {
    Table::of(session.rules.clone()).ok_or_else(ApiError::not_found)
}

/// Why a table takes no bets now.
async fn not_taking(app: &App, table: &Table) -> ApiResult<ApiError> {
    let closure = closure_store::of(&app.db, table.identifier()).await?;
    Ok(closure.map_or_else(closed, |_| closing::refusal()))
}

/// Why a bet missed the row of its round.
async fn why_missed(app: &App, player: &SessionPlayer, round: &Round) -> ApiResult<ApiError> {
    let own = bet_store::of_player_on(&app.db, round.id, player.id).await?;
    Ok(if is_full(&own) { full() } else { closed() })
}

/// Whether the player has a bet on a round.
async fn has_bet(app: &App, player: &SessionPlayer, round: &Round) -> ApiResult<bool> {
    Ok(!bet_store::of_player_on(&app.db, round.id, player.id).await?.is_empty())
}

/// Whether a player has placed as many bets on a round as it takes.
fn is_full(own: &[Bet]) -> bool {
    i64::try_from(own.len()).is_ok_and(|count| count >= BETS_OF_PLAYER_MAX)
}

fn full() -> ApiError {
    ApiError::conflict("bets_max", "You have placed as many bets on this round as it takes.")
}

fn closed() -> ApiError {
    ApiError::conflict("betting_closed", "This round takes no more bets.")
}

fn too_early() -> ApiError {
    ApiError::conflict("cashout_too_early", "The round has not begun.")
}

fn too_late() -> ApiError {
    ApiError::conflict("cashout_too_late", "The round crashed before.")
}
