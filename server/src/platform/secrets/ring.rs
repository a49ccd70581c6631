//! The keys that seeds, secrets of authenticator apps and files are encrypted under. The first is the current one; the others open what was encrypted before.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::platform::clock::Entropy;
use crate::platform::sealed;

/// What the key of the master key is for.
pub(super) const PURPOSE: &str = "seeds";

/// How the key of the master key is called.
pub const OF_MASTER: &str = "master";

/// The longest name of a key, in characters.
const ID_CHARS_MAX: usize = 32;

/// A key as it is configured.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealKey {
    /// Its name: every row names the key that it is encrypted under.
    pub id: String,
    /// 32 bytes, hex.
    key: String,
}

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SealKey({})", self.id)
    }
}

impl SealKey {
    /// A fresh key.
    pub fn fresh(id: &str, entropy: Entropy) -> Self {
        Self { id: id.to_owned(), key: hex::encode(entropy.bytes::<32>()) }
    }

    /// Reads keys as a variable holds them: `{id}:{hex}`, separated by commas.
    pub fn list(text: &str) -> Result<Vec<Self>> {
        text.split(',')
            .map(|one| {
                let (id, key) =
                    one.trim().split_once(':').context("a key to encrypt under is written ID:HEX")?;
                Ok(Self { id: id.to_owned(), key: key.to_owned() })
            })
            .collect()
    }

    /// As `secrets.toml` holds it.
    pub fn to_toml(&self) -> String {
        format!("[[seal_keys]]\nid = \"{}\"\nkey = \"{}\"", self.id, self.key)
    }

    fn bytes(&self) -> Result<[u8; 32]> {
        let is_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let id = &self.id;
        ensure!(
            (1..=ID_CHARS_MAX).contains(&id.len()) && id.bytes().all(is_name),
            "{id:?}: the name of a key is 1 to {ID_CHARS_MAX} lower-case letters, digits and hyphens"
        );
        ensure!(id != OF_MASTER, "a key cannot be called {id:?}");
        let mut bytes = [0; 32];
        let read = hex::decode_to_slice(&self.key, &mut bytes).ok();
        read.with_context(|| format!("the key {id} is not 64 hex digits"))?;
        Ok(bytes)
    }
}

/// A key with what is encrypted under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRows {
    /// The key's name.
    pub id: String,
    /// How many rows, or files.
    pub rows: i64,
}

/// What was encrypted anew.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rotated {
    /// How many rows.
    pub moved: u64,
    /// Why others could not be.
    pub broken: Vec<String>,
}

/// What is kept encrypted for somebody or something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRow<Id> {
    /// Whose it is.
    pub id: Id,
    /// The key that it is encrypted under.
    pub key: String,
    /// Encrypted.
    pub sealed: Vec<u8>,
}

/// A key that is ready to be used.
#[derive(Clone)]
struct Ready {
    id: String,
    key: [u8; 32],
}

/// The keys that values are encrypted under.
#[derive(Clone, Default)]
pub struct KeyRing {
    /// The current one first.
    keys: Vec<Ready>,
    entropy: Entropy,
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl KeyRing {
    pub(super) fn of(configured: &[SealKey], of_master: [u8; 32], entropy: Entropy) -> Result<Self> {
        let mut keys: Vec<Ready> = Vec::new();
        for key in configured {
            ensure!(keys.iter().all(|other| other.id != key.id), "two keys are called {}", key.id);
            keys.push(Ready { id: key.id.clone(), key: key.bytes()? });
        }
        keys.push(Ready { id: OF_MASTER.to_owned(), key: of_master });
        Ok(Self { keys, entropy })
    }

    /// The name of the current key.
    pub fn current(&self) -> &str {
        self.keys.first().map_or(OF_MASTER, |key| &key.id)
    }

    /// The names of all keys, the current one first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|key| key.id.as_str())
    }

    /// Encrypts `plain` under the current key, bound to `context`; answers the name of the key beside it.
    pub fn seal(&self, context: &str, plain: &[u8]) -> Option<(String, Vec<u8>)> {
        let Ready { id, key } = self.keys.first()?;
        Some((id.clone(), sealed::seal_under(key, self.entropy, context.as_bytes(), plain)?))
    }

    /// Decrypts what was encrypted under the key `id` for `context`; `None` when there is no such key, or it is something
    /// else.
    pub fn open(&self, id: &str, context: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let Ready { key, .. } = self.keys.iter().find(|key| key.id == id)?;
        sealed::open_under(key, context.as_bytes(), sealed)
    }

    /// Encrypts what was encrypted under the key `id` for `context` under the current key, as [`KeyRing::seal`] does; `None` when it does
    /// not open.
    pub fn seal_anew(&self, id: &str, context: &str, sealed: &[u8]) -> Option<(String, Vec<u8>)> {
        self.seal(context, &self.open(id, context, sealed)?)
    }

    /// Refuses to go on without the key `id`, under which `what` is encrypted.
    pub fn require(&self, id: &str, what: &str) -> Result<()> {
        ensure!(
            self.ids().any(|known| known == id),
            "{what} are encrypted under the key {id:?}, which is not configured: put it back, and remove it after \
             `croupier keys rotate`"
        );
        Ok(())
    }

    /// `N` unpredictable bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        self.entropy.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_THE_MASTER: [u8; 32] = [7; 32];

    fn ring(keys: &[SealKey]) -> KeyRing {
        KeyRing::of(keys, OF_THE_MASTER, Entropy).unwrap()
    }

    #[test]
    fn old_keys_open_and_the_first_one_seals() {
        let (old, new) = (SealKey::fresh("old", Entropy), SealKey::fresh("new", Entropy));
        let alone = ring(&[]);
        let (id, by_master) = alone.seal("row", b"seed").unwrap();
        assert_eq!((id.as_str(), alone.current()), ("master", "master"));
        let first = ring(std::slice::from_ref(&old));
        let (id, sealed) = first.seal("row", b"seed").unwrap();
        assert_eq!(id, "old");
        let both = ring(&[new.clone(), old]);
        assert_eq!(both.seal("row", b"seed").unwrap().0, "new");
        assert_eq!(both.open("old", "row", &sealed).unwrap(), b"seed");
        assert_eq!(both.open("master", "row", &by_master).unwrap(), b"seed");
        assert!(both.open("old", "another row", &sealed).is_none());
        assert!(both.open("new", "row", &sealed).is_none());
        let (id, anew) = both.seal_anew("old", "row", &sealed).unwrap();
        assert_eq!((id.as_str(), both.open("new", "row", &anew).unwrap()), ("new", b"seed".to_vec()));
        assert!(both.seal_anew("old", "another row", &sealed).is_none());
        let without = ring(&[new]);
        assert!(without.open("old", "row", &sealed).is_none());
        assert!(without.require("old", "rows").is_err() && without.require("new", "rows").is_ok());
    }

    #[test]
    fn faulty_keys_are_refused() {
        let hex = "0".repeat(64);
        for text in ["", "a", "a:12", &format!("A:{hex}"), &format!("master:{hex}")] {
            let read = SealKey::list(text).and_then(|keys| KeyRing::of(&keys, OF_THE_MASTER, Entropy));
            assert!(read.is_err(), "{text}");
        }
        let twice = SealKey::list(&format!("a:{hex}, a:{hex}")).unwrap();
        assert!(KeyRing::of(&twice, OF_THE_MASTER, Entropy).is_err());
        assert_eq!(ring(&SealKey::list(&format!("b:{hex},a:{hex}")).unwrap()).current(), "b");
    }
}
