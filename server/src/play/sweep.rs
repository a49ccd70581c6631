//! Rounds that were left open are played to their end, so that no stake waits forever.
//!
//! The sweep walks through the open rounds in the order of their numbers and begins anew after the last. Rounds that
//! cannot be played, however many, hold up no other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_ledger::{Key, PlayerId, Refusal, Round, RoundStatus};

use super::model::Detail;
use super::rounds;
use super::sessions::{self, SessionPlayer};
use super::steps::{self, Step};
use crate::app::App;
use crate::identity::published_stop;
use crate::platform::error::ApiResult;
use crate::platform::readers::{After, Reader};
use crate::wallet::WalletError;

/// A round open for longer than this is finished for the player, in milliseconds: 24 hours.
pub const LEFT_OPEN_MS: i64 = 24 * 60 * 60 * 1000;

/// How often open rounds are looked for.
const EVERY: Duration = Duration::from_mins(1);

/// Rounds looked at in one go.
const AT_ONCE: usize = 100;

/// Finishes left rounds every minute until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of rounds", EVERY, |app| async move { finish_left_rounds(&app).await.map(drop) }).await;
}

/// Plays the next [`AT_ONCE`] rounds that were left open for [`LEFT_OPEN_MS`] to their end. Answers how many came
/// there.
pub async fn finish_left_rounds(app: &Arc<App>) -> ApiResult<usize> {
    let before = app.clock.now() - LEFT_OPEN_MS;
    let swept_to = &app.known.swept_to;
    let rounds = app.wallet.rounds_left_open(before, swept_to.load(Ordering::Relaxed), AT_ONCE).await?;
    let last = rounds.last().filter(|_| rounds.len() == AT_ONCE).map_or(0, |round| round.id);
    // Moved on before anything is played: what brings the sweep down does not meet it first the next time.
    swept_to.store(last, Ordering::Relaxed);
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

/// Finishes the open rounds of players who are stopped, as soon as the log says so: they cannot come back to them. What
/// is missed, because a server dies, is found by the sweep a day later.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new("rounds_of_stopped", move |_, rows| {
        let app = app.clone();
        Box::pin(async move {
            let stopped: Vec<_> = rows
                .iter()
                .filter_map(published_stop)
                .filter_map(|(player, reason)| reason.ends_sessions().then_some(player))
                .collect();
            if stopped.is_empty() {
                return Ok(After::nothing());
            }
            Ok(After::then(async move {
                for player in stopped {
                    if let Err(error) = finish_rounds_of(&app, player).await {
                        tracing::error!(?error, player, "the rounds of a stopped player cannot be finished");
                    }
                }
            }))
        })
    })
}

async fn finish_rounds_of(app: &Arc<App>, player: PlayerId) -> ApiResult<()> {
    for wallet in app.wallet.list(player).await? {
        for round in app.wallet.open_rounds(player, wallet.currency).await? {
            if round.nonce > 0
                && let Err(error) = finish(app, &round).await
            {
                tracing::error!(
                    ?error,
                    player,
                    round = round.id,
                    "a stopped player's round cannot be finished"
                );
            }
        }
    }
    Ok(())
}

/// Plays one round on until it is settled; `false` when it is no round of the built-in games.
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
        let step = Step { round: round.id, number: step, key, fingerprint: key };
        match steps::submit(app, &player, step, &public).await? {
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
