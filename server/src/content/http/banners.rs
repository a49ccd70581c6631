//! Banners and menus, as a visitor is shown them.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::{PageContext, Shown};
use crate::app::App;
use crate::auth::Caller;
use crate::content::banners::{Banner, BannerSize, ButtonType};
use crate::content::menus::MenuItem;
use crate::content::moment::Moment;
use crate::platform::cached::answer;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::platform::query::Query;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(banners_config)).routes(routes!(menu_categories_games))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLocale {
    /// The language; an unknown or missing one is the default.
    locale: Option<String>,
}

/// A banner.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BannerView {
    id: i64,
    /// The places that show it: `home`, `promo`, `shop`, `vip`, `adventure`, `tournament`, or a category of games.
    categories: Vec<String>,
    /// The groups whose members see it; empty for everybody.
    groups: Vec<i64>,
    live_time: LiveTimeView,
    /// Address of its picture.
    image: Option<String>,
    title: BannerText,
    description: BannerText,
    /// Four colours, from one corner to the other.
    gradient: [String; 4],
    /// Small words above the headline.
    labels: Vec<String>,
    size: BannerSize,
    button: Option<ButtonView>,
    second_button: Option<SecondButtonView>,
    timer: Option<TimerView>,
    /// What title and description name in braces.
    variables: BTreeMap<String, String>,
    /// Amounts that they name in braces: by currency, in subunits; the one in EUR is for all others.
    amounts: BTreeMap<String, BTreeMap<String, i64>>,
}

/// A text of a banner.
#[derive(Debug, Serialize, ToSchema)]
struct BannerText {
    /// The text; it may name variables in braces.
    text: String,
}

/// When a banner is shown.
#[derive(Debug, Serialize, ToSchema)]
struct LiveTimeView {
    /// RFC 3339, included; null for always.
    start: Option<String>,
    /// RFC 3339, left out; null for ever.
    end: Option<String>,
}

/// What a banner's button says and does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ButtonView {
    name: String,
    url: String,
    r#type: ButtonType,
    /// The tournament, quest or bonus that is meant.
    frontend_identifier: Option<String>,
    attrs: BTreeMap<String, String>,
}

/// What a banner's second button says, and the modal that it opens.
#[derive(Debug, Serialize, ToSchema)]
struct SecondButtonView {
    name: String,
    popup: String,
}

/// What a banner counts down.
#[derive(Debug, Serialize, ToSchema)]
struct TimerView {
    /// RFC 3339.
    start_at: String,
    /// RFC 3339.
    end_at: String,
}

impl BannerView {
    fn new(banner: &Banner, locale: &str) -> Self {
        let rfc3339_of = |moment: Moment| rfc3339(moment.0);
        let text = |text: &str| BannerText { text: text.to_owned() };
        Self {
            id: banner.id,
            categories: banner.categories.clone(),
            groups: banner.groups.clone(),
            live_time: LiveTimeView {
                start: banner.live_time.start.map(rfc3339_of),
                end: banner.live_time.end.map(rfc3339_of),
            },
            image: banner.image.clone(),
            title: text(banner.title.in_locale(locale)),
            description: text(banner.description.as_ref().map_or("", |text| text.in_locale(locale))),
            gradient: banner.gradient.clone(),
            labels: banner.labels.iter().map(|label| label.in_locale(locale).to_owned()).collect(),
            size: banner.size,
            button: banner.button.as_ref().map(|button| ButtonView {
                name: button.name.in_locale(locale).to_owned(),
                url: button.url.clone(),
                r#type: button.r#type,
                frontend_identifier: button.frontend_identifier.clone(),
                attrs: button.attrs.clone(),
            }),
            second_button: banner.second_button.as_ref().map(|button| SecondButtonView {
                name: button.name.in_locale(locale).to_owned(),
                popup: button.popup.clone(),
            }),
            timer: banner.timer.map(|timer| TimerView {
                start_at: rfc3339_of(timer.start_at),
                end_at: rfc3339_of(timer.end_at),
            }),
            variables: banner.variables.clone(),
            amounts: banner.amounts.clone(),
        }
    }
}

/// Read the banners that the caller is shown now
#[utoipa::path(get, path = "/api/fe/config/banners-config", tag = "config", params(InLocale),
    responses((status = 200, body = [BannerView]), (status = 304)))]
async fn banners_config(
    State(app): State<Arc<App>>,
    caller: Caller,
    page_context: PageContext,
    Query(image_query): Query<InLocale>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let shown = Shown::to(&app, &caller, &page_context).await?;
    let locale = image_query.locale.unwrap_or_default();
    let published = app.content.now();
    let brand = &page_context.brand(&app, &published)?.id;
    let banners = published.banners.iter().filter(|banner| banner.is_for(shown.audience(brand)));
    let banners: Vec<_> = banners.map(|banner| BannerView::new(banner, &locale)).collect();
    answer(&headers, shown.kept_by, &banners)
}

/// Read the menu of games that the caller is shown
#[utoipa::path(get, path = "/api/fe/config/menu-categories-games", tag = "config",
    responses((status = 200, body = [MenuItem]), (status = 304)))]
async fn menu_categories_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    page_context: PageContext,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let shown = Shown::to(&app, &caller, &page_context).await?;
    let published = app.content.now();
    let items: Vec<_> = published.menu.iter().filter(|item| item.is_for(shown.groups())).collect();
    answer(&headers, shown.kept_by, &items)
}
