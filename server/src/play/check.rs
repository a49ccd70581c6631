//! What has to hold between rounds, the definitions of their games, and seed pairs.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

/// The rules.
///
/// A round's detail begins with the hash of its definition (see [`super::model::Detail`]), which lets the store
/// compare it as it stands; one from before hashes were kept begins with its game.
pub const RULES: &[Rule] = &[
    Rule {
        name: "each seed pair has its seed, and the pair after the one in force too",
        sql: "SELECT 'pair ' || p.seed_no || ' of player ' || p.player_id || ' in ' || p.currency FROM (
                  SELECT player_id, currency, seed_no FROM fair_seed
                  UNION ALL SELECT player_id, currency, MAX(seed_no) + 1 FROM fair_seed GROUP BY player_id, currency
              ) p LEFT JOIN server_seed s
                  ON s.name = 'fairness:' || p.player_id || ':' || p.currency || ':' || p.seed_no
              WHERE s.name IS NULL",
    },
    Rule {
        name: "each round of a built-in game has the definition it was played under",
        sql: "SELECT 'round ' || r.id || ': ' || substr(r.detail, 1, 80) FROM round r
              LEFT JOIN game_definition d ON d.hash = substr(r.detail, 16, 64)
              WHERE r.nonce > 0 AND d.hash IS NULL AND NOT EXISTS (
                  SELECT 1 FROM game_definition f
                  WHERE f.number = 1 AND r.detail LIKE '{\"game\":\"' || f.identifier || '\"%')",
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
