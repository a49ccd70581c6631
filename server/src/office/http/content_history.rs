//! The versions of documents of the content, and the texts that languages lack.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::content::{ContentQuery, seed_text};
use crate::app::App;
use crate::editorial::{self, Version, VersionState};
use crate::office::translations::{self, Gap};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::EditorialRead;

/// The versions that the history of a document shows.
const HISTORY: i64 = 100;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(versions)).routes(routes!(version)).routes(routes!(missing))
}

/// How a version stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ContentStanding {
    Draft,
    Scheduled,
    Published,
    Superseded,
    Discarded,
}

/// A version in the history of a document.
#[derive(Debug, Serialize, ToSchema)]
struct ContentVersion {
    version: i64,
    state: ContentStanding,
    saved_at: String,
    saved_by: String,
    /// The version whose text it brought back.
    restores: Option<i64>,
    published_at: Option<String>,
    published_by: Option<String>,
    reason: Option<String>,
}

impl From<Version> for ContentVersion {
    fn from(version: Version) -> Self {
        Self {
            version: version.number,
            state: match version.state {
                VersionState::Draft => ContentStanding::Draft,
                VersionState::Scheduled => ContentStanding::Scheduled,
                VersionState::Published => ContentStanding::Published,
                VersionState::Superseded => ContentStanding::Superseded,
                VersionState::Discarded => ContentStanding::Discarded,
            },
            saved_at: rfc3339(version.saved_at),
            saved_by: version.saved_by,
            restores: version.restores,
            published_at: version.published_at.map(rfc3339),
            published_by: version.publisher,
            reason: version.reason,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ContentVersions {
    /// The newest 100, newest first. The folder's own is version 0 and not among them.
    versions: Vec<ContentVersion>,
    /// Whether the folder has such a document.
    in_folder: bool,
}

/// List the versions of a document
#[utoipa::path(get, path = "/api/content/versions", tag = "content", params(ContentQuery), responses(
    (status = 200, body = ContentVersions),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn versions(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Query(ContentQuery { path }): Query<ContentQuery>,
) -> ApiResult<Json<ContentVersions>> {
    editorial::readable(&path, &caller.member.role)?;
    let found = editorial::history(&app.db, &path, HISTORY).await?;
    let in_folder = seed_text(&app, &path).await?.is_some();
    Ok(Json(ContentVersions { versions: found.into_iter().map(ContentVersion::from).collect(), in_folder }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ContentVersionQuery {
    path: String,
    /// 0 is the folder's.
    version: i64,
}

/// The text of a version.
#[derive(Debug, Serialize, ToSchema)]
struct ContentText {
    /// Null where the document was not there.
    body: Option<String>,
}

/// Read a version of a document
#[utoipa::path(get, path = "/api/content/version", tag = "content", params(ContentVersionQuery), responses(
    (status = 200, body = ContentText),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn version(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Query(ContentVersionQuery { path, version }): Query<ContentVersionQuery>,
) -> ApiResult<Json<ContentText>> {
    editorial::readable(&path, &caller.member.role)?;
    let body = match version {
        0 => seed_text(&app, &path).await?,
        _ => editorial::version(&app.db, &path, version).await?.ok_or_else(ApiError::not_found)?.body,
    };
    Ok(Json(ContentText { body }))
}

/// A text that a language lacks.
#[derive(Debug, Serialize, ToSchema)]
struct MissingText {
    /// The document where it is to be written.
    path: String,
    /// Where in it, such as `banner 2, title`; null when the whole document is missing.
    place: Option<String>,
    language: String,
    /// Whether there is one, of before the English was published anew.
    is_outdated: bool,
}

impl From<Gap> for MissingText {
    fn from(gap: Gap) -> Self {
        let Gap { path, place, language, is_outdated } = gap;
        Self { path, place, language: language.to_owned(), is_outdated }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct MissingTexts {
    /// Those of documents that the caller may read, by path and language.
    missing: Vec<MissingText>,
}

/// List the texts that languages lack
#[utoipa::path(get, path = "/api/content/missing", tag = "content", responses(
    (status = 200, body = MissingTexts),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn missing(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
) -> ApiResult<Json<MissingTexts>> {
    let edition = app.editions.now();
    let heads = editorial::heads(&app.db).await?;
    let found = tokio::task::spawn_blocking(move || {
        let texts = editorial::texts_of(edition.folder())?;
        anyhow::Ok(translations::gaps(&texts, &heads))
    });
    let found = found.await.map_err(|error| ApiError::internal(&error))?;
    let found = found.map_err(|error| ApiError::internal(&format!("{error:#}")))?;
    let seen = found.into_iter().filter(|gap| editorial::is_readable(&gap.path, &caller.member.role));
    Ok(Json(MissingTexts { missing: seen.map(MissingText::from).collect() }))
}
