//! What has to hold between limits, wallets and sums, each as a query that finds what breaks it.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

/// The rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "a limit of money has a cap in every wallet of its player, and no wallet has another",
        sql: "SELECT 'limit ' || l.type || ' a ' || l.period || ' of wallet ' || w.id || ': no cap'
              FROM user_limit l JOIN wallet w ON w.player_id = l.player_id
              LEFT JOIN bet_limit b ON b.wallet_id = w.id
                  AND b.kind = CASE l.type WHEN 'wager' THEN 1 WHEN 'loss' THEN 2 ELSE 3 END
                  AND b.period = CASE l.period WHEN 'day' THEN 1 WHEN 'week' THEN 2 ELSE 3 END
              WHERE l.disabled_at_ms IS NULL AND l.type IN ('wager', 'loss', 'deposit') AND b.wallet_id IS NULL
              UNION ALL
              SELECT 'cap ' || b.kind || '/' || b.period || ' of wallet ' || b.wallet_id || ': no limit'
              FROM bet_limit b JOIN wallet w ON w.id = b.wallet_id
              LEFT JOIN user_limit l ON l.player_id = w.player_id AND l.disabled_at_ms IS NULL
                  AND b.kind = CASE l.type WHEN 'wager' THEN 1 WHEN 'loss' THEN 2 WHEN 'deposit' THEN 3 END
                  AND b.period = CASE l.period WHEN 'day' THEN 1 WHEN 'week' THEN 2 WHEN 'month' THEN 3 END
              WHERE l.id IS NULL",
    },
    Rule {
        name: "a pause that lasts stops its player until its end at least",
        sql: "SELECT 'limit ' || l.type || ' of player ' || l.player_id || ': no stop'
              FROM user_limit l LEFT JOIN player_stop s ON s.player_id = l.player_id
                  AND s.reason = CASE l.type WHEN 'selfexclusion' THEN 2 ELSE 3 END
                  AND s.until_ms >= l.active_until_ms
              WHERE l.disabled_at_ms IS NULL AND l.active_until_ms IS NOT NULL AND s.player_id IS NULL
                  AND NOT EXISTS (SELECT 1 FROM event e WHERE e.player_id = l.player_id
                      AND e.kind = 'player.stop_lifted' AND e.at_ms >= l.created_at_ms)",
    },
    Rule {
        // Kinds: 1 deposit, 2 bet, 3 win, 5 bet taken back, 8 payout, 10 win taken back.
        name: "what players have staked, won and paid by the hour is the sum of the transfers its reader has seen",
        sql: "SELECT 'wallet ' || w.id || ': hours ' || COALESCE(h.staked, 0) || ', ' || COALESCE(h.won, 0) || ', '
                  || COALESCE(h.deposits, 0) || ', ' || COALESCE(h.cashouts, 0) || ', transfers '
                  || COALESCE(t.staked, 0) || ', ' || COALESCE(t.won, 0) || ', ' || COALESCE(t.deposits, 0) || ', '
                  || COALESCE(t.cashouts, 0)
              FROM wallet w LEFT JOIN (
                  SELECT player_id, currency, CAST(SUM(staked) AS bigint) AS staked,
                      CAST(SUM(won) AS bigint) AS won, CAST(SUM(deposits) AS bigint) AS deposits,
                      CAST(SUM(cashouts) AS bigint) AS cashouts
                  FROM play_hour GROUP BY player_id, currency
              ) h ON h.player_id = w.player_id AND h.currency = w.currency
              LEFT JOIN (
                  SELECT wallet_id,
                      CAST(SUM(CASE WHEN kind = 2 AND debit_sub_account = 0 THEN amount
                                    WHEN kind = 5 AND credit_sub_account = 0 THEN -amount
                                    ELSE 0 END) AS bigint) AS staked,
                      CAST(SUM(CASE WHEN kind = 3 AND credit_sub_account = 0 THEN amount
                                    WHEN kind = 10 AND debit_sub_account = 0 THEN -amount
                                    ELSE 0 END) AS bigint) AS won,
                      CAST(SUM(CASE kind WHEN 1 THEN amount ELSE 0 END) AS bigint) AS deposits,
                      CAST(SUM(CASE kind WHEN 8 THEN amount ELSE 0 END) AS bigint) AS cashouts
                  FROM (SELECT t.wallet_id, t.kind, t.debit_sub_account, t.credit_sub_account, t.amount FROM transfer_row t
                        JOIN reader r ON r.name = 'play_sums' AND r.lane = t.lsn / 281474976710656
                            AND t.lsn % 281474976710656 <= r.position
                        UNION ALL SELECT wallet_id, kind, debit_sub_account, credit_sub_account, amount
                        FROM archived_balance) moved
                  GROUP BY wallet_id
              ) t ON t.wallet_id = w.id
              WHERE COALESCE(h.staked, 0) <> COALESCE(t.staked, 0) OR COALESCE(h.won, 0) <> COALESCE(t.won, 0)
                  OR COALESCE(h.deposits, 0) <> COALESCE(t.deposits, 0)
                  OR COALESCE(h.cashouts, 0) <> COALESCE(t.cashouts, 0)",
    },
];

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    wallet::broken(db, RULES).await
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}
