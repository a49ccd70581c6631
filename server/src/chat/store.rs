//! The chat's SQL.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Conversation, Message, Visitor};

const CONVERSATION: &str =
    "SELECT id, player_id, routing_group, locale, assigned_to, message_count, read_seq, answered_seq,
            closed_at_ms, updated_at_ms, host
     FROM chat_conversation";

fn conversation(row: &Row) -> Result<Conversation> {
    Ok(Conversation {
        id: row.get(0)?,
        player: row.get(1)?,
        routing_group: row.get(2)?,
        locale: row.get(3)?,
        assigned_to: row.get(4)?,
        message_count: row.get(5)?,
        read_seq: row.get(6)?,
        answered_seq: row.get(7)?,
        closed_at: row.get(8)?,
        updated_at: row.get(9)?,
    })
}

fn message(row: &Row) -> Result<Message> {
    Ok(Message { seq: row.get(0)?, staff_name: row.get(1)?, text: row.get(2)?, created_at: row.get(3)? })
}

/// The conversation of `visitor`.
pub(super) async fn of_visitor(db: &Db, visitor: &Visitor) -> Result<Option<Conversation>> {
    let row = match visitor {
        Visitor::Player(player) => {
            db.query_opt(&format!("{CONVERSATION} WHERE player_id = $1"), params![*player]).await?
        }
        Visitor::Guest(hash) => {
            db.query_opt(&format!("{CONVERSATION} WHERE guest_hash = $1"), params![hash.as_slice()]).await?
        }
    };
    row.as_ref().map(conversation).transpose()
}

/// Like [`of_visitor`], within the caller's transaction.
pub(super) async fn of_visitor_in(tx: &mut Tx, visitor: &Visitor) -> Result<Option<Conversation>> {
    let row = match visitor {
        Visitor::Player(player) => {
            tx.query_opt(&format!("{CONVERSATION} WHERE player_id = $1"), params![*player]).await?
        }
        Visitor::Guest(hash) => {
            tx.query_opt(&format!("{CONVERSATION} WHERE guest_hash = $1"), params![hash.as_slice()]).await?
        }
    };
    row.as_ref().map(conversation).transpose()
}

/// The conversation with this number.
pub(super) async fn with_id(db: &Db, id: Uuid) -> Result<Option<Conversation>> {
    let row = db.query_opt(&format!("{CONVERSATION} WHERE id = $1"), params![id]).await?;
    row.as_ref().map(conversation).transpose()
}

/// Like [`with_id`], within the caller's transaction.
pub(super) async fn with_id_in(tx: &mut Tx, id: Uuid) -> Result<Option<Conversation>> {
    let row = tx.query_opt(&format!("{CONVERSATION} WHERE id = $1"), params![id]).await?;
    row.as_ref().map(conversation).transpose()
}

/// Open conversations, VIP players first, then who has waited longest; at most `limit`.
pub(super) async fn open(db: &Db, limit: i64) -> Result<Vec<Conversation>> {
    let sql = format!(
        "{CONVERSATION} WHERE closed_at_ms IS NULL
         ORDER BY CASE WHEN message_count > answered_seq THEN 0 ELSE 1 END, routing_group DESC, updated_at_ms, id
         LIMIT $1"
    );
    db.query(&sql, params![limit]).await?.iter().map(conversation).collect()
}

/// Closed conversations, those that changed last first; at most `limit`.
pub(super) async fn closed(db: &Db, limit: i64) -> Result<Vec<Conversation>> {
    let sql =
        format!("{CONVERSATION} WHERE closed_at_ms IS NOT NULL ORDER BY updated_at_ms DESC, id LIMIT $1");
    db.query(&sql, params![limit]).await?.iter().map(conversation).collect()
}

