//! Segments of players: seen, counted, saved and put away.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_money::CURRENCIES;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::player_groups::GroupChoice;
use super::shared::{PAGE_AND_ONE, PlayerBrief, ReasonBody, briefs, number_of, paged, reason, refused};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::{self, Rule};
use crate::segments::{self, Edit, Named, NewSegment, Segment, SegmentRef, SegmentRule, Selection, Version};
use crate::site_config::LOCALES;
use crate::staff::needs::SegmentsManage;
use crate::staff::{BrandScope, StaffCaller};

/// The longest name, in characters.
const NAME_MAX: usize = 80;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_segments, create_segment))
        .routes(routes!(segment_choices))
        .routes(routes!(count_segment))
        .routes(routes!(show_segment, save_segment))
        .routes(routes!(archive_segment))
}

/// A brand that staff chooses.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BrandChoice {
    pub(super) id: String,
    name: String,
}

/// Every brand of the operator.
pub(super) fn brand_choices(app: &App) -> Vec<BrandChoice> {
    let published = app.content.now();
    let brands = published.brands.all().iter();
    brands.map(|brand| BrandChoice { id: brand.id.clone(), name: brand.name.clone() }).collect()
}

/// The brands that `scope` sees.
pub(super) fn brands_within(app: &App, scope: &BrandScope) -> Vec<BrandChoice> {
    brand_choices(app).into_iter().filter(|brand| scope.has(&brand.id)).collect()
}

/// Refuses a brand that the operator does not have.
pub(super) fn known_brand(app: &App, id: Option<&str>) -> ApiResult<()> {
    let Some(id) = id else { return Ok(()) };
    if app.content.now().brands.all().iter().any(|brand| brand.id == id) {
        return Ok(());
    }
    Err(refused(Rule::NotAllowed, "brand"))
}

/// The segment with this number, which is in use; what is sent to it is refused at its field.
pub(super) async fn in_use(app: &App, id: Uuid) -> ApiResult<Segment> {
    let found = segments::find(&app.db, id).await?.filter(|found| found.archived_at.is_none());
    found.ok_or_else(|| refused(Rule::NotAllowed, "segment"))
}

/// A version of a segment by its name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SegmentName {
    id: String,
    name: String,
    /// The version, counted from 1.
    revision: i64,
}

impl SegmentName {
    /// The name of a version.
    pub(super) async fn of(app: &App, version: Option<SegmentRef>) -> ApiResult<Option<Self>> {
        let Some(of) = version else { return Ok(None) };
        let found = segments::rule_of(&app.db, of).await?;
        Ok(found.map(|found| Self { id: of.id.to_string(), name: found.name, revision: of.revision }))
    }
}

/// A version of a segment.
#[derive(Debug, Serialize, ToSchema)]
struct SegmentVersionView {
    /// Counted from 1.
    revision: i64,
    name: String,
    rule: SegmentRule,
    /// Who has saved it.
    by: String,
    at: String,
}

impl From<Version> for SegmentVersionView {
    fn from(version: Version) -> Self {
        let Version { revision, name, rule, by, at, .. } = version;
        Self { revision, name, rule, by, at: rfc3339(at) }
    }
}

/// A segment of players.
#[derive(Debug, Serialize, ToSchema)]
struct SegmentView {
    id: String,
    /// What is in force.
    version: SegmentVersionView,
    /// When it was put away; null while it is in use.
    archived_at: Option<String>,
}

