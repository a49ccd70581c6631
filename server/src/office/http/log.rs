//! What members of staff have done.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, paged};
use crate::app::App;
use crate::office::log::{self, Action};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::LogRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(staff_log))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LogQuery {
    /// What this member has done.
    member: Option<Uuid>,
    /// What was done about this player.
    player: Option<i64>,
    /// The `next` of the page before.
    after: Option<i64>,
}

/// Something that a member of staff has done, or looked at.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StaffAction)]
struct LogEntry {
    /// The row of the sealed log, a number of 64 bits.
    id: String,
    at: String,
    /// What, such as `payment.reviewed`, `player.revealed` or `staff.signed_in`.
    kind: String,
    member_id: String,
    email: String,
    name: String,
    /// Where the member was.
    address: String,
    /// About whom.
    player_id: Option<i64>,
    /// The number of the payment, document, conversation or other member that it is about.
    subject: Option<String>,
    /// In the words of the member.
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct LogPage {
    /// The newest first.
    entries: Vec<LogEntry>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

impl From<Action> for LogEntry {
    fn from(action: Action) -> Self {
        Self {
            id: action.lsn.to_string(),
            at: rfc3339(action.at),
            kind: action.kind,
            member_id: action.member.to_string(),
            email: action.email,
            name: action.name,
            address: action.address,
            player_id: action.player,
            subject: action.subject,
            reason: action.reason,
        }
    }
}

/// List what members of staff have done
///
/// Kept from the sealed log by a reader, within moments.
#[utoipa::path(get, path = "/api/log", tag = "log", params(LogQuery), responses(
    (status = 200, body = LogPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn staff_log(
    State(app): State<Arc<App>>,
    _: StaffCaller<LogRead>,
    Query(query): Query<LogQuery>,
) -> ApiResult<Json<LogPage>> {
    let LogQuery { member, player, after } = query;
    let actions = log::actions(&app.db, member, player, after, PAGE_AND_ONE).await?;
    let (actions, next) = paged(actions, |action| action.lsn);
    Ok(Json(LogPage { entries: actions.into_iter().map(LogEntry::from).collect(), next }))
}
