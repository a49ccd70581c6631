//! What members of staff write down about a player for their colleagues. A note is never changed, and its text is in no fact:
//! the log, which forgets nothing, says who has written one, and when.

use croupier_db::{Db, Result, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use uuid::Uuid;

use super::store;
use crate::staff::Actor;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) id: Uuid,
    /// Who has written it.
    pub(super) member: Uuid,
    /// The member's name by then.
    pub(super) name: String,
    pub(super) text: String,
    /// UTC milliseconds.
    pub(super) at: i64,
}

/// Adds a note of `by` about a player, together with its fact. One with its number is there once: the same call is told twice
/// and counts once.
pub(super) async fn add(db: &Db, player: PlayerId, note: &Note, by: &Actor) -> Result<()> {
    let mut tx = db.begin().await?;
    // The lane is locked before the row, as by everybody else.
    log::lock_lane(db, &mut tx, player).await?;
    if store::add_note(&mut tx, player, note).await? {
        let body = by.signing(json!({ "note": note.id })).to_string();
        log::append(db, &mut tx, player, note.at, &[Fact { kind: "player.note_added", body }]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// At most `limit` notes about a player, newest first, after the one with the number `after`.
pub(super) async fn of(db: &Db, player: PlayerId, after: Option<Uuid>, limit: i64) -> Result<Vec<Note>> {
    store::notes(db, player, after, limit).await
}
