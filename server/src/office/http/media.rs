//! The library of media: pictures and files for banners, pages, notices and tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::segments::{BrandChoice, brand_choices, known_brand};
use super::shared::{PAGE_AND_ONE, ReasonBody, paged, reason, refused};
use crate::app::App;
use crate::content::library::{self, MediaFilter, Medium, MediumTexts, MediumType, MediumUse, Withdrawal};
use crate::editorial::{self, VersionState};
use crate::platform::body::{Json, UPLOAD_MAX, require_file, unread};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules;
use crate::rules::Rule;
use crate::site_config::LOCALES;
use crate::staff::needs::{ContentEdit, ContentPublish, ContentRead};
use crate::staff::{HeldRole, StaffCaller};

/// The longest name and the longest search, in characters.
const NAME_MAX: usize = 120;

/// The longest text of what a picture shows, in characters.
const ALT_MAX: usize = 300;

/// Documents that a refusal names.
const USES_NAMED: usize = 5;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_media, upload_medium))
        .routes(routes!(show_medium, save_medium))
        .routes(routes!(medium_file))
        .routes(routes!(withdraw_medium))
}

/// A picture or a file of the library.
#[derive(Debug, Serialize, ToSchema)]
struct MediumView {
    /// The number.
    id: Uuid,
    /// What staff calls it.
    name: String,
    file_type: MediumType,
    /// Where the site has it; it never changes.
    address: String,
    /// What it shows, by language.
    alts: BTreeMap<String, String>,
    /// The id of the brand that it is for; null where it is for all.
    brand: Option<String>,
    size_bytes: i64,
    /// In pixels; null of a PDF.
    width: Option<i64>,
    /// In pixels; null of a PDF.
    height: Option<i64>,
    /// SHA-256 of the file, in hex.
    hash: String,
    /// Saving names it: it tells whether a colleague has saved meanwhile.
    revision: i64,
    uploaded_at: String,
    uploaded_by: String,
}

impl From<Medium> for MediumView {
    fn from(medium: Medium) -> Self {
        let address = medium.address();
        let MediumTexts { name, alts, brand } = medium.texts;
        Self {
            id: medium.id,
            name,
            file_type: medium.file_type,
            address,
            alts,
            brand,
            size_bytes: medium.size_bytes,
            width: medium.pixels.map(|(width, _)| width),
            height: medium.pixels.map(|(_, height)| height),
            hash: medium.hash,
            revision: medium.revision,
            uploaded_at: rfc3339(medium.uploaded_at),
            uploaded_by: medium.uploaded_by,
        }
    }
}

/// How a version of a document stands that names a medium.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum UseState {
    /// It is in force.
    Published,
    /// It waits for its time.
    Scheduled,
    /// It is being written.
    Draft,
}

/// A document that names a medium.
#[derive(Debug, Serialize, ToSchema)]
struct MediumUseView {
    /// The document.
    path: String,
    state: UseState,
}

impl From<MediumUse> for MediumUseView {
    fn from(MediumUse { path, state }: MediumUse) -> Self {
        let state = match state {
            VersionState::Scheduled => UseState::Scheduled,
            VersionState::Draft => UseState::Draft,
            _ => UseState::Published,
        };
        Self { path, state }
    }
}

/// A medium with where it is used.
#[derive(Debug, Serialize, ToSchema)]
struct MediumDetail {
    medium: MediumView,
    /// Documents that the caller may read, by path.
    uses: Vec<MediumUseView>,
}

