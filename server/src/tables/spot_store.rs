//! The SQL of what lies on the places of the felt.

use std::collections::HashMap;

use croupier_db::{Db, Error, Result, Row, Statement, params};
use croupier_games::baccarat::{Spot, SpotBet, SpotWin};
use croupier_games::roulette::StakeLimits;

use super::bet_store::Bet;

fn spot(name: &str) -> Result<Spot> {
    Spot::named(name).ok_or_else(|| Error::Corrupt(format!("a place of the felt that is {name}")))
}

fn spot_win(row: &Row) -> Result<SpotWin> {
    Ok(SpotWin { spot: spot(&row.get::<String>(1)?)?, amount_cents: row.get(2)?, win_cents: row.get(3)? })
}

/// The statements that say where a bet lies, after its own. Each misses when more would lie there of this player in this
/// currency than the place takes, and the last one when it would be more than the table takes.
pub(super) fn place(bet: &Bet, spots: &[SpotBet], table: StakeLimits) -> Vec<Statement> {
    let lies = "INSERT INTO table_spot (bet_id, spot, round_id, player_id, currency, amount_cents)
                SELECT $1, $2, $3, $4, $5, $6 FROM table_round
                WHERE id = $3 AND (SELECT COALESCE(CAST(SUM(s.amount_cents) AS bigint), 0) FROM table_spot s
                    WHERE s.round_id = $3 AND s.player_id = $4 AND s.currency = $5 AND s.spot = $2) <= $7";
    // What lies there already, and what the place takes beside this bet.
    let on_place = spots.iter().map(|on| Statement {
        sql: lies,
        params: params![
            bet.id.as_str(),
            on.spot.name(),
            bet.round,
            bet.player,
            bet.currency.code(),
            on.amount_cents,
            on.spot.limits(table).max_cents - on.amount_cents
        ],
        expect_one_row: true,
    });
    let fits = "UPDATE table_bet SET state = state
                WHERE id = $1 AND (SELECT COALESCE(CAST(SUM(b.stake_cents) AS bigint), 0) FROM table_bet b
                    WHERE b.round_id = $2 AND b.player_id = $3 AND b.currency = $4) <= $5";
    let all = Statement {
        sql: fits,
        params: params![bet.id.as_str(), bet.round, bet.player, bet.currency.code(), table.max_cents],
        expect_one_row: true,
    };
    on_place.chain([all]).collect()
}

/// The statements that say what the places of a bet return, beside that of the bet.
pub(super) fn end(bet: &str, wins: &[SpotWin]) -> Vec<Statement> {
    let sql = "UPDATE table_spot SET win_cents = $3 WHERE bet_id = $1 AND spot = $2";
    wins.iter()
        .map(|win| Statement {
            sql,
            params: params![bet, win.spot.name(), win.win_cents],
            expect_one_row: true,
        })
        .collect()
}

/// What lies on the places of a round, by bet, for the bets with ids above `after` up to `last`.
pub(super) async fn of_bets(
    db: &Db,
    round: i64,
    (after, last): (&str, &str),
) -> Result<HashMap<String, Vec<SpotWin>>> {
    let sql = "SELECT bet_id, spot, amount_cents, win_cents FROM table_spot
               WHERE round_id = $1 AND bet_id > $2 AND bet_id <= $3 ORDER BY bet_id, spot";
    let mut by_bet: HashMap<String, Vec<SpotWin>> = HashMap::new();
    for row in db.query(sql, params![round, after, last]).await? {
        by_bet.entry(row.get(0)?).or_default().push(spot_win(&row)?);
    }
    Ok(by_bet)
}

/// What lies on the places of some bets on a round, by bet.
pub(super) async fn of_these(db: &Db, bets: &[Bet]) -> Result<HashMap<String, Vec<SpotWin>>> {
    let ids = || bets.iter().map(|bet| bet.id.as_str());
    let (Some(first), Some(last), Some(bet)) = (ids().min(), ids().max(), bets.first()) else {
        return Ok(HashMap::new());
    };
    let sql = "SELECT bet_id, spot, amount_cents, win_cents FROM table_spot
               WHERE round_id = $1 AND player_id = $2 AND bet_id BETWEEN $3 AND $4 ORDER BY bet_id, spot";
    let mut by_bet: HashMap<String, Vec<SpotWin>> = HashMap::new();
    for row in db.query(sql, params![bet.round, bet.player, first, last]).await? {
        by_bet.entry(row.get(0)?).or_default().push(spot_win(&row)?);
    }
    Ok(by_bet)
}

/// What all players have on a place in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpotTotal {
    pub spot: Spot,
    pub currency: String,
    pub bets: i64,
    pub amount_cents: i64,
}

/// What lies on the places of a round, of all players.
pub(super) async fn totals(db: &Db, round: i64) -> Result<Vec<SpotTotal>> {
    let sql = "SELECT spot, currency, COUNT(*), CAST(SUM(amount_cents) AS bigint) FROM table_spot
               WHERE round_id = $1 GROUP BY spot, currency ORDER BY spot, currency";
    let total = |row: &Row| {
        let spot = spot(&row.get::<String>(0)?)?;
        Ok(SpotTotal { spot, currency: row.get(1)?, bets: row.get(2)?, amount_cents: row.get(3)? })
    };
    db.query(sql, params![round]).await?.iter().map(total).collect()
}

/// What lies on the places of a round with what it has returned, for the bets that the cards have decided.
pub(super) async fn decided(db: &Db, round: i64) -> Result<Vec<SpotWin>> {
    let sql = "SELECT s.bet_id, s.spot, s.amount_cents, s.win_cents FROM table_spot s JOIN table_bet b ON b.id = s.bet_id
               WHERE s.round_id = $1 AND b.state IN ('paid', 'lost')";
    db.query(sql, params![round]).await?.iter().map(spot_win).collect()
}
