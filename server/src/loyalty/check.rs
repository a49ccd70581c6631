//! What has to hold between points, rounds and purchases, each as a query that finds what breaks it.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

/// The rules.
///
/// Points of a round are `stake * rate_pico` pico-points. Points of rounds are summed as whole points and rests apart, so
/// no sum passes 64 bits.
pub const RULES: &[Rule] = &[
    Rule {
        name: "a player has earned the points of all settled rounds, and what staff has given",
        sql: "SELECT 'player ' || COALESCE(a.player_id, r.player_id) || ': ' || COALESCE(a.earned_points, 0) || ' and '
                  || COALESCE(a.rest_pico, 0) || ', rounds ' || COALESCE(r.points, 0) || ' and ' || COALESCE(r.rest, 0)
                  || ', given ' || COALESCE(a.given_points, 0)
              FROM point_account a FULL JOIN (
                  SELECT player_id,
                      CAST(SUM(stake * rate_pico / 1000000000000) AS bigint) AS points,
                      CAST(SUM(stake * rate_pico % 1000000000000) AS bigint) AS rest
                  FROM point_round WHERE settled GROUP BY player_id
              ) r ON r.player_id = a.player_id
              WHERE COALESCE(a.earned_points, 0) - COALESCE(a.given_points, 0) <>
                      COALESCE(r.points, 0) + COALESCE(r.rest, 0) / 1000000000000
                  OR COALESCE(a.rest_pico, 0) <> COALESCE(r.rest, 0) % 1000000000000",
    },
    Rule {
        // A round of before its lane's archive has no transfers to be compared with.
        name: "a round earns points for the real money staked in it that its reader has seen",
        sql: "SELECT 'round ' || p.round_id || ': ' || p.stake || ', transfers say ' || COALESCE(s.stake, 0)
              FROM point_round p JOIN lane l ON l.id = p.round_id / 281474976710656 LEFT JOIN (
                  SELECT t.round_id,
                      CAST(SUM(CASE WHEN t.kind = 2 AND t.debit_sub_account = 0 THEN t.amount
                                    WHEN t.kind = 5 AND t.credit_sub_account = 0 THEN -t.amount
                                    ELSE 0 END) AS bigint) AS stake
                  FROM transfer_row t JOIN reader r ON r.name = 'loyalty' AND r.lane = t.lsn / 281474976710656
                      AND t.lsn % 281474976710656 <= r.position
                  WHERE t.round_id IS NOT NULL GROUP BY t.round_id
              ) s ON s.round_id = p.round_id
              WHERE p.round_id % 281474976710656 > l.archived_seq AND p.stake <> COALESCE(s.stake, 0)",
    },
    Rule {
        // What is still to be paid or taken back is left out; it is in due_payment.
        name: "a player holds the points earned and corrected, less those that were exchanged",
        sql: "SELECT 'player ' || COALESCE(w.player_id, a.player_id) || ': holds ' || COALESCE(w.points, 0) || ', should hold '
                  || (COALESCE(a.earned_points, 0) + COALESCE(a.adjusted_points, 0) - COALESCE(p.points, 0))
              FROM (
                  SELECT player_id, CAST(SUM(points) AS bigint) AS points FROM wallet GROUP BY player_id
              ) w FULL JOIN point_account a ON a.player_id = w.player_id LEFT JOIN (
                  SELECT player_id, CAST(SUM(points) AS bigint) AS points FROM point_purchase GROUP BY player_id
              ) p ON p.player_id = COALESCE(w.player_id, a.player_id)
              WHERE COALESCE(w.points, 0) <>
                      COALESCE(a.earned_points, 0) + COALESCE(a.adjusted_points, 0) - COALESCE(p.points, 0)
                  AND NOT EXISTS (SELECT 1 FROM due_payment d WHERE d.reader = 'loyalty' AND d.paid_at_ms IS NULL
                      AND d.player_id = COALESCE(w.player_id, a.player_id))",
    },
    Rule {
        name: "the shop has given the money that its purchases name",
        sql: "SELECT h.currency || ': given ' || COALESCE(t.given, 0) || ', purchases ' || COALESCE(p.amount, 0)
              FROM system_account h LEFT JOIN (
                  SELECT account, CAST(-SUM(change) AS bigint) AS given FROM posting GROUP BY account
              ) t ON t.account = -h.id LEFT JOIN (
                  SELECT currency, CAST(SUM(amount) AS bigint) AS amount FROM point_purchase GROUP BY currency
              ) p ON p.currency = h.currency
              WHERE h.name = 'points_shop' AND COALESCE(t.given, 0) <> COALESCE(p.amount, 0)",
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
