//! Documents of the content: which there are, and what they say. A member sees those that the role reads.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::app::App;
use crate::editorial::{self, Document, Format, Group, Texts, Version, VersionState};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::needs::EditorialRead;
use crate::staff::{Member, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(content_documents)).routes(routes!(content_document))
}

/// Who writes a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ContentGroup {
    /// What the site says.
    Content,
    /// What costs the operator money: another member publishes it than those who wrote in it.
    Promotions,
    /// Which games there are: another member publishes it than those who wrote in it.
    Catalogue,
    /// What is weighed before money moves: another member publishes it than those who wrote in it.
    Risk,
}

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ContentFormat {
    Markdown,
    Toml,
}

/// What there is of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ContentState {
    /// The text of the content folder is in force.
    Folder,
    /// What staff has published is in force.
    Published,
    /// A draft is open.
    Draft,
    /// A version waits for its time.
    Scheduled,
}

/// A document in the list.
#[derive(Debug, Serialize, ToSchema)]
struct ContentRow {
    path: String,
    group: ContentGroup,
    format: ContentFormat,
    state: ContentState,
    /// The version in force; 0 is the folder's.
    version: i64,
    /// The revision of the draft; 0 without one.
    revision: i64,
    /// When staff has last written in it or published it; null while it is as the folder says.
    changed_at: Option<String>,
    /// Who has.
    changed_by: Option<String>,
    /// When a version is published.
    due_at: Option<String>,
}

impl ContentRow {
    fn of(path: &str, heads: &[Version]) -> Option<Self> {
        let Document { group, format } = Document::at(path)?;
        let mine = || heads.iter().filter(|head| head.path == path);
        let in_force = mine().find(|head| head.state == VersionState::Published);
        let open = mine().find(|head| head.state.is_open());
        Some(Self {
            path: path.to_owned(),
            group: group_name(group),
            format: match format {
                Format::Markdown => ContentFormat::Markdown,
                Format::Toml => ContentFormat::Toml,
            },
            state: match (open.map(|open| open.state), in_force) {
                (Some(VersionState::Scheduled), _) => ContentState::Scheduled,
                (Some(_), _) => ContentState::Draft,
                (None, Some(_)) => ContentState::Published,
                (None, None) => ContentState::Folder,
            },
            version: in_force.map_or(0, |head| head.number),
            revision: open.map_or(0, |head| head.revision),
            changed_at: open
                .map(|head| head.saved_at)
                .or(in_force.and_then(|head| head.published_at))
                .map(rfc3339),
            changed_by: open
                .map(|head| head.saved_by.clone())
                .or(in_force.and_then(|head| head.publisher.clone())),
            due_at: open.and_then(|head| head.due_at).map(rfc3339),
        })
    }
}

