//! Secrets of members' authenticator apps as they are kept: encrypted under the keys of the ring, each bound to its member.

use anyhow::{Result as Outcome, ensure};
use croupier_db::{Db, Result};
use uuid::Uuid;

use super::store;
use crate::identity::totp::Secret;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::{KeyRows, Rotated, SealedRow, Secrets};

/// What the secret of `member` is bound to.
fn context(member: Uuid) -> String {
    format!("staff_totp:{member}")
}

/// Encrypts a secret under the current key; answers the key's name beside it.
pub(super) fn seal(secrets: &Secrets, member: Uuid, secret: &Secret) -> ApiResult<(String, Vec<u8>)> {
    let sealed = secrets.ring().seal(&context(member), secret);
    sealed.ok_or_else(|| ApiError::internal(&"the secret of an app could not be encrypted"))
}

/// The secret of a member's row.
pub(super) fn open(secrets: &Secrets, row: &SealedRow<Uuid>) -> ApiResult<Secret> {
    let plain = secrets.ring().open(&row.key, &context(row.id), &row.sealed);
    let secret = plain.and_then(|plain| Secret::try_from(plain).ok());
    secret.ok_or_else(|| {
        ApiError::internal(&format!("a member's secret does not open with a key called {}", row.key))
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
        secrets.ring().require(&id, "secrets of staff's apps")?;
        for row in store::secrets_under(db, &id, 1).await? {
            ensure!(open(secrets, &row).is_ok(), "the key {id:?} is not the one it was");
        }
    }
    Ok(())
}

/// Encrypts at most `at_most` secrets under the current key, beside running servers.
pub async fn rotate(db: &Db, secrets: &Secrets, at_most: u64) -> Result<Rotated> {
    let (ring, mut done) = (secrets.ring(), Rotated::default());
    for KeyRows { id, .. } in store::secret_keys(db).await? {
        if id == ring.current() {
            continue;
        }
        let rows = store::secrets_under(db, &id, i64::MAX).await?;
        let mut tx = db.begin().await?;
        for row in &rows {
            if done.moved == at_most {
                break;
            }
            let Some(anew) = ring.seal_anew(&row.key, &context(row.id), &row.sealed) else {
                done.broken
                    .push(format!("the secret of member {} does not open with a key called {id}", row.id));
                continue;
            };
            // The member may have been invited anew meanwhile.
            if store::encrypt_anew(&mut tx, row, anew).await? {
                done.moved += 1;
            }
        }
        tx.commit().await?;
    }
    Ok(done)
}