/// The newest messages of a conversation, at most `limit`, the oldest of them first.
pub(super) async fn messages(db: &Db, id: Uuid, limit: i64) -> Result<Vec<Message>> {
    let sql = "SELECT seq, staff_name, body, created_at_ms FROM chat_message
               WHERE conversation_id = $1 ORDER BY seq DESC LIMIT $2";
    let mut messages =
        db.query(sql, params![id, limit]).await?.iter().map(message).collect::<Result<Vec<_>>>()?;
    messages.reverse();
    Ok(messages)
}

/// Messages of staff that the visitor has not read.
pub(super) async fn unread(db: &Db, conversation: &Conversation) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM chat_message
               WHERE conversation_id = $1 AND seq > $2 AND staff_name IS NOT NULL";
    db.query_one(sql, params![conversation.id, conversation.read_seq]).await?.get(0)
}

/// Begins a conversation without messages.
pub(super) async fn begin(tx: &mut Tx, id: Uuid, visitor: &Visitor, now: i64) -> Result<()> {
    let (player, guest) = match visitor {
        Visitor::Player(player) => (Some(*player), None),
        Visitor::Guest(hash) => (None, Some(hash.to_vec())),
    };
    let sql = "INSERT INTO chat_conversation
               (id, player_id, guest_hash, routing_group, locale, host, message_count, read_seq, answered_seq,
                created_at_ms, updated_at_ms)
               VALUES ($1, $2, $3, 1, '', '', 0, 0, 0, $4, $4)";
    tx.execute(sql, params![id, player, guest, now]).await.map(drop)
}

/// What a message of the visitor changes of the conversation.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisitorContext<'a> {
    pub(super) routing_group: i64,
    pub(super) locale: &'a str,
    pub(super) host: &'a str,
}

/// Adds a message of the visitor, who has read everything before it. One that was closed is open again and waits for
/// anybody.
pub(super) async fn add_of_visitor(
    tx: &mut Tx,
    id: Uuid,
    context: VisitorContext<'_>,
    message: &Message,
) -> Result<()> {
    let sql = "UPDATE chat_conversation
               SET message_count = $2, read_seq = $2, routing_group = $3, locale = $4, host = $5, updated_at_ms = $6,
                   assigned_to = CASE WHEN closed_at_ms IS NULL THEN assigned_to ELSE NULL END, closed_at_ms = NULL
               WHERE id = $1";
    let VisitorContext { routing_group, locale, host } = context;
    tx.execute(sql, params![id, message.seq, routing_group, locale, host, message.created_at]).await?;
    add(tx, id, message).await
}

/// Adds a message of staff; its writer answers from now on, and one that was closed is open again.
pub(super) async fn add_of_staff(tx: &mut Tx, id: Uuid, message: &Message) -> Result<()> {
    let sql = "UPDATE chat_conversation
               SET message_count = $2, answered_seq = $2, assigned_to = $3, closed_at_ms = NULL, updated_at_ms = $4
               WHERE id = $1";
    let name = message.staff_name.as_deref();
    tx.execute(sql, params![id, message.seq, name, message.created_at]).await?;
    add(tx, id, message).await
}

async fn add(tx: &mut Tx, id: Uuid, message: &Message) -> Result<()> {
    let sql = "INSERT INTO chat_message (conversation_id, seq, staff_name, body, created_at_ms)
               VALUES ($1, $2, $3, $4, $5)";
    let Message { seq, staff_name, text, created_at } = message;
    tx.execute(sql, params![id, *seq, staff_name.as_deref(), text.as_str(), *created_at]).await.map(drop)
}

/// Notes that the visitor has read the messages up to `seq`; `false` when that was known.
pub(super) async fn read_up_to(tx: &mut Tx, id: Uuid, seq: i64) -> Result<bool> {
    let sql = "UPDATE chat_conversation SET read_seq = $2
               WHERE id = $1 AND read_seq < $2 AND message_count >= $2";
    Ok(tx.execute(sql, params![id, seq]).await? == 1)
}

/// Says who of staff answers.
pub(super) async fn assign(tx: &mut Tx, id: Uuid, to: &str, now: i64) -> Result<()> {
    let sql = "UPDATE chat_conversation SET assigned_to = $2, updated_at_ms = $3 WHERE id = $1";
    tx.execute(sql, params![id, to, now]).await.map(drop)
}

