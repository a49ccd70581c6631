//! The further steps of a round for money.

use std::sync::Arc;

use croupier_ledger::{Action, Key, Receipt, Refusal, Round, Settle, Settlement};

use super::model::{Detail, RoundView, StepRequest};
use super::rounds::{self, Public, TRIES};
use super::session_cache::SeedPair;
use super::sessions::{self, Session, SessionPlayer};
use super::{Games, fairness};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::wallet::WalletError;

/// A round's rules are not among those that this server has read.
const UNKNOWN_RULES: Refusal = Refusal::Game("game_unavailable");

/// Plays the next step of an open round.
pub(super) async fn step(
    app: &Arc<App>,
    session: &Arc<Session>,
    player: &SessionPlayer,
    round: i64,
    request: StepRequest,
    key: &str,
) -> ApiResult<RoundView> {
    sessions::require_known(app, session)?;
    let key = Key::new("play", &format!("{}:{key}", session.id));
    let fingerprint = Key::hash(&[b"step", &round.to_be_bytes(), &request.step.to_be_bytes()]);
    let public = Public::of(app, session, player.played_in);
    let step = Step { round, number: request.step, key, fingerprint };
    let mut answer = submit(app, player, step, &public).await?;
    if matches!(answer, Err(WalletError::Refused(UNKNOWN_RULES))) {
        // Another server has opened the round under rules that came after this server's start.
        app.games.learn(&app.db).await?;
        answer = submit(app, player, step, &public).await?;
    }
    match answer {
        Err(WalletError::Refused(UNKNOWN_RULES)) => Err(sessions::unavailable()),
        answer => rounds::view(app, player, answer, "step").await,
    }
}

/// A further step of an open round.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The round.
    pub(super) round: i64,
    /// Its number, from 1 on.
    pub(super) number: i64,
    /// The caller's name for it, which makes asking twice harmless.
    pub(super) key: Key,
    /// Hash of what was asked.
    pub(super) fingerprint: Key,
}

/// Plays a step by the rules that its round names, under the pair in force: a wallet with an open round does not rotate.
/// The refusal is [`UNKNOWN_RULES`] when this server has not read the rules.
pub(super) async fn submit(
    app: &Arc<App>,
    player: &SessionPlayer,
    step: Step,
    public: &Public,
) -> ApiResult<Result<Receipt, WalletError>> {
    for _ in 0..TRIES {
        let pair = fairness::in_force(app, player.id, player.currency).await?;
        let (system, under, public) = (app.clone(), pair.clone(), public.clone());
        let settle = Settle::new(move |context| {
            let round = context.round.ok_or(Refusal::UnknownRound)?;
            go_on(&system.games, round, &under, &public)
        });
        // The opening bet was step 0 and left version 0.
        let action = Action::Step { round: step.round, version: step.number - 1, settle };
        let order = rounds::order(app, player, step.key, step.fingerprint, action);
        match app.wallet.submit(order).await {
            // This server knows an older pair than the one that the round was opened under.
            Err(WalletError::Refused(Refusal::SeedChanged)) => {
                app.known.seeds.forget(&(player.id, player.currency), &pair);
            }
            answer => return Ok(answer),
        }
    }
    Err(Refusal::RoundConflict.into())
}

fn go_on(games: &Games, round: &Round, pair: &SeedPair, public: &Public) -> Result<Settlement, Refusal> {
    if round.seed_no != pair.no {
        return Err(Refusal::SeedChanged);
    }
    let mut detail = Detail::of(round).map_err(|_| Refusal::RoundConflict)?;
    let state = detail.state.take().ok_or(Refusal::RoundConflict)?;
    let game = games.known(&detail.game, detail.definition).ok_or(UNKNOWN_RULES)?;
    let code = detail.currency.code();
    let mut stream = rounds::stream(&pair.server, &detail.client_seed, code, round.nonce, state.step_next)?;
    let transition = game.step(&state, &mut stream).map_err(|_| Refusal::RoundConflict)?;
    let open = transition.state.is_some();
    let win = detail.push(transition)?;
    let (staked, won) = detail.amounts(round.stake, round.win + win);
    let facts = if open { Vec::new() } else { public.facts(staked, won) };
    Ok(Settlement { win, open, detail: detail.text()?, facts })
}
