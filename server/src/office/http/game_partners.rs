//! Partners with games: how they do, which of their calls came to nothing, and a switch for each of their providers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{ReasonBody, SwitchView, reason};
use crate::app::App;
use crate::catalogue::{self, ProviderOff};
use crate::office::games::{self, Switched};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::play::partners::{CallFailure, Partner, failures};
use crate::staff::StaffCaller;
use crate::staff::needs::{GamesRead, GamesSwitch};

/// Failed calls that are shown of a partner.
const FAILURES_SHOWN: i64 = 20;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_game_partners))
        .routes(routes!(switch_provider_off))
        .routes(routes!(switch_provider_on))
}

/// A partner whose games are played here.
#[derive(Debug, Serialize, ToSchema)]
struct GamePartnerView {
    name: String,
    providers: Vec<PartnerProvider>,
    /// Since when it gives no answers; null while it does. Of the server that answers.
    away_since: Option<String>,
    /// Of its last calls, how many it has answered. Of the server that answers.
    answered: usize,
    /// How many calls these were.
    asked: usize,
    /// Calls in its name that were not signed rightly, since the server that answers has started.
    unsigned: i64,
    /// The newest of its calls that came to nothing.
    failures: Vec<CallFailureView>,
}

/// A provider whose games a partner runs.
#[derive(Debug, Serialize, ToSchema)]
struct PartnerProvider {
    id: String,
    /// Why it is off; null when it is on.
    off: Option<SwitchView>,
}

/// A call of a partner that came to nothing.
#[derive(Debug, Serialize, ToSchema)]
struct CallFailureView {
    at: String,
    /// `play`, `rollback` or `freespins`.
    call: String,
    /// The partner's number for what is wrong.
    code: i64,
    message: String,
    /// The player, where the call names one.
    player_id: Option<i64>,
    /// The partner's name of the round.
    round: Option<String>,
}

impl From<CallFailure> for CallFailureView {
    fn from(failure: CallFailure) -> Self {
        let CallFailure { at, call, code, message, player, round, .. } = failure;
        Self { at: rfc3339(at), call, code, message, player_id: player, round }
    }
}

async fn view(app: &App, partner: &Partner, off: &[ProviderOff]) -> ApiResult<GamePartnerView> {
    let provider = |id: &String| {
        let off = off.iter().find(|off| off.provider == *id);
        let off =
            off.map(|off| SwitchView { by: off.by.clone(), reason: off.reason.clone(), at: rfc3339(off.at) });
        PartnerProvider { id: id.clone(), off }
    };
    let (answered, asked) = partner.answered();
    let failures = failures(app, &partner.name, FAILURES_SHOWN).await?;
    Ok(GamePartnerView {
        name: partner.name.clone(),
        providers: partner.providers.iter().map(provider).collect(),
        away_since: partner.away_since().map(rfc3339),
        answered,
        asked,
        unsigned: partner.unsigned(),
        failures: failures.into_iter().map(CallFailureView::from).collect(),
    })
}

/// List partners with games
///
/// How each does, and which of its calls came to nothing.
#[utoipa::path(get, path = "/api/game-partners", tag = "games", responses(
    (status = 200, body = Vec<GamePartnerView>),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn list_game_partners(
    State(app): State<Arc<App>>,
    _: StaffCaller<GamesRead>,
) -> ApiResult<Json<Vec<GamePartnerView>>> {
    let off = catalogue::providers_off(&app.db).await?;
    let mut partners = Vec::new();
    for partner in app.game_partners.iter() {
        partners.push(view(&app, partner, &off).await?);
    }
    Ok(Json(partners))
}

/// Switch the games of a provider off
///
/// Nobody opens them or bets in them any more, on any server, within seconds; wins of open rounds are taken.
#[utoipa::path(post, path = "/api/game-partners/providers/{id}/off", tag = "games",
    params(("id" = String, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "game_switched: it is off already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_provider_off(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path(id): Path<String>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    games::switch(&app, Switched::Provider(&id), false, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch the games of a provider on again
#[utoipa::path(post, path = "/api/game-partners/providers/{id}/on", tag = "games",
    params(("id" = String, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "game_switched: it is on already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_provider_on(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path(id): Path<String>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    games::switch(&app, Switched::Provider(&id), true, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
