//! The audit's queries.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::{Balances, SubAccount};

use super::balances::BalanceRow;
use super::checkpoint::Checkpoint;
use crate::wallet::Finding;

/// The newest segment of a lane.
pub(super) async fn newest(db: &Db, lane: u8) -> Result<Option<Checkpoint>> {
    let sql = "SELECT no, first_seq, last_seq, row_hashes, previous, hash, signature FROM segment
               WHERE lane = $1 ORDER BY no DESC LIMIT 1";
    db.query_opt(sql, params![lane]).await?.map(|row| read(lane, &row)).transpose()
}

/// A segment by its number.
pub(super) async fn checkpoint(db: &Db, lane: u8, no: i64) -> Result<Option<Checkpoint>> {
    let sql = "SELECT no, first_seq, last_seq, row_hashes, previous, hash, signature FROM segment
               WHERE lane = $1 AND no = $2";
    db.query_opt(sql, params![lane, no]).await?.map(|row| read(lane, &row)).transpose()
}

/// Writes a segment down, unless another has its number already.
pub(super) async fn insert(tx: &mut Tx, checkpoint: &Checkpoint, now: i64) -> Result<()> {
    let sql = "INSERT INTO segment (lane, no, first_seq, last_seq, row_hashes, previous, hash, signature,
                   sealed_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               ON CONFLICT (lane, no) DO NOTHING";
    let row = params![
        checkpoint.lane,
        checkpoint.no,
        checkpoint.first_seq,
        checkpoint.last_seq,
        checkpoint.row_hashes.clone(),
        checkpoint.previous.to_vec(),
        checkpoint.hash.to_vec(),
        checkpoint.signature.to_vec(),
        now
    ];
    tx.execute_each(sql, vec![row]).await
}

fn read(lane: u8, row: &Row) -> Result<Checkpoint> {
    Ok(Checkpoint {
        lane,
        no: row.get(0)?,
        first_seq: row.get(1)?,
        last_seq: row.get(2)?,
        row_hashes: row.get(3)?,
        previous: sized(row.get(4)?)?,
        hash: sized(row.get(5)?)?,
        signature: sized(row.get(6)?)?,
    })
}

fn sized<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N]> {
    let length = bytes.len();
    bytes.try_into().map_err(|_| Error::Corrupt(format!("a segment's field of {length} bytes, not {N}")))
}

/// A rule that one statement answers, and so one snapshot. `{newest}` is how many rows at the end of each
/// lane it looks at, `{balances}` the sum of a wallet's sub-accounts, which the view `wallet_balance` would read nine
/// times. The rows of a lane are numbered from `lane << 48`.
struct Rule {
    name: &'static str,
    sql: &'static str,
}

