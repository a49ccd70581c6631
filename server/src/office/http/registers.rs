//! What national registers of self-excluded people have said of a player.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use crate::account::registers::{self, RegisterAnswerRow, RegisterHealth};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(register_answers))
}

/// A question to a register, and what came of it.
#[derive(Debug, Serialize, ToSchema)]
struct RegisterAnswerView {
    /// The number of the question.
    id: String,
    at: String,
    /// The register, by the name that licences call it.
    register: String,
    licence: String,
    /// `sign_up`, `sign_in`, `money`, `daily` or `retry`.
    occasion: String,
    /// `excluded`, `previously_excluded` or `not_excluded`; null when no answer came.
    answer: Option<String>,
    /// The number under which the register keeps its answer.
    response_id: Option<String>,
    /// Why no answer came.
    failure: Option<String>,
}

impl From<RegisterAnswerRow> for RegisterAnswerView {
    fn from(row: RegisterAnswerRow) -> Self {
        Self {
            id: row.id.to_string(),
            at: rfc3339(row.at),
            register: row.register,
            licence: row.licence,
            occasion: row.occasion,
            answer: row.answer.map(|answer| answer.name().to_owned()),
            response_id: row.response_id,
            failure: row.failure,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct RegisterAnswerList {
    /// The newest first.
    answers: Vec<RegisterAnswerView>,
}

/// How a register does, as the server that answers has seen it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RegisterHealthView {
    name: String,
    answered_at: Option<String>,
    /// Since when every question has stayed without an answer; null while it answers.
    silent_since: Option<String>,
    /// Questions since then.
    failures: i64,
}

impl From<RegisterHealth> for RegisterHealthView {
    fn from(health: RegisterHealth) -> Self {
        let RegisterHealth { name, answered_at, silent_since, failures } = health;
        let (answered_at, silent_since) = (answered_at.map(rfc3339), silent_since.map(rfc3339));
        Self { name, answered_at, silent_since, failures }
    }
}

/// See what registers of self-excluded people have said of a player
#[utoipa::path(get, path = "/api/players/{id}/register_answers", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = RegisterAnswerList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn register_answers(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<RegisterAnswerList>> {
    known(&app, id).await?;
    let answers = registers::register_answers(&app, id).await?;
    Ok(Json(RegisterAnswerList { answers: answers.into_iter().map(RegisterAnswerView::from).collect() }))
}
