//! Documents with which players prove who they are.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, PlayerBrief, brief_of, briefs, paged};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::{self, Rule};
use crate::site_config::DocumentKind;
use crate::staff::StaffCaller;
use crate::staff::needs::{DocumentsDecide, DocumentsRead};
use crate::verification::{
    self, Document, DocumentReview, DocumentState, FileType, NOTE_MAX, RejectReason, Reviewed, Verdict,
};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(documents))
        .routes(routes!(document))
        .routes(routes!(document_file))
        .routes(routes!(approve_document))
        .routes(routes!(reject_document))
}

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DocumentStanding {
    /// It waits for staff.
    Pending,
    /// Staff has accepted it.
    Approved,
    /// Staff has not accepted it.
    Rejected,
}

impl DocumentStanding {
    fn of(state: DocumentState) -> ApiResult<Self> {
        match state {
            DocumentState::Pending => Ok(Self::Pending),
            DocumentState::Approved => Ok(Self::Approved),
            DocumentState::Rejected => Ok(Self::Rejected),
            // An upload that is not finished is no document to staff.
            DocumentState::Uploading | DocumentState::Abandoned => Err(ApiError::not_found()),
        }
    }
}

impl From<DocumentStanding> for DocumentState {
    fn from(standing: DocumentStanding) -> Self {
        match standing {
            DocumentStanding::Pending => Self::Pending,
            DocumentStanding::Approved => Self::Approved,
            DocumentStanding::Rejected => Self::Rejected,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DocumentsQuery {
    /// Which ones: those that wait come oldest first, the others newest first.
    state: DocumentStanding,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// A document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfficeDocument)]
pub(super) struct DocumentRow {
    /// The number.
    id: String,
    player: PlayerBrief,
    kind: DocumentKind,
    state: DocumentStanding,
    file_type: FileType,
    size_bytes: i64,
    created_at: String,
    reviewed_at: Option<String>,
    reviewed_by: Option<String>,
    /// Why it was not accepted.
    reason: Option<RejectReason>,
    /// What staff has written to the player.
    note: Option<String>,
}

impl DocumentRow {
    pub(super) fn of(player: PlayerBrief, document: Document) -> ApiResult<Self> {
        Ok(Self {
            id: document.id.to_string(),
            player,
            kind: document.kind,
            state: DocumentStanding::of(document.state)?,
            file_type: document.file_type,
            size_bytes: document.size_bytes,
            created_at: rfc3339(document.created_at),
            reviewed_at: document.reviewed_at.map(rfc3339),
            reviewed_by: document.reviewed_by,
            reason: document.reason,
            note: document.note,
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct DocumentList {
    documents: Vec<DocumentRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List documents
#[utoipa::path(get, path = "/api/documents", tag = "documents", params(DocumentsQuery), responses(
    (status = 200, body = DocumentList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn documents(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Query(query): Query<DocumentsQuery>,
) -> ApiResult<Json<DocumentList>> {
    let state = query.state.into();
    let found = verification::documents_in(&app.db, caller.scope(), state, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |document| document.id);
    let players: Vec<_> = found.iter().map(|document| document.player).collect();
    let briefs = briefs(&app, &players).await?;
    let row = |document: Document| DocumentRow::of(brief_of(&briefs, document.player)?, document);
    Ok(Json(DocumentList { documents: found.into_iter().map(row).collect::<ApiResult<_>>()?, next }))
}

/// Read a document without its file
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents", params(("id" = Uuid, Path)), responses(
    (status = 200, body = DocumentRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn document(
    State(app): State<Arc<App>>,
    _: StaffCaller<DocumentsRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DocumentRow>> {
    view(&app, id).await.map(Json)
}

async fn view(app: &App, id: Uuid) -> ApiResult<DocumentRow> {
    let document = verification::document(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let briefs = briefs(app, &[document.player]).await?;
    DocumentRow::of(brief_of(&briefs, document.player)?, document)
}

/// Read the file of a document
///
/// The log keeps who has looked. A picture comes to be shown, a PDF to be saved.
#[utoipa::path(get, path = "/api/documents/{id}/file", tag = "documents", params(("id" = Uuid, Path)), responses(
    (status = 200, description = "image/png, image/jpeg or application/pdf", content_type = "application/octet-stream", body = String),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn document_file(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    let shown = verification::shown(&app.db, &app.blobs, id).await;
    let shown = shown.map_err(|error| ApiError::internal(&format!("{error:#}")))?;
    let (document, bytes) = shown.ok_or_else(ApiError::not_found)?;
    // The log knows of it before the member sees anything.
    let noted = verification::note_shown(&app.db, &document, &caller.actor(), app.clock.now()).await;
    noted.map_err(|error| ApiError::internal(&format!("{error:#}")))?;
    let (kind, disposition) = match document.file_type {
        FileType::Png => ("image/png", "inline"),
        FileType::Jpeg => ("image/jpeg", "inline"),
        // A PDF can do more than be looked at.
        FileType::Pdf => ("application/pdf", "attachment"),
    };
    let disposition = format!("{disposition}; filename=\"{id}.{}\"", document.file_type.name());
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, &disposition), (CACHE_CONTROL, "no-store")];
    Ok((headers, bytes).into_response())
}

/// Approve a document
#[utoipa::path(post, path = "/api/documents/{id}/approve", tag = "documents", params(("id" = Uuid, Path)), responses(
    (status = 200, body = DocumentRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "document_decided: somebody has decided meanwhile", body = ErrorBody),
))]
async fn approve_document(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DocumentRow>> {
    decide(&app, DocumentReview { document: id, verdict: Verdict::Approve, by: caller.actor() }).await
}

async fn decide(app: &App, review: DocumentReview) -> ApiResult<Json<DocumentRow>> {
    let id = review.document;
    verification::document(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let reviewed = verification::review(&app.db, &app.site_config.licences, &review, app.clock.now()).await;
    match reviewed.map_err(|error| ApiError::internal(&format!("{error:#}")))? {
        Reviewed::Done { .. } => view(app, id).await.map(Json),
        Reviewed::NotPending => {
            let message = "Somebody has decided about this document meanwhile.";
            Err(ApiError::conflict("document_decided", message))
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct RejectBody {
    reason: RejectReason,
    /// What the player is told beside that, in the player's language, at most 500 characters; `other` needs one.
    note: Option<String>,
}

/// Reject a document
#[utoipa::path(post, path = "/api/documents/{id}/reject", tag = "documents", params(("id" = Uuid, Path)),
    request_body = RejectBody, responses(
    (status = 200, body = DocumentRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "document_decided: somebody has decided meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reject_document(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<RejectBody>,
) -> ApiResult<Json<DocumentRow>> {
    let note = body.note.filter(|note| !note.trim().is_empty());
    let note = note.map(|note| rules::long_text(&note, NOTE_MAX)).transpose();
    let refused = |rule: Rule| ApiError::fields(vec![rule.on("note")]);
    let note = note.map_err(refused)?;
    if body.reason == RejectReason::Other && note.is_none() {
        return Err(refused(Rule::Required));
    }
    let verdict = Verdict::Reject { reason: body.reason, note };
    decide(&app, DocumentReview { document: id, verdict, by: caller.actor() }).await
}
