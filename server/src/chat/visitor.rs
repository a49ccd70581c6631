//! What a visitor does in the chat.

use axum::http::StatusCode;
use croupier_db::{Error, Result, Tx};
use croupier_ledger::PlayerId;
use serde_json::json;
use uuid::Uuid;

use super::model::{Conversation, Message, Visitor, routing_group};
use super::pictures::Picture;
use super::store::{self, VisitorContext};
use super::view::MessageView;
use super::{append, guest, pictures_store, tries_again};
use crate::app::App;
use crate::idempotency::{self, Claim};
use crate::platform::error::ApiResult;
use crate::player;

/// How long after a guest has signed in a message of the guest still goes to the player's conversation: it was on its way.
const ON_ITS_WAY_MS: i64 = 10 * 60 * 1000;

/// A message of a visitor that is in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'a> {
    pub(super) visitor: &'a Visitor,
    pub(super) context: VisitorContext<'a>,
    pub(super) text: &'a str,
    /// The picture that stands in place of the text, once its file is there.
    pub(super) picture: Option<&'a Picture>,
    /// The idempotency key of the call; its answer is kept in the commit of the message.
    pub(super) claim: Option<&'a Claim>,
}

/// Adds a message, to a new conversation when the visitor has none. `None` when its picture was sent or given up meanwhile.
pub(super) async fn say(app: &App, said: Said<'_>) -> ApiResult<Option<MessageView>> {
    let mut tries = 0;
    let done = loop {
        let done = try_say(app, said).await;
        if !tries_again(&done, &mut tries) {
            break done;
        }
    };
    Ok(done?)
}

async fn try_say(app: &App, said: Said<'_>) -> Result<Option<MessageView>> {
    let Said { visitor, context, text, picture, claim } = said;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let writer = writer(&mut tx, visitor, now).await?;
    let player = writer.player();
    let routing_group = group_in(&mut tx, player).await?;
    let known = lock_or_begin(app, &mut tx, &writer, now).await?;
    let (id, seq) = (known.id, known.message_count + 1);
    if let Some(picture) = picture
        && !pictures_store::send(&mut tx, picture.id, id, seq).await?
    {
        return Ok(None);
    }
    let picture = picture.map(|picture| picture.id);
    let message = Message { seq, staff_name: None, text: text.to_owned(), picture, created_at: now };
    store::add_of_visitor(&mut tx, id, routing_group, context, &message).await?;
    let view = MessageView::of(message);
    if let Some(claim) = claim {
        let answer = serde_json::to_string(&view).map_err(|error| Error::Engine(error.to_string()))?;
        let kept = idempotency::complete(&mut tx, claim, StatusCode::CREATED, &answer, None).await;
        kept.map_err(|error| Error::Engine(format!("{error:?}")))?;
    }
    let body = json!({ "conversation": id, "seq": seq });
    append(&app.db, &mut tx, player, "chat.message", &body, now).await?;
    tx.commit().await?;
    Ok(Some(view))
}

/// Whose conversation a message of `visitor` goes to. A guest's row stays locked until the end of the transaction.
async fn writer(tx: &mut Tx, visitor: &Visitor, now: i64) -> Result<Visitor> {
    let Visitor::Guest(hash) = visitor else { return Ok(visitor.clone()) };
    let joined = store::lock_guest(tx, hash, now - ON_ITS_WAY_MS, now).await?;
    Ok(joined.map_or_else(|| visitor.clone(), Visitor::Player))
}

/// The group that answers `player`, within the caller's transaction.
async fn group_in(tx: &mut Tx, player: Option<PlayerId>) -> Result<i64> {
    let groups = match player {
        Some(player) => player::groups_in(tx, player).await?,
        None => Vec::new(),
    };
    Ok(routing_group(&groups))
}

/// The conversation of `visitor`, locked until the end of the transaction; a new one when there is none.
async fn lock_or_begin(app: &App, tx: &mut Tx, visitor: &Visitor, now: i64) -> Result<Conversation> {
    if let Some(known) = store::lock_of_visitor(tx, visitor).await? {
        return Ok(known);
    }
    store::begin(tx, app.entropy.uuid(&app.clock), visitor, now).await?;
    let begun = store::lock_of_visitor(tx, visitor).await?;
    begun.ok_or_else(|| Error::Retry("the conversation was deleted meanwhile".to_owned()))
}

/// Notes that the visitor has read the messages up to `seq`, on every device. A number beyond the last changes nothing.
pub(super) async fn read_up_to(app: &App, visitor: &Visitor, seq: i64) -> ApiResult<()> {
    let mut tries = 0;
    loop {
        let done = try_read(app, visitor, seq).await;
        if !tries_again(&done, &mut tries) {
            return Ok(done?);
        }
    }
}

async fn try_read(app: &App, visitor: &Visitor, seq: i64) -> Result<()> {
    let Some(conversation) = store::of_visitor(&app.db, visitor).await? else { return Ok(()) };
    if conversation.read_seq >= seq {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    if store::read_up_to(&mut tx, conversation.id, seq).await? {
        let body = json!({ "conversation": conversation.id, "seq": seq });
        append(&app.db, &mut tx, visitor.player(), "chat.read", &body, app.clock.now()).await?;
    }
    tx.commit().await
}

/// Takes the restore id of a browser over for its player: that of a guest of this installation makes the guest's
/// conversation the player's, that of an outside widget is kept.
pub(super) async fn restore(app: &App, player: PlayerId, restore_id: &str) -> ApiResult<()> {
    let Some(hash) = guest::hash_of(app, restore_id) else {
        let mut tx = app.db.begin().await?;
        store::keep_restore_id(&mut tx, player, restore_id).await?;
        return Ok(tx.commit().await?);
    };
    let mut tries = 0;
    loop {
        let done = try_join(app, player, &hash).await;
        if !tries_again(&done, &mut tries) {
            return Ok(done?);
        }
    }
}

async fn try_join(app: &App, player: PlayerId, hash: &[u8; 32]) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::lock_guest(&mut tx, hash, now, now).await?;
    store::guest_joined(&mut tx, hash, player, now).await?;
    if let Some(found) = store::lock_of_visitor(&mut tx, &Visitor::Guest(*hash)).await? {
        let id = join(&mut tx, player, &found).await?;
        let body = json!({ "conversation": id, "guest_conversation": found.id });
        append(&app.db, &mut tx, Some(player), "chat.joined", &body, now).await?;
    }
    tx.commit().await
}

/// Puts a guest's conversation into the player's hands; answers the number of the conversation from then on.
async fn join(tx: &mut Tx, player: PlayerId, guest: &Conversation) -> Result<Uuid> {
    let routing_group = group_in(tx, Some(player)).await?;
    if let Some(own) = store::lock_of_visitor(tx, &Visitor::Player(player)).await? {
        store::merge(tx, guest, &own, routing_group).await?;
        return Ok(own.id);
    }
    match store::give_to_player(tx, guest.id, player, routing_group).await {
        // The player has begun one meanwhile.
        Err(Error::Unique(rule)) => Err(Error::Retry(rule)),
        done => done.map(|()| guest.id),
    }
}
