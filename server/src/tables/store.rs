//! The SQL of tables: who leads them, their chains and rounds.

use croupier_db::log::take_numbers;
use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_games::baccarat;

use super::rules::Drawn;

/// Where a round stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Bets are taken.
    Betting,
    /// The multiplier rises, or cards are dealt.
    Running,
    /// It has crashed, or its last card lies; bets may wait to be settled.
    Ended,
    /// Every bet of it has ended.
    Settled,
}

impl State {
    /// Its name in the store and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Betting => "betting",
            Self::Running => "running",
            Self::Ended => "ended",
            Self::Settled => "settled",
        }
    }

    fn of(name: &str) -> Result<Self> {
        let all = [Self::Betting, Self::Running, Self::Ended, Self::Settled];
        let known = all.into_iter().find(|state| state.name() == name);
        known.ok_or_else(|| Error::Corrupt(format!("a round of a table that is {name}")))
    }
}

/// A round of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    pub id: i64,
    pub game: String,
    pub definition: String,
    pub chain: i64,
    pub place: i64,
    pub state: State,
    pub server_seed_hash: String,
    pub bets: i64,
    pub opened_at: i64,
    pub closes_at: i64,
    /// The part of the players and when bets were no more taken; none while bets are taken.
    pub started: Option<(String, i64)>,
    /// None until it has ended.
    pub end: Option<RoundEnd>,
}

/// How a round ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RoundEnd {
    /// Hex; empty for a void round.
    pub server_seed: String,
    /// What its seeds have drawn.
    pub drawn: Drawn,
    pub at: i64,
    /// Whether stakes that were still in it go back.
    pub returned: bool,
}

impl RoundEnd {
    /// The end of a round whose seed cannot be had any more: nobody loses, and what was cashed out stays paid.
    pub fn void(drawn: Drawn, at: i64) -> Self {
        Self { server_seed: String::new(), drawn, at, returned: true }
    }

    /// Whether it ended without its seed.
    pub fn is_void(&self) -> bool {
        self.returned && self.server_seed.is_empty()
    }
}

const ROUND: &str =
    "SELECT id, game, definition, chain, place, state, server_seed_hash, bets, opened_at_ms, closes_at_ms,
    mixed, started_at_ms, server_seed, point, ended_at_ms, returned, cards FROM table_round";

fn round(row: &Row) -> Result<Round> {
    let started: (Option<String>, Option<i64>) = (row.get(10)?, row.get(11)?);
    let end: (Option<String>, Option<i64>) = (row.get(12)?, row.get(14)?);
    let drawn = drawn(row.get(13)?, row.get(16)?)?;
    let returned = row.get::<i64>(15)? == 1;
    Ok(Round {
        id: row.get(0)?,
        game: row.get(1)?,
        definition: row.get(2)?,
        chain: row.get(3)?,
        place: row.get(4)?,
        state: State::of(&row.get::<String>(5)?)?,
        server_seed_hash: row.get(6)?,
        bets: row.get(7)?,
        opened_at: row.get(8)?,
        closes_at: row.get(9)?,
        started: started.0.zip(started.1),
        end: match (end, drawn) {
            ((Some(server_seed), Some(at)), Some(drawn)) => {
                Some(RoundEnd { server_seed, drawn, at, returned })
            }
            _ => None,
        },
    })
}

/// What a round has drawn, by its columns.
fn drawn(point: Option<i64>, cards: Option<String>) -> Result<Option<Drawn>> {
    let Some(cards) = cards else { return Ok(point.map(Drawn::Point)) };
    let dealt = baccarat::dealt(&cards);
    let dealt = dealt.ok_or_else(|| Error::Corrupt(format!("a round of a table that was dealt {cards}")))?;
    Ok(Some(Drawn::Cards(dealt)))
}

/// The newest round of a table.
pub(super) async fn newest(db: &Db, game: &str) -> Result<Option<Round>> {
    let sql = format!("{ROUND} WHERE game = $1 ORDER BY chain DESC, place DESC LIMIT 1");
    db.query_opt(&sql, params![game]).await?.as_ref().map(round).transpose()
}

/// The last rounds of a table that have ended, newest first.
pub(super) async fn past(db: &Db, game: &str, limit: i64) -> Result<Vec<Round>> {
    let sql = format!(
        "{ROUND} WHERE game = $1 AND state IN ('ended', 'settled') ORDER BY chain DESC, place DESC LIMIT $2"
    );
    db.query(&sql, params![game, limit]).await?.iter().map(round).collect()
}

