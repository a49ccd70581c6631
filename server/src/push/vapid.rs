//! Who sends: Voluntary Application Server Identification (RFC 8292). A token that the operator signs names the
//! push service it is for and whom to write to when something is wrong with our notices.

use std::fmt;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use url::Url;

use crate::platform::secrets::Secrets;

/// What the key is made from the master key for.
const PURPOSE: &str = "push";

/// How long a token holds, in seconds; services refuse more than a day.
const TOKEN_FOR_S: i64 = 12 * 60 * 60;

/// The operator's key, and whom to write to.
pub(super) struct Signer {
    key: SigningKey,
    /// The public key, uncompressed, in base64url: what browsers subscribe with.
    public_key: String,
    contact: String,
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public_key)
    }
}

impl Signer {
    /// The key that belongs to the installation's secrets: the same on every server that shares them.
    pub(super) fn new(secrets: &Secrets, contact: String) -> Result<Self> {
        // Of 2^32 master keys one makes no number of the curve.
        let secret = SecretKey::from_slice(&secrets.key_for(PURPOSE))
            .context("this master key makes no key for push: take another")?;
        let public_key = BASE64.encode(secret.public_key().to_sec1_bytes());
        Ok(Self { key: SigningKey::from(&secret), public_key, contact })
    }

    /// The public key in base64url.
    pub(super) fn public_key(&self) -> &str {
        &self.public_key
    }

    /// The value of the `Authorization` header of a call to `endpoint` at `now` (UTC milliseconds).
    pub(super) fn authorization(&self, endpoint: &Url, now: i64) -> String {
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now / 1000 + TOKEN_FOR_S,
            "sub": self.contact,
        });
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use serde_json::Value;

    use super::*;
    use crate::platform::clock::Entropy;

    #[test]
    fn a_token_names_the_service_and_is_signed() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load(folder.path(), None, Entropy).unwrap();
        let signer = Signer::new(&secrets, "mailto:ops@casino.example".to_owned()).unwrap();
        let endpoint = Url::parse("https://push.example:8443/send/secret?x=y").unwrap();
        let authorization = signer.authorization(&endpoint, 1_767_225_600_999);
        let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, signer.public_key());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&BASE64.decode(key).unwrap()).unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        assert!(key.verify(b"something else", &signature).is_err());
        let (header, claims) = signed.split_once('.').unwrap();
        let read = |part: &str| serde_json::from_slice::<Value>(&BASE64.decode(part).unwrap()).unwrap();
        assert_eq!(read(header), json!({ "typ": "JWT", "alg": "ES256" }));
        let signed_claims = json!({
            "aud": "https://push.example:8443", "exp": 1_767_268_800, "sub": "mailto:ops@casino.example",
        });
        assert_eq!(read(claims), signed_claims);
        assert_eq!(Signer::new(&secrets, String::new()).unwrap().public_key(), signer.public_key());
    }
}
