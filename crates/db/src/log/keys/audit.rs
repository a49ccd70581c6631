//! Whether the stored keys are sound. No index refuses a key that is taken twice, so this is looked at here.

use std::collections::HashSet;

use croupier_ledger::{Key, KeyRow, Lsn};

use super::{PAGE_BITS, PAGES, page_of, place, record};
use crate::{Db, Result, params};

/// Keys of runs and batches that are taken twice, or that lead to no place of their lane's log, as text.
/// Memory holds the keys that are in no run yet and a thousandth of the others.
pub async fn broken_keys(db: &Db) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for lane in 0..db.lanes() {
        let next_seq =
            db.query_one("SELECT next_seq FROM lane WHERE id = $1", params![lane]).await?.get(0)?;
        let mut recent = recent_keys(db, lane).await?;
        for (page, recent) in recent.iter_mut().enumerate() {
            let mut keys = keys_of_page(db, lane, page).await?;
            keys.append(recent);
            let mut taken: HashSet<Key> = HashSet::with_capacity(keys.len());
            for row in keys {
                if !taken.insert(row.key) {
                    broken.push(format!("the key of {} is taken twice", row.lsn.0));
                }
                if row.lsn.lane() != lane || row.lsn.seq() < 1 || row.lsn.seq() >= next_seq {
                    broken.push(format!("a key leads to {}, which is no place of lane {lane}", row.lsn.0));
                }
            }
        }
    }
    Ok(broken)
}

/// The keys that are in no run yet, by their page.
async fn recent_keys(db: &Db, lane: u8) -> Result<Vec<Vec<KeyRow>>> {
    let (from, to) = (Lsn::new(lane, 0).0, Lsn::new(lane + 1, 0).0);
    let sql = "SELECT keys FROM key_batch WHERE lsn < $2
               AND lsn > COALESCE((SELECT MAX(upto) FROM key_run WHERE id >= $1 AND id < $2), $1)";
    let mut pages = vec![Vec::new(); PAGES];
    for row in db.query(sql, params![from, to]).await? {
        for key in read(&row.get::<Vec<u8>>(0)?)? {
            pages[page_of(key.key)].push(key);
        }
    }
    Ok(pages)
}

/// The keys of one page of every run of a lane.
async fn keys_of_page(db: &Db, lane: u8, page: usize) -> Result<Vec<KeyRow>> {
    let (from, to) = (Lsn::new(lane, 0).0, Lsn::new(lane + 1, 0).0);
    let sql = "SELECT p.keys FROM key_run r JOIN key_page p ON p.id = $1 + (r.id - $1) * $3 + $4
               WHERE r.id >= $1 AND r.id < $2";
    let pages = db.query(sql, params![from, to, 1_i64 << PAGE_BITS, place(page)]).await?;
    let mut keys = Vec::new();
    for row in pages {
        keys.append(&mut read(&row.get::<Vec<u8>>(0)?)?);
    }
    Ok(keys)
}

fn read(records: &[u8]) -> Result<Vec<KeyRow>> {
    record::records(records)?.map(record::read).collect()
}