/// A round by its number.
pub(super) async fn by_id(db: &Db, id: i64) -> Result<Option<Round>> {
    db.query_opt(&format!("{ROUND} WHERE id = $1"), params![id]).await?.as_ref().map(round).transpose()
}

/// The rounds of a table that have ended and whose bets may wait to be settled, oldest first.
pub(super) async fn unsettled(db: &Db, game: &str) -> Result<Vec<Round>> {
    let sql = format!("{ROUND} WHERE game = $1 AND state = 'ended' ORDER BY id LIMIT 100");
    db.query(&sql, params![game]).await?.iter().map(round).collect()
}

/// Rounds that have ended, by their numbers from above `after` on.
pub(super) async fn ended_after(db: &Db, after: i64, limit: i64) -> Result<Vec<Round>> {
    let sql = format!("{ROUND} WHERE id > $1 AND state IN ('ended', 'settled') ORDER BY id LIMIT $2");
    db.query(&sql, params![after, limit]).await?.iter().map(round).collect()
}

/// The rounds of a table that are numbered below `before`, newest first.
pub(super) async fn before(db: &Db, game: &str, before: i64, limit: i64) -> Result<Vec<Round>> {
    let sql = format!("{ROUND} WHERE game = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
    db.query(&sql, params![game, before, limit]).await?.iter().map(round).collect()
}

/// Whether anything is left to be done for a table.
pub(super) async fn is_at_work(db: &Db, game: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM table_round WHERE game = $1 AND state IN ('betting', 'running')
               UNION ALL SELECT 1 FROM table_round WHERE game = $1 AND state = 'ended' LIMIT 1";
    Ok(db.query_opt(sql, params![game]).await?.is_some())
}

/// Takes or renews the lead of a table until `until`; answers the epoch and whether
/// somebody looks at the table; `None` while another server leads. Says first that somebody does until `wanted`.
pub(super) async fn claim(
    tx: &mut Tx,
    game: &str,
    owner: &str,
    (now, until, wanted): (i64, i64, i64),
) -> Result<Option<(i64, bool)>> {
    let sql = "INSERT INTO table_lead (game, wanted_until_ms) VALUES ($1, $2)
               ON CONFLICT (game) DO UPDATE SET wanted_until_ms = $2 WHERE table_lead.wanted_until_ms < $2";
    tx.execute(sql, params![game, wanted]).await?;
    // A lease that lasts longer than any was taken by a clock that has been set since.
    let sql = "UPDATE table_lead SET leased_until_ms = $4,
                   epoch = epoch + CASE WHEN owner = $2 THEN 0 ELSE 1 END, owner = $2
               WHERE game = $1 AND (owner = $2 OR leased_until_ms <= $3 OR leased_until_ms > $4)
               RETURNING epoch, wanted_until_ms";
    let row = tx.query_opt(sql, params![game, owner, now, until]).await?;
    row.map(|row| Ok((row.get(0)?, row.get::<i64>(1)? > now))).transpose()
}

/// What the leader of `epoch` may write.
const LED: &str = "EXISTS (SELECT 1 FROM table_lead l WHERE l.game = table_round.game AND l.epoch = $1)";

/// What was published for a chain, once it was.
pub(super) async fn published(db: &Db, game: &str, chain: i64) -> Result<Option<String>> {
    let sql = "SELECT published FROM table_chain WHERE game = $1 AND number = $2";
    db.query_opt(sql, params![game, chain]).await?.map(|row| row.get(0)).transpose()
}

/// What was published for a chain, and how many rounds it has.
pub(super) async fn chain(db: &Db, game: &str, chain: i64) -> Result<Option<(String, i64)>> {
    let sql = "SELECT published, length FROM table_chain WHERE game = $1 AND number = $2";
    db.query_opt(sql, params![game, chain]).await?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// The seed of the round at a place of a chain, once it was revealed.
pub(super) async fn revealed(db: &Db, game: &str, chain: i64, place: i64) -> Result<Option<String>> {
    let sql = "SELECT server_seed FROM table_round
               WHERE game = $1 AND chain = $2 AND place = $3 AND server_seed IS NOT NULL";
    db.query_opt(sql, params![game, chain, place]).await?.map(|row| row.get(0)).transpose()
}

/// The rules with this hash, as they were kept.
pub(super) async fn definition(db: &Db, hash: &str) -> Result<Option<String>> {
    let sql = "SELECT definition FROM game_definition WHERE hash = $1";
    db.query_opt(sql, params![hash]).await?.map(|row| row.get(0)).transpose()
}

/// A round that is to be opened.
#[derive(Debug)]
pub(super) struct NewRound<'a> {
    pub game: &'a str,
    pub definition: String,
    pub chain: i64,
    pub published: &'a str,
    pub length: i64,
    pub place: i64,
    pub server_seed_hash: String,
    pub opened_at: i64,
    pub closes_at: i64,
}

/// Opens a round, and publishes its chain with the first one; `false` when the leader of `epoch` leads no more, the table
/// has a round, or it is closed.
pub(super) async fn open(db: &Db, new: &NewRound<'_>, epoch: i64) -> Result<bool> {
    let mut tx = db.begin().await?;
    let id = take_numbers(&mut tx, "table_round", 1).await?;
    let sql = "INSERT INTO table_chain (game, number, length, published, published_at_ms)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, number) DO NOTHING";
    tx.execute(sql, params![new.game, new.chain, new.length, new.published, new.opened_at]).await?;
    let sql = "INSERT INTO table_round (id, game, definition, chain, place, state, server_seed_hash, opened_at_ms,
                   closes_at_ms)
               SELECT $1, $2, $3, $4, $5, 'betting', $6, $7, $8
               WHERE EXISTS (SELECT 1 FROM table_lead WHERE game = $2 AND epoch = $9)
                   AND NOT EXISTS (SELECT 1 FROM table_round r WHERE r.game = $2 AND r.state IN ('betting', 'running'))
                   AND NOT EXISTS (SELECT 1 FROM table_closure WHERE game = $2)
               ON CONFLICT DO NOTHING";
    let row = params![
        id,
        new.game,
        new.definition.as_str(),
        new.chain,
        new.place,
        new.server_seed_hash.as_str(),
        new.opened_at,
        new.closes_at,
        epoch
    ];
    tx.commit_if_one(sql, row).await
}

