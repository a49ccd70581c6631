//! The calls of the back office.

mod adjustments;
mod chats;
mod currencies;
mod documents;
mod gifts;
mod log;
mod payouts;
mod player_activity;
mod player_contact;
mod players;
mod shared;
mod sign_in;
mod team;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// Every call of the back office.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(sign_in::routes())
        .merge(team::routes())
        .merge(payouts::routes())
        .merge(documents::routes())
        .merge(players::routes())
        .merge(player_activity::routes())
        .merge(gifts::routes())
        .merge(player_contact::routes())
        .merge(adjustments::routes())
        .merge(chats::routes())
        .merge(currencies::routes())
        .merge(log::routes())
}
