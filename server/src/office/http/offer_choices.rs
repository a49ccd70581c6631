//! What offers are made of.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Json;
use crate::catalogue::{Audience, Game};
use crate::error::ErrorBody;
use crate::loyalty;
use crate::staff::StaffCaller;
use crate::staff::needs::ContentRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(offer_choices))
}

/// A game that terms can name.
#[derive(Debug, Serialize, ToSchema)]
struct OfferGame {
    identifier: String,
    title: String,
}

/// A group that an offer can put its player into.
#[derive(Debug, Serialize, ToSchema)]
struct OfferGroup {
    id: i64,
    name: String,
}

/// What offers are made of.
#[derive(Debug, Serialize, ToSchema)]
struct OfferChoices {
    games: Vec<OfferGame>,
    /// Ids of the collections of games.
    categories: Vec<String>,
    groups: Vec<OfferGroup>,
    /// The keys that offers are shown and hidden with.
    group_keys: Vec<String>,
}

/// List what offers are made of
#[utoipa::path(get, path = "/api/offer-choices", tag = "offers", responses(
    (status = 200, body = OfferChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn offer_choices(State(app): State<Arc<App>>, _: StaffCaller<ContentRead>) -> Json<OfferChoices> {
    let index = app.catalogue.index();
    let game =
        |game: &Arc<Game>| OfferGame { identifier: game.identifier.clone(), title: game.title.clone() };
    let categories = index.collections(Audience::default());
    let statuses = app.house.statuses.now();
    let groups = loyalty::open_groups(&statuses);
    let known = app.bonuses.offers();
    let mut group_keys: Vec<String> = known.all().map(|offer| offer.group_key.clone()).collect();
    group_keys.sort_unstable();
    group_keys.dedup();
    Json(OfferChoices {
        games: index.games().map(game).collect(),
        categories: categories.into_iter().map(|(collection, _)| collection.id.clone()).collect(),
        groups: groups.map(|(id, name)| OfferGroup { id, name: name.to_owned() }).collect(),
        group_keys,
    })
}
