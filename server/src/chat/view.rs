//! The chat as its visitor sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Conversation, Message};
use crate::content::ChatHours;
use crate::platform::calendar::rfc3339;

/// Everything that the chat of a page shows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChatView {
    pub(super) provider: ChatProvider,
    /// Where the script of the outside provider is; null for the built-in chat.
    pub(super) script_url: Option<String>,
    /// Who answers this visitor: 2 serves VIP players, 1 everybody else.
    pub(super) group: i64,
    pub(super) hours: ChatHoursView,
    /// Null before the first message.
    pub(super) conversation: Option<ConversationView>,
}

/// Whose chat it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChatProvider {
    /// The operator's own.
    BuiltIn,
    /// A widget of others.
    Outside,
}

/// When support answers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChatHoursView {
    /// Whether it does now.
    is_open: bool,
    /// When the present or the next hours begin; null around the clock.
    opens_at: Option<String>,
    /// When they end; null around the clock.
    closes_at: Option<String>,
}

impl ChatHoursView {
    /// The hours at `now`, in UTC milliseconds.
    pub(super) fn at(hours: &ChatHours, now: i64) -> Self {
        let window = hours.window_at(now);
        Self {
            is_open: window.is_none_or(|(from, _)| from <= now),
            opens_at: window.map(|(from, _)| rfc3339(from)),
            closes_at: window.map(|(_, to)| rfc3339(to)),
        }
    }
}

/// A conversation with its newest messages.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConversationView {
    id: String,
    state: ConversationState,
    /// The member of staff who answers; null while nobody has.
    assigned_to: Option<String>,
    /// Messages of staff that were not read, on any device.
    unread_count: i64,
    /// The newest 200 of those that were asked for, the oldest of them first.
    messages: Vec<MessageView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ConversationState {
    Open,
    /// Staff have closed it; a further message opens it again.
    Closed,
}

impl ConversationView {
    pub(super) fn of(conversation: Conversation, messages: Vec<Message>, unread_count: i64) -> Self {
        let closed = conversation.closed_at.is_some();
        Self {
            id: conversation.id.to_string(),
            state: if closed { ConversationState::Closed } else { ConversationState::Open },
            assigned_to: conversation.assigned_to,
            unread_count,
            messages: messages.into_iter().map(MessageView::of).collect(),
        }
    }
}

/// A message.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MessageView {
    /// Counts from 1 within the conversation, without gaps; the newest 5,000 are kept.
    seq: i64,
    from: MessageFrom,
    /// Who of staff wrote it; null for the visitor.
    staff_name: Option<String>,
    /// Plain text; line feeds are kept. Empty where a picture stands in its place.
    text: String,
    /// The number of the picture that was sent; null for a text.
    picture: Option<String>,
    created_at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MessageFrom {
    Visitor,
    Staff,
}

impl MessageView {
    pub(super) fn of(message: Message) -> Self {
        let Message { seq, staff_name, text, picture, created_at } = message;
        let from = if staff_name.is_some() { MessageFrom::Staff } else { MessageFrom::Visitor };
        let picture = picture.map(|picture| picture.to_string());
        Self { seq, from, staff_name, text, picture, created_at: rfc3339(created_at) }
    }
}
