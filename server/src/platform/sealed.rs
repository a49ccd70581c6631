//! Values that are kept encrypted: AES-256-GCM under a key for one purpose of this installation.
//!
//! What is sealed for one owner or row does not open for another: a value that was copied over somebody else's is of no
//! use.

use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, KeyInit};
use croupier_ledger::PlayerId;

use crate::platform::clock::Entropy;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::Secrets;

const NONCE_BYTES: usize = 12;

/// Encrypts `plain` of `owner` for `purpose`; answers a fresh nonce and what belongs to it.
pub fn seal(
    secrets: &Secrets,
    entropy: Entropy,
    purpose: &str,
    owner: PlayerId,
    plain: &[u8],
) -> ApiResult<Vec<u8>> {
    seal_bound(secrets, entropy, purpose, &owner.to_be_bytes(), plain)
}

/// Decrypts what [`seal`] made for the same purpose and owner.
pub fn open(secrets: &Secrets, purpose: &str, owner: PlayerId, sealed: &[u8]) -> ApiResult<Vec<u8>> {
    let plain = open_bound(secrets, purpose, &owner.to_be_bytes(), sealed);
    plain
        .ok_or_else(|| ApiError::internal(&format!("{purpose} of player {owner} does not open with our key")))
}

/// Encrypts `plain` for `purpose`, bound to `context`; answers a fresh nonce and what belongs to it.
pub fn seal_bound(
    secrets: &Secrets,
    entropy: Entropy,
    purpose: &str,
    context: &[u8],
    plain: &[u8],
) -> ApiResult<Vec<u8>> {
    let sealed = seal_under(&secrets.key_for(purpose), entropy, context, plain);
    sealed.ok_or_else(|| ApiError::internal(&format!("{purpose} could not be encrypted")))
}

/// Encrypts `plain` under `key`, bound to `context`; answers a fresh nonce and what belongs to it. `None` when it is too long.
pub fn seal_under(key: &[u8; 32], entropy: Entropy, context: &[u8], plain: &[u8]) -> Option<Vec<u8>> {
    let nonce: [u8; NONCE_BYTES] = entropy.bytes();
    let cipher = Aes256Gcm::new(&(*key).into());
    let sealed = cipher.encrypt(&nonce.into(), Payload { msg: plain, aad: context }).ok()?;
    Some([&nonce[..], &sealed].concat())
}

/// Decrypts what [`seal_bound`] made for the same purpose and context; `None` when it is something else.
pub fn open_bound(secrets: &Secrets, purpose: &str, context: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    open_under(&secrets.key_for(purpose), context, sealed)
}

/// Decrypts what [`seal_under`] made under the same key and for the same context; `None` when it is something else.
pub fn open_under(key: &[u8; 32], context: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
    let cipher = Aes256Gcm::new(&(*key).into());
    cipher.decrypt(&(*nonce).into(), Payload { msg: sealed, aad: context }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_purpose_and_owner_open_it() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load(folder.path(), None, Entropy).unwrap();
        let sealed = seal(&secrets, Entropy, "test", 7, b"a secret").unwrap();
        assert!(!sealed.windows(8).any(|part| part == b"a secret"));
        assert_eq!(open(&secrets, "test", 7, &sealed).unwrap(), b"a secret");
        assert!(open(&secrets, "test", 8, &sealed).is_err());
        assert!(open(&secrets, "other", 7, &sealed).is_err());
        assert!(open(&secrets, "test", 7, &sealed[..11]).is_err());
        let mut broken = sealed.clone();
        broken[20] ^= 1;
        assert!(open(&secrets, "test", 7, &broken).is_err());
    }
}
