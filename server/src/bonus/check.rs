//! What has to hold between bonuses, free spins and the books, each as a query that finds what breaks it.

use croupier_db::{Db, Result};

use crate::wallet::{self, Finding, Rule};

/// The rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "each gift that a member of staff gave was issued",
        sql: "SELECT 'gift ' || g.reference || ' to player ' || g.player_id FROM staff_gift g
              WHERE NOT EXISTS (SELECT 1 FROM bonus_award a
                                WHERE a.player_id = g.player_id AND a.source = 'staff:' || g.reference)
                AND NOT EXISTS (SELECT 1 FROM freespin_grant f
                                WHERE f.player_id = g.player_id AND f.source = 'staff:' || g.reference)",
    },
    Rule {
        name: "free spins that points bought were issued, and none without a purchase",
        sql: "SELECT 'player ' || player_id || ': ' || SUM(bought) || ' purchases of free spins, ' || SUM(issued) || ' gifts'
              FROM (
                  SELECT player_id, 1 AS bought, 0 AS issued FROM point_purchase WHERE type = 'freespins'
                  UNION ALL SELECT player_id, 0, 1 FROM freespin_grant WHERE source LIKE 'points:%'
              ) counted
              GROUP BY player_id
              HAVING SUM(issued) < SUM(bought) OR (SUM(bought) = 0 AND SUM(issued) > 0)",
    },
    Rule {
        name: "bonus money that points bought was issued, as much as the purchases name",
        sql: "SELECT 'player ' || player_id || ' in ' || currency || ': bought ' || SUM(bought) || ', awards ' || SUM(issued)
              FROM (
                  SELECT player_id, currency, bonus_amount AS bought, 0 AS issued FROM point_purchase WHERE type = 'money'
                  UNION ALL SELECT player_id, currency, 0, amount FROM bonus_award WHERE source LIKE 'points:%'
              ) counted
              GROUP BY player_id, currency HAVING SUM(bought) <> SUM(issued)",
    },
    Rule {
        // Kinds: 2 bet, 3 win, 5 bet taken back, 10 win taken back. Rounds of free spins are counted by the next rule.
        name: "what a campaign's account has given, less what came back, is what its awards say",
        sql: "SELECT 'account ' || name || ' in ' || currency || ': moved ' || SUM(moved) || ', awards say ' || SUM(said)
              FROM (
                  SELECT h.name, h.currency, t.amount AS moved, 0 AS said
                  FROM (
                      SELECT kind, debit AS account, amount FROM transfer
                      UNION ALL SELECT kind, credit, -amount FROM transfer
                      UNION ALL SELECT kind, debit, amount FROM archived_balance
                      UNION ALL SELECT kind, credit, -amount FROM archived_balance
                  ) t JOIN system_account h ON h.id = -t.account
                  WHERE h.name LIKE 'bonus:%' AND t.kind NOT IN (2, 3, 5, 10)
                  UNION ALL SELECT 'bonus:' || offer, currency, 0, granted - withheld - deducted - forfeited FROM bonus_award
                  UNION ALL SELECT 'bonus:' || offer, currency, 0, paid - won FROM freespin_grant
                      WHERE settled_at_ms IS NOT NULL
              ) sums
              GROUP BY name, currency HAVING SUM(moved) <> SUM(said)",
    },
    Rule {
        name: "free spins have won what the transfers say that their reader has seen",
        sql: "SELECT 'free spins ' || g.id || ': won ' || g.won || ', transfers say ' || COALESCE(t.won, 0)
              FROM freespin_grant g LEFT JOIN (
                  SELECT t.grant_id,
                      CAST(SUM(CASE t.kind WHEN 3 THEN t.amount WHEN 10 THEN -t.amount ELSE 0 END) AS bigint) AS won
                  FROM transfer t JOIN reader r ON r.name = 'bonus_progress' AND r.lane = t.lsn / 281474976710656
                      AND t.lsn % 281474976710656 <= r.position
                  WHERE t.grant_id IS NOT NULL GROUP BY t.grant_id
              ) t ON t.grant_id = g.id
              WHERE g.won <> COALESCE(t.won, 0)
                  -- Rows of a grant that is older than the oldest row of its lane may have been archived.
                  AND NOT EXISTS (SELECT 1 FROM lane l
                      WHERE l.archived_seq > 0 AND l.id = g.player_id % (SELECT COUNT(*) FROM lane)
                          AND g.issued_at_ms <= COALESCE((
                              SELECT o.at_ms FROM transfer o WHERE o.lsn >= l.id * 281474976710656
                                  AND o.lsn < (l.id + 1) * 281474976710656 ORDER BY o.lsn LIMIT 1), g.issued_at_ms))",
    },
    Rule {
        name: "free-spin winnings in wallets are those of grants that were not paid yet",
        sql: "SELECT 'player ' || player_id || ' in ' || currency || ': holds ' || SUM(held) || ', won ' || SUM(won)
              FROM (
                  SELECT player_id, currency, freespin_win AS held, 0 AS won FROM wallet
                  UNION ALL SELECT player_id, currency, 0, won FROM freespin_grant WHERE settled_at_ms IS NULL
              ) sums
              WHERE NOT EXISTS (SELECT 1 FROM reader r JOIN lane l ON l.id = r.lane
                  WHERE r.name = 'bonus_progress' AND r.position < l.next_seq - 1
                      AND l.id = sums.player_id % (SELECT COUNT(*) FROM lane))
              GROUP BY player_id, currency HAVING SUM(held) <> SUM(won)",
    },
    Rule {
        name: "a wallet's active bonus is the award that counts bets, and has no other",
        sql: "SELECT 'wallet ' || w.id || ': bonus ' || w.bonus_id FROM wallet w
              LEFT JOIN bonus_award a ON a.id = w.bonus_id AND a.player_id = w.player_id
                  AND a.currency = w.currency AND a.stage = 'handle_bets'
              WHERE w.bonus_id IS NOT NULL AND a.id IS NULL
              UNION ALL
              SELECT 'bonus ' || a.id || ': not active in its wallet' FROM bonus_award a
              LEFT JOIN wallet w ON w.player_id = a.player_id AND w.currency = a.currency AND w.bonus_id = a.id
              WHERE a.stage = 'handle_bets' AND w.id IS NULL",
    },
    Rule {
        name: "a bonus that has ended for it was wagered in full",
        sql: "SELECT 'bonus ' || id || ': wagered ' || wagered || ' hundredths of ' || requirement FROM bonus_award
              WHERE ended_by = 'wagered' AND wagered < requirement * 100",
    },
    Rule {
        name: "a sticky bonus that paid something has given itself back before, and every other bonus nothing",
        sql: "SELECT 'bonus ' || id || ': granted ' || granted || ', converted ' || converted || ', deducted ' || deducted
              FROM bonus_award
              WHERE deducted < 0 OR deducted > granted
                  OR (deducted > 0 AND (terms NOT LIKE '%\"sticky\":true%' OR ended_by <> 'wagered'))
                  OR (terms LIKE '%\"sticky\":true%' AND converted + withheld > 0 AND deducted <> granted)",
    },
    Rule {
        name: "a gift that is no money has moved none",
        sql: "SELECT 'gift ' || id || ' of the kind ' || kind FROM bonus_award
              WHERE (kind IN ('XP', 'Group', 'Custom', 'SoftGaming Gift') OR ended_by = 'given')
                AND (granted <> 0 OR converted <> 0 OR withheld <> 0 OR deducted <> 0 OR forfeited <> 0)",
    },
    Rule {
        // What came before a coupon can be used is from an offer that had its code once.
        name: "a coupon was used by as many players as have gifts from it",
        sql: "SELECT 'coupon ' || c.code || ': used ' || c.uses || ', players ' || COUNT(DISTINCT g.player_id)
              FROM coupon c LEFT JOIN (
                  SELECT source, player_id, issued_at_ms FROM bonus_award WHERE source LIKE 'coupon:%'
                  UNION ALL SELECT source, player_id, issued_at_ms FROM freespin_grant WHERE source LIKE 'coupon:%'
              ) g ON g.source = 'coupon:' || c.code AND g.issued_at_ms >= c.valid_from_ms
              GROUP BY c.code, c.uses HAVING c.uses <> COUNT(DISTINCT g.player_id)",
    },
    Rule {
        name: "cashback is given once for a period, as much as was noted",
        sql: "SELECT 'cashback ' || l.offer || ' of day ' || l.first_day || ' for player ' || l.player_id || ': noted '
                  || l.given || ', gifts ' || COALESCE(g.amount, 0)
              FROM cashback_loss l LEFT JOIN (
                  SELECT player_id, source, currency, amount FROM bonus_award WHERE source LIKE 'cashback:%'
              ) g ON g.player_id = l.player_id AND g.currency = l.currency
                  AND g.source = 'cashback:' || l.offer || ':' || l.first_day
              WHERE l.given <> COALESCE(g.amount, 0)",
    },
    Rule {
        name: "a free bet was placed once, and has paid what was noted",
        sql: "SELECT 'free bet ' || a.id || ': paid ' || a.granted || ', noted ' || COALESCE(f.paid, -1)
              FROM bonus_award a LEFT JOIN freebet f ON f.award_id = a.id
              WHERE a.kind = 'Freebet' AND a.ended_by = 'wagered' AND a.granted <> COALESCE(f.paid, -1)
              UNION ALL
              SELECT 'free bet ' || f.award_id || ': not an award that was staked' FROM freebet f
              WHERE NOT EXISTS (SELECT 1 FROM bonus_award a WHERE a.id = f.award_id AND a.kind = 'Freebet'
                  AND a.ended_by = 'wagered')",
    },
    Rule {
        name: "a loyalty level has given its gift once, in its currency, when it was issued",
        sql: "SELECT 'level ' || l.level || ' of player ' || l.player_id || ': gifts ' || COALESCE(g.gifts, 0)
              FROM level_gift l LEFT JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts, MIN(offer) AS offer, MIN(currency) AS currency FROM (
                      SELECT player_id, source, offer, currency FROM bonus_award WHERE source LIKE 'loyalty:%'
                      UNION ALL SELECT player_id, source, offer, currency FROM freespin_grant
                          WHERE source LIKE 'loyalty:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = l.player_id AND g.source = 'loyalty:' || l.level
              WHERE COALESCE(g.gifts, 0) <> CASE WHEN l.issued_at_ms IS NULL THEN 0 ELSE 1 END
                  OR g.offer <> l.offer OR g.currency <> l.currency",
    },
    Rule {
        name: "a gift of a loyalty level has its level",
        sql: "SELECT 'gift ' || g.id || ': ' || g.source FROM (
                  SELECT id, player_id, source FROM bonus_award WHERE source LIKE 'loyalty:%'
                  UNION ALL SELECT id, player_id, source FROM freespin_grant WHERE source LIKE 'loyalty:%'
              ) g
              WHERE NOT EXISTS (SELECT 1 FROM level_gift l
                  WHERE l.player_id = g.player_id AND g.source = 'loyalty:' || l.level)",
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
