//! The call by which the site tells that a visitor was shown a variant of an A/B test.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::{PageContext, has_paid_in};
use super::visitor_of_flags::VisitorOfFlags;
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::flags::Outcome;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(variant_shown))
}

/// What was shown.
#[derive(Debug, Deserialize, ToSchema)]
struct VariantShown {
    /// The name of the A/B test.
    test: String,
    /// The variant, which has to be that of the caller: any other one is not counted.
    variant: String,
}

/// Tell that a variant of an A/B test was shown
///
/// The server works out by itself which variant is the caller's, and counts each visitor once. Who keeps no mark is not
/// counted, nor is who has reached the outcome before.
#[utoipa::path(put, path = "/variant-shown", tag = "visit", request_body = VariantShown, responses(
    (status = 204), (status = 429, body = ErrorBody),
))]
async fn variant_shown(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    headers: HeaderMap,
    Json(VariantShown { test, variant }): Json<VariantShown>,
) -> ApiResult<StatusCode> {
    app.limits.variants_shown.take(visitor.limit_key())?;
    let published = app.content.now();
    let brand = page_context.brand(&app, &published)?;
    let shown_to = VisitorOfFlags::of(&app, (&visitor, &caller, &headers), &brand.id).await?;
    let Some(outcome) = app.flags.counted_outcome(&test, &variant, shown_to.asker()) else {
        return Ok(StatusCode::NO_CONTENT);
    };
    let has_reached = match (shown_to.player(), outcome) {
        (None, _) => false,
        (Some(_), Outcome::Registration) => true,
        (Some(player), Outcome::FirstDeposit) => has_paid_in(&app, player).await?,
    };
    if !has_reached && let Some(counted) = shown_to.of_tests(&app) {
        if shown_to.player().is_none() {
            app.limits.variants_shown_to_guests.take(visitor.limit_key())?;
        }
        app.flags.note_shown(&test, &variant, counted, app.clock.now());
    }
    Ok(StatusCode::NO_CONTENT)
}
