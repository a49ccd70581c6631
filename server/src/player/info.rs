//! What the house tells everybody about itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use croupier_money::{CURRENCIES, Currency};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::body::Json;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::house::{ExchangeRates, Field, Kind, LOCALES, Licence, Need, Status};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(player_fields))
        .routes(routes!(statuses))
        .routes(routes!(countries))
        .routes(routes!(currencies))
        .routes(routes!(exchange_rates))
        .routes(routes!(messages))
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
        Some(player) => app.house.licences.named(&super::get(app, player.id).await?.licence),
        None => app.house.licences.serving(visitor.country()),
    })
}

/// Read which fields the house asks for, and where
#[utoipa::path(get, path = "/api/info/player_fields", tag = "info", responses((status = 200, body = PlayerFields)))]
async fn player_fields(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
) -> ApiResult<Json<PlayerFields>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let contexts = app.house.fields.contexts(&licence.code);
    let contexts = contexts.into_iter().map(|(context, names)| (context.to_owned(), owned(names))).collect();
    let fields = app.house.fields.asked(&licence.code).into_iter();
    Ok(Json(PlayerFields {
        contexts,
        fields: fields.map(|field| field_view(&app, field, licence)).collect(),
    }))
}

fn field_view(app: &App, field: &Field, licence: &Licence) -> FieldView {
    let required = app.house.fields.is_required(field.name, &licence.code);
    let options = match field.name {
        "currency" => Some(codes(|currency| currency.is_enabled())),
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
        rules: field.needs(required, licence.minimum_age),
    }
}

fn open_countries(app: &App) -> Vec<String> {
    let open = app.house.countries.codes().filter(|code| !app.house.licences.is_restricted(Some(code)));
    open.map(str::to_owned).collect()
}

fn codes(wanted: impl Fn(&Currency) -> bool) -> Vec<String> {
    CURRENCIES.into_iter().filter(wanted).map(|currency| currency.code().to_owned()).collect()
}

/// Read groups and levels
#[utoipa::path(get, path = "/api/info/statuses", tag = "info", responses((status = 200, body = [Status])))]
async fn statuses(State(app): State<Arc<App>>) -> Json<Vec<Status>> {
    Json(app.house.statuses.all().to_vec())
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
    let house = &app.house;
    let view = |code: &str| CountryView {
        code: code.to_owned(),
        currency: house.countries.currency(code).code().to_owned(),
        restricted: house.licences.is_restricted(Some(code)),
    };
    Json(house.countries.codes().map(view).collect())
}

#[derive(Serialize, ToSchema)]
struct CurrencyView {
    code: &'static str,
    fiat: bool,
    /// How many subunits make a unit.
    subunits_to_unit: i64,
    /// Whether a wallet can be opened in it.
    enabled: bool,
}

/// Read the currencies
#[utoipa::path(get, path = "/api/info/currencies", tag = "info", responses((status = 200, body = [CurrencyView])))]
async fn currencies() -> Json<Vec<CurrencyView>> {
    let view = |currency: Currency| CurrencyView {
        code: currency.code(),
        fiat: currency.is_fiat(),
        subunits_to_unit: currency.subunits_to_unit(),
        enabled: currency.is_enabled(),
    };
    Json(CURRENCIES.into_iter().map(view).collect())
}

/// Read what coins are worth
#[utoipa::path(get, path = "/api/info/crypto_exchange_rates", tag = "info", responses((status = 200, body = ExchangeRates)))]
async fn exchange_rates(State(app): State<Arc<App>>) -> Json<ExchangeRates> {
    Json(app.house.rates.clone())
}

/// Read the site's texts
///
/// `v` names the five minutes in which the answer may be kept.
#[utoipa::path(get, path = "/messages/{file}", tag = "info",
    params(("file" = String, Path, description = "The language and `.json`"), ("v" = Option<i64>, Query)),
    responses((status = 200, body = BTreeMap<String, String>), (status = 404, body = ErrorBody)))]
async fn messages(State(app): State<Arc<App>>, Path(file): Path<String>) -> ApiResult<Response> {
    let locale = file.strip_suffix(".json").ok_or_else(ApiError::not_found)?;
    let json = app.house.messages.json(locale).ok_or_else(ApiError::not_found)?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_LANGUAGE, locale),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((headers, json).into_response())
}
