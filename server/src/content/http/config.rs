//! What steers the site: one call for each concern, the same for everybody.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::PageContext;
use crate::app::App;
use crate::content;
use crate::content::brands::Logo;
use crate::content::settings::{Manager, Survey};
use crate::platform::body::Json;
use crate::platform::cached::{KeptBy, answer};
use crate::platform::error::{ApiResult, FieldErrorsBody};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(stag_by_referrer_name))
        .routes(routes!(excluded_promo_stags))
        .routes(routes!(survey_config))
        .routes(routes!(betting_config))
        .routes(routes!(managers))
        .routes(routes!(manage_promotion_pages))
        .routes(routes!(currency_config))
        .routes(routes!(logo_config))
}

/// Read which tag belongs to visitors from which host
#[utoipa::path(get, path = "/api/fe/config/stag-by-referrer-name", tag = "config",
    responses((status = 200, body = BTreeMap<String, String>), (status = 304)))]
async fn stag_by_referrer_name(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    answer(&headers, KeptBy::All, &app.content.now().settings.affiliates.by_referrer)
}

/// Read the tags whose visitors are shown no offers
#[utoipa::path(get, path = "/api/fe/config/excluded-promo-stags", tag = "config",
    responses((status = 200, body = [String]), (status = 304)))]
async fn excluded_promo_stags(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    answer(&headers, KeptBy::All, &app.content.now().settings.affiliates.excluded_promo)
}

/// Read which survey is offered
#[utoipa::path(get, path = "/api/fe/config/survey-config", tag = "config",
    responses((status = 200, body = Survey), (status = 304)))]
async fn survey_config(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    answer(&headers, KeptBy::All, &app.content.now().settings.survey)
}

/// Read the hosts of betting on sports
#[utoipa::path(get, path = "/api/fe/config/betting-config", tag = "config",
    responses((status = 200, body = [String]), (status = 304)))]
async fn betting_config(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    let published = app.content.now();
    answer(&headers, KeptBy::All, &content::sport_hosts(&app, &published))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WhoseManager {
    /// The groups of the player.
    user_groups: Vec<i64>,
}

/// Read who looks after the members of some groups
///
/// null when nobody does.
#[utoipa::path(post, path = "/api/fe/config/managers", tag = "config", request_body = WhoseManager,
    responses((status = 200, body = Option<Manager>), (status = 422, body = FieldErrorsBody)))]
async fn managers(State(app): State<Arc<App>>, Json(body): Json<WhoseManager>) -> Json<Option<Manager>> {
    Json(app.content.now().settings.managers.of(&body.user_groups).cloned())
}

/// Read which promotion pages are open, by slug; one that is not named is open
#[utoipa::path(get, path = "/api/fe/config/manage-promotion-pages", tag = "config",
    responses((status = 200, body = BTreeMap<String, bool>), (status = 304)))]
async fn manage_promotion_pages(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    answer(&headers, KeptBy::All, &app.content.now().settings.promotion_pages)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurrencyConfig {
    /// Wallets can be opened in these.
    enabled: Vec<String>,
    /// Fiat wallets, in the order of the wallet screen.
    fiat: Vec<String>,
    /// Coins, in the order of the wallet screen.
    crypto: Vec<String>,
    /// Whose entry of a table of amounts is shown to players of a currency without an entry.
    display_map: BTreeMap<String, String>,
    /// Currency by country.
    country_currency: BTreeMap<String, String>,
}

fn codes(currencies: &[Currency]) -> Vec<String> {
    currencies.iter().map(|currency| currency.code().to_owned()).collect()
}

/// Read how currencies are offered and shown
#[utoipa::path(get, path = "/api/fe/config/currency-config", tag = "config",
    responses((status = 200, body = CurrencyConfig), (status = 304)))]
async fn currency_config(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    let countries = &app.site_config.countries;
    let mapped = |code: &str| (code.to_owned(), countries.currency(code).code().to_owned());
    let offered = app.site_config.currencies.now();
    let shown = |(code, by): (&String, &Currency)| (code.clone(), by.code().to_owned());
    let config = CurrencyConfig {
        enabled: codes(&offered.enabled),
        fiat: codes(&offered.fiat),
        crypto: codes(&offered.crypto),
        display_map: offered.display_map.iter().map(shown).collect(),
        country_currency: countries.mapped().map(mapped).collect(),
    };
    answer(&headers, KeptBy::All, &config)
}

/// Where the logo lies.
#[derive(Debug, Serialize, ToSchema)]
struct LogoConfig {
    #[serde(rename = "logoUrl")]
    logo_url: Logo,
}

/// Read where the logo of the caller's host lies
#[utoipa::path(get, path = "/api/fe/config/logo-config", tag = "config",
    responses((status = 200, body = LogoConfig), (status = 304)))]
async fn logo_config(
    State(app): State<Arc<App>>,
    page_context: PageContext,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let published = app.content.now();
    let logo_url = page_context.brand(&app, &published)?.logo.clone();
    answer(&headers, KeptBy::All, &LogoConfig { logo_url })
}
