//! Signed tokens: reading one and checking its signature against the keys that a provider has published. Pure.
//!
//! Two signatures are known, RS256 and ES256, and a key is good for the one of its kind: what a token says of itself chooses
//! among the published keys and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;

/// The longest token that is looked at, in bytes.
const TOKEN_MAX: usize = 16 * 1024;

/// The first byte of a point that is written out whole.
const WHOLE_POINT: u8 = 4;

/// The length of each coordinate on P-256, in bytes.
const COORDINATE: usize = 32;

/// The keys of a provider.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys(Vec<Key>);

#[derive(Debug, Clone)]
struct Key {
    id: Option<String>,
    public: PublicKey,
}

#[derive(Debug, Clone)]
enum PublicKey {
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
    },
    /// On P-256, as a whole point.
    Ec(Vec<u8>),
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// Extensions that have to be understood; we know none.
    crit: Option<Value>,
}

/// Why a token is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bad {
    /// It is no token, or signed in a way that is not known.
    Token,
    /// No published key is the one that it names; there may be newer keys.
    Key,
    /// No key has signed it.
    Signature,
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

impl Keys {
    /// Reads a set of keys; those that are not for signatures, or of a kind that is not known, are left out. `None` when it is no
    /// set of keys.
    pub(super) fn read(set: &Value) -> Option<Self> {
        Some(Self(set.get("keys")?.as_array()?.iter().filter_map(Key::read).collect()))
    }

    /// The payload of `token`, once one of these keys is found to have signed it.
    pub(super) fn verified(&self, token: &str) -> Result<Vec<u8>, Bad> {
        if token.len() > TOKEN_MAX {
            return Err(Bad::Token);
        }
        let (signed, signature) = token.rsplit_once('.').ok_or(Bad::Token)?;
        let (header, payload) = signed.split_once('.').ok_or(Bad::Token)?;
        let header: Header =
            decoded(header).and_then(|bytes| serde_json::from_slice(&bytes).ok()).ok_or(Bad::Token)?;
        if header.crit.is_some() || !matches!(header.alg.as_str(), "RS256" | "ES256") {
            return Err(Bad::Token);
        }
        let (payload, signature) =
            (decoded(payload).ok_or(Bad::Token)?, decoded(signature).ok_or(Bad::Token)?);
        let fitting: Vec<&Key> = self.0.iter().filter(|key| key.fits(&header)).collect();
        if fitting.is_empty() {
            return Err(Bad::Key);
        }
        let has_signed = fitting.iter().any(|key| key.public.has_signed(signed.as_bytes(), &signature));
        if has_signed { Ok(payload) } else { Err(Bad::Signature) }
    }
}

impl Key {
    fn read(key: &Value) -> Option<Self> {
        let text = |name: &str| key.get(name).and_then(Value::as_str);
        if text("use").is_some_and(|used_for| used_for != "sig") {
            return None;
        }
        let public = match (text("kty")?, text("crv")) {
            ("RSA", _) => {
                let n = decoded(text("n")?)?;
                // No number is written with zeros before it.
                let n = n.iter().copied().skip_while(|byte| *byte == 0).collect();
                PublicKey::Rsa { n, e: decoded(text("e")?)? }
            }
            ("EC", Some("P-256")) => {
                let (x, y) = (decoded(text("x")?)?, decoded(text("y")?)?);
                if x.len() != COORDINATE || y.len() != COORDINATE {
                    return None;
                }
                PublicKey::Ec([[WHOLE_POINT].as_slice(), x.as_slice(), y.as_slice()].concat())
            }
            _ => return None,
        };
        let known = match public {
            PublicKey::Rsa { .. } => "RS256",
            PublicKey::Ec(_) => "ES256",
        };
        let is_known = text("alg").is_none_or(|alg| alg == known);
        is_known.then(|| Self { id: text("kid").map(str::to_owned), public })
    }

    fn fits(&self, header: &Header) -> bool {
        let is_its_kind = match self.public {
            PublicKey::Rsa { .. } => header.alg == "RS256",
            PublicKey::Ec(_) => header.alg == "ES256",
        };
        is_its_kind && (header.kid.is_none() || header.kid == self.id)
    }
}