/// Pictures, or files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MediumKind {
    Picture,
    File,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MediaQuery {
    /// A part of the name or of what it shows, 120 characters at most.
    #[serde(default)]
    query: String,
    /// Everything when absent.
    #[param(inline)]
    kind: Option<MediumKind>,
    /// The id of a brand: those that are for it alone. Everything when absent.
    brand: Option<String>,
    /// What the page before gave as `next`.
    after: Option<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
struct MediaList {
    /// The newest first.
    media: Vec<MediumView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
    /// Brands that a medium may be for.
    brands: Vec<BrandChoice>,
}

/// List media
#[utoipa::path(get, path = "/api/media", tag = "media", params(MediaQuery), responses(
    (status = 200, body = MediaList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_media(
    State(app): State<Arc<App>>,
    _: StaffCaller<ContentRead>,
    Query(query): Query<MediaQuery>,
) -> ApiResult<Json<MediaList>> {
    let text = query.query.trim();
    if text.chars().count() > NAME_MAX {
        return Err(refused(Rule::TooLong, "query"));
    }
    let is_picture = query.kind.map(|kind| kind == MediumKind::Picture);
    let filter = MediaFilter { text: text.to_owned(), brand: query.brand, is_picture };
    let found = library::page(&app.db, &filter, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |medium| medium.id);
    let media = found.into_iter().map(MediumView::from).collect();
    Ok(Json(MediaList { media, next, brands: brand_choices(&app) }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// What staff calls it, 120 characters at most.
    name: String,
    /// The id of the brand that it is for; it is for all when absent.
    brand: Option<String>,
}

/// Upload a medium
///
/// The body is the file itself: a PNG, JPEG or WebP picture, or a PDF, by its content, of at most 10 MiB. Of a picture only what
/// shows it is kept. The same file again answers the medium that there is.
#[utoipa::path(post, path = "/api/media", tag = "media", params(UploadQuery),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 200, description = "The library has this file already", body = MediumView),
    (status = 201, body = MediumView),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 413, description = "The file is larger than 10 MiB", body = ErrorBody),
    (status = 415, description = "The body is not application/octet-stream", body = ErrorBody),
    (status = 422, description = "The file is of another type, broken or too large a picture", body = FieldErrorsBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn upload_medium(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    headers: HeaderMap,
    Query(query): Query<UploadQuery>,
    body: Body,
) -> ApiResult<(StatusCode, Json<MediumView>)> {
    require_file(&headers)?;
    let texts = judged(&app, &query.name, BTreeMap::new(), query.brand)?;
    let permit = app.blobs.permit()?;
    let bytes = to_bytes(body, UPLOAD_MAX).await.map_err(|error| unread(&error))?;
    let by = caller.actor();
    // A browser that goes away must not leave the work half done.
    let work = tokio::spawn(async move {
        let _held = permit;
        library::upload(&app, bytes.into(), texts, &by).await
    });
    let (medium, is_new) = work.await.map_err(|error| ApiError::internal(&error))??;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(MediumView::from(medium))))
}

/// What staff says about a medium, when it can be kept.
fn judged(
    app: &App,
    name: &str,
    alts: BTreeMap<String, String>,
    brand: Option<String>,
) -> ApiResult<MediumTexts> {
    let name = rules::short_text(name, NAME_MAX).map_err(|rule| refused(rule, "name"))?;
    let mut kept = BTreeMap::new();
    for (language, text) in alts {
        if !LOCALES.contains(&language.as_str()) {
            return Err(refused(Rule::NotAllowed, "alts"));
        }
        if !text.trim().is_empty() {
            kept.insert(language, rules::short_text(&text, ALT_MAX).map_err(|rule| refused(rule, "alts"))?);
        }
    }
    known_brand(app, brand.as_deref())?;
    Ok(MediumTexts { name, alts: kept, brand })
}

/// Read a medium with where it is used
#[utoipa::path(get, path = "/api/media/{id}", tag = "media", params(("id" = Uuid, Path)), responses(
    (status = 200, body = MediumDetail),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_medium(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<MediumDetail>> {
    let medium = library::medium(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let uses = library::uses(&app, &medium).await?.into_iter();
    let seen = uses.filter(|one| editorial::is_readable(&one.path, &caller.member.role));
    Ok(Json(MediumDetail { medium: medium.into(), uses: seen.map(MediumUseView::from).collect() }))
}

#[derive(Deserialize, ToSchema)]
struct MediumBody {
    /// The revision that was seen.
    revision: i64,
    /// What staff calls it, 120 characters at most.
    name: String,
    /// What it shows, by language, 300 characters at most each.
    alts: BTreeMap<String, String>,
    /// The id of the brand that it is for; null where it is for all.
    brand: Option<String>,
}

/// Save what staff says about a medium
#[utoipa::path(post, path = "/api/media/{id}", tag = "media", params(("id" = Uuid, Path)),
    request_body = MediumBody, responses(
    (status = 200, body = MediumView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "medium_changed: a colleague has changed it meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_medium(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    Path(id): Path<Uuid>,
    Json(body): Json<MediumBody>,
) -> ApiResult<Json<MediumView>> {
    let texts = judged(&app, &body.name, body.alts, body.brand)?;
    let saved = library::save(&app, id, body.revision, texts, &caller.actor()).await?;
    Ok(Json(saved.into()))
}

/// Read the file of a medium
///
/// The same that the site has under its address. A PDF comes to be saved.
#[utoipa::path(get, path = "/api/media/{id}/file", tag = "media", params(("id" = Uuid, Path)), responses(
    (status = 200, description = "image/png, image/jpeg, image/webp or application/pdf", content_type = "application/octet-stream", body = String),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn medium_file(
    State(app): State<Arc<App>>,
    _: StaffCaller<ContentRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    let medium = library::medium(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let file = library::file(&app, &medium).await?;
    let shown = if medium.file_type == MediumType::Pdf { "attachment" } else { "inline" };
    let disposition = format!("{shown}; filename=\"{id}.{}\"", medium.file_type.ending());
    let kind = medium.file_type.content_type();
    // The file under a number never changes.
    let kept = "private, max-age=31536000, immutable";
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, &disposition), (CACHE_CONTROL, kept)];
    Ok((headers, file).into_response())
}

/// Withdraw a medium
///
/// Its address answers 404 from then on. A medium that a document names, in force or not yet, is not withdrawn.
#[utoipa::path(post, path = "/api/media/{id}/withdraw", tag = "media", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "medium_used: documents name it; the message says which of them the caller may \
        read", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn withdraw_medium(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentPublish>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    match library::withdraw(&app, id, &caller.actor(), &reason).await? {
        Withdrawal::Done => Ok(StatusCode::NO_CONTENT),
        Withdrawal::Used(uses) => {
            Err(ApiError::conflict("medium_used", &used_in(&uses, &caller.member.role)))
        }
    }
}

/// Why a medium stays, for somebody with `role`: what documents of other groups are called is not said.
fn used_in(uses: &[MediumUse], role: &HeldRole) -> String {
    let paths = uses.iter().map(|one| one.path.as_str());
    let named: Vec<_> = paths.filter(|path| editorial::is_readable(path, role)).take(USES_NAMED).collect();
    if named.is_empty() {
        "This medium is used in documents that your role does not read.".to_owned()
    } else {
        format!("This medium is used in {}.", named.join(", "))
    }
}
