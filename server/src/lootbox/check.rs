//! What has to hold between lootboxes, their draws and the gifts that they gave.

use croupier_db::{Db, Result};
use croupier_games::fair::ServerSeed;

use super::model::Lootbox;
use super::store;
use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "a lootbox has given its prize once, in its currency, when it was opened, and nothing before",
        sql: "SELECT 'lootbox ' || b.id || ': ' || b.stage || ', gifts ' || COALESCE(g.gifts, 0)
              FROM lootbox b LEFT JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts, MIN(offer) AS offer, MIN(currency) AS currency FROM (
                      SELECT player_id, source, offer, currency FROM bonus_award WHERE source LIKE 'lootbox:%'
                      UNION ALL SELECT player_id, source, offer, currency FROM freespin_grant
                          WHERE source LIKE 'lootbox:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = b.player_id AND g.source = 'lootbox:' || b.id
              WHERE COALESCE(g.gifts, 0) <> CASE b.stage WHEN 'activated' THEN 1 ELSE 0 END
                  OR (b.stage = 'activated' AND (g.offer <> b.prize OR g.currency <> b.currency))",
    },
    Rule {
        name: "deposits have brought no more lootboxes than there were deposits",
        sql: "SELECT 'player ' || b.player_id || ': ' || b.boxes || ' lootboxes of deposits, ' || COALESCE(p.deposits, 0)
                  || ' deposits'
              FROM (
                  SELECT player_id, COUNT(*) AS boxes FROM lootbox WHERE source LIKE 'deposit:%' GROUP BY player_id
              ) b LEFT JOIN (
                  SELECT player_id, COUNT(*) AS deposits FROM payment
                  WHERE action = 'deposit' AND state = 'succeeded' GROUP BY player_id
              ) p ON p.player_id = b.player_id
              WHERE b.boxes > COALESCE(p.deposits, 0)",
    },
    Rule {
        name: "a gift of a lootbox has its box",
        sql: "SELECT 'gift ' || g.id || ': ' || g.source FROM (
                  SELECT id, player_id, source FROM bonus_award WHERE source LIKE 'lootbox:%'
                  UNION ALL SELECT id, player_id, source FROM freespin_grant WHERE source LIKE 'lootbox:%'
              ) g
              WHERE NOT EXISTS (SELECT 1 FROM lootbox b
                  WHERE b.player_id = g.player_id AND g.source = 'lootbox:' || b.id)",
    },
];

const DRAWN: &str = "an opened lootbox gave what its seeds draw by its weights";

/// Boxes read in one go.
const AT_ONCE: i64 = 1_000;

/// Broken boxes that are shown.
const SHOWN: usize = 20;

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::broken(db, RULES).await?;
    let (mut rows, mut after) = (Vec::new(), 0);
    loop {
        let opened = store::opened_after(db, after, AT_ONCE).await?;
        let Some(last) = opened.last() else { break };
        after = last.id;
        rows.extend(opened.iter().filter(|one| !is_as_drawn(one)).map(|one| format!("lootbox {}", one.id)));
    }
    rows.truncate(SHOWN);
    if !rows.is_empty() {
        findings.push(Finding { rule: DRAWN, rows });
    }
    Ok(findings)
}

/// Whether the seed is the one that was promised, and draws what the row says.
fn is_as_drawn(opened: &Lootbox) -> bool {
    let Some(opening) = &opened.opening else { return false };
    let Ok(seed) = ServerSeed::from_hex(&opening.server_seed) else { return false };
    seed.commitment() == opened.server_seed_hash
        && opened
            .drawn(&seed, &opening.client_seed)
            .is_some_and(|(item, draw)| item.prize.code() == opening.prize && draw == opening.draw)
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([DRAWN])
}
