//! What has to hold between seeds and the list of commitments.

use croupier_db::{Db, Result};

use super::chain::{START, head_after};
use super::store::{self, End, Entry};
use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a seed's place in the list of commitments has its commitment",
        sql: "SELECT 'seed ' || s.name || ': ' || s.number FROM server_seed s
              LEFT JOIN seed_commitment c ON c.number = s.number
              WHERE s.number IS NOT NULL AND (c.number IS NULL OR c.server_seed_hash <> s.server_seed_hash)",
    },
    Rule {
        name: "a commitment in the list has its seed",
        sql: "SELECT 'commitment ' || c.number FROM seed_commitment c
              LEFT JOIN server_seed s ON s.number = c.number WHERE s.number IS NULL",
    },
];

const UNBROKEN: &str = "the list of commitments is one unbroken chain";

/// Entries read in one go.
const AT_ONCE: i64 = 10_000;

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::broken(db, RULES).await?;
    if let Some(row) = broken_link(db).await? {
        findings.push(Finding { rule: UNBROKEN, rows: vec![row] });
    }
    Ok(findings)
}

/// The first place where the chain is broken. A running server may append meanwhile: the end that was read first has to be
/// passed.
async fn broken_link(db: &Db) -> Result<Option<String>> {
    let End { number: end, head: end_head } = store::end(db).await?;
    let (mut number, mut head) = (0, START.to_owned());
    let mut is_end_met = end == 0 && end_head == START;
    loop {
        let entries = store::entries(db, number, AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        for Entry { number: next, server_seed_hash, at, head: next_head } in entries {
            if next != number + 1 || next_head != head_after(&head, next, at, &server_seed_hash) {
                return Ok(Some(format!("commitment {next} does not follow on {number}")));
            }
            is_end_met |= next == end && next_head == end_head;
            (number, head) = (next, next_head);
        }
    }
    Ok((!is_end_met).then(|| format!("the list ends at {number}, and was said to end at {end}")))
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([UNBROKEN])
}
