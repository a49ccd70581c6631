//! Signatures of incoming calls of partners, as Standard Webhooks has them: HMAC-SHA256 over `{id}.{timestamp}.{body}`
//! in the header `webhook-signature`, as one or more `v1,<base64>` separated by spaces.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};

/// How far a message's time may be from ours, in seconds.
pub const TOLERANCE_S: i64 = 300;

/// Names of messages are short; longer ones are not looked at.
const ID_BYTES_MAX: usize = 128;

/// The key agreed on with a partner.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// Why a message is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureError {
    /// A header is missing or malformed, or no signature is ours.
    Invalid,
    /// Rightly signed, but too long ago or too far ahead.
    Expired,
}

impl Secret {
    /// Reads `whsec_` and base64; `None` when it is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let key = STANDARD.decode(text.strip_prefix("whsec_")?).ok()?;
        Hmac::new_from_slice(&key).ok().map(Self)
    }

    /// The key of a partner whose keys are texts.
    pub fn of_text(text: &str) -> Self {
        // A key is padded to a whole block, or hashed down to one: every length will do.
        let mut block = [0; 64];
        if text.len() > block.len() {
            block[..32].copy_from_slice(&Sha256::digest(text.as_bytes()));
        } else {
            block[..text.len()].copy_from_slice(text.as_bytes());
        }
        Self(Hmac::new(&block.into()))
    }

    /// HMAC-SHA256 over `parts`, one after the other, in hex: the signature of partners with a form of their own.
    pub fn sign_hex(&self, parts: &[&[u8]]) -> String {
        hex::encode(self.over(parts).finalize().into_bytes())
    }

    /// Whether `given` is what [`Secret::sign_hex`] makes of `parts`; told in constant time.
    pub fn verify_hex(&self, parts: &[&[u8]], given: &str) -> bool {
        hex::decode(given).is_ok_and(|given| self.over(parts).verify_slice(&given).is_ok())
    }

    fn over(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part);
        }
        mac
    }

    /// Checks a message that arrived at `now` (UTC milliseconds). Signatures are compared in constant time.
    pub fn verify(&self, headers: &HeaderMap, body: &[u8], now: i64) -> Result<(), SignatureError> {
        let header =
            |name| headers.get(name).and_then(|value| value.to_str().ok()).ok_or(SignatureError::Invalid);
        let (id, timestamp) = (header("webhook-id")?, header("webhook-timestamp")?);
        let at: i64 = timestamp.parse().map_err(|_| SignatureError::Invalid)?;
        if id.is_empty() || id.len() > ID_BYTES_MAX {
            return Err(SignatureError::Invalid);
        }
        let mac = self.over(&[id.as_bytes(), b".", timestamp.as_bytes(), b".", body]);
        let ours = |text: &str| {
            let given = text.strip_prefix("v1,").and_then(|encoded| STANDARD.decode(encoded).ok());
            given.is_some_and(|given| mac.clone().verify_slice(&given).is_ok())
        };
        if !header("webhook-signature")?.split(' ').any(ours) {
            return Err(SignatureError::Invalid);
        }
        let apart = (now / 1000).saturating_sub(at).saturating_abs();
        if apart > TOLERANCE_S { Err(SignatureError::Expired) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_keys() {
        let long = "k".repeat(65);
        for text in ["", "key", &long[..64], &long[..]] {
            let plain = Hmac::<Sha256>::new_from_slice(text.as_bytes()).unwrap().chain_update(BODY);
            let expected = hex::encode(plain.finalize().into_bytes());
            assert!(Secret::of_text(text).verify_hex(&[BODY], &expected), "{}", text.len());
            assert!(!Secret::of_text("other").verify_hex(&[BODY], &expected));
        }
    }

    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const AT: i64 = 1_614_265_330;

    /// The example of the Standard Webhooks specification.
    fn headers(id: &str, at: &str, signature: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in [("webhook-id", id), ("webhook-timestamp", at), ("webhook-signature", signature)]
        {
            headers.insert(name, value.parse().unwrap());
        }
        headers
    }

    fn verify(id: &str, at: &str, signature: &str, body: &[u8], now_s: i64) -> Result<(), SignatureError> {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        secret.verify(&headers(id, at, signature), body, now_s * 1000)
    }

    #[test]
    fn the_published_example_is_believed_and_nothing_near_it() {
        const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        const RIGHT: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        let at = AT.to_string();
        assert_eq!(verify(ID, &at, RIGHT, BODY, AT), Ok(()));
        assert_eq!(verify(ID, &at, &format!("v1,AAAA v1a,x {RIGHT}"), BODY, AT), Ok(()));
        assert_eq!(verify(ID, &at, RIGHT, BODY, AT + TOLERANCE_S), Ok(()));
        assert_eq!(verify(ID, &at, RIGHT, BODY, AT - TOLERANCE_S), Ok(()));
        assert_eq!(verify(ID, &at, RIGHT, BODY, AT + TOLERANCE_S + 1), Err(SignatureError::Expired));
        assert_eq!(verify(ID, &at, RIGHT, BODY, AT - TOLERANCE_S - 1), Err(SignatureError::Expired));
        for (id, at, signature, body) in [
            ("msg_other", at.as_str(), RIGHT, BODY),
            (ID, "1614265331", RIGHT, BODY),
            (ID, at.as_str(), RIGHT, b"{}".as_slice()),
            (ID, at.as_str(), "v1,", BODY),
            (ID, at.as_str(), "v1,%%%", BODY),
            (ID, at.as_str(), "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", BODY),
            (ID, at.as_str(), "", BODY),
            ("", at.as_str(), RIGHT, BODY),
            (ID, "soon", RIGHT, BODY),
            (ID, "99999999999999999999", RIGHT, BODY),
        ] {
            assert_eq!(
                verify(id, at, signature, body, AT),
                Err(SignatureError::Invalid),
                "{id} {at} {signature}"
            );
        }
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        assert_eq!(secret.verify(&HeaderMap::new(), BODY, AT * 1000), Err(SignatureError::Invalid));
        assert!(Secret::parse("secret").is_none() && Secret::parse("whsec_%").is_none());
    }
}
