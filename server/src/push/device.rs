//! A device that notices go to, as its browser names it.

use std::fmt;

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use p256::PublicKey;
use sha2::{Digest, Sha256};
use url::Url;

/// Browsers leave the padding out; one or another does not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The length of the secret that a browser shares with the operator, in bytes.
const AUTH_SECRET_LENGTH: usize = 16;

/// What it takes to write to a device.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Keys {
    public_key: PublicKey,
    auth_secret: [u8; AUTH_SECRET_LENGTH],
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Reads both in base64url; `None` when they cannot be right.
    pub(super) fn read(public_key: &str, auth_secret: &str) -> Option<Self> {
        Self::of_bytes(&BASE64.decode(public_key).ok()?, &BASE64.decode(auth_secret).ok()?)
    }

    /// Reads the bytes that the store keeps; `None` when they cannot be right.
    pub(super) fn of_bytes(public_key: &[u8], auth_secret: &[u8]) -> Option<Self> {
        let public_key = PublicKey::from_sec1_bytes(public_key).ok()?;
        Some(Self { public_key, auth_secret: auth_secret.try_into().ok()? })
    }

    pub(super) const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    pub(super) const fn auth_secret(&self) -> &[u8; AUTH_SECRET_LENGTH] {
        &self.auth_secret
    }
}

/// A device: where to write to, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Device {
    /// The address that the browser's push service gave it.
    pub(super) endpoint: Url,
    /// Its keys.
    pub(super) keys: Keys,
}

impl Device {
    /// The name under which the store knows it.
    pub(super) fn hash(&self) -> Vec<u8> {
        hash(self.endpoint.as_str())
    }
}

/// The name of the device at `endpoint`.
pub(super) fn hash(endpoint: &str) -> Vec<u8> {
    Sha256::digest(endpoint.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC_KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

    #[test]
    fn only_keys_of_the_curve_are_taken() {
        assert!(Keys::read(PUBLIC_KEY, "BTBZMqHH6r4Tts7J_aSIgg").is_some());
        assert!(Keys::read(&format!("{PUBLIC_KEY}="), "BTBZMqHH6r4Tts7J_aSIgg==").is_some());
        let off_the_curve = format!("{}A", &PUBLIC_KEY[..PUBLIC_KEY.len() - 1]);
        for (public_key, auth_secret) in [
            (off_the_curve.as_str(), "BTBZMqHH6r4Tts7J_aSIgg"),
            (PUBLIC_KEY, "BTBZMqHH6r4Tts7J_aSI"),
            (PUBLIC_KEY, "not base64!"),
            ("", "BTBZMqHH6r4Tts7J_aSIgg"),
            ("BA", "BTBZMqHH6r4Tts7J_aSIgg"),
        ] {
            assert_eq!(Keys::read(public_key, auth_secret), None, "{public_key} {auth_secret}");
        }
    }
}
