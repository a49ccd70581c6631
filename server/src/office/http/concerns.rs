//! Players of concern: markers of harm with the numbers behind them, and what staff has done about it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, PlayerBrief, brief_of, briefs, number_of, paged, reason};
use crate::app::App;
use crate::concern::{self, Act, ActionTaken, Concern, ConcernAction, ConcernPlace, Figures, Marker};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::ConcernsManage;

/// Actions that are shown of a player.
const ACTIONS_SHOWN: i64 = 10;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(concerns)).routes(routes!(act_on_concern))
}

/// Which players are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ConcernFilter {
    /// Those whom somebody should look at, with the most markers first.
    Open,
    /// Those about whom something was done, the latest first.
    Handled,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ConcernsQuery {
    /// Which ones.
    #[param(inline)]
    state: ConcernFilter,
    /// The `next` of the page before.
    after: Option<String>,
}

/// A sign that gambling may do harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ConcernMarker {
    /// 5 deposits or more came soon after losses, and they are half of all.
    ChasesLosses,
    /// Play in 8 nights or more.
    PlaysAtNight,
    /// Deposits rose by a quarter or more from week to week, twice in a row.
    DepositsRise,
    /// 3 cashouts or more were taken back.
    ReversesCashouts,
    /// 2 sessions or more of 6 hours in a row.
    LongSessions,
}

impl From<Marker> for ConcernMarker {
    fn from(marker: Marker) -> Self {
        match marker {
            Marker::ChasesLosses => Self::ChasesLosses,
            Marker::PlaysAtNight => Self::PlaysAtNight,
            Marker::DepositsRise => Self::DepositsRise,
            Marker::ReversesCashouts => Self::ReversesCashouts,
            Marker::LongSessions => Self::LongSessions,
        }
    }
}

impl From<ConcernMarker> for Marker {
    fn from(marker: ConcernMarker) -> Self {
        match marker {
            ConcernMarker::ChasesLosses => Self::ChasesLosses,
            ConcernMarker::PlaysAtNight => Self::PlaysAtNight,
            ConcernMarker::DepositsRise => Self::DepositsRise,
            ConcernMarker::ReversesCashouts => Self::ReversesCashouts,
            ConcernMarker::LongSessions => Self::LongSessions,
        }
    }
}

/// What was done about a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ConcernActionTaken {
    Contacted,
    LimitSuggested,
    Stopped,
    NoAction,
}

impl From<ActionTaken> for ConcernActionTaken {
    fn from(taken: ActionTaken) -> Self {
        match taken {
            ActionTaken::Contacted => Self::Contacted,
            ActionTaken::LimitSuggested => Self::LimitSuggested,
            ActionTaken::Stopped => Self::Stopped,
            ActionTaken::NoAction => Self::NoAction,
        }
    }
}

impl From<ConcernActionTaken> for ActionTaken {
    fn from(taken: ConcernActionTaken) -> Self {
        match taken {
            ConcernActionTaken::Contacted => Self::Contacted,
            ConcernActionTaken::LimitSuggested => Self::LimitSuggested,
            ConcernActionTaken::Stopped => Self::Stopped,
            ConcernActionTaken::NoAction => Self::NoAction,
        }
    }
}

/// The numbers behind the markers, of the last 28 whole days.
#[derive(Debug, Serialize, ToSchema)]
struct ConcernFigures {
    deposits: i64,
    /// Those that came soon after losses.
    deposits_after_losses: i64,
    /// Nights with play, where the player lives.
    nights: i64,
    /// Days with play.
    days: i64,
    /// What was paid in in each of four weeks, the newest last, in euro cents.
    weeks_euro_cents: Vec<i64>,
    /// Cashouts that were taken back.
    reversed_cashouts: i64,
    /// Sessions of 6 hours in a row or more.
    long_sessions: i64,
    /// The longest session, in hours with play in a row.
    longest_session_hours: i64,
}

impl From<Figures> for ConcernFigures {
    fn from(figures: Figures) -> Self {
        Self {
            deposits: figures.deposits,
            deposits_after_losses: figures.deposits_after_losses,
            nights: figures.nights,
            days: figures.days,
            weeks_euro_cents: figures.weeks_euro_cents.to_vec(),
            reversed_cashouts: figures.reversed_cashouts,
            long_sessions: figures.long_sessions,
            longest_session_hours: figures.longest_session_hours,
        }
    }
}

/// Something that was done about a player.
#[derive(Debug, Serialize, ToSchema)]
struct ConcernActionView {
    id: String,
    action: ConcernActionTaken,
    reason: String,
    by: String,
    at: String,
    /// What the concern was about by then.
    markers: Vec<ConcernMarker>,
}

impl From<ConcernAction> for ConcernActionView {
    fn from(action: ConcernAction) -> Self {
        let ConcernAction { id, taken, reason, by, at, markers } = action;
        let markers = markers.into_iter().map(ConcernMarker::from).collect();
        Self { id: id.to_string(), action: taken.into(), reason, by, at: rfc3339(at), markers }
    }
}