const fn group_name(group: Group) -> ContentGroup {
    match group {
        Group::Content => ContentGroup::Content,
        Group::Promotions => ContentGroup::Promotions,
        Group::Catalogue => ContentGroup::Catalogue,
        Group::Risk => ContentGroup::Risk,
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ContentList {
    /// Those that the caller may read, by path.
    documents: Vec<ContentRow>,
}

/// List the documents of the content
#[utoipa::path(get, path = "/api/content", tag = "content", responses(
    (status = 200, body = ContentList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn content_documents(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
) -> ApiResult<Json<ContentList>> {
    let heads = editorial::heads(&app.db).await?;
    let mut paths: Vec<String> = seed(&app).await?.into_keys().collect();
    // A document that was taken away stays in the list: its old versions can be brought back.
    paths.extend(heads.iter().map(|head| head.path.clone()));
    paths.sort_unstable();
    paths.dedup();
    paths.retain(|path| editorial::is_readable(path, &caller.member.role));
    Ok(Json(ContentList {
        documents: paths.iter().filter_map(|path| ContentRow::of(path, &heads)).collect(),
    }))
}

/// The documents of the folder that a fresh install is filled with.
pub(super) async fn seed(app: &App) -> ApiResult<Texts> {
    let folder = app.editions.seed().to_owned();
    let read = tokio::task::spawn_blocking(move || editorial::texts_of(&folder)).await;
    let read = read.map_err(|error| ApiError::internal(&error))?;
    read.map_err(|error| ApiError::internal(&format!("{error:#}")))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ContentQuery {
    /// Its path below the content folder, such as `pages/faq/en.md`.
    pub(super) path: String,
}

/// The text of a document that is in force.
#[derive(Debug, Serialize, ToSchema)]
struct ContentInForce {
    /// 0 is the folder's.
    version: i64,
    /// Null where there is no such document.
    body: Option<String>,
    /// Null of the folder's.
    published_at: Option<String>,
    published_by: Option<String>,
    reason: Option<String>,
}

/// A version of a document that is not in force yet.
#[derive(Debug, Serialize, ToSchema)]
struct ContentDraft {
    version: i64,
    /// Saving and publishing name it: it tells whether somebody has saved meanwhile.
    revision: i64,
    /// The version that was in force when it was saved last.
    base: i64,
    /// Null takes the document away.
    body: Option<String>,
    saved_at: String,
    saved_by: String,
    /// The version whose text it brings back.
    restores: Option<i64>,
    /// When it is published; null of a draft.
    due_at: Option<String>,
    scheduled_by: Option<String>,
    reason: Option<String>,
    /// Why it could not be published when it was due.
    fault: Option<String>,
    /// Whether the caller has written in it.
    is_own: bool,
}

/// A document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ContentView {
    path: String,
    group: ContentGroup,
    format: ContentFormat,
    in_force: ContentInForce,
    /// Null without one.
    draft: Option<ContentDraft>,
}

/// Read a document of the content
#[utoipa::path(get, path = "/api/content/document", tag = "content", params(ContentQuery), responses(
    (status = 200, body = ContentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn content_document(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Query(ContentQuery { path }): Query<ContentQuery>,
) -> ApiResult<Json<ContentView>> {
    view(&app, &path, &caller.member).await
}

/// A document as `member` sees it; 403 where the role does not read it.
pub(super) async fn view(app: &App, path: &str, member: &Member) -> ApiResult<Json<ContentView>> {
    let Document { group, format } = editorial::readable(path, &member.role)?;
    let in_force = if let Some(version) = editorial::in_force(&app.db, path).await? {
        let Version { number, body, published_at, publisher, reason, .. } = version;
        let published_at = published_at.map(rfc3339);
        ContentInForce { version: number, body, published_at, published_by: publisher, reason }
    } else {
        let body = seed_text(app, path).await?;
        ContentInForce { version: 0, body, published_at: None, published_by: None, reason: None }
    };
    let draft = match editorial::open_version(&app.db, path).await? {
        Some(open) => Some(draft_view(app, open, member.id).await?),
        None => None,
    };
    let format = match format {
        Format::Markdown => ContentFormat::Markdown,
        Format::Toml => ContentFormat::Toml,
    };
    Ok(Json(ContentView { path: path.to_owned(), group: group_name(group), format, in_force, draft }))
}

async fn draft_view(app: &App, open: Version, member: Uuid) -> ApiResult<ContentDraft> {
    let is_own = editorial::editors(&app.db, &open.path, open.number).await?.contains(&member);
    Ok(ContentDraft {
        version: open.number,
        revision: open.revision,
        base: open.base,
        body: open.body,
        saved_at: rfc3339(open.saved_at),
        saved_by: open.saved_by,
        restores: open.restores,
        due_at: open.due_at.map(rfc3339),
        scheduled_by: open.publisher,
        reason: open.reason,
        fault: open.fault,
        is_own,
    })
}

/// What the folder says of a document; `None` where it has none.
pub(super) async fn seed_text(app: &App, path: &str) -> ApiResult<Option<String>> {
    if !editorial::is_document(path) {
        return Ok(None);
    }
    let file = app.editions.seed().join(path);
    match tokio::fs::read_to_string(&file).await {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ApiError::internal(&format!("{}: {error}", file.display()))),
    }
}
