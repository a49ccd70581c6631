//! What staff do in the chat: from the command `croupier chat`, beside the running server.

use croupier_db::{Db, Result, Tx};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{Conversation, Message, TRANSCRIPT_MAX};
use super::store::Between;
use super::{append, store, tries_again};

/// Conversations of one page of the list.
pub const LIST_MAX: i64 = 200;

/// A page of the list of open conversations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Those of the page.
    pub conversations: Vec<Conversation>,
    /// How many are open in all.
    pub total: i64,
}

/// What became of a step of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// It is done.
    Done,
    /// There is no such conversation.
    Unknown,
    /// Another member of staff answers it, by this name.
    Taken(String),
    /// It is closed already.
    Closed,
}

/// Open conversations: those that wait for an answer first, of them VIP players before others and players before guests,
/// then who has waited longest. `page` counts from 1.
pub async fn open_conversations(db: &Db, page: u32) -> Result<Listed> {
    let skip = i64::from(page.saturating_sub(1)) * LIST_MAX;
    let conversations = store::open(db, skip, LIST_MAX).await?;
    Ok(Listed { conversations, total: store::open_count(db).await? })
}

/// A conversation with its newest messages, a thousand at most.
pub async fn shown(db: &Db, id: Uuid) -> Result<Option<(Conversation, Vec<Message>)>> {
    let Some(conversation) = store::with_id(db, id).await? else { return Ok(None) };
    let messages = store::messages(db, id, Between::ALL, TRANSCRIPT_MAX).await?;
    Ok(Some((conversation, messages)))
}

/// Answers as `by`, who has the conversation from then on. One that another has is refused: it is handed over first.
pub async fn reply(db: &Db, id: Uuid, by: &str, text: &str, now: i64) -> Result<Answered> {
    step(db, id, "chat.message", now, async |tx, conversation| {
        let taken = conversation.assigned_to.as_ref().filter(|name| *name != by);
        if let Some(name) = taken.filter(|_| conversation.closed_at.is_none()) {
            return Ok(Err(Answered::Taken(name.clone())));
        }
        let seq = conversation.message_count + 1;
        let (staff_name, text) = (Some(by.to_owned()), text.to_owned());
        store::add_of_staff(tx, id, &Message { seq, staff_name, text, created_at: now }).await?;
        Ok(Ok(json!({ "conversation": id, "seq": seq, "by": by })))
    })
    .await
}

/// Gives the conversation to the member of staff called `to`.
pub async fn hand_over(db: &Db, id: Uuid, to: &str, by: &str, now: i64) -> Result<Answered> {
    step(db, id, "chat.handed_over", now, async |tx, conversation| {
        if conversation.closed_at.is_some() {
            return Ok(Err(Answered::Closed));
        }
        store::assign(tx, id, to, now).await?;
        Ok(Ok(json!({ "conversation": id, "to": to, "by": by })))
    })
    .await
}

/// Closes the conversation; a further message of either side opens it again.
pub async fn close(db: &Db, id: Uuid, by: &str, now: i64) -> Result<Answered> {
    step(db, id, "chat.closed", now, async |tx, _| {
        let closed = store::close(tx, id, now).await?;
        Ok(if closed { Ok(json!({ "conversation": id, "by": by })) } else { Err(Answered::Closed) })
    })
    .await
}

/// Takes a step under the lock of the conversation and appends the fact `kind` with the body that it answers;
/// an `Err` of the step is what became of it, and writes nothing.
async fn step(
    db: &Db,
    id: Uuid,
    kind: &'static str,
    now: i64,
    work: impl AsyncFn(&mut Tx, &Conversation) -> Result<std::result::Result<Value, Answered>>,
) -> Result<Answered> {
    let mut tries = 0;
    loop {
        let done = try_step(db, id, kind, now, &work).await;
        if !tries_again(&done, &mut tries) {
            return done;
        }
    }
}

async fn try_step(
    db: &Db,
    id: Uuid,
    kind: &'static str,
    now: i64,
    work: &impl AsyncFn(&mut Tx, &Conversation) -> Result<std::result::Result<Value, Answered>>,
) -> Result<Answered> {
    let mut tx = db.begin().await?;
    let Some(conversation) = store::lock(&mut tx, id).await? else { return Ok(Answered::Unknown) };
    match work(&mut tx, &conversation).await? {
        Err(answered) => Ok(answered),
        Ok(body) => {
            append(db, &mut tx, conversation.player, kind, &body, now).await?;
            tx.commit().await?;
            Ok(Answered::Done)
        }
    }
}
