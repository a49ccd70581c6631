//! Questionnaires. Every change is made under the lock of the player's lane. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{WealthQuestionnaire, WealthState};

const QUESTIONNAIRE: &str =
    "SELECT id, player_id, state, due_at_ms, note, asked_at_ms, asked_by, answer, answered_at_ms, reviewed_at_ms,
     reviewed_by FROM wealth_questionnaire";

/// The questionnaires of a player that are shown.
const SHOWN_MAX: i64 = 50;

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

/// The questionnaires of a player, the newest first: the one that waits, then as they were decided.
pub(super) async fn of_player(db: &Db, player: PlayerId) -> Result<Vec<WealthQuestionnaire>> {
    let sql = format!(
        "{QUESTIONNAIRE} WHERE player_id = $1
         ORDER BY (reviewed_at_ms IS NOT NULL), reviewed_at_ms DESC, id DESC LIMIT $2"
    );
    db.query(&sql, params![player, SHOWN_MAX]).await?.iter().map(questionnaire).collect()
}

/// A questionnaire of the player.
pub(super) async fn get(db: &Db, player: PlayerId, id: Uuid) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE id = $1 AND player_id = $2");
    db.query_opt(&sql, params![id, player]).await?.as_ref().map(questionnaire).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, id: Uuid) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(questionnaire).transpose()
}

/// The questionnaire that waits for the player or for staff.
pub(super) async fn open_in(tx: &mut Tx, player: PlayerId) -> Result<Option<WealthQuestionnaire>> {
    let sql = format!("{QUESTIONNAIRE} WHERE player_id = $1 AND state IN ('asked', 'answered')");
    tx.query_opt(&sql, params![player]).await?.as_ref().map(questionnaire).transpose()
}

/// Writes down a questionnaire that waits for its player.
pub(super) async fn add(tx: &mut Tx, new: &WealthQuestionnaire) -> Result<()> {
    let sql =
        "INSERT INTO wealth_questionnaire (id, player_id, state, due_at_ms, note, asked_at_ms, asked_by)
               VALUES ($1, $2, 'asked', $3, $4, $5, $6)";
    let row = params![new.id, new.player, new.due_at, &new.note, new.asked_at, &new.asked_by];
    tx.execute(sql, row).await.map(drop)
}

/// Asks anew for one that waits for its player: with another date, another note and by another member.
pub(super) async fn ask_anew(tx: &mut Tx, changed: &WealthQuestionnaire) -> Result<()> {
    let sql = "UPDATE wealth_questionnaire SET due_at_ms = $2, note = $3, asked_by = $4
               WHERE id = $1 AND state = 'asked'";
    let row = params![changed.id, changed.due_at, &changed.note, &changed.asked_by];
    tx.execute(sql, row).await.map(drop)
}

/// Keeps the encrypted answer of one that waits for its player; `false` when it waits no longer.
pub(super) async fn answer(tx: &mut Tx, id: Uuid, answer: &[u8], at: i64) -> Result<bool> {
    let sql = "UPDATE wealth_questionnaire SET state = 'answered', answer = $2, answered_at_ms = $3
               WHERE id = $1 AND state = 'asked'";
    Ok(tx.execute(sql, params![id, answer, at]).await? == 1)
}

/// Writes down what `by` has decided about an answer that waits; `false` when it waits no longer.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, state: WealthState, by: &str, at: i64) -> Result<bool> {
    let sql = "UPDATE wealth_questionnaire SET state = $2, reviewed_by = $3, reviewed_at_ms = $4
               WHERE id = $1 AND state = 'answered'";
    Ok(tx.execute(sql, params![id, state.name(), by, at]).await? == 1)
}

const OVERDUE: &str =
    "SELECT COUNT(*) FROM wealth_questionnaire WHERE player_id = $1 AND state = 'asked' AND due_at_ms <= $2";

/// Whether the player owes an answer whose time is over at `now`.
pub(super) async fn is_overdue(db: &Db, player: PlayerId, now: i64) -> Result<bool> {
    Ok(db.query_one(OVERDUE, params![player, now]).await?.get::<i64>(0)? > 0)
}

/// The same within a transaction.
pub(super) async fn is_overdue_in(tx: &mut Tx, player: PlayerId, now: i64) -> Result<bool> {
    Ok(tx.query_one(OVERDUE, params![player, now]).await?.get::<i64>(0)? > 0)
}

/// Whether the player has sent a file about the source of the wealth that staff has not refused.
pub(super) async fn has_file(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM document
               WHERE player_id = $1 AND kind = 'wealth' AND state IN ('pending', 'approved')";
    Ok(tx.query_one(sql, params![player]).await?.get::<i64>(0)? > 0)
}
