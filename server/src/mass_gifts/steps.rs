//! Mass gifts go on, some players at a time, on every server.

use std::sync::Arc;
use std::time::Duration;

use super::giving::Batch;
use super::model::{MassGift, State};
use super::{gathering, giving, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// How often it is looked for mass gifts that have something to do.
const EVERY: Duration = Duration::from_secs(1);

/// Players that one commit takes.
const AT_ONCE: i64 = 500;

/// Commits of one mass gift before the next one has its turn.
const ROUNDS: usize = 40;

/// Goes on with mass gifts every second until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("mass gifts", EVERY, |app| async move { go_on(&app, AT_ONCE, ROUNDS).await }).await;
}

/// Takes at most `rounds` times `at_once` players of each mass gift. One that fails holds up no other, and is tried again with the
/// next call.
pub async fn go_on(app: &App, at_once: i64, rounds: usize) -> ApiResult<()> {
    for order in store::under_way(&app.db).await? {
        let gone_on = match order.state {
            State::Gathering => gathering::go_on(app, &order, at_once, rounds).await,
            _ => give(app, &order, at_once, rounds).await,
        };
        if let Err(error) = gone_on {
            tracing::error!(mass_gift = order.id, ?error, "a mass gift does not go on");
        }
    }
    Ok(())
}

async fn give(app: &App, order: &MassGift, at_once: i64, rounds: usize) -> ApiResult<()> {
    for _ in 0..rounds {
        let mut is_anybody_left = false;
        for lane in 0..app.db.lanes() {
            match giving::take_some(app, order, lane, at_once).await? {
                Batch::Over => return Ok(()),
                Batch::MemberResult(count) => is_anybody_left |= count > 0,
            }
        }
        if !is_anybody_left {
            let mut tx = app.db.begin().await?;
            if store::finish(&mut tx, order.id, app.clock.now()).await? {
                tx.commit().await?;
            }
            return Ok(());
        }
    }
    Ok(())
}
