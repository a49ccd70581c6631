//! What has to hold between mass gifts and what their members have.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a mass gift counts its members as their rows say",
        sql: "SELECT 'mass gift ' || g.id || ': ' || g.given || ' given, ' || g.skipped || ' passed over, ' || g.failed || ' failed'
              FROM mass_gift g
              LEFT JOIN (
                  SELECT gift_id, COUNT(*) AS members, COUNT(CASE WHEN outcome = 'given' THEN 1 END) AS given,
                      COUNT(CASE WHEN outcome = 'failed' THEN 1 END) AS failed,
                      COUNT(CASE WHEN outcome = 'waiting' THEN 1 END) AS waiting
                  FROM mass_gift_member GROUP BY gift_id
              ) m ON m.gift_id = g.id
              WHERE g.state <> 'gathering' AND (
                  g.members <> COALESCE(m.members, 0) OR g.given <> COALESCE(m.given, 0)
                  OR g.failed <> COALESCE(m.failed, 0)
                  OR (g.state <> 'canceled' AND g.skipped <> COALESCE(m.members - m.given - m.failed - m.waiting, 0))
                  OR (g.state = 'done' AND COALESCE(m.waiting, 0) <> 0))",
    },
    Rule {
        name: "each member that a mass gift was given to has it",
        sql: "SELECT 'mass gift ' || m.gift_id || ' of player ' || m.player_id FROM mass_gift_member m
              WHERE m.outcome = 'given'
                AND NOT EXISTS (SELECT 1 FROM bonus_award a WHERE a.player_id = m.player_id
                    AND a.source = 'mass:' || m.gift_id || ':' || m.player_id)
                AND NOT EXISTS (SELECT 1 FROM freespin_grant f WHERE f.player_id = m.player_id
                    AND f.source = 'mass:' || m.gift_id || ':' || m.player_id)
                AND NOT EXISTS (SELECT 1 FROM lootbox b WHERE b.player_id = m.player_id
                    AND b.source = 'mass:' || m.gift_id || ':' || m.player_id)",
    },
    Rule {
        name: "nobody has a mass gift without being a member that was given it",
        sql: "SELECT 'gift of player ' || t.player_id || ' by ' || t.source
              FROM (
                  SELECT player_id, source FROM bonus_award WHERE source LIKE 'mass:%'
                  UNION ALL SELECT player_id, source FROM freespin_grant WHERE source LIKE 'mass:%'
                  UNION ALL SELECT player_id, source FROM lootbox WHERE source LIKE 'mass:%'
              ) t
              WHERE NOT EXISTS (SELECT 1 FROM mass_gift_member m WHERE m.player_id = t.player_id AND m.outcome = 'given'
                  AND t.source = 'mass:' || m.gift_id || ':' || m.player_id)",
    },
    Rule {
        name: "a mass gift that a second member of staff had to approve was approved by another one",
        sql: "SELECT 'mass gift ' || g.id FROM mass_gift g
              WHERE (g.expires_at_ms IS NOT NULL AND g.approved_by IS NULL AND g.given > 0) OR g.approved_by = g.member_id",
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
