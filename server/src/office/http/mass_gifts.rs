//! Gifts that staff gives many players at once: shown before, begun, approved, paused, resumed, canceled and tried again.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::mass_gift_views::{MassGiftKind, MassGiftPage, MassGiftPreview, MassGiftView};
use super::report_exports::note_export;
use super::segments::{in_use, known_brand};
use super::shared::{PAGE_AND_ONE, ReasonBody, number_of, paged, reason, refused};
use super::tables::{Cell, ROWS, next_of, streamed};
use crate::app::App;
use crate::mass_gifts::{self, Act, Decision, Line, NewMassGift, Target};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::{self, Rule};
use crate::staff::needs::MassGiftsManage;
use crate::staff::{BrandScope, StaffCaller};

/// The longest name, in characters.
const NAME_MAX: usize = 80;

/// Players of a list.
const PLAYERS_MAX: usize = 5_000;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_mass_gifts, create_mass_gift))
        .routes(routes!(preview_mass_gift))
        .routes(routes!(show_mass_gift))
        .routes(routes!(approve_mass_gift))
        .routes(routes!(pause_mass_gift))
        .routes(routes!(resume_mass_gift))
        .routes(routes!(cancel_mass_gift))
        .routes(routes!(retry_mass_gift))
        .routes(routes!(export_mass_gift))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MassGiftsQuery {
    /// The `next` of the page before.
    after: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct MassGiftList {
    /// Newest first.
    mass_gifts: Vec<MassGiftView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List mass gifts
#[utoipa::path(get, path = "/api/mass-gifts", tag = "mass gifts", params(MassGiftsQuery), responses(
    (status = 200, body = MassGiftList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_mass_gifts(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Query(query): Query<MassGiftsQuery>,
) -> ApiResult<Json<MassGiftList>> {
    let found = mass_gifts::page(&app.db, caller.scope(), query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |order| order.id);
    let mut views = Vec::with_capacity(found.len());
    for order in found {
        views.push(MassGiftView::of(&app, order).await?);
    }
    Ok(Json(MassGiftList { mass_gifts: views, next }))
}

/// What is given, and to whom.
#[derive(Debug, Deserialize, ToSchema)]
struct MassGiftTarget {
    kind: MassGiftKind,
    /// The code of an offer that staff gives, or of a lootbox.
    code: String,
    /// The segment whose players are given it, as it is in force.
    #[serde(default)]
    segment: Option<Uuid>,
    /// The id of the brand whose players of the segment alone are given it; who is bound to brands names one of them.
    #[serde(default)]
    brand: Option<String>,
    /// Numbers of players, at most 5,000; instead of a segment.
    #[serde(default)]
    players: Vec<i64>,
}

impl MassGiftTarget {
    async fn checked(&self, app: &App, scope: &BrandScope) -> ApiResult<Target> {
        known_brand(app, self.brand.as_deref())?;
        // Players of a list may be of any brand.
        if !scope.covers(&self.brand) {
            return Err(refused(
                if self.brand.is_none() { Rule::Required } else { Rule::NotAllowed },
                "brand",
            ));
        }
        let players: BTreeSet<i64> = self.players.iter().copied().collect();
        match self.segment {
            Some(_) if !players.is_empty() => Err(refused(Rule::Invalid, "players")),
            Some(id) => Ok(Target::Segment(in_use(app, id).await?.id, self.brand.clone())),
            None if self.brand.is_some() => Err(refused(Rule::Invalid, "brand")),
            None if players.is_empty() => Err(refused(Rule::Required, "segment")),
            None if players.len() > PLAYERS_MAX || players.first().is_some_and(|first| *first < 1) => {
                Err(refused(Rule::Invalid, "players"))
            }
            None => Ok(Target::Players(players.into_iter().collect())),
        }
    }
}

/// See what a mass gift would be
///
/// How many players would be given it, and what all can cost at most. A segment is counted for three seconds at most.
#[utoipa::path(post, path = "/api/mass-gifts/preview", tag = "mass gifts", request_body = MassGiftTarget, responses(
    (status = 200, body = MassGiftPreview),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn preview_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Json(body): Json<MassGiftTarget>,
) -> ApiResult<Json<MassGiftPreview>> {
    let thing = body.kind.wanted(body.code.clone()).find(&app);
    let thing = thing.ok_or_else(|| refused(Rule::NotAllowed, "code"))?;
    let target = body.checked(&app, caller.scope()).await?;
    let preview = mass_gifts::preview(&app, &thing, &target, caller.member.id).await?;
    Ok(Json(preview.into()))
}

#[derive(Debug, Deserialize, ToSchema)]
struct MassGiftBody {
    /// One line of 80 characters at most.
    name: String,
    /// What is given, and to whom.
    gift: MassGiftTarget,
    /// 1 to 500 characters.
    reason: String,
}

async fn shown(app: &App, id: i64) -> ApiResult<Json<MassGiftPage>> {
    let order = mass_gifts::with_id(&app.db, id).await?;
    MassGiftPage::of(app, order).await.map(Json)
}

/// Give many players a gift
///
/// Its members are written down first; then they are given it, or another member of staff has to approve it. Each of them is
/// given it once. The same call with the same key begins one; another one with that key is refused.
#[utoipa::path(post, path = "/api/mass-gifts", tag = "mass gifts", request_body = MassGiftBody, responses(
    (status = 201, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "idempotency_conflict: something else was asked for under this key; segment_archived: a \
        colleague has put the segment away", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn create_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    headers: HeaderMap,
    Json(body): Json<MassGiftBody>,
) -> ApiResult<(StatusCode, Json<MassGiftPage>)> {
    let reason = reason("reason", &body.reason)?;
    let name = rules::short_text(&body.name, NAME_MAX).map_err(|broken| refused(broken, "name"))?;
    let target = body.gift.checked(&app, caller.scope()).await?;
    let wanted = body.gift.kind.wanted(body.gift.code.clone());
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"mass gift"[..]]).to_string();
    let new = NewMassGift {
        reference: &reference,
        name: &name,
        wanted: &wanted,
        target: &target,
        reason: &reason,
        member,
    };
    let id = mass_gifts::create(&app, &new, &caller.actor()).await?;
    Ok((StatusCode::CREATED, shown(&app, id).await?))
}

