//! The chat's SQL.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Conversation, MESSAGES_MAX, Message, Visitor};
use super::pictures_store;
use crate::staff::BrandScope;

/// The columns of a conversation.
macro_rules! columns {
    () => {
        "id, player_id, routing_group, locale, assigned_to, message_count, read_seq, waiting_since_ms, closed_at_ms,
         updated_at_ms"
    };
}

const CONVERSATION: &str = concat!("SELECT ", columns!(), " FROM chat_conversation");

/// Locks a conversation until the end of the transaction: an update that changes nothing, for both engines know that.
const LOCKED: &str = "UPDATE chat_conversation SET message_count = message_count";

/// Answers the locked conversation as it is under the lock.
const AS_IT_IS: &str = concat!("RETURNING ", columns!());

fn conversation(row: &Row) -> Result<Conversation> {
    Ok(Conversation {
        id: row.get(0)?,
        player: row.get(1)?,
        routing_group: row.get(2)?,
        locale: row.get(3)?,
        assigned_to: row.get(4)?,
        message_count: row.get(5)?,
        read_seq: row.get(6)?,
        waiting_since: row.get(7)?,
        closed_at: row.get(8)?,
        updated_at: row.get(9)?,
    })
}

fn message(row: &Row) -> Result<Message> {
    Ok(Message {
        seq: row.get(0)?,
        staff_name: row.get(1)?,
        text: row.get(2)?,
        created_at: row.get(3)?,
        picture: row.get(4)?,
    })
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

/// Like [`of_visitor`], and locks the conversation until the end of the caller's transaction.
pub(super) async fn lock_of_visitor(tx: &mut Tx, visitor: &Visitor) -> Result<Option<Conversation>> {
    let row = match visitor {
        Visitor::Player(player) => {
            tx.query_opt(&format!("{LOCKED} WHERE player_id = $1 {AS_IT_IS}"), params![*player]).await?
        }
        Visitor::Guest(hash) => {
            let sql = format!("{LOCKED} WHERE guest_hash = $1 {AS_IT_IS}");
            tx.query_opt(&sql, params![hash.as_slice()]).await?
        }
    };
    row.as_ref().map(conversation).transpose()
}

/// The conversation with this number.
pub(super) async fn with_id(db: &Db, id: Uuid) -> Result<Option<Conversation>> {
    let row = db.query_opt(&format!("{CONVERSATION} WHERE id = $1"), params![id]).await?;
    row.as_ref().map(conversation).transpose()
}

/// Like [`with_id`], and locks the conversation until the end of the caller's transaction.
pub(super) async fn lock(tx: &mut Tx, id: Uuid) -> Result<Option<Conversation>> {
    let row = tx.query_opt(&format!("{LOCKED} WHERE id = $1 {AS_IT_IS}"), params![id]).await?;
    row.as_ref().map(conversation).transpose()
}

/// Open conversations in the order of [`super::open_conversations`]: after the first `skip`, at most `limit`.
pub(super) async fn open(db: &Db, scope: &BrandScope, skip: i64, limit: i64) -> Result<Vec<Conversation>> {
    let mut values = params![limit, skip];
    let seen = scope.of_player("chat_conversation.player_id", &mut values);
    let sql = format!(
        "{CONVERSATION} WHERE closed_at_ms IS NULL AND {seen}
         ORDER BY CASE WHEN waiting_since_ms IS NULL THEN 1 ELSE 0 END, routing_group DESC,
                  CASE WHEN player_id IS NULL THEN 1 ELSE 0 END, COALESCE(waiting_since_ms, updated_at_ms), id
         LIMIT $1 OFFSET $2"
    );
    db.query(&sql, values).await?.iter().map(conversation).collect()
}

/// How many conversations are open.
pub(super) async fn open_count(db: &Db, scope: &BrandScope) -> Result<i64> {
    let mut values = params![];
    let seen = scope.of_player("chat_conversation.player_id", &mut values);
    let sql = format!("SELECT COUNT(*) FROM chat_conversation WHERE closed_at_ms IS NULL AND {seen}");
    db.query_one(&sql, values).await?.get(0)
}

/// Numbers of messages: those above `after` and below `before`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Between {
    pub(super) after: i64,
    pub(super) before: i64,
}

impl Between {
    pub(super) const ALL: Self = Self { after: 0, before: i64::MAX };
}

