//! The SQL of bets at a table.

use croupier_db::{Db, Error, Result, Row, Statement, params};
use croupier_games::crash::PLAYERS_MIXED;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

/// A bet on a round of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bet {
    pub id: String,
    pub round: i64,
    pub player: PlayerId,
    pub wallet: Currency,
    pub currency: Currency,
    pub shown_name: String,
    pub stake_cents: i64,
    /// Where it is cashed out by itself, in hundredths.
    pub target: Option<i64>,
    pub client_seed: String,
    /// `riding`, `cashed`, `paid`, `lost` or `returned`.
    pub state: String,
    /// Where it was cashed out, in hundredths.
    pub multiplier: Option<i64>,
    pub win_cents: i64,
    pub placed_at: i64,
}

impl Bet {
    /// Whether it is still in.
    pub fn is_riding(&self) -> bool {
        self.state == "riding"
    }
}

const BET: &str =
    "SELECT id, round_id, player_id, wallet, currency, shown_name, stake_cents, target, client_seed, state,
    multiplier, win_cents, placed_at_ms FROM table_bet";

fn currency(code: &str) -> Result<Currency> {
    code.parse().map_err(|_| Error::Corrupt(format!("a bet at a table in {code}")))
}

fn bet(row: &Row) -> Result<Bet> {
    Ok(Bet {
        id: row.get(0)?,
        round: row.get(1)?,
        player: row.get(2)?,
        wallet: currency(&row.get::<String>(3)?)?,
        currency: currency(&row.get::<String>(4)?)?,
        shown_name: row.get(5)?,
        stake_cents: row.get(6)?,
        target: row.get(7)?,
        client_seed: row.get(8)?,
        state: row.get(9)?,
        multiplier: row.get(10)?,
        win_cents: row.get(11)?,
        placed_at: row.get(12)?,
    })
}

/// The statements that a bet is placed with. The first one misses when the round takes no more bets at `placed_at`, or none
/// of this player; the row's lock puts the bets of a round into one order.
pub(super) fn place(bet: &Bet, bets_of_player_max: i64) -> Vec<Statement> {
    let takes = "UPDATE table_round SET bets = bets + 1
                 WHERE id = $1 AND state = 'betting' AND closes_at_ms > $2
                     AND (SELECT COUNT(*) FROM table_bet b WHERE b.round_id = $1 AND b.player_id = $3) < $4";
    let writes = "INSERT INTO table_bet (id, round_id, place, player_id, wallet, currency, shown_name, stake_cents, target,
                      client_seed, state, placed_at_ms)
                  SELECT $1, id, bets, $3, $4, $5, $6, $7, $8, $9, 'riding', $10 FROM table_round WHERE id = $2";
    vec![
        Statement {
            sql: takes,
            params: params![bet.round, bet.placed_at, bet.player, bets_of_player_max],
            expect_one_row: true,
        },
        Statement {
            sql: writes,
            params: params![
                bet.id.as_str(),
                bet.round,
                bet.player,
                bet.wallet.code(),
                bet.currency.code(),
                bet.shown_name.as_str(),
                bet.stake_cents,
                bet.target,
                bet.client_seed.as_str(),
                bet.placed_at
            ],
            expect_one_row: true,
        },
    ]
}

/// How a bet ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// By its player, at so many hundredths: while the multiplier rises and not a moment later.
    ByHand(i64),
    /// At the multiplier that its player has named beforehand.
    AtTarget(i64),
    /// The cards pay something back.
    Paid,
    /// The crash came first, or the cards pay nothing.
    Lost,
    /// The round stood still, or was void.
    Returned,
}