/// Takes no more bets: whoever has placed one before is in, and nobody else. Answers the client seeds of the first
/// `first` bets, and `None` when the round is not led by `epoch` or is closed already.
pub(super) async fn close(
    tx: &mut Tx,
    round: i64,
    epoch: i64,
    at: i64,
    first: i64,
) -> Result<Option<Vec<String>>> {
    let sql = format!(
        "UPDATE table_round SET state = 'running', started_at_ms = $3, mixed = ''
         WHERE id = $2 AND state = 'betting' AND {LED}"
    );
    if tx.execute(&sql, params![epoch, round, at]).await? == 0 {
        return Ok(None);
    }
    let sql = "SELECT client_seed FROM table_bet WHERE round_id = $1 ORDER BY place LIMIT $2";
    let rows = tx.query(sql, params![round, first]).await?;
    rows.iter().map(|row| row.get(0)).collect::<Result<_>>().map(Some)
}

/// Writes the part of the players down, in the transaction that has closed the round, and commits it.
pub(super) async fn commit_start(tx: Tx, round: i64, mixed: &str) -> Result<bool> {
    tx.commit_if_one("UPDATE table_round SET mixed = $2 WHERE id = $1", params![round, mixed]).await
}

/// Ends a round and reveals its seed; `false` when it is not led by `epoch` or has ended already.
pub(super) async fn end(db: &Db, round: i64, epoch: i64, end: &RoundEnd) -> Result<bool> {
    let sql = format!(
        "UPDATE table_round SET state = 'ended', server_seed = $3, point = $4, ended_at_ms = $5, returned = $6,
             cards = $7
         WHERE id = $2 AND state = 'running' AND {LED}"
    );
    let row = params![
        epoch,
        round,
        end.server_seed.as_str(),
        end.drawn.point(),
        end.at,
        i64::from(end.returned),
        end.drawn.written_cards()
    ];
    db.begin().await?.commit_if_one(&sql, row).await
}

/// Says that a round has ended for all its bets; `false` while one is left.
pub(super) async fn settled(db: &Db, round: i64) -> Result<bool> {
    let sql = "UPDATE table_round SET state = 'settled' WHERE id = $1 AND state = 'ended'
                   AND NOT EXISTS (SELECT 1 FROM table_bet b WHERE b.round_id = $1 AND b.state = 'riding')";
    db.begin().await?.commit_if_one(sql, params![round]).await
}
