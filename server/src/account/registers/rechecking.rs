//! Registers are asked again: about players whose answer is missing, with pauses that double, and once a day about those with an
//! open session.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::asking::ask_again;
use super::{Occasion, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// How often the operator looks whether somebody is due.
const EVERY: Duration = Duration::from_secs(15);

/// Players asked about in one go, one after the other: a register counts calls.
const BATCH: i64 = 50;

/// The pause after the first question without an answer, in milliseconds.
const PAUSE_MS: i64 = 30_000;

/// How often the pause doubles at most: to 64 minutes.
const DOUBLINGS_MAX: i64 = 7;

/// Asks about players who are due until the server stops.
pub async fn run(app: Arc<App>) {
    app.every(
        "asks registers of self-excluded people",
        EVERY,
        |app| async move { ask_due(&app).await.map(drop) },
    )
    .await;
}

/// Asks about players whose time has come by the server clock; answers about how many. A register that does not answer is asked
/// about nobody else in this round, and holds up no other register.
pub async fn ask_due(app: &App) -> ApiResult<usize> {
    let (mut asked, mut silent) = (0, BTreeSet::new());
    for due in store::due(&app.db, app.clock.now(), BATCH).await? {
        // Who comes after a register has fallen silent may be left out of this round, and is due again soon.
        let wait = if silent.is_empty() { pause(due.tries.saturating_add(1)) } else { PAUSE_MS };
        let next = app.clock.now().saturating_add(wait);
        if !store::claim(&app.db, &due, next).await? {
            continue;
        }
        asked += 1;
        let occasion = if due.tries > 0 { Occasion::Retry } else { Occasion::Daily };
        match ask_again(app, due.player, occasion, &silent).await {
            Ok(unanswered) => silent.extend(unanswered),
            Err(error) => {
                tracing::error!(player = due.player, ?error, "a register cannot be asked about a player");
            }
        }
    }
    Ok(asked)
}

/// How long after so many questions without an answer the next one waits, in milliseconds.
pub(super) fn pause(tries: i64) -> i64 {
    PAUSE_MS << (tries - 1).clamp(0, DOUBLINGS_MAX)
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn pauses_double_up_to_an_end() {
        for (tries, expected) in
            [(0, 30), (1, 30), (2, 60), (4, 240), (8, 3_840), (9, 3_840), (i64::MAX, 3_840)]
        {
            assert_eq!(pause(tries), expected * 1_000, "{tries}");
        }
    }
}
