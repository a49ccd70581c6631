//! The calls of points and the VIP club. Points are spent in the shop.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::PlayerId;
use croupier_money::Rate;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::balance;
use super::vip::{VipProgress, progress};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(comp_points)).routes(routes!(vip_status_progress))
}

/// A number of points.
#[derive(Debug, Serialize, ToSchema)]
pub struct PointCount {
    /// Whole points.
    points: i64,
}

/// What `player` can spend.
pub async fn points_of(app: &App, player: PlayerId) -> ApiResult<PointCount> {
    Ok(PointCount { points: balance(&app.db, player).await?.points })
}

/// What a unit of a currency earns.
#[derive(Debug, Serialize, ToSchema)]
struct PointRate {
    /// The currency.
    currency: &'static str,
    /// Points for a unit of real money staked, as decimal text; some categories of games give less.
    #[schema(value_type = String)]
    points: Rate,
}

/// A player's points.
#[derive(Debug, Serialize, ToSchema)]
struct CompPoints {
    /// What can be spent.
    chargeable: PointCount,
    /// What was earned for life; levels follow it.
    persistent: PointCount,
    /// What play earns, by currency; one that is not listed is a coin, which earns by its worth in euros.
    rates: Vec<PointRate>,
}

/// Read the player's comp points
#[utoipa::path(get, path = "/api/player/comp_points", tag = "loyalty", responses(
    (status = 200, body = CompPoints),
    (status = 401, body = ErrorBody),
))]
async fn comp_points(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<CompPoints>> {
    let balance = balance(&app.db, caller.id).await?;
    let loyalty = app.site_config.loyalty.now();
    let rate = |(currency, points): (&croupier_money::Currency, &Rate)| PointRate {
        currency: currency.code(),
        points: *points,
    };
    Ok(Json(CompPoints {
        chargeable: PointCount { points: balance.points },
        persistent: PointCount { points: balance.total_points },
        rates: loyalty.points_per_unit.iter().map(rate).collect(),
    }))
}

/// Read the player's way to the next VIP status
#[utoipa::path(get, path = "/jam/vip_status_progress", tag = "loyalty", responses(
    (status = 200, body = VipProgress),
    (status = 401, body = ErrorBody),
))]
async fn vip_status_progress(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<VipProgress>> {
    Ok(Json(progress(&app, caller.id).await?))
}
