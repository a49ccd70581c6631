//! What the operator tells everybody about itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use croupier_money::{CURRENCIES, Currency};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::rules::Rule;
use crate::site_config::{ExchangeRates, Field, Kind, LOCALES, Licence, Need, StatusView};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(player_fields))
        .routes(routes!(statuses))
        .routes(routes!(countries))
        .routes(routes!(currencies))
        .routes(routes!(wallet_currencies))
        .routes(routes!(exchange_rates))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FieldsQuery {
    /// Where the player to be lives (ISO 3166-1).
    country: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PlayerFields {
    /// Which fields are asked for, by context.
    contexts: BTreeMap<String, Vec<String>>,
    fields: Vec<FieldView>,
}

#[derive(Serialize, ToSchema)]
struct FieldView {
    field: &'static str,
    r#type: Kind,
    /// Whether sign-up asks for it without fail.
    required: bool,
    /// Whether a profile may change it after it was filled.
    editable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<String>>,
    rules: Vec<Need>,
}

/// The licence of the player, or the one that serves the visitor's country.
pub async fn licence_of<'a>(app: &'a App, visitor: &Visitor, caller: &Caller) -> ApiResult<&'a Licence> {
    Ok(match caller.player() {
        Some(player) => app.site_config.licences.named(&super::get(app, player.id).await?.licence),
        None => app.site_config.licences.serving(visitor.country()),
    })
}

/// Read which fields the operator asks for, and where
///
/// They are those of the player's licence. For a guest, those of the licence that serves `country`, or the country that
/// the call comes from.
#[utoipa::path(get, path = "/api/info/player_fields", tag = "info", params(FieldsQuery), responses(
    (status = 200, body = PlayerFields),
    (status = 422, body = FieldErrorsBody),
))]
async fn player_fields(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Query(query): Query<FieldsQuery>,
) -> ApiResult<Json<PlayerFields>> {
    let licence = match (&query.country, caller.player()) {
        (Some(country), None) if app.site_config.countries.knows(country) => {
            app.site_config.licences.serving(Some(country))
        }
        (Some(_), None) => return Err(ApiError::fields(vec![Rule::NotAllowed.on("country")])),
        _ => licence_of(&app, &visitor, &caller).await?,
    };
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let contexts = app.site_config.fields.contexts(&licence.code);
    let contexts = contexts.into_iter().map(|(context, names)| (context.to_owned(), owned(names))).collect();
    let fields = app.site_config.fields.asked(&licence.code).into_iter();
    Ok(Json(PlayerFields {
        contexts,
        fields: fields.map(|field| field_view(&app, field, licence)).collect(),
    }))
}

fn field_view(app: &App, field: &Field, licence: &Licence) -> FieldView {
    let required = app.site_config.fields.is_required(field.name, &licence.code);
    let options = match field.name {
        "currency" => Some(openable(app, &licence.code, &[])),
        "country" => Some(open_countries(app)),
        "gender" => Some(["m", "f"].map(str::to_owned).to_vec()),
        "language" | "locale" => Some(LOCALES.map(str::to_owned).to_vec()),
        _ => None,
    };
    FieldView {
        field: field.name,
        r#type: field.kind,
        required,
        editable: !field.locks,
        options,
        rules: field.needs(required, licence.minimum_age, app.site_config.fields.is_english(field.name)),
    }
}

fn open_countries(app: &App) -> Vec<String> {
    let open =
        app.site_config.countries.codes().filter(|code| !app.site_config.licences.is_restricted(Some(code)));
    open.map(str::to_owned).collect()
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StatusesQuery {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
}

/// Read groups and levels
#[utoipa::path(get, path = "/api/info/statuses", tag = "info", params(StatusesQuery), responses(
    (status = 200, body = [StatusView]),
))]
async fn statuses(State(app): State<Arc<App>>, Query(query): Query<StatusesQuery>) -> Json<Vec<StatusView>> {
    let locale = query.l.unwrap_or_default();
    Json(app.site_config.statuses.now().all().iter().map(|status| status.view(&locale)).collect())
}

#[derive(Serialize, ToSchema)]
struct CountryView {
    /// ISO 3166-1.
    code: String,
    /// The currency of the country; it may be one in which no wallet can be opened.
    currency: String,
    restricted: bool,
}

/// Read the countries
#[utoipa::path(get, path = "/api/info/countries", tag = "info", responses((status = 200, body = [CountryView])))]
async fn countries(State(app): State<Arc<App>>) -> Json<Vec<CountryView>> {
    let site_config = &app.site_config;
    let view = |code: &str| CountryView {
        code: code.to_owned(),
        currency: site_config.countries.currency(code).code().to_owned(),
        restricted: site_config.licences.is_restricted(Some(code)),
    };
    Json(site_config.countries.codes().map(view).collect())
}

#[derive(Serialize, ToSchema)]
struct CurrencyView {
    code: &'static str,
    fiat: bool,
    /// How many subunits make a unit.
    subunits_to_unit: i64,
    /// Whether it is one of the operator's; `/api/player/wallet_currencies` tells which wallets can be opened.
    enabled: bool,
}

/// Read the currencies
///
/// Those on offer in the order of the wallet screen, then the others that the operator knows.
#[utoipa::path(get, path = "/api/info/currencies", tag = "info", responses((status = 200, body = [CurrencyView])))]
async fn currencies(State(app): State<Arc<App>>) -> Json<Vec<CurrencyView>> {
    let offered = app.site_config.currencies.now();
    let view = |currency: Currency| CurrencyView {
        code: currency.code(),
        fiat: currency.is_fiat(),
        subunits_to_unit: currency.subunits_to_unit(),
        enabled: offered.has(currency),
    };
    let listed = || offered.fiat.iter().chain(&offered.crypto).copied();
    let others = CURRENCIES.into_iter().filter(|currency| !listed().any(|one| one == *currency));
    Json(listed().chain(others).map(view).collect())
}

/// Read the currencies in which the player can open a wallet
///
/// Those that a payment method of the player takes.
#[utoipa::path(get, path = "/api/player/wallet_currencies", tag = "wallet", responses(
    (status = 200, description = "Codes, in the order of the wallet screen", body = [String]),
    (status = 401, body = ErrorBody),
))]
async fn wallet_currencies(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<Vec<String>>> {
    let licence = super::get(&app, caller.id).await?.licence;
    Ok(Json(openable(&app, &licence, &super::groups_of(&app, caller.id).await?)))
}

fn openable(app: &App, licence: &str, groups: &[i64]) -> Vec<String> {
    app.site_config.openable(licence, groups).iter().map(|currency| currency.code().to_owned()).collect()
}

/// Read what coins are worth
#[utoipa::path(get, path = "/api/info/crypto_exchange_rates", tag = "info", responses((status = 200, body = ExchangeRates)))]
async fn exchange_rates(State(app): State<Arc<App>>) -> Json<ExchangeRates> {
    Json(ExchangeRates::clone(&app.site_config.rates.now()))
}
