//! Secrets of players' authenticator apps as they are kept: encrypted under the keys of the ring, each bound to its player.

use anyhow::{Result as Outcome, ensure};
use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;

use super::factors_store::{self as store, TwoFactorRow};
use super::totp::Secret;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::{KeyRows, Rotated, Secrets};

/// Secrets encrypted anew in one commit.
const AT_ONCE: u64 = 500;

/// What the secret of `player` is bound to.
fn context(player: PlayerId) -> String {
    format!("two_factor:{player}")
}

/// Encrypts a secret under the current key; answers the key's name beside it.
pub(super) fn seal(secrets: &Secrets, player: PlayerId, secret: &Secret) -> ApiResult<(String, Vec<u8>)> {
    let sealed = secrets.ring().seal(&context(player), secret);
    sealed.ok_or_else(|| ApiError::internal(&"the secret of an app could not be encrypted"))
}

/// The secret of a row.
pub(super) fn open(secrets: &Secrets, player: PlayerId, row: &TwoFactorRow) -> ApiResult<Secret> {
    let plain = secrets.ring().open(&row.key, &context(player), &row.secret);
    let secret = plain.and_then(|plain| Secret::try_from(plain).ok());
    secret.ok_or_else(|| {
        ApiError::internal(&format!(
            "the secret of player {player} does not open with a key called {}",
            row.key
        ))
    })
}

/// The keys that secrets name, with how many of them do.
pub async fn keys(db: &Db) -> Result<Vec<KeyRows>> {
    store::secret_keys(db).await
}

/// Refuses keys under which secrets cannot be opened: one was removed while secrets name it, or is another one by the same
/// name.
pub async fn refuse_missing_keys(db: &Db, secrets: &Secrets) -> Outcome<()> {
    for KeyRows { id, .. } in store::secret_keys(db).await? {
        secrets.ring().require(&id, "secrets of players' apps")?;
        if let Some(row) = store::secret_under(db, &id).await? {
            let plain = secrets.ring().open(&id, &context(row.id), &row.sealed);
            ensure!(plain.is_some(), "the key {id:?} is not the one it was");
        }
    }
    Ok(())
}

/// Encrypts at most `at_most` secrets under the current key, beside running servers. What is done stays done.
pub async fn rotate(db: &Db, secrets: &Secrets, at_most: u64) -> Result<Rotated> {
    let (ring, mut done, mut after) = (secrets.ring(), Rotated::default(), PlayerId::MIN);
    while done.moved < at_most {
        let limit = i64::try_from((at_most - done.moved).min(AT_ONCE)).unwrap_or(i64::MAX);
        let rows = store::secrets_not_under(db, ring.current(), after, limit).await?;
        let Some(last) = rows.last() else { break };
        after = last.id;
        let mut tx = db.begin().await?;
        for row in &rows {
            let Some(anew) = ring.seal_anew(&row.key, &context(row.id), &row.sealed) else {
                let (id, key) = (row.id, &row.key);
                done.broken.push(format!("the secret of player {id} does not open with a key called {key}"));
                continue;
            };
            // The player may have begun with another app meanwhile.
            if store::encrypt_anew(&mut tx, row, anew).await? {
                done.moved += 1;
            }
        }
        tx.commit().await?;
    }
    Ok(done)
}
