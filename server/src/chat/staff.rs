//! What staff do in the chat: in the back office, and by the command `croupier chat` beside the running server.

use croupier_db::{Db, Result, Tx};
use croupier_ledger::PlayerId;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{Conversation, Message, TRANSCRIPT_MAX, Visitor};
use super::pictures::Picture;
use super::store::Between;
use super::{append, pictures_store, store, tries_again};
use crate::staff::{Actor, BrandScope, Permission};

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
    /// The picture took too long and was given up.
    GivenUp,
    /// Who takes the step works here no more, or may not answer any more.
    Forbidden,
}

/// Open conversations: those that wait for an answer first, of them VIP players before others and players before guests,
/// then who has waited longest. `page` counts from 1.
pub async fn open_conversations(db: &Db, scope: &BrandScope, page: u32) -> Result<Listed> {
    let skip = i64::from(page.saturating_sub(1)) * LIST_MAX;
    let conversations = store::open(db, scope, skip, LIST_MAX).await?;
    Ok(Listed { conversations, total: store::open_count(db, scope).await? })
}

/// Conversations that staff have closed, the newest first. `page` counts from 1.
pub async fn closed_conversations(db: &Db, scope: &BrandScope, page: u32) -> Result<Vec<Conversation>> {
    let skip = i64::from(page.saturating_sub(1)) * LIST_MAX;
    store::closed(db, scope, skip, LIST_MAX).await
}

/// The conversation of a player, when there is one.
pub async fn conversation_of(db: &Db, player: PlayerId) -> Result<Option<Conversation>> {
    store::of_visitor(db, &Visitor::Player(player)).await
}

/// A conversation with its newest messages, a thousand at most.
pub async fn shown(db: &Db, id: Uuid) -> Result<Option<(Conversation, Vec<Message>)>> {
    let Some(conversation) = store::with_id(db, id).await? else { return Ok(None) };
    let messages = store::messages(db, id, Between::ALL, TRANSCRIPT_MAX).await?;
    Ok(Some((conversation, messages)))
}

/// Messages of one part of a conversation.
pub const PART: i64 = 200;

/// A conversation with its newest messages, or with those before the one numbered `before`; [`PART`] at most, the oldest
/// of them first.
pub async fn part_of(db: &Db, id: Uuid, before: Option<i64>) -> Result<Option<(Conversation, Vec<Message>)>> {
    let Some(conversation) = store::with_id(db, id).await? else { return Ok(None) };
    let between = Between { before: before.unwrap_or(i64::MAX), ..Between::ALL };
    let messages = store::messages(db, id, between, PART).await?;
    Ok(Some((conversation, messages)))
}

/// Who has read a conversation is told again after an hour, however often a page asks for it meanwhile.
const READ_AGAIN_MS: i64 = 60 * 60 * 1000;

/// Notes that the member `by` reads a conversation, before anything of it is shown.
pub async fn note_read(db: &Db, id: Uuid, by: &Actor, now: i64) -> Result<()> {
    let Some(member) = by.signed.as_ref().map(|signed| signed.id) else { return Ok(()) };
    if store::was_read(db, id, member, now - READ_AGAIN_MS).await? {
        return Ok(());
    }
    let Some(conversation) = store::with_id(db, id).await? else { return Ok(()) };
    let mut tx = db.begin().await?;
    if store::note_reading(&mut tx, id, member, now, now - READ_AGAIN_MS).await? {
        let body = by.signing(json!({ "conversation": id }));
        append(db, &mut tx, conversation.player, "chat.shown", &body, now).await?;
    }
    tx.commit().await
}

/// Answers as `by`, who has the conversation from then on. One that another has is refused: it is handed over first.
pub async fn reply(db: &Db, id: Uuid, by: impl Into<Actor>, text: &str, now: i64) -> Result<Answered> {
    step(db, id, Step::Reply(Answer { text, picture: None }), &by.into(), now).await
}

/// Like [`reply`] with a picture whose file is there. One that was sent meanwhile is not sent again.
pub(super) async fn reply_with(
    db: &Db,
    id: Uuid,
    by: &Actor,
    picture: &Picture,
    now: i64,
) -> Result<Answered> {
    step(db, id, Step::Reply(Answer { text: "", picture: Some(picture) }), by, now).await
}

