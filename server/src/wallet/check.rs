//! The invariants of the books, each as a query that finds what breaks it.

use croupier_db::{Db, Result, log, params};

use super::sums::counted_by_limit;

/// A broken invariant with the first rows that break it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which rule.
    pub rule: &'static str,
    /// The rows, as text.
    pub rows: Vec<String>,
}

/// A rule: its sentence, and a query whose rows (one text column) break it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The sentence.
    pub name: &'static str,
    /// The query.
    pub sql: &'static str,
}

/// The rules of the books that a query holds.
///
/// The views `transfer_row`, `posting`, `round_posting` and `wallet_balance` take accounts apart, and add what is
/// archived to what is live. Rows of a lane are numbered from `lane << 48`; those up to its `archived_seq` are in the
/// archive, and in `tightest_limits` stands what they come to.
///
/// A sum's own columns are cast, though they are whole numbers already: only then SQLite finds a row of it by them,
/// where it would go through all of it for each wallet.
pub const RULES: &[Rule] = &[
    Rule {
        name: "each wallet balance is the sum of its transfers",
        sql: "SELECT 'wallet ' || wallet_id || ': sub-account ' || sub_account || ' holds ' || SUM(held)
                  || ', transfers say ' || SUM(moved)
              FROM (
                  SELECT wallet_id, sub_account, balance AS held, 0 AS moved FROM wallet_balance
                  UNION ALL SELECT wallet_id, sub_account, 0, change FROM posting WHERE wallet_id IS NOT NULL
              ) sums
              GROUP BY wallet_id, sub_account HAVING SUM(held) <> SUM(moved)",
    },
    Rule {
        name: "bonus money belongs to the active bonus, whose cost an account bears",
        sql: "SELECT 'wallet ' || id || ': bonus ' || bonus FROM wallet
              WHERE (bonus_id IS NULL AND bonus > 0) OR (bonus_id IS NOT NULL AND bonus_cost IS NULL)",
    },
    Rule {
        name: "every posting is on an account that exists, in the currency of the wallet",
        sql: "SELECT 'transfer ' || t.lsn FROM transfer_row t
              JOIN wallet w ON w.id = t.wallet_id
              LEFT JOIN system_account d ON d.id = -t.debit
              LEFT JOIN system_account c ON c.id = -t.credit
              WHERE t.debit_wallet_id <> w.id OR t.credit_wallet_id <> w.id
                  OR t.debit_sub_account > 8 OR t.credit_sub_account > 8
                  OR (t.debit < 0 AND (d.currency IS NULL OR d.currency <> w.currency))
                  OR (t.credit < 0 AND (c.currency IS NULL OR c.currency <> w.currency))",
    },
    Rule {
        name: "the log of each lane is gapless and ends where the lane says",
        sql: "SELECT 'lane ' || l.id || ': next ' || l.next_seq || ', archived to ' || l.archived_seq
                  || ', rows ' || COALESCE(r.count, 0)
              FROM lane l LEFT JOIN (
                  SELECT CAST(lsn / 281474976710656 AS bigint) AS id, COUNT(*) AS count
                  FROM (SELECT lsn FROM transfer UNION ALL SELECT lsn FROM event) entry
                  GROUP BY lsn / 281474976710656
              ) r ON r.id = l.id
              WHERE l.next_seq - 1 - l.archived_seq <> COALESCE(r.count, 0)",
    },
    Rule {
        name: "the archive of each lane is gapless and ends where the lane says",
        sql: "SELECT 'lane ' || l.id || ': archived to ' || l.archived_seq || ', segments ' || COALESCE(a.count, 0)
                  || ' to ' || COALESCE(a.no, 0) || ' and row ' || COALESCE(a.last_seq, 0)
              FROM lane l LEFT JOIN (
                  SELECT lane, COUNT(*) AS count, MAX(no) AS no, MAX(last_seq) AS last_seq
                  FROM archive GROUP BY lane
              ) a ON a.lane = l.id
              WHERE l.archived_seq <> COALESCE(a.last_seq, 0) OR COALESCE(a.count, 0) <> COALESCE(a.no, 0)",
    },
    Rule {
        name: "each round's stake, bonus stake and win are the sums of its transfers",
        sql: "SELECT 'round ' || r.id || ': stake ' || r.stake || ', bonus ' || r.stake_bonus || ', win ' || r.win
                  || ', transfers say ' || COALESCE(s.stake, 0) || ', ' || COALESCE(s.stake_bonus, 0) || ', '
                  || COALESCE(s.win, 0)
              FROM round r JOIN lane l ON l.id = r.id / 281474976710656 LEFT JOIN (
                  SELECT round_id, CAST(SUM(stake) AS bigint) AS stake,
                      CAST(SUM(stake_bonus) AS bigint) AS stake_bonus, CAST(SUM(win) AS bigint) AS win
                  FROM round_posting WHERE round_id IS NOT NULL GROUP BY round_id
              ) s ON s.round_id = r.id
              WHERE r.id % 281474976710656 > l.archived_seq
                  AND (r.stake <> COALESCE(s.stake, 0) OR r.win <> COALESCE(s.win, 0)
                      OR r.stake_bonus <> COALESCE(s.stake_bonus, 0))",
    },
    Rule {
        name: "the rounds of a wallet that were opened in the archive are the sums of their transfers together",
        sql: "SELECT 'wallet ' || wallet_id || ': the rounds have ' || SUM(stake) || ', ' || SUM(stake_bonus) || ', '
                  || SUM(win) || ' more than the transfers'
              FROM (
                  SELECT r.wallet_id, r.stake, r.stake_bonus, r.win
                  FROM round r JOIN lane l ON l.id = r.id / 281474976710656
                  WHERE r.id % 281474976710656 <= l.archived_seq
                  UNION ALL SELECT wallet_id, -stake, -stake_bonus, -win FROM round_posting WHERE round_id IS NULL
                  UNION ALL SELECT p.wallet_id, -p.stake, -p.stake_bonus, -p.win
                  FROM round_posting p JOIN lane l ON l.id = p.round_id / 281474976710656
                  WHERE p.round_id % 281474976710656 <= l.archived_seq
              ) difference
              GROUP BY wallet_id HAVING SUM(stake) <> 0 OR SUM(stake_bonus) <> 0 OR SUM(win) <> 0",
    },
    Rule {
        name: "each row of a round names its game and its grant, and only such rows move nothing",
        sql: "SELECT 'transfer ' || t.lsn FROM transfer t LEFT JOIN round r ON r.id = t.round_id
              WHERE (t.round_id IS NOT NULL AND (r.id IS NULL OR t.game_id IS NULL OR t.game_id <> r.game_id
                      OR COALESCE(t.grant_id, 0) <> COALESCE(r.grant_id, 0)))
                  OR (t.round_id IS NULL AND (t.game_id IS NOT NULL OR t.grant_id IS NOT NULL
                      OR t.round_ends IS NOT NULL OR t.amount = 0))",
    },
    Rule {
        name: "the last row that tells how a round has ended tells what the round says",
        sql: "SELECT 'round ' || r.id || ': ' || r.status || ', transfers say ' || COALESCE(e.round_ends, 0)
              FROM round r JOIN lane l ON l.id = r.id / 281474976710656 LEFT JOIN (
                  SELECT t.round_id, t.round_ends FROM (
                      SELECT MAX(lsn) AS lsn FROM transfer WHERE round_ends IS NOT NULL GROUP BY round_id
                  ) ending JOIN transfer t ON t.lsn = ending.lsn
              ) e ON e.round_id = r.id
              WHERE r.id % 281474976710656 > l.archived_seq AND r.status > 0
                  AND r.status <> COALESCE(e.round_ends, 0)",
    },
    Rule {
        name: "a wallet counts its open rounds of builtin games",
        sql: "SELECT 'wallet ' || wallet_id || ': ' || SUM(counted) || ', rounds ' || SUM(present) FROM (
                  SELECT id AS wallet_id, open_rounds AS counted, 0 AS present FROM wallet
                  UNION ALL SELECT wallet_id, 0, 1 FROM round WHERE status = 0 AND nonce > 0
              ) rounds
              GROUP BY wallet_id HAVING SUM(counted) <> SUM(present)",
    },
    Rule {
        name: "a wallet keeps room for what its open rounds can still win",
        sql: "SELECT 'wallet ' || wallet_id || ': ' || SUM(kept) || ', rounds ' || SUM(needed) FROM (
                  SELECT id AS wallet_id, win_room AS kept, 0 AS needed FROM wallet
                  UNION ALL SELECT wallet_id, 0, win_room FROM round WHERE status = 0
              ) rounds
              GROUP BY wallet_id HAVING SUM(kept) <> SUM(needed)",
    },
    Rule {
        name: "a rollback reverses the amount of one leg, and no leg is reversed twice",
        sql: "SELECT 'transfer ' || t.lsn FROM transfer t LEFT JOIN transfer o ON o.lsn = t.reverses
              LEFT JOIN lane l ON l.id = t.reverses / 281474976710656
                  AND t.reverses % 281474976710656 <= l.archived_seq
              WHERE (t.kind IN (5, 10) OR t.reverses IS NOT NULL) AND l.id IS NULL
                  AND (o.lsn IS NULL OR o.amount <> t.amount OR o.wallet_id <> t.wallet_id
                  OR o.kind <> CASE t.kind WHEN 5 THEN 2 WHEN 10 THEN 3 ELSE t.kind END)
              UNION ALL SELECT 'transfer ' || reverses FROM transfer WHERE reverses IS NOT NULL
              GROUP BY reverses HAVING COUNT(*) > 1",
    },
    Rule {
        // CROSS JOIN has SQLite go through the log once, instead of sorting all of it by wallet first.
        name: "a limit has counted the deposits, or the cash bets and wins of its window, less what was taken back",
        sql: concat!(
            "SELECT 'limit ' || b.kind || '/' || b.period || ' of wallet ' || b.wallet_id || ': ' || b.net
                 || ', transfers say ' || (COALESCE(s.net, 0) + COALESCE(c.net, 0))
             FROM bet_limit b LEFT JOIN archived_limit c ON c.wallet_id = b.wallet_id AND c.kind = b.kind
                 AND c.period = b.period AND c.since_lsn = b.since_lsn LEFT JOIN (
                 SELECT l.wallet_id, l.kind, l.period, ",
            counted_by_limit!(),
            " AS net FROM transfer_row t CROSS JOIN bet_limit l
                 WHERE l.wallet_id = t.wallet_id AND t.lsn >= l.since_lsn
                 GROUP BY l.wallet_id, l.kind, l.period
             ) s ON s.wallet_id = b.wallet_id AND s.kind = b.kind AND s.period = b.period
             WHERE b.net <> COALESCE(s.net, 0) + COALESCE(c.net, 0)"
        ),
    },
    Rule {
        name: "a wallet says whether it has limits",
        sql: "SELECT 'wallet ' || id FROM wallet
              WHERE limited <> (EXISTS (SELECT 1 FROM bet_limit WHERE wallet_id = wallet.id))",
    },
    Rule {
        name: "the reasons for which a wallet is stopped are its player's",
        sql: "SELECT 'wallet ' || w.id FROM wallet w LEFT JOIN (SELECT player_id AS player,
             MAX(CASE reason WHEN 1 THEN until_ms END) AS operator,
             MAX(CASE reason WHEN 2 THEN until_ms END) AS exclusion,
             MAX(CASE reason WHEN 3 THEN until_ms END) AS cooling_off,
             MAX(CASE reason WHEN 4 THEN until_ms END) AS fraud,
             MAX(CASE reason WHEN 5 THEN until_ms END) AS verification,
             MAX(CASE reason WHEN 6 THEN until_ms END) AS closed,
             MAX(CASE reason WHEN 7 THEN until_ms END) AS register,
             MAX(CASE reason WHEN 8 THEN until_ms END) AS silent
              FROM player_stop GROUP BY player_id) s ON s.player = w.player_id
              WHERE w.operator_stop_ms <> COALESCE(s.operator, 0)
                 OR w.exclusion_stop_ms <> COALESCE(s.exclusion, 0)
                 OR w.cooling_off_stop_ms <> COALESCE(s.cooling_off, 0)
                 OR w.fraud_stop_ms <> COALESCE(s.fraud, 0)
                 OR w.verification_stop_ms <> COALESCE(s.verification, 0)
                 OR w.closed_stop_ms <> COALESCE(s.closed, 0)
                 OR w.register_stop_ms <> COALESCE(s.register, 0)
                 OR w.register_silent_stop_ms <> COALESCE(s.silent, 0)",
    },
    Rule {
        name: "stake accounts hold exactly the stakes of open rounds of built-in games",
        sql: "SELECT 'wallet ' || w.id || ': stake ' || w.stake || ', open rounds ' || COALESCE(r.stake, 0)
              FROM wallet w LEFT JOIN (
                  SELECT wallet_id, CAST(SUM(stake) AS bigint) AS stake FROM round
                  WHERE status = 0 AND nonce > 0 GROUP BY wallet_id
              ) r ON r.wallet_id = w.id
              WHERE w.stake <> COALESCE(r.stake, 0)",
    },
    Rule {
        name: "each key of the table of keys leads to a row of the log",
        sql: "SELECT 'key at ' || i.lsn FROM idem i
              LEFT JOIN lane l ON l.id = i.lsn / 281474976710656 AND i.lsn % 281474976710656 <= l.archived_seq
              LEFT JOIN transfer t ON t.lsn = i.lsn LEFT JOIN event e ON e.lsn = i.lsn
              WHERE l.id IS NULL AND t.lsn IS NULL AND e.lsn IS NULL",
    },
    Rule {
        name: "play numbers of a wallet are never used twice",
        sql: "SELECT 'wallet ' || wallet_id || ', number ' || nonce FROM round WHERE nonce > 0
              GROUP BY wallet_id, nonce HAVING COUNT(*) > 1",
    },
    Rule {
        name: "the balance of a system account is the sum of the transfers its reader has seen",
        sql: "SELECT 'system account ' || h.id || ': ' || h.balance || ', transfers say ' || COALESCE(s.balance, 0)
              FROM system_account h LEFT JOIN (
                  SELECT CAST(-account AS bigint) AS account, CAST(SUM(change) AS bigint) AS balance
                  FROM posting LEFT JOIN reader ON reader.name = 'system_account_balances'
                      AND reader.lane = posting.lsn / 281474976710656
                  WHERE account < 0 AND (posting.lsn = 0
                      OR posting.lsn % 281474976710656 <= COALESCE(reader.position, 0))
                  GROUP BY account
              ) s ON s.account = h.id
              WHERE h.balance <> COALESCE(s.balance, 0)",
    },
];

/// The rule that no query can hold, because keys are stored many to a row.
const KEYS: &str = "each key is taken once, and leads to a place of the log";

/// Rows shown of each broken rule.
const SHOWN: i64 = 20;

/// Checks every invariant; answers the broken ones.
///
/// Double entry itself needs no query: one row is both postings, so what one account loses another gains
/// by construction; the rules show that the balances are what the rows say.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = broken(db, RULES).await?;
    let mut rows = log::broken_keys(db).await?;
    if !rows.is_empty() {
        rows.truncate(usize::try_from(SHOWN).unwrap_or_default());
        findings.push(Finding { rule: KEYS, rows });
    }
    Ok(findings)
}

/// Those of `rules` that do not hold.
pub async fn broken(db: &Db, rules: &[Rule]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for rule in rules {
        let sql = format!("{} LIMIT $1", rule.sql);
        let rows = db.query(&sql, params![SHOWN]).await?;
        let rows = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<String>>>()?;
        if !rows.is_empty() {
            findings.push(Finding { rule: rule.name, rows });
        }
    }
    Ok(findings)
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([KEYS])
}