/// Closed conversations, those that changed last first; at most `limit`.
pub(super) async fn closed(db: &Db, scope: &BrandScope, skip: i64, limit: i64) -> Result<Vec<Conversation>> {
    let mut values = params![limit, skip];
    let seen = scope.of_player("chat_conversation.player_id", &mut values);
    let sql = format!(
        "{CONVERSATION} WHERE closed_at_ms IS NOT NULL AND {seen}
         ORDER BY updated_at_ms DESC, id LIMIT $1 OFFSET $2"
    );
    db.query(&sql, values).await?.iter().map(conversation).collect()
}

/// Whether a member was noted to read a conversation after `since`.
pub(super) async fn was_read(db: &Db, id: Uuid, member: Uuid, since: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM chat_reading WHERE conversation_id = $1 AND member_id = $2 AND at_ms > $3";
    Ok(db.query_opt(sql, params![id, member, since]).await?.is_some())
}

/// Notes that a member reads a conversation; `false` when that was noted after `since`.
pub(super) async fn note_reading(tx: &mut Tx, id: Uuid, member: Uuid, now: i64, since: i64) -> Result<bool> {
    let sql = "INSERT INTO chat_reading (conversation_id, member_id, at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (conversation_id, member_id) DO UPDATE SET at_ms = $3 WHERE chat_reading.at_ms <= $4";
    Ok(tx.execute(sql, params![id, member, now, since]).await? == 1)
}

/// The newest messages of a conversation `between` two numbers, at most `limit`, the oldest of them first.
pub(super) async fn messages(db: &Db, id: Uuid, between: Between, limit: i64) -> Result<Vec<Message>> {
    let sql = "SELECT seq, staff_name, body, created_at_ms, picture_id FROM chat_message
               WHERE conversation_id = $1 AND seq > $2 AND seq < $3 ORDER BY seq DESC LIMIT $4";
    let rows = db.query(sql, params![id, between.after, between.before, limit]).await?;
    let mut messages = rows.iter().map(message).collect::<Result<Vec<_>>>()?;
    messages.reverse();
    Ok(messages)
}

/// Messages of staff that the visitor has not read.
pub(super) async fn unread(db: &Db, conversation: &Conversation) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM chat_message
               WHERE conversation_id = $1 AND seq > $2 AND staff_name IS NOT NULL";
    db.query_one(sql, params![conversation.id, conversation.read_seq]).await?.get(0)
}

/// Locks the row of a guest until the end of the caller's transaction, and makes it when there is none. Answers the player
/// whose conversation the guest's has become after `since`.
pub(super) async fn lock_guest(
    tx: &mut Tx,
    hash: &[u8; 32],
    since: i64,
    now: i64,
) -> Result<Option<PlayerId>> {
    let sql = "INSERT INTO chat_guest (guest_hash, touched_at_ms) VALUES ($1, $2)
               ON CONFLICT (guest_hash) DO UPDATE SET touched_at_ms = excluded.touched_at_ms
               RETURNING CASE WHEN joined_at_ms > $3 THEN player_id END";
    tx.query_one(sql, params![hash.as_slice(), now, since]).await?.get(0)
}

/// Notes that the conversation of a guest has become that of `player`.
pub(super) async fn guest_joined(tx: &mut Tx, hash: &[u8; 32], player: PlayerId, now: i64) -> Result<()> {
    let sql = "UPDATE chat_guest SET player_id = $2, joined_at_ms = $3 WHERE guest_hash = $1";
    tx.execute(sql, params![hash.as_slice(), player, now]).await.map(drop)
}

/// Deletes the rows of guests who last wrote or signed in at `until` or before.
pub(super) async fn forget_guests(db: &Db, until: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute("DELETE FROM chat_guest WHERE touched_at_ms <= $1", params![until]).await?;
    tx.commit().await
}

/// Begins a conversation without messages, unless `visitor` has one.
pub(super) async fn begin(tx: &mut Tx, id: Uuid, visitor: &Visitor, now: i64) -> Result<()> {
    let (player, guest) = match visitor {
        Visitor::Player(player) => (Some(*player), None),
        Visitor::Guest(hash) => (None, Some(hash.to_vec())),
    };
    let sql = "INSERT INTO chat_conversation
               (id, player_id, guest_hash, routing_group, locale, host, message_count, read_seq,
                created_at_ms, updated_at_ms)
               VALUES ($1, $2, $3, 1, '', '', 0, 0, $4, $4) ON CONFLICT DO NOTHING";
    tx.execute(sql, params![id, player, guest, now]).await.map(drop)
}

/// What a message of the visitor changes of the conversation.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisitorContext<'a> {
    pub(super) locale: &'a str,
    pub(super) host: &'a str,
}

