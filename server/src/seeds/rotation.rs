//! Encrypting seeds under a newer key, in batches and beside running servers. What is done stays done: whoever is stopped in
//! the middle goes on where rows still name an older key.

use anyhow::{Context, Result as Outcome};
use croupier_db::{Db, Result};

use super::store;
use super::vault;
use crate::platform::secrets::{KeyRows, Rotated, Secrets};

/// Seeds encrypted anew in one commit.
const AT_ONCE: u64 = 500;

/// The keys that seeds name. Any other can be removed.
pub async fn keys(db: &Db) -> Result<Vec<KeyRows>> {
    let mut keys: Vec<KeyRows> = Vec::new();
    while let Some(id) = store::key_after(db, keys.last().map_or("", |key| key.id.as_str())).await? {
        keys.push(KeyRows { rows: store::count_under(db, &id).await?, id });
    }
    Ok(keys)
}

/// Refuses keys under which seeds cannot be opened: one was removed while seeds name it, or is another one by the same name.
pub async fn refuse_missing_keys(db: &Db, secrets: &Secrets) -> Outcome<()> {
    let mut after = String::new();
    while let Some(id) = store::key_after(db, &after).await? {
        secrets.ring().require(&id, "seeds")?;
        if let Some(one) = store::under(db, &id, "", 1).await?.first() {
            vault::open(secrets, one).with_context(|| format!("the key {id:?} is not the one it was"))?;
        }
        after = id;
    }
    Ok(())
}

/// Encrypts at most `at_most` seeds under the current key.
pub async fn rotate(db: &Db, secrets: &Secrets, at_most: u64) -> Result<Rotated> {
    let mut all = Rotated::default();
    for KeyRows { id, .. } in keys(db).await? {
        if id == secrets.ring().current() {
            continue;
        }
        let Rotated { moved, broken } = move_from(db, secrets, &id, at_most - all.moved).await?;
        all.moved += moved;
        all.broken.extend(broken);
    }
    Ok(all)
}

async fn move_from(db: &Db, secrets: &Secrets, key: &str, at_most: u64) -> Result<Rotated> {
    let (mut done, mut after) = (Rotated::default(), String::new());
    while done.moved < at_most {
        let limit = i64::try_from((at_most - done.moved).min(AT_ONCE)).unwrap_or(i64::MAX);
        let mut rows = store::under(db, key, &after, limit).await?;
        let Some(last) = rows.last() else { break };
        after.clone_from(&last.name);
        // Whoever appends to the list of commitments changes rows in this order as well: neither waits for the other one.
        rows.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        let mut tx = db.begin().await?;
        for row in &rows {
            let seed = match vault::open(secrets, row) {
                Ok(seed) => seed,
                Err(error) => {
                    done.broken.push(error.to_string());
                    continue;
                }
            };
            let sealed = vault::seal(secrets, &row.name, &seed)?;
            // Another server may be at the same row.
            if store::encrypt_anew(&mut tx, row, sealed).await? {
                done.moved += 1;
            }
        }
        tx.commit().await?;
    }
    Ok(done)
}