impl PublicKey {
    fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::Rsa { n, e } => {
                let key = RsaPublicKeyComponents { n: n.as_slice(), e: e.as_slice() };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok()
            }
            Self::Ec(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature).is_ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const N: &str = "sh4OudJ37NXSk3EJqYMHEKOhnFl2SBu5Lxh9uN5nH2M0yPndY0ih3yI_YVD6vds_XTtrIIEAqxUp5Abs7_asHWxsaWRtAyzx7neCRRX5cXVY4fSrqn1vzoD_HYZtqSu5HqPmkkYXAwZkZOnjRjm2PcFcbxpVX2ZmuD-7uHzm--DkK42ctus7G0DP7MsttA5h_PzkbbYIbZmnNd2Zm9B5VIK093PcxcC4LRgChgASfOkyBJ0jHkcJvzmbk047KGJt4OfoczlOJVa4kHMIOVPw-IPTpqsswzJkv5LsltaHckjveJkwoCUh9H20XOaZkGKjoe1kTViZ0q8ogLCyGozRPw";
    const RS256: &str = "eyJhbGciOiAiUlMyNTYiLCAia2lkIjogInJzYS0xIn0.eyJzdWIiOiAiYWRhIn0.Ca0Sw5UK3EN9XSGpJllghP-kVz4oAiiryWDvtMfMhqzxGv7hPsK8uBrjI4AqjAjagK2Fzp5ByeC5ZWnliiLOfQYD0y1Fm8189u36McUTelRpKZpFCbV4Mb2ng-FHZKwEQmTwIP0JbWyftPKVeYFHUg-OKs5lCADBfHhUx2LXin6U3_Mj_sbSKPS382YLQsR_ebsw88NVoqwjzl9tvQ0jVAio2E-JFiW-XyKpl1TSKRQ-__YCgclmYv0PYuXIS8Ck02ehz3jWt0rk-DMypTfuRQnhPcTMB9-jDLwKHyS12hWdh6iXRU9VUvT4golq9CSlMkaP5btCRWWVyk1_0Ugs2w";
    const X: &str = "4DRKRXHuIPUYpjbk64CpvAjTCU9qhwBWmRNudv8Daso";
    const Y: &str = "88k_H8FwO3xLQMfygR-OHRM1UY2JzbedOxHBITNKQQ0";
    const ES256: &str = "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogImVjLTEifQ.eyJzdWIiOiAiYWRhIn0.5qP_VYm3xneFqjAh9gUI0_xz-OKw6OMCRI7wrX6pjp67lVEW0Qj9Bd5CC2ULehuo9b7j43B87XNBI7ky4EoeCw";

    fn rsa(id: &str) -> Value {
        json!({ "kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": N, "e": "AQAB" })
    }

    fn ec(id: &str) -> Value {
        json!({ "kty": "EC", "crv": "P-256", "kid": id, "x": X, "y": Y })
    }

    fn with_header(token: &str, header: &Value) -> String {
        let (_, rest) = token.split_once('.').unwrap();
        format!("{}.{rest}", URL_SAFE_NO_PAD.encode(header.to_string()))
    }

    #[test]
    fn a_token_counts_by_a_published_key_of_its_kind() {
        let payload = || Ok(br#"{"sub": "ada"}"#.to_vec());
        let unsigned = with_header(RS256, &json!({ "alg": "none" }));
        let by_secret = with_header(RS256, &json!({ "alg": "HS256", "kid": "rsa-1" }));
        let critical = with_header(RS256, &json!({ "alg": "RS256", "kid": "rsa-1", "crit": ["b64"] }));
        let renamed = with_header(RS256, &json!({ "alg": "RS256", "kid": "rsa-1" }));
        let swapped = with_header(RS256, &json!({ "alg": "ES256", "kid": "rsa-1" }));
        let other_payload = RS256.replacen("eyJzdWIiOiAiYWRhIn0", "eyJzdWIiOiAiYm9iIn0", 1);
        let encrypting = json!({ "kty": "RSA", "kid": "rsa-1", "use": "enc", "n": N, "e": "AQAB" });
        #[rustfmt::skip]
        let cases = [
            // keys                       token             what comes of it
            (vec![rsa("rsa-1")],          RS256,            payload()),
            (vec![rsa("old"), rsa("rsa-1")], RS256,         payload()),
            (vec![ec("ec-1")],            ES256,            payload()),
            (vec![rsa("rsa-1"), ec("ec-1")], ES256,         payload()),
            (vec![rsa("rsa-2")],          RS256,            Err(Bad::Key)),
            (vec![],                      RS256,            Err(Bad::Key)),
            (vec![encrypting],            RS256,            Err(Bad::Key)),
            (vec![ec("rsa-1")],           RS256,            Err(Bad::Key)),
            (vec![rsa("rsa-1")],          swapped.as_str(), Err(Bad::Key)),
            (vec![rsa("rsa-1")],          renamed.as_str(), Err(Bad::Signature)),
            (vec![rsa("rsa-1")],          other_payload.as_str(), Err(Bad::Signature)),
            (vec![rsa("rsa-1")],          unsigned.as_str(), Err(Bad::Token)),
            (vec![rsa("rsa-1")],          by_secret.as_str(), Err(Bad::Token)),
            (vec![rsa("rsa-1")],          critical.as_str(), Err(Bad::Token)),
            (vec![rsa("rsa-1")],          "a.b",            Err(Bad::Token)),
            (vec![rsa("rsa-1")],          "",               Err(Bad::Token)),
        ];
        for (index, (keys, token, expected)) in cases.into_iter().enumerate() {
            let keys = Keys::read(&json!({ "keys": keys })).unwrap();
            assert_eq!(keys.verified(token), expected, "case {index}");
        }
        assert!(Keys::read(&json!({ "error": "gone" })).is_none());
    }
}
