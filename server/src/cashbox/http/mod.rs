//! The cashbox's calls.

mod methods;
mod payments;
mod transaction;

use std::sync::Arc;

use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::webhook;
use crate::app::App;

/// The calls that read, those that pay, which keep their keys with the payment, and the partner's webhooks.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(methods::public_payment_methods))
        .routes(routes!(methods::payment_methods))
        .routes(routes!(payments::payments, payments::pay))
        .routes(routes!(payments::payment))
        .routes(routes!(transaction::transaction))
        .routes(routes!(webhook::webhook).layer(webhook::in_time()))
}

/// The calls whose answers are kept by the caller's `Idempotency-Key`.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(payments::recall)).routes(routes!(methods::remove_profile))
}