/// Show a mass gift
#[utoipa::path(get, path = "/api/mass-gifts/{id}", tag = "mass gifts", params(("id" = i64, Path)), responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_mass_gift(
    State(app): State<Arc<App>>,
    _: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
) -> ApiResult<Json<MassGiftPage>> {
    shown(&app, id).await
}

/// Approve a mass gift
///
/// Its members are given it from now on. Who has asked for it never approves it.
#[utoipa::path(post, path = "/api/mass-gifts/{id}/approve", tag = "mass gifts", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mass_gift_changed: somebody has decided meanwhile; mass_gift_expired: its time is over; \
        second_person_needed: the caller has asked for it; requester_gone: who has asked for it was dismissed, or has \
        another role", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<MassGiftPage>> {
    let reason = reason("reason", &body.reason)?;
    let decision = Decision { member: caller.member.id, name: &caller.member.name, reason: &reason };
    mass_gifts::approve(&app, id, &decision, &caller.actor()).await?;
    shown(&app, id).await
}

/// Pause a mass gift
///
/// Nobody is given anything until it is resumed.
#[utoipa::path(post, path = "/api/mass-gifts/{id}/pause", tag = "mass gifts", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mass_gift_changed: it is not running", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn pause_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<MassGiftPage>> {
    acted(&app, id, Act::Pause, &caller, &body).await
}

/// Resume a mass gift
#[utoipa::path(post, path = "/api/mass-gifts/{id}/resume", tag = "mass gifts", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mass_gift_changed: it is not paused", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn resume_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<MassGiftPage>> {
    acted(&app, id, Act::Resume, &caller, &body).await
}

/// Cancel a mass gift
///
/// Nobody else is given anything; who has the gift keeps it. One that waits for its approval is refused so.
#[utoipa::path(post, path = "/api/mass-gifts/{id}/cancel", tag = "mass gifts", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mass_gift_changed: it is over", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn cancel_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<MassGiftPage>> {
    acted(&app, id, Act::Cancel, &caller, &body).await
}

/// Try a mass gift again
///
/// For those whom it could not be given, 10,000 of them at most.
#[utoipa::path(post, path = "/api/mass-gifts/{id}/retry", tag = "mass gifts", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = MassGiftPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "mass_gift_changed: there is nobody whom it could not be given", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn retry_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<MassGiftPage>> {
    acted(&app, id, Act::Retry, &caller, &body).await
}

async fn acted(
    app: &App,
    id: i64,
    act: Act,
    caller: &StaffCaller<MassGiftsManage>,
    body: &ReasonBody,
) -> ApiResult<Json<MassGiftPage>> {
    let reason = reason("reason", &body.reason)?;
    let decision = Decision { member: caller.member.id, name: &caller.member.name, reason: &reason };
    mass_gifts::act(app, id, act, &decision, &caller.actor()).await?;
    shown(app, id).await
}

/// Take what came of a mass gift along as a file
///
/// A line for each member. The log keeps who has taken it.
#[utoipa::path(get, path = "/api/mass-gifts/{id}/outcome", tag = "mass gifts", params(("id" = i64, Path)), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn export_mass_gift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MassGiftsManage>,
    Path(id): Path<i64>,
) -> ApiResult<Response> {
    let order = mass_gifts::with_id(&app.db, id).await?;
    let name = format!("mass-gift-{}", order.id);
    note_export(&app, &caller.actor(), &name).await?;
    streamed(&name, &["player", "currency", "outcome", "error", "at"], 0, move |after| {
        let app = app.clone();
        async move {
            let lines = mass_gifts::lines_after(&app.db, id, None, after, ROWS).await?;
            let next = next_of(&lines, |line| line.player);
            ApiResult::Ok((lines.into_iter().map(cells).collect(), next))
        }
    })
}

fn cells(line: Line) -> Vec<Cell> {
    let Line { player, currency, outcome, error, at } = line;
    vec![
        Cell::Number(player),
        Cell::Text(currency),
        Cell::Text(outcome.name().to_owned()),
        Cell::Text(error.unwrap_or_default()),
        at.map_or(Cell::Empty, |at| Cell::Text(rfc3339(at))),
    ]
}
