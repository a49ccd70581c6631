//! What has to hold between the rounds of tables, their bets and the money that was moved.

use croupier_db::{Db, Result};
use croupier_games::Game;
use croupier_games::baccarat::Coup;
use croupier_games::crash::mix;
use croupier_games::fair::ServerSeed;

use super::bet_store;
use super::rules::{Drawn, Rules};
use super::spot_store;
use super::store::{self, Round};
use crate::wallet::{self, Finding, Rule};

/// The rules that the store can decide.
const RULES: &[Rule] = &[
    Rule {
        name: "a round of a table has the bets that it has counted, in an order without a gap",
        sql: "SELECT 'round ' || r.id || ': counted ' || r.bets || ', there ' || COUNT(b.id)
              FROM table_round r LEFT JOIN table_bet b ON b.round_id = r.id
              GROUP BY r.id, r.bets
              HAVING r.bets <> COUNT(b.id) OR r.bets <> COALESCE(MAX(b.place), 0)",
    },
    Rule {
        name: "no bet at a table is still in once its round is settled, and none has ended before it ran",
        sql: "SELECT 'bet ' || b.id || ' is ' || b.state || ' in a round that is ' || r.state
              FROM table_bet b JOIN table_round r ON r.id = b.round_id
              WHERE (r.state = 'settled' AND b.state = 'riding') OR (r.state = 'betting' AND b.state <> 'riding')
                  OR (r.state = 'running' AND b.state IN ('paid', 'lost', 'returned'))",
    },
    Rule {
        name: "a bet at a table returns what its end says",
        sql: "SELECT 'bet ' || b.id || ' ' || b.state || ' at ' || COALESCE(b.multiplier, 0) || ' returned ' || b.win_cents
              FROM table_bet b JOIN table_round r ON r.id = b.round_id
              WHERE b.win_cents <> CASE b.state WHEN 'cashed' THEN b.stake_cents * b.multiplier / 100
                      WHEN 'returned' THEN b.stake_cents WHEN 'paid' THEN b.win_cents ELSE 0 END
                  OR (b.state = 'paid' AND (b.win_cents = 0 OR r.cards IS NULL OR r.returned = 1))
                  OR b.multiplier > b.target OR b.multiplier > r.point
                  OR (b.state = 'lost' AND (b.target <= r.point OR r.returned = 1))
                  OR (b.state = 'returned' AND (b.target <= r.point OR r.returned = 0))",
    },
    Rule {
        name: "a bet on the felt is what lies on its places, and returns what they return",
        sql: "SELECT 'bet ' || b.id || ' of ' || b.stake_cents || ' lies with ' || COALESCE(SUM(s.amount_cents), 0)
                  || ' on its places'
              FROM table_bet b LEFT JOIN table_spot s ON s.bet_id = b.id
              GROUP BY b.id, b.state, b.stake_cents, b.win_cents
              HAVING (COUNT(s.spot) > 0 OR b.state = 'paid')
                  AND (COALESCE(SUM(s.amount_cents), 0) <> b.stake_cents OR COALESCE(SUM(s.win_cents), 0) <> b.win_cents)",
    },
    Rule {
        // A round in another currency than its wallet's moves converted amounts, so only the numbers are compared there.
        name: "bets at tables are rounds of their wallets with the same stakes and wins, open as long as they are in",
        sql: "SELECT 'player ' || player_id || ' ' || wallet || ': ' || bets || ' bets, ' || riding || ' in, staked '
                  || staked || ', returned ' || returned || ' more than in the books'
              FROM (
                  SELECT player_id, wallet, SUM(bets) AS bets, SUM(riding) AS riding, SUM(staked) AS staked,
                      SUM(returned) AS returned
                  FROM (
                      SELECT player_id, wallet, 1 AS bets, CASE state WHEN 'riding' THEN 1 ELSE 0 END AS riding,
                          CASE WHEN wallet = currency THEN stake_cents ELSE 0 END AS staked,
                          CASE WHEN wallet = currency THEN win_cents ELSE 0 END AS returned
                      FROM table_bet
                      UNION ALL
                      SELECT r.player_id, w.currency, -1, CASE r.status WHEN 0 THEN -1 ELSE 0 END,
                          CASE WHEN r.detail LIKE '%\"exchanged\":{%' THEN 0 ELSE -r.stake END,
                          CASE WHEN r.detail LIKE '%\"exchanged\":{%' THEN 0 ELSE -r.win END
                      FROM round r JOIN wallet w ON w.id = r.wallet_id WHERE r.detail LIKE '%\"shared\":{%'
                  ) parts GROUP BY player_id, wallet
              ) sums
              WHERE bets <> 0 OR riding <> 0 OR staked <> 0 OR returned <> 0",
    },
];

