//! What has to hold between places and levels, and the prizes and gifts that they brought.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a tournament says of as many players that they have joined as have",
        sql: "SELECT 'tournament ' || t.id || ': says ' || t.players || ', joined ' || COUNT(p.player_id)
              FROM tournament t LEFT JOIN tournament_player p ON p.tournament_id = t.id
              GROUP BY t.id, t.players HAVING t.players <> COUNT(p.player_id)",
    },
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
    Rule {
        // What was told a moment ago may still have to be read, and what is owed may still have to be paid.
        name: "prizes of tournaments have cost what their places were told, once all of it is paid",
        sql: "SELECT h.currency || ': paid ' || COALESCE(t.paid, 0) || ', told ' || COALESCE(a.told, 0) || ' in '
                  || COALESCE(a.places, 0) || ', owed ' || COALESCE(d.owed, 0) || ' times'
              FROM system_account h LEFT JOIN (
                  SELECT account, CAST(-SUM(change) AS bigint) AS paid FROM posting GROUP BY account
              ) t ON t.account = -h.id LEFT JOIN (
                  SELECT currency, CAST(SUM(published_amount) AS bigint) AS told, COUNT(*) AS places
                  FROM tournament_award WHERE published_amount > 0 GROUP BY currency
              ) a ON a.currency = h.currency LEFT JOIN (
                  SELECT currency, COUNT(*) AS owed, COUNT(paid_at_ms) AS paid FROM due_payment
                  WHERE reader = 'tournaments' GROUP BY currency
              ) d ON d.currency = h.currency
              WHERE h.name = 'tournament_prize' AND (
                  COALESCE(d.owed, 0) > COALESCE(a.places, 0) OR COALESCE(t.paid, 0) > COALESCE(a.told, 0)
                  OR (COALESCE(d.paid, 0) = COALESCE(a.places, 0) AND COALESCE(t.paid, 0) <> COALESCE(a.told, 0)))",
    },
    Rule {
        name: "a place of a tournament has given its gift once, to its winner, when it is told",
        sql: "SELECT 'tournament ' || a.tournament_id || ', place ' || a.place || ': gifts ' || COALESCE(g.gifts, 0)
              FROM tournament_award a LEFT JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts FROM (
                      SELECT player_id, source FROM bonus_award WHERE source LIKE 'tournament:%'
                      UNION ALL SELECT player_id, source FROM freespin_grant WHERE source LIKE 'tournament:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = a.player_id AND g.source = 'tournament:' || a.tournament_id || ':' || a.place
              WHERE COALESCE(g.gifts, 0) <> CASE WHEN a.is_published AND a.published_amount IS NULL THEN 1 ELSE 0 END",
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
