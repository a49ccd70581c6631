//! What ways to pay cost and how long they take, as staff sets it.

use std::sync::Arc;

use axum::extract::State;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::reason;
use crate::app::App;
use crate::cashbox::{self, Fee, FeeKey, MethodStanding, Terms};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::staff::StaffCaller;
use crate::staff::needs::{PayoutsDecide, PayoutsRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(payment_fees, set_payment_fee))
}

/// Which way the money goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FeeAction {
    /// Into the wallet.
    Deposit,
    /// Out of the wallet.
    Cashout,
}

/// What a way to pay costs.
#[derive(Debug, Serialize, ToSchema)]
struct FeeView {
    /// The licence's code.
    licence: String,
    method_id: String,
    action: FeeAction,
    currency: String,
    /// The version, from 1.
    version: i64,
    terms: Terms,
    by: String,
    reason: String,
    at: String,
}

impl From<Fee> for FeeView {
    fn from(fee: Fee) -> Self {
        let FeeKey { licence, method, deposit, currency } = fee.key;
        Self {
            licence,
            method_id: method,
            action: if deposit { FeeAction::Deposit } else { FeeAction::Cashout },
            currency: currency.code().to_owned(),
            version: fee.version,
            terms: fee.terms,
            by: fee.by,
            reason: fee.reason,
            at: rfc3339(fee.at),
        }
    }
}

/// A way to pay that a fee can be set for.
#[derive(Debug, Serialize, ToSchema)]
struct FeeMethod {
    id: String,
    title: String,
    currencies: Vec<&'static str>,
}

impl From<MethodStanding> for FeeMethod {
    fn from(standing: MethodStanding) -> Self {
        let currencies = standing.currencies.iter().map(|currency| currency.code()).collect();
        Self { id: standing.id, title: standing.title, currencies }
    }
}

/// What ways to pay cost, and what can be set.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentFees {
    /// Those that were set; all others are free and as quick as the list of ways to pay says.
    fees: Vec<FeeView>,
    /// The codes of the licences.
    licences: Vec<String>,
    /// In the order of the site.
    methods: Vec<FeeMethod>,
}

async fn fees_now(app: &App) -> ApiResult<Json<PaymentFees>> {
    Ok(Json(PaymentFees {
        fees: cashbox::fees(app).await?.into_iter().map(FeeView::from).collect(),
        licences: app.site_config.licences.all().iter().map(|licence| licence.code.clone()).collect(),
        methods: cashbox::method_standings(app).into_iter().map(FeeMethod::from).collect(),
    }))
}

/// List what ways to pay cost
#[utoipa::path(get, path = "/api/payment-fees", tag = "payments", responses(
    (status = 200, body = PaymentFees),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn payment_fees(
    State(app): State<Arc<App>>,
    _: StaffCaller<PayoutsRead>,
) -> ApiResult<Json<PaymentFees>> {
    fees_now(&app).await
}

#[derive(Debug, Deserialize, ToSchema)]
struct FeeBody {
    /// The licence's code.
    licence: String,
    method_id: String,
    action: FeeAction,
    currency: String,
    /// The version that the caller has seen; 0 when none was set.
    seen_version: i64,
    terms: Terms,
    /// 1 to 500 characters.
    reason: String,
}

/// Set what a way to pay costs, and how long it takes
///
/// It holds for payments that are made from now on. Open cashboxes are told.
#[utoipa::path(post, path = "/api/payment-fees", tag = "payments", request_body = FeeBody, responses(
    (status = 200, body = PaymentFees),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "No such licence or way to pay, or not in this currency", body = ErrorBody),
    (status = 409, description = "fee_changed: somebody has set it meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn set_payment_fee(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Json(body): Json<FeeBody>,
) -> ApiResult<Json<PaymentFees>> {
    let reason = reason("reason", &body.reason)?;
    let currency = body.currency.parse::<Currency>().map_err(|_| ApiError::not_found())?;
    let deposit = body.action == FeeAction::Deposit;
    let fee = Fee {
        key: FeeKey { licence: body.licence, method: body.method_id, deposit, currency },
        version: body.seen_version.saturating_add(1),
        terms: body.terms,
        by: String::new(),
        reason,
        at: 0,
    };
    cashbox::set_fee(&app, fee, &caller.actor()).await?;
    fees_now(&app).await
}