/// A player whom somebody should look at, or has.
#[derive(Debug, Serialize, ToSchema)]
struct ConcernView {
    player: PlayerBrief,
    /// What was found last.
    markers: Vec<ConcernMarker>,
    figures: ConcernFigures,
    /// When markers were found first.
    since: String,
    /// When they were found last.
    found_at: String,
    is_open: bool,
    /// The last 10 things that were done, newest first.
    actions: Vec<ConcernActionView>,
}

impl ConcernView {
    async fn of(app: &App, concern: Concern, briefs: &[PlayerBrief]) -> ApiResult<Self> {
        let actions = concern::actions_of(&app.db, concern.player, ACTIONS_SHOWN).await?;
        Ok(Self {
            player: brief_of(briefs, concern.player)?,
            markers: concern.markers.into_iter().map(ConcernMarker::from).collect(),
            figures: concern.figures.into(),
            since: rfc3339(concern.since),
            found_at: rfc3339(concern.found_at),
            is_open: concern.is_open,
            actions: actions.into_iter().map(ConcernActionView::from).collect(),
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct ConcernList {
    concerns: Vec<ConcernView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// The place that `text` names, as `next` does.
fn place_of(text: &str) -> Option<ConcernPlace> {
    let (by, player) = text.split_once('-')?;
    Some(ConcernPlace { by: by.parse().ok()?, player: player.parse().ok()? })
}

/// List players of concern
///
/// Their payments and play of the last 28 whole days are looked at once a day. Nothing follows from a marker by itself.
#[utoipa::path(get, path = "/api/concerns", tag = "players", params(ConcernsQuery), responses(
    (status = 200, body = ConcernList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn concerns(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ConcernsManage>,
    Query(query): Query<ConcernsQuery>,
) -> ApiResult<Json<ConcernList>> {
    let after = query.after.as_deref().and_then(place_of);
    let is_open = query.state == ConcernFilter::Open;
    let found = if is_open {
        concern::open(&app.db, caller.scope(), after, PAGE_AND_ONE).await?
    } else {
        concern::handled(&app.db, caller.scope(), after, PAGE_AND_ONE).await?
    };
    let (found, next) = paged(found, |concern| {
        let by = match concern.acted_at.filter(|_| !is_open) {
            Some(at) => at,
            None => i64::try_from(concern.markers.len()).unwrap_or(i64::MAX),
        };
        format!("{by}-{}", concern.player)
    });
    let players: Vec<_> = found.iter().map(|concern| concern.player).collect();
    let briefs = briefs(&app, &players).await?;
    let mut concerns = Vec::with_capacity(found.len());
    for concern in found {
        concerns.push(ConcernView::of(&app, concern, &briefs).await?);
    }
    Ok(Json(ConcernList { concerns, next }))
}

#[derive(Deserialize, ToSchema)]
struct ConcernActionBody {
    action: ConcernActionTaken,
    /// What was said, or why nothing is done; 1 to 500 characters.
    reason: String,
    /// The number of the newest action that was seen; null without one.
    last_action: Option<Uuid>,
    /// The markers that were seen.
    markers: Vec<ConcernMarker>,
}

/// Keep what was done about a player of concern
///
/// It closes the concern until there is another marker, or 28 days have gone by. The stop itself, a limit or a message are
/// calls of their own.
#[utoipa::path(post, path = "/api/players/{id}/concern", tag = "players", params(("id" = i64, Path)),
    request_body = ConcernActionBody, responses(
    (status = 200, body = ConcernView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "There is no such player, or no concern about them", body = ErrorBody),
    (status = 409, description = "concern_changed: a colleague has done something meanwhile, or there is \
        another marker", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn act_on_concern(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ConcernsManage>,
    Path(player): Path<PlayerId>,
    headers: HeaderMap,
    Json(body): Json<ConcernActionBody>,
) -> ApiResult<Json<ConcernView>> {
    let reason = reason("reason", &body.reason)?;
    concern::get(&app.db, player).await?.ok_or_else(ApiError::not_found)?;
    let taken = ActionTaken::from(body.action);
    let said: &[&[u8]] = &[b"concern", &player.to_be_bytes(), taken.name().as_bytes(), reason.as_bytes()];
    let act = Act {
        id: number_of(&app, caller.member.id, &headers, said),
        player,
        seen: body.last_action,
        markers: body.markers.into_iter().map(Marker::from).collect(),
        taken,
        reason,
        member: caller.member.id,
        by: caller.actor(),
    };
    concern::act(&app, &act).await?;
    let found = concern::get(&app.db, player).await?.ok_or_else(ApiError::not_found)?;
    let briefs = briefs(&app, &[player]).await?;
    ConcernView::of(&app, found, &briefs).await.map(Json)
}
