//! What has to hold between adventures, what was paid in for their days, and the gifts that these gave.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a completed day of an adventure was paid for with what it asked for",
        sql: "SELECT 'player ' || c.player_id || ', adventure ' || c.adventure_id || ', day ' || c.step || ': paid in '
                  || COALESCE(d.amount, 0) || ' of ' || COALESCE(c.deposit_min, 0)
              FROM adventure_completion c
              JOIN adventure a ON a.id = c.adventure_id AND c.step <= a.days_count
              LEFT JOIN adventure_deposit d ON d.player_id = c.player_id AND d.adventure_id = c.adventure_id
                  AND d.step = c.step AND d.currency = c.currency
              WHERE c.deposit_min IS NULL OR COALESCE(d.amount, 0) < c.deposit_min",
    },
    Rule {
        name: "the prize for all days of an adventure has every day of its player",
        sql: "SELECT 'player ' || c.player_id || ', adventure ' || c.adventure_id || ': '
                  || COALESCE(d.days, 0) || ' of ' || a.days_count || ' days'
              FROM adventure_completion c
              JOIN adventure a ON a.id = c.adventure_id AND c.step > a.days_count
              LEFT JOIN (
                  SELECT x.player_id, x.adventure_id, COUNT(*) AS days FROM adventure_completion x
                  JOIN adventure y ON y.id = x.adventure_id AND x.step <= y.days_count
                  GROUP BY x.player_id, x.adventure_id
              ) d ON d.player_id = c.player_id AND d.adventure_id = c.adventure_id
              WHERE COALESCE(d.days, 0) <> a.days_count OR c.step <> a.days_count + 1",
    },
    Rule {
        name: "the gift of a completed day of an adventure was given when it is marked, and not before",
        sql: "SELECT 'player ' || COALESCE(g.player_id, c.player_id) || ': ' || COALESCE(g.source, c.source)
                  || ' is marked ' || COALESCE(c.marks, 0) || ' times, gifts ' || COALESCE(g.gifts, 0)
              FROM (
                  SELECT x.player_id, 'adventure:' || y.slug || ':' || x.step AS source,
                      CASE WHEN x.given_at_ms IS NULL THEN 0 ELSE 1 END AS marks
                  FROM adventure_completion x JOIN adventure y ON y.id = x.adventure_id
              ) c FULL JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts FROM (
                      SELECT player_id, source FROM bonus_award WHERE source LIKE 'adventure:%'
                      UNION SELECT player_id, source FROM freespin_grant WHERE source LIKE 'adventure:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = c.player_id AND g.source = c.source
              WHERE COALESCE(g.gifts, 0) <> COALESCE(c.marks, 0)",
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
