//! What has to hold between corrections of players' cash and the books, and between roles and those who have them.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        // Sums and counts by wallet: what is archived has no more than these.
        name: "each approved correction of cash has moved its amount once, and nothing else has",
        sql: "SELECT 'player ' || player_id || ' in ' || currency || ': moved ' || SUM(moved) || ' in ' || SUM(movements)
                  || ', approved ' || SUM(said) || ' in ' || SUM(approvals)
              FROM (
                  SELECT w.player_id, w.currency, t.amount AS moved, t.transfers AS movements, 0 AS said, 0 AS approvals
                  FROM (
                      SELECT wallet_id, debit AS account, amount, 1 AS transfers FROM transfer WHERE kind = 9
                      UNION ALL SELECT wallet_id, credit, -amount, 1 FROM transfer WHERE kind = 9
                      UNION ALL SELECT wallet_id, debit, amount, transfers FROM archived_balance WHERE kind = 9
                      UNION ALL SELECT wallet_id, credit, -amount, transfers FROM archived_balance WHERE kind = 9
                  ) t JOIN system_account h ON h.id = -t.account JOIN wallet w ON w.id = t.wallet_id
                  WHERE h.name = 'adjustments'
                  UNION ALL SELECT player_id, currency, 0, 0, amount, 1 FROM adjustment WHERE state = 'approved'
              ) sums
              GROUP BY player_id, currency HAVING SUM(moved) <> SUM(said) OR SUM(movements) <> SUM(approvals)",
    },
    Rule {
        name: "an approved correction of cash was asked for and approved by two members of staff",
        sql: "SELECT 'adjustment of player ' || player_id || ': asked for by ' || requester_name || ', approved by '
                  || decider_name
              FROM adjustment a WHERE state = 'approved' AND (requested_by = decided_by
                  OR NOT EXISTS (SELECT 1 FROM staff_member m WHERE m.id = a.requested_by)
                  OR NOT EXISTS (SELECT 1 FROM staff_member m WHERE m.id = a.decided_by))",
    },
    Rule {
        name: "each box that a member of staff issued is there",
        sql: "SELECT 'box ' || s.reference || ' of player ' || s.player_id FROM staff_act s
              WHERE s.kind = 'lootbox' AND NOT EXISTS (SELECT 1 FROM lootbox b
                  WHERE b.player_id = s.player_id AND b.source = 'staff:' || s.reference)",
    },
    Rule {
        name: "each version of a role that the installation has made was approved",
        sql: "SELECT 'role ' || r.name || ': version ' || r.version FROM staff_role r
              WHERE r.version <> (SELECT COUNT(*) FROM staff_role_change c WHERE c.role = r.id AND c.state = 'approved')",
    },
    Rule {
        name: "members of such a role may do what its version in force allows",
        sql: "SELECT 'member ' || m.email || ' as ' || r.name FROM staff_member m JOIN staff_role r ON r.id = m.role
              WHERE m.state <> 'dismissed' AND (m.permissions <> r.permissions OR r.withdrawn_at_ms IS NOT NULL)",
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
