//! Lists of games that partners hand to staff: a look at what one would change, and taking it over into the draft of the
//! catalogue.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::catalogue_drafts::{CatalogueDraft, Desk, GAMES, LISTS};
use crate::app::App;
use crate::catalogue::{
    self, ListFormat, ListImport, ListTerms, WrittenCollections, WrittenGame, WrittenGames,
};
use crate::content;
use crate::platform::body::{Json, UPLOAD_MAX, unread};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::{ContentEdit, ContentRead};

/// Games of each kind that a preview shows.
const SHOWN: usize = 200;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(import_partners))
        .routes(routes!(preview_import))
        .routes(routes!(take_import))
}

/// A partner whose list can be taken over.
#[derive(Debug, Serialize, ToSchema)]
struct ImportPartner {
    name: String,
    /// The providers whose games it runs.
    providers: Vec<String>,
}

/// List the partners whose lists can be taken over
#[utoipa::path(get, path = "/api/catalogue/import-partners", tag = "catalogue", responses(
    (status = 200, body = Vec<ImportPartner>),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn import_partners(
    State(app): State<Arc<App>>,
    _: StaffCaller<ContentRead>,
) -> ApiResult<Json<Vec<ImportPartner>>> {
    let partners = app.game_partners.iter();
    let view = partners.map(|of| ImportPartner { name: of.name.clone(), providers: of.providers.clone() });
    Ok(Json(view.collect()))
}

/// How a list is written.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ImportFormat {
    Json,
    Csv,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    #[param(inline)]
    format: ImportFormat,
    /// The partner whose list it is; games of its providers alone are taken. Those of every provider of the site when absent.
    partner: Option<String>,
    /// Whether the list has every game of its providers: those that it does not name are turned off.
    #[serde(default)]
    whole: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TakeQuery {
    /// The `digest` of the preview that was seen.
    digest: String,
}

/// A game of the list.
#[derive(Debug, Serialize, ToSchema)]
struct ImportGame {
    identifier: String,
    title: String,
    /// The fields that become others; empty of games that are new or gone.
    fields: Vec<String>,
}

impl ImportGame {
    fn of(game: &WrittenGame, fields: &[String]) -> Self {
        let WrittenGame { identifier, title, .. } = game;
        Self { identifier: identifier.clone(), title: title.clone(), fields: fields.to_vec() }
    }
}

/// Games of one kind.
#[derive(Debug, Serialize, ToSchema)]
struct ImportGames {
    total: usize,
    /// At most 200.
    games: Vec<ImportGame>,
}

/// A row that cannot be taken.
#[derive(Debug, Serialize, ToSchema)]
struct ImportRefusal {
    /// The line of the file, or the place in a JSON array; counts from 1.
    line: usize,
    /// Null where the row does not say which game.
    identifier: Option<String>,
    /// A sentence, in English.
    reason: String,
}

/// What a list would change.
#[derive(Debug, Serialize, ToSchema)]
struct ImportPreview {
    /// Taking it over names this: it tells whether list or catalogue have changed meanwhile.
    digest: String,
    new: ImportGames,
    changed: ImportGames,
    /// Turned off, as the list does not name them any more.
    gone: ImportGames,
    /// Games that stay as they are.
    same: usize,
    /// Rows that cannot be taken, at most 200; while there is one nothing is taken over.
    refused: Vec<ImportRefusal>,
    /// How many there are.
    refused_total: usize,
    /// Fields of rows that an entry of the catalogue does not have.
    left_out: Vec<String>,
    /// The draft that it is laid beside.
    draft: CatalogueDraft,
}

/// A list beside the catalogue as it is being written.
struct Laid {
    import: ListImport,
    desk: Desk,
    /// The catalogue with the list taken over.
    text: String,
    digest: String,
}

