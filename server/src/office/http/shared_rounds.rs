//! Tables whose rounds all players share: how they stand, what they have played, and closing them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::games::GameReturn;
use super::reports::period;
use super::shared::{PAGE_AND_ONE, ReasonBody, paged, reason};
use crate::app::App;
use crate::office::games;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{GamesRead, GamesSwitch};
use crate::tables::{self, ClosedFor, Closure, RoundSums, TableProof};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_tables))
        .routes(routes!(table_rounds))
        .routes(routes!(table_round))
        .routes(routes!(close_table))
        .routes(routes!(open_table))
}

/// The days over which returns are summed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TablesQuery {
    /// The first day that counts, `YYYY-MM-DD`.
    from: String,
    /// The last one, at most three years after it.
    to: String,
}

/// Who has closed a table, and why.
#[derive(Debug, Serialize, ToSchema)]
struct TableClosure {
    by: String,
    /// In the words of who has closed it; players do not read it.
    reason: String,
    /// What players are told.
    told: ClosedFor,
    at: String,
}

impl From<Closure> for TableClosure {
    fn from(Closure { told, reason, by, at, .. }: Closure) -> Self {
        Self { by, reason, told, at: rfc3339(at) }
    }
}

/// A table as it stands.
#[derive(Debug, Serialize, ToSchema)]
struct OfficeTable {
    /// The game, with what it has returned in the days.
    game: GameReturn,
    /// Why it is closed; null while it is open.
    closed: Option<TableClosure>,
    /// The newest round; null before the first one.
    round: Option<RoundSums>,
}

/// List tables with how they stand and what they return
#[utoipa::path(get, path = "/api/tables", tag = "games", params(TablesQuery), responses(
    (status = 200, body = [OfficeTable]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_tables(
    State(app): State<Arc<App>>,
    _: StaffCaller<GamesRead>,
    Query(query): Query<TablesQuery>,
) -> ApiResult<Json<Vec<OfficeTable>>> {
    let watched = games::watched(&app, period(&query.from, &query.to)?).await?;
    let tables = tables::overview(&app).await?.into_iter().filter_map(|table| {
        let watched = watched.iter().find(|watched| watched.game.identifier == table.game)?;
        let closed = table.closure.map(Into::into);
        Some(OfficeTable { game: watched.into(), closed, round: table.round })
    });
    Ok(Json(tables.collect()))
}

/// Which rounds are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RoundsQuery {
    /// The `next` of the page before.
    after: Option<i64>,
}

/// Rounds of a table, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct TableRounds {
    rounds: Vec<RoundSums>,
    /// What to ask for as `after` for more, as text; null on the last page.
    next: Option<String>,
}

/// List the rounds of a table, newest first
#[utoipa::path(get, path = "/api/tables/{provider}/{slug}/rounds", tag = "games",
    params(("provider" = String, Path), ("slug" = String, Path), RoundsQuery), responses(
    (status = 200, body = TableRounds),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn table_rounds(
    State(app): State<Arc<App>>,
    _: StaffCaller<GamesRead>,
    Path((provider, slug)): Path<(String, String)>,
    Query(query): Query<RoundsQuery>,
) -> ApiResult<Json<TableRounds>> {
    let game = format!("{provider}/{slug}");
    let rounds = tables::history(&app, &game, query.after, PAGE_AND_ONE).await?;
    let (rounds, next) = paged(rounds, |round| round.id.clone());
    Ok(Json(TableRounds { rounds, next }))
}

/// Show all that is needed to work out the point of a round again
#[utoipa::path(get, path = "/api/tables/rounds/{id}", tag = "games", params(("id" = String, Path)), responses(
    (status = 200, body = TableProof),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn table_round(
    State(app): State<Arc<App>>,
    _: StaffCaller<GamesRead>,
    Path(id): Path<String>,
) -> ApiResult<Json<TableProof>> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(tables::proof(&app, id).await?))
}

/// Why a table is to be closed.
#[derive(Debug, Deserialize, ToSchema)]
struct CloseTableBody {
    /// 1 to 500 characters; players do not read it.
    reason: String,
    /// What players are told.
    told: ClosedFor,
}

/// Close a table after its round
///
/// The round that is under way is played to its end, and none is opened after it. Its players are told why.
#[utoipa::path(post, path = "/api/tables/{provider}/{slug}/close", tag = "games",
    params(("provider" = String, Path), ("slug" = String, Path)), request_body = CloseTableBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: it is closed already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn close_table(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path((provider, slug)): Path<(String, String)>,
    Json(body): Json<CloseTableBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    let game = format!("{provider}/{slug}");
    tables::switch(&app, &game, Some(body.told), &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Open a table again
#[utoipa::path(post, path = "/api/tables/{provider}/{slug}/open", tag = "games",
    params(("provider" = String, Path), ("slug" = String, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: it is open already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn open_table(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path((provider, slug)): Path<(String, String)>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    tables::switch(&app, &format!("{provider}/{slug}"), None, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
