//! How passwords are kept.

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::platform::clock::Entropy;
use crate::platform::error::{ApiError, ApiResult};

/// How many hashes are worked out at once; each takes 19 MiB and most of a core.
const HASHES_AT_ONCE: usize = 2;

/// Makes and verifies Argon2id hashes, off the async threads and only a few at a time.
#[derive(Debug)]
pub struct Passwords {
    permits: Semaphore,
    entropy: Entropy,
    decoy: &'static str,
}

/// A hash of nothing in particular, verified for unknown accounts so that they take as long as known ones.
static DECOY: OnceLock<String> = OnceLock::new();

impl Passwords {
    /// Gets ready; works out one hash, the first time.
    pub fn new(entropy: Entropy) -> anyhow::Result<Self> {
        let decoy = if let Some(decoy) = DECOY.get() {
            decoy
        } else {
            let decoy = hash(&entropy.bytes::<16>(), &entropy.bytes::<16>())?;
            DECOY.get_or_init(|| decoy)
        };
        Ok(Self { permits: Semaphore::new(HASHES_AT_ONCE), entropy, decoy })
    }

    /// The Argon2id hash of `password` in PHC form.
    pub async fn hash(&self, password: String) -> ApiResult<String> {
        let salt = self.entropy.bytes::<16>();
        self.work(move || hash(password.as_bytes(), &salt)).await?.map_err(|error| ApiError::internal(&error))
    }

    /// Whether `password` belongs to `stored`. Without a stored hash the answer is no, after the same work.
    pub async fn verify(&self, password: String, stored: Option<String>) -> ApiResult<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_owned());
        let work = move || -> Result<bool, argon2::password_hash::phc::Error> {
            let parsed = PasswordHash::new(&stored)?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        };
        let fits = self.work(work).await?.map_err(|error| ApiError::internal(&error))?;
        Ok(fits && known)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        let _permit = self.permits.acquire().await.map_err(|error| ApiError::unavailable(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))
    }
}

fn hash(password: &[u8], salt: &[u8]) -> Result<String, argon2::password_hash::Error> {
    let hash: argon2::password_hash::phc::PasswordHash =
        Argon2::default().hash_password_with_salt(password, salt)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let passwords = Passwords::new(Entropy).unwrap();
        let stored = passwords.hash("Zu9!kelmotra".to_owned()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(passwords.verify("Zu9!kelmotra".to_owned(), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("zu9!kelmotra".to_owned(), Some(stored)).await.unwrap());
        assert!(!passwords.verify("Zu9!kelmotra".to_owned(), None).await.unwrap());
    }
}
