//! Checks of the identity partner: what waits for staff, and what staff says.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{PAGE_AND_ONE, PlayerBrief, brief_of, briefs, paged, reason};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{DocumentsDecide, DocumentsRead};
use crate::verification::{
    self, CheckDecided, CheckDecision, CheckReason, CheckState, CheckStatus, ComparedField, PartnerCheck,
};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(identity_checks))
        .routes(routes!(identity_check_of_player))
        .routes(routes!(compare_identity_check))
        .routes(routes!(approve_identity_check))
        .routes(routes!(reject_identity_check))
}

/// A check of the identity partner.
#[derive(Debug, Serialize, ToSchema)]
struct IdentityCheckRow {
    player: PlayerBrief,
    /// What the operator makes of it.
    state: CheckState,
    /// What the partner says.
    reported: CheckStatus,
    /// Which of the player's attempts it is.
    attempt: i64,
    /// Since when the partner says so.
    reported_at: String,
    begun_at: String,
    /// Why the partner has refused.
    reasons: Vec<CheckReason>,
    /// What the document and the profile do not agree on.
    differences: Vec<ComparedField>,
    /// Whether another account has shown the same document before.
    shared: bool,
    /// Whether staff has said no, so that the partner's word alone does not do.
    distrusted: bool,
    decided_at: Option<String>,
    decided_by: Option<String>,
    /// The player at the partner; null when the operator names no such place.
    partner_url: Option<String>,
}

impl IdentityCheckRow {
    fn of(app: &App, player: PlayerBrief, check: PartnerCheck) -> Self {
        let partner_url = app.identity_partner.as_ref().and_then(|partner| partner.cockpit(&check));
        Self {
            player,
            state: check.state,
            reported: check.reported,
            attempt: check.attempt,
            reported_at: rfc3339(check.reported_at),
            begun_at: rfc3339(check.begun_at),
            reasons: check.reasons,
            differences: check.differences,
            shared: check.is_shared,
            distrusted: check.is_distrusted,
            decided_at: check.decided_at.map(rfc3339),
            decided_by: check.decided_by,
            partner_url,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct IdentityChecksQuery {
    /// The `next` of the page before.
    after: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct IdentityCheckList {
    /// Oldest first.
    checks: Vec<IdentityCheckRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List checks of the identity partner that wait for staff
#[utoipa::path(get, path = "/api/identity_checks", tag = "documents", params(IdentityChecksQuery), responses(
    (status = 200, body = IdentityCheckList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn identity_checks(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Query(query): Query<IdentityChecksQuery>,
) -> ApiResult<Json<IdentityCheckList>> {
    let scope = caller.scope();
    let found = verification::partner_checks_waiting(&app.db, scope, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |check| check.player);
    let players: Vec<_> = found.iter().map(|check| check.player).collect();
    let briefs = briefs(&app, &players).await?;
    let row = |check: PartnerCheck| -> ApiResult<IdentityCheckRow> {
        Ok(IdentityCheckRow::of(&app, brief_of(&briefs, check.player)?, check))
    };
    Ok(Json(IdentityCheckList { checks: found.into_iter().map(row).collect::<ApiResult<_>>()?, next }))
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerIdentityCheck {
    /// Null when the player has never begun one.
    check: Option<IdentityCheckRow>,
}

async fn view(app: &App, player: i64) -> ApiResult<Json<PlayerIdentityCheck>> {
    let Some(check) = verification::partner_check(&app.db, player).await? else {
        return Ok(Json(PlayerIdentityCheck { check: None }));
    };
    let briefs = briefs(app, &[player]).await?;
    let row = IdentityCheckRow::of(app, brief_of(&briefs, player)?, check);
    Ok(Json(PlayerIdentityCheck { check: Some(row) }))
}

/// Read the check of a player by the identity partner
#[utoipa::path(get, path = "/api/players/{id}/identity_check", tag = "players", params(("id" = i64, Path)),
    responses(
    (status = 200, body = PlayerIdentityCheck),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn identity_check_of_player(
    State(app): State<Arc<App>>,
    _: StaffCaller<DocumentsRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerIdentityCheck>> {
    known(&app, id).await?;
    view(&app, id).await
}

/// A field as the profile and the document have it.
#[derive(Debug, Serialize, ToSchema)]
struct ComparedFieldView {
    field: ComparedField,
    /// Null where the profile has nothing.
    profile: Option<String>,
    document: String,
    differs: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct ComparedIdentity {
    /// Nothing while the partner has told nothing of a document.
    fields: Vec<ComparedFieldView>,
}

/// Compare the profile of a player with the document that the identity partner has seen
///
/// The log keeps who has read it.
#[utoipa::path(get, path = "/api/players/{id}/identity_check/compared", tag = "players",
    params(("id" = i64, Path)), responses(
    (status = 200, body = ComparedIdentity),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn compare_identity_check(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<ComparedIdentity>> {
    let check = verification::partner_check(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let compared = verification::compared(&app, &check, &caller.actor()).await?;
    let fields = compared.into_iter().map(|value| ComparedFieldView {
        field: value.field,
        profile: value.profile,
        document: value.document,
        differs: value.differs,
    });
    Ok(Json(ComparedIdentity { fields: fields.collect() }))
}

#[derive(Deserialize, ToSchema)]
struct IdentityDecisionBody {
    /// The attempt that was on show.
    attempt: i64,
    /// Why: 1 to 500 characters. The log keeps it, and the player is not told.
    reason: String,
}

async fn decide(
    app: &App,
    player: i64,
    caller: &StaffCaller<DocumentsDecide>,
    body: &IdentityDecisionBody,
    is_approved: bool,
) -> ApiResult<Json<PlayerIdentityCheck>> {
    let reason = reason("reason", &body.reason)?;
    known(app, player).await?;
    let decision = CheckDecision { player, attempt: body.attempt, is_approved, reason, by: caller.actor() };
    match verification::decide_check(app, &decision).await? {
        CheckDecided::Done => view(app, player).await,
        CheckDecided::NotWaiting => {
            let message = "This check does not wait for a decision any more.";
            Err(ApiError::conflict("identity_check_decided", message))
        }
    }
}

/// Approve a check of the identity partner that waits
///
/// The differences are settled for this attempt. What staff says, the partner takes back no more.
#[utoipa::path(post, path = "/api/players/{id}/identity_check/approve", tag = "players",
    params(("id" = i64, Path)), request_body = IdentityDecisionBody, responses(
    (status = 200, body = PlayerIdentityCheck),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "identity_check_decided: no such attempt waits", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_identity_check(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path(id): Path<i64>,
    Json(body): Json<IdentityDecisionBody>,
) -> ApiResult<Json<PlayerIdentityCheck>> {
    decide(&app, id, &caller, &body, true).await
}

/// Reject a check of the identity partner that waits
///
/// From then on the partner's word alone does not do: the player's further attempts wait for staff.
#[utoipa::path(post, path = "/api/players/{id}/identity_check/reject", tag = "players",
    params(("id" = i64, Path)), request_body = IdentityDecisionBody, responses(
    (status = 200, body = PlayerIdentityCheck),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "identity_check_decided: no such attempt waits", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reject_identity_check(
    State(app): State<Arc<App>>,
    caller: StaffCaller<DocumentsDecide>,
    Path(id): Path<i64>,
    Json(body): Json<IdentityDecisionBody>,
) -> ApiResult<Json<PlayerIdentityCheck>> {
    decide(&app, id, &caller, &body, false).await
}
