//! A player's account as a matter of privacy: closed, opened again, and copies of data that were asked for.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{ReasonBody, reason};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::privacy::{self, Closing, Closure, Export, ExportState};
use crate::staff::StaffCaller;
use crate::staff::needs::{PlayersRead, PlayersStop};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(privacy_of_player))
        .routes(routes!(close_account))
        .routes(routes!(reopen_account))
}

/// That an account was closed.
#[derive(Debug, Serialize, ToSchema)]
struct ClosureView {
    id: String,
    closed_at: String,
    /// Who has closed it; `player` where its player did.
    closed_by: String,
    is_own_wish: bool,
    /// In the words of who closed it; may be empty of a player.
    reason: String,
    /// From when on personal data is erased.
    erased_from: String,
    /// Null while it is closed.
    reopened_at: Option<String>,
    reopened_by: Option<String>,
    reopen_reason: Option<String>,
    /// When personal data was erased; then it is not opened again.
    erased_at: Option<String>,
}

impl From<Closure> for ClosureView {
    fn from(closure: Closure) -> Self {
        Self {
            id: closure.id.to_string(),
            closed_at: rfc3339(closure.closed_at),
            closed_by: closure.closed_by,
            is_own_wish: closure.is_own_wish,
            reason: closure.reason,
            erased_from: rfc3339(closure.erase_from),
            reopened_at: closure.reopened_at.map(rfc3339),
            reopened_by: closure.reopened_by,
            reopen_reason: closure.reopen_reason,
            erased_at: closure.erased_at.map(rfc3339),
        }
    }
}

/// A copy of data that a player has asked for. Staff does not read it.
#[derive(Debug, Serialize, ToSchema)]
struct ExportRow {
    id: String,
    state: ExportState,
    asked_at: String,
    expires_at: Option<String>,
}

impl From<Export> for ExportRow {
    fn from(export: Export) -> Self {
        Self {
            id: export.id.to_string(),
            state: export.state,
            asked_at: rfc3339(export.asked_at),
            expires_at: export.expires_at.map(rfc3339),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerPrivacy {
    /// Whether the account is closed now.
    is_closed: bool,
    /// The newest first.
    closures: Vec<ClosureView>,
    /// The newest first.
    exports: Vec<ExportRow>,
}

async fn view(app: &App, id: i64) -> ApiResult<Json<PlayerPrivacy>> {
    let closures = privacy::closures_of(app, id).await?;
    let exports = privacy::exports_of(app, id).await?;
    Ok(Json(PlayerPrivacy {
        is_closed: closures.iter().any(Closure::is_in_force),
        closures: closures.into_iter().map(ClosureView::from).collect(),
        exports: exports.into_iter().map(ExportRow::from).collect(),
    }))
}

/// Read whether a player's account is closed, and which copies of data were asked for
#[utoipa::path(get, path = "/api/players/{id}/privacy", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerPrivacy),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn privacy_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerPrivacy>> {
    known(&app, id).await?;
    view(&app, id).await
}

/// Close a player's account at the player's wish
///
/// Refused while money, a payment or a round remains: a stop holds an account that has to be shut at once.
#[utoipa::path(post, path = "/api/players/{id}/close", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PlayerPrivacy),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "balance_left, payments_open, prizes_open or rounds_open: something has to be finished first; \
        account_closed: it is closed already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn close_account(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersStop>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerPrivacy>> {
    let why = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let actor = caller.actor();
    privacy::close(&app, Closing { player: id, staff: Some(&actor), reason: &why }).await?;
    view(&app, id).await
}

/// Open a closed account again
///
/// Every other stop stays, and offers stay off.
#[utoipa::path(post, path = "/api/players/{id}/reopen", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PlayerPrivacy),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "not_closed: it is not closed, or its data is erased", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reopen_account(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersStop>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerPrivacy>> {
    let why = reason("reason", &body.reason)?;
    known(&app, id).await?;
    privacy::reopen(&app, id, &caller.actor(), &why).await?;
    view(&app, id).await
}
