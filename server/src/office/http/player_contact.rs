//! What is known of a player besides play and money: notes of staff, documents, mails, and the conversation with support.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::chats::ChatRow;
use super::documents::DocumentRow;
use super::player_activity::{AfterQuery, known};
use super::shared::{PAGE_AND_ONE, ReasonBody, brief_of, briefs, number_of, paged, reason};
use crate::app::App;
use crate::mail::SentMail;
use crate::office::mails::{self, Resend};
use crate::office::notes::{self, Note};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules;
use crate::staff::StaffCaller;
use crate::staff::needs::{ChatRead, DocumentsRead, PlayersHelp, PlayersRead};
use crate::verification::DocumentState;
use crate::{chat, identity, mail, verification};

/// The longest note, in characters.
const NOTE_MAX: usize = 2_000;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(notes_of_player, add_note))
        .routes(routes!(documents_of_player))
        .routes(routes!(mails))
        .routes(routes!(resend_mail))
        .routes(routes!(chat_of_player))
}

/// What a member of staff has written down about a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerNote)]
struct NoteView {
    /// The number.
    id: String,
    /// Who has written it, and the name by then.
    member_id: String,
    by: String,
    /// Plain text; line feeds are kept.
    text: String,
    at: String,
}

impl From<Note> for NoteView {
    fn from(note: Note) -> Self {
        let Note { id, member, name, text, at } = note;
        Self { id: id.to_string(), member_id: member.to_string(), by: name, text, at: rfc3339(at) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerNotes {
    /// Newest first.
    notes: Vec<NoteView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List the notes about a player
#[utoipa::path(get, path = "/api/players/{id}/notes", tag = "players", params(("id" = i64, Path), AfterQuery),
    responses(
    (status = 200, body = PlayerNotes),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn notes_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
    Query(query): Query<AfterQuery>,
) -> ApiResult<Json<PlayerNotes>> {
    known(&app, id).await?;
    let (notes, next) = paged(notes::of(&app.db, id, query.after, PAGE_AND_ONE).await?, |note| note.id);
    Ok(Json(PlayerNotes { notes: notes.into_iter().map(NoteView::from).collect(), next }))
}

#[derive(Deserialize, ToSchema)]
struct NoteBody {
    /// 1 to 2,000 characters.
    text: String,
}

/// Write a note about a player
///
/// Colleagues read it, the player never does. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/players/{id}/notes", tag = "players", params(("id" = i64, Path)),
    request_body = NoteBody, responses(
    (status = 201, body = NoteView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn add_note(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersHelp>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<NoteBody>,
) -> ApiResult<(StatusCode, Json<NoteView>)> {
    let text = rules::long_text(&body.text, NOTE_MAX);
    let text = text.map_err(|rule| ApiError::fields(vec![rule.on("text")]))?;
    known(&app, id).await?;
    let member = caller.member.id;
    let (number, name) = (
        number_of(&app, member, &headers, &[&id.to_be_bytes(), text.as_bytes()]),
        caller.member.name.clone(),
    );
    let note = Note { id: number, member, name, text, at: app.clock.now() };
    notes::add(&app.db, id, &note, &caller.actor()).await?;
    Ok((StatusCode::CREATED, Json(NoteView::from(note))))
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerDocuments {
    /// The newest 100, newest first.
    documents: Vec<DocumentRow>,
}

/// List the documents of a player
#[utoipa::path(get, path = "/api/players/{id}/documents", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerDocuments),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn documents_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<DocumentsRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerDocuments>> {
    known(&app, id).await?;
    let player = brief_of(&briefs(&app, &[id]).await?, id)?;
    let found = verification::documents_of(&app.db, id).await;
    let found = found.map_err(|error| ApiError::internal(&error))?;
    // An upload that is not finished is no document to staff.
    let is_whole = |state| !matches!(state, DocumentState::Uploading | DocumentState::Abandoned);
    let whole = found.into_iter().filter(|document| is_whole(document.state));
    let documents =
        whole.map(|document| DocumentRow::of(player.clone(), document)).collect::<ApiResult<_>>()?;
    Ok(Json(PlayerDocuments { documents }))
}

/// How a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MailState {
    /// It is still to be carried.
    Waiting,
    /// The mail server has taken it.
    Sent,
    /// It was given up.
    Failed,
}

/// A mail to a player, without what it said.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerMail {
    /// The number.
    id: String,
    subject: String,
    state: MailState,
    posted_at: String,
    sent_at: Option<String>,
    /// Whether it can be sent again: it is not on its way, holds no token, and brings no offers.
    resendable: bool,
    /// Whether it repeats an earlier one.
    resent: bool,
}

impl From<SentMail> for PlayerMail {
    fn from(mail: SentMail) -> Self {
        let state = match (mail.sent_at, mail.waits) {
            (Some(_), _) => MailState::Sent,
            (None, true) => MailState::Waiting,
            (None, false) => MailState::Failed,
        };
        Self {
            id: mail.id.to_string(),
            subject: mail.subject,
            state,
            posted_at: rfc3339(mail.posted_at),
            sent_at: mail.sent_at.map(rfc3339),
            resendable: mail.is_resendable && !mail.waits,
            resent: mail.is_resent,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerMails {
    /// Those to the present address, newest first; old ones are forgotten.
    mails: Vec<PlayerMail>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List the mails to a player
#[utoipa::path(get, path = "/api/players/{id}/mails", tag = "players", params(("id" = i64, Path), AfterQuery),
    responses(
    (status = 200, body = PlayerMails),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn mails(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
    Query(query): Query<AfterQuery>,
) -> ApiResult<Json<PlayerMails>> {
    known(&app, id).await?;
    let address = identity::login_of(&app, id).await?.email;
    let (mails, next) =
        paged(mail::sent_to(&app.db, &address, query.after, PAGE_AND_ONE).await?, |mail| mail.id);
    Ok(Json(PlayerMails { mails: mails.into_iter().map(PlayerMail::from).collect(), next }))
}

/// Send a mail to a player again
///
/// As it was written, to the present address. What has a link with a token is not sent again: its player asks for a new one.
/// At most five within an hour. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/players/{id}/mails/{mail}/resend", tag = "players",
    params(("id" = i64, Path), ("mail" = Uuid, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mail_not_resendable: of this kind; mail_waits: it is on its way; mails_resent_often: five \
        were sent again within the hour", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn resend_mail(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersHelp>,
    Path((id, mail)): Path<(i64, Uuid)>,
    headers: HeaderMap,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let member = caller.member.id;
    let said: [&[u8]; 4] = [b"resend", &id.to_be_bytes(), mail.as_bytes(), reason.as_bytes()];
    let new = number_of(&app, member, &headers, &said);
    let wanted = Resend { player: id, mail, id: new, member, reason: &reason };
    mails::resend(&app, &wanted, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerChat {
    /// Null when the player has never written.
    chat: Option<ChatRow>,
}

/// Find the conversation of a player
#[utoipa::path(get, path = "/api/players/{id}/chat", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerChat),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn chat_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<ChatRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerChat>> {
    known(&app, id).await?;
    let briefs = briefs(&app, &[id]).await?;
    let found = chat::conversation_of(&app.db, id).await?;
    Ok(Json(PlayerChat { chat: found.map(|found| ChatRow::of(&found, &briefs)).transpose()? }))
}