/// Closes an open conversation; `false` when it is closed already.
pub(super) async fn close(tx: &mut Tx, id: Uuid, now: i64) -> Result<bool> {
    let sql = "UPDATE chat_conversation SET closed_at_ms = $2, updated_at_ms = $2
               WHERE id = $1 AND closed_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, now]).await? == 1)
}

/// Makes a guest's conversation the player's.
pub(super) async fn give_to_player(tx: &mut Tx, id: Uuid, player: PlayerId) -> Result<()> {
    let sql = "UPDATE chat_conversation SET player_id = $2, guest_hash = NULL WHERE id = $1";
    tx.execute(sql, params![id, player]).await.map(drop)
}

/// Appends the messages of `guest` to those of `own`, and deletes the former conversation.
pub(super) async fn merge(tx: &mut Tx, guest: &Conversation, own: &Conversation) -> Result<()> {
    let sql = "UPDATE chat_message SET conversation_id = $2, seq = seq + $3 WHERE conversation_id = $1";
    tx.execute(sql, params![guest.id, own.id, own.message_count]).await?;
    tx.execute("DELETE FROM chat_conversation WHERE id = $1", params![guest.id]).await?;
    let answered =
        if guest.answered_seq > 0 { own.message_count + guest.answered_seq } else { own.answered_seq };
    // What was unread stays unread.
    let has_read_all = own.read_seq == own.message_count;
    let read = if has_read_all { own.message_count + guest.read_seq } else { own.read_seq };
    let sql = "UPDATE chat_conversation
               SET message_count = $2, read_seq = $3, answered_seq = $4, closed_at_ms = $5, assigned_to = $6,
                   updated_at_ms = $7
               WHERE id = $1";
    let row = params![
        own.id,
        own.message_count + guest.message_count,
        read,
        answered,
        own.closed_at.and(guest.closed_at),
        guest.assigned_to.as_deref().or(own.assigned_to.as_deref()),
        own.updated_at.max(guest.updated_at)
    ];
    tx.execute(sql, row).await.map(drop)
}

/// The restore id that a player's browsers go on with.
pub(super) async fn restore_id(db: &Db, player: PlayerId) -> Result<Option<String>> {
    let sql = "SELECT restore_id FROM chat_restore_id WHERE player_id = $1";
    db.query_opt(sql, params![player]).await?.map(|row| row.get(0)).transpose()
}

/// Keeps the restore id of a player.
pub(super) async fn keep_restore_id(tx: &mut Tx, player: PlayerId, restore_id: &str) -> Result<()> {
    let sql = "INSERT INTO chat_restore_id (player_id, restore_id) VALUES ($1, $2)
               ON CONFLICT (player_id) DO UPDATE SET restore_id = excluded.restore_id";
    tx.execute(sql, params![player, restore_id]).await.map(drop)
}

/// Conversations of guests that last changed at `guests_until` or before, and of players at `players_until`.
pub(super) async fn forgotten(
    db: &Db,
    guests_until: i64,
    players_until: i64,
    limit: i64,
) -> Result<Vec<Conversation>> {
    let sql = format!(
        "{CONVERSATION} WHERE updated_at_ms <= $1 AND (player_id IS NULL OR updated_at_ms <= $2)
         ORDER BY updated_at_ms LIMIT $3"
    );
    db.query(&sql, params![guests_until, players_until, limit]).await?.iter().map(conversation).collect()
}

/// Deletes a conversation with its messages, unless it has changed since `updated_at`.
pub(super) async fn forget(tx: &mut Tx, id: Uuid, updated_at: i64) -> Result<()> {
    let sql = "DELETE FROM chat_conversation WHERE id = $1 AND updated_at_ms = $2";
    if tx.execute(sql, params![id, updated_at]).await? == 1 {
        tx.execute("DELETE FROM chat_message WHERE conversation_id = $1", params![id]).await?;
    }
    Ok(())
}
