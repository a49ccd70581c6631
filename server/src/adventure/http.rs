//! The call of adventures. Gifts of completed days are activated by the calls of gifts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::shown_at;
use super::store;
use super::view::{AdventureCalendar, Progress, view};
use crate::app::App;
use crate::auth::Caller;
use crate::bonus;
use crate::platform::cached::{KeptBy, answer};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;
use crate::platform::query::Query;
use crate::site_config::LOCALE_DEFAULT;

/// Calendars that are looked at at most.
const LOOKED_AT_MAX: i64 = 50;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(vip_adventures))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
}

/// Read the adventure that runs
///
/// With what the player has completed of it. It is shown until the end of the day after its last one, or until the next begins.
#[utoipa::path(get, path = "/api/fe/config/vip-adventures", tag = "config", params(InLanguage), responses(
    (status = 200, body = AdventureCalendar),
))]
async fn vip_adventures(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(requested): Query<InLanguage>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (now, locale) = (app.clock.now(), requested.l.as_deref().unwrap_or(LOCALE_DEFAULT));
    let adventures = store::between(&app.db, now - DAY_MS, now, LOOKED_AT_MAX).await?;
    let Some(adventure) = shown_at(&adventures, now) else {
        return answer(&headers, KeptBy::VisitorWhoAsks, &AdventureCalendar::default());
    };
    let progress = match caller.player() {
        None => Progress::default(),
        Some(player) => Progress {
            completions: store::completions(&app.db, player.id, adventure.id).await?,
            deposited: store::deposits(&app.db, player.id, adventure.id, adventure.step_at(now)).await?,
            gifts: bonus::gifts_from(&app, player.id, &adventure.source_prefix(), locale).await?,
        },
    };
    answer(&headers, KeptBy::VisitorWhoAsks, &view(adventure, &progress, locale, now))
}
