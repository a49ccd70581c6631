//! What players do at a table: they bet while bets are taken, and cash out while a multiplier rises.

use std::sync::Arc;

use croupier_db::Statement;
use croupier_games::baccarat::SpotBet;
use croupier_games::crash::{TARGET_MIN, multiplier_at, pays};
use croupier_games::{PlayError, StakeLimits};
use croupier_ledger::Key;

use super::bet_store::{self, Bet, Fate};
use super::felt_view::SpotRequest;
use super::rules::Rules;
use super::store::{self, Round, State};
use super::view::{BetAnswer, BetRequest, OwnBetView, OwnBets};
use super::{Table, closing, closure_store, leading, settling, spot_store};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::{ApiError, ApiResult};
use crate::play::exchange::{Terms, no_currency};
use crate::play::model::{SharedBet, play_error, worth};
use crate::play::sessions::{Session, SessionPlayer};
use crate::play::shared::{self, BetPlacement, NotPlaced};

/// What a bet is placed for.
struct Wager {
    /// The most that it can return, in subunits.
    win_max_cents: i64,
    /// Where it lies on the felt; nowhere at a crash table.
    spots: Vec<SpotBet>,
    /// What the table takes of a player in a round.
    limits: StakeLimits,
}

/// Checks a bet by the rules of its table, whatever else lies there.
fn wager(table: &Table, player: &SessionPlayer, request: &BetRequest) -> ApiResult<Wager> {
    let limits = shared::limits(&table.game, player);
    match &table.rules {
        Rules::Crash(crash) => {
            shared::check_stake(&table.game, player, request.stake_cents)?;
            let cap = crash.definition().max_multiplier;
            if request.target.is_some_and(|target| !(TARGET_MIN..=cap).contains(&target)) {
                let message = format!("The target has to be from {TARGET_MIN} to {cap} hundredths.");
                return Err(ApiError::field("target", "VALIDATION.TARGET.INVALID", &message));
            }
            if !request.spots.is_empty() {
                return Err(ApiError::field("spots", "VALIDATION.BETS.INVALID", "This table has no places."));
            }
            let win_max_cents = pays(request.stake_cents, request.target.unwrap_or(cap));
            Ok(Wager { win_max_cents, spots: Vec::new(), limits })
        }
        Rules::Baccarat(baccarat) => {
            let spot = |on: &SpotRequest| SpotBet { spot: on.spot, amount_cents: on.amount_cents };
            let spots: Vec<_> = request.spots.iter().map(spot).collect();
            let sum_cents = baccarat.stake_of(&spots, limits).map_err(|error| play_error(&error))?;
            if request.stake_cents != sum_cents {
                return Err(play_error(&PlayError::StakeNotSum { sum_cents }));
            }
            if request.target.is_some() {
                let message = "A bet on the felt has no target.";
                return Err(ApiError::field("target", "VALIDATION.TARGET.INVALID", message));
            }
            Ok(Wager { win_max_cents: table.game.win_max_cents(sum_cents), spots, limits })
        }
    }
}

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
    let wager = wager(&table, player, &request)?;
    shared::check_seed(&request.client_seed)?;
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
    if let Some(refusal) = known_miss(app, &table, player, &wager, &own).await?
        && bet_store::of_player(&app.db, &id, player.id).await?.is_none()
    {
        return Err(refusal);
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
    let requested = BetPlacement {
        stake_cents: bet.stake_cents,
        win_max_cents: wager.win_max_cents,
        key,
        fingerprint,
        shared: SharedBet { round: round.id, bet: id.clone() },
        takes: takes(&table, &bet, &wager),
        begins_cycle: own.is_empty(),
        at: now,
    };
    let placed = match shared::place(app, session, player, visitor, requested.clone()).await {
        // Of two first bets that are made at once, the second one belongs to the round that the first has begun.
        Err(NotPlaced::TooEarly(_)) if has_bet(app, player, &round).await? => {
            let requested = BetPlacement { begins_cycle: false, ..requested };
            shared::place(app, session, player, visitor, requested).await
        }
        placed => placed,
    };
    match placed {
        Ok(_) => {
            let placed = bet_store::of_player(&app.db, &id, player.id).await?;
            answer(app, player, &placed.ok_or_else(ApiError::not_found)?).await
        }
        Err(NotPlaced::Missed) => Err(why_missed(app, &table, player, &wager, &round).await?),
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
    if !matches!(table_of(session)?.rules, Rules::Crash(_)) {
        return Err(ApiError::not_found());
    }
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
    let spots = spot_store::of_these(&app.db, &bets).await?;
    let view = |bet: &Bet| OwnBetView::of(bet, spots.get(&bet.id).map(Vec::as_slice).unwrap_or_default());
    Ok(OwnBets { bets: bets.iter().map(view).collect(), balance_cents })
}

async fn answer(app: &App, player: &SessionPlayer, bet: &Bet) -> ApiResult<BetAnswer> {
    let spots = spot_store::of_these(&app.db, std::slice::from_ref(bet)).await?;
    let bet = OwnBetView::of(bet, spots.get(&bet.id).map(Vec::as_slice).unwrap_or_default());
    Ok(BetAnswer { bet, balance_cents: balance(app, player).await? })
}

/// The wallet's cash in the currency that is played in.
async fn balance(app: &App, player: &SessionPlayer) -> ApiResult<i64> {
    let wallet = app.wallet.get(player.id, player.currency).await?.ok_or_else(no_currency)?;
    let terms = Terms::now(&app.site_config.rates.now(), player.currency, player.played_in)?;
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

/// Why a bet missed the rows of its round.
async fn why_missed(
    app: &App,
    table: &Table,
    player: &SessionPlayer,
    wager: &Wager,
    round: &Round,
) -> ApiResult<ApiError> {
    let own = bet_store::of_player_on(&app.db, round.id, player.id).await?;
    Ok(known_miss(app, table, player, wager, &own).await?.unwrap_or_else(closed))
}

/// Why a bet would miss the rows of its round, beside the bets that its player has there already.
async fn known_miss(
    app: &App,
    table: &Table,
    player: &SessionPlayer,
    wager: &Wager,
    own: &[Bet],
) -> ApiResult<Option<ApiError>> {
    if i64::try_from(own.len()).is_ok_and(|count| count >= table.rules.bets_of_player_max()) {
        return Ok(Some(match table.rules {
            Rules::Crash(_) => full(),
            Rules::Baccarat(_) => place_full(),
        }));
    }
    if wager.spots.is_empty() {
        return Ok(None);
    }
    let lying = spot_store::of_these(&app.db, own).await?;
    let in_currency: Vec<&Bet> = own.iter().filter(|bet| bet.currency == player.played_in).collect();
    let lies: Vec<_> = in_currency.iter().filter_map(|bet| lying.get(&bet.id)).flatten().collect();
    let is_over = |on: &SpotBet| {
        let there = lies.iter().filter(|other| other.spot == on.spot).map(|other| other.amount_cents);
        there.sum::<i64>() + on.amount_cents > on.spot.limits(wager.limits).max_cents
    };
    let all: i64 = in_currency.iter().map(|bet| bet.stake_cents).sum();
    let more: i64 = wager.spots.iter().map(|on| on.amount_cents).sum();
    let refused = wager.spots.iter().any(is_over) || all + more > wager.limits.max_cents;
    Ok(refused.then(place_full))
}

/// The rows that say that the table takes a bet.
fn takes(table: &Table, bet: &Bet, wager: &Wager) -> Vec<Statement> {
    let mut takes = bet_store::place(bet, table.rules.bets_of_player_max());
    if !wager.spots.is_empty() {
        takes.extend(spot_store::place(bet, &wager.spots, wager.limits));
    }
    takes
}

/// Whether the player has a bet on a round.
async fn has_bet(app: &App, player: &SessionPlayer, round: &Round) -> ApiResult<bool> {
    Ok(!bet_store::of_player_on(&app.db, round.id, player.id).await?.is_empty())
}

fn full() -> ApiError {
    ApiError::conflict("bets_max", "You have placed as many bets on this round as it takes.")
}

fn place_full() -> ApiError {
    ApiError::conflict("place_full", "The table takes no more of this player there on this round.")
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