/// Gives the conversation to the member of staff called `to`.
pub async fn hand_over(db: &Db, id: Uuid, to: &str, by: impl Into<Actor>, now: i64) -> Result<Answered> {
    step(db, id, Step::HandOver(to), &by.into(), now).await
}

/// Closes the conversation; a further message of either side opens it again.
pub async fn close(db: &Db, id: Uuid, by: impl Into<Actor>, now: i64) -> Result<Answered> {
    step(db, id, Step::Close, &by.into(), now).await
}

/// A message of staff: a text, or a picture.
#[derive(Debug, Clone, Copy)]
struct Answer<'a> {
    text: &'a str,
    picture: Option<&'a Picture>,
}

/// A step of staff in a conversation.
#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    /// A message.
    Reply(Answer<'a>),
    /// To the member of this name.
    HandOver(&'a str),
    /// The end.
    Close,
}

impl Step<'_> {
    /// The kind of its fact.
    const fn kind(self) -> &'static str {
        match self {
            Self::Reply(_) => "chat.message",
            Self::HandOver(_) => "chat.handed_over",
            Self::Close => "chat.closed",
        }
    }

    /// Takes the step within the caller's transaction. Answers what its fact says; an `Err` is what became of it, and
    /// nothing is written.
    async fn take(
        self,
        tx: &mut Tx,
        conversation: &Conversation,
        by: &str,
        now: i64,
    ) -> Result<std::result::Result<Value, Answered>> {
        let (id, is_closed) = (conversation.id, conversation.closed_at.is_some());
        match self {
            Self::Reply(Answer { text, picture }) => {
                let taken = conversation.assigned_to.as_ref().filter(|name| *name != by);
                if let Some(name) = taken.filter(|_| !is_closed) {
                    return Ok(Err(Answered::Taken(name.clone())));
                }
                let seq = conversation.message_count + 1;
                if let Some(picture) = picture
                    && !pictures_store::send(tx, picture.id, id, seq).await?
                {
                    let is_sent = pictures_store::is_sent(tx, picture.id).await?;
                    return Ok(Err(if is_sent { Answered::Done } else { Answered::GivenUp }));
                }
                let picture = picture.map(|picture| picture.id);
                let (staff_name, text) = (Some(by.to_owned()), text.to_owned());
                let message = Message { seq, staff_name, text, picture, created_at: now };
                store::add_of_staff(tx, id, &message).await?;
                Ok(Ok(json!({ "conversation": id, "seq": seq })))
            }
            Self::HandOver(_) if is_closed => Ok(Err(Answered::Closed)),
            Self::HandOver(to) => {
                store::assign(tx, id, to, now).await?;
                Ok(Ok(json!({ "conversation": id, "to": to })))
            }
            Self::Close => {
                let closed = store::close(tx, id, now).await?;
                Ok(if closed { Ok(json!({ "conversation": id })) } else { Err(Answered::Closed) })
            }
        }
    }
}

/// Takes a step under the lock of the conversation and appends its fact.
async fn step(db: &Db, id: Uuid, step: Step<'_>, by: &Actor, now: i64) -> Result<Answered> {
    let mut tries = 0;
    loop {
        let done = try_step(db, id, step, by, now).await;
        if !tries_again(&done, &mut tries) {
            return done;
        }
    }
}

async fn try_step(db: &Db, id: Uuid, step: Step<'_>, by: &Actor, now: i64) -> Result<Answered> {
    let mut tx = db.begin().await?;
    let Some(conversation) = store::lock(&mut tx, id).await? else { return Ok(Answered::Unknown) };
    match step.take(&mut tx, &conversation, &by.name, now).await? {
        Err(answered) => Ok(answered),
        Ok(body) => {
            append(db, &mut tx, conversation.player, step.kind(), &by.signing(body), now).await?;
            // A picture may be on its way for minutes. The log's lane is locked before the member's row, as by everybody else.
            if !by.may_in(&mut tx, Permission::ChatReply).await? {
                return Ok(Answered::Forbidden);
            }
            tx.commit().await?;
            Ok(Answered::Done)
        }
    }
}
