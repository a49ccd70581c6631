//! What the operator tells of itself, and what it knows of the visitor.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::{PageContext, locale_of};
use super::visitor_of_flags::VisitorOfFlags;
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::content;
use crate::content::brands::Social;
use crate::content::settings::SupportContacts;
use crate::flags::Seen;
use crate::platform::body::Json;
use crate::platform::error::ApiResult;
use crate::platform::query::Query;
use crate::player;
use crate::site_config::{LOCALE_DEFAULT, Licence};

/// The snippet of the copyright line.
const COPYRIGHT: &str = "footer-copyright";

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(project))
        .routes(routes!(client_context))
        .routes(routes!(locales))
        .routes(routes!(current_ip))
}

#[derive(Serialize, ToSchema)]
struct ProjectView {
    /// The name of the brand that the caller sees.
    name: String,
    licences: Vec<Licence>,
    support_email: String,
    support: SupportContacts,
    /// Where the brand is found elsewhere.
    social: Vec<Social>,
    /// Every host under which the site answers.
    hosts: Vec<String>,
    /// Games in a page of the catalogue.
    page_size: u32,
    /// How long the offer of a deposit lasts, in minutes.
    promo_timer_minutes: i64,
    /// Whether a deposit limit that is used up also keeps its player out of games for money.
    deposit_limit_blocks_play: bool,
    /// The public key of reCAPTCHA; null when the operator asks its own puzzle.
    recaptcha_key: Option<String>,
    copyright: Copyright,
    /// Groups whose members are led to the adventures, besides testers.
    adventures_groups: Vec<i64>,
    /// Slots of which something is said before they are first opened: identifier and the snippet that says it.
    special_slots: BTreeMap<String, String>,
    /// Switches of the site, as they stand for the caller.
    features: BTreeMap<String, bool>,
    /// The variant of each A/B test that the caller sees; a test that is off for the caller is not among them.
    variants: BTreeMap<String, String>,
    /// Whether the caller sees the same variants each time: a player, or a browser that keeps a mark. Only they are counted.
    has_own_variants: bool,
    /// Addresses of scripts of others, which the site loads once cookies are accepted.
    outside_scripts: Vec<String>,
}

/// Which snippet is the copyright line.
#[derive(Serialize, ToSchema)]
struct Copyright {
    /// For everybody else.
    default: &'static str,
    /// For members of a group, by its number.
    by_group: BTreeMap<String, String>,
}

/// Read what the operator is called and where it is reached
#[utoipa::path(get, path = "/api/info/project", tag = "info", responses((status = 200, body = ProjectView)))]
async fn project(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    headers: HeaderMap,
) -> ApiResult<Json<ProjectView>> {
    let published = app.content.now();
    let brand = page_context.brand(&app, &published)?;
    let project = &published.settings.project;
    let asking = VisitorOfFlags::of(&app, (&visitor, &caller, &headers), &brand.id).await?;
    let Seen { features, variants } = app.flags.seen(&project.features, asking.asker());
    Ok(Json(ProjectView {
        name: brand.name.clone(),
        licences: app.site_config.licences.all().to_vec(),
        support_email: brand.support_email.clone(),
        support: project.support.clone(),
        social: brand.social.clone(),
        hosts: published.brands.hosts().map(str::to_owned).collect(),
        page_size: app.config.games_page_size,
        promo_timer_minutes: project.promo_timer_minutes,
        deposit_limit_blocks_play: app.config.limits_deposit_blocks_play,
        recaptcha_key: app.config.recaptcha_key_in_force().map(str::to_owned),
        copyright: Copyright { default: COPYRIGHT, by_group: project.copyright_by_group.clone() },
        adventures_groups: project.adventures_groups.clone(),
        special_slots: project.special_slots.clone(),
        features,
        variants,
        has_own_variants: asking.asker().key.is_some(),
        outside_scripts: app.config.outside_scripts_under(&page_context.host).to_vec(),
    }))
}

