//! What has to hold between levels that bring gifts and the gifts that were issued.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a level of a quest or an achievement has given its gift once, in its currency, when it was issued",
        sql: "SELECT 'level ' || l.level || ' of tournament ' || l.tournament_id || ', player ' || l.player_id
                  || ': gifts ' || COALESCE(g.gifts, 0)
              FROM tournament_level l LEFT JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts, MIN(offer) AS offer, MIN(currency) AS currency FROM (
                      SELECT player_id, source, offer, currency FROM bonus_award WHERE source LIKE 'level:%'
                      UNION ALL SELECT player_id, source, offer, currency FROM freespin_grant
                          WHERE source LIKE 'level:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = l.player_id AND g.source = 'level:' || l.tournament_id || ':' || l.level
              WHERE COALESCE(g.gifts, 0) <> CASE WHEN l.issued_at_ms IS NULL THEN 0 ELSE 1 END
                  OR g.offer <> l.offer OR g.currency <> l.currency",
    },
    Rule {
        name: "a gift of a level of a quest or an achievement has its level",
        sql: "SELECT 'gift ' || g.id || ': ' || g.source FROM (
                  SELECT id, player_id, source FROM bonus_award WHERE source LIKE 'level:%'
                  UNION ALL SELECT id, player_id, source FROM freespin_grant WHERE source LIKE 'level:%'
              ) g
              WHERE NOT EXISTS (SELECT 1 FROM tournament_level l WHERE l.player_id = g.player_id
                  AND g.source = 'level:' || l.tournament_id || ':' || l.level)",
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
