//! Conversations with support: what waits, a conversation, and steps in it.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PlayerBrief, brief_of, briefs};
use crate::app::App;
use crate::chat::{self, Answered, Conversation, Message, StaffPicture, TEXT_MAX};
use crate::office::owners_store::{Belonging, sees_owner};
use crate::platform::body::{Json, UPLOAD_MAX, unread};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::{self, Rule};
use crate::staff::needs::{ChatRead, ChatReply};
use crate::staff::{self, Member, MemberState, Permission, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(chats))
        .routes(routes!(colleagues))
        .routes(routes!(chat))
        .routes(routes!(reply))
        .routes(routes!(reply_with_picture))
        .routes(routes!(chat_picture))
        .routes(routes!(hand_over))
        .routes(routes!(close))
}

/// Which conversations are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ChatState {
    /// Those that wait for an answer first, VIP players before others, then who has waited longest.
    Open,
    /// Those that changed last first.
    Closed,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ChatsQuery {
    /// Which ones.
    state: ChatState,
    /// Which page of 200, from 1 on.
    page: Option<u32>,
}

/// A conversation without its messages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ChatRow {
    /// The number.
    id: String,
    /// Whose it is; null for a guest's.
    player: Option<PlayerBrief>,
    state: ChatState,
    /// Whether the visitor waits for an answer.
    waits: bool,
    /// Whether it is a VIP player's.
    vip: bool,
    /// The language of the visitor's last message.
    locale: String,
    /// The member of staff who answers.
    assigned_to: Option<String>,
    message_count: i64,
    updated_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ChatList {
    /// At most 200.
    chats: Vec<ChatRow>,
    /// The next page; null on the last one.
    next: Option<u32>,
}

impl ChatRow {
    pub(super) fn of(conversation: &Conversation, briefs: &[PlayerBrief]) -> ApiResult<Self> {
        let closed = conversation.closed_at.is_some();
        Ok(Self {
            id: conversation.id.to_string(),
            player: conversation.player.map(|player| brief_of(briefs, player)).transpose()?,
            state: if closed { ChatState::Closed } else { ChatState::Open },
            waits: conversation.waiting_since.is_some(),
            vip: conversation.routing_group == VIP_GROUP,
            locale: conversation.locale.clone(),
            assigned_to: conversation.assigned_to.clone(),
            message_count: conversation.message_count,
            updated_at: rfc3339(conversation.updated_at),
        })
    }
}

/// Pages of the list that are gone through at most.
const PAGES_MAX: u32 = 500;

/// The group that answers VIP players.
const VIP_GROUP: i64 = 2;

