//! The SQL of registers: every answer, and what was last said of each player. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::RegisterAnswer;

/// Answers that staff is shown of one player.
const SHOWN: i64 = 50;

/// A question and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterAnswerRow {
    /// The number of the row.
    pub id: Uuid,
    /// When.
    pub at: i64,
    /// Which register was asked.
    pub register: String,
    /// For which licence.
    pub licence: String,
    /// `sign_up`, `sign_in`, `money`, `daily` or `retry`.
    pub occasion: String,
    /// `None` when no answer came.
    pub answer: Option<RegisterAnswer>,
    /// The number under which the register keeps its answer.
    pub response_id: Option<String>,
    /// Why no answer came.
    pub failure: Option<String>,
}

/// What a register last said of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) answer: Option<RegisterAnswer>,
    pub(super) answered_at: Option<i64>,
    /// Questions since the last answer.
    pub(super) tries: i64,
    pub(super) due_at: Option<i64>,
}

/// A player whom a register is to be asked about again.
#[expect(clippy::struct_field_names, reason = "rows call the time so")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) player: PlayerId,
    pub(super) tries: i64,
    pub(super) due_at: i64,
}

fn answer(name: Option<String>) -> Result<Option<RegisterAnswer>> {
    let known = |name: String| {
        RegisterAnswer::from_name(&name)
            .ok_or_else(|| Error::Corrupt(format!("the register's answer {name}")))
    };
    name.map(known).transpose()
}

/// Keeps a question about `player`, who is `None` where a sign-up was refused.
pub(super) async fn add_answer(
    tx: &mut Tx,
    row: &RegisterAnswerRow,
    player: Option<PlayerId>,
    person_hash: &[u8],
) -> Result<()> {
    let sql = "INSERT INTO register_answer (id, at_ms, player_id, register, licence, occasion, person_hash,
                   answer, response_id, failure)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let RegisterAnswerRow { id, at, register, licence, occasion, answer, response_id, failure } = row;
    let answer = answer.map(|answer| answer.name().to_owned());
    let values = params![
        *id,
        *at,
        player,
        register,
        licence,
        occasion,
        person_hash.to_vec(),
        answer,
        response_id.clone(),
        failure.clone()
    ];
    tx.execute(sql, values).await.map(drop)
}

/// The newest answers about a player, the newest first.
pub(super) async fn answers_of(db: &Db, player: PlayerId) -> Result<Vec<RegisterAnswerRow>> {
    let sql =
        "SELECT id, at_ms, register, licence, occasion, answer, response_id, failure FROM register_answer
               WHERE player_id = $1 ORDER BY at_ms DESC, id DESC LIMIT $2";
    let read = |row: &Row| -> Result<RegisterAnswerRow> {
        Ok(RegisterAnswerRow {
            id: row.get(0)?,
            at: row.get(1)?,
            register: row.get(2)?,
            licence: row.get(3)?,
            occasion: row.get(4)?,
            answer: answer(row.get(5)?)?,
            response_id: row.get(6)?,
            failure: row.get(7)?,
        })
    };
    db.query(sql, params![player, SHOWN]).await?.iter().map(read).collect()
}

const STANDING: &str =
    "SELECT answer, answered_at_ms, tries, due_at_ms FROM register_standing WHERE player_id = $1";

fn read_standing(row: &Row) -> Result<Standing> {
    Ok(Standing {
        answer: answer(row.get(0)?)?,
        answered_at: row.get(1)?,
        tries: row.get(2)?,
        due_at: row.get(3)?,
    })
}

pub(super) async fn standing(db: &Db, player: PlayerId) -> Result<Option<Standing>> {
    db.query_opt(STANDING, params![player]).await?.as_ref().map(read_standing).transpose()
}

/// Like [`standing`], within the caller's transaction, which holds the lock of the player's lane.
pub(super) async fn standing_in(tx: &mut Tx, player: PlayerId) -> Result<Option<Standing>> {
    tx.query_opt(STANDING, params![player]).await?.as_ref().map(read_standing).transpose()
}

/// Whether the register's last word lists the player as excluded, under the lock of the player's lane.
pub(in crate::account) async fn lists(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let standing = standing_in(tx, player).await?;
    Ok(standing.is_some_and(|standing| standing.answer == Some(RegisterAnswer::Excluded)))
}

/// Writes down how a player stands.
pub(super) async fn put_standing(tx: &mut Tx, player: PlayerId, standing: &Standing) -> Result<()> {
    let sql = "INSERT INTO register_standing (player_id, answer, answered_at_ms, tries, due_at_ms)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (player_id) DO UPDATE SET
                   answer = $2, answered_at_ms = $3, tries = $4, due_at_ms = $5";
    let Standing { answer, answered_at, tries, due_at } = standing;
    let answer = answer.map(|answer| answer.name().to_owned());
    tx.execute(sql, params![player, answer, *answered_at, *tries, *due_at]).await.map(drop)
}

/// Players to be asked about at `now`, the longest due first. Whoever has an answer and no session is put aside until the next
/// sign-in, which asks by itself.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Due>> {
    let any = "SELECT player_id FROM register_standing WHERE due_at_ms <= $1 LIMIT 1";
    if db.query_opt(any, params![now]).await?.is_none() {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let aside = "UPDATE register_standing SET due_at_ms = NULL WHERE due_at_ms <= $1 AND tries = 0
                 AND NOT EXISTS (SELECT 1 FROM session s WHERE s.player_id = register_standing.player_id)";
    tx.execute(aside, params![now]).await?;
    let sql = "SELECT player_id, tries, due_at_ms FROM register_standing WHERE due_at_ms <= $1
               ORDER BY due_at_ms, player_id LIMIT $2";
    let read = |row: &Row| -> Result<Due> {
        Ok(Due { player: row.get(0)?, tries: row.get(1)?, due_at: row.get(2)? })
    };
    let found = tx.query(sql, params![now, limit]).await?.iter().map(read).collect::<Result<Vec<_>>>()?;
    tx.commit().await?;
    Ok(found)
}

/// Takes a question upon itself, so that of several servers one asks; the next is at `next`.
pub(super) async fn claim(db: &Db, known: &Due, next: i64) -> Result<bool> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE register_standing SET due_at_ms = $3 WHERE player_id = $1 AND due_at_ms = $2";
    let is_ours = tx.execute(sql, params![known.player, known.due_at, next]).await? == 1;
    tx.commit().await?;
    Ok(is_ours)
}
