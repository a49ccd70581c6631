//! The worker that does what is due of gifts: activations, ends, and winnings of free spins. Each is a command whose key is
//! made of the gift, with the change of its row attached, so it happens once however many servers work at it.

use std::sync::Arc;
use std::time::Duration;

use croupier_promo::End;

use super::model::{Award, Due, Grant};
use super::{freespins, gifts, grant_store, store, welcome};
use crate::app::App;
use crate::error::ApiResult;

/// How often it is looked for what is due.
const EVERY: Duration = Duration::from_millis(500);

/// Gifts worked at in one go.
const AT_ONCE: i64 = 500;

/// Does what is due until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("bonuses", EVERY, |app| async move { carry_out(&app).await }).await;
}

/// Does what is due now. A gift that fails holds up no other, and is tried again the next time.
pub async fn carry_out(app: &App) -> ApiResult<()> {
    welcome::issue_owed(app).await?;
    let now = app.clock.now();
    for award in store::due_awards(&app.db, now, AT_ONCE).await? {
        if let Err(error) = of_award(app, &award, now).await {
            tracing::warn!(bonus = award.id, ?error, "a bonus could not be brought on");
        }
    }
    for grant in grant_store::due_grants(&app.db, now, AT_ONCE).await? {
        if let Err(error) = of_grant(app, &grant, now).await {
            tracing::warn!(freespins = grant.id, ?error, "free spins could not be brought on");
        }
    }
    Ok(())
}

async fn of_award(app: &App, award: &Award, now: i64) -> ApiResult<()> {
    let is_over = award.deadline().is_some_and(|deadline| deadline <= now);
    let why = match award.due {
        Some(Due::Wagered) => End::Wagered,
        Some(Due::Excluded) => End::Excluded,
        Some(Due::Staff) => End::Staff,
        _ if is_over => End::TimeOver,
        Some(Due::Emptied) => End::Emptied,
        Some(Due::Activate) => {
            if gifts::bring_on(app, award).await?.is_none() {
                store::forget_due(app, award.id, Due::Activate).await?;
            }
            return Ok(());
        }
        None => return Ok(()),
    };
    let ended = gifts::end(app, award, why).await;
    // The reader marks it again when something moves in the wallet, as an open round does that keeps it from ending.
    if let Some(due @ (Due::Wagered | Due::Emptied)) = award.due
        && !is_over
        && !matches!(ended, Ok(Some(_)))
    {
        store::forget_due(app, award.id, due).await?;
    }
    match ended {
        Err(error) if error.status() == axum::http::StatusCode::CONFLICT => Ok(()),
        ended => ended.map(drop),
    }
}

async fn of_grant(app: &App, grant: &Grant, now: i64) -> ApiResult<()> {
    if grant.performed == grant.ended_rounds
        && grant.performed > 0
        && (grant.performed == grant.total || !grant.stage.is_current())
    {
        return freespins::settle(app, grant).await.map(drop);
    }
    let why = match grant.due {
        Some(Due::Excluded) => End::Excluded,
        Some(Due::Staff) => End::Staff,
        _ if grant.stage.is_current() && grant.deadline().is_some_and(|deadline| deadline <= now) => {
            End::TimeOver
        }
        _ => return Ok(()),
    };
    freespins::end(app, grant, why).await.map(drop)
}
