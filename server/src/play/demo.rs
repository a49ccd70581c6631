//! Demo rounds: the same maths on play money that lives in the session and nowhere else.

use croupier_games::{Bet, RoundState, Transition};

use super::demo_fairness::{self, ROUNDS_KEPT, Seeds, StoredRound};
use super::model::{RoundRequest, RoundView, StepRequest, play_error};
use super::sessions::{FUN, Session};
use super::{buying, rounds, sessions, stakes, store};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};

/// The play money of a session and its last round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Play money, in hundredths.
    pub balance: i64,
    /// Rounds opened so far.
    pub nonce: i64,
    /// Rises with each answer; two calls at once cannot both win.
    pub version: i64,
    /// The idempotency key of the last answer, with a hash of what was asked.
    pub key: String,
    /// The last answer, as JSON.
    pub round: Option<String>,
    /// The session's own seed pairs.
    pub seeds: Seeds,
}

/// The round kept of the last answer, with what it needs to go on.
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredDemo {
    view: RoundView,
    bets: Vec<Bet>,
    state: Option<RoundState>,
}

impl State {
    fn kept(&self) -> ApiResult<Option<StoredDemo>> {
        Ok(self.round.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// The round that waits for its next step, if there is one.
    pub fn open_round(&self) -> ApiResult<Option<RoundView>> {
        Ok(self.kept()?.filter(|kept| kept.state.is_some()).map(|kept| kept.view))
    }
}

/// Places a bet of play money and plays the first step.
pub async fn start(
    app: &App,
    session: &Session,
    visitor: &Visitor,
    request: &RoundRequest,
    key: &str,
) -> ApiResult<RoundView> {
    let asked = format!("{key} start {}", serde_json::to_string(request)?);
    if let Some(view) = replay(session, key, &asked)? {
        return Ok(view);
    }
    if request.freespins_id.is_some() {
        return Err(ApiError::not_found());
    }
    let game = sessions::rules_for_new_round(app, session)?;
    let limits = stakes::limits(game, croupier_money::Currency::EUR);
    let stake = buying::wagered(app, session, visitor, request, limits)?;
    let demo = &session.demo;
    if demo.open_round()?.is_some() {
        return Err(ApiError::conflict("round_conflict", "A round of this game is still open."));
    }
    if stake > demo.balance {
        return Err(ApiError::field("stake_cents", "insufficient_funds", "The play money is used up."));
    }
    let nonce = demo.nonce + 1;
    let pair = demo.seeds.in_force().ok_or_else(ApiError::not_found)?;
    let seed = demo_fairness::server_seed(app, session.id, pair.no);
    let mut stream = rounds::stream(&seed, &pair.client_seed, FUN, nonce, 0)?;
    let bought_for = request.stake_cents.filter(|_| request.buy);
    let played = match bought_for {
        Some(bet) => game.start_bought(bet, &mut stream),
        None => game.start(stake, &request.bets, &mut stream),
    };
    let transition = played.map_err(|error| play_error(&error))?;
    let view = RoundView {
        id: format!("demo-{nonce}"),
        status: String::new(),
        game: game.identifier().to_owned(),
        stake_cents: stake,
        bet_cents: bought_for.unwrap_or(stake),
        freespins_id: None,
        win_cents: 0,
        balance_cents: demo.balance - stake,
        currency: FUN.to_owned(),
        wallet: None,
        seed_no: pair.no,
        nonce,
        steps: Vec::new(),
        next: None,
        created_at: rfc3339(app.clock.now()),
        seq: None,
    };
    keep(app, session, (view, request.bets.clone()), transition, asked).await
}

/// Plays the next step of the open round.
pub async fn step(
    app: &App,
    session: &Session,
    round: &str,
    request: StepRequest,
    key: &str,
) -> ApiResult<RoundView> {
    let asked = format!("{key} step {round} {}", request.step);
    if let Some(view) = replay(session, key, &asked)? {
        return Ok(view);
    }
    sessions::require_listed(app, session)?;
    let moved_on = || ApiError::conflict("round_conflict", "The round has moved on.");
    let kept = session.demo.kept()?.filter(|kept| kept.view.id == round).ok_or_else(ApiError::not_found)?;
    let state = kept.state.filter(|state| i64::from(state.step_next) == request.step).ok_or_else(moved_on)?;
    // The pair stays in force while the round is open.
    let pair = session.demo.seeds.in_force().ok_or_else(ApiError::not_found)?;
    let seed = demo_fairness::server_seed(app, session.id, pair.no);
    let mut stream = rounds::stream(&seed, &pair.client_seed, FUN, kept.view.nonce, state.step_next)?;
    // A demo's rules stay while its round is open.
    let transition = session.rules.step(&state, &mut stream).map_err(|error| play_error(&error))?;
    keep(app, session, (kept.view, kept.bets), transition, asked).await
}

/// The last answer, when it is asked for again; a key that stands for another request is refused.
fn replay(session: &Session, key: &str, asked: &str) -> ApiResult<Option<RoundView>> {
    let last = &session.demo.key;
    if last == asked {
        return Ok(session.demo.kept()?.map(|kept| kept.view));
    }
    if last.split(' ').next() == Some(key) {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another request."));
    }
    Ok(None)
}

async fn keep(
    app: &App,
    session: &Session,
    (mut view, bets): (RoundView, Vec<Bet>),
    transition: Transition,
    asked: String,
) -> ApiResult<RoundView> {
    view.win_cents += transition.win_cents;
    view.balance_cents += transition.win_cents;
    view.steps.push(transition.step);
    view.next = transition.state.as_ref().map(RoundState::next);
    if view.next.is_some() { "open" } else { "finished" }.clone_into(&mut view.status);
    let kept = StoredDemo { view: view.clone(), bets: bets.clone(), state: transition.state };
    let next = State {
        balance: view.balance_cents,
        nonce: view.nonce,
        version: session.demo.version,
        key: asked,
        round: Some(serde_json::to_string(&kept)?),
        seeds: session.demo.seeds.clone(),
    };
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let expires_at = now + sessions::DEMO_IDLE_MS;
    if !store::update_demo(&mut tx, session.id, &next, expires_at).await? {
        return Err(ApiError::conflict("round_conflict", "The round has moved on."));
    }
    if view.next.is_none() {
        let ended = StoredRound { view: view.clone(), bets, definition: session.rules.hash() };
        let body = serde_json::to_string(&ended)?;
        let until = now + sessions::SESSION_MS;
        store::keep_demo_round(&mut tx, session.id, (view.nonce, body.as_str()), ROUNDS_KEPT, until).await?;
    }
    tx.commit().await?;
    Ok(view)
}
