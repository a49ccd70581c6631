//! The keys that sign ID tokens. The newest one signs; the one before it stays published until the next change.

use anyhow::{Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

/// How many keys are published.
const PUBLISHED: usize = 2;

/// The length of each coordinate of a public key, in bytes.
const COORDINATE: usize = 32;

pub(super) struct Keys {
    random: SystemRandom,
    made: usize,
    /// The newest last.
    pairs: Vec<(String, EcdsaKeyPair)>,
}

impl Keys {
    pub(super) fn new() -> Result<Self> {
        let mut keys = Self { random: SystemRandom::new(), made: 0, pairs: Vec::new() };
        keys.rotate()?;
        Ok(keys)
    }

    /// Signs with a new key from now on.
    pub(super) fn rotate(&mut self) -> Result<()> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &self.random);
        let made = made.map_err(|_| anyhow!("no key can be made"))?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &self.random);
        let pair = pair.map_err(|error| anyhow!("a key is not taken: {error}"))?;
        self.made += 1;
        self.pairs.push((format!("northgate-{}", self.made), pair));
        if self.pairs.len() > PUBLISHED {
            self.pairs.remove(0);
        }
        Ok(())
    }

    /// The published set.
    pub(super) fn published(&self) -> Value {
        let key = |(id, pair): &(String, EcdsaKeyPair)| {
            // The first byte says that the point is written out whole.
            let (x, y) = pair.public_key().as_ref()[1..].split_at(COORDINATE);
            let (x, y) = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
            json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": id, "x": x, "y": y })
        };
        json!({ "keys": self.pairs.iter().map(key).collect::<Vec<_>>() })
    }

    /// A signed token that says `claims`.
    pub(super) fn signed(&self, claims: &Value) -> Result<String> {
        let (id, pair) = self.pairs.last().ok_or_else(|| anyhow!("there is no key"))?;
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": id });
        let [header, payload] = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let message = format!("{header}.{payload}");
        let signature =
            pair.sign(&self.random, message.as_bytes()).map_err(|_| anyhow!("nothing was signed"))?;
        Ok(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref())))
    }
}