const DRAWN: &str = "a round of a table came to what its seed and its players draw, after the round before, and its places pay by that";

/// Rounds read in one go.
const AT_ONCE: i64 = 1_000;

/// Broken rounds that are shown.
const SHOWN: usize = 20;

/// Checks every rule; answers the broken ones.
pub async fn check(db: &Db) -> Result<Vec<Finding>> {
    let mut findings = wallet::broken(db, RULES).await?;
    let (mut rows, mut after) = (Vec::new(), 0);
    loop {
        let ended = store::ended_after(db, after, AT_ONCE).await?;
        let Some(last) = ended.last() else { break };
        after = last.id;
        for round in ended {
            if !is_as_drawn(db, &round).await? {
                rows.push(format!("round {} of {}", round.id, round.game));
            }
        }
    }
    rows.truncate(SHOWN);
    if !rows.is_empty() {
        findings.push(Finding { rule: DRAWN, rows });
    }
    Ok(findings)
}

/// Whether the seed is the one that was promised, and draws the point with the seeds of the players.
async fn is_as_drawn(db: &Db, round: &Round) -> Result<bool> {
    let (Some(end), Some((mixed, _))) = (&round.end, &round.started) else { return Ok(false) };
    let promised = match round.place {
        0 => store::published(db, &round.game, round.chain).await?,
        place => store::revealed(db, &round.game, round.chain, place - 1).await?,
    };
    let client_seeds = bet_store::first_seeds(db, round.id, bet_store::mixed_seeds()).await?;
    // What the players gave and what was promised has to be right for a void round too.
    let is_begun = promised.as_ref() == Some(&round.server_seed_hash)
        && mix(client_seeds.iter().map(String::as_str)) == *mixed;
    if end.is_void() {
        return Ok(is_begun);
    }
    let Some(definition) = store::definition(db, &round.definition).await? else { return Ok(false) };
    let (Ok(game), Ok(seed)) = (Game::load(&definition), ServerSeed::from_hex(&end.server_seed)) else {
        return Ok(false);
    };
    let Some(rules) = Rules::of(&game) else { return Ok(false) };
    let number = u64::try_from(round.id).unwrap_or_default();
    Ok(is_begun
        && seed.commitment() == round.server_seed_hash
        && rules.draw(&seed, mixed, number) == end.drawn
        && are_paid(db, round, &rules, &end.drawn).await?)
}

/// Whether the places of the felt return what the cards say.
async fn are_paid(db: &Db, round: &Round, rules: &Rules, drawn: &Drawn) -> Result<bool> {
    let (Rules::Baccarat(baccarat), Drawn::Cards(cards)) = (rules, drawn) else { return Ok(true) };
    let coup = Coup::of(cards);
    let decided = spot_store::decided(db, round.id).await?;
    Ok(decided.iter().all(|on| baccarat.returns(on.spot, on.amount_cents, &coup) == on.win_cents))
}

/// The sentences of all rules, for the report of a clean check.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name).chain([DRAWN])
}
