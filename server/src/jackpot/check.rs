//! What has to hold between jackpots, their cycles, their wins and the money that was paid.

use croupier_db::{Db, Result};
use croupier_games::fair::ServerSeed;

use super::drawn;
use super::list_store::{self, Revealed};
use crate::wallet::{self, Finding, Rule};

/// The rules that the store can decide.
const RULES: &[Rule] = &[
    Rule {
        name: "seeds and contributions of a jackpot are its amounts and what was won",
        sql: "SELECT 'jackpot ' || l.jackpot_id || ' level ' || l.level || ': in ' || (c.seeds + l.contributed_micro)
                  || ', there ' || c.running || ', won ' || COALESCE(w.won, 0)
              FROM jackpot_level l JOIN (
                  SELECT jackpot_id, level, CAST(SUM(seed_cents * 1000000) AS bigint) AS seeds,
                      CAST(SUM(CASE WHEN ended_at_ms IS NULL
                          THEN seed_cents * 1000000 + carried_micro + contributed_micro ELSE 0 END) AS bigint) AS running
                  FROM jackpot_cycle GROUP BY jackpot_id, level
              ) c ON c.jackpot_id = l.jackpot_id AND c.level = l.level LEFT JOIN (
                  SELECT jackpot_id, level, CAST(SUM(original_amount_cents * 1000000) AS bigint) AS won
                  FROM jackpot_win GROUP BY jackpot_id, level
              ) w ON w.jackpot_id = l.jackpot_id AND w.level = l.level
              WHERE c.seeds + l.contributed_micro <> c.running + COALESCE(w.won, 0)",
    },
    Rule {
        name: "a cycle of a jackpot ends with one win of its amount, and leaves the rest to the next one",
        sql: "SELECT 'jackpot ' || c.jackpot_id || ' level ' || c.level || ' cycle ' || c.number
              FROM jackpot_cycle c
              LEFT JOIN jackpot_win w ON w.jackpot_id = c.jackpot_id AND w.level = c.level AND w.cycle = c.number
              LEFT JOIN jackpot_cycle n ON n.jackpot_id = c.jackpot_id AND n.level = c.level AND n.number = c.number + 1
              WHERE (c.ended_at_ms IS NULL) <> (w.id IS NULL) OR (c.ended_at_ms IS NULL) <> (n.number IS NULL)
                  OR w.original_amount_cents * 1000000 + n.carried_micro <>
                      c.seed_cents * 1000000 + c.carried_micro + c.contributed_micro",
    },
    Rule {
        name: "a win of a jackpot is owed once, with its amount, to its winner",
        sql: "SELECT 'win ' || w.id || ': ' || w.amount_cents || ' ' || w.currency
              FROM jackpot_win w LEFT JOIN due_payment d
                  ON d.reader = 'jackpots' AND d.lsn = w.lsn AND d.no = w.payment_no
              WHERE d.lsn IS NULL OR d.player_id <> w.player_id OR d.currency <> w.currency
                  OR d.payment NOT LIKE '%\"to\":\"cash\",\"amount\":' || w.amount_cents || '}%'
              UNION ALL SELECT 'payment ' || d.lsn || ' ' || d.no || ' without a win'
              FROM due_payment d LEFT JOIN jackpot_win w ON w.lsn = d.lsn AND w.payment_no = d.no
              WHERE d.reader = 'jackpots' AND w.id IS NULL",
    },
    Rule {
        // What is still to be paid is left out; it is in due_payment.
        name: "jackpots have paid the wins that are marked as paid, and nothing else",
        sql: "SELECT h.currency || ': paid ' || COALESCE(t.paid, 0) || ', wins ' || COALESCE(w.amount, 0)
              FROM system_account h LEFT JOIN (
                  SELECT account, CAST(-SUM(change) AS bigint) AS paid FROM posting GROUP BY account
              ) t ON t.account = -h.id LEFT JOIN (
                  SELECT w.currency, CAST(SUM(w.amount_cents) AS bigint) AS amount
                  FROM jackpot_win w JOIN due_payment d ON d.reader = 'jackpots' AND d.lsn = w.lsn AND d.no = w.payment_no
                  WHERE d.paid_at_ms IS NOT NULL GROUP BY w.currency
              ) w ON w.currency = h.currency
              WHERE h.name = 'jackpots' AND COALESCE(t.paid, 0) <> COALESCE(w.amount, 0)",
    },
];

const DRAWN: &str = "a cycle of a jackpot was won at the point that its seed draws, and not before";

/// Cycles read in one go.
const AT_ONCE: i64 = 1_000;

/// Broken cycles that are shown.
const SHOWN: usize = 20;

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::broken(db, RULES).await?;
    let (mut rows, mut after) = (Vec::new(), (0, 0, 0));
    loop {
        let ended = list_store::revealed_after(db, after, AT_ONCE).await?;
        let Some(last) = ended.last() else { break };
        after = (last.jackpot, last.level.number(), last.cycle);
        let broken = ended.iter().filter(|cycle| !is_as_drawn(cycle));
        rows.extend(
            broken.map(|cycle| format!("{} {} cycle {}", cycle.identifier, cycle.level.name(), cycle.cycle)),
        );
    }
    rows.truncate(SHOWN);
    if !rows.is_empty() {
        findings.push(Finding { rule: DRAWN, rows });
    }
    Ok(findings)
}

/// Whether the seed is the one that was promised, and draws the point that the amount has reached.
fn is_as_drawn(cycle: &Revealed) -> bool {
    let Ok(seed) = ServerSeed::from_hex(&cycle.server_seed) else { return false };
    let point = drawn(&seed, &cycle.identifier, cycle.level, cycle.cycle, &cycle.terms);
    seed.commitment() == cycle.server_seed_hash && point == Some(cycle.point) && cycle.amount >= cycle.point
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([DRAWN])
}
