//! The public list of commitments: each entry's head is a hash over the head before it, so nothing can be put in, taken out
//! or moved without changing every later head.

use croupier_db::{Db, Result};
use sha2::{Digest, Sha256};

use super::store::{self, End, Entry};
use crate::platform::clock::Clock;

/// What distinguishes these hashes from all others.
const LABEL: &str = "croupier.chain.v1";

/// Commitments appended in one commit.
const AT_ONCE: i64 = 500;

/// The head before the first entry.
pub(super) const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The head after the entry `number`, which was appended at `at` (UTC milliseconds): hex.
pub fn head_after(before: &str, number: i64, at: i64, server_seed_hash: &str) -> String {
    hex::encode(Sha256::digest(format!("{LABEL}:{before}:{number}:{at}:{server_seed_hash}")))
}

/// Appends what waits, at the clock's time. Of several servers one appends at a time.
pub async fn append_waiting(db: &Db, clock: &Clock) -> Result<()> {
    while store::is_any_waiting(db).await? {
        let mut tx = db.begin().await?;
        let End { mut number, mut head } = store::lock_chain(&mut tx).await?;
        let (at, mut entries) = (clock.now(), Vec::new());
        for (name, server_seed_hash) in store::waiting(&mut tx, AT_ONCE).await? {
            number += 1;
            head = head_after(&head, number, at, &server_seed_hash);
            entries.push((name, Entry { number, server_seed_hash, at, head: head.clone() }));
        }
        store::append(&mut tx, &entries).await?;
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_the_hash_of_the_published_text() {
        let commitment = "1d7a8727fa5c40412ce3693deac1b7cf375c93dc7866e5b193bf4453efd13cdf";
        let first = head_after(START, 1, 1_767_225_600_000, commitment);
        assert_eq!(first, "e38ec43def17cb815f5f93075a6ea292f25796ac1e30eaef53e43c0c37ce75c0");
        assert_eq!(
            head_after(&first, 2, 1_767_225_601_000, commitment),
            "7b7a52b3e0e361f97db65dab405f9482a3b6cb42e2a391618af4f8f94c1c86b0"
        );
    }
}
