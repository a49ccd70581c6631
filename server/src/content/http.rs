//! What the site reads of the content, for everybody.

mod banners;
mod cms;
mod config;
mod contact;
mod media;
mod messages;
mod notices;
mod page_context;
mod project;
mod variant_shown;
mod visitor_of_flags;

use std::sync::Arc;

use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use super::preview;
use crate::app::App;

/// The calls whose answers are kept by their idempotency key.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    contact::routes()
}

/// The other calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(cms::routes())
        .merge(config::routes())
        .merge(banners::routes())
        .merge(project::routes())
        .merge(variant_shown::routes())
        .merge(messages::routes())
        .merge(notices::routes())
        .route("/media/{*name}", get(media::show))
        .route("/preview/{token}", get(preview::begin))
}
