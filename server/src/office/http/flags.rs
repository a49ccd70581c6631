//! Switches of the site and A/B tests: seen with their history, and changed.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_groups::GroupChoice;
use super::segments::{BrandChoice, brand_choices};
use super::shared::{reason, refused};
use crate::app::App;
use crate::flags::{self, Flag, FlagRule, FlagVersion};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::{ContentPublish, ContentRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_flags)).routes(routes!(show_flag, change_flag))
}

/// A version of a switch.
#[derive(Debug, Serialize, ToSchema)]
struct FlagVersionView {
    /// From 1 on.
    version: i64,
    rule: FlagRule,
    reason: String,
    /// The name of the member.
    by: String,
    at: String,
}

impl From<FlagVersion> for FlagVersionView {
    fn from(version: FlagVersion) -> Self {
        let FlagVersion { version, rule, reason, by, at, .. } = version;
        Self { version, rule, reason, by, at: rfc3339(at) }
    }
}

/// A switch as it stands.
#[derive(Debug, Serialize, ToSchema)]
struct FlagView {
    name: String,
    /// How the content has it for everybody; null when the content does not name it.
    of_content: Option<bool>,
    /// The variants that the site knows of an A/B test, the one that stands without a test first; empty of others.
    variants: Vec<String>,
    /// Pages of the site that ask it; empty when none does.
    pages: Vec<String>,
    /// The version that holds; null while the content's word does.
    in_force: Option<FlagVersionView>,
}

impl From<Flag> for FlagView {
    fn from(flag: Flag) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        Self {
            variants: flag.asked.map(|asked| owned(asked.variants)).unwrap_or_default(),
            pages: flag.asked.map(|asked| owned(asked.pages)).unwrap_or_default(),
            name: flag.name,
            of_content: flag.of_content,
            in_force: flag.in_force.map(FlagVersionView::from),
        }
    }
}

/// A switch with its history, and what a version may name.
#[derive(Debug, Serialize, ToSchema)]
struct FlagPage {
    flag: FlagView,
    /// The newest hundred, newest first.
    versions: Vec<FlagVersionView>,
    brands: Vec<BrandChoice>,
    /// In the order of the file of groups.
    groups: Vec<GroupChoice>,
}

fn all(app: &App) -> Vec<Flag> {
    app.flags.all(&app.content.now().settings.project.features)
}

async fn page_of(app: &App, name: &str) -> ApiResult<FlagPage> {
    let flag = all(app).into_iter().find(|flag| flag.name == name).ok_or_else(ApiError::not_found)?;
    let group = |(id, name): (i64, &str)| GroupChoice { id, name: name.to_owned() };
    Ok(FlagPage {
        versions: flags::history(&app.db, name).await?.into_iter().map(FlagVersionView::from).collect(),
        flag: FlagView::from(flag),
        brands: brand_choices(app),
        groups: app.site_config.statuses.now().groups().map(group).collect(),
    })
}

/// List the switches of the site
#[utoipa::path(get, path = "/api/flags", tag = "operations", responses(
    (status = 200, body = [FlagView]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn list_flags(State(app): State<Arc<App>>, _: StaffCaller<ContentRead>) -> Json<Vec<FlagView>> {
    Json(all(&app).into_iter().map(FlagView::from).collect())
}

/// See a switch and its versions
#[utoipa::path(get, path = "/api/flags/{name}", tag = "operations", params(("name" = String, Path)), responses(
    (status = 200, body = FlagPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_flag(
    State(app): State<Arc<App>>,
    _: StaffCaller<ContentRead>,
    Path(name): Path<String>,
) -> ApiResult<Json<FlagPage>> {
    Ok(Json(page_of(&app, &name).await?))
}

#[derive(Deserialize, ToSchema)]
struct FlagChangeBody {
    /// The last version that the caller has seen; 0 when there was none.
    version: i64,
    rule: FlagRule,
    /// 1 to 500 characters.
    reason: String,
}

/// Put a version of a switch in force
///
/// Every server follows within a second, and open pages of the site with it. Who may publish content may do so.
#[utoipa::path(post, path = "/api/flags/{name}", tag = "operations", params(("name" = String, Path)),
    request_body = FlagChangeBody, responses(
    (status = 200, body = FlagPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "flag_changed: a colleague has changed it meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn change_flag(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentPublish>,
    Path(name): Path<String>,
    Json(FlagChangeBody { version, rule, reason: why }): Json<FlagChangeBody>,
) -> ApiResult<Json<FlagPage>> {
    let flag = all(&app).into_iter().find(|flag| flag.name == name).ok_or_else(ApiError::not_found)?;
    let why = reason("reason", &why)?;
    if let Some(field) = rule.fault(flag.asked.map_or(&[][..], |asked| asked.variants)) {
        return Err(refused(Rule::Invalid, field));
    }
    let published = app.content.now();
    let is_brand = |named: &String| published.brands.all().iter().any(|brand| brand.id == *named);
    if !rule.brands.iter().all(is_brand) {
        return Err(refused(Rule::NotAllowed, "brands"));
    }
    flags::put(&app, &name, (version, rule), &caller.actor(), &why).await?;
    Ok(Json(page_of(&app, &name).await?))
}
