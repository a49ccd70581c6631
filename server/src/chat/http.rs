//! The calls of the chat.

use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::model::{SHOWN_MAX, TEXT_MAX, Visitor as ChatVisitor, routing_group};
use super::pictures::PlayerPicture;
use super::store::{self, Between, VisitorContext};
use super::view::{ChatHoursView, ChatProvider, ChatView, ConversationView, MessageView};
use super::visitor::{Said, read_up_to, restore, say};
use super::{guest, pictures, pictures_store, transcript};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::idempotency::Claim;
use crate::platform::body::{Json, UPLOAD_MAX, unread};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::query::{Path, Query};
use crate::rules::{self, Refusals};
use crate::{player, site_config};

/// The header in which a guest's browser names its restore id.
const RESTORE_ID: &str = "x-chat-restore-id";

/// Characters of a restore id.
const RESTORE_ID_MAX: usize = 200;

/// The calls of pictures. An upload keeps its key with its picture.
pub fn picture_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(send_chat_picture)).routes(routes!(chat_picture))
}

/// The other calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_chat))
        .routes(routes!(begin_as_guest))
        .routes(routes!(send_chat_message))
        .routes(routes!(read_chat))
        .routes(routes!(mail_chat_transcript))
        .routes(routes!(get_restore_id))
        .routes(routes!(set_restore_id))
}

/// Whose conversation a call is about: the player's of the session, else that of the restore id in the header. `None` for
/// a guest without one of this installation.
struct ChatCaller(Option<ChatVisitor>);

impl FromRequestParts<Arc<App>> for ChatCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        if let Some(player) = caller.player() {
            return Ok(Self(Some(ChatVisitor::Player(player.id))));
        }
        let restore_id = parts.headers.get(RESTORE_ID).and_then(|value| value.to_str().ok());
        Ok(Self(restore_id.and_then(|id| guest::hash_of(app, id)).map(ChatVisitor::Guest)))
    }
}

/// The group that answers `visitor`.
async fn group_of(app: &App, visitor: Option<&ChatVisitor>) -> ApiResult<i64> {
    let groups = match visitor.and_then(ChatVisitor::player) {
        Some(id) => player::groups_of(app, id).await?,
        None => Vec::new(),
    };
    Ok(routing_group(&groups))
}

/// Counts a look at the conversation of `visitor`.
fn take_read(app: &App, visitor: &ChatVisitor) -> ApiResult<()> {
    app.limits.chat_reads.take(match visitor {
        ChatVisitor::Player(player) => LimitKey::player(*player),
        ChatVisitor::Guest(hash) => LimitKey::chat_guest(hash),
    })
}

/// Which messages are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Only messages with a number above this one: what has come since the last look.
    after: Option<i64>,
    /// Only messages with a number below this one: what stands above the first that is shown.
    before: Option<i64>,
}

/// Read the chat
///
/// The player's conversation, or that of the guest whose restore id the header `X-Chat-Restore-Id` names. Of the messages
/// that are asked for, the newest 200. 240 looks a minute, together with those that mark it as read.
#[utoipa::path(get, path = "/api/chat", tag = "chat", params(Wanted), responses(
    (status = 200, body = ChatView),
    (status = 400, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn get_chat(
    State(app): State<Arc<App>>,
    ChatCaller(visitor): ChatCaller,
    Query(wanted): Query<Wanted>,
) -> ApiResult<Json<ChatView>> {
    if let Some(visitor) = &visitor {
        take_read(&app, visitor)?;
    }
    let script_url =
        app.config.chat_widget_url.clone().filter(|_| app.site_config.statuses.now().chooses_second_chat());
    let provider = if script_url.is_some() { ChatProvider::Outside } else { ChatProvider::BuiltIn };
    let found = match &visitor {
        Some(visitor) => store::of_visitor(&app.db, visitor).await?,
        None => None,
    };
    let conversation = match found {
        Some(conversation) => {
            let Between { after, before } = Between::ALL;
            let between =
                Between { after: wanted.after.unwrap_or(after), before: wanted.before.unwrap_or(before) };
            let messages = store::messages(&app.db, conversation.id, between, SHOWN_MAX).await?;
            let unread = store::unread(&app.db, &conversation).await?;
            Some(ConversationView::of(conversation, messages, unread))
        }
        None => None,
    };
    let hours = ChatHoursView::at(&app.content.now().settings.chat, app.clock.now());
    let group = group_of(&app, visitor.as_ref()).await?;
    Ok(Json(ChatView { provider, script_url, group, hours, conversation }))
}

/// What a guest's browser goes on with.
#[derive(Debug, Serialize, ToSchema)]
struct GuestRestoreId {
    /// Whoever holds it reads and writes the guest's conversation.
    restore_id: String,
}

/// Begin a chat as a guest
///
/// Answers the restore id that the browser keeps. Nothing is stored before the first message.
#[utoipa::path(post, path = "/api/chat/guests", tag = "chat", responses(
    (status = 201, body = GuestRestoreId),
    (status = 429, body = ErrorBody),
))]
async fn begin_as_guest(State(app): State<Arc<App>>, visitor: Visitor) -> ApiResult<impl IntoResponse> {
    app.limits.chat_guests.take(visitor.limit_key())?;
    Ok((StatusCode::CREATED, Json(GuestRestoreId { restore_id: guest::restore_id(&app) })))
}

