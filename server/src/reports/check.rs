//! What has to hold between reports and the books.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "the sums of reports are those of the transfers that their reader has seen",
        sql: "SELECT currency || ': bets ' || SUM(bets) || ', bonus bets ' || SUM(bonus_bets) || ', wins ' || SUM(wins)
                  || ', bonus wins ' || SUM(bonus_wins) || ', bonuses ' || SUM(bonus_cost) || ', jackpots '
                  || SUM(jackpot_cost) || ', points ' || SUM(loyalty_cost) || ', prizes ' || SUM(prize_cost)
                  || ', corrections ' || SUM(adjustments) || ', deposits ' || SUM(deposits) || ', cashouts '
                  || SUM(cashouts) || ', liability ' || SUM(liability) || ' too much'
              FROM (
                  SELECT currency, bets, bonus_bets, wins, bonus_wins, bonus_cost, jackpot_cost, loyalty_cost,
                      prize_cost, adjustments, deposits, deposits_count, cashouts, cashouts_count, liability
                  FROM report_day
                  UNION ALL SELECT w.currency, -m.bets, -m.bonus_bets, -m.wins, -m.bonus_wins, -m.bonus_cost,
                      -m.jackpot_cost, -m.loyalty_cost, -m.prize_cost, -m.adjustments, -m.deposits,
                      -m.deposits_count, -m.cashouts, -m.cashouts_count, -m.liability
                  FROM report_movement m JOIN wallet w ON w.id = m.wallet_id
                  LEFT JOIN reader r ON r.name = 'reports' AND r.lane = m.lsn / 281474976710656
                  WHERE m.lsn = 0 OR m.lsn % 281474976710656 <= COALESCE(r.position, 0)
              ) sums
              GROUP BY currency
              HAVING SUM(bets) <> 0 OR SUM(bonus_bets) <> 0 OR SUM(wins) <> 0 OR SUM(bonus_wins) <> 0
                  OR SUM(bonus_cost) <> 0 OR SUM(jackpot_cost) <> 0 OR SUM(loyalty_cost) <> 0
                  OR SUM(prize_cost) <> 0 OR SUM(adjustments) <> 0 OR SUM(deposits) <> 0
                  OR SUM(deposits_count) <> 0 OR SUM(cashouts) <> 0 OR SUM(cashouts_count) <> 0
                  OR SUM(liability) <> 0",
    },
    Rule {
        name: "reports count each player that has signed up, paid in or bet once",
        sql: "SELECT 'signed up ' || registered || ', paid in ' || first_deposits || ' too many'
              FROM (
                  SELECT SUM(registered) AS registered, SUM(first_deposits) AS first_deposits FROM (
                      SELECT registered, first_deposits FROM report_people
                      UNION ALL SELECT -1, CASE WHEN first_deposit_day IS NULL THEN 0 ELSE -1 END FROM report_player
                  ) counts
              ) sums
              WHERE registered <> 0 OR first_deposits <> 0",
    },
    Rule {
        name: "a first deposit is counted for each player that has one, and for nobody else",
        sql: "SELECT 'player ' || player_id FROM (
                  SELECT r.player_id, 1 AS counted, 0 AS paid FROM report_player r WHERE r.first_deposit_day IS NOT NULL
                  UNION ALL SELECT DISTINCT p.id, 0, 1 FROM transfer t JOIN wallet w ON w.id = t.wallet_id
                  JOIN player p ON p.id = w.player_id
                  LEFT JOIN reader r ON r.name = 'reports' AND r.lane = t.lsn / 281474976710656
                  WHERE t.kind = 1 AND t.lsn % 281474976710656 <= COALESCE(r.position, 0)
                  UNION ALL SELECT DISTINCT p.id, 0, 2 FROM archived_balance c JOIN wallet w ON w.id = c.wallet_id
                  JOIN player p ON p.id = w.player_id WHERE c.kind = 1
              ) deposits
              GROUP BY player_id HAVING SUM(counted) <> CASE WHEN SUM(paid) > 0 THEN 1 ELSE 0 END",
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
