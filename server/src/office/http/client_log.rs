//! What browsers have written to the log of the site, for staff to search.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{PAGE, PAGE_AND_ONE};
use crate::app::App;
use crate::client_events::{self, LOG_KEPT_MS, LogGroup, LogLevel, LogSearch};
use crate::platform::body::Json;
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::OperationsRead;

/// The longest text that is searched for, in characters.
const QUERY_MAX: usize = 200;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(client_log))
}

/// How far back entries are looked for.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LogPeriod {
    /// The last 24 hours.
    #[default]
    Day,
    /// The last seven days.
    Week,
    /// As long as entries are kept.
    All,
}

impl LogPeriod {
    const fn length_ms(self) -> i64 {
        match self {
            Self::Day => DAY_MS,
            Self::Week => 7 * DAY_MS,
            Self::All => LOG_KEPT_MS,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ClientLogQuery {
    /// Of which level; of every one when absent.
    #[param(inline)]
    level: Option<LogLevel>,
    /// A part of the code, the message, the page or the build, 200 characters at most.
    #[serde(default)]
    query: String,
    /// How far back; a day when absent.
    #[serde(default)]
    #[param(inline)]
    period: LogPeriod,
    /// How many groups to pass over: the `next` of the page before.
    #[serde(default)]
    after: u32,
}

/// Entries of browsers' logs that say the same.
#[derive(Debug, Serialize, ToSchema)]
struct ClientLogGroup {
    /// `debug`, `info`, `warning` or `error`.
    level: String,
    /// What they are counted by.
    code: String,
    message: String,
    /// The page.
    url: String,
    /// The site's build; null when it was not told.
    release: Option<String>,
    /// Where in the code, as one of them says.
    stack: Option<String>,
    /// How many entries.
    count: i64,
    /// From how many visits, as far as those tell.
    visits: i64,
    first_at: String,
    last_at: String,
}

impl From<LogGroup> for ClientLogGroup {
    fn from(group: LogGroup) -> Self {
        let LogGroup { level, code, message, url, release, stack, count, visits, first_at, last_at } = group;
        let (first_at, last_at) = (rfc3339(first_at), rfc3339(last_at));
        Self { level, code, message, url, release, stack, count, visits, first_at, last_at }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ClientLog {
    /// The latest first.
    groups: Vec<ClientLogGroup>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<u32>,
}

/// Search what browsers have written to the log
///
/// Entries of `PUT /log` that have level, code, message, page and build in common are counted together. Entries are kept for
/// 30 days.
#[utoipa::path(get, path = "/api/client-log", tag = "operations", params(ClientLogQuery), responses(
    (status = 200, body = ClientLog),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn client_log(
    State(app): State<Arc<App>>,
    _: StaffCaller<OperationsRead>,
    Query(query): Query<ClientLogQuery>,
) -> ApiResult<Json<ClientLog>> {
    let text = query.query.trim();
    if text.chars().count() > QUERY_MAX {
        return Err(ApiError::fields(vec![Rule::TooLong.on("query")]));
    }
    let search = LogSearch {
        level: query.level.map(LogLevel::name),
        text: text.to_owned(),
        since: app.clock.now() - query.period.length_ms(),
        skipped: i64::from(query.after),
        limit: PAGE_AND_ONE,
    };
    let mut groups = client_events::log_groups(&app.db, &search).await?;
    let has_more = groups.len() > PAGE;
    groups.truncate(PAGE);
    let next = u32::try_from(PAGE).ok().and_then(|page| query.after.checked_add(page)).filter(|_| has_more);
    Ok(Json(ClientLog { groups: groups.into_iter().map(ClientLogGroup::from).collect(), next }))
}
