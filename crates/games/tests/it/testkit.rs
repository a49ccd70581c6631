//! What the tests share: the built-in games and whole rounds.

use croupier_games::fair::{ServerSeed, Stream};
use croupier_games::{Bet, Game, RoundState, Step, Transition, builtin};
use serde_json::Value;

/// A round played to its end.
pub(crate) struct Round {
    pub(crate) steps: Vec<Step>,
    pub(crate) states: Vec<RoundState>,
    pub(crate) win_cents: i64,
}

pub(crate) fn game(slug: &str) -> Game {
    Game::load(definition(slug)).unwrap()
}

pub(crate) fn definition(slug: &str) -> &'static str {
    builtin::GAMES.iter().find(|g| g.slug == slug).unwrap().definition
}

/// A built-in game's definition after a change.
pub(crate) fn changed(slug: &str, change: impl FnOnce(&mut Value)) -> Result<Game, String> {
    let mut json: Value = serde_json::from_str(definition(slug)).unwrap();
    change(&mut json);
    Game::from_value(json).map_err(|error| error.to_string())
}

/// Plays round `nonce` under a seed made from `seed`.
pub(crate) fn play(game: &Game, stake_cents: i64, bets: &[Bet], seed: u8, nonce: u64) -> Round {
    finish(game, seed, nonce, |stream| game.start(stake_cents, bets, stream).unwrap())
}

/// Plays bought round `nonce`; `stake_cents` is what its price is a multiple of.
pub(crate) fn play_bought(game: &Game, stake_cents: i64, seed: u8, nonce: u64) -> Round {
    finish(game, seed, nonce, |stream| game.start_bought(stake_cents, stream).unwrap())
}

fn finish(game: &Game, seed: u8, nonce: u64, start: impl FnOnce(&mut Stream) -> Transition) -> Round {
    let server_seed = ServerSeed::new([seed; 32]);
    let stream = |step| Stream::new(&server_seed, "player", "EUR", nonce, step);
    let mut round = Round { steps: Vec::new(), states: Vec::new(), win_cents: 0 };
    let mut next = start(&mut stream(0));
    loop {
        let Transition { step, win_cents, state } = next;
        assert_eq!(step.win_cents(), win_cents, "the step tells what it pays");
        round.steps.push(step);
        round.win_cents += win_cents;
        let Some(state) = state else { return round };
        assert_eq!(state.step_next as usize, round.steps.len(), "steps are counted from 0");
        assert_eq!(state.win_cents, round.win_cents);
        next = game.step(&state, &mut stream(state.step_next)).unwrap();
        round.states.push(state);
    }
}
