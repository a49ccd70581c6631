//! Reports: what was bet and won, given away, paid in and out, by day and by whatever else they are asked by.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::report_exports::note_export;
use super::report_lines::{ReportLine, TITLES};
use super::tables::streamed;
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::Date;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::reports::periods::Period;
use crate::reports::{self, Compiled, Filter, Group, Line};
use crate::rules::Rule;
use crate::staff::needs::ReportsRead;
use crate::staff::{BrandScope, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(report)).routes(routes!(export_report))
}

/// By what the lines of a report are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportGroup {
    /// By day, in UTC.
    #[default]
    Day,
    /// By month.
    Month,
    /// By the brand of the players' sign-up.
    Brand,
    /// By the players' licence.
    Licence,
    /// By the players' country.
    Country,
    /// By currency.
    Currency,
    /// By provider of games.
    Provider,
    /// By game.
    Game,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// The first day, `YYYY-MM-DD`.
    from: String,
    /// The last day, at most three years after it.
    to: String,
    /// By what; by day when absent.
    #[serde(default)]
    #[param(inline)]
    by: ReportGroup,
    /// In this currency alone; all of them in euros at present rates when absent.
    currency: Option<String>,
    /// Players of this brand alone.
    brand: Option<String>,
    /// Players under this licence alone.
    licence: Option<String>,
    /// Players of this country alone.
    country: Option<String>,
    /// Games of this provider alone.
    provider: Option<String>,
    /// This game alone, by its identifier.
    game: Option<String>,
}

/// The days from `from` to `to`; 422 when they are none.
pub(super) fn period(from: &str, to: &str) -> ApiResult<Period> {
    let day = |field: &str, text: &str| {
        text.parse::<Date>().map_err(|_| ApiError::fields(vec![Rule::Invalid.on(field)]))
    };
    let period = Period::new(day("from", from)?, day("to", to)?);
    period.ok_or_else(|| ApiError::fields(vec![Rule::NotAllowed.on("to")]))
}

/// The value of a filter, when it is one of what there is.
fn one_of(field: &str, given: Option<&String>, known: impl Fn(&str) -> bool) -> ApiResult<Option<String>> {
    match given {
        Some(given) if !known(given) => Err(ApiError::fields(vec![Rule::NotAllowed.on(field)])),
        given => Ok(given.cloned()),
    }
}

/// What `query` asks for of the players whom `scope` sees: a brand of others is as unknown as one that there is not.
pub(super) fn filter(app: &App, scope: &BrandScope, query: &ReportQuery) -> ApiResult<Filter> {
    let (published, index) = (app.content.now(), app.catalogue.index());
    let currency = query.currency.as_deref().map(str::parse::<Currency>).transpose();
    let games = match (&query.game, &query.provider) {
        (Some(game), _) => {
            let game = index.named(game);
            Some(vec![game.ok_or_else(|| ApiError::fields(vec![Rule::NotAllowed.on("game")]))?.id])
        }
        (None, Some(provider)) => {
            let all = index.games().chain(index.switched_off());
            Some(all.filter(|game| game.provider == *provider).map(|game| game.id).collect())
        }
        (None, None) => None,
    };
    let is_country = |code: &str| code.len() == 2 && code.bytes().all(|sign| sign.is_ascii_uppercase());
    let has_licence = |code: &str| app.site_config.licences.all().iter().any(|licence| licence.code == code);
    let has_brand = |id: &str| scope.has(id) && published.brands.all().iter().any(|brand| brand.id == id);
    Ok(Filter {
        period: period(&query.from, &query.to)?,
        scope: scope.clone(),
        brand: one_of("brand", query.brand.as_ref(), has_brand)?,
        licence: one_of("licence", query.licence.as_ref(), has_licence)?,
        country: one_of("country", query.country.as_ref(), is_country)?,
        currency: currency.map_err(|_| ApiError::fields(vec![Rule::NotAllowed.on("currency")]))?,
        games,
    })
}