/// Adds a message of the visitor, who has read everything before it. One that was closed is open again and waits for
/// anybody.
pub(super) async fn add_of_visitor(
    tx: &mut Tx,
    id: Uuid,
    routing_group: i64,
    context: VisitorContext<'_>,
    message: &Message,
) -> Result<()> {
    let sql = "UPDATE chat_conversation
               SET message_count = $2, read_seq = $2, routing_group = $3, locale = $4, host = $5, updated_at_ms = $6,
                   assigned_to = CASE WHEN closed_at_ms IS NULL THEN assigned_to ELSE NULL END, closed_at_ms = NULL,
                   waiting_since_ms = COALESCE(waiting_since_ms, $6)
               WHERE id = $1";
    let VisitorContext { locale, host } = context;
    tx.execute(sql, params![id, message.seq, routing_group, locale, host, message.created_at]).await?;
    add(tx, id, message).await
}

/// Adds a message of staff; its writer answers from now on, and one that was closed is open again.
pub(super) async fn add_of_staff(tx: &mut Tx, id: Uuid, message: &Message) -> Result<()> {
    let sql = "UPDATE chat_conversation
               SET message_count = $2, waiting_since_ms = NULL, assigned_to = $3, closed_at_ms = NULL, updated_at_ms = $4
               WHERE id = $1";
    let name = message.staff_name.as_deref();
    tx.execute(sql, params![id, message.seq, name, message.created_at]).await?;
    add(tx, id, message).await
}

/// Adds a message, and deletes what is beyond the messages that are kept.
async fn add(tx: &mut Tx, id: Uuid, message: &Message) -> Result<()> {
    let sql = "INSERT INTO chat_message (conversation_id, seq, staff_name, body, created_at_ms, picture_id)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let Message { seq, staff_name, text, picture, created_at } = message;
    let row = params![id, *seq, staff_name.as_deref(), text.as_str(), *created_at, *picture];
    tx.execute(sql, row).await?;
    pictures_store::discard(tx, id, *seq - MESSAGES_MAX).await?;
    let sql = "DELETE FROM chat_message WHERE conversation_id = $1 AND seq <= $2";
    tx.execute(sql, params![id, *seq - MESSAGES_MAX]).await.map(drop)
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
    let sql = "UPDATE chat_conversation SET closed_at_ms = $2, updated_at_ms = $2, waiting_since_ms = NULL
               WHERE id = $1 AND closed_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, now]).await? == 1)
}

/// Makes a guest's conversation the player's, whom `routing_group` answers.
pub(super) async fn give_to_player(
    tx: &mut Tx,
    id: Uuid,
    player: PlayerId,
    routing_group: i64,
) -> Result<()> {
    let sql =
        "UPDATE chat_conversation SET player_id = $2, guest_hash = NULL, routing_group = $3 WHERE id = $1";
    tx.execute(sql, params![id, player, routing_group]).await.map(drop)
}

/// Appends the messages of `guest` to those of `own`, whom `routing_group` answers, and deletes the former conversation.
pub(super) async fn merge(
    tx: &mut Tx,
    guest: &Conversation,
    own: &Conversation,
    routing_group: i64,
) -> Result<()> {
    let sql = "UPDATE chat_message SET conversation_id = $2, seq = seq + $3 WHERE conversation_id = $1";
    tx.execute(sql, params![guest.id, own.id, own.message_count]).await?;
    tx.execute("DELETE FROM chat_conversation WHERE id = $1", params![guest.id]).await?;
    // Who has closed one of the two answers it no more.
    let answers = [guest, own].into_iter().find(|one| one.closed_at.is_none() && one.assigned_to.is_some());
    // What was unread stays unread.
    let has_read_all = own.read_seq == own.message_count;
    let read = if has_read_all { own.message_count + guest.read_seq } else { own.read_seq };
    let sql = "UPDATE chat_conversation
               SET message_count = $2, read_seq = $3, waiting_since_ms = $4, closed_at_ms = $5, assigned_to = $6,
                   updated_at_ms = $7, routing_group = $8
               WHERE id = $1";
    let row = params![
        own.id,
        own.message_count + guest.message_count,
        read,
        [own.waiting_since, guest.waiting_since].into_iter().flatten().min(),
        own.closed_at.and(guest.closed_at),
        answers.and_then(|open| open.assigned_to.as_deref()),
        own.updated_at.max(guest.updated_at),
        routing_group
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
        pictures_store::discard(tx, id, i64::MAX).await?;
        tx.execute("DELETE FROM chat_message WHERE conversation_id = $1", params![id]).await?;
        tx.execute("DELETE FROM chat_reading WHERE conversation_id = $1", params![id]).await?;
    }
    Ok(())
}