/// The statement that a bet ends with; it misses when the bet has ended, or its round is not where it has to be.
pub(super) fn end(bet: &str, fate: Fate, win_cents: i64, at: i64) -> Statement {
    let sql = match fate {
        Fate::ByHand(_) => {
            "UPDATE table_bet SET state = $2, multiplier = $3, win_cents = $4, ended_at_ms = $5
             WHERE id = $1 AND state = 'riding'
                 AND EXISTS (SELECT 1 FROM table_round r WHERE r.id = table_bet.round_id AND r.state = 'running')"
        }
        Fate::AtTarget(_) => {
            "UPDATE table_bet SET state = $2, multiplier = $3, win_cents = $4, ended_at_ms = $5
             WHERE id = $1 AND state = 'riding'
                 AND EXISTS (SELECT 1 FROM table_round r WHERE r.id = table_bet.round_id
                     AND r.state IN ('running', 'ended'))"
        }
        Fate::Paid | Fate::Lost | Fate::Returned => {
            "UPDATE table_bet SET state = $2, multiplier = $3, win_cents = $4, ended_at_ms = $5
             WHERE id = $1 AND state = 'riding'
                 AND EXISTS (SELECT 1 FROM table_round r WHERE r.id = table_bet.round_id AND r.state = 'ended')"
        }
    };
    let (state, multiplier) = match fate {
        Fate::ByHand(multiplier) | Fate::AtTarget(multiplier) => ("cashed", Some(multiplier)),
        Fate::Paid => ("paid", None),
        Fate::Lost => ("lost", None),
        Fate::Returned => ("returned", None),
    };
    Statement { sql, params: params![bet, state, multiplier, win_cents, at], expect_one_row: true }
}

/// A bet of a player.
pub(super) async fn of_player(db: &Db, id: &str, player: PlayerId) -> Result<Option<Bet>> {
    let sql = format!("{BET} WHERE id = $1 AND player_id = $2");
    db.query_opt(&sql, params![id, player]).await?.as_ref().map(bet).transpose()
}

/// The bets of a player on a round, in their order.
pub(super) async fn of_player_on(db: &Db, round: i64, player: PlayerId) -> Result<Vec<Bet>> {
    let sql = format!("{BET} WHERE round_id = $1 AND player_id = $2 ORDER BY place");
    db.query(&sql, params![round, player]).await?.iter().map(bet).collect()
}

/// The bets on a round that are still in and whose target is at most `target`, lowest first.
pub(super) async fn due(db: &Db, round: i64, target: i64, limit: i64) -> Result<Vec<Bet>> {
    let sql = format!(
        "{BET} WHERE round_id = $1 AND state = 'riding' AND target <= $2 ORDER BY target, place LIMIT $3"
    );
    db.query(&sql, params![round, target, limit]).await?.iter().map(bet).collect()
}

/// The bets on a round that are still in, by their ids from above `after` on.
pub(super) async fn riding(db: &Db, round: i64, after: &str, limit: i64) -> Result<Vec<Bet>> {
    let sql = format!("{BET} WHERE round_id = $1 AND state = 'riding' AND id > $2 ORDER BY id LIMIT $3");
    db.query(&sql, params![round, after, limit]).await?.iter().map(bet).collect()
}

/// The highest multiplier that a bet on a round was cashed out at.
pub(super) async fn highest_cashed(db: &Db, round: i64) -> Result<Option<i64>> {
    let sql = "SELECT MAX(multiplier) FROM table_bet WHERE round_id = $1";
    db.query_one(sql, params![round]).await?.get(0)
}

/// The highest bets on a round.
pub(super) async fn highest(db: &Db, round: i64, limit: i64) -> Result<Vec<Bet>> {
    let sql = format!("{BET} WHERE round_id = $1 ORDER BY stake_cents DESC, id LIMIT $2");
    db.query(&sql, params![round, limit]).await?.iter().map(bet).collect()
}

/// How many bets on a round were cashed out or paid.
pub(super) async fn cashed(db: &Db, round: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM table_bet WHERE round_id = $1 AND state IN ('cashed', 'paid')";
    db.query_one(sql, params![round]).await?.get(0)
}

/// How many client seeds are mixed in.
pub(super) fn mixed_seeds() -> i64 {
    i64::try_from(PLAYERS_MIXED).unwrap_or(i64::MAX)
}

/// The client seeds of the first bets on a round, in their order.
pub(super) async fn first_seeds(db: &Db, round: i64, first: i64) -> Result<Vec<String>> {
    let sql = "SELECT client_seed FROM table_bet WHERE round_id = $1 ORDER BY place LIMIT $2";
    db.query(sql, params![round, first]).await?.iter().map(|row| row.get(0)).collect()
}
