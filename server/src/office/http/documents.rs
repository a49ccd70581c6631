//! Documents with which players prove who they are.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::PlayerBrief;
use crate::app::App;
use crate::body::Json;
use crate::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::house::DocumentKind;
use crate::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{DocumentsDecide, DocumentsRead};
use crate::verification::{FileType, RejectReason};

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
enum DocumentStanding {
    /// It waits for staff.
    Pending,
    /// Staff has accepted it.
    Approved,
    /// Staff has not accepted it.
    Rejected,
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
struct DocumentRow {
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
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<DocumentsRead>,
    Query(_query): Query<DocumentsQuery>,
) -> ApiResult<Json<DocumentList>> {
    Err(ApiError::not_found())
}

/// Read a document without its file
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents", params(("id" = Uuid, Path)), responses(
    (status = 200, body = DocumentRow),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn document(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<DocumentsRead>,
    Path(_id): Path<Uuid>,
) -> ApiResult<Json<DocumentRow>> {
    Err(ApiError::not_found())
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
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<DocumentsRead>,
    Path(_id): Path<Uuid>,
) -> ApiResult<Response> {
    Err(ApiError::not_found())
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
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<DocumentsDecide>,
    Path(_id): Path<Uuid>,
) -> ApiResult<Json<DocumentRow>> {
    Err(ApiError::not_found())
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
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<DocumentsDecide>,
    Path(_id): Path<Uuid>,
    Json(_body): Json<RejectBody>,
) -> ApiResult<Json<DocumentRow>> {
    Err(ApiError::not_found())
}
