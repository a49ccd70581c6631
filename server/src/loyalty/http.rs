//! The calls of points, the shop and the VIP club.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_money::Rate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::balance;
use super::purchase::{PurchaseRequest, RewardType, exchange};
use super::vip::{VipProgress, progress};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::body::Json;
use crate::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::house::MoneyRate;
use crate::idempotency::required_key;
use crate::query::Query;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(comp_points))
        .routes(routes!(offers))
        .routes(routes!(purchase))
        .routes(routes!(vip_status_progress))
}

/// A number of points.
#[derive(Debug, Serialize, ToSchema)]
struct PointCount {
    /// Whole points.
    points: i64,
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
    let loyalty = app.house.loyalty.now();
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

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OffersQuery {
    /// Only cards of this type.
    r#type: Option<RewardType>,
}

/// A card of the points shop.
#[derive(Debug, Serialize, ToSchema)]
struct Offer {
    r#type: RewardType,
    /// Names the card.
    group: String,
    /// What it costs and gives, by currency; another currency gets what stands for EUR, converted.
    rates: Vec<MoneyRate>,
}

/// Read what points can be exchanged for
#[utoipa::path(get, path = "/api/loyalty/offers", tag = "loyalty", params(OffersQuery), responses(
    (status = 200, body = [Offer]),
    (status = 422, body = FieldErrorsBody),
))]
async fn offers(
    State(app): State<Arc<App>>,
    Query(query): Query<OffersQuery>,
) -> ApiResult<Json<Vec<Offer>>> {
    let loyalty = app.house.loyalty.now();
    let is_asked = |kind: RewardType| query.r#type.is_none_or(|asked| asked == kind);
    let money = loyalty.money.iter().filter(|_| is_asked(RewardType::Money)).map(|card| Offer {
        r#type: RewardType::Money,
        group: card.group.clone(),
        rates: card.rates.clone(),
    });
    Ok(Json(money.collect()))
}

/// What was exchanged.
#[derive(Debug, Serialize, ToSchema)]
struct PurchaseView {
    id: String,
    r#type: RewardType,
    group: String,
    /// Points that were taken.
    points: i64,
    /// The wallet that got the money.
    currency: &'static str,
    /// What it got, in subunits.
    amount_cents: i64,
    /// What can be spent now.
    chargeable: PointCount,
}

/// Exchange points
///
/// Points are taken and the reward is given in one commit; the same `Idempotency-Key` exchanges once.
#[utoipa::path(post, path = "/api/loyalty/purchases", tag = "loyalty", request_body = PurchaseRequest,
    params(("idempotency-key" = String, Header)), responses(
    (status = 201, body = PurchaseView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required, or the code of a stop", body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 422, description = "insufficient_points, multi_account, or a wrong field", body = FieldErrorsBody),
))]
async fn purchase(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    headers: HeaderMap,
    Json(request): Json<PurchaseRequest>,
) -> ApiResult<(StatusCode, Json<PurchaseView>)> {
    let key = required_key(&headers)?;
    caller.require_fresh()?;
    let purchase = exchange(&app, caller.id, &key, &request).await?;
    let view = PurchaseView {
        id: purchase.id.to_string(),
        r#type: request.r#type,
        group: purchase.group,
        points: purchase.points,
        currency: purchase.currency.code(),
        amount_cents: purchase.amount,
        chargeable: PointCount { points: balance(&app.db, caller.id).await?.points },
    };
    Ok((StatusCode::CREATED, Json(view)))
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
