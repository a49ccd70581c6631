//! Payment partners, ways to pay and what staff switches, and webhooks that were not taken.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{SwitchView, reason};
use crate::app::App;
use crate::cashbox::{self, MethodStanding, PartnerStanding, Switch, Switched, Untaken};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::{PayoutsDecide, PayoutsRead};

/// Untaken webhooks that are shown.
const UNTAKEN_SHOWN: i64 = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(desk))
        .routes(routes!(switch_method))
        .routes(routes!(switch_partner))
        .routes(routes!(ask_again))
}

/// The switch of `id`, when it is off.
fn switch_of(switches: &[Switch], what: &str, id: &str) -> Option<SwitchView> {
    let found = switches.iter().find(|switch| switch.what == what && switch.id == id)?;
    Some(SwitchView { by: found.by.clone(), reason: found.reason.clone(), at: rfc3339(found.at) })
}

/// How a payment partner does.
#[derive(Debug, Serialize, ToSchema)]
struct PartnerView {
    name: &'static str,
    /// Since when it gives no answers to this server; null while it does.
    away_since: Option<String>,
    /// Of the last calls of this server, how many were answered.
    answered: usize,
    calls: usize,
    /// Of the deposits that ended in the last day, how many were paid.
    paid: i64,
    ended: i64,
    /// Payments that it has refused in the last day, and that went to another partner.
    refused: i64,
    /// Null while it is on.
    off: Option<SwitchView>,
}

impl PartnerView {
    fn of(standing: &PartnerStanding, switches: &[Switch]) -> Self {
        Self {
            name: standing.name,
            away_since: standing.away_since.map(rfc3339),
            answered: standing.answered.0,
            calls: standing.answered.1,
            paid: standing.paid.0,
            ended: standing.paid.1,
            refused: standing.refused,
            off: switch_of(switches, "partner", standing.name),
        }
    }
}

/// A way to pay.
#[derive(Debug, Serialize, ToSchema)]
struct OfficeMethod {
    id: String,
    title: String,
    brand: String,
    /// The partners that carry it; players do not see it when there is none.
    partners: Vec<&'static str>,
    /// Null while it is on.
    off: Option<SwitchView>,
}

impl OfficeMethod {
    fn of(standing: MethodStanding, switches: &[Switch]) -> Self {
        let off = switch_of(switches, "method", &standing.id);
        let MethodStanding { id, title, brand, partners, .. } = standing;
        Self { id, title, brand, partners, off }
    }
}

/// Why a webhook was not taken.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum UntakenWhy {
    /// The payment is not known, or is with another partner.
    Unknown,
    /// It does not fit the payment.
    Mismatch,
    /// The books do not take the money as they are.
    NotNow,
}

/// A rightly signed webhook that was not taken.
#[derive(Debug, Serialize, ToSchema)]
struct UntakenView {
    id: String,
    partner: String,
    /// The name of the payment.
    reference: String,
    /// Where the payment stands, as the partner tells it.
    status: String,
    why: UntakenWhy,
    /// How often it came.
    times: i64,
    /// When it came last.
    at: String,
}

impl From<Untaken> for UntakenView {
    fn from(found: Untaken) -> Self {
        Self {
            id: found.id.to_string(),
            partner: found.partner,
            reference: found.reference,
            status: found.status,
            why: match found.why.as_str() {
                "mismatch" => UntakenWhy::Mismatch,
                "not_now" => UntakenWhy::NotNow,
                _ => UntakenWhy::Unknown,
            },
            times: found.times,
            at: rfc3339(found.at),
        }
    }
}

/// All that staff sees of how payments go.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentDesk {
    partners: Vec<PartnerView>,
    /// In the order of the site.
    methods: Vec<OfficeMethod>,
    /// Newest first, 50 at most.
    untaken: Vec<UntakenView>,
}

async fn desk_now(app: &App) -> ApiResult<Json<PaymentDesk>> {
    let switches = cashbox::switches(app).await?;
    let partners = cashbox::partner_standings(app).await?;
    let untaken = cashbox::untaken(&app.db, UNTAKEN_SHOWN).await?;
    Ok(Json(PaymentDesk {
        partners: partners.iter().map(|standing| PartnerView::of(standing, &switches)).collect(),
        methods: cashbox::method_standings(app)
            .into_iter()
            .map(|standing| OfficeMethod::of(standing, &switches))
            .collect(),
        untaken: untaken.into_iter().map(UntakenView::from).collect(),
    }))
}

/// Show how payment partners and ways to pay do
#[utoipa::path(get, path = "/api/payment-desk", tag = "payments", responses(
    (status = 200, body = PaymentDesk),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn desk(State(app): State<Arc<App>>, _: StaffCaller<PayoutsRead>) -> ApiResult<Json<PaymentDesk>> {
    desk_now(&app).await
}

#[derive(Debug, Deserialize, ToSchema)]
struct SwitchBody {
    /// Whether it is off from now on.
    off: bool,
    /// 1 to 500 characters.
    reason: String,
}

async fn switch(
    app: &App,
    caller: &StaffCaller<PayoutsDecide>,
    what: (Switched, &str),
    body: &SwitchBody,
) -> ApiResult<Json<PaymentDesk>> {
    let reason = reason("reason", &body.reason)?;
    cashbox::switch(app, what, body.off, &reason, &caller.actor()).await?;
    desk_now(app).await
}

/// Switch a way to pay off or on
///
/// Nobody begins a payment by one that is off, and it leaves every open cashbox at once; what is under way goes on.
#[utoipa::path(post, path = "/api/payment-desk/methods/{id}/switch", tag = "payments", params(("id" = String, Path)),
    request_body = SwitchBody, responses(
    (status = 200, body = PaymentDesk),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: somebody has done so meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_method(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<String>,
    Json(body): Json<SwitchBody>,
) -> ApiResult<Json<PaymentDesk>> {
    switch(&app, &caller, (Switched::Method, &id), &body).await
}

/// Switch a payment partner off or on
///
/// No new payment goes to one that is off; what is under way goes on.
#[utoipa::path(post, path = "/api/payment-desk/partners/{name}/switch", tag = "payments",
    params(("name" = String, Path)), request_body = SwitchBody, responses(
    (status = 200, body = PaymentDesk),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: somebody has done so meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn switch_partner(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(name): Path<String>,
    Json(body): Json<SwitchBody>,
) -> ApiResult<Json<PaymentDesk>> {
    switch(&app, &caller, (Switched::Partner, &name), &body).await
}

/// Ask the partner of a webhook that was not taken how its payment stands
///
/// What the partner says is taken as any report of it, and the webhook leaves the list.
#[utoipa::path(post, path = "/api/payment-desk/untaken/{id}/ask", tag = "payments", params(("id" = Uuid, Path)),
    responses(
    (status = 200, body = PaymentDesk),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "still_untaken: what the partner says now does not fit the payment either", body = ErrorBody),
    (status = 503, description = "The partner gives no answer", body = ErrorBody),
))]
async fn ask_again(
    State(app): State<Arc<App>>,
    _: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<PaymentDesk>> {
    if !cashbox::ask_again(&app, id).await? {
        let message = "What the partner says now does not fit the payment either.";
        return Err(ApiError::conflict("still_untaken", message));
    }
    desk_now(&app).await
}
