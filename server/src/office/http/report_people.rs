//! Who comes and stays, what is taxed, and by what reports can be asked for.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::reports::{ReportQuery, filter};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::Date;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::reports::{self, Filter, Group};
use crate::site_config::{Licence, TaxBase};
use crate::staff::StaffCaller;
use crate::staff::needs::ReportsRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(retention)).routes(routes!(taxes)).routes(routes!(report_choices))
}

/// Those who signed up in one month.
#[derive(Debug, Serialize, ToSchema)]
struct CohortView {
    /// The first day of the month.
    month: String,
    registered: i64,
    /// How many of them have bet in which month, in order.
    active: Vec<CohortMonth>,
}

#[derive(Debug, Serialize, ToSchema)]
struct CohortMonth {
    /// The first day of the month.
    month: String,
    players: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct Retention {
    cohorts: Vec<CohortView>,
}

/// Read who stays
///
/// Of those who signed up in each month, how many have bet in which. Of the filters, those of players count.
#[utoipa::path(get, path = "/api/reports/retention", tag = "reports", params(ReportQuery), responses(
    (status = 200, body = Retention),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn retention(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Json<Retention>> {
    let date = |day| Date::of_days(day).to_string();
    let rows = reports::cohorts(&app.db, &filter(&app, caller.scope(), &query)?).await?;
    let cohorts = rows.into_iter().map(|row| CohortView {
        month: date(row.cohort),
        registered: row.registered,
        active: row
            .active
            .into_iter()
            .map(|(month, players)| CohortMonth { month: date(month), players })
            .collect(),
    });
    Ok(Json(Retention { cohorts: cohorts.collect() }))
}

/// The tax under one licence.
#[derive(Debug, Serialize, ToSchema)]
struct LicenceTax {
    licence: String,
    name: String,
    /// What is taxed.
    base: TaxBase,
    /// The rate, in hundredths of a percent.
    basis_points: i64,
    /// Euro cents at present rates, as all that follows.
    ggr_cents: i64,
    ngr_cents: i64,
    /// What is taxed; below zero when the operator has lost.
    taxed_cents: i64,
    tax_cents: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct Taxes {
    licences: Vec<LicenceTax>,
    /// Currencies without a rate, whose amounts are left out.
    left_out: Vec<String>,
}

/// Read the tax by licence
///
/// At the rates that the licences name, of all that was kept under each in the period.
#[utoipa::path(get, path = "/api/reports/taxes", tag = "reports", params(ReportQuery), responses(
    (status = 200, body = Taxes),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn taxes(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Json<Taxes>> {
    let asked = filter(&app, caller.scope(), &query)?;
    let filter = Filter { currency: None, games: None, ..asked };
    let rates = app.site_config.rates.now();
    let compiled = reports::compiled(&app.db, &rates, &filter, Group::Licence, |key| key).await?;
    let tax = |licence: &Licence| {
        let line = compiled.lines.iter().find(|line| line.key == licence.code);
        let figures = line.map(|line| line.figures).unwrap_or_default();
        let (ggr, ngr) = (figures.ggr(), figures.ngr());
        let taxed = if licence.tax.base == TaxBase::Ggr { ggr } else { ngr };
        LicenceTax {
            licence: licence.code.clone(),
            name: licence.name.clone(),
            base: licence.tax.base,
            basis_points: licence.tax.basis_points,
            ggr_cents: ggr,
            ngr_cents: ngr,
            taxed_cents: taxed,
            tax_cents: licence.tax.on(taxed),
        }
    };
    let licences = app.site_config.licences.all().iter().map(tax).collect();
    let left_out = compiled.left_out.iter().map(|code| (*code).to_owned()).collect();
    Ok(Json(Taxes { licences, left_out }))
}

/// Something that reports can be asked for by.
#[derive(Debug, Serialize, ToSchema)]
struct ReportChoice {
    value: String,
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ReportChoices {
    brands: Vec<ReportChoice>,
    licences: Vec<ReportChoice>,
    countries: Vec<String>,
    providers: Vec<ReportChoice>,
}

/// List what reports can be asked for by
#[utoipa::path(get, path = "/api/reports/choices", tag = "reports", responses(
    (status = 200, body = ReportChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn report_choices(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ReportsRead>,
) -> ApiResult<Json<ReportChoices>> {
    let choice = |value: &str, name: &str| ReportChoice { value: value.to_owned(), name: name.to_owned() };
    let (published, index) = (app.content.now(), app.catalogue.index());
    let mut providers: Vec<_> = index.games().map(|game| game.provider.as_str()).collect();
    providers.sort_unstable();
    providers.dedup();
    let provider = |id: &str| choice(id, index.provider(id).map_or(id, |provider| &provider.title));
    let brands = published.brands.all().iter().filter(|brand| caller.scope().has(&brand.id));
    Ok(Json(ReportChoices {
        brands: brands.map(|brand| choice(&brand.id, &brand.name)).collect(),
        licences: app.site_config.licences.all().iter().map(|of| choice(&of.code, &of.name)).collect(),
        countries: app.site_config.countries.codes().map(str::to_owned).collect(),
        providers: providers.into_iter().map(provider).collect(),
    }))
}