#[derive(Serialize, ToSchema)]
struct ClientContext {
    /// Where the visitor is; null when nobody knows.
    country: Option<String>,
    /// The part of the country (ISO 3166-2 without the country); null when nobody knows.
    region: Option<String>,
    licence: String,
    /// The language to begin with.
    locale: String,
    /// Whether the visitor may not sign up, sign in, play or pay in.
    is_restricted: bool,
    host: String,
    /// The host of the sports site; null when the operator has none.
    sport_host: Option<String>,
    /// The name of the operator.
    brand: String,
    /// The currency to begin with: that of the player, or of the country if a wallet can be opened in it.
    currency: String,
    /// The affiliate that the visitor came from.
    affb_id: Option<String>,
    /// The tag that the visitor came with.
    stag: Option<String>,
}

/// Read what the operator knows of the visitor
#[utoipa::path(get, path = "/client-context", tag = "info", responses((status = 200, body = ClientContext)))]
async fn client_context(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    headers: HeaderMap,
) -> ApiResult<Json<ClientContext>> {
    let own = match caller.player() {
        Some(player) => Some(player::get(&app, player.id).await?),
        None => None,
    };
    let country = visitor.country();
    let licences = &app.site_config.licences;
    let licence = own.as_ref().map_or_else(|| licences.serving(country), |p| licences.named(&p.licence));
    let published = app.content.now();
    let currency = own.as_ref().map_or_else(|| offered_currency(&app, country), |player| player.currency);
    Ok(Json(ClientContext {
        licence: licence.code.clone(),
        locale: locale_of(&app, own.as_ref(), &visitor, &headers),
        is_restricted: licences.is_restricted(country),
        brand: page_context.brand(&app, &published)?.name.clone(),
        currency: currency.code().to_owned(),
        country: visitor.origin.country.clone(),
        region: visitor.origin.region.clone(),
        host: page_context.host,
        sport_host: content::sport_hosts(&app, &published).first().map(|host| (*host).to_owned()),
        affb_id: page_context.affb_id,
        stag: page_context.stag,
    }))
}

/// The currency that sign-up offers first: that of the country when a wallet can be opened in it, else EUR, else the
/// first in which one can.
fn offered_currency(app: &App, country: Option<&str>) -> Currency {
    let licence = &app.site_config.licences.serving(country).code;
    let mapped = country.map(|code| app.site_config.countries.currency(code));
    let may_open = |currency: &Currency| app.site_config.may_open(*currency, licence, &[]);
    let offered = mapped.filter(may_open).or_else(|| Some(Currency::EUR).filter(may_open));
    offered.or_else(|| app.site_config.openable(licence, &[]).first().copied()).unwrap_or(Currency::EUR)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ByAffiliate {
    /// The affiliate that the visitor came from.
    affb_id: Option<String>,
    /// The tag that the visitor came with.
    stag: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct LocaleView {
    code: &'static str,
    default: bool,
}

/// Read the languages of the site
///
/// Some hosts leave Australian English out, and some affiliates all but a few; the default language stays.
#[utoipa::path(get, path = "/api/info/locales", tag = "info", params(ByAffiliate),
    responses((status = 200, body = [LocaleView])))]
async fn locales(
    State(app): State<Arc<App>>,
    page_context: PageContext,
    Query(came): Query<ByAffiliate>,
) -> Json<Vec<LocaleView>> {
    let published = app.content.now();
    let tags = [came.affb_id.as_deref(), came.stag.as_deref()];
    let offers = |code: &str| code == LOCALE_DEFAULT || published.settings.affiliates.offers(code, &tags);
    let offered = app.site_config.project.locales_on(&page_context.host).filter(|code| offers(code));
    Json(offered.map(|code| LocaleView { code, default: code == LOCALE_DEFAULT }).collect())
}

/// The address of a caller.
#[derive(Serialize, ToSchema)]
struct CurrentIp {
    /// IPv4 or IPv6, as the nearest proxy that is not ours tells it.
    ip: String,
}

/// Read the caller's own address
#[utoipa::path(get, path = "/api/current_ip", tag = "info", responses((status = 200, body = CurrentIp)))]
async fn current_ip(visitor: Visitor) -> Json<CurrentIp> {
    Json(CurrentIp { ip: visitor.address() })
}
