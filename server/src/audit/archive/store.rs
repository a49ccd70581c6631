//! The archive's queries.

use std::collections::BTreeMap;

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::Lsn;

use super::StoredFile;
use crate::audit::checkpoint::Checkpoint;
use crate::wallet::sums::counted_by_limit;

/// Why a lane is not archived beyond a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bound {
    /// The last number that may be archived.
    pub(super) seq: i64,
    /// What stands behind it, in words.
    pub(super) why: String,
}

/// How far `lane` may be archived: every reader has read it, and no round that is still open stands before it.
pub(super) async fn bound(db: &Db, lane: u8) -> Result<Bound> {
    let sql = "SELECT name, position FROM reader WHERE lane = $1 ORDER BY position, name LIMIT 1";
    let slowest = db.query_opt(sql, params![lane]).await?;
    let slowest = match slowest {
        Some(row) => Bound {
            seq: row.get(1)?,
            why: format!("the reader {} has read no further", row.get::<String>(0)?),
        },
        None => Bound { seq: 0, why: "no server has read the log yet".to_owned() },
    };
    // In two steps, so that the index of open rounds is used and not the whole table.
    let sql = "SELECT MIN(id) FROM (SELECT id FROM round WHERE status = 0) open WHERE id >= $1 AND id < $2";
    let span = params![Lsn::new(lane, 0).0, Lsn::new(lane + 1, 0).0];
    let oldest: Option<i64> = db.query_one(sql, span).await?.get(0)?;
    Ok(match oldest.map(Lsn) {
        Some(open) if open.seq() <= slowest.seq => {
            Bound { seq: open.seq() - 1, why: format!("the round {} is still open", open.0) }
        }
        _ => slowest,
    })
}

/// The number of the last archived segment of `lane`; 0 when there is none.
pub(super) async fn last_archived(db: &Db, lane: u8) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(no), 0) FROM archive WHERE lane = $1";
    db.query_one(sql, params![lane]).await?.get(0)
}

/// The number of the last archived segment of every lane that has one.
pub(in crate::audit) async fn ends(db: &Db) -> Result<BTreeMap<i64, i64>> {
    let rows = db.query("SELECT lane, MAX(no) FROM archive GROUP BY lane", params![]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What `read` answers, together with the state of the archive that `archived` answers. Other commands move segments
/// meanwhile, so both are read again until the archive was the same before and after.
pub(in crate::audit) async fn read_beside<A: PartialEq, T>(
    archived: impl AsyncFn() -> Result<A>,
    read: impl AsyncFn() -> Result<T>,
) -> Result<(A, T)> {
    let mut before = archived().await?;
    loop {
        let answer = read().await?;
        let after = archived().await?;
        if after == before {
            return Ok((after, answer));
        }
        before = after;
    }
}

/// Where a segment is kept, when it is archived.
pub(in crate::audit) async fn kept(db: &Db, lane: u8, no: i64) -> Result<Option<StoredFile>> {
    let sql = "SELECT lane, no, file, newest_at_ms FROM archive WHERE lane = $1 AND no = $2";
    db.query_opt(sql, params![lane, no]).await?.as_ref().map(read).transpose()
}

/// The archived segments that hold a row from after `at` (UTC milliseconds), in order.
pub(in crate::audit) async fn kept_after(db: &Db, at: i64) -> Result<Vec<StoredFile>> {
    let sql = "SELECT lane, no, file, newest_at_ms FROM archive WHERE newest_at_ms > $1 ORDER BY lane, no";
    db.query(sql, params![at]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<StoredFile> {
    let lane: i64 = row.get(0)?;
    Ok(StoredFile {
        lane: u8::try_from(lane).unwrap_or(u8::MAX),
        no: row.get(1)?,
        file: row.get(2)?,
        newest_at: row.get(3)?,
    })
}

/// The sums of archived transfers: wallet, kind, debit, credit, amount.
pub(in crate::audit) async fn archived_balances(db: &Db) -> Result<Vec<[i64; 5]>> {
    let sql = "SELECT wallet_id, kind, debit, credit, amount FROM archived_balance
               ORDER BY wallet_id, kind, debit, credit";
    let rows = db.query(sql, params![]).await?;
    let archived_balances = |row: &Row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?]);
    rows.iter().map(archived_balances).collect()
}

/// Moves the rows of `checkpoint` out of the books: what they come to is carried forward, where they are kept is
/// noted, they are deleted, and the lane's archive ends with them; all of it is committed, or nothing. `false` when
/// the lane's archive does not end before the segment, because another has archived it meanwhile.
pub(super) async fn move_out(db: &Db, checkpoint: &Checkpoint, kept: &StoredFile, now: i64) -> Result<bool> {
    let (lane, last) = (checkpoint.lane, checkpoint.last_seq);
    let span = params![Lsn::new(lane, checkpoint.first_seq).0, Lsn::new(lane, last).0];
    let mut tx = db.begin().await?;
    bring_forward(&mut tx, &span).await?;
    // Where another was quicker, the lane's row says so below.
    let sql = "INSERT INTO archive (lane, no, last_seq, file, newest_at_ms, archived_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (lane, no) DO NOTHING";
    tx.execute(sql, params![lane, checkpoint.no, last, &kept.file, kept.newest_at, now]).await?;
    tx.execute("DELETE FROM transfer WHERE lsn >= $1 AND lsn <= $2", span.clone()).await?;
    tx.execute("DELETE FROM event WHERE lsn >= $1 AND lsn <= $2", span).await?;
    // Last, because on PostgreSQL bets of the lane wait from here on.
    let sql = "UPDATE lane SET archived_seq = $2 WHERE id = $1 AND archived_seq = $3";
    tx.commit_if_one(sql, params![lane, last, checkpoint.first_seq - 1]).await
}

async fn bring_forward(tx: &mut Tx, span: &[croupier_db::Value]) -> Result<()> {
    let sql = "INSERT INTO archived_balance (wallet_id, kind, debit, credit, debit_sub_account, credit_sub_account, amount,
                   transfers)
               SELECT wallet_id, kind, debit, credit, debit_sub_account, credit_sub_account,
                   CAST(SUM(amount) AS bigint), COUNT(*)
               FROM transfer_row WHERE lsn >= $1 AND lsn <= $2
               GROUP BY wallet_id, kind, debit, credit, debit_sub_account, credit_sub_account
               ON CONFLICT (wallet_id, kind, debit, credit) DO UPDATE SET
                   amount = archived_balance.amount + excluded.amount,
                   transfers = archived_balance.transfers + excluded.transfers";
    tx.execute(sql, span.to_vec()).await?;
    let sql = concat!(
        "INSERT INTO archived_limit (wallet_id, kind, period, since_lsn, net)
               SELECT l.wallet_id, l.kind, l.period, l.since_lsn, ",
        counted_by_limit!(),
        " FROM transfer_row t JOIN bet_limit l ON l.wallet_id = t.wallet_id
               WHERE t.lsn >= $1 AND t.lsn <= $2 AND t.lsn >= l.since_lsn
               GROUP BY l.wallet_id, l.kind, l.period, l.since_lsn
               ON CONFLICT (wallet_id, kind, period) DO UPDATE SET
                   net = excluded.net + CASE WHEN archived_limit.since_lsn = excluded.since_lsn
                       THEN archived_limit.net ELSE 0 END,
                   since_lsn = excluded.since_lsn"
    );
    tx.execute(sql, span.to_vec()).await?;
    Ok(())
}
