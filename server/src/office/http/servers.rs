//! The servers of the operator, as they say of themselves.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::servers::{self, Server};
use crate::staff::StaffCaller;
use crate::staff::needs::OperationsRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_servers))
}

/// A server of the operator.
#[derive(Debug, Serialize, ToSchema)]
struct ServerView {
    /// What it holds leases under.
    id: String,
    /// Whether it is the one that answers.
    is_this: bool,
    version: String,
    /// Where it listens.
    listen: String,
    since: String,
    /// When it last said that it is there.
    seen_at: String,
    /// Whether it has been silent for too long.
    is_gone: bool,
    /// Browsers that are connected to it.
    sockets: i64,
    /// Bytes; null where the system does not say.
    memory: Option<i64>,
    /// Jobs that fail.
    failing: Vec<String>,
    /// Lanes of readers that it works on.
    leases: i64,
    /// Rows of the log that those readers have not dealt with.
    behind: i64,
}

impl ServerView {
    /// `server` as the one with the number `this` tells of it.
    fn of(server: Server, this: &str) -> Self {
        Self {
            is_this: server.id == this,
            id: server.id,
            version: server.version,
            listen: server.listen,
            since: rfc3339(server.since),
            seen_at: rfc3339(server.seen_at),
            is_gone: server.is_gone,
            sockets: server.sockets,
            memory: server.memory,
            failing: server.failing,
            leases: server.leases,
            behind: server.behind,
        }
    }
}

/// List the servers of the operator
///
/// Each says every two seconds that it is there. One that has been silent for ten is gone, and is told of for another hour; one
/// that stops in good order is not.
#[utoipa::path(get, path = "/api/servers", tag = "operations", responses(
    (status = 200, body = [ServerView]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn list_servers(
    State(app): State<Arc<App>>,
    _: StaffCaller<OperationsRead>,
) -> ApiResult<Json<Vec<ServerView>>> {
    let servers = servers::list(&app.db, app.clock.now()).await?.into_iter();
    Ok(Json(servers.map(|server| ServerView::of(server, &app.identity.id)).collect()))
}
