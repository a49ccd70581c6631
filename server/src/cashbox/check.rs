//! What has to hold between payments and the books, each as a query that finds what breaks it.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

/// The rules.
///
/// In a transfer, system accounts are negative; kinds: 1 deposit, 8 payout, 14 move. A deposit is credited without its fee, which follows as a move.
pub const RULES: &[Rule] = &[
    Rule {
        name: "held money is that of cashouts under way",
        sql: "SELECT 'wallet ' || w.id || ': held ' || w.held || ', cashouts ' || COALESCE(p.amount, 0)
              FROM wallet w LEFT JOIN (
                  SELECT player_id, currency, CAST(SUM(amount) AS bigint) AS amount FROM payment
                  WHERE action = 'cashout' AND finished_at_ms IS NULL GROUP BY player_id, currency
              ) p ON p.player_id = w.player_id AND p.currency = w.currency
              WHERE w.held <> COALESCE(p.amount, 0)",
    },
    Rule {
        name: "each payment partner has moved what succeeded payments say",
        sql: "SELECT 'wallet ' || w.id || ', ' || h.name || ': payments ' || COALESCE(p.moved, 0)
                  || ', transfers ' || COALESCE(t.moved, 0)
              FROM wallet w JOIN system_account h ON h.currency = w.currency
              LEFT JOIN (
                  SELECT player_id, currency, 'payments:' || provider AS name,
                      CAST(SUM(CASE action WHEN 'deposit' THEN amount - fee ELSE -amount END) AS bigint) AS moved
                  FROM payment WHERE state = 'succeeded' GROUP BY player_id, currency, provider
              ) p ON p.player_id = w.player_id AND p.currency = w.currency AND p.name = h.name
              LEFT JOIN (
                  SELECT wallet_id, CASE kind WHEN 1 THEN -debit ELSE -credit END AS system_account,
                      CAST(SUM(CASE kind WHEN 1 THEN amount ELSE -amount END) AS bigint) AS moved
                  FROM (SELECT wallet_id, kind, debit, credit, amount FROM transfer
                        UNION ALL SELECT wallet_id, kind, debit, credit, amount FROM archived_balance) moved
                  WHERE kind IN (1, 8)
                  GROUP BY wallet_id, CASE kind WHEN 1 THEN -debit ELSE -credit END
              ) t ON t.wallet_id = w.id AND t.system_account = h.id
              WHERE h.name IN (SELECT 'payments:' || provider FROM payment)
                  AND COALESCE(p.moved, 0) <> COALESCE(t.moved, 0)",
    },
    Rule {
        name: "fees in the books are those of payments that succeeded",
        sql: "SELECT 'wallet ' || w.id || ': payments ' || COALESCE(p.fee, 0) || ', transfers ' || COALESCE(t.fee, 0)
              FROM wallet w
              LEFT JOIN (
                  SELECT player_id, currency, CAST(SUM(fee) AS bigint) AS fee
                  FROM payment WHERE state = 'succeeded' GROUP BY player_id, currency
              ) p ON p.player_id = w.player_id AND p.currency = w.currency
              LEFT JOIN (
                  SELECT m.wallet_id, CAST(SUM(m.amount) AS bigint) AS fee
                  FROM (SELECT wallet_id, kind, credit, amount FROM transfer
                        UNION ALL SELECT wallet_id, kind, credit, amount FROM archived_balance) m
                  JOIN system_account h ON h.id = -m.credit AND h.name = 'fees'
                  WHERE m.kind = 14 GROUP BY m.wallet_id
              ) t ON t.wallet_id = w.id
              WHERE COALESCE(p.fee, 0) <> COALESCE(t.fee, 0)",
    },
    Rule {
        name: "no payment costs as much as it comes to",
        sql: "SELECT 'player ' || player_id || ': ' || fee || ' on ' || amount || ' ' || currency
              FROM payment WHERE fee < 0 OR fee >= amount",
    },
    Rule {
        name: "the parts of a divided cashout make up the whole",
        sql: "SELECT 'player ' || w.player_id || ': ' || w.whole || ' ' || w.currency || ', parts ' || p.amount
              FROM payment w JOIN (
                  SELECT COALESCE(split_of, id) AS root, CAST(SUM(amount) AS bigint) AS amount, MIN(whole) AS least,
                      MAX(whole) AS most
                  FROM payment WHERE whole IS NOT NULL GROUP BY COALESCE(split_of, id)
              ) p ON p.root = w.id
              WHERE w.split_of IS NULL AND (w.whole IS NULL OR p.amount <> w.whole OR p.least <> p.most)",
    },
    Rule {
        name: "coins that are held lie on their account",
        sql: "SELECT c.currency || ': arrivals and transfers differ' FROM (
                  SELECT currency FROM coin_arrival WHERE on_hold
                  UNION SELECT currency FROM system_account WHERE name = 'coins:held'
              ) c LEFT JOIN system_account h ON h.name = 'coins:held' AND h.currency = c.currency
              WHERE COALESCE((
                  SELECT SUM(a.amount) FROM coin_arrival a WHERE a.on_hold AND a.currency = c.currency
              ), 0) <> COALESCE((
                  SELECT SUM(CASE WHEN t.credit = -h.id THEN t.amount ELSE -t.amount END)
                  FROM (SELECT kind, debit, credit, amount FROM transfer
                        UNION ALL SELECT kind, debit, credit, amount FROM archived_balance) t
                  WHERE t.kind = 14 AND (t.credit = -h.id OR t.debit = -h.id)
              ), 0)",
    },
    Rule {
        name: "what has arrived is held, credited as a payment, or sent back",
        sql: "SELECT a.provider || ', ' || a.partner_id || ': ' || a.state || ', payment ' || COALESCE(p.state, 'none')
              FROM coin_arrival a LEFT JOIN payment p ON p.id = a.id
              WHERE (a.state = 'credited') <> (p.id IS NOT NULL AND p.player_id = a.player_id
                      AND p.currency = a.currency AND p.amount = a.amount AND p.state IN ('processing', 'succeeded'))
                  OR (a.state IN ('held', 'returning')) <> (a.on_hold AND a.state <> 'credited')
                  OR (a.state = 'returned' AND a.return_id IS NULL)",
    },
    Rule {
        name: "what a payment partner's file tells differently is explained",
        sql: "SELECT provider || ', ' || day || ', ' || reference || ': ' || kind FROM settlement_difference
              WHERE gone_at_ms IS NULL AND explained_at_ms IS NULL",
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
