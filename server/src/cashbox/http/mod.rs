//! The cashbox's calls.

mod coins;
mod methods;
mod payments;
mod transaction;

use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::webhook;
use crate::app::App;
use crate::platform::deadline;

/// The calls that read, those that pay, which keep their keys with the payment, and the partner's webhooks.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    let in_time = from_fn_with_state(webhook::ANSWER_WITHIN, deadline::keep);
    OpenApiRouter::new()
        .routes(routes!(methods::public_payment_methods))
        .routes(routes!(methods::payment_methods))
        .routes(routes!(payments::payments, payments::pay))
        .routes(routes!(payments::payment))
        .routes(routes!(payments::payment_receipt))
        .routes(routes!(transaction::transaction))
        .routes(routes!(coins::coin_arrivals))
        .routes(routes!(webhook::webhook).layer(in_time))
}

/// The calls whose answers are kept by the caller's `Idempotency-Key`.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(payments::recall))
        .routes(routes!(payments::cancel))
        .routes(routes!(payments::resume))
        .routes(routes!(methods::remove_profile))
        .routes(routes!(coins::coin_addresses, coins::have_coin_address))
        .routes(routes!(coins::credit_coins))
        .routes(routes!(coins::send_coins_back))
}
