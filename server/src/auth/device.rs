//! The cookie that tells one browser from another: a random id with a signature of this installation.
//!
//! It is set at sign-up and sign-in, read by the scripts of no page, and belongs to the browser, not to a player: what
//! several accounts have in common is found by it.

use axum::http::{HeaderMap, HeaderValue};
use hmac::Mac;

use super::{SessionCookie, Visitor, cookie};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::platform::secrets::hmac_sha256;

/// Browsers keep no cookie longer than 400 days.
const MAX_AGE_S: i64 = 400 * 24 * 60 * 60;

impl SessionCookie {
    const fn device_name(self) -> &'static str {
        if self.secure { "__Host-croupier-device" } else { "croupier-device" }
    }
}

impl Visitor {
    /// The id of the browser, a new one when it has none, and the header that keeps it there.
    pub fn device_cookie(&self, app: &App) -> ApiResult<(String, HeaderValue)> {
        let id = self.device_id.clone().unwrap_or_else(|| hex::encode(app.entropy.bytes::<16>()));
        let signed = format!("{id}.{}", hex::encode(signature(app, &id).finalize().into_bytes()));
        let header = self.cookie.header(self.cookie.device_name(), &signed, MAX_AGE_S)?;
        Ok((id, header))
    }
}

/// The id in the cookie of a call; `None` without one, and for one that this installation has not signed.
pub(super) fn read(app: &App, cookies: SessionCookie, headers: &HeaderMap) -> Option<String> {
    let value = cookie(headers, cookies.device_name())?;
    let (id, shown) = value.split_once('.')?;
    let shown = hex::decode(shown).ok()?;
    signature(app, id).verify_slice(&shown).is_ok().then(|| id.to_owned())
}

fn signature(app: &App, id: &str) -> hmac::Hmac<sha2::Sha256> {
    let mut mac = hmac_sha256(&app.secrets.key_for("device"));
    mac.update(id.as_bytes());
    mac
}
