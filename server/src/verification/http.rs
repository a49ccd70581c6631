//! The calls of documents.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::upload::{self, Upload};
use super::view::{self, DocumentView, VerificationView};
use super::{provider, wealth};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::idempotency::required_key;
use crate::platform::body::{Json, UPLOAD_MAX, require_file, unread};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::query::Query;
use crate::site_config::DocumentKind;

/// The calls whose answers are kept by their idempotency key.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    wealth::http::routes()
}

/// The calls of documents, and of the partner's check. An upload keeps its key with its document.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(documents, upload_document)).merge(provider::http::routes())
}

/// Read how far the player is verified
///
/// Every kind of document with what was uploaded, where it stands, and why one was not accepted.
#[utoipa::path(get, path = "/api/player/documents", tag = "verification", responses(
    (status = 200, body = VerificationView),
    (status = 401, body = ErrorBody),
))]
async fn documents(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<VerificationView>> {
    Ok(Json(view::of_player(&app, caller.id).await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// What the document proves.
    kind: DocumentKind,
}

/// Upload a document
///
/// The body is the file itself: a PNG or JPEG picture, or a PDF, by its content, of at most 10 MiB. The same
/// `Idempotency-Key` with the same file answers the same document.
#[utoipa::path(post, path = "/api/player/documents", tag = "verification",
    params(UploadQuery, ("idempotency-key" = String, Header)),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 201, body = DocumentView),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 409, description = "idempotency_conflict", body = ErrorBody),
    (status = 413, description = "The file is larger than 10 MiB", body = ErrorBody),
    (status = 415, description = "The body is not application/octet-stream", body = ErrorBody),
    (status = 422, description = "The file is of another type, or too many documents wait", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn upload_document(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    headers: HeaderMap,
    Query(query): Query<UploadQuery>,
    body: Body,
) -> ApiResult<(StatusCode, Json<DocumentView>)> {
    require_file(&headers)?;
    let key = required_key(&headers)?;
    app.limits.documents.take(LimitKey::player(caller.id))?;
    app.limits.documents_of_address.take(visitor.limit_key())?;
    let permit = app.blobs.permit()?;
    let bytes = to_bytes(body, UPLOAD_MAX).await.map_err(|error| unread(&error))?;
    let upload = Upload { player: caller.id, kind: query.kind, key, host: visitor.host, bytes: bytes.into() };
    // A browser that goes away must not leave the work half done.
    let work = tokio::spawn(async move {
        let _held = permit;
        upload::upload(&app, upload).await
    });
    let document = work.await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::CREATED, Json(DocumentView::from(&document))))
}
