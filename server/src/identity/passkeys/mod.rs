//! Passkeys: a key in the player's device or security key, shown without a password, or after it.
//!
//! A passkey is for one host. Its authenticator has checked its holder, so it signs in by itself, and it takes the place of
//! a code wherever a second factor is asked for. A player can also ask that the password alone opens nothing: that is a
//! second factor without an app. Challenges are drawn here, are given to one browser each, and count for one answer.

mod ceremony;
mod registration;
mod sign_in;
mod store;

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::{Value, json};

use self::ceremony::{Showing, Verdict};
use self::store::ChallengeRow;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

pub use ceremony::PasskeySite;
pub use registration::{
    add_passkey, begin_passkey, remove_passkey, rename_passkey, require_passkey, stop_requiring_passkey,
};
pub use sign_in::sign_in_by_passkey;

/// The field of forms in which a passkey comes.
pub(super) const FIELD: &str = "passkey";

/// How long a browser has to answer, in milliseconds: players look for their keys.
const ANSWER_MS: i64 = 5 * 60 * 1000;

/// A passkey, as its player sees it.
#[derive(Debug, Clone)]
pub struct PasskeyView {
    /// Its public id.
    pub id: String,
    /// What the player calls it.
    pub name: String,
    /// The host that it is for.
    pub host: String,
    /// When it was registered, UTC milliseconds.
    pub created_at: i64,
    /// When it was last shown, UTC milliseconds.
    pub used_at: Option<i64>,
}

/// The player's passkeys, the oldest first, and whether one is asked for after the password.
pub async fn passkeys_of(app: &App, player: PlayerId) -> ApiResult<(Vec<PasskeyView>, bool)> {
    Ok((store::of_player(&app.db, player).await?, store::is_required(&app.db, player).await?))
}

/// Begins to ask a browser for a passkey, whosever it is; answers what it is asked.
pub async fn ask_for_passkey(app: &App, site: PasskeySite) -> ApiResult<Value> {
    let begun = ceremony::begin_showing(&site)?;
    let now = app.clock.now();
    let row = ChallengeRow { registers: None, site, state: Vec::new(), expires_at: now + ANSWER_MS };
    let mut tx = app.db.begin().await?;
    store::add_challenge(&mut tx, &begun, &row, now).await?;
    tx.commit().await?;
    Ok(begun.options)
}

/// A passkey that was shown and fits. It counts once its new state is noted ([`Shown::spend`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    id: String,
    pub(super) player: PlayerId,
    was: Vec<u8>,
    is: Vec<u8>,
}

impl Shown {
    /// Judges the passkey that a browser has sent. The challenge that it answers is used up, whatever becomes of it.
    pub(super) async fn judge(app: &App, sent: &Value) -> ApiResult<Self> {
        let showing = Showing::read(sent).ok_or_else(wrong)?;
        let mut tx = app.db.begin().await?;
        let asked = store::take_challenge(&mut tx, &showing.challenge).await?;
        tx.commit().await?;
        let asked = asked.filter(|row| row.registers.is_none() && row.expires_at > app.clock.now());
        let asked = asked.ok_or_else(expired)?;
        let row = store::by_credential(&app.db, &showing.credential_id).await?.ok_or_else(wrong)?;
        if row.rp_id != asked.site.rp_id {
            return Err(wrong());
        }
        match showing.judge(&asked.site, &asked.state, &row.kept)? {
            Verdict::Fits(is) => Ok(Self { id: row.id, player: row.player, was: row.kept.state, is }),
            Verdict::Wrong => Err(wrong()),
            Verdict::Copied => {
                let mut tx = app.db.begin().await?;
                let body = json!({ "passkey": row.id, "host": asked.site.rp_id });
                publish(app, &mut tx, row.player, "player.passkey_copied", &body).await?;
                tx.commit().await?;
                Err(wrong())
            }
        }
    }

    /// Notes within the caller's transaction, which holds the lock of the player's lane, that the passkey was used; `false`
    /// when it was removed or used meanwhile.
    pub(super) async fn spend(&self, app: &App, tx: &mut Tx) -> ApiResult<bool> {
        Ok(store::note_use(tx, &self.id, &self.was, &self.is, app.clock.now()).await?)
    }
}

/// Whether the player has a passkey, on whichever host.
pub(super) async fn has_any(tx: &mut Tx, player: PlayerId) -> ApiResult<bool> {
    Ok(store::count(tx, player).await? > 0)
}

/// Removes every passkey of the player within the caller's transaction, and asks for none any more; answers their ids and names.
pub(super) async fn remove_all(tx: &mut Tx, player: PlayerId) -> ApiResult<Vec<(String, String)>> {
    let removed = store::remove_all(tx, player).await?;
    store::stop_requiring(tx, player).await?;
    Ok(removed)
}

/// Asks for no passkey after the password any more, within the caller's transaction.
pub(super) async fn stop_asking(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<()> {
    store::stop_requiring(tx, player).await.map(drop)
}

pub(super) fn wrong() -> ApiError {
    ApiError::field(FIELD, "SIGN_IN.WRONG_PASSKEY", "This passkey does not fit.")
}

fn expired() -> ApiError {
    ApiError::field(FIELD, "SIGN_IN.PASSKEY_EXPIRED", "This took too long. Please try again.")
}

async fn publish(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    kind: &'static str,
    body: &Value,
) -> ApiResult<()> {
    let fact = Fact { kind, body: body.to_string() };
    Ok(log::append(&app.db, tx, player, app.clock.now(), &[fact]).await?)
}
