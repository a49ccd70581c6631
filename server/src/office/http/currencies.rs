//! The currencies of the operator.

use std::sync::Arc;

use croupier_money::{CURRENCIES, Currency};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::body::Json;
use crate::platform::error::ErrorBody;
use crate::staff::StaffCaller;
use crate::staff::needs::Session;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(currencies))
}

/// A currency.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfficeCurrency)]
struct CurrencyView {
    code: &'static str,
    fiat: bool,
    /// How many subunits make a unit.
    subunits_to_unit: i64,
}

/// List the currencies
#[utoipa::path(get, path = "/api/currencies", tag = "money", responses(
    (status = 200, body = [CurrencyView]),
    (status = 401, body = ErrorBody),
))]
async fn currencies(_: StaffCaller<Session>) -> Json<Vec<CurrencyView>> {
    let view = |currency: Currency| CurrencyView {
        code: currency.code(),
        fiat: currency.is_fiat(),
        subunits_to_unit: currency.subunits_to_unit(),
    };
    Json(CURRENCIES.into_iter().map(view).collect())
}
