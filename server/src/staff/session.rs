//! Sessions of staff: a random token in the browser, its SHA-256 in the store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::Tx;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::model::{Member, MemberState};
use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

const MINUTE_MS: i64 = 60 * 1000;

/// A session ends after this long without a call.
const IDLE_MS: i64 = 30 * MINUTE_MS;

/// A session ends after this long whatever happens.
const LIFETIME_MS: i64 = 12 * 60 * MINUTE_MS;

/// A session is noted as seen this often at most, so that reading does not write.
const TOUCH_EVERY_MS: i64 = MINUTE_MS;

/// A session just opened: the token goes to the browser and nowhere else.
pub struct OpenedSession {
    /// 256 random bits.
    pub token: String,
    /// How long it may last at most, in seconds.
    pub max_age_s: i64,
}

impl std::fmt::Debug for OpenedSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OpenedSession")
    }
}

/// A token for a link or a cookie.
pub(super) fn fresh_token(bytes: [u8; 32]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What the store keeps of a token.
pub(super) fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Opens a session within the caller's transaction, and forgets those that are over.
pub(super) async fn open(app: &App, tx: &mut Tx, member: Uuid) -> ApiResult<OpenedSession> {
    let now = app.clock.now();
    store::forget_sessions(tx, now - LIFETIME_MS, now - IDLE_MS).await?;
    let token = fresh_token(app.entropy.bytes());
    store::add_session(tx, &hash(&token), member, now).await?;
    Ok(OpenedSession { token, max_age_s: LIFETIME_MS / 1000 })
}

/// The member whose session `token` opens, as the rows say now; `None` when the session is over.
pub(super) async fn member_of(app: &App, token: &str) -> ApiResult<Option<Member>> {
    let hash = hash(token);
    let Some(row) = store::session(&app.db, &hash).await? else { return Ok(None) };
    let now = app.clock.now();
    let over = now - row.created_at >= LIFETIME_MS || now - row.seen_at >= IDLE_MS;
    if over || row.member.state != MemberState::Active {
        return Ok(None);
    }
    if now - row.seen_at >= TOUCH_EVERY_MS {
        let mut tx = app.db.begin().await?;
        store::note_seen(&mut tx, &hash, now).await?;
        tx.commit().await?;
    }
    Ok(Some(row.member))
}

/// Ends the session that `token` opens, if it does.
pub async fn sign_out(app: &App, token: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    store::end_session(&mut tx, &hash(token)).await?;
    Ok(tx.commit().await?)
}
