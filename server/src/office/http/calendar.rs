//! The calendar of what is planned.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::segments::{BrandChoice, brands_within};
use super::shared::refused;
use crate::app::App;
use crate::office::calendar::{self, CalendarKind, CalendarState, Entry, Reached};
use crate::platform::body::Json;
use crate::platform::calendar::{instant, rfc3339};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::rules::Rule;
use crate::staff::needs::Session;
use crate::staff::{BrandScope, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(calendar))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CalendarQuery {
    /// The first instant (RFC 3339, UTC).
    from: String,
    /// The first instant that is no part of it any more: after `from`, by 100 days at most.
    to: String,
    /// This kind alone.
    #[param(inline)]
    kind: Option<CalendarKind>,
    /// What runs at this brand alone.
    brand: Option<String>,
}

/// For whom something is. A list that is empty leaves nobody out.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarAudience {
    /// Members of one of these groups, by name.
    groups: Vec<String>,
    /// Nobody of these groups, by name.
    excluded_groups: Vec<String>,
    /// Players of these countries (ISO 3166-1).
    countries: Vec<String>,
    /// Nobody of these countries.
    excluded_countries: Vec<String>,
    /// Players under one of these licences.
    licences: Vec<String>,
    /// Players of the segment of this name; null when there is none.
    segment: Option<String>,
    /// So many players, who are named one by one; null when nobody is.
    players: Option<i64>,
}

/// Something that is planned.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarEntry {
    kind: CalendarKind,
    /// What it is called in addresses; with the kind no other entry has it.
    id: String,
    /// In the language of staff.
    title: String,
    /// When it begins; null when it has no beginning.
    from: Option<String>,
    /// The first instant at which it is over; null when it has no end.
    to: Option<String>,
    /// Ids of brands; all of them when there are none.
    brands: Vec<String>,
    audience: CalendarAudience,
    state: CalendarState,
    /// The page of the office where it is edited; null when that page is closed to the caller.
    page: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Calendar {
    /// In the order in which they begin.
    entries: Vec<CalendarEntry>,
    /// Whether there are more in the period than are told.
    is_cut: bool,
    /// The kinds that the caller may read of.
    kinds: Vec<CalendarKind>,
    /// The brands that the caller works for.
    brands: Vec<BrandChoice>,
}

/// Read what is planned
///
/// What lies at least in part in the period, of the kinds that the caller may read of: 500 entries at most, the first ones. Who is
/// bound to brands gets what runs at these.
#[utoipa::path(get, path = "/api/calendar", tag = "calendar", params(CalendarQuery), responses(
    (status = 200, body = Calendar),
    (status = 401, body = ErrorBody),
    (status = 403, description = "forbidden: the caller may not read of this kind", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn calendar(
    State(app): State<Arc<App>>,
    caller: StaffCaller<Session>,
    Query(query): Query<CalendarQuery>,
) -> ApiResult<Json<Calendar>> {
    let readable = CalendarKind::read_by(&caller.member.role);
    let kinds = match query.kind {
        Some(kind) if !readable.contains(&kind) => {
            return Err(ApiError::role_forbids());
        }
        Some(kind) => vec![kind],
        None => readable.clone(),
    };
    let brands = brands_within(&app, caller.scope());
    if query.brand.as_ref().is_some_and(|asked| brands.iter().all(|known| known.id != *asked)) {
        return Err(refused(Rule::NotAllowed, "brand"));
    }
    let wanted = calendar::Wanted {
        span: span(&query)?,
        kinds: &kinds,
        brand: query.brand.as_deref(),
        scope: caller.scope(),
        role: &caller.member.role,
    };
    let (found, is_cut) = calendar::planned(&app, &wanted).await?;
    let segments = calendar::segment_names(&app, &found).await?;
    let scope = caller.scope();
    let entries = found.into_iter().map(|entry| view(&app, entry, &segments, scope)).collect();
    Ok(Json(Calendar { entries, is_cut, kinds: readable, brands }))
}

/// The period that is asked for; 422 when it is none, or too long.
fn span(query: &CalendarQuery) -> ApiResult<(i64, i64)> {
    let at = |text: &str, field: &str| instant(text).map_err(|_| refused(Rule::Invalid, field));
    let (from, to) = (at(&query.from, "from")?, at(&query.to, "to")?);
    if to <= from || to - from > calendar::PERIOD_MAX_MS {
        return Err(refused(Rule::NotAllowed, "to"));
    }
    Ok((from, to))
}

fn view(
    app: &App,
    entry: Entry,
    segments: &BTreeMap<(String, i64), String>,
    scope: &BrandScope,
) -> CalendarEntry {
    // Where anything else is edited, it is for the whole installation.
    let is_open = match entry.kind {
        CalendarKind::Coupon => true,
        CalendarKind::MassGift => scope.covers(&entry.brands),
        _ => !scope.is_bound(),
    };
    CalendarEntry {
        kind: entry.kind,
        id: entry.id,
        title: entry.title,
        from: entry.from.map(rfc3339),
        to: entry.to.map(rfc3339),
        brands: entry.brands,
        audience: audience(app, entry.reached, segments),
        state: entry.state,
        page: is_open.then_some(entry.page),
    }
}

fn audience(app: &App, reached: Reached, segments: &BTreeMap<(String, i64), String>) -> CalendarAudience {
    let statuses = app.site_config.statuses.now();
    let named = |groups: Vec<i64>| -> Vec<String> {
        let name = |group: i64| statuses.group_name(group).map_or_else(|| group.to_string(), str::to_owned);
        groups.into_iter().map(name).collect()
    };
    let segment = reached.segment.map(|segment| (segment.id.to_string(), segment.revision));
    CalendarAudience {
        groups: named(reached.groups),
        excluded_groups: named(reached.excluded_groups),
        countries: reached.countries,
        excluded_countries: reached.excluded_countries,
        licences: reached.licences,
        segment: segment.map(|key| segments.get(&key).cloned().unwrap_or(key.0)),
        players: reached.listed,
    }
}
