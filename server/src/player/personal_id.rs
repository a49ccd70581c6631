//! Personal ids: kept encrypted, and known again by a mark.

use croupier_db::Tx;
use croupier_ledger::PlayerId;
use hmac::Mac as _;

use super::model::Player;
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;
use crate::platform::secrets::hmac_sha256;

/// What personal ids are encrypted for.
const PERSONAL_ID: &str = "personal_id";

/// The personal id of player `id` as it is kept.
pub(super) fn sealed_id(app: &App, id: PlayerId, plain: Option<&str>) -> ApiResult<Option<Vec<u8>>> {
    let seal = |plain: &str| sealed::seal(&app.secrets, app.entropy, PERSONAL_ID, id, plain.as_bytes());
    plain.map(seal).transpose()
}

/// What tells one personal id from another and says nothing of it. Keyed: personal ids are few enough to be guessed from a plain hash.
pub fn mark_of_id(app: &App, plain: &str) -> String {
    let mut mac = hmac_sha256(&app.secrets.key_for("personal_id_mark"));
    mac.update(plain.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// Keeps the mark of a personal id that is written down within the caller's transaction.
pub(super) async fn mark_id(app: &App, tx: &mut Tx, id: PlayerId, plain: Option<&str>) -> ApiResult<()> {
    let mark = plain.map(|plain| mark_of_id(app, plain));
    Ok(store::put_id_mark(tx, id, mark).await?)
}

/// The personal id of `player`, when one is kept.
pub fn opened_id(app: &App, player: &Player) -> ApiResult<Option<String>> {
    let Some(kept) = &player.personal_id else { return Ok(None) };
    let plain = sealed::open(&app.secrets, PERSONAL_ID, player.id, kept)?;
    Ok(Some(String::from_utf8(plain).map_err(|error| ApiError::internal(&error))?))
}
