//! What a player has done: payments, rounds with their proofs, sessions, and whom they have something in common with.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::{Fact, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{LinkView, PAGE_AND_ONE, PaymentRow, ReasonBody, briefs, paged, reason};
use crate::app::App;
use crate::cashbox;
use crate::identity::{self, SessionView};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::play::fairness::{self, Proof};
use crate::play::history::{self, HistoryQuery, PlayedGames};
use crate::player;
use crate::staff::StaffCaller;
use crate::staff::needs::{PlayersHelp, PlayersRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(payments))
        .routes(routes!(rounds))
        .routes(routes!(round))
        .routes(routes!(links))
        .routes(routes!(sessions))
        .routes(routes!(end_sessions))
        .routes(routes!(end_session))
}

/// Refuses numbers that no player has.
pub(super) async fn known(app: &App, id: PlayerId) -> ApiResult<()> {
    player::find(app, id).await?.map(drop).ok_or_else(ApiError::not_found)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AfterQuery {
    /// The `next` of the page before.
    pub(super) after: Option<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerPayments {
    /// Newest first.
    payments: Vec<PaymentRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List the payments of a player
#[utoipa::path(get, path = "/api/players/{id}/payments", tag = "players", params(("id" = i64, Path), AfterQuery),
    responses(
    (status = 200, body = PlayerPayments),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn payments(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
    Query(query): Query<AfterQuery>,
) -> ApiResult<Json<PlayerPayments>> {
    known(&app, id).await?;
    let found = cashbox::newest_payments(&app.db, id, query.after, PAGE_AND_ONE).await?;
    let (payments, next) = paged(found, |line| line.id);
    Ok(Json(PlayerPayments { payments: payments.into_iter().map(PaymentRow::from).collect(), next }))
}

/// List the rounds of a player
#[utoipa::path(get, path = "/api/players/{id}/rounds", tag = "players", params(("id" = i64, Path), HistoryQuery),
    responses(
    (status = 200, body = PlayedGames),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn rounds(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
    Query(query): Query<HistoryQuery>,
) -> ApiResult<Json<PlayedGames>> {
    known(&app, id).await?;
    Ok(Json(history::page(&app, id, &query).await?))
}

/// Read what a player needs to work a round out again
///
/// The same as the player is shown; the operator's half of a pair in force is shown to nobody.
#[utoipa::path(get, path = "/api/players/{id}/rounds/{round}", tag = "players",
    params(("id" = i64, Path), ("round" = i64, Path)), responses(
    (status = 200, body = Proof),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "There is no such round, or it is a partner's, which keeps no proof here",
        body = ErrorBody),
))]
async fn round(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path((id, round)): Path<(i64, i64)>,
) -> ApiResult<Json<Proof>> {
    known(&app, id).await?;
    Ok(Json(fairness::proof(&app, id, round).await?))
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerLinks {
    /// One who has several things in common comes as often; at most 20 for each.
    links: Vec<LinkView>,
}

/// List players with something in common
#[utoipa::path(get, path = "/api/players/{id}/links", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerLinks),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn links(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerLinks>> {
    known(&app, id).await?;
    let found = cashbox::links_of(&app.db, id, caller.scope()).await?;
    let players: Vec<_> = found.iter().map(|(player, _)| *player).collect();
    let briefs = briefs(&app, &players).await?;
    let links = found.into_iter().map(|link| LinkView::of(link, &briefs)).collect::<ApiResult<_>>()?;
    Ok(Json(PlayerLinks { links }))
}

/// An open session of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerSession {
    id: String,
    /// The browser by its name; null when it is not known.
    browser: Option<&'static str>,
    /// The system by its name; null when it is not known.
    system: Option<&'static str>,
    /// Where it was opened (ISO 3166-1); null when that is not known.
    country: Option<String>,
    created_at: String,
    /// When it was last used; some minutes behind.
    seen_at: String,
}

impl From<SessionView> for PlayerSession {
    fn from(session: SessionView) -> Self {
        Self {
            id: session.id,
            browser: session.device.browser,
            system: session.device.system,
            country: session.country,
            created_at: rfc3339(session.created_at),
            seen_at: rfc3339(session.seen_at),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerSessions {
    /// Up to 100, the one that was used last first.
    sessions: Vec<PlayerSession>,
}

/// List the open sessions of a player
#[utoipa::path(get, path = "/api/players/{id}/sessions", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerSessions),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn sessions(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerSessions>> {
    known(&app, id).await?;
    open_sessions(&app, id).await
}

async fn open_sessions(app: &App, id: PlayerId) -> ApiResult<Json<PlayerSessions>> {
    let sessions = identity::sessions_of(app, id).await?.into_iter().map(PlayerSession::from).collect();
    Ok(Json(PlayerSessions { sessions }))
}

/// End every session of a player
///
/// Answers the sessions that are left.
#[utoipa::path(post, path = "/api/players/{id}/sessions/end", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PlayerSessions),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "session_gone: no session was open", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn end_sessions(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersHelp>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerSessions>> {
    ended(&app, &caller, id, None, &body).await
}

/// End a session of a player
///
/// Answers the sessions that are left.
#[utoipa::path(post, path = "/api/players/{id}/sessions/{session}/end", tag = "players",
    params(("id" = i64, Path), ("session" = String, Path)), request_body = ReasonBody, responses(
    (status = 200, body = PlayerSessions),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "session_gone: it was not open any more", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn end_session(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersHelp>,
    Path((id, session)): Path<(i64, String)>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PlayerSessions>> {
    ended(&app, &caller, id, Some(&session), &body).await
}

async fn ended(
    app: &App,
    caller: &StaffCaller<PlayersHelp>,
    id: PlayerId,
    session: Option<&str>,
    body: &ReasonBody,
) -> ApiResult<Json<PlayerSessions>> {
    let reason = reason("reason", &body.reason)?;
    known(app, id).await?;
    let body = caller.actor().signing(json!({ "session": session, "reason": reason })).to_string();
    let fact = Fact { kind: "player.sessions_ended", body };
    if identity::end_by_staff(app, id, session, fact).await? == 0 {
        return Err(ApiError::conflict("session_gone", "There is no such session any more."));
    }
    open_sessions(app, id).await
}
