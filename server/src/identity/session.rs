//! Sessions: an opaque token in the browser, its SHA-256 in the store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId, StopReason};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::store;
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

const MINUTE_MS: i64 = 60 * 1000;

/// A session that was left alone for this long asks for the password again before money moves.
pub const MONEY_IDLE_MS: i64 = 30 * MINUTE_MS;

/// A session is noted as seen this often at most, so that reading does not write.
const TOUCH_EVERY_MS: i64 = 5 * MINUTE_MS;

/// What a call says about the player's presence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// The player does something: the session stays fresh.
    Acts,
    /// The site or a game asks by itself: the session only stays signed in.
    Background,
}

/// A session that holds.
#[derive(Debug, Clone)]
pub struct LiveSession {
    /// Whose it is.
    pub player: PlayerId,
    /// Its public id.
    pub id: String,
    /// Whether it was never left alone for long since the password was typed.
    pub fresh: bool,
}

/// A session just opened: the token goes to the browser and nowhere else.
pub struct OpenedSession {
    /// 256 random bits.
    pub token: String,
    /// The public id.
    pub id: String,
    /// How long it may last at most, in seconds.
    pub max_age_s: i64,
}

impl std::fmt::Debug for OpenedSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OpenedSession({})", self.id)
    }
}

pub(super) fn idle_ms(app: &App) -> i64 {
    i64::from(app.config.session_idle_minutes) * MINUTE_MS
}