/// What was bet and won, given away, paid in and out.
#[derive(Debug, Serialize, ToSchema)]
struct Report {
    /// In which all amounts are.
    currency: String,
    /// Whether they are of several currencies, worked out at present rates.
    converted: bool,
    /// Currencies without a rate, whose amounts are left out.
    left_out: Vec<String>,
    /// All days or months in their order; games, providers and the like by what was bet in them.
    lines: Vec<ReportLine>,
    total: ReportLine,
}

/// The report, and its lines as they are shown.
async fn compiled(
    app: &App,
    scope: &BrandScope,
    query: &ReportQuery,
) -> ApiResult<(Compiled, Vec<ReportLine>)> {
    let (filter, index) = (filter(app, scope, query)?, app.catalogue.index());
    let game_of = |key: &str| key.parse().ok().and_then(|id| index.known(id).cloned());
    let group = match query.by {
        ReportGroup::Day => Group::Day,
        ReportGroup::Month => Group::Month,
        ReportGroup::Brand => Group::Brand,
        ReportGroup::Licence => Group::Licence,
        ReportGroup::Country => Group::Country,
        ReportGroup::Currency => Group::Currency,
        ReportGroup::Provider | ReportGroup::Game => Group::Game,
    };
    let rename = |key: String| match query.by {
        _ if group == Group::Game && key == "0" => String::new(),
        ReportGroup::Provider => game_of(&key).map_or(key, |game| game.provider.clone()),
        ReportGroup::Game => game_of(&key).map_or(key, |game| game.identifier.clone()),
        _ => key,
    };
    let compiled = reports::compiled(&app.db, &app.site_config.rates.now(), &filter, group, rename).await?;
    let name = |key: &str| match query.by {
        ReportGroup::Game => index.named(key).map(|game| game.title.clone()),
        ReportGroup::Provider => index.provider(key).map(|provider| provider.title.clone()),
        ReportGroup::Licence => {
            let mut licences = app.site_config.licences.all().iter();
            licences.find(|licence| licence.code == key).map(|licence| licence.name.clone())
        }
        ReportGroup::Brand => app
            .content
            .now()
            .brands
            .all()
            .iter()
            .find(|brand| brand.id == key)
            .map(|brand| brand.name.clone()),
        _ => None,
    };
    let line = |line: &Line| ReportLine::of(line, name(&line.key).unwrap_or_default());
    let mut lines: Vec<_> = compiled.lines.iter().map(line).collect();
    if !matches!(group, Group::Day | Group::Month) {
        lines.sort_by_key(|line| std::cmp::Reverse(line.figures.bets_cents));
    }
    Ok((compiled, lines))
}

/// Read a report
///
/// From sums by day that a reader of the log keeps, within moments; a day is one of UTC.
#[utoipa::path(get, path = "/api/reports", tag = "reports", params(ReportQuery), responses(
    (status = 200, body = Report),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn report(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Json<Report>> {
    let (compiled, lines) = compiled(&app, caller.scope(), &query).await?;
    Ok(Json(Report {
        currency: compiled.currency.code().to_owned(),
        converted: query.currency.is_none(),
        left_out: compiled.left_out.iter().map(|code| (*code).to_owned()).collect(),
        lines,
        total: ReportLine::of(&compiled.total, String::new()),
    }))
}

/// Take a report along as a file
///
/// The log keeps who has taken which.
#[utoipa::path(get, path = "/api/reports/export", tag = "reports", params(ReportQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_report(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Response> {
    let (compiled, lines) = compiled(&app, caller.scope(), &query).await?;
    let name = format!("report-{}-{}", query.from, query.to);
    note_export(&app, &caller.actor(), &name).await?;
    let rows: Vec<_> = lines.iter().map(|line| line.cells(compiled.currency)).collect();
    streamed(&name, &TITLES, (), move |()| std::future::ready(Ok((rows.clone(), None))))
}
