//! The player's own list of sessions, and ending them one by one or all others at once.
//!
//! Each end is told by the fact `session.ended`, as every end of a session: all servers close the sockets of the session,
//! and the games that were opened in it are over.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};

use super::credentials::forget_sessions;
use super::device_name::DeviceName;
use super::session::{absolute_ms, end_sessions_but, facts_of, idle_ms};
use super::store;
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::error::{ApiError, ApiResult};

/// A session that holds, as its player sees it.
#[derive(Debug, Clone)]
pub struct SessionView {
    /// Its public id.
    pub id: String,
    /// What its device is called.
    pub device: DeviceName,
    /// Where it was opened (ISO 3166-1).
    pub country: Option<String>,
    /// When it was opened, UTC milliseconds.
    pub created_at: i64,
    /// When it was last seen, UTC milliseconds; some minutes behind.
    pub seen_at: i64,
}

/// How many sessions are listed at most, those that were seen last.
const LISTED_MAX: i64 = 100;

/// The player's sessions that hold, the one that was seen last first.
pub async fn sessions_of(app: &App, player: PlayerId) -> ApiResult<Vec<SessionView>> {
    let now = app.clock.now();
    let (created_after, seen_after) = (now - absolute_ms(app), now - idle_ms(app));
    Ok(store::sessions(&app.db, player, created_after, seen_after, LISTED_MAX).await?)
}

/// Ends the session of the caller's player with this public id; 404 when there is none.
pub async fn end_session(app: &App, caller: &PlayerCaller, id: &str) -> ApiResult<()> {
    let mut tx = begin(app, caller.id).await?;
    let ended = store::end_session_of(&mut tx, caller.id, id).await?;
    if ended.is_empty() {
        return Err(ApiError::not_found());
    }
    let facts = facts_of(&ended);
    publish_ends(app, tx, caller.id, &ended, &facts).await
}

/// Ends every session of the caller's player but the caller's own; answers how many there were.
pub async fn end_other_sessions(app: &App, caller: &PlayerCaller) -> ApiResult<usize> {
    let mut tx = begin(app, caller.id).await?;
    let (ended, facts) = end_sessions_but(&mut tx, caller.id, Some(&caller.session)).await?;
    if !ended.is_empty() {
        publish_ends(app, tx, caller.id, &ended, &facts).await?;
    }
    Ok(ended.len())
}

/// Ends a session of a player as staff wishes, or every one when `id` names none, together with `fact`, which tells who has
/// done it and why. Answers how many there were; with none there is no fact either.
pub async fn end_by_staff(app: &App, player: PlayerId, id: Option<&str>, fact: Fact) -> ApiResult<usize> {
    let mut tx = begin(app, player).await?;
    let ended = match id {
        Some(id) => store::end_session_of(&mut tx, player, id).await?,
        None => store::end_sessions(&mut tx, player).await?,
    };
    if !ended.is_empty() {
        let mut facts = facts_of(&ended);
        facts.push(fact);
        publish_ends(app, tx, player, &ended, &facts).await?;
    }
    Ok(ended.len())
}

/// A transaction that holds the player's lane: stops and sign-ins lock it before the sessions, too.
async fn begin(app: &App, player: PlayerId) -> ApiResult<Tx> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    Ok(tx)
}

async fn publish_ends(
    app: &App,
    mut tx: Tx,
    player: PlayerId,
    ended: &[String],
    facts: &[Fact],
) -> ApiResult<()> {
    log::append(&app.db, &mut tx, player, app.clock.now(), facts).await?;
    tx.commit().await?;
    forget_sessions(app, ended);
    Ok(())
}
