//! The restore id of a guest: 128 random bits with a signature of this installation.
//!
//! Whoever holds it reads and writes the guest's conversation. Nothing is stored before the first message: the signature
//! says that the id was given out here, so nobody picks a weak one, and a made-up one costs no look into the store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hmac::Mac;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::platform::secrets::hmac_sha256;

/// A fresh restore id.
pub(super) fn restore_id(app: &App) -> String {
    let id = BASE64.encode(app.entropy.bytes::<16>());
    let signature = signature(app, &id).finalize().into_bytes();
    format!("{id}.{}", BASE64.encode(signature))
}

/// What the store knows the guest with this restore id by; `None` for one that this installation has not given out.
pub(super) fn hash_of(app: &App, restore_id: &str) -> Option<[u8; 32]> {
    let (id, shown) = restore_id.split_once('.')?;
    let shown = BASE64.decode(shown).ok()?;
    signature(app, id).verify_slice(&shown).ok()?;
    Some(Sha256::digest(restore_id.as_bytes()).into())
}

fn signature(app: &App, id: &str) -> hmac::Hmac<Sha256> {
    let mut mac = hmac_sha256(&app.secrets.key_for("chat-restore-id"));
    mac.update(id.as_bytes());
    mac
}