/// List conversations
#[utoipa::path(get, path = "/api/chats", tag = "chats", params(ChatsQuery), responses(
    (status = 200, body = ChatList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn chats(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatRead>,
    Query(query): Query<ChatsQuery>,
) -> ApiResult<Json<ChatList>> {
    let (scope, page) = (caller.scope(), query.page.unwrap_or(1).clamp(1, PAGES_MAX));
    let found = match query.state {
        ChatState::Open => chat::open_conversations(&app.db, scope, page).await?.conversations,
        ChatState::Closed => chat::closed_conversations(&app.db, scope, page).await?,
    };
    let is_full = i64::try_from(found.len()).is_ok_and(|count| count == chat::LIST_MAX);
    let players: Vec<_> = found.iter().filter_map(|conversation| conversation.player).collect();
    let briefs = briefs(&app, &players).await?;
    let chats = found.iter().map(|conversation| ChatRow::of(conversation, &briefs));
    let next = Some(page + 1).filter(|next| is_full && *next <= PAGES_MAX);
    Ok(Json(ChatList { chats: chats.collect::<ApiResult<_>>()?, next }))
}

/// A member who may answer.
#[derive(Debug, Serialize, ToSchema)]
struct Colleague {
    /// The number.
    id: String,
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct Colleagues {
    /// By name; the caller is among them.
    colleagues: Vec<Colleague>,
}

/// List who may answer
#[utoipa::path(get, path = "/api/chats/colleagues", tag = "chats", responses(
    (status = 200, body = Colleagues),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn colleagues(State(app): State<Arc<App>>, _: StaffCaller<ChatReply>) -> ApiResult<Json<Colleagues>> {
    let members = staff::list(&app.db).await?.into_iter().filter(answers);
    let colleague = |member: Member| Colleague { id: member.id.to_string(), name: member.name };
    Ok(Json(Colleagues { colleagues: members.map(colleague).collect() }))
}

fn answers(member: &Member) -> bool {
    member.state == MemberState::Active && member.role.may(Permission::ChatReply)
}

/// A message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfficeMessage)]
struct MessageView {
    /// Counts from 1 within the conversation, without gaps.
    seq: i64,
    /// Who of staff wrote it; null for the visitor.
    staff_name: Option<String>,
    /// Plain text; line feeds are kept. Empty where a picture stands in its place.
    text: String,
    /// The number of the picture that was sent; null for a text.
    picture: Option<String>,
    created_at: String,
}

/// A conversation with its newest messages.
#[derive(Debug, Serialize, ToSchema)]
struct ChatPage {
    #[serde(flatten)]
    chat: ChatRow,
    /// The visitor has read the messages up to this number.
    read_seq: i64,
    /// The newest 200, or 200 before the one that was asked for; the oldest of them first.
    messages: Vec<MessageView>,
    /// What to ask for as `before` for earlier ones; null when there are none.
    earlier: Option<i64>,
}

impl From<Message> for MessageView {
    fn from(message: Message) -> Self {
        let Message { seq, staff_name, text, picture, created_at } = message;
        let picture = picture.map(|picture| picture.to_string());
        Self { seq, staff_name, text, picture, created_at: rfc3339(created_at) }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MessagesQuery {
    /// Messages before the one with this number; the newest when absent.
    before: Option<i64>,
}

/// Read a conversation
///
/// The log keeps who has read it, once an hour.
#[utoipa::path(get, path = "/api/chats/{id}", tag = "chats", params(("id" = Uuid, Path), MessagesQuery), responses(
    (status = 200, body = ChatPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn chat(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatRead>,
    Path(id): Path<Uuid>,
    Query(query): Query<MessagesQuery>,
) -> ApiResult<Json<ChatPage>> {
    chat::note_read(&app.db, id, &caller.actor(), app.clock.now()).await?;
    page(&app, id, query.before).await.map(Json)
}

async fn page(app: &App, id: Uuid, before: Option<i64>) -> ApiResult<ChatPage> {
    let shown = chat::part_of(&app.db, id, before).await?;
    let (conversation, messages) = shown.ok_or_else(ApiError::not_found)?;
    let is_full = i64::try_from(messages.len()).is_ok_and(|count| count == chat::PART);
    let earlier = messages.first().map(|first| first.seq).filter(|first| is_full && *first > 1);
    let briefs = briefs(app, conversation.player.as_slice()).await?;
    Ok(ChatPage {
        chat: ChatRow::of(&conversation, &briefs)?,
        read_seq: conversation.read_seq,
        messages: messages.into_iter().map(MessageView::from).collect(),
        earlier,
    })
}

/// The page after a step, or why it was not taken.
async fn after(app: &App, id: Uuid, answered: Answered) -> ApiResult<Json<ChatPage>> {
    match answered {
        Answered::Done => page(app, id, None).await.map(Json),
        Answered::Unknown => Err(ApiError::not_found()),
        Answered::Taken(name) => {
            let message = format!("{name} answers this conversation. It can be handed over.");
            Err(ApiError::conflict("chat_taken", &message))
        }
        Answered::Forbidden => Err(ApiError::role_forbids()),
        Answered::GivenUp => Err(ApiError::unavailable(&format!("a picture in chat {id} took too long"))),
        Answered::Closed => Err(ApiError::conflict("chat_closed", "This conversation is closed.")),
    }
}

#[derive(Deserialize, ToSchema)]
struct ReplyBody {
    /// 1 to 2,000 characters.
    text: String,
}

/// Answer in a conversation
///
/// Who answers has it from then on; one that is closed is open again.
#[utoipa::path(post, path = "/api/chats/{id}/reply", tag = "chats", params(("id" = Uuid, Path)),
    request_body = ReplyBody, responses(
    (status = 200, body = ChatPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "chat_taken: another member answers it", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reply(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatReply>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReplyBody>,
) -> ApiResult<Json<ChatPage>> {
    let text = rules::long_text(&body.text, TEXT_MAX);
    let text = text.map_err(|rule| ApiError::fields(vec![rule.on("text")]))?;
    let answered = chat::reply(&app.db, id, caller.actor(), &text, app.clock.now()).await?;
    after(&app, id, answered).await
}

/// Answer with a picture in a conversation
///
/// The body is the file itself: a PNG or JPEG picture, by its content, of at most 10 MiB and 33 million pixels. In the
/// conversation of a player alone. The same `Idempotency-Key` with the same file adds no second message.
#[utoipa::path(post, path = "/api/chats/{id}/pictures", tag = "chats",
    params(("id" = Uuid, Path), ("idempotency-key" = String, Header)),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 200, body = ChatPage),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "chat_taken: another member answers it; chat_of_guest; idempotency_conflict", body = ErrorBody),
    (status = 413, description = "The file is larger than 10 MiB", body = ErrorBody),
    (status = 415, description = "The body is not application/octet-stream", body = ErrorBody),
    (status = 422, description = "The file is of another type, or too large a picture", body = FieldErrorsBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn reply_with_picture(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatReply>,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult<Json<ChatPage>> {
    let key = chat::upload_key(&headers)?;
    let permit = app.blobs.permit()?;
    let bytes = to_bytes(body, UPLOAD_MAX).await.map_err(|error| unread(&error))?;
    let (by, member) = (caller.actor(), caller.member.id);
    let picture = StaffPicture { conversation: id, by, member, key, bytes: bytes.into() };
    // A browser that goes away must not leave the work half done.
    let sender = app.clone();
    let work = tokio::spawn(async move {
        let _held = permit;
        chat::reply_with_picture(&sender, picture).await
    });
    let answered = work.await.map_err(|error| ApiError::internal(&error))??;
    after(&app, id, answered).await
}

/// Read a picture of a conversation
///
/// The log keeps who has read the conversation, once an hour.
#[utoipa::path(get, path = "/api/chats/{id}/pictures/{picture}", tag = "chats",
    params(("id" = Uuid, Path), ("picture" = Uuid, Path)), responses(
    (status = 200, description = "image/png or image/jpeg", content_type = "application/octet-stream", body = String),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn chat_picture(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatRead>,
    Path((id, picture)): Path<(Uuid, Uuid)>,
) -> ApiResult<Response> {
    let found = chat::picture_in(&app.db, id, picture).await?.ok_or_else(ApiError::not_found)?;
    // The log knows of it before the member sees anything.
    chat::note_read(&app.db, id, &caller.actor(), app.clock.now()).await?;
    chat::served(&app, &found).await
}

#[derive(Deserialize, ToSchema)]
struct HandOverBody {
    /// The number of the colleague.
    to: Uuid,
}

/// Hand a conversation over
#[utoipa::path(post, path = "/api/chats/{id}/hand-over", tag = "chats", params(("id" = Uuid, Path)),
    request_body = HandOverBody, responses(
    (status = 200, body = ChatPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "chat_closed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn hand_over(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatReply>,
    Path(id): Path<Uuid>,
    Json(body): Json<HandOverBody>,
) -> ApiResult<Json<ChatPage>> {
    let to = staff::member_with_id(&app.db, body.to).await?.filter(answers);
    let unable = || ApiError::fields(vec![Rule::NotAllowed.on("to")]);
    let to = to.ok_or_else(unable)?;
    if to.scope.is_bound() && !sees_owner(&app.db, &to.scope, Belonging::Conversation, id).await? {
        return Err(unable());
    }
    let answered = chat::hand_over(&app.db, id, &to.name, caller.actor(), app.clock.now()).await?;
    after(&app, id, answered).await
}

/// Close a conversation
///
/// A further message of either side opens it again.
#[utoipa::path(post, path = "/api/chats/{id}/close", tag = "chats", params(("id" = Uuid, Path)), responses(
    (status = 200, body = ChatPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "chat_closed", body = ErrorBody),
))]
async fn close(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ChatReply>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<ChatPage>> {
    let answered = chat::close(&app.db, id, caller.actor(), app.clock.now()).await?;
    after(&app, id, answered).await
}
