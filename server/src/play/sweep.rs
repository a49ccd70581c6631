//! Rounds that were left open are played to their end, so that no stake waits forever.

use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{Key, Refusal, Round, RoundStatus};

use super::model::Detail;
use super::rounds;
use super::sessions::{self, SessionPlayer};
use crate::app::App;
use crate::error::ApiResult;
use crate::wallet::WalletError;

/// A round open for longer than this is finished for the player, in milliseconds: 24 hours.
pub const LEFT_OPEN_MS: i64 = 24 * 60 * 60 * 1000;

/// How often open rounds are looked for.
const EVERY: Duration = Duration::from_mins(1);

/// Rounds finished in one go.
const AT_ONCE: i64 = 100;

/// Finishes left rounds every minute until the server stops.
pub async fn run(app: Arc<App>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        if let Err(error) = finish_left_rounds(&app).await {
            tracing::error!(?error, "left rounds could not be finished");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// Plays every round that was left open for [`LEFT_OPEN_MS`] to its end. Answers how many.
pub async fn finish_left_rounds(app: &Arc<App>) -> ApiResult<usize> {
    let before = app.clock.now() - LEFT_OPEN_MS;
    let rounds = app.wallet.rounds_left_open(before, AT_ONCE).await?;
    let mut finished = 0;
    for round in rounds {
        match finish(app, &round).await {
            Ok(true) => finished += 1,
            Ok(false) => {}
            Err(error) => tracing::error!(?error, round = round.id, "a left round cannot be finished"),
        }
    }
    Ok(finished)
}

/// Plays one round on until it is settled; `false` when it is no round of the house's own games.
async fn finish(app: &Arc<App>, round: &Round) -> ApiResult<bool> {
    let Ok(detail) = Detail::of(round) else { return Ok(false) };
    let Some(rules) = app.games.find(&app.db, &detail.game, detail.definition).await? else {
        return Ok(false);
    };
    let (login_session, licence) = (String::new(), String::new());
    let (currency, played_in) = (detail.currency, detail.played_in());
    let player = SessionPlayer { id: round.player, currency, played_in, login_session, licence };
    let session = Arc::new(sessions::real(app, player.clone(), String::new(), round.game, rules));
    let mut version = round.version;
    loop {
        let step = version + 1;
        let key = Key::new("sweep", &format!("{}:{step}", round.id));
        let public = rounds::Public::of(app, &session, player.played_in);
        let action = rounds::step_action(app, &player, round.id, step, public);
        match app.wallet.submit(rounds::order(app, &player, key, key, action)).await {
            Ok(receipt) => match receipt.round {
                Some(round) if round.status == RoundStatus::Open => version = round.version,
                _ => return Ok(true),
            },
            // The player came back, or another server was faster.
            Err(WalletError::Refused(Refusal::RoundConflict)) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
    }
}
