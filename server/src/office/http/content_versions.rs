//! Steps in documents of the content: writing, judging, previewing, publishing.
//!
//! Every call is for who may read the documents that it names: no answer says anything of another one. What a step
//! takes goes by the document too, and is looked at in its commit.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::content::{ContentView, seed_text, view};
use super::shared::reason;
use crate::app::App;
use crate::editorial::{self, Chosen, Draft, PREVIEW_MS};
use crate::office::publishing::{self, Fault, NotPublished};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::instant_of;
use crate::rules::Rule;
use crate::staff::needs::EditorialRead;
use crate::staff::{HeldRole, StaffCaller};

/// The most documents of one call.
const TOGETHER_MAX: usize = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(save))
        .routes(routes!(discard))
        .routes(routes!(restore))
        .routes(routes!(check))
        .routes(routes!(publish))
        .routes(routes!(unschedule))
        .routes(routes!(preview))
}

#[derive(Deserialize, ToSchema)]
struct SaveBody {
    path: String,
    /// The version in force that its writer has seen; 0 is the folder's.
    base: i64,
    /// The revision of the draft that its writer has seen; 0 begins one.
    revision: i64,
    /// At most 60 KiB. Null takes the document away.
    body: Option<String>,
}

/// Save a draft
///
/// A faulty draft can be saved, and not published.
#[utoipa::path(post, path = "/api/content/save", tag = "content", request_body = SaveBody, responses(
    (status = 200, body = ContentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved or published meanwhile; content_scheduled: it waits \
        for its time", body = ErrorBody),
    (status = 413, description = "The body is larger than 384 KiB", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(body): Json<SaveBody>,
) -> ApiResult<Json<ContentView>> {
    let SaveBody { path, base, revision, body } = body;
    editorial::readable(&path, &caller.member.role)?;
    let draft = Draft { path: &path, base, revision, body: body.as_deref() };
    editorial::save(&app.db, &draft, &caller.actor(), app.clock.now()).await?;
    view(&app, &path, &caller.member).await
}

#[derive(Deserialize, ToSchema)]
struct DiscardBody {
    path: String,
    /// The revision that was seen.
    revision: i64,
}

/// Give a draft up
#[utoipa::path(post, path = "/api/content/discard", tag = "content", request_body = DiscardBody, responses(
    (status = 200, body = ContentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved meanwhile; content_scheduled: it waits for its time",
        body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn discard(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(body): Json<DiscardBody>,
) -> ApiResult<Json<ContentView>> {
    editorial::readable(&body.path, &caller.member.role)?;
    editorial::discard(&app.db, &body.path, body.revision, &caller.actor(), app.clock.now()).await?;
    view(&app, &body.path, &caller.member).await
}

#[derive(Deserialize, ToSchema)]
struct RestoreBody {
    path: String,
    /// 0 is the folder's.
    version: i64,
}

/// Begin a draft with the text of an old version
#[utoipa::path(post, path = "/api/content/restore", tag = "content", request_body = RestoreBody, responses(
    (status = 200, body = ContentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_draft_open: there is a draft already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn restore(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(RestoreBody { path, version }): Json<RestoreBody>,
) -> ApiResult<Json<ContentView>> {
    editorial::readable(&path, &caller.member.role)?;
    let seed = seed_text(&app, &path).await?;
    editorial::restore(&app.db, &path, version, seed, &caller.actor(), app.clock.now()).await?;
    view(&app, &path, &caller.member).await
}

/// A draft, and what was seen of it.
#[derive(Debug, Deserialize, ToSchema)]
struct DraftChoice {
    path: String,
    revision: i64,
}

/// Drafts, each once, 1 to 50 of them, of documents that `role` reads.
fn chosen(documents: Vec<DraftChoice>, role: &HeldRole) -> ApiResult<Vec<Chosen>> {
    let mut chosen: Vec<Chosen> =
        documents.into_iter().map(|DraftChoice { path, revision }| Chosen { path, revision }).collect();
    chosen.sort_by(|a, b| a.path.cmp(&b.path));
    chosen.dedup_by(|a, b| a.path == b.path);
    if !(1..=TOGETHER_MAX).contains(&chosen.len()) {
        return Err(ApiError::fields(vec![Rule::Invalid.on("documents")]));
    }
    for one in &chosen {
        editorial::readable(&one.path, role)?;
    }
    Ok(chosen)
}

#[derive(Deserialize, ToSchema)]
struct CheckBody {
    /// 1 to 50.
    documents: Vec<DraftChoice>,
}

/// What is wrong with a draft.
#[derive(Debug, Serialize, ToSchema)]
struct FaultView {
    /// The document; null where that is not known.
    path: Option<String>,
    /// Counts from 1.
    line: Option<usize>,
    message: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct Faults {
    /// Empty when they can be published.
    faults: Vec<FaultView>,
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Self {
        let view = |Fault { path, line, message }| FaultView { path, line, message };
        Self { faults: faults.into_iter().map(view).collect() }
    }
}

/// Judge drafts together
///
/// By the loaders that read them once they are in force, beside everything that is.
#[utoipa::path(post, path = "/api/content/check", tag = "content", request_body = CheckBody, responses(
    (status = 200, body = Faults),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_changed: a draft was saved or published meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn check(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(body): Json<CheckBody>,
) -> ApiResult<Json<Faults>> {
    let chosen = chosen(body.documents, &caller.member.role)?;
    let faults = publishing::judge(&app, &chosen).await?;
    let role = &caller.member.role;
    Ok(Json(publishing::for_reader(faults, |permission| role.may(permission)).into()))
}

#[derive(Deserialize, ToSchema)]
struct PublishBody {
    /// 1 to 50, which come into force together.
    documents: Vec<DraftChoice>,
    /// 1 to 500 characters.
    reason: String,
    /// When, RFC 3339 in UTC; at once when null.
    at: Option<String>,
}

/// Publish drafts, at once or at a time
///
/// Every server offers them within a few seconds. What costs money is published by a member who has not written in it.
#[utoipa::path(post, path = "/api/content/publish", tag = "content", request_body = PublishBody, responses(
    (status = 204, description = "They are in force, or wait for their time"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_faulty: they do not load, and a check says why; content_changed: somebody has \
        saved meanwhile; content_outdated: another version was published since the draft was saved; \
        second_person_needed: the caller has written in it", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn publish(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(body): Json<PublishBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    let chosen = chosen(body.documents, &caller.member.role)?;
    let now = app.clock.now();
    let due_at = instant_of("at", body.at.as_deref(), now)?;
    if due_at < now {
        return Err(ApiError::fields(vec![Rule::Invalid.on("at")]));
    }
    let done = if due_at == now {
        publishing::publish(&app, &chosen, &reason, &caller.actor()).await
    } else {
        publishing::schedule(&app, &chosen, due_at, &reason, &caller.actor()).await
    };
    done.map_err(|refused| match refused {
        NotPublished::Refused(error) => error,
        NotPublished::Faulty(_) => ApiError::conflict("content_faulty", "A document does not load."),
    })?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct UnscheduleBody {
    path: String,
}

/// Take back what waits for its time
///
/// Everything that is due together with it is a draft again.
#[utoipa::path(post, path = "/api/content/unschedule", tag = "content", request_body = UnscheduleBody, responses(
    (status = 200, body = ContentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_changed: it waits no more", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn unschedule(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(UnscheduleBody { path }): Json<UnscheduleBody>,
) -> ApiResult<Json<ContentView>> {
    editorial::readable(&path, &caller.member.role)?;
    editorial::unschedule(&app.db, &path, &caller.actor(), app.clock.now()).await?;
    view(&app, &path, &caller.member).await
}

#[derive(Deserialize, ToSchema)]
struct PreviewBody {
    /// Whose drafts are shown, 1 to 50.
    documents: Vec<DraftChoice>,
}

/// A link that shows drafts on the site.
#[derive(Debug, Serialize, ToSchema)]
struct PreviewLink {
    /// Whoever has it sees them.
    url: String,
    /// It counts until then.
    expires_at: String,
}

/// Make a link that shows drafts on the site
///
/// To whoever opens it and nobody else, as they are saved when a page is opened. `?to=` names the page.
#[utoipa::path(post, path = "/api/content/preview", tag = "content", request_body = PreviewBody, responses(
    (status = 200, body = PreviewLink),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "content_faulty: they do not load, and a check says why; content_changed: a draft was \
        saved or published meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn preview(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
    Json(body): Json<PreviewBody>,
) -> ApiResult<Json<PreviewLink>> {
    let chosen = chosen(body.documents, &caller.member.role)?;
    if !publishing::judge(&app, &chosen).await?.is_empty() {
        return Err(ApiError::conflict("content_faulty", "A document does not load."));
    }
    let (now, bytes) = (app.clock.now(), app.entropy.bytes());
    let paths: Vec<String> = chosen.into_iter().map(|one| one.path).collect();
    let token = editorial::open_preview(&app.db, bytes, &paths, caller.member.id, now).await?;
    let url = format!("{}/preview/{token}", app.config.public_url);
    Ok(Json(PreviewLink { url, expires_at: rfc3339(now + PREVIEW_MS) }))
}