pub(super) fn absolute_ms(app: &App) -> i64 {
    i64::from(app.config.session_absolute_days) * DAY_MS
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// The session that `token` opens, unless it is over or its player is shut out.
pub async fn live_session(app: &App, token: &str, activity: Activity) -> ApiResult<Option<LiveSession>> {
    let Some(row) = store::session(&app.db, &hash(token)).await? else { return Ok(None) };
    let live = holds(app, &row, activity).await?;
    let fresh = is_fresh(&row, app.clock.now());
    Ok(live.then_some(LiveSession { player: row.login.player, id: row.id, fresh }))
}

/// Whether a session was never left alone for long since the password was typed.
const fn is_fresh(row: &store::SessionRow, now: i64) -> bool {
    now - row.fresh_at < MONEY_IDLE_MS
}

/// Whether a session is within its times and its player is not shut out.
fn stands(app: &App, row: &store::SessionRow, now: i64) -> bool {
    let over = now - row.created_at >= absolute_ms(app) || now - row.seen_at >= idle_ms(app);
    !over && !row.login.is_shut(now)
}

/// Whether a session stands; notes that it was seen, and that it was used when its player acts.
async fn holds(app: &App, row: &store::SessionRow, activity: Activity) -> ApiResult<bool> {
    let now = app.clock.now();
    if !stands(app, row, now) {
        return Ok(false);
    }
    let pause_ms = TOUCH_EVERY_MS.min(idle_ms(app) / 2);
    let used = activity == Activity::Acts && is_fresh(row, now) && now - row.fresh_at >= pause_ms;
    if used || now - row.seen_at >= pause_ms {
        let mut tx = app.db.begin().await?;
        if used {
            store::note_used(&mut tx, &row.id, now, now - MONEY_IDLE_MS).await?;
        } else {
            store::note_seen(&mut tx, &row.id, now).await?;
        }
        tx.commit().await?;
    }
    Ok(true)
}

/// Whether the login session with this public id, which a game session stands on, still holds and whether it is fresh;
/// `None` when it is over. The store is asked once in [`LEASE_MS`](super::LEASE_MS) while the session is fresh, and
/// every time once it is not.
pub async fn play_session(app: &App, id: &str, activity: Activity) -> ApiResult<Option<bool>> {
    let look = match app.live_sessions.holds(id, app.clock.now()) {
        Ok(()) => return Ok(Some(true)),
        Err(look) => look,
    };
    let Some(row) = store::session_by_id(&app.db, id).await? else { return Ok(None) };
    if !holds(app, &row, activity).await? {
        return Ok(None);
    }
    let now = app.clock.now();
    let fresh = is_fresh(&row, now);
    if fresh {
        let ends_at = row.created_at.saturating_add(absolute_ms(app)).min(row.fresh_at + MONEY_IDLE_MS);
        app.live_sessions.found(id, look, now, ends_at);
    }
    Ok(Some(fresh))
}

/// Whether the session with this public id still holds, asked behind its player's back: it is not noted as seen.
pub async fn session_stands(app: &App, id: &str) -> ApiResult<bool> {
    let row = store::session_by_id(&app.db, id).await?;
    Ok(row.is_some_and(|row| stands(app, &row, app.clock.now())))
}

/// Opens a session within the caller's transaction, in place of the one the browser had.
pub async fn open_session(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    visitor: &Visitor,
) -> ApiResult<OpenedSession> {
    let now = app.clock.now();
    // A balancer may keep the players of a lane with one server by what stands before the dot.
    let lane = croupier_db::log::lane_of(&app.db, player);
    let token = format!("{lane}.{}", URL_SAFE_NO_PAD.encode(app.entropy.bytes::<32>()));
    let id = app.entropy.uuid(&app.clock).to_string();
    lock_for_sign_in(app, tx, player, visitor).await?;
    store::drop_stale_sessions(tx, player, now - absolute_ms(app), now - idle_ms(app)).await?;
    if let Some(old) = &visitor.token {
        replace_session(app, tx, old, player, &id).await?;
    }
    let (token_hash, address) = (hash(&token), visitor.address());
    let new = store::NewSession {
        token_hash: &token_hash,
        player,
        id: &id,
        address: &address,
        device: &visitor.device,
        country: visitor.country(),
    };
    store::add_session(tx, &new, now).await?;
    let body = json!({ "session": id });
    publish(app, tx, player, &["player.signed_in"], &body).await?;
    // The fact has locked the lane: a stop of the same instant either is seen here or ends this session.
    let stops = super::stops_in(tx, player).await?;
    super::refuse_stopped(&stops, now, StopReason::forbids_sign_in)?;
    Ok(OpenedSession { token, id, max_age_s: absolute_ms(app) / 1000 })
}

/// Locks, within the caller's transaction, the lanes of the player who signs in and of the one whose session the browser
/// has. It comes before any row of the login, its sessions or its second factor: a change of those and a stop lock in the
/// same order.
pub(super) async fn lock_for_sign_in(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    visitor: &Visitor,
) -> ApiResult<()> {
    let other = match &visitor.token {
        Some(old) => store::owner_of(tx, &hash(old)).await?,
        None => None,
    };
    lock_lanes(app, tx, player, other).await
}

/// Locks the lanes of the player who comes and of the one who goes before any session row, in one order: a stop and another
/// sign-in lock them so as well, and nobody waits for each other.
async fn lock_lanes(app: &App, tx: &mut Tx, player: PlayerId, other: Option<PlayerId>) -> ApiResult<()> {
    let mut players = vec![player];
    players.extend(other);
    players.sort_unstable_by_key(|player| log::lane_of(&app.db, *player));
    for player in players {
        log::append(&app.db, tx, player, app.clock.now(), &[]).await?;
    }
    Ok(())
}

/// Ends the session of `token` within the caller's transaction, if there is one. The fact names the session that
/// takes its place (`next`) when that is the same player's.
async fn replace_session(app: &App, tx: &mut Tx, token: &str, player: PlayerId, next: &str) -> ApiResult<()> {
    let Some((owner, id)) = store::end_session(tx, &hash(token)).await? else { return Ok(()) };
    let next = (owner == player).then_some(next);
    publish(app, tx, owner, &["session.ended"], &json!({ "session": id, "next": next })).await
}

/// Ends every session of a player within the caller's transaction. Answers the facts that tell of it, which the
/// caller has to write down.
pub async fn end_sessions(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Vec<Fact>> {
    Ok(facts_of(&store::end_sessions(tx, player).await?))
}

/// Ends the player's sessions but `keep` within the caller's transaction. Answers their ids, and the facts that tell of
/// it, which the caller has to write down.
pub(super) async fn end_sessions_but(
    tx: &mut Tx,
    player: PlayerId,
    keep: Option<&str>,
) -> croupier_db::Result<(Vec<String>, Vec<Fact>)> {
    let ended = match keep {
        Some(keep) => store::end_sessions_but(tx, player, keep).await?,
        None => store::end_sessions(tx, player).await?,
    };
    let facts = facts_of(&ended);
    Ok((ended, facts))
}

/// The facts that tell of the end of these sessions.
pub(super) fn facts_of(ended: &[String]) -> Vec<Fact> {
    let fact = |id: &String| Fact { kind: "session.ended", body: json!({ "session": id }).to_string() };
    ended.iter().map(fact).collect()
}

/// Signs the owner of `token` out, if it still opens a session.
pub(super) async fn sign_out(app: &App, token: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let Some(owner) = store::owner_of(&mut tx, &hash(token)).await? else { return Ok(()) };
    // The lane comes before the row, as in a stop: the two would wait for each other.
    lock_lanes(app, &mut tx, owner, None).await?;
    let Some((player, id)) = store::end_session(&mut tx, &hash(token)).await? else { return Ok(()) };
    publish(app, &mut tx, player, &["player.signed_out", "session.ended"], &json!({ "session": id })).await?;
    tx.commit().await?;
    // The log tells it too, a moment later; who signed out here is out when the answer is there.
    app.live_sessions.end(&id);
    Ok(())
}

async fn publish(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    kinds: &[&'static str],
    body: &Value,
) -> ApiResult<()> {
    let body = body.to_string();
    let facts: Vec<_> = kinds.iter().map(|&kind| Fact { kind, body: body.clone() }).collect();
    Ok(log::append(&app.db, tx, player, app.clock.now(), &facts).await?)
}
