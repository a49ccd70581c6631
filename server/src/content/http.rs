//! Pages of text, for everybody.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::pages::{Category, Page, Reader, Text};
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::body::Json;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::player::licence_of;

/// The calls about pages.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_pages)).routes(routes!(show_page))
}

#[derive(Debug, Deserialize, IntoParams)]
struct InLanguage {
    /// The language; an unknown or missing one is the default.
    l: Option<String>,
}

/// A page of text.
#[derive(Debug, Serialize, ToSchema)]
struct PageView {
    id: i64,
    /// Its address on the site, with a slash first.
    path: String,
    title: String,
    /// Clean HTML; null in lists.
    content: Option<String>,
    categories: Vec<Category>,
    blocks: Blocks,
    /// Another address that a link to the page leads to; null for its own.
    url: Option<String>,
    /// A route of the site that a link to the page leads to; null for its own.
    #[serde(rename = "routeName")]
    route_name: Option<String>,
    /// Whether no menu links to it.
    hidden: bool,
}

/// The parts of a page.
#[derive(Debug, Serialize, ToSchema)]
struct Blocks {
    title: String,
    description: String,
    keywords: String,
    /// Data for widgets; null when the page has none.
    json: Option<String>,
    /// Clean HTML; null in lists.
    #[serde(rename = "content-main")]
    content_main: Option<String>,
}

impl PageView {
    fn new(page: &Page, path: String, text: Text, whole: bool) -> Self {
        let content = whole.then_some(text.html);
        Self {
            id: page.id,
            path,
            title: text.title.clone(),
            content: content.clone(),
            categories: page.categories.clone(),
            blocks: Blocks {
                title: text.title,
                description: text.description,
                keywords: text.keywords,
                json: None,
                content_main: content,
            },
            url: None,
            route_name: None,
            hidden: page.hidden,
        }
    }
}

/// Read which pages of text there are
#[utoipa::path(get, path = "/api/cms/pages", tag = "content", params(InLanguage),
    responses((status = 200, body = [PageView])))]
async fn list_pages(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Query(wish): Query<InLanguage>,
) -> ApiResult<Json<Vec<PageView>>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = wish.l.unwrap_or_default();
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let values = super::values(&app, licence);
    let view = |page: &Page| {
        let text = page.text(reader)?.filled(&values);
        Some(PageView::new(page, format!("/{}", page.slug), text, false))
    };
    Ok(Json(app.pages.all().iter().filter_map(view).collect()))
}

/// Read a page of text
///
/// By its path, which may end with a country or a licence to read what is written for those; or by its number.
#[utoipa::path(get, path = "/api/cms/pages/{*path}", tag = "content",
    params(("path" = String, Path, description = "Path or number"), InLanguage),
    responses((status = 200, body = PageView), (status = 404, body = ErrorBody)))]
async fn show_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(path): Path<String>,
    Query(wish): Query<InLanguage>,
) -> ApiResult<Json<PageView>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = wish.l.unwrap_or_default();
    let (name, kind) = path.split_once('/').map_or((path.as_str(), None), |(name, kind)| (name, Some(kind)));
    let page = app.pages.find(name).ok_or_else(ApiError::not_found)?;
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let text = match kind {
        Some(kind) => page.variant(kind, &locale).filter(|_| page.is_written_for(kind)),
        None => page.text(reader),
    };
    let text = text.ok_or_else(ApiError::not_found)?.filled(&super::values(&app, licence));
    let address = kind.map_or_else(|| format!("/{}", page.slug), |kind| format!("/{}/{kind}", page.slug));
    Ok(Json(PageView::new(page, address, text, true)))
}