const QUICK: &[Rule] = &[
    Rule {
        // Wallets stand at the end of the log, and the system accounts where their reader stands: what it has not read
        // is added, of the same snapshot, so that both sides are sums up to one place however far it lags behind.
        name: "all balances of a currency sum to zero",
        sql: "SELECT currency || ': the balances sum to ' || SUM(total) FROM (
                  SELECT currency, CAST({balances} AS bigint) AS total FROM wallet
                  UNION ALL SELECT currency, balance FROM system_account
                  UNION ALL SELECT w.currency,
                      CASE WHEN t.debit < 0 THEN -t.amount ELSE 0 END
                      + CASE WHEN t.credit < 0 THEN t.amount ELSE 0 END
                  FROM lane l LEFT JOIN reader r ON r.name = 'system_account_balances' AND r.lane = l.id
                      CROSS JOIN transfer t JOIN wallet w ON w.id = t.wallet_id
                  WHERE t.lsn > l.id * 281474976710656 + COALESCE(r.position, 0)
                      AND t.lsn < (l.id + 1) * 281474976710656
              ) balance GROUP BY currency HAVING SUM(total) <> 0",
    },
    Rule {
        name: "each wallet's newest transfer tells its balances",
        sql: "SELECT 'wallet ' || w.id || ': cash ' || w.cash || ', held ' || w.held || ', bonus ' || w.bonus
                  || ', the log says ' || t.cash_after || ', ' || t.held_after || ', ' || t.bonus_after
              FROM (
                  SELECT t.wallet_id, MAX(t.lsn) AS lsn FROM lane l CROSS JOIN transfer t
                  WHERE t.lsn >= l.id * 281474976710656 + l.next_seq - {newest}
                      AND t.lsn < (l.id + 1) * 281474976710656
                  GROUP BY t.wallet_id
              ) newest JOIN transfer t ON t.lsn = newest.lsn JOIN wallet w ON w.id = newest.wallet_id
              WHERE w.cash <> t.cash_after OR w.held <> t.held_after OR w.bonus <> t.bonus_after",
    },
    Rule {
        name: "each transfer goes on from the balances of the one before",
        sql: "SELECT 'transfer ' || lsn FROM (
                  SELECT t.lsn, t.wallet_id, t.debit_sub_account, t.credit_sub_account, t.amount, t.cash_after,
                      t.held_after, t.bonus_after, LAG(t.cash_after) OVER (PARTITION BY t.wallet_id ORDER BY t.lsn) AS cash_before,
                      LAG(t.held_after) OVER (PARTITION BY t.wallet_id ORDER BY t.lsn) AS held_before,
                      LAG(t.bonus_after) OVER (PARTITION BY t.wallet_id ORDER BY t.lsn) AS bonus_before
                  FROM lane l CROSS JOIN transfer_row t
                  WHERE t.lsn >= l.id * 281474976710656 + l.next_seq - {newest}
                      AND t.lsn < (l.id + 1) * 281474976710656
              ) t
              WHERE cash_before IS NOT NULL AND (
                  cash_after <> cash_before + CASE WHEN credit_sub_account = 0 THEN amount ELSE 0 END
                      - CASE WHEN debit_sub_account = 0 THEN amount ELSE 0 END
                  OR held_after <> held_before + CASE WHEN credit_sub_account = 1 THEN amount ELSE 0 END
                      - CASE WHEN debit_sub_account = 1 THEN amount ELSE 0 END
                  OR bonus_after <> bonus_before
                      + CASE WHEN credit_sub_account = 3 THEN amount ELSE 0 END
                      - CASE WHEN debit_sub_account = 3 THEN amount ELSE 0 END)
             ",
    },
    Rule {
        name: "the newest rows of each lane have no gap",
        sql: "SELECT 'lane ' || id || ': next ' || next_seq || ', rows at its end ' || present FROM (
                  SELECT l.id, l.next_seq, l.archived_seq,
                      (SELECT COUNT(*) FROM transfer t
                       WHERE t.lsn > l.id * 281474976710656 AND t.lsn < (l.id + 1) * 281474976710656
                           AND t.lsn >= l.id * 281474976710656 + l.next_seq - {newest})
                      + (SELECT COUNT(*) FROM event e
                         WHERE e.lsn > l.id * 281474976710656 AND e.lsn < (l.id + 1) * 281474976710656
                             AND e.lsn >= l.id * 281474976710656 + l.next_seq - {newest}) AS present
                  FROM lane l
              ) lane_end
              WHERE present <> CASE WHEN next_seq - 1 - archived_seq < {newest} THEN next_seq - 1 - archived_seq
                  ELSE {newest} END",
    },
];

/// Findings shown of each broken rule.
const SHOWN: i64 = 20;

/// Looks at the sums of all balances and at the last `newest` rows of every lane; answers the broken rules.
/// Each rule is one statement and so sees one instant: it may be asked beside a busy server.
pub async fn quick_check(db: &Db, newest: i64) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let balances = SubAccount::ALL.map(SubAccount::column).join(" + ");
    for rule in QUICK {
        let sql = rule.sql.replace("{newest}", &newest.to_string()).replace("{balances}", &balances);
        let rows = db.query(&format!("{sql} LIMIT {SHOWN}"), params![]).await?;
        let rows = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<String>>>()?;
        if !rows.is_empty() {
            findings.push(Finding { rule: rule.name, rows });
        }
    }
    Ok(findings)
}

/// The sentences of the quick rules.
pub fn quick_rules() -> impl Iterator<Item = &'static str> {
    QUICK.iter().map(|rule| rule.name)
}

/// What wallets (of one player when named) held at `at` (UTC milliseconds), as far as it is known from what stands in
/// the log up to then and by all that was carried forward, whenever it was; with how many postings that is.
pub(super) async fn balances_with_all_archived(
    db: &Db,
    at: i64,
    player: Option<i64>,
) -> Result<Vec<(BalanceRow, i64)>> {
    let held = SubAccount::ALL.map(|of| {
        format!("CAST(SUM(CASE WHEN p.sub_account = {} THEN p.change ELSE 0 END) AS bigint)", of.code())
    });
    let sql = format!(
        "SELECT w.id, w.player_id, w.currency, CAST(SUM(p.transfers) AS bigint), {}
         FROM posting p JOIN wallet w ON w.id = p.wallet_id
         WHERE p.at_ms <= $1 AND ($2 = 0 OR w.player_id = $2)
         GROUP BY w.id, w.player_id, w.currency ORDER BY w.id",
        held.join(", ")
    );
    let rows = db.query(&sql, params![at, player.unwrap_or_default()]).await?;
    let balance = |row: &Row| {
        let mut balances = Balances::default();
        for (index, sub_account) in (4..).zip(SubAccount::ALL) {
            balances[sub_account] = row.get(index)?;
        }
        let balance =
            BalanceRow { wallet: row.get(0)?, player: row.get(1)?, currency: row.get(2)?, balances };
        Ok((balance, row.get(3)?))
    };
    rows.iter().map(balance).collect()
}
