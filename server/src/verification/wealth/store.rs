//! The rows of questionnaires. Whoever changes one holds the lock of its player's lane. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{WealthQuestionnaire, WealthState};

const QUESTIONNAIRE: &str =
    "SELECT id, player_id, state, due_at_ms, note, asked_at_ms, asked_by, answer, answered_at_ms, reviewed_at_ms,
     reviewed_by FROM wealth_questionnaire";

fn questionnaire(row: &Row) -> Result<WealthQuestionnaire> {
    let state: String = row.get(2)?;
    let known = WealthState::from_name(&state);
    Ok(WealthQuestionnaire {
        id: row.get(0)?,
        player: row.get(1)?,
        state: known.ok_or_else(|| Error::Corrupt(format!("{state:?} of a questionnaire")))?,
        due_at: row.get(3)?,
        note: row.get(4)?,
        asked_at: row.get(5)?,
        asked_by: row.get(6)?,
        answer: row.get(7)?,
        answered_at: row.get(8)?,
        reviewed_at: row.get(9)?,
        reviewed_by: row.get(10)?,
    })
}

/// At most `limit` questionnaires of a player: the open one, then the decided ones, the last decision first.
pub(super) async fn of_player(db: &Db, player: PlayerId, limit: i64) -> Result<Vec<WealthQuestionnaire>> {
    let sql = format!(
        "{QUESTIONNAIRE} WHERE player_id = $1
         ORDER BY (reviewed_at_ms IS NOT NULL), reviewed_at_ms DESC, id DESC LIMIT $2"
    );
    db.query(&sql, params![player, limit]).await?.iter().map(questionnaire).collect()
}

/// The open questionnaire of a player, else the one that was decided last.
pub(super) async fn newest(db: &Db, player: PlayerId) -> Result<Option<WealthQuestionnaire>> {
    Ok(of_player(db, player, 1).await?.pop())
}

/// The questionnaire `id`, if it is one of `player`.
pub(super) async fn get(db: &Db, player: PlayerId, id: Uuid) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE id = $1 AND player_id = $2");
    db.query_opt(&sql, params![id, player]).await?.as_ref().map(questionnaire).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, id: Uuid) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(questionnaire).transpose()
}

/// The open questionnaire of a player: it waits for the player's answer, or for the decision of staff. There is at most one.
pub(super) async fn open_in(tx: &mut Tx, player: PlayerId) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE player_id = $1 AND state IN ('asked', 'answered')");
    tx.query_opt(&sql, params![player]).await?.as_ref().map(questionnaire).transpose()
}

/// Inserts a questionnaire that waits for the player's answer.
pub(super) async fn add(tx: &mut Tx, new: &WealthQuestionnaire) -> Result<()> {
    let sql =
        "INSERT INTO wealth_questionnaire (id, player_id, state, due_at_ms, note, asked_at_ms, asked_by)
               VALUES ($1, $2, 'asked', $3, $4, $5, $6)";
    let row = params![new.id, new.player, new.due_at, &new.note, new.asked_at, &new.asked_by];
    tx.execute(sql, row).await.map(drop)
}

/// Replaces the due date and the note of a questionnaire, and who asked for it when; `false` when it does not wait for the
/// player's answer.
pub(super) async fn ask_anew(tx: &mut Tx, changed: &WealthQuestionnaire) -> Result<bool> {
    let sql = "UPDATE wealth_questionnaire SET due_at_ms = $2, note = $3, asked_at_ms = $4, asked_by = $5
               WHERE id = $1 AND state = 'asked'";
    let row = params![changed.id, changed.due_at, &changed.note, changed.asked_at, &changed.asked_by];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Stores the encrypted answer to a questionnaire; `false` when it does not wait for the player's answer.
pub(super) async fn answer(tx: &mut Tx, id: Uuid, answer: &[u8], at: i64) -> Result<bool> {
    let sql = "UPDATE wealth_questionnaire SET state = 'answered', answer = $2, answered_at_ms = $3
               WHERE id = $1 AND state = 'asked'";
    Ok(tx.execute(sql, params![id, answer, at]).await? == 1)
}

/// Stores the decision of `by` about the answer to a questionnaire; `false` when it does not wait for a decision.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, state: WealthState, by: &str, at: i64) -> Result<bool> {
    let sql = "UPDATE wealth_questionnaire SET state = $2, reviewed_by = $3, reviewed_at_ms = $4
               WHERE id = $1 AND state = 'answered'";
    Ok(tx.execute(sql, params![id, state.name(), by, at]).await? == 1)
}

const OVERDUE: &str =
    "SELECT COUNT(*) FROM wealth_questionnaire WHERE player_id = $1 AND state = 'asked' AND due_at_ms <= $2";

/// Whether the player owes an answer that was due at `now` or before.
pub(super) async fn is_overdue(db: &Db, player: PlayerId, now: i64) -> Result<bool> {
    Ok(db.query_one(OVERDUE, params![player, now]).await?.get::<i64>(0)? > 0)
}

/// Like [`is_overdue`], within a transaction.
pub(super) async fn is_overdue_in(tx: &mut Tx, player: PlayerId, now: i64) -> Result<bool> {
    Ok(tx.query_one(OVERDUE, params![player, now]).await?.get::<i64>(0)? > 0)
}

/// Whether the player has uploaded a document of the kind `wealth` that staff has not rejected. One that was uploaded for an
/// earlier questionnaire counts, because a player who is asked again may have nothing new to show: staff judges whether it is
/// enough.
pub(super) async fn has_file(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM document
               WHERE player_id = $1 AND kind = 'wealth' AND state IN ('pending', 'approved')";
    Ok(tx.query_one(sql, params![player]).await?.get::<i64>(0)? > 0)
}
