//! Addresses that get no more mail, because the mail server of the recipient said so or the recipient did.

use croupier_db::{Db, Tx};
use uuid::Uuid;

use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

/// Why an address gets no more mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suppression {
    /// Nobody has the address: no mail goes there.
    Bounce,
    /// Its owner has called a mail unwanted: no offers go there.
    Complaint,
}

impl Suppression {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bounce => "bounce",
            Self::Complaint => "complaint",
        }
    }
}

/// Where the mail with this `Message-ID` went (in lower case); `None` when it is none of ours.
pub async fn recipient_of(app: &App, message_id: &str) -> ApiResult<Option<String>> {
    let id = message_id.trim_start_matches('<').split('@').next().unwrap_or_default();
    let Ok(id) = Uuid::parse_str(id) else { return Ok(None) };
    Ok(store::recipient(&app.db, id).await?.map(|address| address.to_lowercase()))
}

/// Stops mail to `address` (in lower case) within the caller's transaction.
pub async fn suppress(app: &App, tx: &mut Tx, address: &str, reason: Suppression) -> ApiResult<()> {
    Ok(store::suppress(tx, address, reason, app.clock.now()).await?)
}

/// Lets mail go to `address` (in lower case) again; `false` when nothing stopped it.
pub async fn allow(db: &Db, address: &str) -> ApiResult<bool> {
    Ok(store::allow(db, address).await?)
}
