//! The calls of the shop.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::offers::{self, Offer};
use super::purchase::{PurchaseRequest, buy};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::idempotency::required_key;
use crate::loyalty::{self, PointCount, RewardType};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::site_config::LOCALE_DEFAULT;

/// The calls of this context. A purchase keeps its own answer by its key.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(offers)).routes(routes!(purchase))
}

/// Which cards are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferType {
    /// Those of money.
    Money,
    /// Those of free spins.
    Freespins,
    /// Those of lotteries and of lootboxes.
    SpecialRewards,
    /// Those of lotteries.
    Lotteries,
    /// Those of lootboxes.
    Lootboxes,
}

impl OfferType {
    /// Whether cards of a reward are asked for.
    const fn holds(self, reward: RewardType) -> bool {
        match self {
            Self::Money => matches!(reward, RewardType::Money),
            Self::Freespins => matches!(reward, RewardType::Freespins),
            Self::SpecialRewards => matches!(reward, RewardType::Lotteries | RewardType::Lootboxes),
            Self::Lotteries => matches!(reward, RewardType::Lotteries),
            Self::Lootboxes => matches!(reward, RewardType::Lootboxes),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OffersQuery {
    /// Only cards of this type.
    #[param(inline)]
    r#type: Option<OfferType>,
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
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
    let mut offers = offers::offers(&app, query.l.as_deref().unwrap_or(LOCALE_DEFAULT)).await?;
    offers.retain(|offer| query.r#type.is_none_or(|asked| asked.holds(offer.r#type)));
    Ok(Json(offers))
}

/// What was exchanged.
#[derive(Debug, Serialize, ToSchema)]
struct PurchaseView {
    id: String,
    r#type: RewardType,
    group: String,
    /// Points that were taken.
    points: i64,
    /// The wallet that got the money, or that prizes go to.
    currency: &'static str,
    /// The real money that it got, in subunits; 0 of anything else.
    amount_cents: i64,
    /// The bonus money that it got, in subunits; 0 of anything else.
    bonus_amount_cents: i64,
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
    (status = 409, description = "card_changed: the card has other terms than those that were handed over; or a state that has \
        changed meanwhile", body = ErrorBody),
    (status = 422, description = "insufficient_points, multi_account, bonuses_off, lottery_not_started, lottery_ended, \
        lottery_tickets_max, lottery_currency, or a wrong field", body = FieldErrorsBody),
))]
async fn purchase(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    headers: HeaderMap,
    Json(request): Json<PurchaseRequest>,
) -> ApiResult<(StatusCode, Json<PurchaseView>)> {
    let key = required_key(&headers)?;
    caller.require_fresh()?;
    let purchase = buy(&app, caller.id, &key, &request).await?;
    let view = PurchaseView {
        id: purchase.id.to_string(),
        r#type: purchase.kind,
        group: purchase.group,
        points: purchase.points,
        currency: purchase.currency.code(),
        amount_cents: purchase.amount,
        bonus_amount_cents: purchase.bonus_amount,
        chargeable: loyalty::points_of(&app, caller.id).await?,
    };
    Ok((StatusCode::CREATED, Json(view)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_types_of_rewards_are_asked_for_by_name() {
        use RewardType::{Freespins, Lootboxes, Lotteries, Money};
        #[rustfmt::skip]
        let cases: [(&str, &[RewardType]); 5] = [
            ("money",           &[Money]),
            ("freespins",       &[Freespins]),
            ("special_rewards", &[Lotteries, Lootboxes]),
            ("lotteries",       &[Lotteries]),
            ("lootboxes",       &[Lootboxes]),
        ];
        for (name, rewards) in cases {
            let asked: OfferType = serde_json::from_value(name.into()).unwrap();
            for reward in [Money, Freespins, Lotteries, Lootboxes] {
                assert_eq!(asked.holds(reward), rewards.contains(&reward), "{name} {reward:?}");
            }
        }
        assert!(serde_json::from_value::<OfferType>("shares".into()).is_err());
    }
}
