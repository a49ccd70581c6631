//! What offers are made of, and audiences of titles as well: who reads any document may read it.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::segments::{BrandChoice, brand_choices};
use crate::app::App;
use crate::catalogue::{Audience, Game};
use crate::loyalty;
use crate::platform::body::Json;
use crate::platform::error::ErrorBody;
use crate::site_config::Licence;
use crate::staff::needs::EditorialRead;
use crate::staff::{Permission, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(offer_choices))
}

/// A game that terms can name.
#[derive(Debug, Serialize, ToSchema)]
struct OfferGame {
    identifier: String,
    title: String,
}

/// A group of players.
#[derive(Debug, Serialize, ToSchema)]
struct OfferGroup {
    id: i64,
    name: String,
}

impl From<(i64, &str)> for OfferGroup {
    fn from((id, name): (i64, &str)) -> Self {
        Self { id, name: name.to_owned() }
    }
}

/// A licence that players sign up under.
#[derive(Debug, Serialize, ToSchema)]
struct OfferLicence {
    code: String,
    /// That of the jurisdiction.
    name: String,
}

impl From<&Licence> for OfferLicence {
    fn from(licence: &Licence) -> Self {
        Self { code: licence.code.clone(), name: licence.name.clone() }
    }
}

/// Whom an offer can be for.
#[derive(Debug, Serialize, ToSchema)]
struct OfferAudienceChoices {
    /// Every group that has a name, in the order of the file of groups.
    groups: Vec<OfferGroup>,
    /// ISO 3166-1.
    countries: Vec<String>,
    licences: Vec<OfferLicence>,
    brands: Vec<BrandChoice>,
}

impl OfferAudienceChoices {
    fn of(app: &App) -> Self {
        Self {
            groups: app.site_config.statuses.now().groups().map(OfferGroup::from).collect(),
            countries: app.site_config.countries.codes().map(str::to_owned).collect(),
            licences: app.site_config.licences.all().iter().map(OfferLicence::from).collect(),
            brands: brand_choices(app),
        }
    }
}

/// What offers are made of.
#[derive(Debug, Serialize, ToSchema)]
struct OfferChoices {
    games: Vec<OfferGame>,
    /// Ids of the collections of games.
    categories: Vec<String>,
    /// Those that an offer can put its player into.
    groups: Vec<OfferGroup>,
    audience: OfferAudienceChoices,
    /// The keys that offers are shown and hidden with; none for who may not read offers.
    group_keys: Vec<String>,
}

/// List what offers are made of
#[utoipa::path(get, path = "/api/offer-choices", tag = "offers", responses(
    (status = 200, body = OfferChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn offer_choices(
    State(app): State<Arc<App>>,
    caller: StaffCaller<EditorialRead>,
) -> Json<OfferChoices> {
    let index = app.catalogue.index();
    let game =
        |game: &Arc<Game>| OfferGame { identifier: game.identifier.clone(), title: game.title.clone() };
    let categories = index.collections(Audience::default());
    let statuses = app.site_config.statuses.now();
    let groups = loyalty::open_groups(&statuses);
    let known = app.bonuses.offers();
    let reads_offers = caller.member.role.may(Permission::PromotionsRead);
    let keys = known.all().filter(|_| reads_offers).map(|offer| offer.group_key.clone());
    let mut group_keys: Vec<String> = keys.collect();
    group_keys.sort_unstable();
    group_keys.dedup();
    Json(OfferChoices {
        games: index.games().map(game).collect(),
        categories: categories.into_iter().map(|(collection, _)| collection.id.clone()).collect(),
        groups: groups.map(OfferGroup::from).collect(),
        audience: OfferAudienceChoices::of(&app),
        group_keys,
    })
}
