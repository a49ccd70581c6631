//! Scorings of tournaments that are done anew from the log.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::costs::CalculationState;
use crate::app::App;
use crate::office::calculations::{self, Standing};
use crate::platform::body::Json;
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::PromotionsRead;
use crate::tournaments::{self, Rescored, RescoredScore, Rescoring, TournamentStatus};

/// How long tournaments that have ended are in the list, in days.
const LISTED_DAYS: i64 = 60;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(scorings))
        .routes(routes!(scoring))
        .routes(routes!(ask_scoring))
        .routes(routes!(cancel_scoring))
}

/// A tournament that has begun.
#[derive(Debug, Serialize, ToSchema)]
struct ScoredTournament {
    /// Its address.
    identifier: String,
    status: TournamentStatus,
    start_at: String,
    end_at: String,
    /// How many have joined.
    players: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ScoredTournaments {
    tournaments: Vec<ScoredTournament>,
}

/// List the tournaments whose scoring can be done anew
///
/// Those that run, and those that have ended within 60 days.
#[utoipa::path(get, path = "/api/scorings", tag = "content", responses(
    (status = 200, body = ScoredTournaments),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn scorings(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
) -> ApiResult<Json<ScoredTournaments>> {
    let now = app.clock.now();
    let listed = tournaments::list(&app.db, now - LISTED_DAYS * DAY_MS).await?;
    let begun = listed.into_iter().filter(|(one, _)| one.status(now) != TournamentStatus::Future);
    let view = |(one, players): (tournaments::Tournament, i64)| {
        let (start_at, end_at) = one.span();
        ScoredTournament {
            identifier: one.identifier().to_owned(),
            status: one.status(now),
            start_at: rfc3339(start_at),
            end_at: rfc3339(end_at),
            players,
        }
    };
    Ok(Json(ScoredTournaments { tournaments: begun.map(view).collect() }))
}

/// What a player has scored. Amounts are in subunits of the tournament's currency.
#[derive(Debug, Serialize, ToSchema)]
struct ScoreView {
    points: i64,
    rounds: i64,
    bet_cents: i64,
    win_cents: i64,
}

impl From<RescoredScore> for ScoreView {
    fn from(score: RescoredScore) -> Self {
        let RescoredScore { points, rounds, bet, win } = score;
        Self { points, rounds, bet_cents: bet, win_cents: win }
    }
}

/// A player's score as it is kept, and as the log says.
#[derive(Debug, Serialize, ToSchema)]
struct ScoringLine {
    player: i64,
    /// The name that others see.
    shown_name: String,
    is_equal: bool,
    kept: ScoreView,
    anew: ScoreView,
}

impl From<Rescored> for ScoringLine {
    fn from(one: Rescored) -> Self {
        let Rescored { player, shown_name, kept, anew } = one;
        Self { player, shown_name, is_equal: kept == anew, kept: kept.into(), anew: anew.into() }
    }
}

/// A scoring that was done anew.
#[derive(Debug, Serialize, ToSchema)]
struct ScoringView {
    /// Whether places are final.
    is_final: bool,
    /// How many have joined.
    players: i64,
    /// How many of them have another score by the log.
    different: i64,
    /// Those with another score, then those ahead; 200 at most.
    lines: Vec<ScoringLine>,
}

impl From<Rescoring> for ScoringView {
    fn from(found: Rescoring) -> Self {
        let Rescoring { is_final, players, different, reported } = found;
        Self { is_final, players, different, lines: reported.into_iter().map(ScoringLine::from).collect() }
    }
}

/// The scoring that was asked for last.
#[derive(Debug, Serialize, ToSchema)]
struct ScoringStanding {
    state: CalculationState,
    asked_by: String,
    asked_at: String,
    /// Null until it is done.
    scoring: Option<ScoringView>,
    /// Why there is none: `changed`, `archived`, `too_many` or `broken`.
    fault: Option<String>,
}

impl From<Standing<Rescoring>> for ScoringStanding {
    fn from(standing: Standing<Rescoring>) -> Self {
        let Standing { state, asked_by, asked_at, result, fault, .. } = standing;
        let scoring = result.map(ScoringView::from);
        Self { state: state.into(), asked_by, asked_at: rfc3339(asked_at), scoring, fault }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ScoringAnswer {
    /// Null when nobody has asked yet.
    standing: Option<ScoringStanding>,
}

async fn answer(app: &App, identifier: &str) -> ApiResult<Json<ScoringAnswer>> {
    let standing = calculations::scoring(app, identifier).await?.map(ScoringStanding::from);
    Ok(Json(ScoringAnswer { standing }))
}

/// Read the scoring of a tournament that was done anew
#[utoipa::path(get, path = "/api/scorings/{identifier}", tag = "content", params(("identifier" = String, Path)), responses(
    (status = 200, body = ScoringAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn scoring(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Path(identifier): Path<String>,
) -> ApiResult<Json<ScoringAnswer>> {
    answer(&app, &identifier).await
}

/// Score a tournament anew from the log
///
/// Nothing changes: what comes out stands beside what players are shown.
#[utoipa::path(post, path = "/api/scorings/{identifier}", tag = "content", params(("identifier" = String, Path)), responses(
    (status = 200, body = ScoringAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "calculation_running: one of the tournament, or one that the caller has asked for, is under \
        way", body = ErrorBody),
))]
async fn ask_scoring(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PromotionsRead>,
    Path(identifier): Path<String>,
) -> ApiResult<Json<ScoringAnswer>> {
    calculations::ask_scoring(&app, &identifier, &caller.member).await?;
    answer(&app, &identifier).await
}

/// Stop a scoring
#[utoipa::path(post, path = "/api/scorings/{identifier}/cancel", tag = "content", params(("identifier" = String, Path)),
    responses(
    (status = 200, body = ScoringAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn cancel_scoring(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Path(identifier): Path<String>,
) -> ApiResult<Json<ScoringAnswer>> {
    calculations::cancel_scoring(&app, &identifier).await?;
    answer(&app, &identifier).await
}
