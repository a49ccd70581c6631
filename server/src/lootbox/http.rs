//! The calls of lootboxes and wheels.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::view::{DepositBox, LootboxView, WheelConfig, WheelSegment};
use super::{opening, store};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::cached::{self, KeptBy};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::player;

/// The call whose answer is kept by its idempotency key.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(open_lootbox))
}

/// The calls that change nothing.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lootboxes))
        .routes(routes!(wheel_config))
        .routes(routes!(wheel_config_segments))
        .routes(routes!(deposit_boxes))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; an unknown one is the default.
    l: Option<String>,
}

/// Read the player's lootboxes
///
/// The newest first, a hundred at most. Without a language the texts are in the player's.
#[utoipa::path(get, path = "/api/player/lootboxes", tag = "lootboxes", params(InLanguage), responses(
    (status = 200, body = [LootboxView]),
    (status = 401, body = ErrorBody),
))]
async fn lootboxes(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<LootboxView>>> {
    let locale = match requested.l {
        Some(locale) => locale,
        None => player::get(&app, caller.id).await?.locale,
    };
    let now = app.clock.now();
    let boxes = store::boxes_of(&app.db, caller.id).await?;
    Ok(Json(boxes.iter().map(|one| one.view(&locale, now)).collect()))
}

/// The browser's half of a draw.
#[derive(Debug, Deserialize, ToSchema)]
struct OpenLootboxBody {
    /// 1 to 64 letters, digits, hyphens and underscores, chosen after `server_seed_hash` was shown: what the
    /// browser adds is why the server cannot know the draw before.
    client_seed: String,
}

/// Open a lootbox
///
/// Draws its prize, which is among the player's gifts with the answer.
#[utoipa::path(post, path = "/api/player/lootboxes/{id}/activation", tag = "lootboxes", params(("id" = String, Path)),
    request_body = OpenLootboxBody,
    responses(
        (status = 200, body = LootboxView),
        (status = 401, body = ErrorBody),
        (status = 403, description = "the player is stopped", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, description = "lootbox_not_openable", body = FieldErrorsBody),
    ))]
async fn open_lootbox(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
    Json(body): Json<OpenLootboxBody>,
) -> ApiResult<Json<LootboxView>> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(opening::open(&app, caller.id, id, body.client_seed).await?))
}

/// Read the wheel
///
/// The wheel of everybody who has none of their own, and the odds of a spin.
#[utoipa::path(get, path = "/api/fe/config/wheel-config", tag = "config", params(InLanguage), responses(
    (status = 200, body = WheelConfig),
))]
async fn wheel_config(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Response> {
    let definitions = app.lootboxes.definitions();
    let locale = requested.l.unwrap_or_default();
    let config = WheelConfig::of(definitions.wheel_box(), definitions.segments(), &locale);
    cached::answer(&headers, KeptBy::All, &config)
}

/// Read the wheels of groups
///
/// By the number of the group; its members see its segments instead of those of `wheel-config`.
#[utoipa::path(get, path = "/api/fe/config/wheel-config-segments", tag = "config", params(InLanguage), responses(
    (status = 200, body = BTreeMap<String, Vec<WheelSegment>>),
))]
async fn wheel_config_segments(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Response> {
    let definitions = app.lootboxes.definitions();
    let locale = requested.l.unwrap_or_default();
    let in_words =
        |segments: &Vec<_>| -> Vec<_> { segments.iter().map(|one| WheelSegment::of(one, &locale)).collect() };
    let groups = definitions.groups().iter();
    let by_group: BTreeMap<_, _> = groups.map(|(group, segments)| (group, in_words(segments))).collect();
    cached::answer(&headers, KeptBy::All, &by_group)
}

/// Read which boxes deposits bring
///
/// A deposit brings one at most: of several that it is enough for, the one that asks for the most.
#[utoipa::path(get, path = "/api/fe/config/deposit-boxes", tag = "config", params(InLanguage), responses(
    (status = 200, body = [DepositBox]),
))]
async fn deposit_boxes(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Response> {
    let definitions = app.lootboxes.definitions();
    let locale = requested.l.unwrap_or_default();
    let brought = definitions.all().iter().filter(|known| !known.deposit_min.is_empty());
    let boxes: Vec<_> = brought.map(|known| DepositBox::of(known, &locale)).collect();
    cached::answer(&headers, KeptBy::All, &boxes)
}
