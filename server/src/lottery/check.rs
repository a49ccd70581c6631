//! What has to hold between lotteries, the points that their tickets took, their draws and the prizes that these gave.

use croupier_db::{Db, Result};
use croupier_games::fair::ServerSeed;
use croupier_games::lottery::draw_tickets;

use super::model::Lottery;
use super::store;
use crate::wallet::{self, Finding, Rule};

const RULES: &[Rule] = &[
    Rule {
        name: "tickets of a lottery are numbered from 1 to their count, each number once",
        sql: "SELECT 'lottery ' || l.id || ': ' || l.tickets_count || ' tickets, numbered up to '
                  || COALESCE(t.last_number, 0)
              FROM lottery l LEFT JOIN (
                  SELECT lottery_id, MAX(first_number + size - 1) AS last_number,
                      MAX(CASE WHEN first_number <> earlier + 1 THEN 1 ELSE 0 END) AS is_broken
                  FROM (
                      SELECT lottery_id, first_number, size, COALESCE(LAG(first_number + size - 1)
                          OVER (PARTITION BY lottery_id ORDER BY first_number), 0) AS earlier
                      FROM lottery_ticket
                  ) numbered GROUP BY lottery_id
              ) t ON t.lottery_id = l.id
              WHERE l.tickets_count <> COALESCE(t.last_number, 0) OR COALESCE(t.is_broken, 0) = 1",
    },
    Rule {
        name: "a purchase of tickets has taken their points, and has written them down",
        sql: "SELECT 'purchase ' || COALESCE(p.group_key, '') || ' at ' || COALESCE(p.at_ms, t.bought_at_ms)
                  || ': took ' || COALESCE(p.points, 0) || ', tickets cost ' || COALESCE(t.points, 0)
              FROM lottery_ticket t FULL JOIN (
                  SELECT * FROM point_purchase WHERE type = 'lotteries'
              ) p ON p.id = t.purchase_id
              WHERE p.id IS NULL OR t.purchase_id IS NULL OR p.points <> t.points OR p.player_id <> t.player_id",
    },
    Rule {
        name: "prizes of lotteries have cost what their rows say was paid",
        sql: "SELECT h.currency || ': given ' || COALESCE(g.given, 0) || ', prizes ' || COALESCE(a.amount, 0)
              FROM system_account h LEFT JOIN (
                  SELECT account, CAST(-SUM(change) AS bigint) AS given FROM posting GROUP BY account
              ) g ON g.account = -h.id LEFT JOIN (
                  SELECT currency, CAST(SUM(paid_amount) AS bigint) AS amount FROM lottery_award GROUP BY currency
              ) a ON a.currency = h.currency
              WHERE h.name = 'lottery_prize' AND COALESCE(g.given, 0) <> COALESCE(a.amount, 0)",
    },
    Rule {
        name: "a prize of a lottery that is a gift was given once when it is marked, and not before",
        sql: "SELECT 'lottery ' || a.lottery_id || ', place ' || a.place || ': gifts ' || COALESCE(g.gifts, 0)
              FROM lottery_award a LEFT JOIN (
                  SELECT player_id, source, COUNT(*) AS gifts FROM (
                      SELECT player_id, source FROM bonus_award WHERE source LIKE 'lottery:%'
                      UNION ALL SELECT player_id, source FROM freespin_grant WHERE source LIKE 'lottery:%'
                  ) given GROUP BY player_id, source
              ) g ON g.player_id = a.player_id AND g.source = 'lottery:' || a.lottery_id || ':' || a.place
              WHERE COALESCE(g.gifts, 0)
                  <> CASE WHEN a.paid_at_ms IS NOT NULL AND a.paid_amount IS NULL THEN 1 ELSE 0 END",
    },
];

const DRAWN: &str = "a drawn lottery has the winners that its seed draws, and they have its tickets";

/// Lotteries read in one go.
const AT_ONCE: i64 = 200;

/// Broken lotteries that are shown.
const SHOWN: usize = 20;

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::broken(db, RULES).await?;
    let (mut rows, mut after) = (Vec::new(), 0);
    loop {
        let drawn = store::drawn_after(db, after, AT_ONCE).await?;
        let Some(last) = drawn.last() else { break };
        after = last.id;
        for lottery in &drawn {
            if !is_as_drawn(db, lottery).await? {
                rows.push(format!("lottery {}", lottery.slug));
            }
        }
    }
    rows.truncate(SHOWN);
    if !rows.is_empty() {
        findings.push(Finding { rule: DRAWN, rows });
    }
    Ok(findings)
}

/// Whether the seed is the one that was promised, and draws the tickets of the winners that the rows name.
async fn is_as_drawn(db: &Db, lottery: &Lottery) -> Result<bool> {
    let Some(drawing) = &lottery.drawing else { return Ok(false) };
    let Ok(seed) = ServerSeed::from_hex(&drawing.server_seed) else { return Ok(false) };
    let Ok(count) = u32::try_from(lottery.tickets_count) else { return Ok(false) };
    let places = usize::try_from(lottery.terms.places()).unwrap_or_default();
    let drawn = draw_tickets(&seed, &lottery.slug, count, places);
    let awards =
        store::awards(db, &[lottery.id], None, i64::MAX).await?.remove(&lottery.id).unwrap_or_default();
    let given = awards.iter().map(|award| (award.place, award.ticket));
    if seed.commitment() != lottery.server_seed_hash || !given.eq((1..).zip(drawn.into_iter().map(i64::from)))
    {
        return Ok(false);
    }
    for award in awards {
        let tickets = store::tickets_of(db, &[lottery.id], award.player).await?;
        let has = |range: &super::model::TicketRange| {
            (range.first..range.first + range.size).contains(&award.ticket)
        };
        if !tickets.values().flatten().any(has) || lottery.terms.prize_of(award.place) != Some(&award.prize) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([DRAWN])
}
