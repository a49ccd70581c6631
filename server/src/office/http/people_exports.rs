//! Lists of people as files: players, members of segments, and documents. Personal data is masked as in the lists.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use croupier_ledger::PlayerId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::documents::DocumentStanding;
use super::list_exports::{text, time};
use super::players::sought;
use super::report_exports::note_export;
use super::tables::{Cell, ROWS, next_of, streamed};
use crate::app::App;
use crate::identity;
use crate::office::found::{self, Found};
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::masking::{mask_email, mask_name, mask_phone};
use crate::platform::query::{Path, Query};
use crate::segments::{self, Selection};
use crate::staff::StaffCaller;
use crate::staff::needs::{DocumentsRead, PlayersRead, SegmentsManage};
use crate::verification::{self, Document, DocumentState};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(export_players))
        .routes(routes!(export_segment))
        .routes(routes!(export_documents))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlayerFileQuery {
    /// A number, the beginning of an e-mail address, a name or a phone number; everybody when absent.
    query: Option<String>,
}

const PLAYER_TITLES: [&str; 9] = [
    "player",
    "name",
    "email",
    "mobile_phone",
    "country",
    "currency",
    "registered_at",
    "verified_at",
    "stopped_for",
];

/// Take the list of players along as a file
///
/// Personal data is masked. The log keeps who has taken it, and nothing of what was searched for.
#[utoipa::path(get, path = "/api/players/export", tag = "players", params(PlayerFileQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_players(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersRead>,
    Query(query): Query<PlayerFileQuery>,
) -> ApiResult<Response> {
    let sought = Arc::new(sought(query.query)?);
    let name = "players";
    note_export(&app, &caller.actor(), name).await?;
    let scope = caller.scope().clone();
    streamed(name, &PLAYER_TITLES, None::<PlayerId>, move |before| {
        let (app, scope, sought) = (app.clone(), scope.clone(), sought.clone());
        async move {
            let rows = found::find(&app.db, &scope, &sought, before, ROWS).await?;
            let next = next_of(&rows, |found| found.id).map(Some);
            ApiResult::Ok((players(&app, &rows).await?, next))
        }
    })
}

/// The lines of players, in their order.
async fn players(app: &App, rows: &[Found]) -> ApiResult<Vec<Vec<Cell>>> {
    let now = app.clock.now();
    let ids: Vec<PlayerId> = rows.iter().map(|found| found.id).collect();
    let mut stopped: HashMap<PlayerId, Vec<&str>> = HashMap::new();
    for (player, stop) in identity::stop_rows_of(&app.db, &ids).await? {
        if stop.until > now {
            stopped.entry(player).or_default().push(stop.reason.name());
        }
    }
    let line = |found: &Found| {
        let stops = stopped.get(&found.id).map(|reasons| reasons.join(" "));
        vec![
            Cell::Number(found.id),
            text(mask_name(found.first_name.as_deref(), found.last_name.as_deref()).as_ref()),
            Cell::Text(mask_email(&found.email)),
            text(found.mobile_phone.as_deref().map(mask_phone).as_ref()),
            Cell::Text(found.country.clone()),
            Cell::Text(found.currency.clone()),
            time(Some(found.registered_at)),
            time(found.verified_at),
            text(stops.as_ref()),
        ]
    };
    Ok(rows.iter().map(line).collect())
}

/// Take the members of a segment along as a file
///
/// Those whom its version in force has now, personal data masked; whoever is stopped or has excluded themselves is none of them.
/// The log keeps who has taken it.
#[utoipa::path(get, path = "/api/segments/{id}/export", tag = "segments", params(("id" = Uuid, Path)), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn export_segment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SegmentsManage>,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    let version = segments::segment(&app.db, id).await?.version;
    let name = format!("segment-{id}-{}", version.revision);
    note_export(&app, &caller.actor(), &name).await?;
    let statuses = app.site_config.statuses.now();
    let selection = Arc::new(Selection::of(Some(version.rule), app.clock.now(), statuses));
    streamed(&name, &PLAYER_TITLES, 0, move |after: PlayerId| {
        let (app, selection) = (app.clone(), selection.clone());
        async move {
            let ids = selection.next(&app.db, after, ROWS).await?;
            let mut rows = found::with_ids(&app.db, &ids).await?;
            rows.sort_by_key(|found| found.id);
            ApiResult::Ok((players(&app, &rows).await?, next_of(&ids, |id| *id)))
        }
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DocumentFileQuery {
    /// Which ones.
    #[param(inline)]
    state: DocumentStanding,
}

const DOCUMENT_TITLES: [&str; 11] = [
    "document",
    "player",
    "kind",
    "state",
    "file_type",
    "size_bytes",
    "created_at",
    "reviewed_by",
    "reviewed_at",
    "reason",
    "note",
];

/// Take the queue of documents along as a file
///
/// What is known of them, and nothing of what they show. The log keeps who has taken it.
#[utoipa::path(get, path = "/api/documents/export", tag = "documents", params(DocumentFileQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_documents(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Query(query): Query<DocumentFileQuery>,
) -> ApiResult<Response> {
    let state = DocumentState::from(query.state);
    let name = format!("documents-{}", state.name());
    note_export(&app, &caller.actor(), &name).await?;
    let scope = caller.scope().clone();
    streamed(&name, &DOCUMENT_TITLES, None::<Uuid>, move |after| {
        let (app, scope) = (app.clone(), scope.clone());
        async move {
            let rows = verification::documents_in(&app.db, &scope, state, after, ROWS).await?;
            let next = next_of(&rows, |document| document.id).map(Some);
            ApiResult::Ok((rows.iter().map(document).collect(), next))
        }
    })
}

fn document(document: &Document) -> Vec<Cell> {
    vec![
        Cell::Text(document.id.to_string()),
        Cell::Number(document.player),
        Cell::Text(document.kind.name().to_owned()),
        Cell::Text(document.state.name().to_owned()),
        Cell::Text(document.file_type.name().to_owned()),
        Cell::Number(document.size_bytes),
        time(Some(document.created_at)),
        text(document.reviewed_by.as_ref()),
        time(document.reviewed_at),
        document.reason.map_or(Cell::Empty, |reason| Cell::Text(reason.name().to_owned())),
        text(document.note.as_ref()),
    ]
}
