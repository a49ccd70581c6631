//! Secrets of an installation, generated into the data folder on the first start.

mod ring;

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use self::ring::{KeyRing, KeyRows, OF_MASTER, Rotated, SealKey, SealedRow};
use crate::platform::clock::Entropy;

/// The file's name in the data folder.
pub(crate) const FILE: &str = "secrets.toml";

/// The installation's secrets. The file is readable by its owner alone.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    /// The master key, hex; every purpose gets its own key from it.
    key: String,
    /// What this server shows to the payment partner.
    pub payments_api_key: String,
    /// What the payment partner signs its webhooks with (`whsec_` and base64).
    pub payments_webhook_secret: String,
    /// The keys that seeds, secrets of apps and files are encrypted under, the current one first; without any it is one of the master key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seal_keys: Vec<SealKey>,
    /// The same keys, ready to be used.
    #[serde(skip)]
    ring: KeyRing,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets")
    }
}

impl Secrets {
    /// Reads `secrets.toml` in `folder`, or makes it. `shared` (from `CROUPIER_SECRET`) replaces the
    /// master key, so that several servers on one database hold the same.
    pub fn load(folder: &Path, shared: Option<String>, entropy: Entropy) -> Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join(FILE);
        let mut secrets = match File::open(&path) {
            Ok(mut file) => {
                let mut text = String::new();
                file.read_to_string(&mut text)?;
                toml::from_str(&text).with_context(|| format!("in {}", path.display()))?
            }
            // New secrets would break every commitment that this database has published.
            Err(error) if folder.join("croupier.db").exists() => {
                return Err(error).with_context(|| format!("{} is missing: restore it", path.display()));
            }
            Err(_) => Self::generate(&path, entropy)?,
        };
        if let Some(key) = shared {
            anyhow::ensure!(key.len() >= 32, "CROUPIER_SECRET has to be at least 32 characters long");
            secrets.key = key;
        }
        let configured = secrets.seal_keys.clone();
        secrets.with_seal_keys(configured, entropy)
    }

    /// Reads the secrets of `folder`, or makes them, with what the environment has in their place: `CROUPIER_SECRET` and
    /// `CROUPIER_SEAL_KEYS`.
    pub fn of_installation(folder: &Path, entropy: Entropy) -> Result<Self> {
        let variable = |name: &str| std::env::var(name).ok();
        let secrets = Self::load(folder, variable("CROUPIER_SECRET"), entropy)?;
        match variable("CROUPIER_SEAL_KEYS") {
            Some(keys) => secrets.with_seal_keys(SealKey::list(&keys)?, entropy),
            None => Ok(secrets),
        }
    }

    /// These secrets with `keys`, the current one first, to encrypt under. A key of the master key comes after them
    /// always.
    pub fn with_seal_keys(mut self, keys: Vec<SealKey>, entropy: Entropy) -> Result<Self> {
        self.ring = KeyRing::of(&keys, self.key_for(ring::PURPOSE), entropy)?;
        self.seal_keys = keys;
        Ok(self)
    }

    /// The keys that seeds, secrets of apps and files are encrypted under.
    pub fn ring(&self) -> &KeyRing {
        &self.ring
    }

    fn generate(path: &Path, entropy: Entropy) -> Result<Self> {
        let secrets = Self {
            key: hex::encode(entropy.bytes::<32>()),
            payments_api_key: format!("np_{}", hex::encode(entropy.bytes::<16>())),
            payments_webhook_secret: format!("whsec_{}", STANDARD.encode(entropy.bytes::<32>())),
            seal_keys: Vec::new(),
            ring: KeyRing::default(),
        };
        // Under its own name only when it is whole: a process may die at any line.
        let draft = path.with_extension("draft");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.write_all(toml::to_string(&secrets)?.as_bytes())?;
        file.sync_all()?;
        std::fs::hard_link(&draft, path).with_context(|| format!("cannot make {}", path.display()))?;
        std::fs::remove_file(&draft)?;
        Ok(secrets)
    }

    /// Whether `shown` is the key for `purpose`, in hex; told in constant time.
    pub fn is_key_for(&self, purpose: &str, shown: &str) -> bool {
        hex::decode(shown).is_ok_and(|shown| self.mac_of(purpose).verify_slice(&shown).is_ok())
    }

    /// The key for one purpose, such as `captcha`: HMAC-SHA256 of the master key over the purpose.
    pub fn key_for(&self, purpose: &str) -> [u8; 32] {
        self.mac_of(purpose).finalize().into_bytes().into()
    }

    fn mac_of(&self, purpose: &str) -> Hmac<Sha256> {
        // A key is 32 bytes; a master key of another length is brought to that by hashing it first.
        let key: [u8; 32] = Sha256::digest(self.key.as_bytes()).into();
        let mut mac = hmac_sha256(&key);
        mac.update(purpose.as_bytes());
        mac
    }
}

/// HMAC-SHA256 with `key`, ready to be fed.
pub fn hmac_sha256(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    Hmac::new(&block.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn made_once_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secrets::load(folder.path(), None, Entropy).unwrap();
        let second = Secrets::load(folder.path(), None, Entropy).unwrap();
        assert_eq!(first.key_for("a"), second.key_for("a"));
        assert_ne!(first.key_for("a"), first.key_for("b"));
        assert!(first.is_key_for("a", &hex::encode(second.key_for("a"))));
        assert!(!first.is_key_for("a", &hex::encode(second.key_for("b"))) && !first.is_key_for("a", ""));
        let mode = std::fs::metadata(folder.path().join("secrets.toml")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let shared = Secrets::load(folder.path(), Some("x".repeat(32)), Entropy).unwrap();
        assert_ne!(shared.key_for("a"), first.key_for("a"));
        assert!(Secrets::load(folder.path(), Some("short".to_owned()), Entropy).is_err());
    }
}