async fn laid(app: &App, member: Uuid, query: &ImportQuery, body: Body) -> ApiResult<Laid> {
    let _held = app.blobs.permit()?;
    let bytes = to_bytes(body, UPLOAD_MAX).await.map_err(|error| unread(&error))?;
    let list = String::from_utf8(bytes.into()).map_err(|_| unreadable("it is not written in UTF-8"))?;
    let of_partner = match &query.partner {
        Some(name) => {
            let partner = app.game_partners.iter().find(|partner| partner.name == *name);
            Some(partner.ok_or_else(ApiError::not_found)?.providers.clone())
        }
        None => None,
    };
    let (lists, _) = Desk::open(app, LISTS, member).await?.drafted(WrittenCollections::parse)?;
    let desk = Desk::open(app, GAMES, member).await?;
    let before = desk.readable(WrittenGames::parse)?;
    let edition = app.editions.now();
    let format = match query.format {
        ImportFormat::Json => ListFormat::Json,
        ImportFormat::Csv => ListFormat::Csv,
    };
    let is_whole = query.whole;
    // Five thousand rows are read beside the requests.
    let work = tokio::task::spawn_blocking(move || -> ApiResult<ListImport> {
        let contents = content::read(edition.folder()).map_err(|error| ApiError::internal(&error))?;
        let providers: BTreeSet<String> = contents.providers.into_iter().map(|of| of.id).collect();
        let terms = ListTerms { providers: &providers, of_partner: of_partner.as_deref(), is_whole };
        let laid = catalogue::import_list((format, &list), &before, &lists.collection, &terms);
        laid.map_err(|error| unreadable(&error))
    });
    let import = work.await.map_err(|error| ApiError::internal(&error))??;
    let text = import.games.text(desk.text()).map_err(|error| ApiError::internal(&error))?;
    let mut hash = Sha256::new();
    hash.update(desk.text());
    hash.update([0]);
    hash.update(&text);
    let digest = hex::encode(hash.finalize());
    Ok(Laid { import, desk, text, digest })
}

fn unreadable(why: &str) -> ApiError {
    ApiError::field("file", "VALIDATION.LIST", &format!("This list cannot be read: {why}."))
}

/// See what a list of games would change
///
/// The body is the list itself, in the form of bulk imports: JSON, a game a line or in an array, or CSV with a head. Fields that a
/// row leaves out stay as the catalogue has them.
#[utoipa::path(post, path = "/api/catalogue/import", tag = "catalogue", params(ImportQuery),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 200, body = ImportPreview),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "nobody runs games under this name", body = ErrorBody),
    (status = 409, description = "content_unreadable: the text of the draft has to be mended first", body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn preview_import(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    Query(query): Query<ImportQuery>,
    body: Body,
) -> ApiResult<Json<ImportPreview>> {
    let Laid { import, desk, digest, .. } = laid(&app, caller.member.id, &query, body).await?;
    let plain = |games: &[WrittenGame]| ImportGames {
        total: games.len(),
        games: games.iter().take(SHOWN).map(|game| ImportGame::of(game, &[])).collect(),
    };
    let changed = import.changed.iter().take(SHOWN);
    let refused_total = import.refused.len();
    let refused = import.refused.into_iter().take(SHOWN).map(|row| ImportRefusal {
        line: row.line,
        identifier: row.identifier,
        reason: row.reason,
    });
    Ok(Json(ImportPreview {
        digest,
        new: plain(&import.new),
        changed: ImportGames {
            total: import.changed.len(),
            games: changed.map(|of| ImportGame::of(&of.game, &of.fields)).collect(),
        },
        gone: plain(&import.gone),
        same: import.same,
        refused: refused.collect(),
        refused_total,
        left_out: import.left_out.into_iter().collect(),
        draft: desk.draft(None),
    }))
}

/// Take a list of games over into the draft of the catalogue
///
/// All of it or nothing. The body is the list whose preview was seen. A colleague publishes the draft, as every one of the
/// catalogue.
#[utoipa::path(post, path = "/api/catalogue/import/take", tag = "catalogue", params(ImportQuery, TakeQuery),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "nobody runs games under this name", body = ErrorBody),
    (status = 409, description = "import_changed: list or catalogue are others than were seen; import_refused: rows cannot be \
        taken; content_changed: somebody has saved or published meanwhile; content_scheduled: it waits for its time", body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 503, description = "Too many files at once", body = ErrorBody),
))]
async fn take_import(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    Query(query): Query<ImportQuery>,
    Query(TakeQuery { digest }): Query<TakeQuery>,
    body: Body,
) -> ApiResult<StatusCode> {
    let Laid { import, desk, text, digest: now } = laid(&app, caller.member.id, &query, body).await?;
    if digest != now {
        let message = "The list or the catalogue has changed since the preview.";
        return Err(ApiError::conflict("import_changed", message));
    }
    if !import.refused.is_empty() {
        let message = "Rows of this list cannot be taken, so nothing is.";
        return Err(ApiError::conflict("import_refused", message));
    }
    desk.save(&app, desk.seen(), &text, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
