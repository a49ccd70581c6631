//! What a visitor does in the chat.

use axum::http::StatusCode;
use croupier_db::{Error, Result, Tx, log};
use croupier_ledger::PlayerId;
use serde_json::json;
use uuid::Uuid;

use super::model::{Conversation, MESSAGES_MAX, Message, Visitor};
use super::store::{self, VisitorContext};
use super::view::MessageView;
use super::{NO_PLAYER, append, begin, guest, tries_again};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::idempotency::{self, Claim};

/// A message of a visitor that is in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'a> {
    pub(super) visitor: &'a Visitor,
    pub(super) context: VisitorContext<'a>,
    pub(super) text: &'a str,
    /// The idempotency key of the call; its answer is kept in the commit of the message.
    pub(super) claim: Option<&'a Claim>,
}

/// Adds a message, to a new conversation when the visitor has none.
pub(super) async fn say(app: &App, said: Said<'_>) -> ApiResult<MessageView> {
    let mut tries = 0;
    let done = loop {
        let done = try_say(app, said).await;
        if !tries_again(&done, &mut tries) {
            break done;
        }
    };
    done?.ok_or_else(|| ApiError::conflict("invalid_state", "This conversation is full."))
}

async fn try_say(app: &App, said: Said<'_>) -> Result<Option<MessageView>> {
    let Said { visitor, context, text, claim } = said;
    let (player, now) = (visitor.player(), app.clock.now());
    let mut tx = begin(&app.db, player).await?;
    let known = store::of_visitor_in(&mut tx, visitor).await?;
    let (id, count) = if let Some(conversation) = &known {
        (conversation.id, conversation.message_count)
    } else {
        let id = app.entropy.uuid(&app.clock);
        store::begin(&mut tx, id, visitor, now).await?;
        (id, 0)
    };
    if count >= MESSAGES_MAX {
        return Ok(None);
    }
    let message = Message { seq: count + 1, staff_name: None, text: text.to_owned(), created_at: now };
    store::add_of_visitor(&mut tx, id, context, &message).await?;
    let body = json!({ "conversation": id, "seq": message.seq });
    append(&app.db, &mut tx, player, "chat.message", &body, now).await?;
    let view = MessageView::of(message);
    if let Some(claim) = claim {
        let answer = serde_json::to_string(&view).map_err(|error| Error::Engine(error.to_string()))?;
        let kept = idempotency::complete(&mut tx, claim, StatusCode::CREATED, &answer, None).await;
        kept.map_err(|error| Error::Engine(format!("{error:?}")))?;
    }
    tx.commit().await?;
    Ok(Some(view))
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
    let mut tx = begin(&app.db, visitor.player()).await?;
    if store::read_up_to(&mut tx, conversation.id, seq).await? {
        let body = json!({ "conversation": conversation.id, "seq": seq });
        append(&app.db, &mut tx, visitor.player(), "chat.read", &body, app.clock.now()).await?;
    }
    tx.commit().await
}

/// Keeps the restore id of a player. One of a guest's conversation makes that conversation the player's.
pub(super) async fn restore(app: &App, player: PlayerId, restore_id: &str) -> ApiResult<()> {
    let guest = guest::hash_of(app, restore_id).map(Visitor::Guest);
    let mut tries = 0;
    loop {
        let done = try_restore(app, player, restore_id, guest.as_ref()).await;
        if !tries_again(&done, &mut tries) {
            return Ok(done?);
        }
    }
}

async fn try_restore(app: &App, player: PlayerId, restore_id: &str, guest: Option<&Visitor>) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Both conversations change; every transaction that locks two lanes locks the lower one first.
    let mut owners = [NO_PLAYER, player];
    owners.sort_by_key(|owner| log::lane_of(&app.db, *owner));
    for owner in owners {
        log::touch(&app.db, &mut tx, owner).await?;
    }
    store::keep_restore_id(&mut tx, player, restore_id).await?;
    let found = match guest {
        Some(guest) => store::of_visitor_in(&mut tx, guest).await?,
        None => None,
    };
    if let Some(found) = found {
        let own = store::of_visitor_in(&mut tx, &Visitor::Player(player)).await?;
        let id = join(&mut tx, player, &found, own.as_ref()).await?;
        let body = json!({ "conversation": id, "guest_conversation": found.id });
        append(&app.db, &mut tx, Some(player), "chat.joined", &body, app.clock.now()).await?;
    }
    tx.commit().await
}

/// Puts a guest's conversation into the player's hands; answers the number of the conversation from then on.
async fn join(
    tx: &mut Tx,
    player: PlayerId,
    guest: &Conversation,
    own: Option<&Conversation>,
) -> Result<Uuid> {
    match own {
        None => {
            store::give_to_player(tx, guest.id, player).await?;
            Ok(guest.id)
        }
        Some(own) => {
            store::merge(tx, guest, own).await?;
            Ok(own.id)
        }
    }
}
