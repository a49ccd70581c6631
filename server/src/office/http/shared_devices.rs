//! Players who have signed up on one device, for staff to decide whether they are one person.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{LinkKind, PAGE_AND_ONE, PlayerBrief, brief_of, briefs, paged, reason};
use crate::account::shared_devices::{self, DeviceDecision, KnownBy, Pair, SharedDevice, Verdict};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersStop;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(shared_devices)).routes(routes!(decide_shared_device))
}

/// Which pairs are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SharedDeviceFilter {
    /// Those that wait for a decision, oldest first.
    Waiting,
    /// Those about which somebody has decided, newest first.
    Decided,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SharedDevicesQuery {
    /// Which ones.
    #[param(inline)]
    state: SharedDeviceFilter,
    /// The `next` of the page before.
    after: Option<String>,
}

/// What staff has made of a pair.
#[derive(Debug, Serialize, ToSchema)]
struct DeviceVerdictView {
    /// Whether both accounts are of one person.
    same_person: bool,
    by: String,
    reason: String,
    at: String,
}

impl From<Verdict> for DeviceVerdictView {
    fn from(verdict: Verdict) -> Self {
        let Verdict { same_person, by, reason, at } = verdict;
        Self { same_person, by, reason, at: rfc3339(at) }
    }
}

/// Two players who have signed up on one device.
#[derive(Debug, Serialize, ToSchema)]
struct SharedDeviceView {
    /// Who has signed up later.
    player: PlayerBrief,
    /// Who was there.
    other: PlayerBrief,
    /// What tells it: `browser`, or `fingerprint`, which devices of one model may share.
    kind: LinkKind,
    /// When the later one has signed up.
    seen_at: String,
    /// Null while nobody has decided.
    verdict: Option<DeviceVerdictView>,
}

impl SharedDeviceView {
    fn of(shared: SharedDevice, briefs: &[PlayerBrief]) -> ApiResult<Self> {
        Ok(Self {
            player: brief_of(briefs, shared.pair.player)?,
            other: brief_of(briefs, shared.pair.other)?,
            kind: match shared.by {
                KnownBy::Browser => LinkKind::Browser,
                KnownBy::Fingerprint => LinkKind::Fingerprint,
            },
            seen_at: rfc3339(shared.seen_at),
            verdict: shared.verdict.map(DeviceVerdictView::from),
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct SharedDeviceList {
    shared: Vec<SharedDeviceView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// The pair that `text` names, as `next` does.
fn pair_of(text: &str) -> Option<Pair> {
    let (player, other) = text.split_once('-')?;
    Some(Pair { player: player.parse().ok()?, other: other.parse().ok()? })
}

fn players_of(shared: &[SharedDevice]) -> Vec<PlayerId> {
    shared.iter().flat_map(|shared| [shared.pair.player, shared.pair.other]).collect()
}

/// List players who have signed up on one device
#[utoipa::path(get, path = "/api/shared-devices", tag = "players", params(SharedDevicesQuery), responses(
    (status = 200, body = SharedDeviceList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn shared_devices(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersStop>,
    Query(query): Query<SharedDevicesQuery>,
) -> ApiResult<Json<SharedDeviceList>> {
    let decided = query.state == SharedDeviceFilter::Decided;
    let after = query.after.as_deref().and_then(pair_of);
    let found = shared_devices::page(&app.db, decided, after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |shared| format!("{}-{}", shared.pair.player, shared.pair.other));
    let briefs = briefs(&app, &players_of(&found)).await?;
    let shared = found.into_iter().map(|shared| SharedDeviceView::of(shared, &briefs));
    Ok(Json(SharedDeviceList { shared: shared.collect::<ApiResult<_>>()?, next }))
}

#[derive(Deserialize, ToSchema)]
struct DeviceDecisionBody {
    /// Whether both accounts are of one person.
    same_person: bool,
    /// Whether the later account is marked as one of several, which withholds gifts; counts for one person only.
    #[serde(default)]
    marks: bool,
    /// Whether the later account is stopped by the operator; counts for one person only.
    #[serde(default)]
    stops: bool,
    /// 1 to 500 characters.
    reason: String,
}

/// Decide whether two players on one device are one person
#[utoipa::path(post, path = "/api/shared-devices/{player}/{other}", tag = "players",
    params(("player" = i64, Path), ("other" = i64, Path)), request_body = DeviceDecisionBody, responses(
    (status = 200, body = SharedDeviceView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "device_decided: somebody has decided meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn decide_shared_device(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersStop>,
    Path((player, other)): Path<(i64, i64)>,
    Json(body): Json<DeviceDecisionBody>,
) -> ApiResult<Json<SharedDeviceView>> {
    let reason = reason("reason", &body.reason)?;
    let pair = Pair { player, other };
    shared_devices::get(&app.db, pair).await?.ok_or_else(ApiError::not_found)?;
    let decision = DeviceDecision {
        pair,
        same_person: body.same_person,
        marks: body.marks,
        stops: body.stops,
        reason,
        member: caller.member.id,
        by: caller.actor(),
    };
    shared_devices::decide(&app, &decision).await?;
    let shared = shared_devices::get(&app.db, pair).await?.ok_or_else(ApiError::not_found)?;
    let briefs = briefs(&app, &[player, other]).await?;
    SharedDeviceView::of(shared, &briefs).map(Json)
}
