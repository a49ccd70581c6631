//! The calls by which a player turns notices on and off, device by device.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::device::{self, Device, Keys};
use super::store::Owner;
use super::{Push, store};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;

/// Devices of one player; beyond them the oldest is forgotten.
const DEVICES_MAX: i64 = 10;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(push, add_device, remove_device))
}

/// How notices stand for a player.
#[derive(Serialize, ToSchema)]
struct PushView {
    /// The key to subscribe with: a point of P-256, uncompressed, in base64url. Null while the operator sends no
    /// notices, or none under the caller's host.
    public_key: Option<String>,
    /// The endpoints of the player's devices.
    endpoints: Vec<String>,
}

/// A subscription as browsers write it down.
#[derive(Deserialize, ToSchema)]
struct DeviceBody {
    /// The address at the browser's push service.
    endpoint: String,
    keys: DeviceKeys,
}

#[derive(Deserialize, ToSchema)]
struct DeviceKeys {
    /// The browser's public key in base64url.
    p256dh: String,
    /// The shared secret in base64url.
    auth: String,
}

#[derive(Deserialize, ToSchema)]
struct EndpointBody {
    /// The address at the browser's push service.
    endpoint: String,
}

/// The way to the push services, when notices are offered under the visitor's host.
fn push_on<'a>(app: &'a App, visitor: &Visitor) -> Option<&'a Push> {
    let hosts = &app.config.push_hosts;
    let is_known = hosts.is_empty() || hosts.contains(&visitor.host);
    app.push.as_ref().filter(|_| is_known)
}

/// Read whether notices are sent, and to which devices of the player
#[utoipa::path(get, path = "/api/player/push", tag = "push", responses(
    (status = 200, body = PushView), (status = 401, body = ErrorBody),
))]
async fn push(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
) -> ApiResult<Json<PushView>> {
    let public_key = push_on(&app, &visitor).map(|push| push.signer.public_key().to_owned());
    Ok(Json(PushView { public_key, endpoints: store::endpoints(&app.db, caller.id).await? }))
}

/// Send notices to a device
///
/// The device becomes the caller's, whoever had it before, for as long as the caller's session holds. Of more than
/// ten the oldest is forgotten.
#[utoipa::path(post, path = "/api/player/push", tag = "push", request_body = DeviceBody, responses(
    (status = 204), (status = 401, body = ErrorBody),
    (status = 404, description = "The site sends no push notices, or none under this host", body = ErrorBody),
    (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn add_device(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<DeviceBody>,
) -> ApiResult<StatusCode> {
    let push = push_on(&app, &visitor).ok_or_else(ApiError::not_found)?;
    app.limits.push_devices.take(LimitKey::player(caller.id))?;
    let device = device_of(push, &body)?;
    let mut tx = app.db.begin().await?;
    let owner = Owner { player: caller.id, session: &caller.session };
    store::add(&mut tx, owner, &device, DEVICES_MAX, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn device_of(push: &Push, body: &DeviceBody) -> ApiResult<Device> {
    let refused = |field, message| ApiError::field(field, "VALIDATION.INVALID", message);
    let endpoint = push.services.endpoint(&body.endpoint);
    let endpoint = endpoint.ok_or_else(|| refused("endpoint", "This is no known push service."))?;
    let keys = Keys::read(&body.keys.p256dh, &body.keys.auth);
    let keys = keys.ok_or_else(|| refused("keys", "These are no keys of a browser."))?;
    Ok(Device { endpoint, keys })
}

/// Send no more notices to a device
#[utoipa::path(delete, path = "/api/player/push", tag = "push", request_body = EndpointBody, responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 422, body = FieldErrorsBody),
))]
async fn remove_device(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<EndpointBody>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.begin().await?;
    store::remove(&mut tx, caller.id, &device::hash(&body.endpoint)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