impl From<Segment> for SegmentView {
    fn from(segment: Segment) -> Self {
        let Segment { id, version, archived_at } = segment;
        Self { id: id.to_string(), version: version.into(), archived_at: archived_at.map(rfc3339) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct SegmentList {
    /// Newest first.
    segments: Vec<SegmentView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// Which segments are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SegmentFilter {
    /// Those in use.
    Used,
    /// Those that were put away.
    Archived,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SegmentsQuery {
    /// Which ones.
    #[param(inline)]
    state: SegmentFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// List segments of players
#[utoipa::path(get, path = "/api/segments", tag = "segments", params(SegmentsQuery), responses(
    (status = 200, body = SegmentList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_segments(
    State(app): State<Arc<App>>,
    _: StaffCaller<SegmentsManage>,
    Query(query): Query<SegmentsQuery>,
) -> ApiResult<Json<SegmentList>> {
    let archived = query.state == SegmentFilter::Archived;
    let found = segments::page(&app.db, archived, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |segment| segment.id);
    Ok(Json(SegmentList { segments: found.into_iter().map(SegmentView::from).collect(), next }))
}

/// What rules of segments may name.
#[derive(Debug, Serialize, ToSchema)]
struct SegmentChoices {
    brands: Vec<BrandChoice>,
    /// ISO 3166-1.
    countries: Vec<String>,
    languages: Vec<String>,
    currencies: Vec<String>,
    /// In the order of the file of groups.
    groups: Vec<GroupChoice>,
    /// From the lowest up.
    levels: Vec<i64>,
}

/// List what segments can be told apart by
#[utoipa::path(get, path = "/api/segments/choices", tag = "segments", responses(
    (status = 200, body = SegmentChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn segment_choices(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SegmentsManage>,
) -> Json<SegmentChoices> {
    let group = |(id, name): (i64, &str)| GroupChoice { id, name: name.to_owned() };
    let currencies = CURRENCIES.iter().filter(|currency| currency.is_enabled());
    Json(SegmentChoices {
        brands: brands_within(&app, caller.scope()),
        countries: app.site_config.countries.codes().map(str::to_owned).collect(),
        languages: LOCALES.map(str::to_owned).to_vec(),
        currencies: currencies.map(|currency| currency.code().to_owned()).collect(),
        groups: app.site_config.statuses.now().groups().map(group).collect(),
        levels: app.site_config.statuses.now().levels().collect(),
    })
}

fn checked(app: &App, rule: &SegmentRule) -> ApiResult<()> {
    let named = Named {
        brands: brand_choices(app).into_iter().map(|brand| brand.id).collect(),
        groups: app.site_config.statuses.now().groups().map(|(id, _)| id).collect(),
        levels: app.site_config.statuses.now().levels().collect(),
    };
    rule.check(&named).map_err(|broken| refused(broken, "rule"))
}

#[derive(Deserialize, ToSchema)]
struct SegmentCountBody {
    rule: SegmentRule,
}

/// How many players a rule has.
#[derive(Debug, Serialize, ToSchema)]
struct SegmentCounted {
    /// Whoever is stopped is none of them.
    players: i64,
    /// How many players were looked at.
    looked: i64,
    /// Whether all were; else the time was over before, and they are more.
    complete: bool,
    /// The first of them, personal data masked.
    sample: Vec<PlayerBrief>,
}

/// Count the players of a rule
///
/// For three seconds at most. Whoever is stopped or has excluded themselves is none of them.
#[utoipa::path(post, path = "/api/segments/count", tag = "segments", request_body = SegmentCountBody, responses(
    (status = 200, body = SegmentCounted),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn count_segment(
    State(app): State<Arc<App>>,
    _: StaffCaller<SegmentsManage>,
    Json(body): Json<SegmentCountBody>,
) -> ApiResult<Json<SegmentCounted>> {
    checked(&app, &body.rule)?;
    let selection = Selection::of(Some(body.rule), app.clock.now(), app.site_config.statuses.now());
    let counted = selection.count(&app.db, &app.clock).await?;
    let mut sample = briefs(&app, &counted.sample).await?;
    sample.sort_by_key(|brief| brief.id);
    Ok(Json(SegmentCounted {
        players: counted.players(),
        looked: counted.looked,
        complete: counted.is_complete,
        sample,
    }))
}

#[derive(Deserialize, ToSchema)]
struct SegmentBody {
    /// One line of 80 characters at most.
    name: String,
    rule: SegmentRule,
}

/// A segment with its versions.
#[derive(Debug, Serialize, ToSchema)]
struct SegmentPage {
    segment: SegmentView,
    /// The newest 100, newest first.
    versions: Vec<SegmentVersionView>,
}

async fn shown(app: &App, id: Uuid) -> ApiResult<Json<SegmentPage>> {
    let segment = segments::segment(&app.db, id).await?;
    let versions = segments::versions(&app.db, id).await?;
    let versions = versions.into_iter().map(SegmentVersionView::from).collect();
    Ok(Json(SegmentPage { segment: segment.into(), versions }))
}

/// Make a segment
///
/// The same call with the same key makes one; another one with that key is refused.
#[utoipa::path(post, path = "/api/segments", tag = "segments", request_body = SegmentBody, responses(
    (status = 201, body = SegmentPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn create_segment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SegmentsManage>,
    headers: HeaderMap,
    Json(body): Json<SegmentBody>,
) -> ApiResult<(StatusCode, Json<SegmentPage>)> {
    let name = named(&body.name)?;
    checked(&app, &body.rule)?;
    let member = caller.member.id;
    let id = number_of(&app, member, &headers, &[&b"segment"[..]]);
    let new = NewSegment { id, name: &name, rule: &body.rule, member };
    segments::create(&app, &new, &caller.actor()).await?;
    Ok((StatusCode::CREATED, shown(&app, id).await?))
}

fn named(typed: &str) -> ApiResult<String> {
    rules::short_text(typed, NAME_MAX).map_err(|broken| refused(broken, "name"))
}

/// Show a segment
#[utoipa::path(get, path = "/api/segments/{id}", tag = "segments", params(("id" = Uuid, Path)), responses(
    (status = 200, body = SegmentPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_segment(
    State(app): State<Arc<App>>,
    _: StaffCaller<SegmentsManage>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<SegmentPage>> {
    shown(&app, id).await
}

#[derive(Deserialize, ToSchema)]
struct SegmentEditBody {
    /// The version that was seen.
    revision: i64,
    /// One line of 80 characters at most.
    name: String,
    rule: SegmentRule,
}

/// Save a segment
///
/// What was sent by the version before stays as it was.
#[utoipa::path(post, path = "/api/segments/{id}", tag = "segments", params(("id" = Uuid, Path)),
    request_body = SegmentEditBody, responses(
    (status = 200, body = SegmentPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "segment_changed: a colleague has saved it meanwhile; segment_archived: it was put away",
        body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_segment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SegmentsManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<SegmentEditBody>,
) -> ApiResult<Json<SegmentPage>> {
    let name = named(&body.name)?;
    checked(&app, &body.rule)?;
    segments::segment(&app.db, id).await?;
    if body.revision < 1 {
        return Err(ApiError::fields(vec![Rule::Invalid.on("revision")]));
    }
    let new = NewSegment { id, name: &name, rule: &body.rule, member: caller.member.id };
    segments::save(&app, &Edit { new, seen: body.revision }, &caller.actor()).await?;
    shown(&app, id).await
}

/// Put a segment away
///
/// Nothing new is sent by it; what is on its way goes on.
#[utoipa::path(post, path = "/api/segments/{id}/archive", tag = "segments", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = SegmentPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "segment_archived: a colleague has put it away", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn archive_segment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SegmentsManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<SegmentPage>> {
    let reason = reason("reason", &body.reason)?;
    segments::archive(&app, id, caller.member.id, &reason, &caller.actor()).await?;
    shown(&app, id).await
}
