//! Lasting addresses of coins, and what came to them.

use std::sync::Arc;

use axum::extract::State;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::cashbox::coin_addresses::{self, AddressView};
use crate::cashbox::coin_arrivals_held as held;
use crate::cashbox::coin_arrivals_state::{Arrival, ArrivalView};
use crate::cashbox::payer::Payer;
use crate::cashbox::state::Action;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::query::Path;

/// List the player's lasting addresses of coins
#[utoipa::path(get, path = "/api/player/coin_addresses", tag = "cashbox", responses(
    (status = 200, body = [AddressView]),
    (status = 401, body = ErrorBody),
))]
pub(super) async fn coin_addresses(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<Vec<AddressView>>> {
    coin_addresses::of_player(&app, caller.id).await.map(Json)
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct CoinAddressBody {
    /// The coin, of which the player has a wallet.
    currency: String,
}

/// Have a lasting address for a coin
///
/// The same one each time, and nobody else's. What comes to it is credited without an order.
#[utoipa::path(post, path = "/api/player/coin_addresses", tag = "cashbox", request_body = CoinAddressBody, responses(
    (status = 200, body = AddressView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "restricted_country, account_incomplete, or the code of a stop", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
    (status = 503, description = "The partner gives no answer", body = ErrorBody),
))]
pub(super) async fn have_coin_address(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<CoinAddressBody>,
) -> ApiResult<Json<AddressView>> {
    let currency: Currency = body
        .currency
        .parse()
        .map_err(|_| ApiError::field("currency", "currency_not_supported", "There is no such currency."))?;
    let payer = Payer::load(&app, &caller, &visitor).await?;
    coin_addresses::issue(&app, &payer, currency).await.map(Json)
}

/// What came to a player's lasting addresses.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CoinArrivals {
    /// The newest ones and all that have not come to their end, newest first.
    data: Vec<ArrivalView>,
}

/// List what came to the player's lasting addresses
#[utoipa::path(get, path = "/api/player/coin_arrivals", tag = "cashbox", responses(
    (status = 200, body = CoinArrivals),
    (status = 401, body = ErrorBody),
))]
pub(super) async fn coin_arrivals(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<CoinArrivals>> {
    let found = held::of_player(&app, caller.id).await?;
    Ok(Json(CoinArrivals { data: found.iter().map(Arrival::view).collect() }))
}

async fn own(app: &App, caller: &PlayerCaller, id: &str) -> ApiResult<Arrival> {
    let id = Uuid::parse_str(id).map_err(|_| ApiError::not_found())?;
    app.limits.payments.take(LimitKey::player(caller.id))?;
    held::own(app, caller.id, id).await
}

/// Have held coins credited
///
/// Possible once nothing speaks against it any more; until then 409 with `coin_held_` and the reason. As every deposit it is not
/// possible from where the operator may not serve.
#[utoipa::path(post, path = "/api/player/coin_arrivals/{id}/credit", tag = "cashbox",
    params(("id" = String, Path)), responses(
    (status = 200, body = ArrivalView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "restricted_country", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "coin_held_ and the reason, or invalid_state", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(super) async fn credit_coins(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Path(id): Path<String>,
) -> ApiResult<Json<ArrivalView>> {
    let arrival = own(&app, &caller, &id).await?;
    Payer::load(&app, &caller, &visitor).await?.refuse_restricted(&app, Action::Deposit)?;
    Ok(Json(held::credit_held(&app, arrival, None).await?.view()))
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SendBackBody {
    /// An own address of the player.
    address: String,
}

/// Send held coins back
///
/// To an address that the player names. The same call again answers how it stands.
#[utoipa::path(post, path = "/api/player/coin_arrivals/{id}/return", tag = "cashbox",
    params(("id" = String, Path)), request_body = SendBackBody, responses(
    (status = 200, body = ArrivalView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required, wealth_questionnaire_overdue, or the code of a stop", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "invalid_state, or coin_held_locked: staff alone sends them", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
pub(super) async fn send_coins_back(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
    Json(body): Json<SendBackBody>,
) -> ApiResult<Json<ArrivalView>> {
    caller.require_fresh()?;
    let arrival = own(&app, &caller, &id).await?;
    Ok(Json(held::send_back(&app, arrival, &body.address).await?.view()))
}
