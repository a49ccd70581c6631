//! Games: what they return beside what they are made to, and switching them off and on.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::reports::period;
use super::shared::{PAGE, ReasonBody, SwitchView, reason};
use crate::app::App;
use crate::office::games::{self, Switched, Watched};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{GamesRead, GamesSwitch};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_games))
        .routes(routes!(switch_game_off))
        .routes(routes!(switch_game_on))
}

/// Which games are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum GameFilter {
    /// Every game.
    #[default]
    All,
    /// Those whose return lies further off than chance explains.
    StandingOut,
    /// Those that are switched off.
    Off,
}

/// In which order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum GameOrder {
    /// What was bet most in first.
    #[default]
    Bets,
    /// By title.
    Title,
    /// What was played most first.
    Rounds,
    /// What returned most first.
    Actual,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GamesQuery {
    /// The first day that counts, `YYYY-MM-DD`.
    from: String,
    /// The last one, at most three years after it.
    to: String,
    /// Which ones; all when absent.
    #[serde(default)]
    #[param(inline)]
    state: GameFilter,
    /// A part of the title or of the identifier.
    #[serde(default)]
    query: String,
    /// In which order; by bets when absent.
    #[serde(default)]
    #[param(inline)]
    sort: GameOrder,
    /// How many games to pass over: the `next` of the page before.
    #[serde(default)]
    after: usize,
}

/// A game with what it has returned. Shares are percents to two decimals.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GameReturn {
    /// The number.
    id: i64,
    /// `{provider}/{slug}`.
    identifier: String,
    title: String,
    provider: String,
    /// Why it is off; null when it is on.
    off: Option<SwitchView>,
    /// Whether it is a built-in game, whose PAR sheet stands in the repository.
    has_sheet: bool,
    /// What it is made to return; null when nobody says.
    theoretical: Option<String>,
    /// The standard deviation of a round's pay for a stake of 1, or the most that it can be.
    deviation: Option<String>,
    /// Rounds that wallets paid for.
    rounds: i64,
    /// What was bet in them, in euro cents at the rates of the day.
    bets_cents: i64,
    /// What was won, likewise.
    wins_cents: i64,
    /// What came back; null when nothing was bet.
    actual: Option<String>,
    /// 95 of 100 returns of so many rounds are no less; null when too few were played.
    low: Option<String>,
    /// 95 of 100 returns of so many rounds are no more.
    high: Option<String>,
    /// Whether the return lies further off than chance explains.
    stands_out: bool,
}

/// A share as a percent to two decimals.
fn percent(share: f64) -> String {
    format!("{:.2}", share * 100.0)
}

/// Thousandths of a cent in a cent.
const PER_CENT: i64 = 1_000;

impl From<&Watched> for GameReturn {
    fn from(watched: &Watched) -> Self {
        let Watched { game, off, sheet, returned, standing, is_ours } = watched;
        let off = off.as_ref().map(|off| SwitchView {
            by: off.by.clone(),
            reason: off.reason.clone(),
            at: rfc3339(off.at),
        });
        Self {
            id: game.id,
            identifier: game.identifier.clone(),
            title: game.title.clone(),
            provider: game.provider.clone(),
            off,
            has_sheet: *is_ours,
            theoretical: sheet.map(|sheet| percent(sheet.rtp)),
            deviation: sheet.and_then(|sheet| sheet.deviation).map(|deviation| format!("{deviation:.3}")),
            rounds: returned.rounds,
            bets_cents: returned.bets / PER_CENT,
            wins_cents: returned.wins / PER_CENT,
            actual: standing.actual.map(percent),
            low: standing.band.map(|(low, _)| percent(low)),
            high: standing.band.map(|(_, high)| percent(high)),
            stands_out: standing.stands_out,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct GameReturns {
    games: Vec<GameReturn>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<usize>,
    /// How many stand out, of all games.
    standing_out: usize,
}

/// List games with what they return
///
/// What was staked and won in rounds that wallets paid for, beside the sheet's mean and how far a return of so many rounds may
/// lie from it.
#[utoipa::path(get, path = "/api/games", tag = "games", params(GamesQuery), responses(
    (status = 200, body = GameReturns),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_games(
    State(app): State<Arc<App>>,
    _: StaffCaller<GamesRead>,
    Query(query): Query<GamesQuery>,
) -> ApiResult<Json<GameReturns>> {
    let mut games = games::watched(&app, period(&query.from, &query.to)?).await?;
    let standing_out = games.iter().filter(|watched| watched.standing.stands_out).count();
    let sought = query.query.trim().to_lowercase();
    games.retain(|watched| {
        let is_sought = sought.is_empty()
            || watched.game.title.to_lowercase().contains(&sought)
            || watched.game.identifier.contains(&sought);
        is_sought
            && match query.state {
                GameFilter::All => true,
                GameFilter::StandingOut => watched.standing.stands_out,
                GameFilter::Off => watched.off.is_some(),
            }
    });
    games.sort_by_cached_key(|watched| (watched.game.title.to_lowercase(), watched.game.id));
    match query.sort {
        GameOrder::Title => {}
        GameOrder::Bets => games.sort_by_key(|watched| Reverse(watched.returned.bets)),
        GameOrder::Rounds => games.sort_by_key(|watched| Reverse(watched.returned.rounds)),
        GameOrder::Actual => games.sort_by(|one, other| {
            let actual = |watched: &Watched| watched.standing.actual.unwrap_or(-1.0);
            actual(other).total_cmp(&actual(one))
        }),
    }
    let next = query.after.saturating_add(PAGE);
    let next = Some(next).filter(|next| *next < games.len());
    let page = games.iter().skip(query.after).take(PAGE).map(GameReturn::from).collect();
    Ok(Json(GameReturns { games: page, next, standing_out }))
}

/// Switch a game off
///
/// Nobody opens it or begins a round of it any more, on any server, within seconds; open rounds are finished.
#[utoipa::path(post, path = "/api/games/{id}/off", tag = "games", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "game_switched: it is off already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_game_off(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    games::switch(&app, Switched::Game(id), false, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch a game on again
#[utoipa::path(post, path = "/api/games/{id}/on", tag = "games", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "game_switched: it is on already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_game_on(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GamesSwitch>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    games::switch(&app, Switched::Game(id), true, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