/// What a visitor writes to support.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
struct ChatMessage {
    /// Plain text of 1 to 2,000 characters; numbers of cards are blotted out.
    text: String,
    /// The language of the page.
    l: Option<String>,
}

/// Write to support in the chat
///
/// 60 messages a minute. A closed conversation is open again. A guest names the restore id in the header
/// `X-Chat-Restore-Id`. 409 says by its code what to do: with `invalid_state` the restore id is none of this installation,
/// and the guest begins a chat anew; with `idempotency_conflict` the key was used for another message or another restore
/// id; with `conflict` the same call is still under way.
#[utoipa::path(post, path = "/api/chat/messages", tag = "chat", request_body = ChatMessage, responses(
    (status = 201, body = MessageView),
    (status = 409, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn send_chat_message(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ChatCaller(chat_visitor): ChatCaller,
    claim: Option<Extension<Claim>>,
    Json(body): Json<ChatMessage>,
) -> ApiResult<impl IntoResponse> {
    let chat_visitor = chat_visitor.ok_or_else(without_conversation)?;
    let key = chat_visitor.player().map_or_else(|| visitor.limit_key(), LimitKey::player);
    app.limits.chat_messages.take(key)?;
    let mut refusals = Refusals::default();
    let text = refusals.check("text", rules::long_text(&body.text, TEXT_MAX));
    refusals.into_result()?;
    let locale = locale_of(&app, chat_visitor.player(), body.l).await?;
    let context = VisitorContext { locale: &locale, host: &visitor.host };
    let text = text.unwrap_or_default();
    let claim = claim.as_ref().map(|Extension(claim)| claim);
    let said = Said { visitor: &chat_visitor, context, text: &text, picture: None, claim };
    let unsaid = || ApiError::internal(&"a text without a picture was not said");
    Ok((StatusCode::CREATED, Json(say(&app, said).await?.ok_or_else(unsaid)?)))
}

/// The language of the page that a message comes from, as far as it is one of the site.
async fn locale_of(app: &App, player: Option<PlayerId>, page: Option<String>) -> ApiResult<String> {
    Ok(match (player, page) {
        (_, Some(locale)) if site_config::LOCALES.contains(&locale.as_str()) => locale,
        (Some(id), _) => player::get(app, id).await?.locale,
        (None, _) => "en".to_owned(),
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PictureQuery {
    /// The language of the page.
    l: Option<String>,
}

/// Send a picture to support in the chat
///
/// The body is the file itself: a PNG or JPEG picture, by its content, of at most 10 MiB and 33 million pixels. A player's
/// alone, 40 a day. The same `Idempotency-Key` with the same file answers the same message.
#[utoipa::path(post, path = "/api/chat/pictures", tag = "chat",
    params(PictureQuery, ("idempotency-key" = String, Header)),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 201, body = MessageView),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 409, description = "idempotency_conflict", body = ErrorBody),
    (status = 413, description = "The file is larger than 10 MiB", body = ErrorBody),
    (status = 415, description = "The body is not application/octet-stream", body = ErrorBody),
    (status = 422, description = "The file is of another type, or too large a picture", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn send_chat_picture(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    headers: HeaderMap,
    Query(query): Query<PictureQuery>,
    body: Body,
) -> ApiResult<impl IntoResponse> {
    let key = pictures::upload_key(&headers)?;
    app.limits.chat_messages.take(LimitKey::player(caller.id))?;
    let locale = locale_of(&app, Some(caller.id), query.l).await?;
    let permit = app.blobs.permit()?;
    let bytes = to_bytes(body, UPLOAD_MAX).await.map_err(|error| unread(&error))?;
    let picture = PlayerPicture { player: caller.id, key, locale, host: visitor.host, bytes: bytes.into() };
    // A browser that goes away must not leave the work half done.
    let work = tokio::spawn(async move {
        let _held = permit;
        pictures::send_of_player(&app, picture).await
    });
    let message = work.await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::CREATED, Json(message)))
}

/// Read a picture of the chat
///
/// Of the player's own conversation alone.
#[utoipa::path(get, path = "/api/chat/pictures/{id}", tag = "chat", params(("id" = Uuid, Path)), responses(
    (status = 200, description = "image/png or image/jpeg", content_type = "application/octet-stream", body = String),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn chat_picture(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    take_read(&app, &ChatVisitor::Player(caller.id))?;
    let picture = pictures_store::sent(&app.db, id).await?;
    let picture = picture.filter(|picture| picture.player == caller.id).ok_or_else(ApiError::not_found)?;
    pictures::served(&app, &picture).await
}

fn without_conversation() -> ApiError {
    ApiError::conflict("invalid_state", "A guest begins a chat first.")
}

/// What was read.
#[derive(Debug, Deserialize, ToSchema)]
struct ReadChat {
    /// The number of the last message that was shown.
    seq: i64,
}

/// Mark the chat as read
///
/// On all devices. A number beyond the last message changes nothing.
#[utoipa::path(post, path = "/api/chat/read", tag = "chat", request_body = ReadChat, responses(
    (status = 204),
    (status = 409, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn read_chat(
    State(app): State<Arc<App>>,
    ChatCaller(visitor): ChatCaller,
    Json(body): Json<ReadChat>,
) -> ApiResult<StatusCode> {
    let visitor = visitor.ok_or_else(without_conversation)?;
    take_read(&app, &visitor)?;
    read_up_to(&app, &visitor, body.seq).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for the conversation by mail
///
/// It goes to the address of the player's login, once that is confirmed; 5 times an hour.
#[utoipa::path(post, path = "/api/chat/transcript", tag = "chat", responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn mail_chat_transcript(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
) -> ApiResult<StatusCode> {
    transcript::post(&app, caller.id, &visitor.host).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the chat of a browser goes on with.
#[derive(Debug, Serialize, ToSchema)]
struct RestoreId {
    /// Null for a guest, and for a player whose widget has kept none.
    restore_id: Option<String>,
}

/// Read the chat's restore id
///
/// That of the player, on any device. A guest's is kept by the browser alone.
#[utoipa::path(post, path = "/restore-id/get", tag = "chat", responses((status = 200, body = RestoreId)))]
async fn get_restore_id(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Json<RestoreId>> {
    let restore_id = match caller.player() {
        Some(player) => store::restore_id(&app.db, player.id).await?,
        None => None,
    };
    Ok(Json(RestoreId { restore_id }))
}

/// What the chat of a browser is to go on with.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
struct NewRestoreId {
    /// One line of 1 to 200 characters. With that of a guest of this installation, the guest's conversation becomes the
    /// player's, and what a widget has kept stays.
    restore_id: String,
}

/// Keep the chat's restore id
#[utoipa::path(post, path = "/restore-id/set", tag = "chat", request_body = NewRestoreId, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn set_restore_id(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<NewRestoreId>,
) -> ApiResult<StatusCode> {
    app.limits.chat_restore_ids.take(LimitKey::player(caller.id))?;
    let mut refusals = Refusals::default();
    let restore_id = refusals.check("restore_id", rules::short_text(&body.restore_id, RESTORE_ID_MAX));
    refusals.into_result()?;
    restore(&app, caller.id, &restore_id.unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}
